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

import copy
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from arbitro.errors import Refused
from arbitro.i18n import gettext_for
from arbitro.model.points import UNIT
from arbitro.standings import opponents, own, performance, teams
from arbitro.standings.book import Book
from arbitro.standings.club import median_discards
from arbitro.standings.cuts import Summand, kept_sum
from arbitro.standings.edition import LowCut, TieBreakEdition
from arbitro.standings.teams import TeamTable
from arbitro.standings.tiebreak import TieBreak, Type

Raw = int | Fraction | tuple[int, ...]
Value = Fraction | tuple[Fraction, ...]


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
    summands: Callable[[Field, TieBreak, int], list[Summand]] | None = None
    number: Callable[[Field, TieBreak, int], Raw] | None = None
    unplayed_rules: bool = False  # low cuts obey 14.6
    product: bool = False  # a product of the opponent's score and a result: cuts may go by the opponent


class Field:
    """What tie-breaks are computed on: the players' book, or the teams' two books with their boards."""

    def __init__(
        self, book: Book, *, secondary: Book | None = None, table: TeamTable | None = None, primary: str = "",
        unrated: int | None = None,
    ) -> None:  # fmt: skip
        self.primary_book = book
        self.secondary_book = secondary
        self.table = table
        self.primary = primary
        self.unrated = unrated
        self._books: dict[tuple[str, bool, bool, int | None], Book] = {}
        self._summands: dict[tuple[object, ...], list[list[Summand]]] = {}

    @property
    def edition(self) -> TieBreakEdition:
        return self.primary_book.edition

    @property
    def numbers(self) -> tuple[int, ...]:
        return self.primary_book.numbers

    def book(self, tiebreak: TieBreak, score: str | None = None) -> Book:
        """The book that a tie-break reads: the score it names, forfeits, fore, the rating of the unrated."""
        wanted = score or tiebreak.score or self.primary
        fore = tiebreak.fore or tiebreak.code == "FB"
        rating = self.rating_of_unrated(tiebreak) if tiebreak.method.uses_ratings else None
        key = (wanted, tiebreak.forfeits_played, fore, rating)
        if key not in self._books:
            book = self.primary_book if wanted == self.primary else self.secondary_book
            if book is None:
                _ = gettext_for("standings")
                raise Refused(
                    _("{code}: match points and game points exist in team events only").format(code=tiebreak),
                    article="C.07 10",
                )
            if tiebreak.forfeits_played:
                book = book.with_forfeits_played()
            if fore:
                book = book.fore()
            if rating is not None:
                book = copy.copy(book)
                book.ratings = [r or rating for r in book.ratings]
                book._kept = {}
            self._books[key] = book
        return self._books[key]

    def rating_of_unrated(self, tiebreak: TieBreak) -> int | None:
        """4.5: None if everybody is rated, else the rating that was stated; refused if none was."""
        unrated = sum(not rating for rating in self.primary_book.ratings)
        if not unrated:
            return None
        stated = tiebreak.unrated if tiebreak.unrated is not None else self.unrated
        if stated is None:
            _ = gettext_for("standings")
            raise Refused(
                _("{code} needs a published rating for unrated players, and {n} take part").format(
                    code=tiebreak, n=unrated
                ),
                article="C.07 " + (self.edition.article("unrated") or "4.5"),
            )
        return stated

    def summands(self, tiebreak: TieBreak) -> list[list[Summand]]:
        """Every participant's summands, before cuts; computed once for all modifiers of the same tie-break."""
        key = (tiebreak.code, tiebreak.score, tiebreak.limit, tiebreak.unrated, tiebreak.forfeits_played, tiebreak.fore)
        if key not in self._summands:
            compute = RECIPES[tiebreak.code].summands
            assert compute is not None
            self._summands[key] = [compute(self, tiebreak, i) for i in range(len(self.numbers))]
        return self._summands[key]

    def cuts(self, tiebreak: TieBreak) -> tuple[int, int, LowCut, bool]:
        """How many are cut below and above, by which rule, and whether the weakest opponent goes."""
        recipe = RECIPES[tiebreak.code]
        rule = self.edition.low_cut if recipe.unplayed_rules else LowCut.LOWEST
        by_weight = recipe.product and (self.edition.cut_weakest_opponent or tiebreak.code != "SB")
        low, high = tiebreak.low, tiebreak.high
        if tiebreak.code == "MEDIAN":
            low = high = median_discards(self.primary_book.rounds)
        return low, high, rule, by_weight


