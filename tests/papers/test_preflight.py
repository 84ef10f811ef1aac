"""The check before a report is sent: one seeded fault of each kind is found, and a good file passes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from arbitro.desk.snapshot import snapshot
from arbitro.desk.state import State
from arbitro.files import trf
from arbitro.i18n import speaking
from arbitro.model import Colour, Info, Outcome, Player, PlayerRound, Points, Sex, Title, Tournament
from arbitro.papers import Context, make, preflight, rating_report
from arbitro.papers.preflight import Check
from tests.papers import pdf

Fault = Callable[[Tournament], Tournament]


@pytest.fixture(scope="module")
def good(swiss: State) -> Tournament:
    """The tournament as its rating file has it."""
    report = rating_report(Context(swiss, snapshot(swiss)))
    return trf.parse(trf.write(report, version=16), strict=True).tournament


def head(**changes: Any) -> Fault:
    return lambda t: replace(t, info=replace(t.info, **changes))


def player(number: int, /, **changes: Any) -> Fault:
    def fault(t: Tournament) -> Tournament:
        return replace(t, players=tuple(replace(p, **changes) if p.number == number else p for p in t.players))

    return fault


def cell(t: Tournament, number: int, round: int, new: PlayerRound) -> Tournament:
    rounds = list(t.results[t.index[number]])
    rounds[round - 1] = new
    results = list(t.results)
    results[t.index[number]] = tuple(rounds)
    return replace(t, results=tuple(results))


def changed(number: int, round: int, **changes: Any) -> Fault:
    return lambda t: cell(t, number, round, t.round_of(number, round)._replace(**changes))


def rematch(t: Tournament) -> Tournament:
    """Players 1 and x meet in round 2 as they did in round 1; their opponents of round 2 play each other."""
    one, first = 1, t.round_of(1, 1)
    other = first.opponent
    assert other is not None
    mine, theirs = t.round_of(one, 2).opponent, t.round_of(other, 2).opponent
    assert mine is not None and theirs is not None
    for a, b in ((one, other), (mine, theirs)):
        t = cell(t, a, 2, PlayerRound(2, b, Colour.WHITE, Outcome.DRAW))
        t = cell(t, b, 2, PlayerRound(2, a, Colour.BLACK, Outcome.DRAW))
    return t


def byes(*places: tuple[int, int]) -> Fault:
    def fault(t: Tournament) -> Tournament:
        for number, round in places:
            t = cell(t, number, round, PlayerRound(round, None, None, Outcome.PAIRING_BYE))
        return t

    return fault


def same_colour(t: Tournament) -> Tournament:
    for round in (1, 2, 3):
        opponent = t.round_of(1, round).opponent
        assert opponent is not None
        t = changed(1, round, colour=Colour.WHITE)(t)
        t = changed(opponent, round, colour=Colour.BLACK)(t)
    return t


def idle(t: Tournament) -> Tournament:
    extra = Player(number=31, name="Nadie, Ana", sex=Sex.FEMALE, federation="MEX", fide_id="99", birth="1999")
    return replace(t, players=(*t.players, extra), results=(*t.results, ()), info=replace(t.info, stated_players="31"))


def both_win(t: Tournament) -> Tournament:
    opponent = t.round_of(1, 1).opponent
    assert opponent is not None
    return changed(opponent, 1, outcome=Outcome.WIN)(changed(1, 1, outcome=Outcome.WIN)(t))


def upside_down(t: Tournament) -> Tournament:
    return replace(t, players=tuple(replace(p, stated_rank=31 - (p.stated_rank or 0)) for p in t.players))


FAULTS: list[tuple[Check, Fault]] = [
    (Check.NAME, head(name=" ")),
    (Check.CITY, head(city="")),
    (Check.EVENT_FEDERATION, head(federation="Mexico")),
    (Check.START, head(start="soon")),
    (Check.END, head(end="2026/02/31")),
    (Check.DATES, head(start="2026/03/10", end="2026/03/02")),
    (Check.ROUND_DATES, head(round_dates=("2026/03/02",) * 8)),
    (Check.ROUND_DATES, head(round_dates=(*("2026/03/03",) * 8, "2026/04/01"))),
    (Check.ROUND_DATES, head(round_dates=("2026/03/05", *("2026/03/04",) * 8))),
    (Check.ARBITER, head(chief_arbiter="")),
    (Check.TIME_CONTROL, head(time_control="", encoded_time_control="")),
    (Check.TIME_CONTROL, head(time_control="as usual", encoded_time_control="")),
    (Check.PLAYER_COUNT, head(stated_players="64")),
    (Check.RATING_RULES, head(time_control="90+30", encoded_time_control="", round_dates=("2026/03/03",) * 9)),
    (Check.NUMBERS, player(30, number=77)),
    (Check.FIDE_ID, player(4, fide_id="")),
    (Check.FIDE_ID_FORM, player(4, fide_id="MEX-12")),
    (Check.SAME_FIDE_ID, player(4, fide_id="90000000")),
    (Check.FEDERATION, player(4, federation="SPA")),
    (Check.FEDERATION, player(4, federation="")),
    (Check.BIRTH, player(4, birth="1990/13/40")),
    (Check.BIRTH, player(4, birth="2027")),
    (Check.SEX, player(4, sex=Sex.UNKNOWN)),
    (Check.NAME_LONG, player(4, name="Fernández de Villaverde y Torrejón, María de los Ángeles")),
    (Check.NAME_LETTERS, player(4, name="Li \U00010920, Ming")),
    (Check.TITLE, player(4, title=Title.WGM, sex=Sex.MALE)),
    (Check.NAME_MISSING, player(4, name="")),
    (Check.RATING, player(4, rating=5200)),
    (Check.RANK, player(1, stated_rank=None)),
    (Check.RANK, upside_down),
    (Check.OPPONENT, changed(1, 1, opponent=99)),
    (Check.MUTUAL, changed(1, 1, opponent=2)),
    (Check.COLOUR, lambda t: changed(1, 1, colour=t.round_of(t.round_of(1, 1).opponent or 0, 1).colour)(t)),
    (Check.RESULT, both_win),
    (Check.UNFINISHED, changed(1, 9, outcome=Outcome.PENDING)),
    (Check.REMATCH, rematch),
    (Check.TWO_BYES, byes((1, 4), (2, 4))),
    (Check.SECOND_BYE, byes((1, 4), (1, 6))),
    (Check.COLOURS, same_colour),
    (Check.ROUNDS, lambda t: replace(t, planned_rounds=11)),
    (Check.NO_GAMES, idle),
    (Check.POINTS, player(4, stated_points=Points(85))),
]  # fmt: skip


def test_a_good_file_passes(good: Tournament) -> None:
    assert preflight(good) == []


@pytest.mark.parametrize("version", [16, 26])
def test_a_good_file_still_passes_after_writing_and_reading(good: Tournament, version: int) -> None:
    again = trf.parse(trf.write(good, version=version), strict=True).tournament
    assert preflight(again) == []


@pytest.mark.parametrize(("kind", "fault"), FAULTS, ids=[f"{i}-{kind.name}" for i, (kind, _f) in enumerate(FAULTS)])
@pytest.mark.parametrize("lang", ["en", "es"])
def test_a_seeded_fault_is_found_and_said_with_its_rule(kind: Check, fault: Fault, lang: str, good: Tournament) -> None:
    with speaking(lang):
        found = preflight(fault(good))
    assert kind in {finding.kind for finding in found}
    assert all(finding.text and finding.rule for finding in found)


def test_more_than_twenty_kinds_are_seeded() -> None:
    assert len({kind for kind, _fault in FAULTS}) >= 30
    assert {kind for kind, _fault in FAULTS} | {Check.SAME_NAME} == set(Check)


def test_namesakes_are_a_warning_only(good: Tournament) -> None:
    same = player(4, name=good.player(5).name)(good)
    assert [(f.kind, f.error) for f in preflight(same)] == [(Check.SAME_NAME, False)]


def test_an_empty_tournament_is_checked_too() -> None:
    assert Check.NAME in {f.kind for f in preflight(Tournament(players=(), results=(), info=Info()))}


def test_the_check_is_a_paper_too(swiss: State, in_play: State) -> None:
    assert pdf.has(make(Context(swiss, snapshot(swiss)), "check").data, "The report can be sent")
    assert pdf.has(make(Context(in_play, snapshot(in_play)), "check").data, "games have no final result")
