"""The desk as a Django application."""

from django.apps import AppConfig


class DeskConfig(AppConfig):
    name = "arbitro.desk"
    label = "desk"
    default_auto_field = "django.db.models.BigAutoField"
