"""The public pages as a Django application."""

from django.apps import AppConfig


class PublicConfig(AppConfig):
    name = "arbitro.web.public"
    label = "web_public"
