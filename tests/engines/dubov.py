"""Dubov as the text of 1997 tells it (C.04.4.1): two columns, transfers, floaters.

Readings where it is silent (article 9) are those of docs/swiss-systems.md: players without a game fill the smaller
column, floaters are paired before the sides are balanced, groups that cannot be paired apart are joined.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from arbitro.model import Tournament
from tests.engines.common import (
    Answer,
    Event,
    Someone,
    by_number,
    by_score,
    bye_of,
    can_pair,
    event_of,
    latest_difference,
    may_meet,
    other,
    served_first,
)

Pair = tuple[Someone, Someone]


def pair(t: Tournament) -> Answer:
    event = event_of(t)
    return _Dubov(event).run()


class _Dubov:
    def __init__(self, event: Event) -> None:
        self.event = event
        self.aro = {n: self.average(p) for n, p in event.everyone.items()}

    def average(self, p: Someone) -> Fraction:
        """1.2."""
        met = [self.event.everyone[x.opponent].rating for x in p.turns if x.played and x.opponent is not None]
        return Fraction(sum(met), len(met)) if met else Fraction(0)

    def white_column(self, p: Someone) -> Any:
        return self.aro[p.number], p.rating, p.name.casefold(), p.number

    def black_column(self, p: Someone) -> Any:
        return -p.rating, -self.aro[p.number], p.name.casefold(), p.number

    def rise_order(self, due: str | None, p: Someone) -> Any:
        """7.1, 7.2, 8.2: the other colour, the highest rating, the lowest average."""
        return due is not None and p.due == due, -p.rating, self.aro[p.number], p.number

    def may_rise(self, p: Someone) -> bool:
        """2.1."""
        if self.event.is_last:
            return True
        risen = [
            k
            for k, turn in enumerate(p.turns)
            if turn.opponent is not None and self.event.everyone[turn.opponent].before[k] > p.before[k]
        ]
        most = 4 if (self.event.rounds or self.event.round) >= 10 else 3
        return self.event.round - 2 not in risen and len(risen) < most

    def run(self) -> Answer:
        order: list[Someone] = []  # 4
        for group in reversed(by_score(self.event.here)):
            more = majority(group)
            order += sorted(
                group, key=lambda p: (p.rating, more is not None and p.due != more, -self.aro[p.number], -p.number)
            )
        bye = bye_of(self.event, order, full_points_bar=False)
        people = [p for p in self.event.here if p is not bye]
        if not can_pair(people):
            raise LookupError("no pairing")
        groups, floaters = by_score(people), list[Someone]()
        pairs: list[Pair] = []
        while groups or floaters:
            stay, above, floaters, groups = self.bracket(floaters, groups)
            pairs += self.paired([p for p in stay if p in above], [p for p in stay if p not in above])
        made = [self.colours(a, b) for a, b in pairs]
        return {(a.number, b.number) for a, b in made}, bye.number if bye else None

    def bracket(
        self, floaters: list[Someone], groups: list[list[Someone]]
    ) -> tuple[list[Someone], list[Someone], list[Someone], list[list[Someone]]]:
        """6.4, 7.1, 7.2: who is paired in the next bracket, who floats on, and the groups below."""
        joined = 1
        while True:
            pool = [*floaters, *(p for g in groups[:joined] for p in g)]
            below = [list(g) for g in groups[joined:]]
            raised: list[Someone] = []
            for p in sorted(pool, key=lambda p: (-p.rating, p.number)):  # 7.1
                if not any(may_meet(p, q) for q in [*pool, *raised] if q is not p):
                    self.raise_one(raised, below, p.due, lambda q, p=p: may_meet(p, q))  # type: ignore[misc]
            everyone = [*pool, *raised]
            if len(everyone) % 2:  # 7.2
                self.raise_one(
                    raised,
                    below,
                    majority(everyone),
                    lambda q, group=everyone: any(may_meet(q, x) for x in group),
                    everyone,
                )
            everyone = [*pool, *raised]
            following = below[0] if below else []
            keep = sorted(
                everyone,
                key=lambda p: (
                    p not in floaters,
                    any(may_meet(p, q) for q in following),
                    -p.rating,
                    self.aro[p.number],
                    p.number,
                ),
            )
            leave = served_first(keep)
            if can_pair([*leave, *(p for g in below for p in g)]):
                stay = [p for p in everyone if p not in leave]
                return stay, floaters, leave, below
            joined += 1

    def raise_one(
        self,
        raised: list[Someone],
        below: list[list[Someone]],
        due: str | None,
        fits: Callable[[Someone], bool],
        group: Sequence[Someone] = (),
    ) -> None:
        """The nearest group with a candidate; for an odd group, one who leaves all pairable, if there is one."""
        candidates = []
        for g in below:
            candidates += [p for p in sorted(g, key=lambda p: self.rise_order(due, p)) if self.may_rise(p) and fits(p)]
            if candidates and not group:
                break
        if not candidates:
            return
        chosen = candidates[0]
        if group:
            rest = [p for g in below for p in g]
            chosen = next(
                (p for p in candidates if can_pair([*group, p]) and can_pair([q for q in rest if q is not p])), chosen
            )
        raised.append(chosen)
        below[:] = [kept for g in below if (kept := [p for p in g if p is not chosen])]

    def paired(self, floaters: Sequence[Someone], others: Sequence[Someone]) -> list[Pair]:
        everyone = [*floaters, *others]
        if all(p.due is None for p in everyone):  # 5
            return first_of(sorted(everyone, key=lambda p: p.number), halves)
        pairs: list[Pair] = []
        white = sorted((p for p in floaters if p.due == "w"), key=self.white_column)
        black = sorted((p for p in floaters if p.due != "w"), key=self.black_column)
        order: list[Someone] = []  # 8.1
        for i in range(max(len(white), len(black))):
            order += white[i : i + 1] + black[i : i + 1]
        left = [*order, *others]
        for p in order:  # 8.2
            if p not in left:
                continue
            tried = sorted(
                (q for q in left if q is not p and may_meet(p, q)),
                key=lambda q: (q in order, *self.rise_order(p.due, q)),
            )
            q = next(q for q in tried if can_pair([x for x in left if x not in (p, q)]))
            pairs.append((p, q))
            left = [x for x in left if x not in (p, q)]
        return pairs + self.columns(left)

    def columns(self, people: Sequence[Someone]) -> list[Pair]:
        """6.2, 6.3, 7.3, 7.4."""
        white = [p for p in people if p.due == "w"]
        black = [p for p in people if p.due == "b"]
        for p in sorted((p for p in people if p.due is None), key=self.black_column):
            (white if len(white) < len(black) else black).append(p)
        if len(white) > len(black):
            order = sorted(white, key=lambda p: (self.aro[p.number], -p.rating, p.name.casefold()))
            moved = [p for p in order if not p.bound][: (len(white) - len(black)) // 2]
        else:
            order = sorted(black, key=lambda p: (-self.aro[p.number], p.rating, p.name.casefold()))
            moved = [p for p in order if not p.bound][: (len(black) - len(white)) // 2]
        left = sorted([p for p in people if (p in white) != (p in moved)], key=self.white_column)
        right = sorted([p for p in people if (p in black) != (p in moved)], key=self.black_column)

        def tried(first: Someone, rest: list[Someone]) -> list[Someone]:
            if first in left:
                return [p for p in rest if p in right] + [p for p in rest if p in left]
            return rest

        def same_side(pairs: Sequence[Pair]) -> int:
            return sum((a in left) == (b in left) for a, b in pairs)

        candidates = list(all_of([*left, *right], tried))
        return min(candidates, key=same_side)  # the first of those with the fewest

    def colours(self, a: Someone, b: Someone) -> Pair:
        """3."""
        if a.due is None and b.due is None:
            first = min(a, b, key=lambda p: (-p.score, p.number))
            colour, whose = by_number(self.event, first), first
        elif a.due != b.due:
            colour, whose = (a.due, a) if a.due is not None else (other(b.due or "w"), a)
        elif a.bound != b.bound:
            whose = a if a.bound else b
            colour = whose.due or ""
        elif abs(a.difference) != abs(b.difference):
            whose = max(a, b, key=lambda p: abs(p.difference))
            colour = whose.due or ""
        elif (alternate := latest_difference(a, b)) is not None:
            colour, whose = alternate, a
        elif self.aro[a.number] != self.aro[b.number]:
            colour, whose = "w", max(a, b, key=lambda p: self.aro[p.number])
        else:
            colour, whose = "w", min(a, b, key=lambda p: (p.rating, -p.number))
        rest = b if whose is a else a
        return (whose, rest) if colour == "w" else (rest, whose)


def majority(people: Sequence[Someone]) -> str | None:
    white, black = (sum(p.due == c for p in people) for c in "wb")
    return None if white == black else "w" if white > black else "b"


Order = Callable[[Someone, list[Someone]], list[Someone]]


def halves(_first: Someone, rest: list[Someone]) -> list[Someone]:
    half = len(rest) // 2
    return [*rest[half:], *reversed(rest[:half])]


def all_of(people: list[Someone], order: Order) -> Iterator[list[Pair]]:
    if not people:
        yield []
        return
    first, rest = people[0], people[1:]
    for p in order(first, rest):
        if may_meet(first, p):
            for more in all_of([q for q in rest if q is not p], order):
                yield [(first, p), *more]


def first_of(people: list[Someone], order: Order) -> list[Pair]:
    return next(all_of(people, order))
