"""The site as a Django application."""

from django.apps import AppConfig


class WebConfig(AppConfig):
    name = "arbitro.web"
    label = "web"

    def ready(self) -> None:
        from arbitro.desk import announcing
        from arbitro.web import push

        announcing.hear(push.tell_later)
