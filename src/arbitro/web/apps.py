"""The site as a Django application."""

from django.apps import AppConfig


class WebConfig(AppConfig):
    name = "arbitro.web"
    label = "web"

    def ready(self) -> None:
        from arbitro.desk import announcing

        announcing.hear(tell_followers)


def tell_followers(section: int, number: int) -> None:
    """What follows from a new entry; loaded with the first of them, not at the start."""
    from arbitro.web.push import tell_later

    tell_later(section, number)
