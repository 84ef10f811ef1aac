"""Why a tie-break has its value: every summand with its round, opponent, article and what was cut.

    a sum or a mean                 its terms                                        _of_summands
    performances                    the opponents' ratings, and the table used       _of_performance and others
    points                          the rounds that brought them                     _of_rounds
    SSSC                            secondary score and opponents                    _of_schedule
    BC, TBR, BBE                    the points of every board                        _of_boards
    direct encounter                the separate table of the tied                   _of_encounter

The breakdown is built from the very summands that the value is computed from (`values`), so the two cannot differ.

Not here: the values of all participants (`ranking`), the wording of single terms (`terms`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from arbitro.errors import ArbitroError
from arbitro.i18n import gettext_for
from arbitro.model import Tournament
from arbitro.model.points import UNIT
from arbitro.model.rating_tables import expected_hundredths, whole_percent
from arbitro.standings import keizer, opponents, performance
from arbitro.standings.breakdown import Breakdown, show
from arbitro.standings.cuts import Summands, cut, summands
from arbitro.standings.direct import Group, Line, meetings_of, table
from arbitro.standings.edition import TieBreakEdition
from arbitro.standings.ranking import Ranked, encounter_steps, ground_of, labels, rank, team_ground_of
from arbitro.standings.teams import board_medians
from arbitro.standings.terms import Writer
from arbitro.standings.tiebreak import TieBreak, parse_list
from arbitro.standings.values import (
    RECIPES,
    Formula,
    Ground,
    added_scores,
    is_encounter,
    schedule_books,
    schedule_divisor,
    table_of,
    team_boards,
    whole_average,
)

_ = gettext_for("standings")


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
) -> list[Breakdown]:
    """The breakdowns of one player's tie-breaks, in the order of the list."""
    ground, _annulled = ground_of(
        tournament, edition=edition, after=after, predetermined=predetermined, unrated=unrated, withdrawn=withdrawn
    )
    names = {player.number: player.name for player in tournament.players}
    return breakdowns(ground, number, parse_list(tiebreaks), names)


def explain_team(
    tournament: Tournament,
    number: int,
    tiebreaks: str | Sequence[str],
    *,
    primary: str = "MP",
    edition: str | TieBreakEdition | None = None,
    after: int | None = None,
    predetermined: bool | None = None,
) -> list[Breakdown]:
    """The breakdowns of one team's tie-breaks."""
    ground = team_ground_of(tournament, primary=primary, edition=edition, after=after, predetermined=predetermined)
    names = {team.number: team.name for team in tournament.teams}
    return breakdowns(ground, number, parse_list(tiebreaks), names)


def breakdowns(ground: Ground, number: int, tiebreaks: Sequence[TieBreak], names: Mapping[int, str]) -> list[Breakdown]:
    """The breakdowns of one participant of an event."""
    if number not in ground.numbers:
        raise ArbitroError(_("{n} is not in the standings.").format(n=number))
    i = ground.numbers.index(number)
    ranked = rank(ground, tiebreaks) if any(map(is_encounter, tiebreaks)) else None
    told = []
    for label, tiebreak in zip(labels(tiebreaks), tiebreaks, strict=True):
        asked = _Asked(ground, tiebreak, i, names, label)
        if ranked is not None and is_encounter(tiebreak):
            told.append(_of_encounter(asked, ranked))
        elif RECIPES[tiebreak.code].summands is not None:
            told.append(_of_summands(asked))
        else:
            told.append(_NUMBERS.get(tiebreak.code, _of_rounds)(asked))
    return told


