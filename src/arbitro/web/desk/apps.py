"""The arbiter's pages as a Django application."""

from django.apps import AppConfig


class DeskPagesConfig(AppConfig):
    name = "arbitro.web.desk"
    label = "web_desk"
