"""Why a tie-break has its value: every summand with its round, opponent, article and what was cut.

The breakdown is built from the very summands that the value is computed from (`values`), so the two cannot differ;
`Breakdown.recomputed` adds the terms up again. Texts are in Spanish and English.

Not here: the values of all participants (`ranking`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from arbitro.errors import ArbitroError
from arbitro.i18n import gettext_for
from arbitro.model import Outcome, Tournament
from arbitro.model.points import UNIT
from arbitro.model.rating_tables import expected_hundredths, whole_percent
from arbitro.model.rounding import half_up
from arbitro.standings import performance
from arbitro.standings.book import Book, Entry
from arbitro.standings.cuts import Summands, cut
from arbitro.standings.direct import Line, meetings_of, table
from arbitro.standings.edition import LowCut, OwnRounds, TieBreakEdition
from arbitro.standings.opponents import own_result
from arbitro.standings.ranking import Encountered, Ranked, field_of, labels, rank, team_field_of
from arbitro.standings.teams import TeamTable
from arbitro.standings.tiebreak import TieBreak, parse_list, parse_tiebreak
from arbitro.standings.values import (
    RECIPES,
    Column,
    Field,
    Formula,
    Value,
    is_encounter,
    schedule_divisor,
    team_boards,
    whole_average,
)

_ADJUSTED = frozenset({"BH", "FB", "SB", "SOLKOFF", "MEDIAN", "EMMSB", "EMGSB", "EGMSB", "EGGSB"})


@dataclass(frozen=True, slots=True)
class Term:
    """One summand. `opponent` is None where the participant's own round or result counted."""

    round: int
    opponent: int | None
    value: Fraction
    factors: tuple[Fraction, ...] = ()  # the opponent's score and the own result, where it is a product
    article: str = ""
    category: str = ""  # the article that names the kind of an unplayed round
    cut: str = ""  # "low" or "high"
    text: str = ""


@dataclass(frozen=True, slots=True)
class Breakdown:
    """A value with what it is made of."""

    number: int
    tiebreak: str
    name: str
    article: str
    formula: str  # sum, mean, number, boards, encounter
    value: Value
    terms: tuple[Term, ...] = ()
    whole: bool = False  # a mean in whole numbers, half up
    constant: Fraction = Fraction(0)  # added at the end (the rating difference of a performance)
    notes: tuple[str, ...] = ()
    table: tuple[Line, ...] = field(default=(), repr=False)  # direct encounter: the separate table, by number

    def recomputed(self) -> Fraction:
        """The value from the terms alone, for sums and means."""
        kept = [term.value for term in self.terms if not term.cut]
        total = sum(kept, Fraction(0))
        if self.formula == Formula.MEAN.value:
            mean = total / len(kept) if kept else Fraction(0)
            total = Fraction(half_up(mean)) if self.whole else mean
        return total + self.constant

    def text(self) -> str:
        """All lines, ready to print."""
        return "\n".join([*(term.text for term in self.terms), *self.notes])


def show(value: Value | int) -> str:
    """As arbiters write it: `13½`, `11¼`, `14.17`.

    >>> show(Fraction(27, 2)), show(Fraction(45, 4)), show(Fraction(85, 6))
    ('13½', '11¼', '14.17')
    """
    if isinstance(value, tuple):
        return " ".join(show(part) for part in value)
    value = Fraction(value)
    if value < 0:
        return "-" + show(-value)
    signs = {Fraction(0): "", Fraction(1, 2): "½", Fraction(1, 4): "¼", Fraction(3, 4): "¾"}
    whole, rest = divmod(value, 1)
    if rest in signs:
        return f"{whole if whole or not rest else ''}{signs[rest]}"
    return fixed(value, 2)


def fixed(value: Value | int, decimals: int) -> str:
    """With a fixed number of decimals, half up, as printed lists do."""
    if isinstance(value, tuple):
        return " ".join(fixed(part, decimals) for part in value)
    scaled = half_up(Fraction(value) * 10**decimals)
    if not decimals:
        return str(scaled)
    whole, rest = divmod(abs(scaled), 10**decimals)
    return f"{'-' if scaled < 0 else ''}{whole}.{rest:0{decimals}d}"


def printed(tiebreak: TieBreak | str, value: Value) -> str:
    """A value as lists print it: 13.5 for Buchholz, 21.50 for Sonneborn-Berger, 2332 for ratings."""
    if isinstance(tiebreak, str):
        tiebreak = parse_tiebreak(tiebreak.partition("#")[0])
    return fixed(value, tiebreak.method.decimals)


