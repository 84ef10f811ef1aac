"""Pairings and standings for other sites' pages: they may be framed because they have no buttons and take nothing."""

from __future__ import annotations

from django.http import Http404, HttpResponse
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
