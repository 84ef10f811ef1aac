"""B.02 1 to 3: time controls."""

from __future__ import annotations

import pytest

from arbitro.model import RatingList
from arbitro.model.time_control import simple
from arbitro.model.time_text import parse
from arbitro.ratings.time_control import MAX_DAY, daily_play, first_control_ok, time_class


@pytest.mark.parametrize(
    ("minutes", "expected"),
    [
        (3, None),
        (4, RatingList.BLITZ),
        (10, RatingList.BLITZ),
        (11, RatingList.RAPID),
        (59, RatingList.RAPID),
        (60, RatingList.STANDARD),
    ],
)
def test_the_list_of_a_rate_of_play(minutes: int, expected: RatingList | None) -> None:
    assert time_class(minutes) is expected


def test_twelve_hours_a_day_are_allowed_and_a_minute_more_is_not() -> None:  # 3.1
    assert daily_play(simple(180), 2).minutes_per_day == MAX_DAY
    assert daily_play(simple(180), 2).allowed
    assert not daily_play(simple(181), 2).allowed


def test_a_first_control_of_29_moves_is_too_short() -> None:  # 1.2
    short, long = parse("29/5400:1800"), parse("30/5400:1800")
    assert short is not None and not first_control_ok(short)
    assert long is not None and first_control_ok(long)
