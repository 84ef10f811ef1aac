"""From a tie-break's name to its values: which summands, how they are put together, in which unit.

    formula      value
    SUM          the summands that the cuts leave
    MEAN         their mean (whole numbers, half up, where the edition says so)
    NUMBER       one number of its own: performance, rating, points
    BOARDS       a row of numbers compared one after the other
    ENCOUNTER    no value: the tied are ranked as a set (`direct`)

Values are exact: integers in a unit, or fractions. Not here: the order of participants (`ranking`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import cached_property, partial
from typing import NamedTuple, TypeVar

from arbitro.errors import Refused
from arbitro.i18n import gettext_for
from arbitro.model.points import UNIT
from arbitro.model.rounding import mean_half_up
from arbitro.standings import keizer, opponents, own, performance, teams
from arbitro.standings.book import Book
from arbitro.standings.cuts import Summands, kept_sum, median_discards, modified_discards, us_discards
from arbitro.standings.edition import OWN_TEXTS, LowCut, TieBreakEdition
from arbitro.standings.teams import TeamTable
from arbitro.standings.tiebreak import TieBreak, Type

_ = gettext_for("standings")

Raw = int | Fraction | tuple[int, ...]
Value = Fraction | tuple[Fraction, ...]
T = TypeVar("T")
Of = Callable[[int], T]  # what a participant has


class Formula(Enum):
    SUM = "sum"
    MEAN = "mean"
    NUMBER = "number"
    BOARDS = "boards"
    ENCOUNTER = "encounter"


@dataclass(frozen=True, slots=True)
class Recipe:
    """How a tie-break is computed."""

    formula: Formula
    unit: int  # of the summands: so many make one
    summands: Callable[[Ground, TieBreak], Of[Summands]] | None = None
    number: Callable[[Ground, TieBreak], Of[Raw]] | None = None
    unplayed_rules: bool = False  # low cuts obey 14.6
    product: bool = False  # a product of the opponent's score and a result: cuts may go by the opponent
    local: bool = False  # made of one's own rounds and the scores and ratings of those one was paired with
    discards: Callable[[Book, int], tuple[int, int]] | None = None  # how many the method itself cuts below and above


class Values(NamedTuple):
    """What was computed on a book. A later book of the same event takes over what its new rounds do not reach."""

    book: Book
    columns: dict[TieBreak, TieBreakValues]


class Ground:
    """What tie-breaks are computed on: the players' book, or the teams' two books with their boards."""

    def __init__(
        self, book: Book, *, secondary: Book | None = None, table: TeamTable | None = None, primary: str = "",
        unrated: int | None = None, earlier: Values | None = None,
    ) -> None:  # fmt: skip
        self.primary_book = book
        self.secondary_book = secondary
        self.table = table
        self.primary = primary
        self.unrated = unrated
        self._books: dict[tuple[str, str, bool, bool, int | None], Book] = {}
        self._summands: dict[tuple[object, ...], dict[int, Summands]] = {}
        self.values = Values(book, {})
        self._earlier: dict[TieBreak, TieBreakValues] = {}
        self._reached: list[int] = []
        if earlier is not None and earlier.book.edition is book.edition:
            if changed := book.changed_since(earlier.book):
                self._earlier, self._reached = earlier.columns, book.meeting(changed)
            else:
                self.values = Values(book, earlier.columns)

    @property
    def edition(self) -> TieBreakEdition:
        return self.primary_book.edition

    @property
    def numbers(self) -> Sequence[int]:
        return self.primary_book.numbers

    def text_of(self, tiebreak: TieBreak) -> TieBreakEdition:
        """The text that a tie-break is read by: its own, or that of the event."""
        return OWN_TEXTS.get(tiebreak.method.follows, self.edition)

    def book(self, tiebreak: TieBreak, score: str | None = None) -> Book:
        """The book that a tie-break reads: its text, the score it names, forfeits, fore, the rating of the unrated."""
        wanted = score or tiebreak.score or self.primary
        fore = tiebreak.fore or tiebreak.code == "FB"
        rating = self.rating_of_unrated(tiebreak) if tiebreak.method.uses_ratings else None
        key = (wanted, tiebreak.method.follows, tiebreak.forfeits_played, fore, rating)
        if key not in self._books:
            book = self.primary_book if wanted == self.primary else self.secondary_book
            if book is None:
                raise Refused(
                    _("{code}: match points and game points exist in team events only").format(code=tiebreak),
                    article="C.07 10",
                )
            if tiebreak.method.follows:
                book = book.read_by(self.text_of(tiebreak))
            if tiebreak.forfeits_played:
                book = book.with_forfeits_played()
            if fore:
                book = book.fore()
            if rating is not None:
                book = book.with_unrated_as(rating)
            self._books[key] = book
        return self._books[key]

    @cached_property
    def unrated_players(self) -> int:
        return sum(not rating for rating in self.primary_book.ratings)

    def rating_of_unrated(self, tiebreak: TieBreak) -> int | None:
        """4.5: None if everybody is rated, else the rating that was stated; refused if none was."""
        if not self.unrated_players:
            return None
        stated = tiebreak.unrated if tiebreak.unrated is not None else self.unrated
        if stated is None:
            raise Refused(
                _("{code} needs a published rating for unrated players, and {n} take part").format(
                    code=tiebreak, n=self.unrated_players
                ),
                article=self.edition.cited("unrated") or "C.07 4.5",
            )
        return stated

    def column(self, tiebreak: TieBreak) -> TieBreakValues:
        """All values of a tie-break of types B, C or D; type A has none."""
        columns = self.values.columns
        if tiebreak not in columns:
            check(self, tiebreak)
            columns[tiebreak] = self._column(tiebreak)
        return columns[tiebreak]

    def value(self, tiebreak: TieBreak, i: int) -> Value:
        """One participant's value alone."""
        known = self.values.columns.get(tiebreak)
        if known is not None:
            return exact(known.raw[i], known.unit)
        check(self, tiebreak)
        value, unit = _valuation(self, tiebreak)
        return exact(value(i), unit)

    def _column(self, tiebreak: TieBreak) -> TieBreakValues:
        value, unit = _valuation(self, tiebreak)
        earlier = self._earlier.get(tiebreak) if RECIPES[tiebreak.code].local else None
        if earlier is None:
            raw = list(map(value, range(len(self.numbers))))
        else:
            raw = list(earlier.raw)
            for i in self._reached:
                raw[i] = value(i)
        sinks = tiebreak.code == "TPR" and self.edition.absences_sink_performance
        return TieBreakValues(tiebreak, raw, unit, _absentees(self) if sinks else frozenset())

    def summands(self, tiebreak: TieBreak) -> Of[Summands]:
        """A participant's summands, before cuts; computed once for all modifiers of the same tie-break."""
        compute = RECIPES[tiebreak.code].summands
        assert compute is not None
        of = compute(self, tiebreak)
        if not tiebreak.method.can_cut:
            return of
        key = (tiebreak.code, tiebreak.score, tiebreak.limit, tiebreak.unrated, tiebreak.forfeits_played, tiebreak.fore)
        known = self._summands.setdefault(key, {})

        def kept(i: int) -> Summands:
            found = known.get(i)
            if found is None:
                found = known[i] = of(i)
            return found

        return kept

    def cut_rule(self, tiebreak: TieBreak) -> tuple[LowCut, bool]:
        """By which rule is cut below, and whether the weakest opponent goes."""
        recipe = RECIPES[tiebreak.code]
        rule = self.text_of(tiebreak).low_cut if recipe.unplayed_rules else LowCut.LOWEST
        return rule, recipe.product and (self.edition.cut_weakest_opponent or tiebreak.code != "SB")

    def discards(self, tiebreak: TieBreak) -> Of[tuple[int, int]]:
        """How many of a participant's summands are cut below and above."""
        own = RECIPES[tiebreak.code].discards
        if own is not None:
            return partial(own, self.book(tiebreak))
        stated = tiebreak.low, tiebreak.high
        return lambda _i: stated


