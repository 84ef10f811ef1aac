"""The order in which candidates are generated (C.04.3 D; 2026 article 4), as plain sequences.

    article   function               order
    D.1       transpositions         lexicographic on the first places of S2
    D.2       exchanges              number, difference of sums, highest out, lowest in
    D.3       moved_down_sets        which moved-down players are in S1: highest scores, then lowest numbers
    B.6       homogeneous            exchanges outside, transpositions inside; repeats are skipped
    B.7       heterogeneous          MDP sets, then S2's transpositions, then the remainder as in B.6

Players are bracket sequence numbers (BSN): 1 is the highest-ranked of the bracket. `allowed(a, b)` prunes pairs that
no candidate may have (C.1, C.3). For the literal engine and for reading; the production engine never lists these.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations

Pairs = tuple[tuple[int, int], ...]
Exchange = tuple[tuple[int, ...], tuple[int, ...]]  # leaving S1, entering S1; ascending
Allowed = Callable[[int, int], bool]


def anybody(a: int, b: int) -> bool:
    return True


def transpositions(s2: Sequence[int], places: int) -> Iterator[tuple[int, ...]]:
    """D.1: the arrangements of S2 that differ in the first places, lexicographically.

    >>> list(transpositions((3, 4, 5), 1))
    [(3,), (4,), (5,)]
    """
    if not places:
        yield ()
        return
    for i, first in enumerate(s2):
        for rest in transpositions((*s2[:i], *s2[i + 1 :]), places - 1):
            yield (first, *rest)


def exchange_key(exchange: Exchange) -> tuple[int, int, tuple[int, ...], tuple[int, ...]]:
    """D.2: fewer players, smaller difference of sums, highest leaving S1, lowest entering it."""
    leaving, entering = exchange
    highest_first = tuple(-x for x in sorted(leaving, reverse=True))
    return len(leaving), sum(entering) - sum(leaving), highest_first, tuple(sorted(entering))


EXCHANGE_RULES = (
    "a number",
    "b difference of sums",
    "c highest different BSN leaving S1",
    "d lowest different BSN entering S1",
)


def first_exchange(x: Exchange, y: Exchange) -> tuple[int, str]:
    """Which of two exchanges comes first (0 or 1), and which of the four rules says so."""
    for rule, mine, theirs in zip(EXCHANGE_RULES, exchange_key(x), exchange_key(y), strict=True):
        if mine != theirs:
            return (0 if mine < theirs else 1), rule  # type: ignore[operator]
    return 0, ""


def exchanges(s1: Sequence[int], s2: Sequence[int], number: int | None = None) -> list[Exchange]:
    """D.2: exchanges of the original S1 and S2 in order; of one size, or of all sizes from 1 up."""
    sizes = range(1, min(len(s1), len(s2)) + 1) if number is None else (number,)
    every = [(out, come) for k in sizes for out in combinations(s1, k) for come in combinations(s2, k)]
    return sorted(every, key=exchange_key)


def moved_down_sets(scores: Sequence[int], paired: int | Iterable[int]) -> list[tuple[int, ...]]:
    """D.3: the sets of moved-down players that are paired, in order; `scores` by BSN.

    Of sets of several sizes the one with the highest different score comes first, as of sets of one size.
    """
    numbers = (paired,) if isinstance(paired, int) else paired
    every = [chosen for number in numbers for chosen in combinations(range(1, len(scores) + 1), number)]
    return sorted(every, key=lambda chosen: ([*(-scores[b - 1] for b in chosen), 1], chosen))


def homogeneous(
    members: Sequence[int], pairs: int, allowed: Allowed = anybody
) -> Iterator[tuple[Pairs, tuple[int, ...]]]:
    """B.6: the distinct candidates of a homogeneous bracket or remainder, as (pairs, unpaired), in order.

    A candidate in which a player of S1 is ranked below the opponent was generated before and is skipped.
    """
    s1, s2 = tuple(members[:pairs]), tuple(members[pairs:])
    for leaving, entering in [((), ()), *exchanges(s1, s2)]:
        new1 = tuple(sorted([x for x in s1 if x not in leaving] + list(entering)))
        new2 = tuple(sorted([x for x in s2 if x not in entering] + list(leaving)))
        for opponents in _opponents(new1, new2, lambda a, b: a < b and allowed(a, b)):
            used = set(opponents)
            yield tuple(zip(new1, opponents, strict=True)), tuple(x for x in new2 if x not in used)


def heterogeneous(
    scores: Sequence[int],
    residents: Sequence[int],
    pairs: int,
    paired: int | Iterable[int],
    allowed: Allowed = anybody,
) -> Iterator[tuple[Pairs, tuple[int, ...]]]:
    """B.7: the candidates of a heterogeneous bracket, `paired` of its moved-down players in S1, in order."""
    everybody = range(1, len(scores) + 1)
    for s1 in moved_down_sets(scores, paired):
        limbo = tuple(b for b in everybody if b not in s1)
        for opponents in _opponents(s1, tuple(residents), allowed):
            used = set(opponents)
            remainder = [x for x in residents if x not in used]
            top = tuple(zip(s1, opponents, strict=True))
            for rest, unpaired in homogeneous(remainder, pairs - len(s1), allowed):
                yield top + rest, limbo + unpaired


def _opponents(s1: Sequence[int], s2: tuple[int, ...], allowed: Allowed) -> Iterator[tuple[int, ...]]:
    """D.1 on S2 for the places of S1, without arrangements that pair players who may not meet."""
    if not s1:
        yield ()
        return
    for i, first in enumerate(s2):
        if allowed(s1[0], first):
            for rest in _opponents(s1[1:], (*s2[:i], *s2[i + 1 :]), allowed):
                yield (first, *rest)
