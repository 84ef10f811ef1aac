"""Direct encounter: ranking tied participants by the games among themselves.

    2023     2024     function
    5.1      6        direct_encounter
    5.1      6.2      _sure_places: the Swiss clause, places that no missing game can change
    12.3     13.3     extended_direct_encounter

Both are operations on a set of tied participants that give ordered groups; a group of one is decided. Values of
single participants would say nothing, so there are none here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from arbitro.standings.book import Book
from arbitro.standings.edition import Encounter

Group = tuple[int, ...]


class Meeting(NamedTuple):
    """One game or match between two participants and what the first of them scored."""

    first: int
    second: int
    points: int


@dataclass(frozen=True, slots=True)
class Line:
    """A participant's row in the separate table of the tied."""

    participant: int
    points: Fraction
    games: int
    missing: int  # tied opponents not met

    @property
    def percentage(self) -> Fraction:
        return self.points / self.games if self.games else Fraction(0)


def table(tied: Iterable[int], meetings: Iterable[Meeting], rule: Encounter) -> list[Line]:
    """The separate table: points, games and missing opponents of every tied participant.

    Several games with one opponent are all counted, or their average is (2023-09 and later).
    """
    members = sorted(tied)
    inside = set(members)
    scored: dict[int, dict[int, list[int]]] = {member: defaultdict(list) for member in members}
    for first, second, points in meetings:
        if first in inside and second in inside:
            scored[first][second].append(points)
    lines = []
    for member in members:
        against = scored[member].values()
        if rule is Encounter.AVERAGE:
            points_total = sum((Fraction(sum(p), len(p)) for p in against), Fraction(0))
            games = len(against)
        else:
            points_total = Fraction(sum(map(sum, against)))
            games = sum(map(len, against))
        lines.append(Line(member, points_total, games, len(members) - 1 - len(scored[member])))
    return lines


def split(tied: Sequence[int], meetings: Sequence[Meeting], rule: Encounter, *, swiss: bool, most: int) -> list[Group]:
    """One step of 5.1: the groups into which the separate table divides the tied.

    `most` is the highest score that one missing game could still bring.
    """
    lines = table(tied, meetings, rule)
    if not any(line.missing for line in lines):
        if rule is Encounter.PERCENTAGE:
            return _grouped(lines, lambda line: line.percentage)
        return _grouped(lines, lambda line: line.points)
    if swiss and rule is not Encounter.SUM_IF_ALL_MET:
        return _sure_places(lines, most)
    return [tuple(line.participant for line in lines)]


def _grouped(lines: Sequence[Line], value: Callable[[Line], Fraction]) -> list[Group]:
    groups: dict[Fraction, list[int]] = defaultdict(list)
    for line in lines:
        groups[value(line)].append(line.participant)
    return [tuple(groups[key]) for key in sorted(groups, reverse=True)]


def _sure_places(lines: Sequence[Line], most: int) -> list[Group]:
    """5.1, second paragraph: from the top, whoever nobody below could catch; the rest stay together."""
    rest = sorted(lines, key=lambda line: (-line.points, line.participant))
    groups: list[Group] = []
    while len(rest) > 1:
        leader = rest[0]
        if any(line.points + line.missing * most >= leader.points for line in rest[1:]):
            break
        groups.append((leader.participant,))
        rest = rest[1:]
    groups.append(tuple(sorted(line.participant for line in rest)))
    return groups


def direct_encounter(
    tied: Sequence[int], meetings: Sequence[Meeting], rule: Encounter, *, swiss: bool, most: int
) -> list[Group]:
    """5.1: split the tied, then every group that remains, until nothing more is resolved."""
    groups = split(tied, meetings, rule, swiss=swiss, most=most)
    if len(groups) == 1:
        return groups
    return [
        part
        for group in groups
        for part in ([group] if len(group) == 1 else direct_encounter(group, meetings, rule, swiss=swiss, most=most))
    ]


class Score(NamedTuple):
    """One kind of points for the extended direct encounter: its meetings and the most that a match can bring."""

    meetings: Sequence[Meeting]
    most: int


def extended_direct_encounter(
    tied: Sequence[int],
    primary: Score,
    secondary: Score,
    rule: Encounter,
    *,
    swiss: bool,
    then: Callable[[Group], list[Group]] | None = None,
) -> list[Group]:
    """12.3: by the primary score; more than two who all stay tied, by the secondary; each new group starts again.

    `then` splits two teams that the primary score leaves level, by the board results of their match (12.3.1).
    """
    groups = split(tied, primary.meetings, rule, swiss=swiss, most=primary.most)
    if len(groups) == 1:
        if len(tied) > 2:
            groups = split(tied, secondary.meetings, rule, swiss=swiss, most=secondary.most)
        elif then is not None:
            return then(groups[0])
        if len(groups) == 1:
            return groups
    return [
        part
        for group in groups
        for part in (
            [group]
            if len(group) == 1
            else extended_direct_encounter(group, primary, secondary, rule, swiss=swiss, then=then)
        )
    ]


def meetings_of(book: Book, tied: Sequence[int]) -> list[Meeting]:
    """The meetings among the tied that the book counts; forfeits only where it says so."""
    inside = set(tied)
    return [Meeting(i, e.opponent, e.points) for i in tied for e in book.entries[i] if e.met and e.opponent in inside]
