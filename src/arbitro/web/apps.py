"""The site as a Django application."""

from django.apps import AppConfig


class WebConfig(AppConfig):
    name = "arbitro.web"
    label = "web"
