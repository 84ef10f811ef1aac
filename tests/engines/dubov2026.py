"""Dubov as the text of 2026 tells it (C.04.4.1): the fewest upfloaters by C5-C10, two groups, shifters, transpositions.

Sets and arrangements are listed in the order of the text, and the first of the best is taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations

from arbitro.model import Tournament
from tests.engines.common import (
    Answer,
    Event,
    Someone,
    all_pairings,
    by_number,
    by_score,
    bye_of,
    can_pair,
    event_of,
    latest_difference,
    may_meet,
)

Pair = tuple[Someone, Someone]


def pair(t: Tournament) -> Answer:
    event = event_of(t)
    order = sorted(event.here, key=lambda p: (p.score, -len(p.colours), -p.number))
    bye = bye_of(event, order, full_points_bar=True)
    people = [p for p in event.here if p is not bye]
    if not can_pair(people):
        raise LookupError("no pairing")
    made = []
    while people:
        residents, *lower = by_score(people)
        pool = [p for group in lower for p in group]
        bracket = [*residents, *upfloaters(event, residents, pool)]
        made += [coloured(event, a, b) for a, b in bracket_pairs(event, bracket)]
        people = [p for p in people if p not in bracket]
    return {(a.number, b.number) for a, b in made}, bye.number if bye else None


def wish(p: Someone) -> str:
    """Mildly Black before the first game."""
    return p.due or "b"


def strength(p: Someone) -> int:
    return 2 if p.bound else 1 if p.difference else 0


def opposition(event: Event, p: Someone) -> int:
    """A whole number, halves up; 0 before the first game."""
    met = [event.everyone[x.opponent].rating for x in p.turns if x.played and x.opponent is not None]
    return (2 * sum(met) + len(met)) // (2 * len(met)) if met else 0


def rises(event: Event, p: Someone) -> list[bool]:
    """Whether the player met a higher score, round by round."""
    return [
        x.played and x.opponent is not None and event.everyone[x.opponent].before[k] > p.before[k]
        for k, x in enumerate(p.turns)
    ]


def unmet(pairs: Sequence[Pair]) -> int:
    return sum(wish(a) == wish(b) for a, b in pairs)


def fewest_unmet(people: Sequence[Someone]) -> int:
    return min(unmet(pairs) for pairs in all_pairings(people))


def upfloaters(event: Event, residents: Sequence[Someone], pool: Sequence[Someone]) -> list[Someone]:
    """C4-C10; of equal sets the first."""
    most = 2 + (event.rounds or event.round) // 5
    for count in range(len(pool) + 1):
        found = []
        for chosen in combinations(pool, count):
            rest = [p for p in pool if p not in chosen]
            if not can_pair([*residents, *chosen]) or not can_pair(rest):
                continue
            history = [rises(event, p) for p in chosen]
            often = [sum(ups) for ups in history if sum(ups) >= most]
            value = [
                [-score for score in sorted(p.score for p in chosen)],  # C6
                fewest_unmet([*residents, *chosen]),  # C7
                *([] if event.is_last else [len(often), sum(often), sum(ups[-1] for ups in history)]),  # C8-C10
            ]
            found.append((value, len(found), chosen))
        if found:
            return list(min(found)[2])
    raise LookupError("no pairing")


def middle_first(people: Sequence[Someone]) -> list[Someone]:
    """From the middle outwards, the upper of two first."""
    left, right = list(people[: (len(people) + 1) // 2]), list(people[(len(people) + 1) // 2 :])
    if len(people) % 2 == 0:  # two in the middle
        return [p for both in zip(reversed(left), right, strict=True) for p in both]
    middle = left.pop()
    return [middle, *(p for both in zip(reversed(left), right, strict=True) for p in both)]


def bracket_pairs(event: Event, bracket: Sequence[Someone]) -> list[Pair]:
    """G1 and G2, shifters from the middle, then the first transposition that is legal."""

    def by_opposition(people: Sequence[Someone]) -> list[Someone]:
        return sorted(people, key=lambda p: (opposition(event, p), p.number))

    everyone = sorted(bracket, key=lambda p: p.number)
    if not any(p.colours for p in everyone):
        half = len(everyone) // 2
        return transposed(by_opposition(everyone[:half]), everyone[half:]) or []
    white = by_opposition([p for p in everyone if wish(p) == "w"])
    black = [p for p in everyone if wish(p) == "b"]
    small, large = (white, black) if len(white) <= len(black) else (black, white)
    surplus = (len(large) - len(small)) // 2
    inside = (fewest_unmet(everyone) - surplus) // 2  # pairs that the smaller group must have among its own
    for out in combinations(middle_first(small), inside):
        for back in combinations(middle_first(large), surplus + inside):
            moved = [*out, *back]
            first = [p for p in everyone if (p in white) != (p in moved)]
            second = [p for p in everyone if p not in first]
            if pairs := transposed(by_opposition(first), second):
                return pairs
    raise AssertionError("the fewest unmet preferences cannot be had")


def transposed(first: Sequence[Someone], second: Sequence[Someone]) -> list[Pair] | None:
    for arrangement in permutations(second):
        pairs = list(zip(first, arrangement, strict=True))
        if all(may_meet(a, b) for a, b in pairs):
            return pairs
    return None


def coloured(event: Event, a: Someone, b: Someone) -> Pair:
    """Five steps, seen from the higher ranked."""
    higher, lower = sorted((a, b), key=lambda p: (-p.score, p.number))
    if not higher.colours and not lower.colours:
        colour = by_number(event, higher)
    elif wish(higher) != wish(lower):
        colour = wish(higher)
    elif strength(higher) != strength(lower):
        colour = wish(higher) if strength(higher) > strength(lower) else ("b" if wish(lower) == "w" else "w")
    else:
        colour = latest_difference(higher, lower) or wish(higher)
    return (higher, lower) if colour == "w" else (lower, higher)
