"""Why two players or teams do not meet, in the systems besides the Dutch one.

The round is made once. The first of these reasons that holds is told, with its article:

    they have met, or must not meet              C.04.1 b, the regulations
    both may have one colour only, the same      the system's colour limits
    one of them has the bye                      the system's rule for the bye
    they are paired in different groups          who leaves a group, or who is taken into it
    the rest of the group could not be paired    tried: a largest pairing of the others
    fewer wishes would be granted                counted: the best pairing of the group that holds this pair
    the pairing comes later in the order         none of the above

What a system counts and which articles it cites are its `Rules`. Not here: the Dutch system (`dutch.reasons`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from enum import Enum
from typing import Any, NamedTuple

from arbitro import words
from arbitro.errors import ArbitroError
from arbitro.i18n import N_, gettext_for
from arbitro.matching.ordered import covered_first, least_cost
from arbitro.model import Colour
from arbitro.swiss.account import Made, RoundAccount, explained
from arbitro.swiss.units import Unit, graph, pairable

_ = gettext_for("swiss")


class Groups(Enum):
    """How a system parts the field; the value is the sentence for two who are paired in different groups."""

    LEAVING = N_(
        "{a} is paired in the group of {x} and {b} in that of {y}: a group is paired by itself, and only who is left"
        " over there, or makes its number odd, leaves it ({article})."
    )
    TAKING = N_(
        "{a} is paired in the group of {x} and {b} in that of {y}: a group takes in as few from below as it needs, from"
        " the nearest scores first ({article})."
    )


class Count(NamedTuple):
    """One thing that a system counts over the pairs of a group: fewer is better."""

    sentence: str
    article: str


UNMET = N_(
    "With {a}-{b}, the count of unmet colour preferences in the group would be {n} instead of {best} ({article})."
)
STRONG = N_(
    "With {a}-{b}, the count of unmet strong colour preferences in the group would be {n} instead of {best}"
    " ({article})."
)  # fmt: skip
FLOATED = N_(
    "With {a}-{b}, the count of upfloaters' opponents who floated in the last round would be {n} instead of {best}"
    " ({article})."
)  # fmt: skip

Kind = Callable[[Unit, bool], Hashable]  # a unit, and whether it comes from a lower score than its group


def due_of(unit: Unit, _rises: bool) -> Colour | None:
    """The colour due."""
    return unit.due


def same_colour(a: Colour | None, b: Colour | None) -> tuple[int]:
    """One wish goes unmet where both are due the same colour."""
    return (int(a is not None and a is b),)


class Rules(NamedTuple):
    """What a system says about pairs that are not made."""

    limits: str  # the article of the colour limits; empty where there are none in this round
    groups: Groups
    parted: str  # the article by which groups are parted
    complete: str  # … by which all of a group are paired
    order: str  # … by which pairings follow each other
    counts: tuple[Count, ...]
    kind: Kind = due_of
    price: Callable[[Any, Any], tuple[int, ...]] = same_colour  # what a pair of two kinds adds to the counts


def why_not(made: RoundAccount, a: int, b: int) -> str:
    """Why the two do not meet in the round; or that they do."""
    return _Question(made).why_not(a, b)


class _Question:
    """Answers about one round."""

    def __init__(self, made: RoundAccount) -> None:
        self.field, self.rules = made.field, made.rules
        self.made_of = {n: m for m in made.made for n in (m.white, m.black) if n is not None}
        self.made = made.made

    def why_not(self, a: int, b: int) -> str:
        units = self.field.units
        for number in (a, b):
            if number not in units:
                raise ArbitroError(_("number {number} does not take part").format(number=number))
            if number not in self.made_of:
                return _("{a} is not paired in this round.").format(a=number)
        if a == b:
            raise ArbitroError(_("name two different numbers"))
        first, second = self.made_of[a], self.made_of[b]
        if first is second:
            return _("{a} and {b} do meet.").format(a=a, b=b)
        return (
            self._barred(units[a], units[b])
            or self._bye(a, b)
            or self._parted(units[a], units[b])
            or self._rest_left_over(units[a], units[b])
            or self._fewer_wishes(units[a], units[b])
            or self._later(a, b)
        )

    def _barred(self, a: Unit, b: Unit) -> str | None:
        if b.number in a.barred:
            met = (k for k, e in enumerate(a.record, 1) if e.opponent == b.number and e.outcome.played)
            k = next(met, None)
            if k is None:
                return _("{a} and {b} are not to be paired with each other: the regulations keep them apart.").format(
                    a=a.number, b=b.number
                )
            return _("{a} and {b} have met in round {k} (C.04.1 b).").format(a=a.number, b=b.number, k=k)
        if self.rules.limits and a.absolute and b.absolute and a.due is b.due:
            colour = words.colour(a.due or Colour.BLACK)
            text = _("{a} and {b} can both have {colour} only: the other colour would break a limit ({article}).")
            return text.format(a=a.number, b=b.number, colour=colour, article=self.rules.limits)
        return None

    def _bye(self, a: int, b: int) -> str | None:
        for number in (a, b):
            if self.made_of[number].black is None:
                return explained(self.made_of[number]).sentence
        return None

    def _parted(self, a: Unit, b: Unit) -> str | None:
        x, y = self.made_of[a.number].bracket, self.made_of[b.number].bracket
        if x == y:
            return None
        if (b.score, -b.rank) > (a.score, -a.rank):
            a, b, x, y = b, a, y, x
        sentence = _(self.rules.groups.value)
        return sentence.format(a=a.number, b=b.number, x=x, y=y, article=self.rules.parted)

    def _rest_left_over(self, a: Unit, b: Unit) -> str | None:
        rest = [u for u in self._group(a) if u.number not in (a.number, b.number)]
        colours = bool(self.rules.limits)
        if pairable(rest, colours=colours):
            return None
        left = [rest[i].number for i in covered_first(graph(rest, colours=colours), range(len(rest)))]
        return _("With {a}-{b}, no opponent would be left in the group for {others} ({article}).").format(
            a=a.number, b=b.number, others=", ".join(map(str, sorted(left))), article=self.rules.complete
        )

    def _fewer_wishes(self, a: Unit, b: Unit) -> str | None:
        group = self._group(a)
        highest = max(u.score for u in group)
        kinds = {u.number: self.rules.kind(u, u.score < highest) for u in group}
        price, base = self.rules.price, len(group) + 1

        def weight(x: Any, y: Any) -> int:
            total = 0
            for part in price(x, y):
                total = total * base + part
            return total

        made = [m for m in self.made if m.bracket == self.made_of[a.number].bracket and m.black is not None]
        actual = sum(weight(kinds[m.white], kinds[m.black]) for m in made if m.black is not None)
        rest = [u for u in group if u.number not in (a.number, b.number)]
        others = least_cost(graph(rest, colours=bool(self.rules.limits)), [kinds[u.number] for u in rest], weight)
        forced = weight(kinds[a.number], kinds[b.number]) + (others or 0)
        if forced <= actual:
            return None
        i, n, best = _first_worse(forced, actual, len(self.rules.counts), base)
        count = self.rules.counts[i]
        return _(count.sentence).format(a=a.number, b=b.number, n=n, best=best, article=count.article)

    def _later(self, a: int, b: int) -> str:
        text = _("A pairing with {a}-{b} would be just as good, but comes later in the order ({article}).").format(
            a=a, b=b, article=self.rules.order
        )
        met = _("{a} meets {x}, {b} meets {y}.").format(a=a, b=b, x=self._opponent(a), y=self._opponent(b))
        return f"{text} {met}"

    def _opponent(self, number: int) -> int | None:
        made = self.made_of[number]
        return made.black if made.white == number else made.white

    def _group(self, unit: Unit) -> list[Unit]:
        """Everyone paired in the same group."""
        bracket = self.made_of[unit.number].bracket
        return [self.field.units[n] for m in self.made if m.bracket == bracket for n in _seated(m)]


def _seated(made: Made) -> Sequence[int]:
    return () if made.black is None else (made.white, made.black)


def _first_worse(forced: int, actual: int, counts: int, base: int) -> tuple[int, int, int]:
    """Which count is the first that suffers, and both its values; the sums were written to one base."""

    def digits(total: int) -> list[int]:
        lower: list[int] = []
        for _k in range(counts - 1):
            total, digit = divmod(total, base)
            lower.insert(0, digit)
        return [total, *lower]

    pairs = list(zip(digits(forced), digits(actual), strict=True))
    i = next(i for i, (mine, theirs) in enumerate(pairs) if mine != theirs)
    return i, *pairs[i]