def explain(
    tournament: Tournament,
    number: int,
    tiebreaks: str | Sequence[str],
    *,
    edition: str | TieBreakEdition | None = None,
    after: int | None = None,
    predetermined: bool | None = None,
    unrated: int | None = None,
    withdrawn: Iterable[int] = (),
    lang: str | None = None,
) -> list[Breakdown]:
    """The breakdowns of one player's tie-breaks, in the order of the list."""
    ground, _annulled = field_of(
        tournament, edition=edition, after=after, predetermined=predetermined, unrated=unrated, withdrawn=withdrawn
    )
    names = {player.number: player.name for player in tournament.players}
    return breakdowns(ground, number, parse_list(tiebreaks), names, lang)


def explain_team(
    tournament: Tournament | TeamTable,
    number: int,
    tiebreaks: str | Sequence[str],
    *,
    primary: str = "MP",
    edition: str | TieBreakEdition | None = None,
    after: int | None = None,
    predetermined: bool | None = None,
    lang: str | None = None,
) -> list[Breakdown]:
    """The breakdowns of one team's tie-breaks."""
    ground = team_field_of(tournament, primary=primary, edition=edition, after=after, predetermined=predetermined)
    teams = tournament.teams if isinstance(tournament, Tournament) else ()
    names = {team.number: team.name for team in teams}
    return breakdowns(ground, number, parse_list(tiebreaks), names, lang)


def breakdowns(
    ground: Field, number: int, tiebreaks: Sequence[TieBreak], names: Mapping[int, str], lang: str | None = None
) -> list[Breakdown]:
    """The breakdowns of one participant of a field."""
    if number not in ground.numbers:
        _ = gettext_for("standings", lang)
        raise ArbitroError(_("{n} is not in the standings.").format(n=number))
    i = ground.numbers.index(number)
    ranked = rank(ground, tiebreaks) if any(map(is_encounter, tiebreaks)) else None
    return [
        _encounter_breakdown(ground, tiebreak, label, i, ranked, names, lang)
        if ranked is not None and is_encounter(tiebreak)
        else breakdown(ground, tiebreak, i, names, lang, label)
        for label, tiebreak in zip(labels(tiebreaks), tiebreaks, strict=True)
    ]


def breakdown(
    ground: Field, tiebreak: TieBreak, i: int, names: Mapping[int, str], lang: str | None = None, label: str = ""
) -> Breakdown:
    """One value with its terms."""
    _ = gettext_for("standings", lang)
    values: Column = ground.column(tiebreak)
    recipe = RECIPES[tiebreak.code]
    number = ground.numbers[i]
    head = (number, label or str(tiebreak), _(tiebreak.method.name), ground.edition.article(tiebreak.code))
    if recipe.summands is None:
        return _number_breakdown(ground, tiebreak, i, names, lang, head, values.value(i))
    parts = ground.summands(tiebreak)(i)
    low, high, rule, by_weight = ground.cuts(tiebreak)
    _kept, fallen_low, fallen_high = cut(parts, low, high, rule, by_weight=by_weight)
    marks = dict.fromkeys(fallen_low, "low") | dict.fromkeys(fallen_high, "high")
    terms = _Writer(ground, tiebreak, names, lang, rule).terms(i, parts, recipe.unit, marks)
    value = values.value(i)
    kept = [term.value for term in terms if not term.cut]
    notes = [_total_line(kept, value, recipe.formula, lang)]
    if recipe.formula is Formula.MEAN and not kept:
        notes = [_("No game over the board: 0.")]
    return Breakdown(
        *head, recipe.formula.value, value, terms, whole=whole_average(ground, tiebreak), notes=tuple(notes)
    )


def _total_line(kept: Sequence[Fraction], value: Value, formula: Formula, lang: str | None) -> str:
    _ = gettext_for("standings", lang)
    total = sum(kept, Fraction(0))
    plus = " + ".join(map(show, kept)) or "0"
    if formula is Formula.MEAN:
        return _("({sum}) / {n} = {value}").format(sum=plus, n=len(kept), value=show(value))
    return _("{sum} = {value}").format(sum=plus, value=show(total))


