"""The places of a tournament's desk, in the order of the rail; on a phone four of them stand at the thumb."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from arbitro.model import System

if TYPE_CHECKING:
    from arbitro.web.desk.views.common import Desk

# Which place a page belongs to, by the name of its address.
TABS = {
    "desk-section": "now",
    "desk-round": "rounds",
    "desk-pair": "rounds",
    "desk-correct": "rounds",
    "desk-change": "rounds",
    "desk-standings": "standings",
    "desk-ties": "standings",
    "desk-sums": "standings",
    "desk-crosstable": "standings",
    "desk-shadow": "settings",
    "desk-players": "players",
    "desk-player": "players",
    "desk-import": "players",
    "desk-check-in": "players",
    "desk-links": "players",
    "desk-entries": "players",
    "desk-ratings": "players",
    "desk-teams": "teams",
    "desk-scoresheet": "games",
    "desk-norms": "norms",
    "desk-prizes": "prizes",
    "desk-incidents": "hall",
    "desk-hall": "hall",
    "desk-hall-board": "hall",
    "desk-hall-absent": "hall",
    "desk-hall-clocks": "hall",
    "desk-hall-fair-play": "hall",
    "desk-appeals": "hall",
    "desk-chess960": "hall",
    "desk-screens": "screens",
    "desk-games": "games",
    "desk-games-upload": "games",
    "desk-games-check": "games",
    "desk-officials": "checks",
    "desk-papers": "papers",
    "desk-everything": "papers",
    "desk-website": "papers",
    "desk-journal": "journal",
    "desk-settings": "settings",
    "desk-stages": "settings",
}


@dataclass(frozen=True, slots=True)
class Place:
    """A line of the rail."""

    name: str
    label: str
    url: str
    icon: str
    thumb: str = ""  # its shorter name at the foot of a phone
    count: int = 0
    gap: bool = False  # the first of its group


def places(desk: Desk) -> list[Place]:
    """Where an arbiter can go in this tournament: only what its format has."""
    state = desk.state
    current = state.current
    is_ladder = state.settings.system is System.LADDER
    rounds = desk.url("desk-round", current.number) if current and current.published else desk.url("desk-pair")
    found = [
        Place("now", _("Now"), desk.url("desk-section"), "now", _("Now")),
        *([] if is_ladder else [Place("rounds", _("Rounds"), rounds, "rounds", _("Round"))]),
        Place(
            "standings",
            _("Ladder") if is_ladder else _("Standings"),
            desk.url("desk-standings"),
            "standings",
            _("Ladder") if is_ladder else _("Table"),
        ),
        Place("players", _("Players"), desk.url("desk-players"), "players", _("Players"), len(state.entrants)),
    ]
    if state.settings.team_boards:
        found.append(Place("teams", _("Teams"), desk.url("desk-teams"), "teams", count=len(state.teams)))
    return [
        *found,
        Place("hall", _("Hall"), desk.url("desk-hall-now" if state.rounds else "desk-incidents"), "hall", gap=True),
        Place("games", _("Games"), desk.url("desk-games"), "games"),
        Place("prizes", _("Prizes"), desk.url("desk-prizes"), "prizes", gap=True),
        Place("norms", _("Norms and ratings"), desk.url("desk-norms"), "norms"),
        Place("papers", _("Papers"), desk.url("desk-papers"), "papers"),
        Place("screens", _("Screens"), desk.url("desk-screens"), "screens"),
        Place("checks", _("Checks"), desk.url("desk-officials"), "checks", gap=True),
        Place("journal", _("Journal"), desk.url("desk-journal"), "journal"),
        Place("settings", _("Settings"), desk.url("desk-settings"), "settings"),
    ]
