"""B.02 1 to 3: time controls."""

from __future__ import annotations

import pytest

from arbitro.model import RatingList
from arbitro.ratings.time_control import MAX_DAY, daily_play, parse, simple, time_class


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("5400+30", 120),
        ("40/5400+30:1800+30", 150),
        ("40/7200:20/3600:900+30", 195),  # an increment from move 61 on does not count in 60 moves
        ("40/6000+30,1800+30", 160),
        ("90+30", 120),
        ("3+2", 5),
        ("90 min + 30 sec", 120),
        ("90'+30\"", 120),
        ("15 minutos + 10 segundos", 25),
        ("1 h 30 min + 30 s", 120),
        ("90 min / 40 moves + 30 min, 30 sec per move", 150),
        ("G/60 moves", None),
        ("", None),
        ("rapid", None),
    ],
)
def test_time_controls_as_files_have_them(text: str, minutes: int | None) -> None:
    found = parse(text)
    assert (found.minutes if found else None) == minutes


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
    assert short is not None and not short.first_control_ok
    assert long is not None and long.first_control_ok