@dataclass(frozen=True, slots=True)
class _Asked:
    """One value of one participant, to be explained."""

    ground: Ground
    tiebreak: TieBreak
    i: int
    names: Mapping[int, str]
    label: str

    def writer(self) -> Writer:
        return Writer(self.ground, self.tiebreak, self.names)

    def bare(self, formula: Formula) -> Breakdown:
        """The breakdown without its terms."""
        text = self.ground.text_of(self.tiebreak)
        code = self.tiebreak.code
        return Breakdown(
            self.ground.numbers[self.i],
            self.label,
            _(self.tiebreak.method.name),
            text.article(code),
            formula.value,
            self.ground.value(self.tiebreak, self.i) if formula is not Formula.ENCOUNTER else Fraction(0),
            chapter=text.text,
        )


def _of_summands(asked: _Asked) -> Breakdown:
    """A sum or a mean: its terms, and which of them were cut."""
    ground, tiebreak = asked.ground, asked.tiebreak
    recipe = RECIPES[tiebreak.code]
    parts = ground.summands(tiebreak)(asked.i)
    rule, by_weight = ground.cut_rule(tiebreak)
    _kept, fallen_low, fallen_high = cut(parts, *ground.discards(tiebreak)(asked.i), rule, by_weight=by_weight)
    marks = dict.fromkeys(fallen_low, "low") | dict.fromkeys(fallen_high, "high")
    terms = asked.writer().terms(asked.i, parts, recipe.unit, marks)
    breakdown = asked.bare(recipe.formula)
    kept = [term.value for term in terms if not term.cut]
    plus = " + ".join(map(show, kept)) or "0"
    if recipe.formula is Formula.SUM:
        total = _("{sum} = {value}").format(sum=plus, value=show(breakdown.value))
    elif kept:
        total = _("({sum}) / {n} = {value}").format(sum=plus, n=len(kept), value=show(breakdown.value))
    else:
        total = _("No game over the board: 0.")
    notes: tuple[str, ...] = (total,)
    if tiebreak.code == "KS":
        line = Fraction(opponents.koya_line(ground.book(tiebreak), tiebreak.limit), 2 * UNIT)
        notes = (_("Against opponents with at least {points}.").format(points=show(line)), total)
    return replace(breakdown, terms=terms, whole=whole_average(ground, tiebreak), notes=notes)


# -- values that are no plain sums


def _of_rounds(asked: _Asked) -> Breakdown:
    """Points: what every round brought. A pairing number or a rating stands for itself."""
    books = [asked.ground.book(asked.tiebreak, score) for score in added_scores(asked.ground, asked.tiebreak)]
    if not books:
        breakdown = asked.bare(Formula.NUMBER)
        return replace(breakdown, notes=(show(breakdown.value),))
    entries = books[0].entries[asked.i]
    brought = [sum(book.entries[asked.i][k].points for book in books) for k in range(len(entries))]
    terms = asked.writer().terms(asked.i, summands(brought, entries), UNIT, {})
    breakdown = asked.bare(Formula.SUM)
    plus = " + ".join(show(term.value) for term in terms) or "0"
    return replace(breakdown, terms=terms, notes=(_("{sum} = {value}").format(sum=plus, value=show(breakdown.value)),))


def _of_performance(asked: _Asked) -> Breakdown:
    """8.2: the average of the opponents and the difference of the score."""
    book = asked.ground.book(asked.tiebreak)
    if not performance.games(book, asked.i):
        return replace(asked.bare(Formula.NUMBER), notes=(_("No game over the board: 0."),))
    breakdown = asked.bare(Formula.MEAN)
    entries = performance.counted_rounds(book, asked.i)
    points = performance.points(entries)
    difference = performance.difference(book, asked.i)
    terms = asked.writer().terms(asked.i, performance.near_ratings(book, asked.i, asked.tiebreak.widest), 1, {})
    note = _("Average {average}; {score} = {percent}%: {difference} (table 8.1.1); {value}").format(
        average=show(_number(breakdown) - difference),
        score=_("{points} out of {n}").format(points=show(Fraction(points, UNIT)), n=len(entries)),
        percent=whole_percent(points, len(entries)),
        difference=f"{difference:+d}",
        value=show(breakdown.value),
    )
    return replace(breakdown, terms=terms, whole=True, constant=Fraction(difference), notes=(note,))