class _Writer:
    """Puts summands into words."""

    def __init__(
        self, ground: Field, tiebreak: TieBreak, names: Mapping[int, str], lang: str | None, rule: LowCut
    ) -> None:
        self.ground = ground
        self.tiebreak = tiebreak
        self.names = names
        self.rule = rule
        self.edition = ground.edition
        self._ = gettext_for("standings", lang)
        self.lang = lang

    def participant(self, number: int) -> str:
        name = self.names.get(number, "")
        return f"{number} {name}".strip()

    def terms(self, i: int, parts: Summands, unit: int, marks: Mapping[int, str]) -> tuple[Term, ...]:
        return tuple(
            self.term(i, entry, Fraction(value, unit), weight, marks.get(k, ""))
            for k, (value, weight, entry) in enumerate(zip(*parts, strict=True))
        )

    def term(self, i: int, entry: Entry, value: Fraction, weight: int, mark: str) -> Term:
        book = self.book
        own = entry.category is not None and self.tiebreak.code in _ADJUSTED
        opponent = None if own or not self._about_opponent(entry) else book.numbers[entry.opponent]
        factors: tuple[Fraction, ...] = ()
        if RECIPES[self.tiebreak.code].product:
            points = self._result(i, entry)
            factors = (Fraction(weight, UNIT), Fraction(points, UNIT))
        article = self.edition.article("own") if own else self.edition.article(self.tiebreak.code)
        category = entry.category.article(self.edition) if entry.category is not None else ""
        text = self._text(entry, opponent, own, value, factors, article, category, mark)
        return Term(entry.round, opponent, value, factors, article, category, mark, text)

    @property
    def book(self) -> Book:
        code = self.tiebreak.code
        if len(code) == 5 and code.endswith("SB"):
            return self.ground.book(self.tiebreak, f"{code[1]}P")
        return self.ground.book(self.tiebreak)

    def _result(self, i: int, entry: Entry) -> int:
        code = self.tiebreak.code
        book = self.book if code == "SB" else self.ground.book(self.tiebreak, f"{code[2]}P")
        other = book.entries[i][entry.round - 1]
        return other.points if other.met else own_result(book, other)

    def _about_opponent(self, entry: Entry) -> bool:
        return entry.opponent >= 0 and (entry.met or self.tiebreak.code in ("KS", "WIN"))

    def _text(
        self,
        entry: Entry,
        opponent: int | None,
        own: bool,
        value: Fraction,
        factors: tuple[Fraction, ...],
        article: str,
        category: str,
        mark: str,
    ) -> str:
        _ = self._
        amount = show(value)
        if factors:
            amount = f"{show(factors[0])} × {show(factors[1])} = {amount}"
        if own:
            what = _("{kind}: {stand_in} ({article})").format(
                kind=self._kind(entry, category), stand_in=self._stand_in(), article=article
            )
        elif opponent is not None:
            what = self.participant(opponent) + self._adjustment(entry)
        elif entry.category is not None:
            what = self._kind(entry, category)
        else:
            what = _("own result")
        line = _("Round {round}: {what}: {amount}").format(round=entry.round, what=what, amount=amount)
        if mark == "low":
            line += " " + self._low_cut(entry)
        elif mark == "high":
            line += " " + _("[cut: highest, {article}]").format(article=self.edition.article("median"))
        return line

    def _low_cut(self, entry: Entry) -> str:
        _ = self._
        if entry.voluntary and self.rule is not LowCut.LOWEST:
            return _("[cut first: not played by choice or fault, {article}]").format(
                article=self.edition.article("voluntary")
            )
        return _("[cut: lowest, {article}]").format(article=self.edition.article("cut"))

    def _adjustment(self, entry: Entry) -> str:
        """Say so where an opponent's score was adjusted."""
        if self.tiebreak.code not in _ADJUSTED:
            return ""
        book = self.book
        real, counted = book.score[entry.opponent], book.adjusted[entry.opponent]
        if real == counted:
            return ""
        return " " + self._("({real} counts {counted}, {article})").format(
            real=show(Fraction(real, UNIT)),
            counted=show(Fraction(counted, UNIT)),
            article=self.edition.article("adjust") or self.edition.name,
        )

    def _kind(self, entry: Entry, category: str) -> str:
        _ = self._
        kinds = {
            Outcome.PAIRING_BYE: _("pairing-allocated bye"),
            Outcome.FULL_BYE: _("full-point bye"),
            Outcome.HALF_BYE: _("half-point bye"),
            Outcome.ZERO_BYE: _("zero-point bye"),
            Outcome.ABSENT: _("absent"),
            Outcome.FORFEIT_WIN: _("forfeit win"),
            Outcome.FORFEIT_LOSS: _("forfeit loss"),
        }
        kind = kinds.get(entry.outcome, entry.outcome.label)
        return f"{kind} [{category}]" if category else kind

    def _stand_in(self) -> str:
        _ = self._
        return {
            OwnRounds.SELF: _("own score"),
            OwnRounds.CAPPED: _("own score, capped"),
            OwnRounds.DRAWN_SELF: _("a draw against oneself"),
            OwnRounds.VIRTUAL: _("virtual opponent"),
            OwnRounds.NOTHING: _("counts nothing"),
        }[self.edition.own_rounds]


