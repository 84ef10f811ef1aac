"""What can happen to a player in a round, and what it is worth."""

from __future__ import annotations

import pytest

from arbitro.model import Colour, Outcome, Points, Scoring

GAMES = [o for o in Outcome if o.played]
BYES = [Outcome.PAIRING_BYE, Outcome.FULL_BYE, Outcome.HALF_BYE, Outcome.ZERO_BYE, Outcome.ABSENT]


def test_a_bye_has_no_opponent_and_is_not_played():
    for outcome in BYES:
        assert not outcome.has_opponent and not outcome.played and not outcome.rated


def test_only_over_the_board_games_of_a_move_or_more_are_rated():
    assert {o for o in Outcome if o.rated} == {
        Outcome.WIN, Outcome.DRAW, Outcome.LOSS,
        Outcome.ADJUDICATED_WIN, Outcome.ADJUDICATED_DRAW, Outcome.ADJUDICATED_LOSS,
    }  # fmt: skip


def test_a_forfeit_has_an_opponent_but_no_game():
    for outcome in (Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS):
        assert outcome.has_opponent and not outcome.played


def test_the_pairing_allocated_bye_is_not_asked_for():
    assert not Outcome.PAIRING_BYE.requested
    assert all(o.requested for o in (Outcome.FULL_BYE, Outcome.HALF_BYE, Outcome.ZERO_BYE, Outcome.ABSENT))


def test_voluntarily_unplayed_rounds():  # C.07 14.3
    assert {o for o in Outcome if o.voluntary_unplayed} == {
        Outcome.FORFEIT_LOSS, Outcome.HALF_BYE, Outcome.ZERO_BYE, Outcome.ABSENT
    }  # fmt: skip


@pytest.mark.parametrize("outcome", list(Outcome))
def test_the_opposite_of_the_opposite_is_the_outcome(outcome: Outcome):
    assert outcome.opposite.opposite is outcome
    assert outcome.opposite.played == outcome.played


@pytest.mark.parametrize(
    ("outcome", "tenths"),
    [
        (Outcome.WIN, 10), (Outcome.DRAW, 5), (Outcome.LOSS, 0), (Outcome.UNRATED_WIN, 10), (Outcome.UNRATED_DRAW, 5),
        (Outcome.UNRATED_LOSS, 0), (Outcome.ADJUDICATED_WIN, 10), (Outcome.ADJOURNED, 5), (Outcome.PENDING, 0),
        (Outcome.FORFEIT_WIN, 10), (Outcome.FORFEIT_LOSS, 0), (Outcome.PAIRING_BYE, 10), (Outcome.FULL_BYE, 10),
        (Outcome.HALF_BYE, 5), (Outcome.ZERO_BYE, 0), (Outcome.ABSENT, 0),
    ],
)  # fmt: skip
def test_the_usual_worth(outcome: Outcome, tenths: int):
    assert Scoring().points(outcome) == tenths


def test_three_one_nought():
    scoring = Scoring.of(Points(30), Points(10))
    assert [scoring.points(o) for o in (Outcome.WIN, Outcome.DRAW, Outcome.LOSS)] == [30, 10, 0]
    assert scoring.points(Outcome.PAIRING_BYE) == 30
    assert scoring.points(Outcome.HALF_BYE) == 10
    assert not scoring.is_standard


def test_a_bye_worth_half_a_point_leaves_the_scoring_standard():
    assert Scoring(pairing_bye=Points(5)).is_standard


def test_black_may_earn_other_points():
    scoring = Scoring(black_win=Points(15))
    assert scoring.points(Outcome.WIN, Colour.BLACK) == 15
    assert scoring.points(Outcome.WIN, Colour.WHITE) == 10
    assert scoring.points(Outcome.DRAW, Colour.BLACK) == 5


def test_colours():
    assert Colour.WHITE.other is Colour.BLACK
    assert Colour.WHITE.sign + Colour.BLACK.sign == 0
