"""Scripts of other sites may read the API. A module of its own: it is loaded at the start, the pages are not."""

from __future__ import annotations

from collections.abc import Callable

from asgiref.sync import iscoroutinefunction
from django.http import HttpRequest, HttpResponse
from django.utils.decorators import sync_and_async_middleware


@sync_and_async_middleware
def readable_elsewhere(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Scripts of other sites may read the API, with a token of theirs too; cookies are never sent along."""

    def add(request: HttpRequest, response: HttpResponse) -> HttpResponse:
        if request.path.startswith("/api/"):
            response["Access-Control-Allow-Origin"] = "*"
            if request.method == "OPTIONS":
                response["Access-Control-Allow-Methods"] = "GET, HEAD, OPTIONS"
                response["Access-Control-Allow-Headers"] = "Authorization, If-None-Match"
        return response

    def preflight(request: HttpRequest) -> HttpResponse | None:
        asked = request.method == "OPTIONS" and request.path.startswith("/api/")
        return add(request, HttpResponse(status=204)) if asked else None

    if iscoroutinefunction(get_response):

        async def middleware(request: HttpRequest) -> HttpResponse:
            return preflight(request) or add(request, await get_response(request))

        return middleware  # type: ignore[return-value]
    return lambda request: preflight(request) or add(request, get_response(request))
