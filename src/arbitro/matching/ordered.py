"""The first of the cheapest perfect matchings, exactly and without listing them all.

The caller says which pairs exist, what each costs and in which order matchings come; this module finds the one of
least total cost that comes first. Three tools do it:

    cheapest_graph      the pairs that cheapest pairings consist of, by LP duality over classes of like vertices
    in_order            fixes the pairs one by one, each on its first option that leaves the rest pairable
    first_identifier    the same for the order "upper members first, then their partners"

Where the tight pairs alone admit no complete pairing, the cheapest one is found by weighted matching with the order
written into the weights; that needs no luck, only more time. Vertices are 0 … n-1 in the caller's own order.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any

from arbitro.matching.classes import duals
from arbitro.matching.largest import FREE, Matching, bits, cheapest_perfect, maximum

Options = Callable[[int, int], Iterable[int]]  # a vertex and the bit set still free: partners, best first
Price = Callable[[Any, Any], int | None]  # what a pair of two classes costs; None: never


def mask_of(vertices: Iterable[int]) -> int:
    """A bit set."""
    mask = 0
    for v in vertices:
        mask |= 1 << v
    return mask


def is_pairable(neighbours: Sequence[int]) -> bool:
    """Does the graph have a perfect matching?"""
    return maximum(neighbours)[1] == 0


def covered_first(neighbours: Sequence[int], priority: Iterable[int]) -> list[int]:
    """Who is left over by the largest matching that covers the vertices in the given order of priority.

    One stand-in per vertex left over makes the matching perfect; each vertex in turn then gives its stand-in back if
    the rest can be rearranged. Covered sets form a matroid, so what is decided early never has to be revised.
    """
    n = len(neighbours)
    mate, left = maximum(neighbours)
    if not left:
        return []
    stand_ins = ((1 << left) - 1) << n
    graph = [mask | stand_ins for mask in neighbours] + [(1 << n) - 1] * left
    mates = mate + [FREE] * left
    for stand_in, v in enumerate((v for v in range(n) if mate[v] == FREE), n):
        mates[v], mates[stand_in] = stand_in, v
    matching = Matching(graph, mates)
    out = []
    settled = 0
    for v in priority:
        stand_in = mates[v]
        graph[v] &= ~stand_ins
        for d in range(n, n + left):
            graph[d] &= ~(1 << v)
        if stand_in < n:
            continue
        mates[v] = mates[stand_in] = FREE
        if not matching.augment(v, avoid=settled):
            mates[v], mates[stand_in] = stand_in, v
            settled |= 1 << v | 1 << stand_in
            out.append(v)
    return out


def in_order(neighbours: Sequence[int], mate: list[int], options: Options) -> list[int]:
    """The first perfect matching in the order of options, vertex after vertex; `mate` is any perfect matching."""
    matching = Matching(neighbours, list(mate))
    mates = matching.mate
    free = (1 << len(neighbours)) - 1
    for v in range(len(neighbours)):
        if not free >> v & 1:
            continue
        for w in options(v, free & ~(1 << v)):
            if not neighbours[v] >> w & 1:
                continue
            if mates[v] == w or _rematch(matching, v, w, free):
                break
        free &= ~(1 << v | 1 << mates[v])
    return mates


def _rematch(matching: Matching, v: int, w: int, free: int) -> bool:
    """Pair v with w if their former partners can be brought under the same roof again."""
    mates = matching.mate
    a, b = mates[v], mates[w]
    avoid = ~free & ((1 << len(mates)) - 1) | 1 << v | 1 << w
    mates[a] = mates[b] = FREE
    mates[v], mates[w] = w, v
    if matching.augment(a, avoid=avoid):
        return True
    mates[v], mates[a] = a, v
    mates[w], mates[b] = b, w
    return False


def first_identifier(neighbours: Sequence[int], mate: list[int]) -> list[int]:
    """The matching whose upper members come first, then their partners, both compared in ascending order.

    A vertex is an upper member when its partner is larger. Each vertex in turn is made one if that can be, until half
    of them are.
    """
    n = len(neighbours)
    mates = list(mate)
    upper = lower = 0
    for v in range(n):
        if upper.bit_count() == n // 2:
            break
        if mates[v] < v:
            u = mates[v]
            trial = Matching(_parted(neighbours, upper | 1 << v, lower), list(mates))
            trial.mate[v] = trial.mate[u] = FREE
            if not trial.augment(v):
                lower |= 1 << v
                continue
            mates = trial.mate
        upper |= 1 << v
    graph = _parted(neighbours, upper, ~upper & ((1 << n) - 1))
    return in_order(graph, mates, lambda _v, free: bits(free))


def _parted(neighbours: Sequence[int], upper: int, lower: int) -> list[int]:
    """The graph in which upper members meet only larger vertices, lower ones only smaller, and neither their like."""
    parted = []
    for v, mask in enumerate(neighbours):
        smaller = (1 << v) - 1
        if upper >> v & 1:
            mask &= ~(smaller | upper)
        elif lower >> v & 1:
            mask &= smaller & ~lower
        else:
            mask &= ~(smaller & lower | upper & ~smaller)
        parted.append(mask)
    return parted


def by_halves(neighbours: Sequence[int]) -> tuple[list[int], int]:
    """A largest matching, grown from upper half against lower half; and how many vertices it leaves free."""
    n = len(neighbours)
    mate = [FREE] * n
    for v in range(n // 2):
        w = v + n // 2
        if neighbours[v] >> w & 1:
            mate[v], mate[w] = w, v
    return maximum(neighbours, mate)


# -- the cheapest pairings


def cheapest_graph(neighbours: Sequence[int], kinds: Sequence[Hashable], price: Price) -> tuple[list[int], int] | None:
    """The edges that every cheapest perfect matching is made of, and the least cost; None if duality does not tell.

    `kinds[v]` is the class of v. The answer is a graph all of whose perfect matchings, and no others, are cheapest.
    """
    names = list(dict.fromkeys(kinds))
    members = [mask_of(v for v, kind in enumerate(kinds) if kind == name) for name in names]
    sizes = [mask.bit_count() for mask in members]
    cost = [
        [None if c == d and sizes[c] < 2 else price(a, b) for d, b in enumerate(names)] for c, a in enumerate(names)
    ]
    solved = duals(sizes, cost)
    if solved is None:
        return None
    values = solved[0]
    tight = []
    for c, row in enumerate(cost):
        allowed = 0
        for d, x in enumerate(row):
            if x is not None and values[c] + values[d] == 2 * x:
                allowed |= members[d]
        tight.append(allowed)
    total = sum(size * value for size, value in zip(sizes, values, strict=True))
    if total % 2:
        return None
    place = {name: c for c, name in enumerate(names)}
    return [mask & tight[place[kind]] for mask, kind in zip(neighbours, kinds, strict=True)], total // 2


def first_cheapest(
    neighbours: Sequence[int], kinds: Sequence[Hashable], price: Price, options: Options | None = None
) -> tuple[list[int], int] | None:
    """The first of the cheapest perfect matchings and its cost; None if there is no perfect matching.

    With `options` the order is that of `in_order`, without it that of `first_identifier`.
    """
    if len(neighbours) % 2:
        return None
    found = cheapest_graph(neighbours, kinds, price)
    if found is not None:
        graph, total = found
        mate, free = maximum(graph) if options else by_halves(graph)
        if not free:
            return (in_order(graph, mate, options) if options else first_identifier(graph, mate)), total
    order = _ordered(len(neighbours), options) if options else _identified(len(neighbours))
    weights: list[list[int | None]] = []
    for v, mask in enumerate(neighbours):
        row: list[int | None] = []
        for w in range(len(neighbours)):
            cost = price(kinds[v], kinds[w]) if mask >> w & 1 else None
            row.append(None if cost is None else cost * order.scale + order.weight(min(v, w), max(v, w)))
        weights.append(row)
    mate_or_none = cheapest_perfect(weights)
    if mate_or_none is None:
        return None
    total = sum(price(kinds[v], kinds[w]) or 0 for v, w in enumerate(mate_or_none) if v < w)
    return mate_or_none, total


def least_cost(neighbours: Sequence[int], kinds: Sequence[Hashable], price: Price) -> int | None:
    """What the cheapest perfect matching costs; None if there is none."""
    found = cheapest_graph(neighbours, kinds, price)
    if found is not None and is_pairable(found[0]):
        return found[1]
    n = len(neighbours)
    if n % 2:
        return None
    mate = cheapest_perfect(
        [[price(kinds[v], kinds[w]) if neighbours[v] >> w & 1 else None for w in range(n)] for v in range(n)]
    )
    return None if mate is None else sum(price(kinds[v], kinds[w]) or 0 for v, w in enumerate(mate) if v < w)


class _Order:
    """An order of matchings written as a sum of one number per pair."""

    def __init__(self, scale: int, weight: Callable[[int, int], int]) -> None:
        self.scale = scale  # more than any sum of weights
        self.weight = weight


def _ordered(n: int, options: Options) -> _Order:
    """`in_order` as weights: the place of the partner among the options, the first vertex counting most."""
    everyone = (1 << n) - 1
    base = n + 1
    places = [{w: i for i, w in enumerate(options(v, everyone & ~((1 << (v + 1)) - 1)))} for v in range(n)]
    return _Order(base ** (n + 1), lambda v, w: places[v][w] * base ** (n - 1 - v))


def _identified(n: int) -> _Order:
    """`first_identifier` as weights: one bit per vertex that is no upper member, then the partners' places."""
    base = n + 1
    unit = base ** (n + 1)
    return _Order(unit << (n + 1), lambda v, w: (unit << (n - 1 - w)) + w * base ** (n - 1 - v))
