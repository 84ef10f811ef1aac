"""A tie-break's value with what it is made of, as data, and the forms in which values are printed.

Not here: how a breakdown comes about (`explain`), the words of its terms (`terms`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from arbitro.errors import ArbitroError
from arbitro.model.rounding import half_up
from arbitro.standings.direct import Line
from arbitro.standings.tiebreak import TieBreak, parse_tiebreak
from arbitro.standings.values import Value


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
    divisor: Fraction = Fraction(1)  # of the sum (strength of schedule)
    constant: Fraction = Fraction(0)  # added at the end (the rating difference of a performance)
    notes: tuple[str, ...] = ()
    table: tuple[Line, ...] = field(default=(), repr=False)  # direct encounter: the separate table, by number
    chapter: str = ""  # of the article: C.07, C.06, US Chess

    @property
    def cited(self) -> str:
        """The article with its chapter; nothing where the text has none."""
        return f"{self.chapter} {self.article}".strip() if self.article else ""

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
    """A value as lists print it: 13.5 for Buchholz, 21.50 for Sonneborn-Berger, 2332 for ratings.

    A name that C.07 does not know is a column computed elsewhere: one decimal.
    """
    if isinstance(tiebreak, str):
        try:
            tiebreak = parse_tiebreak(tiebreak.partition("#")[0])
        except ArbitroError:
            return fixed(value, 1)
    return fixed(value, tiebreak.method.decimals)