@dataclass(frozen=True, slots=True)
class TieBreakValues:
    """The values of all participants for one tie-break, as integers or fractions of `unit`."""

    tiebreak: TieBreak
    raw: Sequence[Raw]
    unit: int
    last: frozenset[int] = frozenset()  # who ranks below everybody whatever the value (2009, TPR)

    def values(self) -> list[Value]:
        """All of them; equal ones share one object, since a column has few different values."""
        if Fraction in set(map(type, self.raw)):
            return [exact(raw, self.unit) for raw in self.raw]
        known = {raw: exact(raw, self.unit) for raw in set(self.raw)}
        return [known[raw] for raw in self.raw]


def exact(raw: Raw, unit: int) -> Value:
    """A value of some units as a fraction, or a row of them."""
    if isinstance(raw, tuple):
        return tuple(Fraction(part, unit) for part in raw)
    return raw if unit == 1 and isinstance(raw, Fraction) else Fraction(raw, unit)


def _valuation(ground: Ground, tiebreak: TieBreak) -> tuple[Of[Raw], int]:
    """How one participant's value is computed, and its unit."""
    recipe = RECIPES[tiebreak.code]
    if recipe.number is not None:
        return recipe.number(ground, tiebreak), recipe.unit
    rule, by_weight = ground.cut_rule(tiebreak)
    discards = ground.discards(tiebreak)
    parts = ground.summands(tiebreak)
    all_met = ground.book(tiebreak).all_met

    def total(i: int) -> int:
        return kept_sum(parts(i), *discards(i), rule, by_weight=by_weight, all_met=all_met[i])

    if recipe.formula is Formula.SUM:
        return total, recipe.unit
    whole = whole_average(ground, tiebreak)

    def average(i: int) -> int | Fraction:
        return mean(total(i), max(len(parts(i).values) - sum(discards(i)), 0) * recipe.unit, whole)

    return average, 1


