"""B.02 8.3: the change of a rated player."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbitro.errors import ArbitroError
from arbitro.model import Points, RatingList
from arbitro.model.rating_tables import expected_hundredths, pd_row_starts
from arbitro.ratings import Cap, RatedGame, event_change, limited_k, period_change, rules_of
from arbitro.ratings.change import KReason, capped_differences, development, rounded, sheet
from arbitro.ratings.rules import RULES, Half

ratings = st.integers(1000, 2900)
scores = st.sampled_from([Points(0), Points(5), Points(10)])
games = st.lists(st.builds(RatedGame, ratings, scores), min_size=1, max_size=15)


@given(ratings, ratings, scores, st.sampled_from([10, 20, 40]), st.sampled_from([Cap.ALL, Cap.NONE]))
def test_what_one_player_wins_the_other_loses_with_equal_k(
    mine: int, theirs: int, score: int, k: int, cap: Cap
) -> None:
    rules = rules_of("2024")
    won, _ = event_change(rules, mine, k, [RatedGame(theirs, Points(score))], cap=cap)
    lost, _ = event_change(rules, theirs, k, [RatedGame(mine, Points(10 - score))], cap=cap)
    assert won.exact + lost.exact == 0
    assert won.rounded + lost.rounded == 0  # half away from zero keeps the sum


@given(
    ratings, games, st.integers(0, 14), st.integers(1, 600), st.sampled_from([Cap.ONCE_FAVOURABLE, Cap.ALL, Cap.NONE])
)
def test_a_stronger_opponent_never_lowers_the_gain(
    rating: int, played: list[RatedGame], which: int, more: int, cap: Cap
) -> None:
    which %= len(played)
    stronger = list(played)
    stronger[which] = RatedGame(played[which].opponent + more, played[which].score)
    before = sum(line.delta for line in sheet(rating, played, cap))
    after = sum(line.delta for line in sheet(rating, stronger, cap))
    assert after >= before


@given(ratings, games, st.sampled_from(list(Cap)), st.randoms())
def test_the_order_of_games_does_not_matter(rating: int, played: list[RatedGame], cap: Cap, dice: object) -> None:
    shuffled = list(played)
    dice.shuffle(shuffled)  # type: ignore[attr-defined]
    assert sum(x.delta for x in sheet(rating, played, cap)) == sum(x.delta for x in sheet(rating, shuffled, cap))


@given(st.lists(st.integers(-1500, 1500), max_size=12))
def test_the_400_point_rule_helps_once_at_most(differences: list[int]) -> None:  # 8.3.1
    capped = capped_differences(differences, Cap.ONCE_FAVOURABLE)
    helped = [d for d, used in zip(differences, capped, strict=True) if used < d]
    assert len(helped) <= 1
    assert all(used >= -400 for used in capped)
    assert not helped or helped[0] == max(differences)


def test_equal_greatest_differences_are_capped_once() -> None:
    assert sorted(capped_differences([500, 500, 500], Cap.ONCE_FAVOURABLE)) == [400, 500, 500]


@pytest.mark.parametrize("first", pd_row_starts()[1:])
def test_the_table_changes_exactly_at_its_boundaries(first: int) -> None:  # 8.1.2
    assert expected_hundredths(first) - expected_hundredths(first - 1) == 1
    assert expected_hundredths(-first) + expected_hundredths(first) == 100


def test_from_2650_the_real_difference_counts_on_the_standard_list_only() -> None:  # October 2025
    game = [RatedGame(2100, Points(10))]
    rules = rules_of("2025")
    for rating, rating_list, used in (
        (2650, RatingList.STANDARD, 550),
        (2649, RatingList.STANDARD, 400),
        (2650, RatingList.RAPID, 400),
    ):
        _, (line,) = event_change(rules, rating, 10, game, rating_list=rating_list)
        assert line.used == used


@pytest.mark.parametrize(
    ("rating", "highest", "played", "born", "k", "reason"),
    [
        (2399, 0, 29, 1980, 40, KReason.NEW),
        (2399, 0, 30, 1980, 20, KReason.NORMAL),
        (2400, 0, 3, 2010, 10, KReason.STRONG),
        (1500, 2400, 3, 2010, 10, KReason.STRONG),
        (2299, 0, 30, 2005, 40, KReason.JUNIOR),
        (2299, 0, 30, 2004, 20, KReason.NORMAL),
        (2300, 0, 30, 2010, 20, KReason.NORMAL),
    ],
)
def test_k(rating: int, highest: int, played: int, born: int, k: int, reason: KReason) -> None:  # 8.3.3
    found = development(rules_of("2022"), rating, published_max=highest, games=played, birth_year=born, year=2023)
    assert (found.k, found.reason) == (k, reason)


def test_a_junior_who_once_had_2300_loses_k_40_for_good_since_2024() -> None:
    facts = {"published_max": 2310, "games": 100, "birth_year": 2010, "year": 2024}
    assert development(rules_of("2022"), 2250, **facts).k == 40
    assert development(rules_of("2024"), 2250, **facts).k == 20


@given(st.sampled_from([10, 20, 40]), st.integers(0, 200))
def test_k_times_games_is_at_most_700_and_k_no_smaller_than_need_be(k: int, played: int) -> None:
    found = limited_k(rules_of("2022"), k, played)
    assert found * played <= 700
    assert found == k or (found + 1) * played > 700


@given(st.fractions(min_value=-200, max_value=200))
def test_rounding_moves_by_half_a_point_at_most(change: Fraction) -> None:  # 8.3.4
    for half in Half:
        assert abs(rounded(change, half) - change) <= Fraction(1, 2)


def test_a_period_is_rounded_once_not_event_by_event() -> None:
    events = [(3, 12), (3, 12), (3, 12)]  # 2.4 + 2.4 + 2.4
    assert period_change(rules_of("2022"), 1500, 20, events).rounded == 7


def test_under_the_floor_a_player_is_unrated() -> None:  # 7.2.1
    assert not period_change(rules_of("2022"), 1004, 20, [(1, -50)]).listed
    assert period_change(rules_of("2022"), 1004, 20, [(1, -20)]).listed


def test_editions_are_named_with_or_without_their_month() -> None:
    assert rules_of("2024-03") is rules_of("2024") is RULES["2024"]
    assert rules_of("2024-04") is RULES["2024"]  # a month in its reign
    for wrong in ("2021", "", "club", "blue"):
        with pytest.raises(ArbitroError, match="is not an edition; there are 2022, 2024, 2025"):
            rules_of(wrong)


def test_the_sheet_of_a_seven_round_swiss() -> None:  # 8.3.2, the sample examination's question on a change
    games = [(2095, 10), (2254, 10), (2415, 5), (2488, 0), (2310, 10), (2570, 5), (2673, 5)]
    total, lines = event_change(rules_of("2022"), 2460, 10, [RatedGame(r, Points(score)) for r, score in games])
    assert [line.delta for line in lines] == [10, 24, -6, -46, 30, 15, 27]
    assert (total.delta, total.exact, total.new_rating) == (54, Fraction(27, 5), 2465)
