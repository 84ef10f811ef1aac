"""Ranking: points, then the tie-breaks in their order, then shared places or lots (C.07 4.2).

    article   here
    4.2       rank: the list in order, passing on while a tie persists; lots with a recorded seed
    5, 12.3   encounters: type A ranks each tied group as a set
    C.05 6.6  withdrawn players of round robins (`roundrobin`)

`standings` ranks players, `team_standings` teams. Same input, same answer: lots are drawn from the seed given.
Not here: how a value comes about (`explain`).
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial

from arbitro.errors import ArbitroError, Refused
from arbitro.i18n import gettext_for
from arbitro.model import System, Tournament
from arbitro.standings.book import Book, book_of
from arbitro.standings.direct import (
    Group,
    Score,
    direct_encounter,
    extended_direct_encounter,
    meetings_of,
    split,
)
from arbitro.standings.edition import TieBreakEdition, edition_of
from arbitro.standings.roundrobin import without_annulled
from arbitro.standings.teams import TeamTable, board_count, board_points, bottom_boards, team_table, top_boards
from arbitro.standings.tiebreak import AFTER_ENCOUNTER, TieBreak, parse_list, parse_tiebreak, words_of
from arbitro.standings.values import Ground, Raw, TieBreakValues, Value, check, is_encounter, table_of

_ = gettext_for("standings")

_FIXED = frozenset(
    {
        System.ROUND_ROBIN,
        System.DOUBLE_ROUND_ROBIN,
        System.SCHEVENINGEN,
        System.SEMI_SCHEVENINGEN,
        System.SCHILLER,
        System.SKALITZKA,
        System.HILTON,
        System.MOLTER,
        System.MATCH,
    }
)


@dataclass(frozen=True, slots=True)
class Row:
    """One participant's line. `rank` is shared by those whom nothing separates."""

    rank: int
    number: int
    points: int  # tenths
    values: dict[str, Value]
    shared: bool = False
    decided_by: str = ""  # the tie-break that put it below the line above, "" for points


@dataclass(frozen=True, slots=True)
class Lots:
    """Lots that were drawn: the seed and the groups in the order that came out."""

    seed: int
    groups: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A tie-break that the rules refuse for this event, and why, in one sentence with the article."""

    tiebreak: str
    reason: str


@dataclass(frozen=True, slots=True)
class Standings:
    """A ranking with everything needed to read it."""

    rows: tuple[Row, ...]
    tiebreaks: tuple[TieBreak, ...]
    edition: str
    after: int
    predetermined: bool
    lots: Lots | None = None
    annulled: dict[int, int] = field(default_factory=dict)  # withdrawn early from a round robin: the points they keep
    left_out: tuple[LeftOut, ...] = ()  # tie-breaks of the list that cannot be used here, if the caller allowed it
    by_places: bool = False  # something else than points decided the ranks: equal points are no tie

    def row(self, number: int) -> Row:
        return next(row for row in self.rows if row.number == number)

    @property
    def order(self) -> tuple[int, ...]:
        return tuple(row.number for row in self.rows)


@dataclass(frozen=True, slots=True)
class Encountered:
    """A tied group that a type A tie-break was applied to, and what became of it (indices)."""

    label: str
    group: Group
    parts: tuple[Group, ...]


@dataclass(slots=True)
class Ranked:
    """The outcome of ranking, in indices of the ground."""

    groups: list[Group]
    columns: dict[str, TieBreakValues]
    separated_by: dict[int, str]
    encounters: list[Encountered]
    below: dict[str, list[int]]  # per type A tie-break: how many of the tied a participant was put above


def standings(
    tournament: Tournament,
    tiebreaks: Sequence[str] | str = (),
    *,
    edition: str | TieBreakEdition | None = None,
    after: int | None = None,
    predetermined: bool | None = None,
    unrated: int | None = None,
    lots: int | None = None,
    withdrawn: Iterable[int] = (),
    places: Mapping[int, int] | None = None,
    strict: bool = True,
) -> Standings:
    """The players' ranking after a round (default: the last paired one).

    `predetermined` applies the round-robin rules to unplayed games (14.2); by default the tournament's system says.
    `unrated` is the stated rating of unrated players (4.5), `lots` a seed that resolves what the list leaves tied,
    `withdrawn` the players who left a round robin (C.05 6.6). `places` are those that something else than points has
    decided: the bracket of a knock-out (`formats.places_of`). A tie-break that cannot be used here is an error; unless
    `strict`, the others rank and `left_out` tells the reason.
    """
    ground, annulled = ground_of(
        tournament, edition=edition, after=after, predetermined=predetermined, unrated=unrated, withdrawn=withdrawn
    )
    return _placed(_standings(ground, tiebreaks, strict, lots, annulled), places)


def team_standings(
    tournament: Tournament,
    tiebreaks: Sequence[str] | str = (),
    *,
    primary: str = "MP",
    edition: str | TieBreakEdition | None = None,
    after: int | None = None,
    predetermined: bool | None = None,
    lots: int | None = None,
    places: Mapping[int, int] | None = None,
    strict: bool = True,
) -> Standings:
    """The teams' ranking by match points (`MP`) or game points (`GP`); the rest as in `standings`."""
    ground = team_ground_of(tournament, primary=primary, edition=edition, after=after, predetermined=predetermined)
    return _placed(_standings(ground, tiebreaks, strict, lots, {}), places)


