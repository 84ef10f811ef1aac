"""The arbiter's checklists by phase: before the event, before a round, during it, after it, after the event.

Items are data (key, sentence, article, level) that the desk can tick; `checklist` picks those that fit the event.
Not here: who ticked what (the desk's journal).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

from arbitro.i18n import gettext_for
from arbitro.officials.checks import N_, Level

_ = gettext_for("officials")


class Phase(StrEnum):
    BEFORE_EVENT = "before_event"
    BEFORE_ROUND = "before_round"
    DURING_ROUND = "during_round"
    AFTER_ROUND = "after_round"
    AFTER_EVENT = "after_event"


@dataclass(frozen=True, slots=True)
class Item:
    """One line of a checklist; `only` names a feature that the event must have (team, school, disabled, ...)."""

    key: str
    phase: Phase
    text: str
    article: str
    level: Level = Level.MUST
    only: str = ""


_B, _R, _D, _A, _E = Phase
_S, _C = Level.SHOULD, Level.COULD

ITEMS: tuple[Item, ...] = (
    Item("registered", _B, N_("event registered with FIDE in time"), "C.05 2.2", only="rated"),
    Item("regulations", _B, N_("regulations complete and published"), "C.05 1.1"),
    Item("venue", _B, N_("venue inspected: space, light, air, temperature, noise, security"), "C.05 3.2"),
    Item("staff", _B, N_("enough arbiters, licensed and active"), "C.05 3.2"),
    Item("committee", _B, N_("appeals committee named before round 1"), "C.05 10.2"),
    Item("equipment", _B, N_("sets, boards, clocks and scoresheets checked"), "C.02"),
    Item("spares", _B, N_("spare sets, clocks and batteries"), "C.02", _S),
    Item("protection", _B, N_("protection level set and measures in place"), "AC 1-3", only="rated"),
    Item("storage", _B, N_("storage for devices"), "AC 3", _S),
    Item("access", _B, N_("needs of disabled players answered, tables assigned"), "D.04.12", only="disabled"),
    Item("captains", _B, N_("captains registered, board orders handed in"), "C.10 4", only="team"),
    Item("briefing", _B, N_("players' meeting or short briefing"), "C.05 3.1", _S),
    Item("colour_lot", _B, N_("lot for the first colour drawn and noted"), "C.04.3 E.5", only="swiss"),
    Item("arrive", _R, N_("arbiters present 30 minutes before (60 before round 1)"), "practice", _S),
    Item("pairings", _R, N_("pairings published"), "C.05 6"),
    Item("line_ups", _R, N_("line-ups handed in and compared with the order"), "C.05 7.1", only="team"),
    Item("clocks", _R, N_("clocks set, on the right side, batteries good"), "Laws 6.1"),
    Item("announce", _R, N_("five minutes and one minute announced"), "C.05 4.4", _S),
    Item("search", _R, N_("checks at the entrance as the protection level asks"), "AC 3", only="rated"),
    Item("default", _D, N_("no-shows noted when the default time ends"), "Laws 6.7"),
    Item("flash", _D, N_("no flash after the first minutes"), "C.05 11.2", _S),
    Item("absences", _D, N_("players who leave often are watched; absences logged"), "AC 3", _S),
    Item("times", _D, N_("clock times and move counts noted every 30 minutes"), "practice", _C),
    Item("results", _D, N_("both signed scoresheets compared at the end of each game"), "Laws 8.7"),
    Item("school_result", _D, N_("result taken at the table, names checked"), "school", _S, "school"),
    Item("reconcile", _A, N_("results compared with scoresheets and match protocols"), "C.05 3.1"),
    Item("publish", _A, N_("results and standings published"), "C.05 3.1"),
    Item("appeals", _A, N_("appeals decided before the next pairing"), "C.05 10.4"),
    Item("incidents", _A, N_("incidents recorded"), "C.05 3.1"),
    Item("absent_next", _A, N_("withdrawals and byes of the next round entered"), "C.05 6.7"),
    Item("report", _E, N_("chief arbiter's report sent"), "C.05 3.4"),
    Item("rating_file", _E, N_("rating report sent"), "B.02 9", only="rated"),
    Item("norms", _E, N_("certificates of players' and arbiters' norms signed"), "B.01; B.06.1 2.8", only="titles"),
    Item("pgn", _E, N_("games sent to the screening tool"), "AC 3", _S, "rated"),
    Item("complaints", _E, N_("complaints sent to the commission or the federation"), "AC III", only="rated"),
    Item("prizes", _E, N_("prizes computed and signed for"), "C.05", _S),
    Item("recordings", _E, N_("recordings kept for a year, then erased"), "E.04 app. I", only="online"),
)  # fmt: skip


def checklist(phase: Phase | None = None, features: Collection[str] = ()) -> tuple[Item, ...]:
    """The items of a phase (or of all) for an event with these features, in the reader's language."""
    return tuple(
        Item(item.key, item.phase, _(item.text), item.article, item.level, item.only)
        for item in ITEMS
        if phase in (None, item.phase) and (not item.only or item.only in features)
    )
