"""What the literal engines know of a tournament: each player's games, and pairing by trying everything.

Nothing here comes from the engines under test: results are read off the snapshot, all else is recomputed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from arbitro.model import Outcome, Tournament

WIN = 10
ABSENCES = (Outcome.ZERO_BYE, Outcome.HALF_BYE, Outcome.FULL_BYE, Outcome.ABSENT, Outcome.FORFEIT_LOSS)


@dataclass
class Turn:
    """One round of one player."""

    opponent: int | None
    outcome: Outcome
    points: int

    @property
    def played(self) -> bool:
        return self.outcome.played and self.opponent is not None


@dataclass
class Someone:
    """A player before the next round. `due` is None before the first game; `bound`: no other colour is allowed."""

    number: int
    name: str
    rating: int
    score: int
    turns: list[Turn]
    colours: str  # of the games played, oldest first
    before: list[int]  # the score before each round
    met: set[int] = field(default_factory=set)

    @property
    def difference(self) -> int:
        return self.colours.count("w") - self.colours.count("b")

    @property
    def due(self) -> str | None:
        if not self.colours:
            return None
        if self.colours[-2:] in ("ww", "bb"):
            return other(self.colours[-1])
        return "b" if self.difference > 0 else "w" if self.difference < 0 else other(self.colours[-1])

    @property
    def bound(self) -> bool:
        return abs(self.difference) > 1 or self.colours[-2:] in ("ww", "bb")

    def may_have_bye(self, *, full_points_bar: bool) -> bool:
        for turn in self.turns:
            if turn.outcome in (Outcome.PAIRING_BYE, Outcome.FORFEIT_WIN):
                return False
            if full_points_bar and not turn.played and turn.points >= WIN:
                return False
        return True


def other(colour: str) -> str:
    return "b" if colour == "w" else "w"


@dataclass
class Event:
    """A round to be paired."""

    everyone: dict[int, Someone]
    here: list[Someone]  # by number
    round: int
    rounds: int | None
    first: str  # the colour drawn for number 1
    places: dict[int, int]  # numbers among those who take part or took part

    @property
    def is_last(self) -> bool:
        return self.rounds is not None and self.round >= self.rounds


def event_of(t: Tournament) -> Event:
    coming = t.rounds_paired + 1
    everyone = {}
    for player in t.players:
        turns, before, score, colours = [], [], 0, ""
        met = set()
        for r in t.rounds_of(player.number):
            before.append(score)
            turns.append(Turn(r.opponent, r.outcome, t.points_of(r)))
            score += turns[-1].points
            if turns[-1].played:
                assert r.colour is not None and r.opponent is not None
                colours += r.colour.value
                met.add(r.opponent)
        everyone[player.number] = Someone(player.number, player.name, player.rating, score, turns, colours, before, met)
    here = [everyone[n] for n in sorted(t.available(coming))]
    known = sorted(
        n
        for n, p in everyone.items()
        if p in here or any(x.opponent is not None or x.outcome is Outcome.PAIRING_BYE for x in p.turns)
    )
    places = {n: i for i, n in enumerate(known, 1)}
    assert t.first_colour is not None
    return Event(everyone, here, coming, t.planned_rounds, t.first_colour.value, places)


def may_meet(a: Someone, b: Someone, *, limits: bool = True) -> bool:
    """C.04.1 b, f, g."""
    return b.number not in a.met and not (limits and a.bound and b.bound and a.due == b.due)


def can_pair(people: Sequence[Someone], *, limits: bool = True) -> bool:
    """Is there a complete pairing? By trying every opponent of the first."""
    return next(all_pairings(list(people), limits=limits), None) is not None


def all_pairings(
    people: Sequence[Someone], *, limits: bool = True
) -> Iterator[list[tuple[Someone, Someone]]]:  # fmt: skip
    if not people:
        yield []
    elif len(people) % 2 == 0:
        first, others = people[0], people[1:]
        for i, opponent in enumerate(others):
            if may_meet(first, opponent, limits=limits):
                for rest in all_pairings([*others[:i], *others[i + 1 :]], limits=limits):
                    yield [(first, opponent), *rest]


def largest(people: Sequence[Someone], *, limits: bool = True) -> int:
    """How many of them a largest pairing leaves over."""
    return next(n for n in range(len(people) + 1) if any(True for _ in leaving(people, n, limits=limits)))


def leaving(people: Sequence[Someone], count: int, *, limits: bool = True) -> Iterator[list[Someone]]:
    """The sets of so many whose absence lets the others be paired."""
    from itertools import combinations

    for out in combinations(people, count):
        gone = {p.number for p in out}
        if can_pair([p for p in people if p.number not in gone], limits=limits):
            yield list(out)


def served_first(people: Sequence[Someone], *, limits: bool = True) -> list[Someone]:
    """Who is left over when the largest pairing serves those who come first, one after another."""
    left = largest(people, limits=limits)
    sets = [{p.number for p in out} for out in leaving(people, left, limits=limits)]
    for p in people:
        serving = [out for out in sets if p.number not in out]
        sets = serving or sets
    return [p for p in people if p.number in sets[0]]


def bye_of(event: Event, order: Sequence[Someone], *, full_points_bar: bool, limits: bool = True) -> Someone | None:
    """C.04.1 c, d: the first in the order who may have the bye and without whom the others can be paired."""
    if len(event.here) % 2 == 0:
        return None
    for p in order:
        rest = [x for x in event.here if x is not p]
        if p.may_have_bye(full_points_bar=full_points_bar) and can_pair(rest, limits=limits):
            return p
    raise LookupError("no pairing")


def by_score(people: Sequence[Someone]) -> list[list[Someone]]:
    return [[p for p in people if p.score == s] for s in sorted({p.score for p in people}, reverse=True)]


def by_number(event: Event, p: Someone) -> str:
    """The colour of an odd number is the drawn one."""
    return event.first if event.places[p.number] % 2 else other(event.first)


def latest_difference(a: Someone, b: Someone) -> str | None:
    """The colour of `a` that alternates from the latest game in which the two had different colours."""
    for mine, theirs in zip(reversed(a.colours), reversed(b.colours), strict=False):
        if mine != theirs:
            return theirs
    return None


Colouring = Callable[[Someone, Someone], tuple[int, int]]
Answer = tuple[set[tuple[int, int]], int | None]  # White and Black of each pair, and the bye