@dataclass(frozen=True, slots=True)
class Column:
    """The values of all participants for one tie-break, as integers or fractions of `unit`."""

    tiebreak: TieBreak
    raw: Sequence[Raw]
    unit: int
    last: frozenset[int] = frozenset()  # who ranks below everybody whatever the value (2009, TPR)

    def value(self, i: int) -> Value:
        raw = self.raw[i]
        if isinstance(raw, tuple):
            return tuple(Fraction(part, self.unit) for part in raw)
        return Fraction(raw) / self.unit if isinstance(raw, Fraction) else Fraction(raw, self.unit)


def column(field: Field, tiebreak: TieBreak) -> Column:
    """All values of a tie-break of types B, C or D; type A has none."""
    check(field, tiebreak)
    recipe = RECIPES[tiebreak.code]
    n = len(field.numbers)
    if recipe.number is not None:
        number = recipe.number
        last = _absentees(field) if tiebreak.code == "TPR" and field.edition.absences_sink_performance else frozenset()
        return Column(tiebreak, [number(field, tiebreak, i) for i in range(n)], recipe.unit, last)
    low, high, rule, by_weight = field.cuts(tiebreak)
    all_summands = field.summands(tiebreak)
    totals = [kept_sum(summands, low, high, rule, by_weight=by_weight) for summands in all_summands]
    if recipe.formula is Formula.SUM:
        return Column(tiebreak, totals, recipe.unit)
    counts = [max(len(summands) - low - high, 0) for summands in all_summands]
    return Column(
        tiebreak,
        [mean(total, count, whole_average(field, tiebreak)) for total, count in zip(totals, counts, strict=True)],
        recipe.unit,
    )


def whole_average(field: Field, tiebreak: TieBreak) -> bool:
    return tiebreak.method.uses_ratings and field.edition.whole_averages


def mean(total: int, count: int, whole: bool) -> int | Fraction:
    """The mean of some summands, 0 of none."""
    if count == 0:
        return 0
    return (2 * total + count) // (2 * count) if whole else Fraction(total, count)


def check(field: Field, tiebreak: TieBreak) -> None:
    """Refuse what the rules do not allow here: team tie-breaks without teams, Buchholz in round robins of 2026."""
    _ = gettext_for("standings")
    if tiebreak.method.team_only and field.table is None:
        raise Refused(_("{code} is for team events").format(code=tiebreak), article="C.07 10")
    if tiebreak.method.of_opponents and field.primary_book.predetermined and not field.edition.buchholz_in_round_robins:
        raise Refused(
            _("{code} is not used in round robins").format(code=tiebreak), article=f"C.07 {field.edition.name}, 8"
        )
    if tiebreak.method.uses_ratings and field.table is not None:
        raise Refused(_("{code} is for individual events").format(code=tiebreak), article="C.07 10")


def _absentees(field: Field) -> frozenset[int]:
    """2009: who chose not to play more than two games."""
    return frozenset(
        i
        for i, entries in enumerate(field.primary_book.entries)
        if sum(entry.outcome.requested for entry in entries) > 2
    )


# -- the recipes


def _on_book(function: Callable[[Book, int], list[Summand]]) -> Callable[[Field, TieBreak, int], list[Summand]]:
    def summands(field: Field, tiebreak: TieBreak, i: int) -> list[Summand]:
        return function(field.book(tiebreak), i)

    return summands


def _sum(
    function: Callable[[Book, int], list[Summand]], unit: int = 1, *, unplayed: bool = False, product: bool = False
) -> Recipe:
    return Recipe(Formula.SUM, unit, _on_book(function), unplayed_rules=unplayed, product=product)


def _mean(function: Callable[[Book, int], list[Summand]], unit: int = 1) -> Recipe:
    return Recipe(Formula.MEAN, unit, _on_book(function))


def _number(function: Callable[[Book, int], int], unit: int = 1) -> Recipe:
    return Recipe(Formula.NUMBER, unit, number=lambda field, tiebreak, i: function(field.book(tiebreak), i))


def _koya(field: Field, tiebreak: TieBreak, i: int) -> list[Summand]:
    return opponents.koya(field.book(tiebreak), i, tiebreak.limit)


