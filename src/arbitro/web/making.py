"""Make a public page for the front: Django with all its middleware, called straight from a thread of a small pool.

Its event loop would begin a thread for every request and change threads four times; three hundred cards after one
result would cost more by that than by what they say. The journal's number is known here, so that they ask the database
once (`store.as_of`).
"""

from __future__ import annotations

from contextlib import nullcontext
from io import BytesIO
from typing import Any

from django.core import signals
from django.core.handlers.asgi import ASGIRequest, get_script_prefix
from django.core.handlers.base import BaseHandler
from django.db import close_old_connections
from django.http import Http404
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix

from arbitro.web.kept import Again

Made = tuple[int, list[tuple[bytes, bytes]], bytes, Again | None]  # status, headers, body, how to make it again


def headers_of(response: HttpResponseBase) -> list[tuple[bytes, bytes]]:
    """The headers of an answer with its cookies, as ASGI takes them."""
    headers = [(name.encode("ascii"), value.encode("latin-1")) for name, value in response.items()]
    return headers + [(b"Set-Cookie", one.output(header="").strip().encode()) for one in response.cookies.values()]


class Maker(BaseHandler):
    """Answers a GET request, given as an ASGI scope, in the thread that asks."""

    def __init__(self) -> None:
        super().__init__()
        self.load_middleware(is_async=False)

    def __call__(self, scope: dict[str, Any], section: int | None, number: int) -> Made:
        """The answer, by a state of the tournament that is at least as new as `number`."""
        from arbitro.desk import store  # with every rule room: the first page does not wait for them

        with nullcontext() if section is None else store.as_of(section, number):
            response = self.ask(scope)
            body = b"".join(response)
        response.close()  # and with it the thread's connection to the database
        return response.status_code, headers_of(response), body, getattr(response, "again", None)

    def ask(self, scope: dict[str, Any]) -> HttpResponseBase:
        """What Django answers."""
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=self.__class__, scope=scope)
        response: HttpResponseBase = self.get_response(ASGIRequest(scope, BytesIO()))
        return response

    def lasting(self, scope: dict[str, Any]) -> HttpResponseBase:
        """What Django answers, for one who tells it later: the thread and its connection are free meanwhile."""
        try:
            return self.ask(scope)
        finally:
            close_old_connections()

    @staticmethod
    def again(page: Again, section: int, number: int) -> bytes | None:
        """A page of before as it is after another entry, if that can be said without asking for it."""
        from arbitro.desk import store

        try:
            with store.as_of(section, number):
                return page()
        except Http404:
            return None
        finally:
            close_old_connections()
