"""The words of a breakdown: one line per summand, with its round, opponent, article and what became of it.

Not here: which summands there are (`values`), what is cut (`cuts`).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from arbitro import words
from arbitro.i18n import gettext_for
from arbitro.model.points import UNIT
from arbitro.standings.book import Book, BookRound
from arbitro.standings.breakdown import Term, show
from arbitro.standings.cuts import Summands
from arbitro.standings.edition import LowCut, OwnRounds
from arbitro.standings.opponents import own_result
from arbitro.standings.tiebreak import TieBreak
from arbitro.standings.values import RECIPES, Ground

_ = gettext_for("standings")

_ADJUSTED = frozenset(
    {"BH", "FB", "SB", "SOLKOFF", "MEDIAN", "USSOLK", "USMED", "MODMED", "EMMSB", "EMGSB", "EGMSB", "EGGSB"}
)


class Writer:
    """Puts summands into words."""

    def __init__(self, ground: Ground, tiebreak: TieBreak, names: Mapping[int, str]) -> None:
        self.ground = ground
        self.tiebreak = tiebreak
        self.names = names
        self.edition = ground.text_of(tiebreak)

    def participant(self, number: int) -> str:
        name = self.names.get(number, "")
        return f"{number} {name}".strip()

    def terms(self, i: int, parts: Summands, unit: int, marks: Mapping[int, str]) -> tuple[Term, ...]:
        return tuple(
            self.term(i, entry, Fraction(value, unit), weight, marks.get(k, ""))
            for k, (value, weight, entry) in enumerate(zip(*parts, strict=True))
        )

    def term(self, i: int, entry: BookRound, value: Fraction, weight: int, mark: str) -> Term:
        book = self.book
        own = entry.category is not None and self.tiebreak.code in _ADJUSTED
        opponent = None if own or not self._about_opponent(entry) else book.numbers[entry.opponent]
        factors: tuple[Fraction, ...] = ()
        if RECIPES[self.tiebreak.code].product:
            points = self._result(i, entry)
            factors = (Fraction(weight, UNIT), Fraction(points, UNIT))
        article = self.edition.article("own") if own else self.edition.article(self.tiebreak.code)
        category = entry.category.article(self.edition) if entry.category is not None else ""
        amount = show(value)
        if factors:
            amount = f"{show(factors[0])} × {show(factors[1])} = {amount}"
        elif self.tiebreak.code == "CUM" and entry.category is not None:  # what an unplayed round brought is taken off
            amount = f"{show(Fraction(weight, UNIT))} − {show(Fraction(entry.points, UNIT))} = {amount}"
            category = article
        text = self._text(entry, opponent, own, amount, article, category, mark)
        return Term(entry.round, opponent, value, factors, article, category, mark, text)

    @property
    def book(self) -> Book:
        code = self.tiebreak.code
        if len(code) == 5 and code.endswith("SB"):
            return self.ground.book(self.tiebreak, f"{code[1]}P")
        return self.ground.book(self.tiebreak)

    def _result(self, i: int, entry: BookRound) -> int:
        code = self.tiebreak.code
        book = self.book if code == "SB" else self.ground.book(self.tiebreak, f"{code[2]}P")
        other = book.entries[i][entry.round - 1]
        return other.points if other.met else own_result(book, other)

    def _about_opponent(self, entry: BookRound) -> bool:
        return entry.opponent >= 0 and (entry.met or self.tiebreak.code in ("KS", "WIN"))

    def _text(
        self,
        entry: BookRound,
        opponent: int | None,
        own: bool,
        amount: str,
        article: str,
        category: str,
        mark: str,
    ) -> str:
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
        return f"{line} {self._cut(entry, mark)}" if mark else line

    def _cut(self, entry: BookRound, mark: str) -> str:
        """Which rule a summand fell to (13, 14.6)."""
        rule, by_weight = self.ground.cut_rule(self.tiebreak)
        if RECIPES[self.tiebreak.code].discards is not None:
            article = self.edition.article(self.tiebreak.code)
        else:
            article = self.edition.article(f"{'M' if self.tiebreak.high else 'C'}{self.tiebreak.low}")
        if mark == "high":
            why = _("cut: highest")
        elif entry.voluntary and rule is not LowCut.LOWEST:
            why, article = _("cut first: not played by choice or fault"), self.edition.article("voluntary")
        else:
            why = _("cut: weakest opponent") if by_weight else _("cut: lowest")
        return f"[{why}, {article}]" if article else f"[{why}]"

    def _adjustment(self, entry: BookRound) -> str:
        """Say so where an opponent's score was adjusted."""
        if self.tiebreak.code not in _ADJUSTED:
            return ""
        book = self.book
        real, counted = book.score[entry.opponent], book.adjusted[entry.opponent]
        if real == counted:
            return ""
        return " " + _("({real} counts {counted}, {article})").format(
            real=show(Fraction(real, UNIT)),
            counted=show(Fraction(counted, UNIT)),
            article=self.edition.article("adjust") or self.edition.name,
        )

    def _kind(self, entry: BookRound, category: str) -> str:
        kind = words.outcome(entry.outcome)
        return f"{kind} [{category}]" if category else kind

    def _stand_in(self) -> str:
        return {
            OwnRounds.SELF: _("own score"),
            OwnRounds.CAPPED: _("own score, capped"),
            OwnRounds.DRAWN_SELF: _("a draw against oneself"),
            OwnRounds.VIRTUAL: _("virtual opponent"),
            OwnRounds.NOTHING: _("counts nothing"),
        }[self.edition.own_rounds]
