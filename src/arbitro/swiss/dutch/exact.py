"""The exact way to pair a bracket: cheapest perfect matching with one large integer per edge.

Criteria become digits of a number, most important first; the order of candidates (D.1-D.3) becomes further digits
below them. The cheapest perfect matching is then the best candidate, and the first of the best. Used where the
fast way (`classes`) proves nothing; the answer is the same.

    D.3    MDP-exchanges     digits: which moved-down players are paired, highest first
    D.1    transpositions    digits: whom each player of S1 meets, in order
    D.2    exchanges         digits: number exchanged, difference of sums, highest out, lowest in
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from arbitro.matching.largest import cheapest_perfect
from arbitro.swiss.dutch.criteria import LISTS, Marks

Matrix = list[list[int | None]]
Edges = dict[tuple[int, int], Marks]  # marks by edge (smaller vertex first)


def units_of(marks: Iterable[Marks], count: int) -> dict[tuple[int, int], int]:
    """The worth of one mark: {(criterion, value): unit}; a counting criterion has the value 0.

    Units are powers of two, far enough apart that `count` edges never carry into a more important digit.
    """
    found = {(c, value if c in LISTS else 0) for each in marks for c, value in each}
    largest = max((value for each in marks for c, value in each if c not in LISTS), default=1)
    width = (count * largest).bit_length()
    order = sorted(found, key=lambda item: (-item[0], item[1]))
    return {item: 1 << (width * i) for i, item in enumerate(order)}


def total(marks: Marks, units: dict[tuple[int, int], int]) -> int:
    """One edge's marks as a number."""
    return sum(units[c, value] if c in LISTS else value * units[c, 0] for c, value in marks)


def first_best(
    size: int,
    inside: int,
    moved_down: Sequence[int],
    edges: Edges,
) -> tuple[list[tuple[int, int]], list[int]] | None:
    """The first of the best candidates of a bracket, as (pairs, downfloaters), or None if there is none.

    Vertices 0 … inside-1 are the bracket in rank order, the others are outside (whoever takes the downfloaters).
    The first ones are moved-down players; `moved_down` holds their scores.
    """
    units = units_of(list(edges.values()), size)
    cost: Matrix = [[None] * size for _ in range(size)]
    for (i, j), marks in edges.items():
        cost[i][j] = cost[j][i] = total(marks, units)
    mdps = len(moved_down)
    pairs: list[tuple[int, int]] = []
    fixed: set[int] = set()
    limbo: list[int] = []
    mate = cheapest_perfect(_moved_down_first(cost, inside, moved_down) if mdps else cost)
    if mate is None:
        return None
    floaters = sum(1 for i in range(inside) if mate[i] >= inside)
    for i in range(mdps):
        if mate[i] >= inside:
            limbo.append(i)
        else:
            pairs.append((i, mate[i]))
            fixed |= {i, mate[i]}
    rest = [i for i in range(mdps, inside) if i not in fixed]
    keep = limbo + rest + list(range(inside, size))
    wanted = (inside - floaters) // 2 - len(pairs)
    refined = _remainder_first(cost, keep, len(limbo), len(rest), wanted)
    mate = cheapest_perfect(refined)
    assert mate is not None
    down = list(limbo)
    last = len(limbo) + len(rest)
    for i in range(len(limbo), last):
        j = mate[i]
        if j >= last:
            down.append(keep[i])
        elif i < j:
            pairs.append((keep[i], keep[j]))
    return pairs, sorted(down)


def _moved_down_first(cost: Matrix, inside: int, moved_down: Sequence[int]) -> Matrix:
    """D.3 and D.1 for the moved-down players, as digits below the criteria."""
    mdps = len(moved_down)
    width = inside.bit_length()
    scores = sorted(set(moved_down))
    partner_bits = mdps * width
    float_bits = partner_bits + mdps
    total_bits = float_bits + len(scores) * width
    refined: Matrix = [[None if c is None else c << total_bits for c in row] for row in cost]
    for i in range(mdps):
        rank = mdps - 1 - i
        floats = (1 << (partner_bits + rank)) + (1 << (float_bits + scores.index(moved_down[i]) * width))
        row = refined[i]
        for j, c in enumerate(row):
            if c is not None:
                row[j] = refined[j][i] = c + (floats if j >= inside else j << (rank * width))
    return refined


def _remainder_first(cost: Matrix, keep: Sequence[int], limbo: int, rest: int, wanted: int) -> Matrix:
    """D.2 and D.1 for a homogeneous bracket or a remainder of `rest` players with `wanted` pairs."""
    width = rest.bit_length()
    partner_bits = rest * width
    difference_bits = 2 * width + 2
    set_bits = rest + 1
    exchange_bits = partner_bits + 1
    total_bits = exchange_bits + set_bits + difference_bits + width + 1
    size = len(keep)
    last = limbo + rest
    refined: Matrix = [[None] * size for _ in range(size)]

    def exchanged(out: int | None, into: int | None) -> int:
        number = difference = chosen = 0
        if out is not None:
            number, difference, chosen = 1, -out, 1 << (rest - wanted + out)
        if into is not None:
            difference += into
            chosen += 1 << (rest - 1 - into)
        return ((((number << difference_bits) + difference) << set_bits) - chosen) << exchange_bits

    for a in range(size):
        row = cost[keep[a]]
        i = a - limbo
        for b in range(a + 1, size):
            c = row[keep[b]]
            if c is None or (a < limbo and b < last):
                continue
            c <<= total_bits
            if limbo <= a < last:
                if b < last:
                    j = b - limbo
                    if j < wanted:
                        c += exchanged(j, None)
                    elif i >= wanted:
                        c += exchanged(None, i)
                    c += j << ((rest - 1 - i) * width)
                elif i < wanted:
                    c += exchanged(i, None)
            refined[a][b] = refined[b][a] = c
    return refined
