"""The graph algorithms against trying everything."""

from __future__ import annotations

import inspect
import sys
from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st

from arbitro.matching.classes import duals
from arbitro.matching.first import transposition
from arbitro.matching.largest import FREE, Matching, bits, cheapest_perfect, maximum

EDGES = st.integers(1, 9).flatmap(
    lambda n: st.lists(st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)), max_size=n * n // 2).map(
        lambda edges: (n, [(a, b) for a, b in edges if a != b])
    )
)


def adjacency(n: int, edges: list[tuple[int, int]]) -> list[int]:
    rows = [0] * n
    for a, b in edges:
        rows[a] |= 1 << b
        rows[b] |= 1 << a
    return rows


def most_pairs(rows: list[int]) -> int:
    @cache
    def best(left: int) -> int:
        if not left:
            return 0
        v = left.bit_length() - 1
        rest = left & ~(1 << v)
        return max([best(rest), *(1 + best(rest & ~(1 << u)) for u in bits(rows[v] & rest))])

    return best((1 << len(rows)) - 1)


@settings(max_examples=300, deadline=None)
@given(EDGES)
def test_a_largest_matching_is_as_large_as_any(case: tuple[int, list[tuple[int, int]]]) -> None:
    rows = adjacency(*case)
    mate, left = maximum(rows)
    assert left == mate.count(FREE) == len(rows) - 2 * most_pairs(rows)
    assert all(m == FREE or (mate[m] == v and rows[v] >> m & 1) for v, m in enumerate(mate))


@settings(max_examples=150, deadline=None)
@given(EDGES)
def test_outer_vertices_are_those_that_some_largest_matching_leaves_free(
    case: tuple[int, list[tuple[int, int]]],
) -> None:
    rows = adjacency(*case)
    matching = Matching(rows)
    matching.grow()
    most = most_pairs(rows)
    for v in range(len(rows)):
        without = [row & ~(1 << v) if u != v else 0 for u, row in enumerate(rows)]
        assert bool(matching.outer >> v & 1) == (most_pairs(without) == most)


@settings(max_examples=300, deadline=None)
@given(
    st.integers(1, 4).flatmap(
        lambda half: st.lists(
            st.one_of(st.none(), st.integers(-9, 9)), min_size=half * (2 * half - 1), max_size=half * (2 * half - 1)
        ).map(lambda v: (2 * half, v))
    )
)
def test_the_cheapest_perfect_matching_is_the_cheapest(case: tuple[int, list[int | None]]) -> None:
    n, values = case
    cost: list[list[int | None]] = [[None] * n for _ in range(n)]
    given_values = iter(values)
    for a in range(n):
        for b in range(a):
            cost[a][b] = cost[b][a] = next(given_values)

    @cache
    def least(left: int) -> int | None:
        if not left:
            return 0
        v = left.bit_length() - 1
        totals = []
        for u in bits(left & ~(1 << v)):
            price, rest = cost[v][u], least(left & ~(1 << v | 1 << u))
            if price is not None and rest is not None:
                totals.append(price + rest)
        return min(totals, default=None)

    mate = cheapest_perfect(cost)
    expected = least((1 << n) - 1)
    if mate is None:
        assert expected is None
    else:
        assert sum(cost[v][m] or 0 for v, m in enumerate(mate)) == 2 * (expected or 0)
        assert expected is not None


@settings(max_examples=200, deadline=None)
@given(st.lists(st.integers(1, 31), min_size=1, max_size=4), st.integers(0, 1))
def test_a_transposition_is_the_first_of_all(rows: list[int], floaters: int) -> None:
    s1, s2 = list(range(len(rows))), list(range(len(rows), 2 * len(rows) + floaters))
    graph = [(row << len(rows)) & ((1 << (2 * len(rows) + floaters)) - 1) for row in rows] + [0] * len(s2)

    def first(i: int, free: list[int]) -> list[int] | None:
        if i == len(s1):
            return []
        for j in free:
            if graph[i] >> j & 1:
                rest = first(i + 1, [x for x in free if x != j])
                if rest is not None:
                    return [j, *rest]
        return None

    found = transposition(graph, s1, s2, floaters, (1 << 20) - 1)
    assert (found[0] if found else None) == first(0, s2)


def test_duals_bound_every_pair_of_classes() -> None:
    cost: list[list[int | None]] = [[10, 0, 3], [0, None, 1], [3, 1, 7]]
    solved = duals([4, 2, 2], cost)
    assert solved is not None
    values, flow = solved
    assert all(values[a] + values[b] <= 2 * c for a, row in enumerate(cost) for b, c in enumerate(row) if c is not None)
    total = sum(flow[a][b] * (cost[a][b] or 0) for a in range(3) for b in range(3))
    assert total == sum(n * y for n, y in zip([4, 2, 2], values, strict=True))


def test_blossoms_may_nest_deeper_than_calls() -> None:
    n = 202
    half = n // 2 - 1  # two sides that differ by two: one pair must cost, and every other vertex ends in one blossom
    cost: list[list[int | None]] = [
        [None if a == b else int((a < half) == (b < half)) for b in range(n)] for a in range(n)
    ]
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack(0)) + 80)
    try:
        mate = cheapest_perfect(cost)
    finally:
        sys.setrecursionlimit(limit)
    assert mate is not None and sum(cost[v][m] or 0 for v, m in enumerate(mate)) == 2
