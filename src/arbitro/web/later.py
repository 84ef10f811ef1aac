"""Views and addresses whose module is imported when the first of them is asked for, or soon after the start.

Most pages need every rule room, and those take longer to load than all the rest: the first page does not wait.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from threading import Lock
from types import ModuleType
from typing import Any

from django.http.response import HttpResponseBase
from django.urls import URLResolver
from django.urls.resolvers import RoutePattern

_modules: dict[str, ModuleType | None] = {}  # None: not yet
_loading = Lock()  # one thread imports, the others wait for it


def loaded(name: str) -> ModuleType:
    """A module, imported if need be."""
    known = _modules.get(name)
    if known is None:
        with _loading:
            known = _modules[name] = import_module(name)
    return known


def load_all() -> None:
    """Import what is left, so that nobody waits for it later."""
    for name in list(_modules):
        loaded(name)


@dataclass(frozen=True, slots=True)
class View:
    """A view by its name; an asynchronous one must be imported."""

    module: str
    name: str

    def __call__(self, *args: Any, **kwargs: Any) -> HttpResponseBase:
        answer: HttpResponseBase = getattr(loaded(self.module), self.name)(*args, **kwargs)
        return answer

    @property
    def csrf_exempt(self) -> bool:
        """As the view itself says; Django asks before it calls."""
        return bool(getattr(getattr(loaded(self.module), self.name), "csrf_exempt", False))


class Views:
    """The views of a module, as `urls` names them."""

    def __init__(self, module: str) -> None:
        self._module = module
        _modules.setdefault(module, None)

    def __getattr__(self, name: str) -> View:
        return View(self._module, name)


class Later(URLResolver):
    """The addresses below `route`: `urlpatterns` of a module, with a namespace of their own."""

    def __init__(self, route: str, module: str, namespace: str) -> None:
        super().__init__(RoutePattern(route), module, app_name=namespace, namespace=namespace)
        _modules.setdefault(module, None)

    def _populate(self) -> None:
        """No name is known here: they are looked up within the namespace, by a resolver that is made for it."""
