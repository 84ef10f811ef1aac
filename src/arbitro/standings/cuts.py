"""Modifiers: which summands of a tie-break are left out.

    article (2023)   article (2024)   modifier            here
    13.1, 13.2       14.1, 14.2       Cut-1, Cut-2        low
    13.3, 13.4       14.3, 14.4       Median-1, Median-2  low and high
    13.1.2           14.1             weakest opponent    by_weight
    14.6             16.5             absences first      LowCut

Low cuts are made before high cuts. Not here: the limit of Koya (`opponents`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from arbitro.standings.book import Entry
from arbitro.standings.edition import LowCut


class Summand(NamedTuple):
    """What one round adds to a tie-break."""

    value: int
    weight: int  # the opponent's part of it: decides which opponent is the weakest
    entry: Entry


def cut(
    summands: Sequence[Summand], low: int, high: int, rule: LowCut, *, by_weight: bool = False
) -> tuple[list[int], list[int], list[int]]:
    """Which summands stay, which fall to the low cuts and which to the high ones, as positions.

    `by_weight` cuts the weakest opponent, the worst result among equals (13.1.2), not the lowest product.
    """
    if by_weight:
        rest = sorted(range(len(summands)), key=lambda k: (summands[k].weight, summands[k].value))
    else:
        rest = sorted(range(len(summands)), key=lambda k: summands[k].value)
    fallen_low = []
    for _ in range(min(low, len(rest))):
        chosen = rest[0]
        if rule is not LowCut.LOWEST:
            absence = next((k for k in rest if summands[k].entry.voluntary), chosen)
            if rule is LowCut.VOLUNTARY_FIRST or summands[absence].value >= summands[chosen].value:
                chosen = absence
        rest.remove(chosen)
        fallen_low.append(chosen)
    fallen_high = [rest.pop() for _ in range(min(high, len(rest)))]
    return sorted(rest), fallen_low, fallen_high


def kept_sum(summands: Sequence[Summand], low: int, high: int, rule: LowCut, *, by_weight: bool = False) -> int:
    """The sum of what `cut` leaves, without the bookkeeping."""
    if not low and not high:
        return sum([s.value for s in summands])
    if by_weight or (rule is not LowCut.LOWEST and any(s.entry.category is not None for s in summands)):
        return sum([summands[k].value for k in cut(summands, low, high, rule, by_weight=by_weight)[0]])
    values = sorted([s.value for s in summands])
    return sum(values[low : max(len(values) - high, 0)])
