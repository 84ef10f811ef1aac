"""Lim as its text tells it (C.04.4.3): groups from both ends, floaters, exchanges tried one after another."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from arbitro.model import Tournament
from tests.engines.common import (
    Answer,
    Event,
    Someone,
    by_number,
    bye_of,
    can_pair,
    event_of,
    latest_difference,
    may_meet,
    other,
    served_first,
)


def pair(t: Tournament) -> Answer:
    event = event_of(t)
    limits = not event.is_last  # section 6
    order = sorted(event.here, key=lambda p: (p.score, -p.number))  # 1.1
    bye = bye_of(event, order, full_points_bar=False, limits=limits)
    people = [p for p in event.here if p is not bye]
    if not can_pair(people, limits=limits):
        raise LookupError("no pairing")
    pairs = _Lim(event, people, limits).run()
    return {(a.number, b.number) for a, b in pairs}, bye.number if bye else None


class _Side:
    """One side of the median."""

    def __init__(self, down: bool) -> None:
        self.down = down
        self.done: list[tuple[list[Someone], int]] = []  # pairs of each group, in order, with its score
        self.floaters: list[Someone] = []
        self.members: list[Someone] = []  # of the last group, with the floater that made it even
        self.order: list[Someone] = []
        self.even: Someone | None = None
        self.incoming: list[Someone] = []
        self.score = 0


class _Lim:
    def __init__(self, event: Event, people: Sequence[Someone], limits: bool) -> None:
        self.event, self.people, self.limits = event, people, limits
        self.median = 5 * (event.round - 1)

    def ok(self, a: Someone, b: Someone) -> bool:
        return may_meet(a, b, limits=self.limits)

    def group(self, score: int) -> list[Someone]:
        return [p for p in self.people if p.score == score]

    def run(self) -> list[tuple[Someone, Someone]]:
        scores = sorted({p.score for p in self.people})
        upper = self.side([s for s in reversed(scores) if s > self.median], [], True)
        lower = self.side([s for s in scores if s < self.median], upper.floaters, False)
        middle = self.group(self.median)

        def blocked(down: Sequence[Someone], up: Sequence[Someone]) -> bool:
            return not can_pair([*down, *up, *middle], limits=self.limits)

        if blocked(upper.floaters, lower.floaters):  # 3.5
            self.exchange(lower, lambda floaters: not blocked(upper.floaters, floaters))
        if blocked(upper.floaters, lower.floaters):
            self.exchange(upper, lambda floaters: not blocked(floaters, lower.floaters))
        down, up = list(upper.floaters), list(lower.floaters)
        while blocked(down, up):  # 2.6
            source, into = (lower, up) if (len(down) > len(up) and lower.done) or not upper.done else (upper, down)
            into += source.done.pop()[0]
        floaters = in_order(down, True) + in_order(up, False)
        pairs = [(p[0], p[1], score) for side in (upper, lower) for p, score in side.done]
        pairs += [(a, b, self.median) for a, b in self.paired(floaters, middle, True)]
        return [self.colours(a, b, score >= self.median) for a, b, score in pairs]

    def side(self, scores: Sequence[int], waiting: Sequence[Someone], down: bool) -> _Side:
        side = _Side(down)
        for i, score in enumerate(scores):
            last = i + 1 == len(scores)
            following = [*self.group(self.median), *waiting] if last else self.group(scores[i + 1])
            self.leave(side, score, following)
        return side

    def leave(self, side: _Side, score: int, following: Sequence[Someone]) -> None:
        """2.3, 3.2-3.10, 4.4: who floats out of a group; the others are paired."""
        came = list(side.floaters)
        pool = [*came, *self.group(score)]
        gone = [p for p in pool if not any(self.ok(p, q) for q in pool if q is not p)]
        left = [p for p in pool if p not in gone]
        white = sum(p.due == "w" for p in left)
        black = sum(p.due == "b" for p in left)
        majority = None if white == black else "w" if white > black else "b"

        def kind(p: Someone, others: Sequence[Someone]) -> int:
            return 2 * (p in came) + (not self.finds(p, others, following))

        def suitable(p: Someone) -> tuple[int, bool, bool, int]:
            rank = -p.number if side.down else p.number
            return kind(p, gone), self.floated(p), majority is not None and p.due != majority, rank

        def review(p: Someone) -> tuple[int, int]:
            return -kind(p, []), p.number if side.down else -p.number

        order = sorted(left, key=suitable) if len(left) % 2 else []
        away: list[Someone] = []
        if order:
            chosen = order[0]
            stuck = served_first(sorted([p for p in left if p is not chosen], key=review), limits=self.limits)
            for p in stuck or [chosen]:
                if can_pair([q for q in left if q is not p], limits=self.limits):
                    away = [p]
                    break
            else:
                away = served_first(
                    [*sorted([p for p in left if p is not chosen], key=review), chosen], limits=self.limits
                )
        else:
            away = served_first(sorted(left, key=review), limits=self.limits)
        stay = [p for p in left if p not in away]
        side.floaters = in_order(gone + away, side.down)
        side.members, side.order, side.even = [*stay, *away], order, away[0] if order and len(away) == 1 else None
        side.incoming, side.score = came, score
        side.done += [([a, b], score) for a, b in self.stayed(stay, came, score, side.down)]

    def stayed(
        self, stay: Sequence[Someone], came: Sequence[Someone], score: int, down: bool
    ) -> list[tuple[Someone, Someone]]:
        return self.paired([p for p in came if p in stay], [p for p in stay if p.score == score], down)

    def finds(self, p: Someone, others: Sequence[Someone], following: Sequence[Someone]) -> bool:
        """3.3, 3.4: an opponent in the next group, with those set aside whom the other floaters need."""
        movers = [q for q in (*others, p) if any(self.ok(q, x) for x in following)]
        if p not in movers:
            return False

        def place(rest: Sequence[Someone], free: Sequence[Someone]) -> bool:
            if not rest:
                return True
            return any(self.ok(rest[0], x) and place(rest[1:], [y for y in free if y is not x]) for x in free)

        return place(movers, following)

    def floated(self, p: Someone) -> bool:
        """3.10: towards the median of the last round, over the board."""
        if not p.turns or not p.turns[-1].played:
            return False
        assert p.turns[-1].opponent is not None
        mine, theirs = p.before[-1], self.event.everyone[p.turns[-1].opponent].before[-1]
        before = self.median - 5
        return mine > max(theirs, before) or mine < min(theirs, before)

    def exchange(self, side: _Side, serves: Callable[[Sequence[Someone]], bool]) -> None:
        """3.5: another floater of the group next to the median."""
        if side.even is None:
            return
        for p in side.order:
            if p is side.even:
                continue
            floaters = in_order([p if q is side.even else q for q in side.floaters], side.down)
            stay = [q for q in side.members if q is not p]
            if serves(floaters) and can_pair(stay, limits=self.limits):
                side.done = [x for x in side.done if x[1] != side.score]
                side.done += [([a, b], side.score) for a, b in self.stayed(stay, side.incoming, side.score, side.down)]
                side.floaters = floaters
                return

    def paired(
        self, floaters: Sequence[Someone], residents: Sequence[Someone], down: bool
    ) -> list[tuple[Someone, Someone]]:
        """3.6-3.8, 4.1-4.3, 5.2: opponents tried one after another, the first complete pairing."""
        people = [*floaters, *sorted(residents, key=lambda p: p.number if down else -p.number)]

        def extend(free: list[Someone]) -> list[tuple[Someone, Someone]] | None:
            if not free:
                return []
            first, rest = free[0], free[1:]
            if first in floaters:
                tried = [p for p in rest if p not in floaters] + [p for p in rest if p in floaters]
            else:
                half = len(rest) // 2
                tried = [*rest[half:], *reversed(rest[:half])]
            same = {p.number: first.due is not None and first.due == p.due for p in tried}
            tried.sort(key=lambda p: 0 if not same[p.number] else 2 if first.bound and p.bound else 1)
            for p in tried:
                if self.ok(first, p):
                    found = extend([q for q in rest if q is not p])
                    if found is not None:
                        return [(first, p), *found]
            return None

        found = extend(people)
        assert found is not None
        return found

    def colours(self, a: Someone, b: Someone, above: bool) -> tuple[Someone, Someone]:
        """5.1-5.6."""
        high, low = sorted((a, b), key=lambda p: p.number)
        if high.due is None and low.due is None:
            stronger = min(a, b, key=lambda p: (-p.score, p.number))
            colour = by_number(self.event, stronger)
            colour = colour if stronger is high else other(colour)
        elif high.due != low.due:
            colour = high.due or other(low.due or "w")
        elif high.bound != low.bound:
            colour = high.due if high.bound else other(low.due)  # type: ignore[assignment, arg-type]
        else:
            assert high.due is not None
            colour = latest_difference(high, low) or (high.due if above else other(high.due))
        return (high, low) if colour == "w" else (low, high)


def in_order(floaters: Sequence[Someone], down: bool) -> list[Someone]:
    """3.6, 3.7: from the highest score and rank going down, from the lowest going up."""
    return sorted(floaters, key=lambda p: (-p.score, p.number) if down else (p.score, -p.number))
