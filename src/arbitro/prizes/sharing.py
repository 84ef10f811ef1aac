"""Sharing prizes among players with equal points: equally, by tie-break, or half and half (Hort).

    system     a player of a tied group gets
    equal      the prizes of the places that the group fills, divided by its players
    tiebreak   the prize of their place in the final ranking
    hort       half of each

Amounts are exact fractions until they are rounded down to the currency unit; what rounding leaves over goes in units
to the best placed of the same group, so that every group is paid to the cent. Who is still level after all
tie-breaks shares the places concerned. With the cut-off (the default) only the places 1 to N of N prizes are paid,
even where a tie straddles the last of them.

Not here: who may win which prize (`awards`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction
from itertools import groupby

Money = Fraction
CENT = Fraction(1, 100)


class Sharing(Enum):
    EQUAL = "equal"
    TIEBREAK = "tiebreak"
    HORT = "hort"


@dataclass(frozen=True, slots=True)
class Placed:
    """A player in the order of the final ranking; `rank` (from 1) is shared by those whom no tie-break separates."""

    number: int
    rank: int
    points: Fraction


@dataclass(frozen=True, slots=True)
class Share:
    """What a player gets from one list of prizes, and from what it was made up."""

    number: int
    place: int
    amount: Money
    exact: Money
    group: tuple[int, int]  # first and last place of their points group
    payees: int  # among how many the group's prizes were divided
    pool: Money  # the prizes of the group's places
    own: Money  # the prize of their own place
    own_places: tuple[int, int]  # first and last place whose prizes make it up: several where no tie-break separates


def share(
    players: Sequence[Placed],
    prizes: Sequence[Money],
    system: Sharing,
    *,
    cutoff: bool = True,
    unit: Money = CENT,
    minimum: Money = Fraction(0),
) -> list[Share]:
    """What each player gets, in ranking order; only those who get something."""
    shares: list[Share] = []
    first = 0
    for _points, members in groupby(players, key=lambda player: player.points):
        if first >= len(prizes):
            break
        group = list(members)
        pool = sum(prizes[first : first + len(group)], Fraction(0))
        paid = [p for p in group if not cutoff or p.rank <= len(prizes)]
        if pool and paid:
            shares += _group(group, paid, pool, prizes, first, system, unit)
        first += len(group)
    return _guaranteed(shares, minimum, unit) if minimum else shares


def _group(
    group: Sequence[Placed],
    paid: Sequence[Placed],
    pool: Money,
    prizes: Sequence[Money],
    first: int,
    system: Sharing,
    unit: Money,
) -> list[Share]:
    """The shares of one points group; `first` is how many players stand above it."""
    own = _own_prizes(group, prizes, first)
    equal = pool / len(paid)
    wanted = [_wanted(system, own[player.number][0], equal) for player in paid]
    amounts = rounded(wanted, unit)
    span = (first + 1, first + len(group))
    return [
        Share(player.number, first + group.index(player) + 1, amount, want, span, len(paid), pool, *own[player.number])
        for player, amount, want in zip(paid, amounts, wanted, strict=True)
        if amount
    ]


def _wanted(system: Sharing, own: Money, equal: Money) -> Money:
    match system:
        case Sharing.EQUAL:
            return equal
        case Sharing.TIEBREAK:
            return own
        case Sharing.HORT:
            return (own + equal) / 2


def _own_prizes(
    group: Sequence[Placed], prizes: Sequence[Money], first: int
) -> dict[int, tuple[Money, tuple[int, int]]]:
    """The prize of every place, and of which places; players who share a rank share the prizes of their places."""
    own: dict[int, tuple[Money, tuple[int, int]]] = {}
    place = first
    for _rank, members in groupby(group, key=lambda player: player.rank):
        level = list(members)
        total = sum(prizes[place : place + len(level)], Fraction(0))
        places = (place + 1, place + len(level))
        own |= {player.number: (total / len(level), places) for player in level}
        place += len(level)
    return own


def rounded(amounts: Sequence[Money], unit: Money) -> list[Money]:
    """Down to the unit; what is left goes unit by unit to the best placed.

    >>> [float(m) for m in rounded([Fraction(100, 3)] * 3, CENT)]
    [33.34, 33.33, 33.33]
    """
    down = [amount // unit * unit for amount in amounts]
    left = sum(amounts, Fraction(0)) - sum(down, Fraction(0))
    for k in range(len(down)):
        more = min(unit, left)
        down[k] += more
        left -= more
    return down


def _guaranteed(shares: Sequence[Share], minimum: Money, unit: Money) -> list[Share]:
    """Raise small shares to the guaranteed minimum at the cost of the others, in proportion to what they have above it.

    Where the money does not reach, everybody gets the same.
    """
    total = sum((s.amount for s in shares), Fraction(0))
    if total <= minimum * len(shares):
        wanted = [total / len(shares)] * len(shares) if shares else []
    else:
        lacking = sum((minimum - s.amount for s in shares if s.amount < minimum), Fraction(0))
        above = sum((s.amount - minimum for s in shares if s.amount > minimum), Fraction(0))
        wanted = [minimum if s.amount <= minimum else s.amount - lacking * (s.amount - minimum) / above for s in shares]
    return [replace(s, amount=amount) for s, amount in zip(shares, rounded(wanted, unit), strict=True)]