def ground_of(
    tournament: Tournament,
    *,
    edition: str | TieBreakEdition | None = None,
    after: int | None = None,
    predetermined: bool | None = None,
    unrated: int | None = None,
    withdrawn: Iterable[int] = (),
) -> tuple[Ground, dict[int, int]]:
    """What the players' tie-breaks are computed on, and the points of players whose results were annulled."""
    rules = edition_of(edition or tournament.editions.tiebreaks)
    fixed = is_predetermined(tournament) if predetermined is None else predetermined
    annulled: dict[int, int] = {}
    if gone := tuple(withdrawn):
        if not fixed:
            raise Refused(
                _("who withdraws from a Swiss event keeps the results; only in round robins they may not count"),
                article="C.05 6.6",
            )
        tournament, annulled = without_annulled(tournament, gone)
    book = book_of(tournament, rules, after=after, predetermined=fixed)
    known = tournament.memo.setdefault(("standings", "values"), {})
    key = (rules.name, book.rounds, fixed, unrated)
    ground = Ground(book, unrated=unrated, earlier=known.get(key))
    known[key] = ground.values
    return ground, annulled


def team_ground_of(
    tournament: Tournament,
    *,
    primary: str = "MP",
    edition: str | TieBreakEdition | None = None,
    after: int | None = None,
    predetermined: bool | None = None,
) -> Ground:
    """What the teams' tie-breaks are computed on."""
    if primary not in ("MP", "GP"):
        raise ArbitroError(_("“{score}” is not a team score: MP or GP").format(score=primary))
    table = team_table(tournament, after)
    rules = edition_of(edition or tournament.editions.tiebreaks)
    fixed = is_predetermined(tournament) if predetermined is None else predetermined
    books = {score: table.book(score, rules, predetermined=fixed) for score in ("MP", "GP")}
    other = "GP" if primary == "MP" else "MP"
    return Ground(books[primary], secondary=books[other], table=table, primary=primary)


def is_predetermined(tournament: Tournament) -> bool:
    """Do the round-robin rules for unplayed games apply? They do where the schedule was fixed beforehand."""
    return tournament.system in _FIXED


def usable(ground: Ground, names: Sequence[str] | str) -> tuple[tuple[TieBreak, ...], tuple[LeftOut, ...]]:
    """The tie-breaks of a list that this event can use, and why it cannot use the others."""
    kept: list[TieBreak] = []
    left_out: list[LeftOut] = []
    for name in words_of(names):
        try:
            tiebreak = parse_tiebreak(name)
            check(ground, tiebreak)
        except ArbitroError as error:
            left_out.append(LeftOut(name, str(error)))
        else:
            kept.append(tiebreak)
    return tuple(kept), tuple(left_out)


