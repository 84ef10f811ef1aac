"""Time controls: how they are written, the time for 60 moves, the class of play."""

from __future__ import annotations

import pytest

from arbitro.model import RatingList
from arbitro.model.time_control import Mode, Period, TimeControl, simple, time_class
from arbitro.model.time_text import parse, parse_encoded


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
    [(1, RatingList.BLITZ), (10, RatingList.BLITZ), (11, RatingList.RAPID), (59, RatingList.RAPID),
     (60, RatingList.STANDARD)],
)  # fmt: skip
def test_the_class_of_play(minutes: int, expected: RatingList) -> None:  # Laws A.1, B.1
    assert time_class(minutes) is expected


def test_the_laws_of_2009_called_less_than_15_minutes_blitz() -> None:
    assert time_class(14, 15, bound_is_blitz=False) is RatingList.BLITZ
    assert time_class(15, 15, bound_is_blitz=False) is RatingList.RAPID


def test_a_delay_counts_like_an_increment_and_is_told_apart() -> None:
    delay = parse_encoded("1500d10")
    assert delay is not None and delay.minutes == simple(25, 10).minutes
    assert delay.mode is Mode.DELAY and delay != simple(25, 10)


def test_the_first_control_is_where_main_time_is_added() -> None:
    assert simple(90, 30).first_control is None
    assert TimeControl((Period(20, 5400), Period(20, 0, 30), Period(None, 900, 30))).first_control == 40


def test_equal_periods_are_counted_one_by_one() -> None:
    period = Period(20, 1200, 30)
    assert TimeControl((period, period, period)).minutes == 90


@pytest.mark.parametrize(
    ("text", "encoded"), [("W5-B4", "W300-B240"), ("W300-B240", "W300-B240"), ("w5+2 - b4", "W300+2-B240")]
)
def test_different_times_are_read_and_written(text: str, encoded: str) -> None:  # TRF26 222
    control = parse(text)
    assert control is not None and control.encoded == encoded
    assert parse_encoded(encoded) == control
    assert [side.periods[0].seconds for side in control.sides] == [300, 240]


@pytest.mark.parametrize("text", ["W-B4", "W5-B", "W5-", "B4-W5"])
def test_half_a_control_is_none(text: str) -> None:
    assert parse_encoded(text) is None
