"""Modifiers: which summands of a tie-break are left out.

    article (2023)   article (2024)   modifier            here
    13.1, 13.2       14.1, 14.2       Cut-1, Cut-2        low
    13.3, 13.4       14.3, 14.4       Median-1, Median-2  low and high
    13.1.2           14.1             weakest opponent    by_weight
    14.6             16.5             absences first      LowCut
    club             -                Harkness median     median_discards
    US Chess 34E4    -                median              us_discards
    US Chess 34E1    -                modified median     modified_discards

Low cuts are made before high cuts. Not here: the limit of Koya (`opponents`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from arbitro.standings.book import BookRound
from arbitro.standings.edition import LowCut


class Summands(NamedTuple):
    """What one participant's rounds add to a tie-break, side by side: value, weight and the round itself.

    The weight is the opponent's part of the value: it decides which opponent is the weakest.
    """

    values: Sequence[int]
    weights: Sequence[int]
    entries: Sequence[BookRound]


def summands(values: Sequence[int], entries: Sequence[BookRound]) -> Summands:
    """Summands whose value is the opponent's part itself."""
    return Summands(values, values, entries)


def counted(entries: Sequence[BookRound]) -> Summands:
    """One for each of these rounds."""
    return summands([1] * len(entries), entries)


def median_discards(rounds: int) -> int:
    """Club rules (TBK-3): how many opponents the Harkness median leaves out at each end.

    >>> [median_discards(n) for n in (5, 8, 9, 12, 13)]
    [1, 1, 2, 2, 3]
    """
    return 1 if rounds <= 8 else 2 if rounds <= 12 else 3


def us_discards(rounds: int) -> int:
    """US Chess 34E4: one opponent at each end, two in nine rounds or more.

    >>> [us_discards(n) for n in (5, 8, 9, 13)]
    [1, 1, 2, 2]
    """
    return 1 if rounds < 9 else 2


def modified_discards(rounds: int, score: int, best: int) -> tuple[int, int]:
    """US Chess 34E1: who has more than half of the best possible score leaves out the lowest, who has less the
    highest, who has just half both.

    >>> [modified_discards(5, score, 50) for score in (30, 25, 20)], modified_discards(9, 45, 90)
    ([(1, 0), (1, 1), (0, 1)], (2, 2))
    """
    each = us_discards(rounds)
    return each if 2 * score >= best else 0, each if 2 * score <= best else 0


def cut(
    parts: Summands, low: int, high: int, rule: LowCut, *, by_weight: bool = False
) -> tuple[list[int], list[int], list[int]]:
    """Which summands stay, which fall to the low cuts and which to the high ones, as positions.

    `by_weight` cuts the weakest opponent, the worst result among equals (13.1.2), not the lowest product.
    """
    values, weights, entries = parts
    if by_weight:
        rest = sorted(range(len(values)), key=lambda k: (weights[k], values[k]))
    else:
        rest = sorted(range(len(values)), key=values.__getitem__)
    fallen_low = []
    for _ in range(min(low, len(rest))):
        chosen = rest[0]
        if rule is not LowCut.LOWEST:
            absence = next((k for k in rest if entries[k].voluntary), chosen)
            if rule is LowCut.VOLUNTARY_FIRST or values[absence] >= values[chosen]:
                chosen = absence
        rest.remove(chosen)
        fallen_low.append(chosen)
    fallen_high = [rest.pop() for _ in range(min(high, len(rest)))]
    return sorted(rest), fallen_low, fallen_high


def kept_sum(
    parts: Summands, low: int, high: int, rule: LowCut, *, by_weight: bool = False, all_met: bool = False
) -> int:
    """The sum of what `cut` leaves, without the bookkeeping; `all_met` says that no round was left unplayed."""
    if not low and not high:
        return sum(parts.values)
    if by_weight or not (all_met or rule is LowCut.LOWEST):
        return sum([parts.values[k] for k in cut(parts, low, high, rule, by_weight=by_weight)[0]])
    ordered = sorted(parts.values)
    return sum(ordered[low : max(len(ordered) - high, 0)])
