"""Addresses whose module is imported when the first of them is asked for: a quarter of what a start would cost."""

from __future__ import annotations

from django.urls import URLResolver
from django.urls.resolvers import RoutePattern


class Later(URLResolver):
    """The addresses below `route`: `urlpatterns` of a module, with a namespace of their own."""

    def __init__(self, route: str, module: str, namespace: str) -> None:
        super().__init__(RoutePattern(route), module, app_name=namespace, namespace=namespace)

    def _populate(self) -> None:
        """No name is known here: they are looked up within the namespace, by a resolver that is made for it."""