def _of_perfect_performance(asked: _Asked) -> Breakdown:
    """8.3: what the rating found is expected to score against each opponent."""
    breakdown = asked.bare(Formula.NUMBER)
    book = asked.ground.book(asked.tiebreak)
    played = performance.games(book, asked.i)
    if not played:
        return replace(breakdown, notes=(_("No game over the board: 0."),))
    points = performance.points(played)
    if points:
        note = _("{value} is the lowest rating expected to score {score} (table 8.1.2).").format(
            value=show(breakdown.value),
            score=_("{points} out of {n}").format(points=show(Fraction(points, UNIT)), n=len(played)),
        )
    else:
        note = _("Nothing scored: the lowest opponent less 800.")
    ratings = [book.rating_of(entry) for entry in played]
    expected = [expected_hundredths(int(_number(breakdown)) - rating) for rating in ratings]
    return replace(
        breakdown, terms=asked.writer().terms(asked.i, Summands(expected, ratings, played), 100, {}), notes=(note,)
    )


def _of_rating_percentage(asked: _Asked) -> Breakdown:
    """Club rules: achieved and expected percentage."""
    breakdown = asked.bare(Formula.NUMBER)
    book = asked.ground.book(asked.tiebreak)
    played = performance.games(book, asked.i)
    if not played:
        return replace(breakdown, notes=(_("No game over the board: 0."),))
    ratings = [book.rating_of(entry) for entry in played]
    told = performance.rating_percentage(book.ratings[asked.i], ratings, performance.points(played))
    note = _("Achieved {achieved}%, expected {expected}% against {mean} on average: {excess}.").format(
        achieved=told.achieved, expected=told.expected, mean=show(told.mean), excess=told.excess
    )
    return replace(breakdown, notes=(note,))


def _of_boards(asked: _Asked) -> Breakdown:
    """11: the points made on every board."""
    breakdown = asked.bare(RECIPES[asked.tiebreak.code].formula)
    notes = [
        _("Board {board}: {points}").format(board=board, points=show(Fraction(points, UNIT)))
        for board, points in enumerate(team_boards(asked.ground, asked.i), 1)
    ]
    if asked.tiebreak.code == "BC":
        weighed = enumerate(team_boards(asked.ground, asked.i), 1)
        products = " + ".join(f"{board} × {show(Fraction(points, UNIT))}" for board, points in weighed)
        notes.append(_("{sum} = {value}").format(sum=products or "0", value=show(breakdown.value)))
    elif asked.tiebreak.code == "BBE":
        notes.append(_("Without the last board, the last two …: {points}").format(points=show(breakdown.value)))
    return replace(breakdown, notes=tuple(notes))


def _of_schedule(asked: _Asked) -> Breakdown:
    """12.4: the secondary score and the opponents' primary ones over the divisor."""
    breakdown = asked.bare(Formula.SUM)
    tiebreak = asked.tiebreak
    first, second = schedule_books(asked.ground, tiebreak)
    divisor = schedule_divisor(asked.ground, tiebreak)
    sums = replace(asked, tiebreak=replace(tiebreak, code="BH", divisor=None))
    terms = sums.writer().terms(asked.i, opponents.buchholz(first, asked.i), UNIT, {})
    constant = Fraction(second.score[asked.i], UNIT)
    plus = " + ".join(show(term.value) for term in terms) or "0"
    note = _("{secondary} + ({sum}) / {divisor} = {value}").format(
        secondary=show(constant), sum=plus, divisor=show(divisor), value=show(breakdown.value)
    )
    return replace(breakdown, terms=terms, divisor=divisor, constant=constant, notes=(note,))


