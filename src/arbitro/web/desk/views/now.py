"""Where a tournament stands and what comes next: the first page of its desk."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.http import HttpResponse
from django.utils.translation import gettext as _

from arbitro.desk import store
from arbitro.desk.commands.rounds import open_games
from arbitro.desk.formats import draws_numbers
from arbitro.desk.words import describe
from arbitro.model import System
from arbitro.web.desk.views.common import Desk, at_desk
from arbitro.web.desk.views.games import boards_say

LATEST = 8  # entries of the journal


@dataclass(frozen=True, slots=True)
class Preparation:
    """One step of the way to round 1."""

    done: bool
    text: str
    hint: str
    url: str


def steps(desk: Desk) -> list[Preparation]:
    """The way to round 1."""
    state = desk.state
    players, pair = desk.url("desk-players"), desk.url("desk-pair")
    enter = Preparation(
        len(state.entrants) >= 2, _("Enter the players"), _("Three letters of a name are enough."), players
    )
    if state.settings.system is System.LADDER:
        hint = _("The next free player above; the winner takes the place.")
        return [enter, Preparation(bool(state.challenges), _("Challenge"), hint, desk.url("desk-standings"))]
    numbers = Preparation(bool(state.numbers), _("Create the start list"), _("One click: numbers by rating."), players)
    if draws_numbers(state.settings.system):
        hint = _("Drawn from a sentence or from dice, so that anyone can check it.")
        numbers = replace(numbers, text=_("Draw the numbers"), hint=hint, url=pair)
    way = [enter, numbers]
    if state.settings.system.is_swiss:
        hint = _("Drawn from a sentence or from dice, so that anyone can check it.")
        way.append(Preparation(state.first_colour is not None, _("Draw the initial colour"), hint, pair))
    return [*way, Preparation(bool(state.rounds), _("Pair round 1"), _("Pair, look, publish, print."), pair)]


@at_desk
def overview(desk: Desk) -> HttpResponse:
    """What is on, what is missing, what was done last."""
    state = desk.state
    way = steps(desk)
    latest = store.entries(desk.section.pk, state.number - LATEST)
    context = {
        "current": state.current,
        "steps": way,
        "next_step": next((step for step in way if not step.done), None),
        "setting_up": not state.rounds and not state.challenges,
        "open_games": open_games(state),
        "is_ladder": state.settings.system is System.LADDER,
        "boards_say": boards_say(desk),
        "entries": [(entry, describe(entry, state)) for entry in reversed(latest)],
    }
    return desk.render("desk/overview.html", context)
