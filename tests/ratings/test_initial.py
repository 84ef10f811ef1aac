"""B.02 8.2, 7.1.4 and the lists."""

from __future__ import annotations

from datetime import date, timedelta

from hypothesis import given
from hypothesis import strategies as st

from arbitro.model import Points, RatingList
from arbitro.ratings import initial_rating, performance, rules_of, rules_on
from arbitro.ratings.initial import UnratedResult, pooled, rating_used
from arbitro.ratings.lists import (
    Registration,
    active,
    last_list,
    list_for_event,
    list_in_force,
    registered_in_time,
    registration_days,
)

days = st.dates(date(2000, 1, 1), date(2030, 12, 31))


def test_fifty_percent_is_the_average_of_the_opponents() -> None:
    found = initial_rating(rules_of("2022"), 6, 6 * 1700, Points(30))
    assert found is not None and found.rating == 1700


def test_a_later_event_without_a_point_counts() -> None:  # 8.2.1 speaks of the first only
    events = [
        UnratedResult(date(2022, 1, 10), (1500, 1500, 1500), Points(15)),
        UnratedResult(date(2022, 3, 10), (1500, 1500), Points(0)),
    ]
    pool = pooled(rules_of("2022"), events)
    assert pool.without_a_point == ()
    assert pool.rating is not None and pool.rating.games == 5


def test_the_first_event_without_a_point_is_thrown_away_whatever_the_order_given() -> None:
    events = [
        UnratedResult(date(2022, 3, 10), (1500,) * 5, Points(25)),
        UnratedResult(date(2022, 1, 10), (2000,) * 5, Points(0)),
    ]
    pool = pooled(rules_of("2022"), events)
    assert pool.without_a_point == (1,)
    assert pool.rating is not None and pool.rating.rating == 1500


@given(st.lists(st.integers(1000, 2800), min_size=1, max_size=20), st.integers(0, 40))
def test_one_more_half_point_never_lowers_a_first_rating_of_2024(opponents: list[int], halves: int) -> None:
    n = len(opponents)
    halves = min(halves, 2 * n - 1)
    rules = rules_of("2024")
    less = initial_rating(rules, n, sum(opponents), Points(5 * halves))
    more = initial_rating(rules, n, sum(opponents), Points(5 * halves + 5))
    assert less is not None and more is not None
    assert less.rating <= more.rating <= 2200


def test_a_performance_needs_a_game() -> None:
    assert performance([], Points(0)) is None
    found = performance([2400, 2500], Points(20))
    assert found is not None and found.rating == 2450 + 800


def test_a_standard_rating_stands_in_for_a_missing_rapid_one() -> None:
    assert rating_used({RatingList.STANDARD: 1830}, RatingList.RAPID) == 1830
    assert rating_used({RatingList.STANDARD: 1830, RatingList.RAPID: 1700}, RatingList.RAPID) == 1700
    assert rating_used({RatingList.BLITZ: 1700}, RatingList.RAPID) == 0


@given(days, st.booleans())
def test_an_event_is_rated_in_the_first_list_that_closes_after_it(end: date, official: bool) -> None:  # 7.1.3
    found = list_for_event(end, official=official)
    assert found.day == 1
    assert end <= found - timedelta(days=1 if official else 3)
    assert (found - end).days <= 34


@given(days)
def test_the_third_list_is_the_last_chance(end: date) -> None:  # 9.1
    last = last_list(end)
    assert list_for_event(end, official=True) <= last.list_date
    assert 59 <= (last.list_date - end).days <= 92


@given(days)
def test_the_list_in_force_is_that_of_the_month(start: date) -> None:
    assert list_in_force(start) == start.replace(day=1)


def test_registration() -> None:  # 0.2
    start = date(2024, 6, 10)
    assert registered_in_time(start, date(2024, 6, 7), 3) is Registration.IN_TIME
    assert registered_in_time(start, date(2024, 6, 7), 3, hybrid=True) is Registration.SOON_FOR_HYBRID
    assert registered_in_time(start, date(2024, 6, 8), 3) is Registration.NEEDS_APPROVAL
    assert registration_days(highest=2701) == 30
    assert registration_days(highest=2701, start=date(2023, 11, 30)) == 3


def test_activity() -> None:  # 7.2.2
    assert active(date(2022, 6, 1), date(2023, 6, 1))
    assert not active(date(2022, 5, 31), date(2023, 6, 1))
    assert not active(None, date(2023, 6, 1))


def test_the_edition_follows_the_start_of_the_event() -> None:  # 0.1
    for start, edition in (
        (date(2021, 5, 1), "2022"),
        (date(2024, 2, 29), "2022"),
        (date(2024, 3, 1), "2024"),
        (date(2025, 10, 1), "2025"),
    ):
        assert rules_on(start).edition == edition