def whole_average(ground: Ground, tiebreak: TieBreak) -> bool:
    return tiebreak.method.uses_ratings and ground.edition.whole_averages


def mean(total: int, count: int, whole: bool) -> int | Fraction:
    """The mean of some summands, 0 of none."""
    if count == 0:
        return 0
    return mean_half_up(total, count) if whole else Fraction(total, count)


def check(ground: Ground, tiebreak: TieBreak) -> None:
    """Refuse what the rules do not allow here: team tie-breaks without teams, Buchholz in round robins of 2026,
    rating tie-breaks without a rule for the unrated (4.5)."""
    method, rules = tiebreak.method, ground.edition
    if method.team_only and ground.table is None:
        raise Refused(_("{code} is for team events").format(code=tiebreak), article=rules.cited("teams"))
    if tiebreak.score:
        ground.book(tiebreak)  # refuses a team score without teams
    if method.uses_ratings and ground.table is not None:
        raise Refused(_("{code} is for individual events").format(code=tiebreak), article=rules.cited("teams"))
    if method.of_opponents and ground.primary_book.predetermined and not rules.buchholz_in_round_robins:
        raise Refused(_("{code} is not used in round robins").format(code=tiebreak), article=rules.cited("BH"))
    if method.uses_ratings:
        ground.rating_of_unrated(tiebreak)


def _absentees(ground: Ground) -> frozenset[int]:
    """2009: who chose not to play more than two games."""
    return frozenset(
        i
        for i, entries in enumerate(ground.primary_book.entries)
        if sum(entry.outcome.requested for entry in entries) > 2
    )


# -- the recipes


def _sum(
    function: Callable[[Book, int], Summands],
    unit: int = 1,
    *,
    unplayed: bool = False,
    product: bool = False,
    local: bool = True,
    discards: Callable[[Book, int], tuple[int, int]] | None = None,
) -> Recipe:
    return Recipe(
        Formula.SUM, unit, _bound(function), unplayed_rules=unplayed, product=product, local=local, discards=discards
    )


