"""Points are exact tenths."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbitro.model import Points, decimal, number, points, show


@pytest.mark.parametrize(
    ("written", "tenths"),
    [("4½", 45), ("½", 5), ("4.5", 45), ("4,5", 45), (".5", 5), ("0", 0), (4, 40), (0.1, 1), (Fraction(1, 2), 5)],
)
def test_points_as_people_write_them(written: str | int | float | Fraction, tenths: int):
    assert points(written) == tenths


@pytest.mark.parametrize("wrong", ["", "x", "1/3", "0.25", "½½"])
def test_what_is_no_number_of_tenths_is_refused(wrong: str):
    with pytest.raises(ValueError):
        points(wrong)


@given(st.integers(-9999, 9999))
def test_every_score_is_read_as_it_is_shown(tenths: int):
    value = Points(tenths)
    assert points(decimal(value)) == value
    assert points(number(value)) == value
    if tenths >= 0:
        assert points(show(value)) == value


@given(st.lists(st.sampled_from([0, 5, 10]), max_size=500))
def test_sums_are_exact(values: list[int]):
    assert sum(points(number(Points(v))) for v in values) == sum(values)
