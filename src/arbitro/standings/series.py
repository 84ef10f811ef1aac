"""A series (Grand Prix) over several tournaments: each gives points by place or by score, and the best few count.

Those who share a place share the points of the places that they hold. No rulebook orders a series: its regulations say
which points there are and how many tournaments count.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Finish:
    """How somebody finished a tournament; `person` is the same in all of them."""

    person: str
    name: str
    rank: int
    points: int  # tenths


@dataclass(frozen=True, slots=True)
class SeriesRow:
    """One line of a series. `gained` has a value for each tournament, None where the person did not play."""

    rank: int
    name: str
    gained: tuple[Fraction | None, ...]
    counted: frozenset[int]  # the tournaments that count, by their place in the series
    total: Fraction


def gains(finishes: Sequence[Finish], places: Sequence[int] = ()) -> dict[str, Fraction]:
    """What each one gains in a tournament: the points of the places held, or the score where no places are given."""
    if not places:
        return {one.person: Fraction(one.points, 10) for one in finishes}
    points = {}
    for one in finishes:
        holders = sum(other.rank == one.rank for other in finishes)
        held = places[one.rank - 1 : one.rank - 1 + holders]
        points[one.person] = Fraction(sum(held), holders)
    return points


def series(events: Sequence[Sequence[Finish]], places: Sequence[int] = (), best: int = 0) -> list[SeriesRow]:
    """The table of a series; `best` tournaments count, all of them where it is 0."""
    gained = [gains(finishes, places) for finishes in events]
    names = {one.person: one.name for finishes in events for one in finishes}
    lines = []
    for person, name in names.items():
        values = tuple(event.get(person) for event in gained)
        played = sorted((i for i, value in enumerate(values) if value is not None), key=lambda i: -(values[i] or 0))
        counted = frozenset(played[:best] if best else played)
        lines.append((sum((values[i] or Fraction(0) for i in counted), Fraction(0)), name, values, counted))
    lines.sort(key=lambda line: (-line[0], line[1]))
    totals = [line[0] for line in lines]
    return [SeriesRow(totals.index(total) + 1, name, values, counted, total) for total, name, values, counted in lines]
