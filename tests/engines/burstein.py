"""Burstein as its texts tell it: every combination in its order (C.04.4.2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple


class Row(NamedTuple):
    """One combination: pairs of places and who floats."""

    pairs: tuple[tuple[int, int], ...]
    floater: int | None = None


def rows(places: Sequence[int]) -> Iterator[Row]:
    """6.2, 6.4: all combinations in order of priority: the first meets the last, then the one before …; he floats last.

    >>> next(rows([1, 2, 3, 4, 5]))
    Row(pairs=((1, 5), (2, 4)), floater=3)
    """
    if not places:
        yield Row(())
        return
    first, others = places[0], places[1:]
    for i in range(len(others) - 1, -1, -1):
        for row in rows([*others[:i], *others[i + 1 :]]):
            yield Row(((first, others[i]), *row.pairs), row.floater)
    if len(places) % 2:
        for row in rows(others):
            if row.floater is None:
                yield Row(row.pairs, first)


def rows_2026(players: int, pairs: int) -> Iterator[list[tuple[int, int]]]:
    """All pairings of a bracket in order: the opponent of 1, largest first, then of 2 …; 0 stands for floating.

    >>> next(rows_2026(4, 1))
    [(1, 4), (2, 0), (3, 0)]
    """

    def extend(free: list[int], floats: int) -> Iterator[list[tuple[int, int]]]:
        if not free:
            yield []
            return
        first, others = free[0], free[1:]
        if len(free) > floats:
            for partner in reversed(others):
                for rest in extend([x for x in others if x != partner], floats):
                    yield [(first, partner), *rest]
        if floats:
            for rest in extend(others, floats - 1):
                yield [(first, 0), *rest]

    return extend(list(range(1, players + 1)), players - 2 * pairs)
