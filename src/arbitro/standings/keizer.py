"""Keizer points: whoever beats somebody strong in the standings gets much, and old games are worth what they are today.

    rule (J. H. Keizer, club championships)                                        here
    the first of the standings is worth three times the last, step by step of 1    worths
    a win brings the opponent's worth, a draw half of it, a loss nothing           keizer_terms
    one's own worth counts from the start                                          keizer_points
    away with leave a third of the own worth, the bye two thirds, for the club all keizer_terms
    after each round everybody's worth follows from the new standings, for all     keizer_points
    games so far, until the order stays

Clubs differ in the fractions; these are the usual ones. Away with leave is a half-point bye, away for the club (an
away match, say) a full-point bye, anything else without a game brings nothing. Level points: the better pairing number.
Points are counted in sixths, so that halves and thirds are exact.

Not here: how the next round is paired (`swiss.keizer`).
"""

from __future__ import annotations

from collections.abc import Sequence

from arbitro.model import Outcome
from arbitro.model.outcome import Worth
from arbitro.standings.book import NOBODY, Book, BookRound

SIXTHS = 6
_OF_OPPONENT = {Worth.WIN: 6, Worth.FORFEIT_WIN: 6, Worth.DRAW: 3, Worth.ADJOURNED: 3}
_OF_OWN = {Outcome.FULL_BYE: 6, Outcome.PAIRING_BYE: 4, Outcome.HALF_BYE: 2}


def worths(participants: int) -> list[int]:
    """What each place is worth, the first place first.

    >>> worths(5), worths(1)
    ([6, 5, 4, 3, 2], [1])
    """
    last = max(1, (participants - 1) // 2)
    return list(range(last + participants - 1, last - 1, -1))


def order_of(book: Book, points: Sequence[int]) -> tuple[int, ...]:
    """Participants (as the book counts them) by points, level ones by their pairing number."""
    return tuple(sorted(range(len(points)), key=lambda i: (-points[i], book.numbers[i])))


def keizer_terms(book: Book, i: int, worth: Sequence[int]) -> list[int]:
    """What every round of a participant brings, in sixths, when everybody is worth so much."""
    return [
        _term(entry, worth[i], worth[entry.opponent] if entry.opponent != NOBODY else 0) for entry in book.entries[i]
    ]


def _term(entry: BookRound, own: int, other: int) -> int:
    if entry.opponent != NOBODY:
        return _OF_OPPONENT.get(entry.outcome.worth, 0) * other
    return _OF_OWN.get(entry.outcome, 0) * own


def keizer_worths(book: Book) -> list[int]:
    """What everybody is worth when the order of the standings stays (or comes back to one that it had)."""
    count = len(book.numbers)
    order = order_of(book, [0] * count)
    known: set[tuple[int, ...]] = set()
    while True:
        by_place = dict(zip(order, worths(count), strict=True))
        worth = [by_place[i] for i in range(count)]
        if order in known:
            return worth
        known.add(order)
        order = order_of(book, _points(book, worth))


def keizer_points(book: Book) -> list[int]:
    """Everybody's Keizer points in sixths: the own worth, and what the rounds bring."""
    return _points(book, keizer_worths(book))


def _points(book: Book, worth: Sequence[int]) -> list[int]:
    return [SIXTHS * worth[i] + sum(keizer_terms(book, i, worth)) for i in range(len(worth))]
