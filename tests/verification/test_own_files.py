"""Our own files come back as they went: export, import and check agree and say nothing, whatever happened."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from arbitro.cli.check import check_file
from arbitro.desk import store
from arbitro.desk.events import create_event
from arbitro.desk.importing import import_tournament, looked_at
from arbitro.desk.integrity import decided_lines, left_lines, report
from arbitro.desk.roles import Role
from arbitro.desk.settings import Settings
from arbitro.desk.snapshot import rated
from arbitro.desk.state import State
from arbitro.desk.tables import table, team_table
from arbitro.files.forms import content, encoded
from tests.desk.conftest import Desk


def _by_hand(event: Desk) -> None:  # verification 69, 205, 207
    """Two rounds changed by hand, another one after a late entry took number 1, places and values for the tied."""
    event("enter", players=[{"name": f"Player {i}", "rating": 2500 - 10 * i} for i in range(1, 10)])
    event("number")
    event("lots", sentence="a public sentence")
    event("pair")
    _turned(event, 1)
    event("publish")
    event.finish_round("½-½")
    event("enter", players=[{"name": "Late", "rating": 2600}])
    event("pair")
    _turned(event, 1, 2)
    event("publish")
    event.finish_round("½-½")
    event.next_round()
    event.finish_round("½-½")
    event("tie-values", name="LOT", values={"3": "2", "4": "1½"})
    event("lots", what="ties", sentence="the  sea is heard: 1=2")
    ranked = table(event.state, event.tournament).rows
    block = [row.number for row in ranked if row.points == ranked[3].points]
    ids = {number: id for id, number in event.state.numbers.items()}
    event("ranks", ids=[ids[n] for n in reversed(block)])


def _turned(event: Desk, *boards: int) -> None:
    """The colours of some boards changed by hand."""
    event("manual", on=True)
    seats = event.state.rounds[-1].boards
    event("override", boards=[{"board": n, "white": seats[n].black, "black": seats[n].white} for n in boards])
    event("manual", on=False)


def _table_by_hand(event: Desk) -> None:  # verification 100
    event("enter", players=[{"name": f"Player {i}", "rating": 2500 - 10 * i} for i in range(1, 7)])
    event("number")
    event("pair")
    _turned(event, 1)
    event("publish")
    event.finish_round()
    event.next_round()
    event.finish_round("½-½")


def _long(event: Desk) -> None:  # verification 212 to 216
    event.start(8)
    event.finish_round()
    event("ratings", round=2, values={"1": 2300, "4": 2610})
    event.next_round()
    event.finish_round("½-½")
    event("ratings", round=3, values={"1": 2350})


def _by_national_rating(event: Desk) -> None:  # record 172, 132, 222
    strengths = [(2100, 1500), (0, 2300), (1900, 0), (1800, 2250), (0, 0), (2200, 1000)]
    people = [{"name": f"Player {i}", "rating": f, "national_rating": n} for i, (f, n) in enumerate(strengths)]
    event("enter", players=people)
    event("number")
    event("lots", sentence="x")
    event.next_round()
    event.finish_round()


def _late_correction(event: Desk) -> None:  # C.04.2 D.8
    event.start(8)
    for _round in range(3):
        event.finish_round()
        event.next_round()
    event("result", round=1, board=1, result="0-1")
    event.finish_round("½-½")


def _adjourned(event: Desk) -> None:  # C.04.2 D.1
    event.start(8)
    event("result", board=1, result="adjourned")
    event.finish_round()
    event.next_round()
    event("result", round=1, board=1, result="0-1")
    event.finish_round()


def _corrected_in_the_next_round(event: Desk) -> None:
    event.start(9)
    event.finish_round()
    event.next_round()
    event("result", round=1, board=2, result="0-1")
    event.finish_round()


def _colours_corrected(event: Desk) -> None:
    event.start(8)
    event.finish_round()
    event.next_round()
    event("swap-colours", round=1, board=1)
    event.finish_round()
    event.next_round()


def _unplayed(event: Desk) -> None:
    """Byes of every kind, forfeits, a late entry, a withdrawal and its return, an expulsion."""
    event("enter", players=[{"name": f"Player {i}", "rating": 2500 - 10 * i} for i in range(1, 12)])
    event("number")
    event("lots", sentence="a public sentence")
    event("bye", id=3, round=1)
    event("bye", id=4, round=2, outcome="ZERO_BYE")
    event("bye", id=5, round=2, outcome="FULL_BYE")
    event.next_round()
    event("result", board=1, result="+/-")
    event("result", board=2, result="-/-")
    event.finish_round()
    event("enter", players=[{"name": "Late", "rating": 2333}])
    event("withdraw", id=6)
    event.next_round()
    event.finish_round("½-½")
    event("return", id=6)
    event("exclude", id=7)
    event.next_round()
    event.finish_round("0-1")
    event("bye", id=2, round=4)


def _points(event: Desk) -> None:
    event.start(9)
    event.finish_round()
    event("points", id=1, points="-½")
    event("points", id=9, points="+1", round=0)
    event.next_round()
    event.finish_round()
    event("points", id=4, points="-1", round=1)
    event.next_round()
    event.finish_round("½-½")


def _left_a_table(event: Desk) -> None:  # C.05 6.6
    event("enter", players=[{"name": f"Player {i}", "rating": 2500 - 10 * i} for i in range(1, 7)])
    event("number")
    event.next_round()
    event.finish_round("½-½")
    event("withdraw", id=2)
    event.next_round()
    event.finish_round()


def _teams(event: Desk) -> None:
    event("enter", players=[{"name": f"P{i}", "rating": 1500 + 10 * i} for i in range(1, 16)])
    for team in range(5):
        event("team", name=f"Team {team + 1}", members=[3 * team + k for k in (1, 2, 3)])
    event("number")
    event.next_round()
    event.finish_round()
    event("line-up", team=1, boards=[*event.state.teams[1].members[1:]])
    event("team-points", team=2, match_points="-1", game_points="-½")
    event("team-points", team=3, game_points="½", round=0)
    event.next_round()
    event.finish_round("½-½")


def _teams_by_hand(event: Desk) -> None:
    event("enter", players=[{"name": f"P{i}", "rating": 1500 + 10 * i} for i in range(1, 13)])
    for team in range(4):
        event("team", name=f"Team {team + 1}", members=[3 * team + k for k in (1, 2, 3)])
    event("number")
    event("pair")
    (a, b), (c, d) = event.state.rounds[-1].matches
    event("manual", on=True)
    event("override", matches=[{"match": 1, "white": a, "black": c}, {"match": 2, "white": b, "black": d}])
    event("manual", on=False)
    event("publish")
    event.finish_round()
    event.next_round()
    event.finish_round("½-½")


def _knocked_out(event: Desk) -> None:
    event("enter", players=[{"name": f"Player {i}", "rating": 2500 - i} for i in range(1, 7)])
    event("number")
    for result in ("½-½", "½-½", "1-0", "1-0", "½-½"):
        event.next_round()
        event.finish_round(result)


def _matches_of_two(event: Desk) -> None:
    event.start(7)
    for result in ("1½-½", "2-0", "1-1"):
        event.finish_round(result)
        event.next_round()


TABLE = {"system": "round-robin", "rounds": 5, "tiebreaks": ("SB",)}
OF_TEAMS = {"team_boards": 2, "board_colours": "WB", "rounds": 5}
NATIONAL = {
    "start_order": "national", "federation": "ESP", "time_control": "180+2", "rating_list": "blitz",
    "start": "2026-05-01", "end": "2026-05-02", "round_times": ("2026-05-01 10:00", "2026-05-02 10:00"),
}  # fmt: skip
LONG = {"start": "2026-09-01", "end": "2026-12-01", "tiebreaks": ("ARO", "BH"), "round_ratings": True}
STORIES: dict[str, tuple[Callable[[Desk], None], dict[str, Any]]] = {
    "by hand": (_by_hand, {"rounds": 4}),
    "by national rating": (_by_national_rating, NATIONAL),
    "table by hand": (_table_by_hand, TABLE),
    "later ratings": (_long, LONG),
    "late correction": (_late_correction, {}),
    "adjourned": (_adjourned, {}),
    "corrected in the next round": (_corrected_in_the_next_round, {}),
    "colours corrected": (_colours_corrected, {}),
    "unplayed rounds": (_unplayed, {}),
    "points": (_points, {}),
    "left a table": (_left_a_table, TABLE),
    "team Swiss": (_teams, OF_TEAMS | {"system": "team"}),
    "team Swiss by hand": (_teams_by_hand, OF_TEAMS | {"system": "team"}),
    "team league": (_teams, OF_TEAMS | {"system": "round-robin", "tiebreaks": ("MP",)}),
    "knock-out": (_knocked_out, {"system": "knockout", "rounds": 3, "plan": {"third_place": True}}),
    "matches of two games": (_matches_of_two, {"system": "double"}),
}


def _brought_in(data: bytes, name: str) -> tuple[object, list[str]]:
    held = content(data, name, None)
    preview = looked_at(held.tournament, "Again")
    taken_over = ("299", "scoring", "by hand")
    said = [note for note in preview.notes if not any(word in note for word in taken_over)]
    new = import_tournament(create_event("Again"), preview, who="ana", role=Role.OWNER)
    return new.section, said


@pytest.mark.parametrize("story", STORIES)
@pytest.mark.parametrize("form", [pytest.param("trf16", marks=pytest.mark.slow), "trf26", "json"])
def test_an_event_comes_back_as_it_went(desk, tmp_path, story, form):
    play, settings = STORIES[story]
    event = desk(**{"rounds": 5} | settings)
    play(event)
    file = tmp_path / {"trf16": "a.trf", "trf26": "a.trfx", "json": "a.json"}[form]
    file.write_bytes(encoded(report(event.section.pk, event.state), form))
    checked = check_file((str(file), None, None, None, (), False))
    assert (checked["differences"], checked["ranks"], checked["standings"]) == ([], [], [])
    section, said = _brought_in(file.read_bytes(), file.name)
    assert said == []
    old, new = event.state, store.state_of(section.pk)
    before, after = event.tournament, store.tournament_of(section.pk)
    assert before.scores() == after.scores()
    assert (left_lines(old), decided_lines(old)) == (left_lines(new), decided_lines(new))
    assert [_by_hand_boards(state) for state in (old, new)] == [_by_hand_boards(old)] * 2
    assert _settings(old.settings) == _settings(new.settings)
    if form != "trf16":  # which does not state the tie-breaks, nor the method of the start order
        assert old.settings.start_order == new.settings.start_order
        ranked = team_table if old.teams else table
        assert [row.number for row in ranked(old, before).rows] == [row.number for row in ranked(new, after).rows]
    assert rated(old, before).results == rated(new, after).results
    again = report(section.pk, new)
    kept = ("### known", "### MPA")
    lines = [line for line in again.unknown_lines if line.startswith(kept)]
    went = [line for line in report(event.section.pk, old).unknown_lines if line.startswith(kept)]
    assert lines == went


def _settings(settings: Settings) -> tuple[object, ...]:
    """What a file of any form says; the days of the rounds without their hours."""
    days = [time[:10] for time in settings.round_times]
    return settings.start, settings.end, settings.rounds, settings.scoring, settings.rating_list, days


def _by_hand_boards(state: State) -> list[set[int]]:
    return [{n for n, board in round.boards.items() if board.by_hand} for round in state.rounds]