def _standings(
    ground: Ground, names: Sequence[str] | str, strict: bool, lots: int | None, annulled: dict[int, int]
) -> Standings:
    tiebreaks, left_out = (parse_list(names), ()) if strict else usable(ground, names)
    ranked = rank(ground, tiebreaks)
    book = ground.primary_book
    numbers, score = ground.numbers, book.score
    groups = ranked.groups
    drawn = None
    if lots is not None:
        groups, drawn = _draw(groups, lots, numbers)
    named = labels(tiebreaks)
    columns: list[Sequence[Value]] = [
        ranked.columns[label].values() if label in ranked.columns else list(map(Fraction, ranked.below[label]))
        for label in named
    ]
    values = [dict(zip(named, row, strict=True)) for row in zip(*columns, strict=True)] or [{} for _ in numbers]
    rows = []
    place = 1
    for group in groups:
        for i in group:
            decided = ranked.separated_by.get(i, "")
            rows.append(Row(place, numbers[i], score[i], values[i], len(group) > 1, decided))
        place += len(group)
    return Standings(
        tuple(rows), tiebreaks, ground.edition.name, book.rounds, book.predetermined, drawn, annulled, left_out
    )


def _placed(found: Standings, places: Mapping[int, int] | None) -> Standings:
    """The same rows by places decided otherwise; whoever shares one stands in the order of points and tie-breaks."""
    if not places:
        return found
    shared = Counter(places[row.number] for row in found.rows)
    rows = sorted(found.rows, key=lambda row: places[row.number])
    return replace(
        found,
        by_places=True,
        rows=tuple(
            replace(row, rank=places[row.number], shared=shared[places[row.number]] > 1, decided_by="") for row in rows
        ),
    )


def labels(tiebreaks: Sequence[TieBreak]) -> list[str]:
    """The names of the columns; a tie-break of type A that stands twice gets a number."""
    seen: dict[str, int] = defaultdict(int)
    names = []
    for tiebreak in tiebreaks:
        name = str(tiebreak)
        seen[name] += 1
        names.append(name if seen[name] == 1 else f"{name}#{seen[name]}")
    return names


def rank(ground: Ground, tiebreaks: Sequence[TieBreak]) -> Ranked:
    """4.2: split the groups of equal points by one tie-break after the other."""
    by_points: dict[int, list[int]] = defaultdict(list)
    for i, points in enumerate(ground.primary_book.score):
        by_points[points].append(i)
    groups: list[Group] = [tuple(by_points[points]) for points in sorted(by_points, reverse=True)]
    ranked = Ranked(groups, {}, {}, [], {})
    for label, tiebreak in zip(labels(tiebreaks), tiebreaks, strict=True):
        if is_encounter(tiebreak):
            check(ground, tiebreak)
            ranked.below[label] = [0] * len(ground.numbers)
            splitter = _encounter(ground, tiebreak, label, ranked)
        else:
            ranked.columns[label] = ground.column(tiebreak)
            splitter = partial(split_by_value, ranked.columns[label])
        refined: list[Group] = []
        for group in ranked.groups:
            if len(group) == 1:
                refined.append(group)
                continue
            parts = splitter(group)
            for part in parts[1:]:
                for i in part:
                    ranked.separated_by[i] = label
            refined += parts
        ranked.groups = refined
    return ranked


def split_by_value(column: TieBreakValues, group: Group) -> list[Group]:
    """A tied group by the values of one tie-break, the best first."""
    parts: dict[tuple[bool, Raw], list[int]] = defaultdict(list)
    for i in group:
        parts[i in column.last, column.raw[i]].append(i)
    best_first = sorted(parts, key=lambda part: part[1], reverse=not column.tiebreak.ascending)
    best_first.sort(key=lambda part: part[0])
    return [tuple(parts[key]) for key in best_first]


