"""Screens for the hall: large, by themselves turning, reconnecting by themselves, readable from ten metres."""

from __future__ import annotations

from django.http import HttpResponse

from arbitro.web.public.pages import Page, page
from arbitro.web.public.views import _standing_rows, pairing_rows

LINES = 12  # that a screen shows at a time


@page
def pairings(page: Page) -> HttpResponse:
    """The pairings of the last published round, page by page."""
    current = page.state.current
    rows = pairing_rows(page, current.number) if current else []
    return page.render("public/screen_pairings.html", {"pages": _pages(rows), "round": current})


@page
def standings(page: Page) -> HttpResponse:
    return page.render("public/screen_standings.html", {"pages": _pages(_standing_rows(page, None))})


@page
def clock(page: Page) -> HttpResponse:
    """The start of the next round and how many results are missing."""
    current = page.state.current
    times = page.state.settings.round_times
    coming = (current.number if current else 0) + (1 if current is None or not current.missing else 0)
    start = times[coming - 1] if 0 < coming <= len(times) else ""
    return page.render("public/screen_clock.html", {"round": current, "start": start, "coming": coming})


def _pages(rows: list[dict[str, object]]) -> list[list[dict[str, object]]]:
    return [rows[i : i + LINES] for i in range(0, len(rows), LINES)]