def _both_ends(discards: Callable[[int], int]) -> Callable[[Book, int], tuple[int, int]]:
    """As many below as above, by the number of rounds."""
    return lambda book, _i: (discards(book.rounds),) * 2


def _mean(function: Callable[[Book, int], Summands], unit: int = 1) -> Recipe:
    return Recipe(Formula.MEAN, unit, _bound(function))


def _number(function: Callable[[Book, int], int]) -> Recipe:
    return Recipe(Formula.NUMBER, 1, number=_bound(function))


def _bound(function: Callable[[Book, int], T]) -> Callable[[Ground, TieBreak], Of[T]]:
    return lambda ground, tiebreak: partial(function, ground.book(tiebreak))


def _kept(name: str, compute: Callable[[Book], list[int]]) -> Recipe:
    """A number that other tie-breaks build upon."""
    return Recipe(
        Formula.NUMBER, 1, number=lambda ground, tiebreak: ground.book(tiebreak).kept(name, compute).__getitem__
    )


def _performance(ground: Ground, tiebreak: TieBreak) -> Of[Raw]:
    book = ground.book(tiebreak)
    if tiebreak.widest is None:
        return book.kept("TPR", performance.performances).__getitem__
    return lambda i: performance.performance(book, i, tiebreak.widest)


def _koya(ground: Ground, tiebreak: TieBreak) -> Of[Summands]:
    book = ground.book(tiebreak)
    line = opponents.koya_line(book, tiebreak.limit)
    return lambda i: opponents.koya(book, i, line)


def _extended(totals: str, results: str) -> Recipe:
    def summands(ground: Ground, tiebreak: TieBreak) -> Of[Summands]:
        return partial(opponents.extended, ground.book(tiebreak, totals), ground.book(tiebreak, results))

    return Recipe(Formula.SUM, UNIT * UNIT, summands, unplayed_rules=True, product=True)


def added_scores(ground: Ground, tiebreak: TieBreak) -> tuple[str, ...]:
    """Which kinds of points a tie-break of points adds up (12.1); none for all the others."""
    other = "GP" if ground.primary == "MP" else "MP"
    known = {"PTS": (ground.primary,), "MP": ("MP",), "GP": ("GP",), "MPGP": ("MP", "GP"), "MPvGP": (other,)}
    return known.get(tiebreak.code, ())


def _points(ground: Ground, tiebreak: TieBreak) -> Of[Raw]:
    books = [ground.book(tiebreak, score) for score in added_scores(ground, tiebreak)]
    return lambda i: sum(book.score[i] for book in books)


_POINTS = Recipe(Formula.NUMBER, UNIT, number=_points)


def _boards(formula: Formula, function: Callable[[Sequence[int]], Raw]) -> Recipe:
    return Recipe(formula, UNIT, number=lambda ground, _: lambda i: function(team_boards(ground, i)))


def table_of(ground: Ground) -> TeamTable:
    assert ground.table is not None, "checked by `check`"
    return ground.table


def team_boards(ground: Ground, i: int) -> list[int]:
    return teams.board_points([record.boards for record in table_of(ground).records[i]])


def schedule_books(ground: Ground, tiebreak: TieBreak) -> tuple[Book, Book]:
    """12.4: the primary score, that of the schedule, and the secondary one."""
    primary = tiebreak.score or ground.primary
    return ground.book(tiebreak, primary), ground.book(tiebreak, "GP" if primary == "MP" else "MP")


def schedule_strength(ground: Ground, tiebreak: TieBreak) -> Of[Raw]:
    """12.4: the secondary score plus Buchholz on the primary one over the normalising factor."""
    first, second = schedule_books(ground, tiebreak)
    divisor = schedule_divisor(ground, tiebreak)
    return lambda i: second.score[i] + sum(opponents.buchholz(first, i).values) / divisor


