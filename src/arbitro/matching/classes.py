"""The fast way to find all cheapest perfect matchings at once: classes of like vertices, duals, tight pairs.

Where the cost of a pair depends only on what kind of vertices meet, they fall into a few classes. The cheapest
fractional pairing of classes is a small transportation problem; its dual gives every class c a value Y(c) with

    Y(c) + Y(d) <= 2 cost(c, d)     for all classes that may meet.

Every perfect matching costs at least half the sum of their Y, and exactly that if and only if all its
edges are tight (equality above). So if the graph of tight pairs has a perfect matching, its perfect matchings are
exactly the cheapest ones. If it has none, nothing is claimed and `cheapest` decides.
"""

from __future__ import annotations

from collections.abc import Sequence

Costs = list[list[int | None]]


def duals(sizes: Sequence[int], cost: Costs) -> tuple[list[int], list[list[int]]] | None:
    """Y by class and an optimal flow between classes, or None if even the fractional problem has no solution.

    `cost` is symmetric; None where two classes never meet. Successive shortest paths with exact potentials.
    """
    k = len(sizes)
    span = range(k)
    rows: list[list[tuple[int, int]]] = []  # by class: (other class, cost)
    row_dual = []
    for line in cost:
        row = [(d, c) for d, c in enumerate(line) if c is not None]
        if not row:
            return None
        rows.append(row)
        row_dual.append(min(c for _, c in row))
    column_dual = [min(c - row_dual[d] for d, c in rows[x]) for x in span]
    supply, demand = list(sizes), list(sizes)
    flow = [[0] * k for _ in span]
    for c in span:
        u = row_dual[c]
        for d, price in rows[c]:
            if demand[d] and price == u + column_dual[d]:
                amount = min(supply[c], demand[d])
                flow[c][d] += amount
                supply[c] -= amount
                demand[d] -= amount
                if not supply[c]:
                    break
    while any(supply):
        distance: list[int | None] = [None] * k  # of columns
        via = [0] * k  # the row that a column was reached from
        row_distance: list[int | None] = [0 if s else None for s in supply]
        entered = [-1] * k  # the column that a row was reached from
        done = [False] * k
        fresh = [c for c in span if supply[c]]
        while True:
            for c in fresh:
                base = row_distance[c] - row_dual[c]  # type: ignore[operator]
                for d, price in rows[c]:
                    if not done[d]:
                        reach = base + price - column_dual[d]
                        old = distance[d]
                        if old is None or reach < old:
                            distance[d] = reach
                            via[d] = c
            best = -1
            least: int | None = None
            for d in span:
                if not done[d]:
                    reach_d = distance[d]
                    if reach_d is not None and (least is None or reach_d < least or (reach_d == least and demand[d])):
                        least, best = reach_d, d
            if least is None:
                return None
            done[best] = True
            if demand[best]:
                break
            fresh = [c for c in span if row_distance[c] is None and flow[c][best]]
            for c in fresh:
                row_distance[c] = least
                entered[c] = best
        for c in span:
            far = row_distance[c]
            if far is not None and far < least:
                row_dual[c] += least - far
            far = distance[c]
            if done[c] and far is not None and far < least:
                column_dual[c] -= least - far
        amount = demand[best]
        d = best
        while True:
            c = via[d]
            d = entered[c]
            if d < 0:
                amount = min(amount, supply[c])
                break
            amount = min(amount, flow[c][d])
        supply[c] -= amount
        demand[best] -= amount
        d = best
        while d >= 0:
            c = via[d]
            flow[c][d] += amount
            d = entered[c]
            if d >= 0:
                flow[c][d] -= amount
    return [u + v for u, v in zip(row_dual, column_dual, strict=True)], flow


def tight_classes(values: Sequence[int], cost: Costs) -> list[list[int]]:
    """By class: the classes whose pairs with it are tight."""
    return [
        [d for d, price in enumerate(line) if price is not None and values[c] + values[d] == 2 * price]
        for c, line in enumerate(cost)
    ]
