"""The national system of 1974."""

from __future__ import annotations

from datetime import date
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbitro.errors import ArbitroError
from arbitro.model import Points
from arbitro.ratings import club, ladder


@given(st.integers(800, 2400), st.integers(800, 2400), st.sampled_from([0, 5, 10]), st.sampled_from([20, 30, 45]))
def test_what_one_wins_the_other_loses(mine: int, theirs: int, score: int, k: int) -> None:
    won = club.change_per_game(mine, k, [theirs], Points(score)).change
    lost = club.change_per_game(theirs, k, [mine], Points(10 - score)).change
    assert won == -lost


@given(st.integers(0, 900), st.sampled_from([15, 25, 30, 45, 20]))
def test_a_challenge_stakes_k_in_all(difference: int, k: int) -> None:  # MAT-3, MAT-5
    stake = ladder.points(difference, k)
    assert abs(stake.higher_wins + stake.lower_wins - k) <= 1
    assert stake.higher_wins <= stake.lower_wins + 1
    assert 0 <= stake.draw <= k / 2 + 1


def test_a_field_needs_three_rated_players() -> None:  # RAT-4
    with pytest.raises(ArbitroError, match="at least 3"):
        club.field_mean(10, [(2000, Points(50)), (1900, Points(40))])


def test_a_score_of_nothing_or_everything_has_no_performance() -> None:
    with pytest.raises(ArbitroError, match="0 %"):
        club.performance(1800, Points(0), 5)
    with pytest.raises(ArbitroError, match="100 %"):
        club.performance(1800, Points(50), 5)


def test_a_team_is_rated_by_its_mean() -> None:  # TEA-2
    assert club.team_rating([2000, 1900, 1801]) == Fraction(5701, 3)
    with pytest.raises(ArbitroError):
        club.team_rating([])


def test_the_ladder_is_climbed_rung_by_rung() -> None:  # MAT-1
    rungs = [("A", 2000), ("B", 1900), ("C", 1850), ("D", 1790)]
    refused = ladder.challenge_refused
    assert refused(rungs, "D", "C") is None
    assert refused(rungs, "D", "B") is ladder.Refusal.SOMEBODY_FREE_BETWEEN
    assert refused(rungs, "D", "B", busy=frozenset({"C"})) is None
    assert refused(rungs, "D", "C", busy=frozenset({"C"})) is ladder.Refusal.BUSY
    assert refused(rungs, "C", "D") is ladder.Refusal.NOT_ABOVE
    assert refused([("A", 2050), ("B", 1800)], "B", "A") is ladder.Refusal.TOO_FAR


def test_a_rematch_waits_two_months() -> None:  # MAT-4
    rungs = [("A", 1900), ("B", 1850)]
    lost = date(1974, 9, 15)
    assert ladder.challenge_refused(rungs, "B", "A", lost_on=lost, today=date(1974, 11, 14)) is ladder.Refusal.TOO_SOON
    assert ladder.challenge_refused(rungs, "B", "A", lost_on=lost, today=date(1974, 11, 15)) is None


@pytest.mark.parametrize(
    ("games", "outcome"),
    [
        ("", ladder.Ending.GOES_ON),
        ("L", ladder.Ending.GOES_ON),
        ("D", ladder.Ending.GOES_ON),
        ("H", ladder.Ending.HIGHER_WINS),
        ("DD", ladder.Ending.DRAWN),
        ("DL", ladder.Ending.LOWER_WINS),
        ("DH", ladder.Ending.HIGHER_WINS),
        ("LH", ladder.Ending.DRAWN),
    ],
)
def test_a_match_of_two_games(games: str, outcome: ladder.Ending) -> None:  # MAT-2
    assert ladder.match_outcome(list(games)) is outcome


def test_the_worksheet_rates_the_unrated_by_their_performance() -> None:  # RAT-10
    entries = [("A", 2200, Points(35)), ("B", 2100, Points(30)), ("C", 2000, Points(20)), ("D", None, Points(15)),
               ("E", None, Points(0 + 5))]  # fmt: skip
    sheet = club.worksheet(entries)
    rows = {row.player: row for row in sheet.rows}
    assert rows["D"].new_rating == rows["D"].performance
    assert rows["D"].change is None
    assert rows["A"].new_rating == 2200 + round(rows["A"].change or 0)
