"""Screens for the hall: large, by themselves turning, reconnecting by themselves, readable from ten metres."""

from __future__ import annotations

from typing import TypeVar

from django.http import HttpResponse

from arbitro.web.public.pages import Page, page
from arbitro.web.public.views import pairing_rows, ranked

LINES = 10  # that a screen shows at a time
MOST = 400  # lines in all: a screen that turns through two thousand players shows nobody his own

T = TypeVar("T")


@page
def pairings(page: Page) -> HttpResponse:
    """The pairings of the last published round, page by page."""
    current = page.state.current
    boards = pairing_rows(page, current.number) if current else []
    return page.render("public/screen_pairings.html", {"pages": _pages(boards), "round": current})


@page
def standings(page: Page) -> HttpResponse:
    """The standings, page by page."""
    player = page.tournament.player
    lines = [{"rank": r.rank, "player": player(r.number), "points": r.points} for r in ranked(page, None)[:MOST]]
    return page.render("public/screen_standings.html", {"pages": _pages(lines)})


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
