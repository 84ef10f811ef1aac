"""The arbiter's worksheets that stand beside the prizes: points over expectation, and the clock check.

    surplus       W - We: points scored less points expected against the opponents' average (table 8.1.2), or by game
    clock_check   do the two clocks of a board add up to what they should?

With an increment, every full move adds twice the increment to the pair of clocks; taking that out leaves the starting
time less the time elapsed. A deviation of more than two minutes calls for a look at the clock.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from arbitro.model.rating_tables import expected_hundredths
from arbitro.model.rounding import half_up

TOLERANCE = 2  # minutes


@dataclass(frozen=True, slots=True)
class Surplus:
    """Points scored and points expected."""

    points: Fraction
    expected: Fraction

    @property
    def difference(self) -> Fraction:
        return self.points - self.expected


def surplus(rating: int, average: Fraction, games: int, points: Fraction) -> Surplus:
    """W - We with We = games times the expectation against the average of the opponents in whole points, half up."""
    return Surplus(points, games * Fraction(expected_hundredths(rating - half_up(average)), 100))


def surplus_by_game(rating: int, opponents: Sequence[int], points: Fraction) -> Surplus:
    """W - We with the expectation of every single game added up."""
    return Surplus(points, Fraction(sum(expected_hundredths(rating - opponent) for opponent in opponents), 100))


@dataclass(frozen=True, slots=True)
class ClockReading:
    """The minutes on both clocks of a board, the number of the last move, and minutes added by passed controls."""

    board: int
    white: Fraction
    black: Fraction
    move: int
    added: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class ClockLine:
    """A line of the worksheet."""

    board: int
    total: Fraction
    difference: Fraction
    check: bool  # has the clock to be looked at?


def expected_difference(base_minutes: Fraction, elapsed_minutes: Fraction) -> Fraction:
    """What both clocks should show together once the increments are taken out."""
    return 2 * base_minutes - elapsed_minutes


def minutes_between(start: str, check: str) -> int:
    """Minutes from one time of day to another, past midnight if need be.

    >>> minutes_between("18:00", "18:30"), minutes_between("23:50", "00:20")
    (30, 30)
    """
    first, second = ((int(h) * 60 + int(m)) for h, m in (time.split(":")[:2] for time in (start, check)))
    return (second - first) % (24 * 60)


def clock_check(expected: Fraction, increment_seconds: int, readings: Sequence[ClockReading]) -> list[ClockLine]:
    """The worksheet: total, difference and alarm of every board."""
    lines = []
    for reading in readings:
        total = reading.white + reading.black
        difference = total - reading.added - Fraction(reading.move * 2 * increment_seconds, 60)
        lines.append(ClockLine(reading.board, total, difference, abs(difference - expected) > TOLERANCE))
    return lines
