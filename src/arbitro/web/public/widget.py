"""Pairings and standings for other sites' pages: they may be framed because they have no buttons and take nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpResponse
from django.views.decorators.clickjacking import xframe_options_exempt

from arbitro.desk.state import Round
from arbitro.model import show
from arbitro.web.middleware import CONTENT_SECURITY_POLICY
from arbitro.web.public.pages import Page, page
from arbitro.web.public.rows import matches_of, pairing_rows
from arbitro.web.public.tables import ranked, team_rows

LINES = 50
FRAMED = CONTENT_SECURITY_POLICY.replace("frame-ancestors 'none'", "frame-ancestors *").replace(
    "form-action 'self'", "form-action 'none'"
)


@xframe_options_exempt
@page
def widget(page: Page, what: str) -> HttpResponse:
    """The pairings of the last round, or the standings, without a frame of ours."""
    current = page.state.current
    context: dict[str, object] = {"what": what}
    if what == "pairings":
        context |= {"round": current, "boards": _boards(page, current)[:LINES] if current else []}
    elif what == "standings":
        context["rows"] = _places(page)[:LINES] if current else []
    else:
        raise Http404
    response = page.render("public/widget.html", context)
    response["Content-Security-Policy"] = FRAMED
    return response


def _boards(page: Page, current: Round) -> list[tuple[object, str, str, str]]:
    """Who plays whom: the matches of an event of teams, else the boards."""
    if matches := matches_of(page, current):
        points = [[show(p) if p is not None else "–" for p in (m.first_points, m.second_points)] for m in matches]
        return [(m.index, m.first.name, " : ".join(p), m.second.name) for m, p in zip(matches, points, strict=True)]
    return [
        (row["label"], _name(row["white"]), row["result"] or "–", _name(row["black"]))
        for row in pairing_rows(page, current.number)
    ]


def _name(seat: Mapping[str, Any] | None) -> str:
    return seat["player"].name if seat else "–"


def _places(page: Page) -> list[tuple[int, str, int]]:
    """Rank, name and points of the teams, else of the players; those who were expelled have no place."""
    if teams := team_rows(page):
        return [(row["rank"], row["team"].name, row["points"]) for row in teams]
    rows = [(row, page.tournament.player(row.number)) for row in ranked(page, None)]
    return [(row.rank, f"{player.title.value} {player.name}".strip(), row.points) for row, player in rows]
