"""Rounding: exact, and each half where its rule sends it."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from arbitro.model.rounding import half_away, half_dropped, half_up, mean_half_up

HALF = Fraction(1, 2)


def test_halves_go_where_each_rule_sends_them() -> None:
    values = (Fraction(5, 2), Fraction(-5, 2))
    assert [half_up(v) for v in values] == [3, -2]
    assert [half_away(v) for v in values] == [3, -3]
    assert [half_dropped(v) for v in values] == [2, -2]


@given(st.fractions(-3000, 3000, max_denominator=400))
def test_the_result_is_a_nearest_whole_number(value: Fraction) -> None:
    for rounded in (half_up(value), half_away(value), half_dropped(value)):
        assert abs(rounded - value) <= HALF
    assert half_away(-value) == -half_away(value) and half_dropped(-value) == -half_dropped(value)


@given(st.integers(-(10**6), 10**6), st.integers(1, 500))
def test_a_mean_is_rounded_as_its_fraction(total: int, count: int) -> None:
    assert mean_half_up(total, count) == half_up(Fraction(total, count))
