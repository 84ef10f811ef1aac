"""Matches: when they are decided, what the ladder does, which games are rated."""

from __future__ import annotations

import pytest

from arbitro.errors import NoPairing, Refused
from arbitro.formats import finished, next_round
from arbitro.model import HALF, ONE, ZERO, Colour, Outcome, Plan, System
from arbitro.model.match import Played, games_between, main_leg, state
from arbitro.model.plan import BLITZ, LADDER, RAPID, SUDDEN_DEATH, Leg, TimeLimit
from tests.formats import BLACK_WINS, DRAW, PENDING, event, planned, play, strongest_wins


def games(*results: str) -> list[Played]:
    """Games between 1 and 2 with alternating colours; each result is that of the first player: 1, = or 0."""
    values = {"1": (ONE, ZERO), "=": (HALF, HALF), "0": (ZERO, ONE)}
    found = []
    for r, result in enumerate(results, 1):
        mine, theirs = values[result]
        if r % 2:
            found.append(Played(r, 1, 2, mine, theirs, True, result == "="))
        else:
            found.append(Played(r, 2, 1, theirs, mine, True, result == "="))
    return found


@pytest.mark.parametrize(
    ("length", "results", "winner", "decided_in"),
    [
        (2, "1", None, None),
        (2, "1=", 1, 2),
        (2, "10", None, None),
        (4, "11", None, None),
        (4, "11=", 1, 3),
        (4, "111", 1, 3),
        (6, "1==1", None, None),
        (6, "1==1=", 1, 5),
        (6, "000", None, None),
        (6, "0000", 2, 4),
        (12, "=" * 12, None, None),
        (12, "=" * 11 + "1", 1, 12),
        (1, "=", None, None),
        (1, "0", 2, 1),
    ],
)
def test_a_match_is_decided_when_the_lead_cannot_be_made_good(
    length: int, results: str, winner: int | None, decided_in: int | None
) -> None:
    now = state(1, 2, games(*results), (main_leg(length),))
    assert (now.winner, now.decided_in) == (winner, decided_in)
    assert now.exhausted is (winner is None and len(results) == length)


def test_the_ladder_is_climbed_leg_by_leg() -> None:
    legs = (main_leg(2), *LADDER)
    assert state(1, 2, games(*"1"), legs).leg == 0
    assert state(1, 2, games(*"10"), legs).leg == 1
    assert not state(1, 2, games(*"10"), legs).over
    assert state(1, 2, games(*"10=1"), legs).winner == 1  # rapid
    assert state(1, 2, games(*"10==10"), legs).winner is None
    assert state(1, 2, games(*"10====1"), legs).winner == 1  # sudden death, White wins
    assert state(1, 2, games(*"10====="), legs).winner == 2  # sudden death, a draw sends Black through
    assert state(1, 2, games(*"10====0"), legs).winner == 2


def test_a_ladder_without_sudden_death_may_end_level() -> None:
    now = state(1, 2, games(*"======"), (main_leg(2), RAPID, BLITZ))
    assert now.exhausted
    assert now.over
    assert now.loser is None


def test_ladders_are_data() -> None:
    four = Leg("blitz", 4, TimeLimit(5, 3))
    now = state(1, 2, games(*"==1=1"), (main_leg(2), four))
    assert now.winner == 1
    assert str(SUDDEN_DEATH.white) == "5+2 from move 61"
    assert str(TimeLimit(25, 10)) == "25+10"
    assert str(TimeLimit(4)) == "4"


def test_play_stops_when_the_match_is_decided() -> None:
    t = event(2, System.MATCH, planned_rounds=4)
    for _ in range(3):
        t = play(t, next_round(t), strongest_wins)
    with pytest.raises(NoPairing, match="over"):
        next_round(t)
    assert finished(t)
    assert [g.white for g in games_between(t, 1, 2)] == [1, 2, 1]


def test_a_decided_match_may_be_played_on() -> None:
    t = event(2, System.MATCH)
    plan = Plan(games=6, play_on=True)
    while not finished(planned(t, plan)):
        t = play(t, next_round(planned(t, plan)), strongest_wins)
    assert t.rounds_paired == 6
    assert state(1, 2, games_between(t, 1, 2), (main_leg(6),), play_on=True).decided_in == 4


def test_a_level_match_goes_to_the_ladder_if_there_is_one() -> None:
    t = event(2, System.MATCH, planned_rounds=2, first_colour=Colour.BLACK)
    plan = Plan(ladder=LADDER)
    first = next_round(planned(t, plan))
    assert first.pairs == ((2, 1),)
    for _ in range(2):
        t = play(t, next_round(planned(t, plan)), lambda w, b: DRAW)
    with pytest.raises(NoPairing):
        next_round(t)
    assert next_round(planned(t, plan)).pairs == ((2, 1),)


def test_a_match_waits_for_its_results() -> None:
    t = event(2, System.MATCH, planned_rounds=4)
    t = play(t, next_round(t), lambda w, b: PENDING)
    with pytest.raises(Refused, match="no result yet"):
        next_round(t)
    assert not finished(t)


def test_a_match_needs_two_players_and_a_length() -> None:
    with pytest.raises(Refused, match="2 players, not 3"):
        next_round(event(3, System.MATCH, planned_rounds=2))
    with pytest.raises(Refused, match="How many games"):
        next_round(event(2, System.MATCH))


def test_forfeits_count_as_games_of_the_match() -> None:
    t = event(2, System.MATCH, planned_rounds=2)
    t = play(t, next_round(t), lambda w, b: (Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS))
    t = play(t, next_round(t), lambda w, b: BLACK_WINS)
    assert finished(t)
    assert state(1, 2, games_between(t, 1, 2), (main_leg(2),)).winner == 1