def _number_breakdown(
    ground: Field,
    tiebreak: TieBreak,
    i: int,
    names: Mapping[int, str],
    lang: str | None,
    head: tuple[int, str, str, str],
    value: Value,
) -> Breakdown:
    """Values that are not sums: performances, ratings, team points and boards."""
    _ = gettext_for("standings", lang)
    notes: list[str] = []
    terms: tuple[Term, ...] = ()
    constant = Fraction(0)
    formula = RECIPES[tiebreak.code].formula.value
    whole = False
    book = ground.book(tiebreak)
    if tiebreak.code in ("TPR", "PTP", "RPCT"):
        played = performance.games(book, i)
        writer = _Writer(ground, tiebreak, names, lang, LowCut.LOWEST)
        ratings = [book.ratings[entry.opponent] for entry in played]
        points = sum(performance.RESULT[entry.outcome] for entry in played)
        score = _("{points} out of {n}").format(points=show(Fraction(points, UNIT)), n=len(played))
        rating = int(value) if isinstance(value, Fraction) else 0
        if not played:
            notes.append(_("No game over the board: 0."))
        elif tiebreak.code == "TPR":
            terms = writer.terms(i, performance.opponents_ratings(book, i), 1, {})
            constant, whole, formula = Fraction(performance.difference(book, i)), True, Formula.MEAN.value
            notes.append(
                _("Average {average}; {score} = {percent} %: {difference} (table 8.1.1); {value}").format(
                    average=rating - int(constant),
                    score=score,
                    percent=whole_percent(points, len(played)),
                    difference=f"{int(constant):+d}",
                    value=rating,
                )
            )
        elif tiebreak.code == "PTP":
            expected = [expected_hundredths(rating - r) for r in ratings]
            terms = writer.terms(i, Summands(expected, ratings, played), 100, {})
            if points:
                notes.append(
                    _("{value} is the lowest rating expected to score {score} (table 8.1.2).").format(
                        value=rating, score=score
                    )
                )
            else:
                notes.append(_("Nothing scored: the lowest opponent less 800."))
        else:
            found = performance.rating_percentage(book.ratings[i], ratings, points)
            notes.append(
                _("Achieved {achieved} %, expected {expected} % against {mean} on average: {excess}.").format(
                    achieved=found.achieved, expected=found.expected, mean=show(found.mean), excess=found.excess
                )
            )
    elif tiebreak.code in ("BC", "TBR", "BBE"):
        notes += [
            _("Board {board}: {points}").format(board=board, points=show(Fraction(points, UNIT)))
            for board, points in enumerate(team_boards(ground, i), 1)
        ]
    elif tiebreak.code == "SSSC":
        notes.append(
            _("Secondary score plus Buchholz / {divisor}: {value}").format(
                divisor=show(schedule_divisor(ground, tiebreak)), value=show(value)
            )
        )
    else:
        notes.append(show(value))
    return Breakdown(*head, formula, value, terms, whole=whole, constant=constant, notes=tuple(notes))


def _encounter_breakdown(
    ground: Field, tiebreak: TieBreak, label: str, i: int, ranked: Ranked, names: Mapping[int, str], lang: str | None
) -> Breakdown:
    """The separate table of the tied and the order it gives."""
    _ = gettext_for("standings", lang)
    head = (ground.numbers[i], label, _(tiebreak.method.name), ground.edition.article(tiebreak.code))
    value = Fraction(ranked.below[label][i])
    found = next((e for e in ranked.encounters if e.label == label and i in e.group), None)
    if found is None:
        return Breakdown(*head, Formula.ENCOUNTER.value, value, notes=(_("Tied with nobody at this point."),))
    lines, notes = _encounter_lines(ground, tiebreak, found, names, _)
    return Breakdown(*head, Formula.ENCOUNTER.value, value, notes=tuple(notes), table=tuple(lines))


def _encounter_lines(
    ground: Field, tiebreak: TieBreak, found: Encountered, names: Mapping[int, str], _: Callable[[str], str]
) -> tuple[list[Line], list[str]]:
    book = ground.book(tiebreak)
    numbers = ground.numbers
    lines = table(found.group, meetings_of(book, found.group), ground.edition.encounter)
    notes = [
        _("{player}: {points} from {games}, not met: {missing}").format(
            player=f"{numbers[line.participant]} {names.get(numbers[line.participant], '')}".strip(),
            points=show(line.points / UNIT),
            games=line.games,
            missing=line.missing,
        )
        for line in lines
    ]
    if len(found.parts) == 1:
        notes.append(_("Unresolved: the tie passes on to the next tie-break."))
    else:
        order = " > ".join("=".join(str(numbers[i]) for i in part) for part in found.parts)
        notes.append(_("Order: {order}").format(order=order))
    as_numbers = [Line(numbers[line.participant], line.points / UNIT, line.games, line.missing) for line in lines]
    return as_numbers, notes
