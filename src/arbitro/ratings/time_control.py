"""Time controls: which list a rate of play belongs to, and whether a game under it may be rated.

    article            function
    B.02 1.1 rapid     time_class         60-move time: blitz up to 10 minutes, rapid under 60, standard from 60
    B.02 1.1           enough_time        standard: 60, 90 or 120 minutes by the higher of the two ratings
    B.02 1.2           first_control_ok   a first control of a fixed number of moves has at least 30
    B.02 3.1           daily_play         standard: at most 12 hours a day, games taken as 60 moves
    B.02 3.1 rapid     rounds_per_day_ok  at most 15 rapid, 30 blitz rounds a day

Not here: the time control itself and how it is written (`model.time_control`), the clock (`laws`).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from arbitro.model import RatingList
from arbitro.model import time_control as play
from arbitro.model.time_control import TimeControl

TOO_FAST = 3  # minutes for 60 moves that no list takes
MAX_DAY = 12 * 60
MAX_ROUNDS = {RatingList.RAPID: 15, RatingList.BLITZ: 30}
MIN_FIRST_CONTROL = 30


def time_class(minutes: Fraction | int) -> RatingList | None:
    """The list for a 60-move time in minutes (1.1 of the rapid and blitz text); None: too fast for any."""
    return None if minutes <= TOO_FAST else play.time_class(minutes)


def first_control_ok(control: TimeControl) -> bool:
    """1.2: a first control with a number of moves has at least 30."""
    moves = control.first_control
    return moves is None or moves >= MIN_FIRST_CONTROL


def minimum_minutes(white_rating: int, black_rating: int) -> int:
    """1.1: what a standard game needs, by the higher rating; an unrated player (0) asks for no more than the least."""
    higher = max(white_rating, black_rating)
    return 120 if higher >= 2400 else 90 if higher >= 1800 else 60


def enough_time(minutes: Fraction | int, white_rating: int, black_rating: int) -> bool:
    """1.1: may this game be rated as standard?"""
    return minutes >= minimum_minutes(white_rating, black_rating)


@dataclass(frozen=True, slots=True)
class DailyPlay:
    """How long a day of standard play is, and whether that is allowed."""

    minutes_per_day: Fraction
    allowed: bool


def daily_play(control: TimeControl, rounds_per_day: int, highest_rating: int = 0) -> DailyPlay:
    """1.1, 1.2, 3.1: may this schedule be rated as standard?"""
    minutes = control.minutes
    day = 2 * minutes * rounds_per_day
    allowed = day <= MAX_DAY and first_control_ok(control) and enough_time(minutes, highest_rating, 0)
    return DailyPlay(day, allowed)


def rounds_per_day_ok(rating_list: RatingList, rounds: int) -> bool:
    """3.1 of the rapid and blitz text; standard play is limited by hours instead."""
    return rounds <= MAX_ROUNDS.get(rating_list, rounds)