def _encounter(ground: Ground, tiebreak: TieBreak, label: str, ranked: Ranked) -> Callable[[Group], list[Group]]:
    def split(group: Group) -> list[Group]:
        parts = encounter(ground, tiebreak, group)
        if tiebreak.reversed:
            parts = parts[::-1]
        ranked.encounters.append(Encountered(label, group, tuple(parts)))
        left = len(group)
        for part in parts:
            left -= len(part)
            for i in part:
                ranked.below[label][i] = left
        return parts

    return split


def encounter(ground: Ground, tiebreak: TieBreak, group: Group) -> list[Group]:
    """A type A tie-break applied to one tied group."""
    book = ground.book(tiebreak)
    rule = ground.edition.encounter
    swiss = not book.predetermined
    if tiebreak.code == "DE":
        return direct_encounter(group, meetings_of(book, group), rule, swiss=swiss, most=book.win)
    other = ground.book(tiebreak, "GP" if (tiebreak.score or ground.primary) == "MP" else "MP")
    return extended_direct_encounter(
        group,
        _score(book, group),
        _score(other, group),
        rule,
        swiss=swiss,
        then=lambda pair: by_boards(table_of(ground), pair, AFTER_ENCOUNTER[tiebreak.code]),
    )


def encounter_steps(ground: Ground, tiebreak: TieBreak, group: Group, i: int) -> Iterator[tuple[str, Group]]:
    """The separate tables on the way to one participant's place: the kind of points, and the tied that it compares."""
    first = tiebreak.score or ground.primary
    kinds = [first] if tiebreak.code == "DE" else [first, "GP" if first == "MP" else "MP"]
    while len(group) > 1:
        parts: list[Group] = [group]
        for kind in kinds if len(group) > 2 else kinds[:1]:  # 12.3.1: two teams by the primary score alone
            yield kind, group
            book = ground.book(tiebreak, kind)
            swiss = not book.predetermined
            parts = split(group, meetings_of(book, group), ground.edition.encounter, swiss=swiss, most=book.win)
            if len(parts) > 1:
                break
        if len(parts) == 1:
            return
        group = next(part for part in parts if i in part)


def _score(book: Book, group: Group) -> Score:
    return Score(meetings_of(book, group), book.win)


def by_boards(table: TeamTable, pair: Group, codes: Sequence[str]) -> list[Group]:
    """12.3.1: two teams level after their match, by the board tie-breaks that the regulations list."""
    first, second = pair
    matches = [
        [record.boards for record in table.records[own] if record.opponent == table.teams[other]]
        for own, other in ((first, second), (second, first))
    ]
    if matches[0]:
        points = [board_points(boards) for boards in matches]
        for code in codes:
            order = _compare_boards(code, points[0], points[1])
            if order:
                return [(first,), (second,)] if order > 0 else [(second,), (first,)]
    return [pair]


def _compare_boards(code: str, mine: Sequence[int], theirs: Sequence[int]) -> int:
    """Above zero if `mine` is better."""
    if code == "BC":
        return board_count(theirs) - board_count(mine)
    order = top_boards if code == "TBR" else bottom_boards
    return (order(mine) > order(theirs)) - (order(mine) < order(theirs))


def _draw(groups: Sequence[Group], seed: int, numbers: Sequence[int]) -> tuple[list[Group], Lots]:
    """4.2: lots among those still tied; the same seed gives the same order whatever else happened."""
    drawn: list[Group] = []
    record = []
    for group in groups:
        if len(group) == 1:
            drawn.append(group)
            continue
        names = sorted(numbers[i] for i in group)
        random.Random(f"{seed}:{names}").shuffle(names)
        index = {numbers[i]: i for i in group}
        drawn += [(index[name],) for name in names]
        record.append(tuple(names))
    return drawn, Lots(seed, tuple(record))
