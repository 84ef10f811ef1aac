"""Which papers the moment needs: the four that an arbiter prints next, by where the tournament stands."""

from __future__ import annotations

from collections.abc import Iterable

from arbitro.desk.state import State
from arbitro.papers.catalogue import Paper

FOUR = 4
ENTRY = ("entry-list", "arbiter-lists", "board-numbers", "name-plates", "regulations")
START = ("start-list-names", "name-plates", "board-numbers", "scoresheets", "line-ups")
PLAYING = ("team-pairings", "match-protocols", "pairings", "pairings-names", "result-slips", "time-sheet")
BETWEEN = ("results", "team-standings", "standings-long", "standings-categories", "check-list", "crosstable")
OVER = ("prizes", "payments", "standings-long", "certificates", "it3", "trf16", "arbiter-report")


def moment(state: State) -> tuple[str, ...]:
    """The papers of this moment, the most wanted first."""
    current = state.current
    if current is None:
        return START if state.numbers else ENTRY
    if current.published and current.missing:
        return PLAYING
    return OVER if len(state.rounds) >= state.settings.rounds else BETWEEN


def needed(state: State, groups: Iterable[tuple[str, list[Paper]]]) -> list[Paper]:
    """Four papers for now, of those that can be printed."""
    there = {paper.name: paper for _title, papers in groups for paper in papers}
    return [there[name] for name in moment(state) if name in there][:FOUR]
