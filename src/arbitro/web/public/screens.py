"""The hall's screens: large, turning and reconnecting by themselves, readable from ten metres.

/screen/EVENT/TOURNAMENT/pairings    by board, or by name (?by=name); standings; clock; in turn (?show=boards,names)
/wall                                a screen that belongs to nobody yet: it shows its code
/wall/CODE                           what the desk's page Screens tells it to show
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, TypeVar

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from arbitro.desk import store
from arbitro.desk.hall import start_of
from arbitro.desk.state import State
from arbitro.desk.tables import withdrawn_of
from arbitro.web.addresses import public_uri
from arbitro.web.models import Screen, spend
from arbitro.web.public.pages import Page, page
from arbitro.web.public.rows import by_name, matches_of, pairing_rows
from arbitro.web.public.tables import ranked, team_rows
from arbitro.web.public.words import folded

BOARDS, NAMES, DENSE = 14, 24, 48  # lines of a page: two columns of 7 or 12, three of 16; upright one of 14 or 24, two
MANY = 72  # more names than three pages: the letters become smaller
MOST = 400  # lines of standings
MOST_PARTS = 12
FORGOTTEN = timedelta(days=2)  # a code that nobody has typed
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # no 0, O, 1, I
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Show:
    """What a screen shows: kinds of pages in turn, one part of several, a notice above them."""

    kinds: tuple[str, ...]
    part: int = 1
    parts: int = 1
    light: bool = False
    notice: str = ""


@dataclass(frozen=True, slots=True)
class Face:
    """One page of a screen."""

    kind: str
    heading: str
    rows: Sequence[Any] = ()
    dense: bool = False

    @property
    def seconds(self) -> int:
        """As long as its lines take to be searched: a board has two names."""
        return max(6, round(3 + len(self.rows) * (0.5 if self.kind in ("boards", "matches") else 0.2)))


def kinds() -> dict[str, str]:
    """What screens can show, by its name."""
    return {
        "boards": _("pairings by board"),
        "names": _("pairings by name"),
        "standings": _("standings"),
        "clock": _("clock"),
    }


def part_of(rows: Sequence[T], part: int, parts: int, letter: Callable[[T], str]) -> Sequence[T]:
    """One of several parts of nearly the same length; a letter stays on one screen where that is possible."""
    cuts = [0]
    for k in range(1, parts):
        at = round(k * len(rows) / parts)
        changes = [i for i in range(cuts[-1] + 1, len(rows)) if letter(rows[i - 1]) != letter(rows[i])]
        near = min(changes, key=lambda i: abs(i - at), default=at)
        cuts.append(near if abs(near - at) <= len(rows) / parts / 2 else at)
    cuts.append(len(rows))
    return rows[cuts[part - 1] : cuts[part]]


def faces(page: Page, show: Show) -> list[Face]:
    """The pages of a screen in their order."""
    makers = {"boards": _boards, "names": _names, "standings": _standings, "clock": _clock}
    return [face for kind in show.kinds for face in makers[kind](page, show)]


def _turned(kind: str, heading: str, rows: Sequence[Any], size: int, dense: bool = False) -> list[Face]:
    return [Face(kind, heading, rows[i : i + size], dense) for i in range(0, len(rows), size)] or [Face(kind, heading)]


def _round(page: Page) -> str:
    current = page.state.current
    return _("Round {n}").format(n=current.number) if current else ""


def _boards(page: Page, show: Show) -> list[Face]:
    """Pairings by board; in team events the matches."""
    current = page.state.current
    if current is not None and current.matches:
        return _turned("matches", _round(page), matches_of(page, current), BOARDS)
    rows = pairing_rows(page, current.number) if current else []
    return _turned("boards", _round(page), part_of(rows, show.part, show.parts, lambda row: str(row["label"])), BOARDS)


def _names(page: Page, show: Show) -> list[Face]:
    """Everybody in the order of their names, with colour and board."""
    current = page.state.current
    rows = pairing_rows(page, current.number) if current else []
    mine = part_of(by_name(rows), show.part, show.parts, _letter)
    heading = _round(page)
    if mine and show.parts > 1:
        heading = f"{heading} · {_letter(mine[0])} – {_letter(mine[-1])}"
    dense = len(mine) > MANY
    return _turned("names", heading, mine, DENSE if dense else NAMES, dense)


def _letter(person: dict[str, Any]) -> str:
    return folded(person["seat"]["player"].name)[:1].upper()


def _standings(page: Page, show: Show) -> list[Face]:
    """The standings; in team events those of the teams."""
    player, gone = page.tournament.player, withdrawn_of(page.state)
    rows = [{"rank": row["rank"], "name": row["team"].name, "points": row["points"]} for row in team_rows(page)] or [
        {
            "rank": row.rank,
            "name": player(row.number).name,
            "federation": player(row.number).federation,
            "points": row.points,
            "gone": row.number in gone,
        }
        for row in ranked(page, None)
    ]
    state = page.state
    if state.current and state.current.missing:
        heading = _("Standings, provisional")
    elif state.rounds:
        heading = _("Standings after round {n}").format(n=len(state.rounds))
    else:
        heading = _("Standings")
    return _turned(
        "standings", heading, part_of(rows[:MOST], show.part, show.parts, lambda row: str(row["rank"])), NAMES
    )


def _clock(page: Page, _show: Show) -> list[Face]:
    """The time of day, the time control; the count-down to the start and to the default time."""
    state, current = page.state, page.state.current
    number = current.number if current and current.missing else len(state.rounds) + 1
    if number > state.settings.rounds or state.closed:
        return [Face("clock", state.settings.name, [{"over": True}])]
    start = _moment(state, number)
    playing = current.missing if current and current.number == number else 0
    row = {"number": number, "start": start, "playing": playing, "default": state.settings.default_time}
    return [Face("clock", _("Round {n}").format(n=number), [row])]


def _moment(state: State, number: int) -> str:
    """The day and the hour of a round: the scheduled day, the real hour where it was noted."""
    times = state.settings.round_times
    planned = times[number - 1] if number <= len(times) else ""
    hour = start_of(state, number) if number <= len(state.rounds) else planned[11:16]
    return f"{planned[:10]} {hour}" if planned and hour else ""


def _shown(page: Page, show: Show, **more: Any) -> HttpResponse:
    made = faces(page, show)
    turning = sum(face.seconds for face in made)
    return page.render("public/screen.html", {"faces": made, "show": show, "turning": turning} | more)


def _asked(page: Page, *usual: str) -> Show:
    """What the address asks for."""
    asked = page.request.GET
    wanted = tuple(kind for kind in asked.get("show", "").split(",") if kind in kinds())
    parts = min(page.whole_number("parts", 99) or 1, MOST_PARTS)
    part = min(max(page.whole_number("part", 99) or 1, 1), parts)
    return Show(wanted or usual, part, parts, asked.get("theme") == "light")


@page
def pairings(page: Page) -> HttpResponse:
    """The pairings of the last published round, page by page, by board or by name; in team events the matches."""
    return _shown(page, _asked(page, "names" if page.request.GET.get("by") == "name" else "boards"))


@page
def standings(page: Page) -> HttpResponse:
    """The standings, page by page; in team events those of the teams."""
    return _shown(page, _asked(page, "standings"))


@page
def clock(page: Page) -> HttpResponse:
    """The time; how many games are in play; when the next round starts."""
    return _shown(page, _asked(page, "clock"))


# -- walls: screens that the desk tells what to show


@require_safe
@never_cache
def new_wall(request: HttpRequest) -> HttpResponse:
    """A code for a screen that has none; codes that nobody typed are forgotten."""
    spend(f"wall {request.META.get('REMOTE_ADDR', '')}", tries=60, seconds=3600)
    Screen.objects.filter(section=None, made__lt=timezone.now() - FORGOTTEN).delete()
    code = "".join(secrets.choice(LETTERS) for _n in range(6))
    Screen.objects.create(code=code)
    return redirect("wall", code)


@require_safe
@never_cache
def wall(request: HttpRequest, code: str) -> HttpResponse:
    """What a paired screen shows; its code while it is not paired."""
    screen = Screen.objects.select_related("section__event").filter(code=code.upper()).first()
    if screen is None:
        return redirect("new-wall")
    if screen.section is None:
        return render(request, "public/wall.html", {"screen": screen, "site": public_uri(request, "/")})
    return _shown(Page(request, screen.section), show_of(screen), wall=screen)


def show_of(screen: Screen) -> Show:
    chosen = tuple(kind for kind in screen.kinds.split(",") if kind in kinds())
    return Show(chosen or ("boards",), screen.part, screen.parts, screen.light, screen.notice)


@require_safe
@never_cache
def wall_now(request: HttpRequest, code: str) -> HttpResponse:
    """What a wall asks every few seconds: have its orders or the tournament changed?"""
    screen = get_object_or_404(Screen, code=code.upper())
    now = timezone.now()
    if screen.seen is None or now - screen.seen > timedelta(seconds=20):
        Screen.objects.filter(pk=screen.pk).update(seen=now)
    number = store.last_number(screen.section_id) if screen.section_id else 0
    return JsonResponse({"orders": screen.orders, "number": number})
