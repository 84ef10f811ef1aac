"""Rounding to whole numbers, exactly, in the one place where everybody rounds.

half_up          2½ -> 3   -2½ -> -2   ratings, averages, percentages
half_away        2½ -> 3   -2½ -> -3   rating changes: both sides of a game agree
half_dropped     2½ -> 2   -2½ -> -2   differences of the national system of 1974
mean_half_up     half_up of a total divided by a count, without a fraction on the way
"""

from __future__ import annotations

from fractions import Fraction


def mean_half_up(total: int, count: int) -> int:
    """A total divided by a (positive) count, to the nearest whole number, half up."""
    return (2 * total + count) // (2 * count)


def half_up(value: Fraction | int) -> int:
    """The nearest whole number, half up."""
    return mean_half_up(value.numerator, value.denominator)


def half_away(value: Fraction | int) -> int:
    """The nearest whole number, half away from zero."""
    return half_up(value) if value >= 0 else -half_up(-value)


def half_dropped(value: Fraction | int) -> int:
    """The nearest whole number, half towards zero."""
    return -half_up(-value) if value >= 0 else half_up(value)