def schedule_divisor(ground: Ground, tiebreak: TieBreak) -> Fraction:
    if tiebreak.divisor is not None:
        return tiebreak.divisor
    table = table_of(ground)
    return Fraction(
        teams.schedule_factor(table.event_rounds, table.boards, tiebreak.score or ground.primary, table.scoring)
    )


def _keizer(ground: Ground, tiebreak: TieBreak) -> Of[Raw]:
    return ground.book(tiebreak).kept("KEIZER", keizer.keizer_points).__getitem__


RECIPES: dict[str, Recipe] = {
    "PTS": _POINTS,
    "WIN": _sum(own.wins),
    "WON": _sum(own.won),
    "BPG": _sum(own.black),
    "BWG": _sum(own.black_won),
    "PS": _sum(own.progressive, UNIT),
    "GE": _sum(own.elected),
    "REP": _sum(own.elected),
    "STD": _sum(own.standard, 2),
    "KASHDAN": _sum(own.kashdan),
    "KEIZER": Recipe(Formula.NUMBER, keizer.SIXTHS, number=_keizer),
    "TPN": _number(lambda book, i: book.numbers[i]),
    "RTNG": _number(lambda book, i: book.ratings[i]),
    "BH": _sum(opponents.buchholz, UNIT, unplayed=True),
    "FB": _sum(opponents.buchholz, UNIT, unplayed=True),
    "SOLKOFF": _sum(opponents.buchholz, UNIT, unplayed=True),
    "MEDIAN": _sum(opponents.buchholz, UNIT, unplayed=True, discards=_both_ends(median_discards)),
    "USSOLK": _sum(opponents.buchholz, UNIT, unplayed=True),
    "USMED": _sum(opponents.buchholz, UNIT, unplayed=True, discards=_both_ends(us_discards)),
    "MODMED": _sum(
        opponents.buchholz,
        UNIT,
        unplayed=True,
        discards=lambda book, i: modified_discards(book.rounds, book.score[i], book.win * book.rounds),
    ),
    "CUM": _sum(own.cumulative, UNIT),
    "OCUM": _sum(opponents.opponents_cumulative, UNIT),
    "AOB": _mean(opponents.opponents_buchholz, UNIT),
    "SOB": _sum(opponents.opponents_buchholz, UNIT, local=False),
    "SB": _sum(opponents.sonneborn_berger, UNIT * UNIT, unplayed=True, product=True),
    "KS": Recipe(Formula.SUM, UNIT, _koya),
    "ARO": _mean(performance.opponents_ratings),
    "SRO": _sum(performance.opponents_ratings),
    "TPR": Recipe(Formula.NUMBER, 1, number=_performance),
    "PTP": _kept("PTP", performance.perfect_performances),
    "APRO": _mean(performance.opponents_performances),
    "APPO": _mean(performance.opponents_perfect_performances),
    "RPCT": _number(performance.percentage_over_expected),
    "MP": _POINTS,
    "GP": _POINTS,
    "MPvGP": _POINTS,
    "MPGP": _POINTS,
    "BC": _boards(Formula.NUMBER, teams.board_count),
    "TBR": _boards(Formula.BOARDS, teams.top_boards),
    "BBE": _boards(Formula.BOARDS, teams.bottom_boards),
    "BMED": Recipe(
        Formula.NUMBER,
        UNIT,
        number=lambda ground, _: lambda i: sum(teams.board_medians(table_of(ground), i)),
    ),
    "EMMSB": _extended("MP", "MP"),
    "EMGSB": _extended("MP", "GP"),
    "EGMSB": _extended("GP", "MP"),
    "EGGSB": _extended("GP", "GP"),
    "SSSC": Recipe(Formula.NUMBER, UNIT, number=schedule_strength),
}


def is_encounter(tiebreak: TieBreak) -> bool:
    """Type A: ranks the tied as a set and has no value of its own."""
    return tiebreak.method.type is Type.A