def _of_board_medians(asked: _Asked) -> Breakdown:
    """Club rules: the median of every board."""
    breakdown = asked.bare(Formula.NUMBER)
    medians = [Fraction(points, UNIT) for points in board_medians(table_of(asked.ground), asked.i)]
    notes = [_("Board {board}: {points}").format(board=k, points=show(points)) for k, points in enumerate(medians, 1)]
    plus = " + ".join(map(show, medians)) or "0"
    return replace(breakdown, notes=(*notes, _("{sum} = {value}").format(sum=plus, value=show(breakdown.value))))


def _of_keizer(asked: _Asked) -> Breakdown:
    """Keizer: the own worth, and what every round brings by today's worths."""
    breakdown = asked.bare(Formula.SUM)
    book = asked.ground.book(asked.tiebreak)
    worth = keizer.keizer_worths(book)
    brought = summands(keizer.keizer_terms(book, asked.i, worth), book.entries[asked.i])
    terms = asked.writer().terms(asked.i, brought, keizer.SIXTHS, {})
    plus = " + ".join([str(worth[asked.i]), *(show(term.value) for term in terms)])
    notes = (
        _("Own worth in the standings: {worth}.").format(worth=worth[asked.i]),
        _("{sum} = {value}").format(sum=plus, value=show(breakdown.value)),
    )
    return replace(breakdown, terms=terms, constant=Fraction(worth[asked.i]), notes=notes)


_NUMBERS = {
    "KEIZER": _of_keizer,
    "BMED": _of_board_medians,
    "TPR": _of_performance,
    "PTP": _of_perfect_performance,
    "RPCT": _of_rating_percentage,
    "BC": _of_boards,
    "TBR": _of_boards,
    "BBE": _of_boards,
    "SSSC": _of_schedule,
}


def _number(found: Breakdown) -> Fraction:
    assert isinstance(found.value, Fraction), "a row of board results is no number"
    return found.value


# -- direct encounter


def _of_encounter(asked: _Asked, ranked: Ranked) -> Breakdown:
    """The separate table of the tied and the order it gives, then that of the subset still tied, and so on."""
    breakdown = replace(asked.bare(Formula.ENCOUNTER), value=Fraction(ranked.below[asked.label][asked.i]))
    met = next((e for e in ranked.encounters if e.label == asked.label and asked.i in e.group), None)
    if met is None:
        return replace(breakdown, notes=(_("Tied with nobody at this point."),))
    numbers = asked.ground.numbers
    lines: list[Line] = []
    notes: list[str] = []
    for score, group in encounter_steps(asked.ground, asked.tiebreak, met.group, asked.i):
        here = _separate_table(asked, score, group)
        notes += _table_notes(asked, score, here)
        lines = lines or here
    if len(met.parts) == 1:
        notes.append(_("Unresolved: the tie passes on to the next tie-break."))
    else:
        order = " > ".join("=".join(str(numbers[i]) for i in part) for part in met.parts)
        notes.append(_("Order: {order}").format(order=order))
    return replace(breakdown, notes=tuple(notes), table=tuple(lines))


def _separate_table(asked: _Asked, score: str, group: Group) -> list[Line]:
    """The table of a tied group in one kind of points, by pairing number."""
    book = asked.ground.book(asked.tiebreak, score or None)
    return [
        Line(book.numbers[line.participant], line.points / UNIT, line.games, line.missing)
        for line in table(group, meetings_of(book, group), asked.ground.edition.encounter)
    ]


def _table_notes(asked: _Asked, score: str, lines: Sequence[Line]) -> list[str]:
    head = _("Among {numbers}:").format(numbers=", ".join(str(line.participant) for line in lines))
    kind = {"MP": _("match points"), "GP": _("game points")}.get(score, "")
    return [f"{head} {kind}".strip()] + [
        _("{player}: {points} from {games}, not met: {missing}").format(
            player=f"{line.participant} {asked.names.get(line.participant, '')}".strip(),
            points=show(line.points),
            games=line.games,
            missing=line.missing,
        )
        for line in lines
    ]
