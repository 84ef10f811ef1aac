"""Screens for the hall: large, by themselves turning, reconnecting by themselves, readable from ten metres."""

from __future__ import annotations

from typing import TypeVar

from django.http import HttpResponse

from arbitro.web.public.boards import matches_of, pairing_rows
from arbitro.web.public.pages import Page, page
from arbitro.web.public.tables import ranked, team_rows

LINES = 10  # that a screen shows at a time
MOST = 400  # lines in all: a screen that turns through two thousand players shows nobody his own

T = TypeVar("T")


@page
def pairings(page: Page) -> HttpResponse:
    """The pairings of the last published round, page by page; in team events the matches."""
    current = page.state.current
    context: dict[str, object] = {"round": current}
    if current is not None and current.matches:
        context["match_pages"] = _pages(matches_of(page, current))
    else:
        context["pages"] = _pages(pairing_rows(page, current.number) if current else [])
    return page.render("public/screen_pairings.html", context)


@page
def standings(page: Page) -> HttpResponse:
    """The standings, page by page; in team events those of the teams."""
    player = page.tournament.player
    lines = [{"rank": row["rank"], "name": row["team"].name, "points": row["points"]} for row in team_rows(page)] or [
        {
            "rank": row.rank,
            "name": player(row.number).name,
            "federation": player(row.number).federation,
            "points": row.points,
        }
        for row in ranked(page, None)
    ]
    return page.render("public/screen_standings.html", {"pages": _pages(lines[:MOST])})


@page
def clock(page: Page) -> HttpResponse:
    """The time; how many games are in play; when the next round starts."""
    current = page.state.current
    settings = page.state.settings
    coming = len(page.state.rounds) + 1 if current is None or not current.missing else 0
    if coming > settings.rounds or page.state.closed:
        coming = 0
    start = settings.round_times[coming - 1] if 0 < coming <= len(settings.round_times) else ""
    return page.render("public/screen_clock.html", {"round": current, "start": start, "coming": coming})


def _pages(lines: list[T]) -> list[list[T]]:
    return [lines[i : i + LINES] for i in range(0, len(lines), LINES)]
