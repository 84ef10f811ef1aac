"""Pairings and standings for other sites' pages: they may be framed because they have no buttons and take nothing.

Also here: the header that lets scripts of other sites read the API; they may read what everybody may.
"""

from __future__ import annotations

from collections.abc import Callable

from asgiref.sync import iscoroutinefunction
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.decorators import sync_and_async_middleware
from django.views.decorators.clickjacking import xframe_options_exempt

from arbitro.web.middleware import CONTENT_SECURITY_POLICY
from arbitro.web.public.pages import Page, page
from arbitro.web.public.rows import pairing_rows

LINES = 50
FRAMED = CONTENT_SECURITY_POLICY.replace("frame-ancestors 'none'", "frame-ancestors *").replace(
    "form-action 'self'", "form-action 'none'"
)


@xframe_options_exempt
@page
def widget(page: Page, what: str) -> HttpResponse:
    """The pairings of the last round, or the standings, without a frame of ours."""
    context: dict[str, object] = {"what": what}
    if what == "pairings":
        current = page.state.current
        context |= {"round": current, "boards": pairing_rows(page, current.number)[:LINES] if current else []}
    elif what == "standings":
        rows = page.figures.ranking(None).rows[:LINES] if page.state.rounds else []
        context["rows"] = [(row, page.tournament.player(row.number)) for row in rows]
    else:
        raise Http404
    response = page.render("public/widget.html", context)
    response["Content-Security-Policy"] = FRAMED
    return response


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
