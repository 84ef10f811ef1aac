"""A series over several tournaments."""

from __future__ import annotations

from fractions import Fraction

from arbitro.standings.series import Finish, gains, series

FIRST = [Finish("ana", "Ana", 1, 40), Finish("bo", "Bo", 2, 30), Finish("cy", "Cy", 2, 30), Finish("di", "Di", 4, 10)]
SECOND = [Finish("bo", "Bo", 1, 45), Finish("ana", "Ana", 2, 35)]
THIRD = [Finish("ana", "Ana", 1, 20), Finish("di", "Di", 2, 15)]


def test_shared_places_share_their_points():
    assert gains(FIRST, (10, 6, 3)) == {"ana": 10, "bo": Fraction(9, 2), "cy": Fraction(9, 2), "di": 0}
    assert gains(FIRST)["bo"] == 3


def test_the_best_tournaments_count_and_equal_totals_share_a_rank():
    rows = series([FIRST, SECOND, THIRD], (10, 6, 3), best=2)
    assert [(row.rank, row.name, row.total) for row in rows] == [
        (1, "Ana", 20), (2, "Bo", Fraction(29, 2)), (3, "Di", 6), (4, "Cy", Fraction(9, 2)),
    ]  # fmt: skip
    assert (rows[0].gained, rows[0].counted) == ((10, 6, 10), {0, 2})
    assert rows[3].gained == (Fraction(9, 2), None, None)
    assert [row.rank for row in series([FIRST])] == [1, 2, 2, 4]
    assert series([]) == []
