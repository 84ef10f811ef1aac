"""What every answer of the site has in common: security headers, the language, errors in words."""

from __future__ import annotations

import sys
from collections.abc import Callable

from asgiref.sync import iscoroutinefunction
from django.contrib import messages
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.shortcuts import redirect, render
from django.utils.decorators import sync_and_async_middleware
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language

from arbitro.desk.roles import Conflict, Forbidden, NeedsConfirmation
from arbitro.errors import ArbitroError
from arbitro.i18n import speaking
from arbitro.web.models import TooMany

CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
PRIVATE = ("/desk/", "/accounts/")  # pages that no cache may keep for others
PERMISSIONS_POLICY = "camera=(), microphone=(), geolocation=(), payment=(), usb=()"

Get = Callable[[HttpRequest], HttpResponse]


@sync_and_async_middleware
def headers(get_response: Get) -> Get:
    """A strict content security policy: scripts, styles and pictures from this host only, nothing inline."""

    def add(request: HttpRequest, response: HttpResponse) -> HttpResponse:
        if request.path.startswith(PRIVATE):
            response.headers.setdefault("Cache-Control", "private, no-cache")
        response.headers.setdefault("Content-Security-Policy", CONTENT_SECURITY_POLICY)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS_POLICY)
        return response

    if iscoroutinefunction(get_response):

        async def middleware(request: HttpRequest) -> HttpResponse:
            return add(request, await get_response(request))

        return middleware  # type: ignore[return-value]
    return lambda request: add(request, get_response(request))


class packed(GZipMiddleware):  # noqa: N801  (a middleware, named as one)
    """The desk's pages go packed, with padding against guessing (BREACH); public pages are packed once, by `front`."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if request.path.startswith(PRIVATE):
            return super().process_response(request, response)
        return response


@sync_and_async_middleware
def language(get_response: Get) -> Get:
    """The rule rooms speak the request's language."""
    if iscoroutinefunction(get_response):

        async def middleware(request: HttpRequest) -> HttpResponse:
            with speaking((get_language() or "es")[:2]):
                response: HttpResponse = await get_response(request)
                return response

        return middleware  # type: ignore[return-value]

    def plain(request: HttpRequest) -> HttpResponse:
        with speaking((get_language() or "es")[:2]):
            return get_response(request)

    return plain


def status_of(error: ArbitroError) -> int:
    """How a refusal is answered: 403 (the role), 409 (another desk, a confirmation), 429 (too often), 422 (a rule)."""
    if isinstance(error, Forbidden):
        return 403
    if isinstance(error, Conflict | NeedsConfirmation):
        return 409
    return 429 if isinstance(error, TooMany) else 422


class plain_errors:  # noqa: N801  (a middleware, named as one)
    """A rule that forbids something is an answer, not a crash: the page says what happened and what was kept."""

    sync_capable = True
    async_capable = False

    def __init__(self, get_response: Get) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if not isinstance(error, ArbitroError):
            return None
        came_from = request.headers.get("Referer", "")
        if (
            request.method == "POST"
            and request.path.startswith("/desk/")
            and not isinstance(error, Forbidden)
            and "HX-Request" not in request.headers
            and url_has_allowed_host_and_scheme(came_from, {request.get_host()}, require_https=request.is_secure())
        ):
            messages.error(request, str(error), extra_tags=request.path)  # told beside the form that was sent
            return redirect(came_from)
        return render(request, "web/refused.html", {"error": error}, status=status_of(error))


def broken(request: HttpRequest) -> HttpResponse:
    """What could not be answered: the database is not to be had (503), or a fault of ours (500)."""
    if isinstance(sys.exc_info()[1], DatabaseError):
        return render(request, "503.html", status=503)
    return render(request, "500.html", status=500)
