"""Burstein as its texts tell it: every combination in its order (C.04.4.2).

The older text: `pair_2017`; that of 2026 after its seeding rounds: `pair_2026`. Readings where they are silent are
those of docs/swiss-systems.md: 6.6 joins as few groups as needed, and a floater is sent on only if all below can be
paired.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from arbitro.model import Outcome, Tournament
from tests.engines.common import (
    ABSENCES,
    Answer,
    Event,
    Someone,
    by_number,
    by_score,
    bye_of,
    can_pair,
    event_of,
    largest,
    latest_difference,
    leaving,
    may_meet,
    other,
)


class Row(NamedTuple):
    """One combination: pairs of places and who floats."""

    pairs: tuple[tuple[int, int], ...]
    floater: int | None = None


def rows(places: Sequence[int]) -> Iterator[Row]:
    """6.2, 6.4: all combinations in order of priority: the first meets the last, then the one before …; floats last.

    >>> next(rows([1, 2, 3, 4, 5]))
    Row(pairs=((1, 5), (2, 4)), floater=3)
    """
    if not places:
        yield Row(())
        return
    first, others = places[0], places[1:]
    for i in range(len(others) - 1, -1, -1):
        for row in rows([*others[:i], *others[i + 1 :]]):
            yield Row(((first, others[i]), *row.pairs), row.floater)
    if len(places) % 2:
        for row in rows(others):
            if row.floater is None:
                yield Row(row.pairs, first)


def rows_2026(players: int, pairs: int) -> Iterator[list[tuple[int, int]]]:
    """All pairings of a bracket in order: the opponent of 1, largest first, then of 2 …; 0 stands for floating.

    >>> next(rows_2026(4, 1))
    [(1, 4), (2, 0), (3, 0)]
    """

    def extend(free: list[int], floats: int) -> Iterator[list[tuple[int, int]]]:
        if not free:
            yield []
            return
        first, others = free[0], free[1:]
        if len(free) > floats:
            for partner in reversed(others):
                for rest in extend([x for x in others if x != partner], floats):
                    yield [(first, partner), *rest]
        if floats:
            for rest in extend(others, floats - 1):
                yield [(first, 0), *rest]

    return extend(list(range(1, players + 1)), players - 2 * pairs)


# -- the older text


def pair_2017(t: Tournament) -> Answer:
    event = event_of(t)
    strength = {n: _strength(event, p) for n, p in event.everyone.items()}
    if event.round <= 2:  # 3.3
        first = zip(t.players, t.results, strict=True)
        late = {p.number for p, rounds in first if (rounds[0].outcome is Outcome.ABSENT if rounds else event.round > 1)}
        entered = sorted(n for n in event.everyone if n not in late)
        last = entered[: len(entered) // 2][-1]
        for p in event.everyone.values():
            p.score += 10 if p.number <= last else 0

    def key(p: Someone) -> Any:
        return (*(-x for x in strength[p.number]), p.number)  # 3.2

    order = sorted(event.here, key=lambda p: (p.score, *strength[p.number], -p.number))  # 4
    bye = bye_of(event, order, full_points_bar=True)
    groups = by_score([p for p in event.here if p is not bye])
    pairs: list[tuple[Someone, Someone]] = []
    floaters: list[Someone] = []
    while groups:
        joined = 1
        while True:
            bracket = sorted([*floaters, *(p for g in groups[:joined] for p in g)], key=key)
            row = _first_row(bracket, floaters, groups[joined:])
            if row is not None:
                break
            joined += 1
            if joined > len(groups):
                raise LookupError("no pairing")
        pairs += [_colours_2017(event, bracket[a], bracket[b]) for a, b in row.pairs]
        floaters = [] if row.floater is None else [bracket[row.floater]]
        groups = groups[joined:]
    return {(a.number, b.number) for a, b in pairs}, bye.number if bye else None


def _first_row(bracket: Sequence[Someone], came: Sequence[Someone], below: Sequence[Sequence[Someone]]) -> Row | None:
    """6.3-6.6: the first row with the most due colours granted whose floater can be paired below."""
    rest = [p for g in below for p in g]
    best: tuple[int, Row] | None = None
    for row in rows(range(len(bracket))):
        if not all(may_meet(bracket[a], bracket[b]) for a, b in row.pairs):
            continue
        if row.floater is None:
            if not can_pair(rest):
                return None
        else:
            floater = bracket[row.floater]
            if floater in came or not below or not _finds_opponent(floater, below):
                continue
        granted = sum(len({bracket[x].due for x in pair} - {None}) for pair in row.pairs)
        if best is None or granted > best[0]:
            best = (granted, row)
    return best[1] if best else None


def _finds_opponent(floater: Someone, below: Sequence[Sequence[Someone]]) -> bool:
    """6.6: the next group can be paired with the floater in it, but for one if it is odd, and so can all the rest."""
    group = [floater, *below[0]]
    odd = len(group) % 2
    inside = any(floater not in out for out in leaving(group, odd))
    return inside and can_pair([floater, *(p for g in below for p in g)])


def _strength(event: Event, p: Someone) -> tuple[Fraction, ...]:
    """3.2 by the tie-breaks of 2023."""

    def as_opponent(x: Someone) -> int:
        total, final = 0, True
        for turn in reversed(x.turns):
            if turn.played or turn.outcome not in ABSENCES:
                final = False
            total += 5 if final else turn.points
        return total

    own = sum(turn.points for turn in p.turns)
    faced = [
        (as_opponent(event.everyone[turn.opponent]) if turn.played and turn.opponent else own, turn) for turn in p.turns
    ]
    values = sorted(faced, key=lambda x: x[0])
    if values:
        absences = [x for x in values if not x[1].played and x[1].outcome in ABSENCES]
        values.remove(absences[0] if absences else values[0])
    median = sum(x for x, _ in values[:-1])
    buchholz = sum(x for x, _ in faced)
    berger = sum(x * turn.points for x, turn in faced)
    return Fraction(berger, 100), Fraction(buchholz, 10), Fraction(median, 10), Fraction(p.rating)


def _colours_2017(event: Event, a: Someone, b: Someone) -> tuple[Someone, Someone]:
    """5.4; `a` is ahead in the order of 3.2."""
    if a.due is None and b.due is None:
        stronger = min(a, b, key=lambda p: (-p.score, p.number))
        return _white(stronger, b if stronger is a else a, by_number(event, stronger))
    if a.due != b.due:
        return _white(a, b, a.due or other(b.due or "w"))
    if a.bound != b.bound:
        return _white(a, b, a.due if a.bound else other(b.due))  # type: ignore[arg-type]
    if abs(a.difference) != abs(b.difference):
        return _white(a, b, a.due if abs(a.difference) > abs(b.difference) else other(b.due))  # type: ignore[arg-type]
    return _white(a, b, latest_difference(a, b) or a.due)  # type: ignore[arg-type]


def _white(a: Someone, b: Someone, colour: str) -> tuple[Someone, Someone]:
    return (a, b) if colour == "w" else (b, a)


# -- the text of 2026


def pair_2026(t: Tournament) -> Answer:
    """After the seeding rounds."""
    event = event_of(t)
    index = {p.number: _index(event, p) for p in event.here}

    def key(p: Someone) -> Any:
        return (-index[p.number][0], -index[p.number][1], p.number)

    ranking = {p.number: i for i, p in enumerate(sorted(event.here, key=key))}
    order = sorted(event.here, key=lambda p: (p.score, -len(p.met), -ranking[p.number]))
    bye = bye_of(event, order, full_points_bar=True)
    groups = by_score([p for p in event.here if p is not bye])
    floaters: list[Someone] = []
    pairs: set[tuple[int, int]] = set()
    while groups:
        bracket = sorted([*floaters, *groups[0]], key=key)
        made, floaters = _bracket_2026(bracket, groups[1:])
        for a, b in made:
            white, black = _five_steps(event, a, b)
            pairs.add((white.number, black.number))
        groups = groups[1:]
    return pairs, bye.number if bye else None


def _bracket_2026(
    bracket: Sequence[Someone], below: Sequence[Sequence[Someone]]
) -> tuple[list[tuple[Someone, Someone]], list[Someone]]:
    """C4-C8: as many pairs as can be, then the first best row."""
    rest = [p for g in below for p in g]
    for count in range(len(bracket) // 2, -1, -1):
        best: tuple[Any, Any] | None = None
        for row in rows_2026(len(bracket), count):
            made = [(bracket[a - 1], bracket[b - 1]) for a, b in row if b]
            out = [bracket[a - 1] for a, b in row if not b]
            if not all(may_meet(a, b) for a, b in made) or not can_pair([*out, *rest]):
                continue
            clashes = sum(a.due is not None and a.due == b.due for a, b in made)
            value = (sorted((p.score for p in out), reverse=True), _next_bracket(out, below), clashes)
            if best is None or value < best[0]:
                best = (value, (made, out))
        if best is not None:
            made, out = best[1]
            return made, out
    raise LookupError("no pairing")


def _next_bracket(out: Sequence[Someone], below: Sequence[Sequence[Someone]]) -> list[int]:
    """C7: the fewest who float out of the next bracket, then their scores, the highest first, as low as can be."""
    if not below:
        return [len(out)]
    group = [*out, *below[0]]
    left = largest(group)
    scores = min(sorted((p.score for p in gone), reverse=True) for gone in leaving(group, left))
    return [left, *scores]


def _index(event: Event, p: Someone) -> tuple[int, int]:
    """Buchholz and Sonneborn-Berger; a round without a game is one against oneself."""

    def as_opponent(x: Someone) -> int:
        total = sum(turn.points for turn in x.turns)
        if x not in event.here:
            for turn in reversed(x.turns):
                if turn.played or turn.outcome not in ABSENCES or turn.outcome is Outcome.FORFEIT_LOSS:
                    break
                total += 5 - turn.points
        return total

    own = sum(turn.points for turn in p.turns)
    faced = [
        (as_opponent(event.everyone[turn.opponent]) if turn.played and turn.opponent else own, turn) for turn in p.turns
    ]
    return sum(x for x, _ in faced), sum(x * turn.points for x, turn in faced)


def _five_steps(event: Event, a: Someone, b: Someone) -> tuple[Someone, Someone]:
    """Colours; `a` is ahead by Index."""
    if a.due is None and b.due is None:
        return _white(a, b, by_number(event, a))
    if a.due != b.due:
        return _white(a, b, a.due or other(b.due or "w"))
    grades = [(p.bound, abs(p.difference) if p.bound else abs(p.difference) == 1) for p in (a, b)]
    if grades[0] != grades[1]:
        return _white(a, b, a.due if grades[0] > grades[1] else other(b.due))  # type: ignore[arg-type]
    return _white(a, b, latest_difference(a, b) or a.due)  # type: ignore[arg-type]