def _extended(totals: str, results: str) -> Recipe:
    def summands(field: Field, tiebreak: TieBreak, i: int) -> list[Summand]:
        return opponents.extended(field.book(tiebreak, totals), field.book(tiebreak, results), i)

    return Recipe(Formula.SUM, UNIT * UNIT, summands, unplayed_rules=True, product=True)


def _team_points(score: str) -> Recipe:
    return Recipe(Formula.NUMBER, UNIT, number=lambda field, tiebreak, i: field.book(tiebreak, score).score[i])


def _both_points(field: Field, tiebreak: TieBreak, i: int) -> int:
    return field.book(tiebreak, "MP").score[i] + field.book(tiebreak, "GP").score[i]


def table_of(field: Field) -> TeamTable:
    assert field.table is not None, "checked by `check`"
    return field.table


def team_boards(field: Field, i: int) -> list[int]:
    return teams.board_points([record.boards for record in table_of(field).records[i]])


def schedule_strength(field: Field, tiebreak: TieBreak, i: int) -> Fraction:
    """12.4: the secondary score plus Buchholz on the primary one over the normalising factor."""
    primary = tiebreak.score or field.primary
    secondary = "GP" if primary == "MP" else "MP"
    buchholz = sum(s.value for s in opponents.buchholz(field.book(tiebreak, primary), i))
    return field.book(tiebreak, secondary).score[i] + Fraction(buchholz) / schedule_divisor(field, tiebreak)


def schedule_divisor(field: Field, tiebreak: TieBreak) -> Fraction:
    if tiebreak.divisor is not None:
        return tiebreak.divisor
    table = table_of(field)
    return Fraction(teams.schedule_factor(table.rounds, table.boards, tiebreak.score or field.primary, table.scoring))


RECIPES: dict[str, Recipe] = {
    "PTS": _number(lambda book, i: book.score[i], UNIT),
    "WIN": _sum(own.wins),
    "WON": _sum(own.won),
    "BPG": _sum(own.black),
    "BWG": _sum(own.black_won),
    "PS": _sum(own.progressive, UNIT),
    "GE": _sum(own.elected),
    "REP": _sum(own.elected),
    "STD": _sum(own.standard, 2),
    "KASHDAN": _sum(own.kashdan),
    "TPN": _number(lambda book, i: book.numbers[i]),
    "RTNG": _number(lambda book, i: book.ratings[i]),
    "BH": _sum(opponents.buchholz, UNIT, unplayed=True),
    "FB": _sum(opponents.buchholz, UNIT, unplayed=True),
    "SOLKOFF": _sum(opponents.buchholz, UNIT, unplayed=True),
    "MEDIAN": _sum(opponents.buchholz, UNIT, unplayed=True),
    "AOB": _mean(opponents.opponents_buchholz, UNIT),
    "SOB": _sum(opponents.opponents_buchholz, UNIT),
    "SB": _sum(opponents.sonneborn_berger, UNIT * UNIT, unplayed=True, product=True),
    "KS": Recipe(Formula.SUM, UNIT, _koya),
    "ARO": _mean(performance.opponents_ratings),
    "SRO": _sum(performance.opponents_ratings),
    "TPR": _number(performance.performance),
    "PTP": _number(performance.perfect_performance),
    "APRO": _mean(performance.opponents_performances),
    "APPO": _mean(performance.opponents_perfect_performances),
    "RPCT": _number(performance.percentage_over_expected),
    "MP": _team_points("MP"),
    "GP": _team_points("GP"),
    "MPGP": Recipe(Formula.NUMBER, UNIT, number=_both_points),
    "BC": Recipe(Formula.NUMBER, UNIT, number=lambda field, _, i: teams.board_count(team_boards(field, i))),
    "TBR": Recipe(Formula.BOARDS, UNIT, number=lambda field, _, i: teams.top_boards(team_boards(field, i))),
    "BBE": Recipe(Formula.BOARDS, UNIT, number=lambda field, _, i: teams.bottom_boards(team_boards(field, i))),
    "EMMSB": _extended("MP", "MP"),
    "EMGSB": _extended("MP", "GP"),
    "EGMSB": _extended("GP", "MP"),
    "EGGSB": _extended("GP", "GP"),
    "SSSC": Recipe(Formula.NUMBER, UNIT, number=schedule_strength),
}


def is_encounter(tiebreak: TieBreak) -> bool:
    """Type A: ranks the tied as a set and has no value of its own."""
    return tiebreak.method.type is Type.A
