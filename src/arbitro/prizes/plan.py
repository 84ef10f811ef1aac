"""The prize plan: what the regulations announce. `plan_file` reads it from TOML.

    PrizeList     prizes for one circle of players, and how they are shared
    Deduction     tax or another sum that is kept back when a prize is paid
    PrizePlan     all of them, with the remarks that the organiser should hear before the start

Not here: who wins (`awards`), what is paid (`payments`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, pairwise

from arbitro.i18n import gettext_for
from arbitro.prizes.sharing import CENT, Money, Sharing

_ = gettext_for("prizes")


@dataclass(frozen=True, slots=True)
class PrizeList:
    """One list of prizes for one circle of players."""

    name: str
    prizes: tuple[Money, ...] = ()
    who: tuple[str, ...] = ()
    sharing: Sharing = Sharing.EQUAL
    cutoff: bool = True
    minimum: Money = Fraction(0)
    trophies: tuple[str, ...] = ()
    by_surprise: bool = False  # ranked by W - We
    game_by_game: bool = False  # We is added up game by game, not against the average of the opponents

    @property
    def total(self) -> Money:
        return sum(self.prizes, Fraction(0))


@dataclass(frozen=True, slots=True)
class Deduction:
    """What is kept back from the sum of a player's prizes: a percentage of it, or an amount."""

    name: str
    percent: Fraction = Fraction(0)
    amount: Money = Fraction(0)
    above: Money = Fraction(0)  # only from those who win more than this
    on_excess: bool = False  # the percentage is of what lies above `above`, not of all
    who: tuple[str, ...] = ()
    players: tuple[int, ...] = ()  # only these; empty: everybody in the circle


@dataclass(frozen=True, slots=True)
class PrizePlan:
    """All lists, in the order of precedence."""

    lists: tuple[PrizeList, ...]
    currency: str = ""
    unit: Money = CENT
    one_prize_per_player: bool = True
    tiebreaks: tuple[str, ...] = ()
    name: str = ""
    deductions: tuple[Deduction, ...] = ()
    hold: bool = False  # nothing is paid before the fair-play checks are over

    @property
    def fund(self) -> Money:
        return sum((prize_list.total for prize_list in self.lists), Fraction(0))

    def warnings(self) -> list[str]:
        """What the regulations should avoid: bands that overlap, a lower place that earns more."""
        found = [
            _("{first} and {second} overlap: closed bands keep one player from being first in both").format(
                first=first.name, second=second.name
            )
            for first, second in combinations(self.lists, 2)
            if _overlap(first, second)
        ]
        found += [
            _("{name}: place {place} gets more than the place before it").format(name=prize_list.name, place=place)
            for prize_list in self.lists
            for place, (before, prize) in enumerate(pairwise(prize_list.prizes), 2)
            if prize > before
        ]
        return found


def _overlap(first: PrizeList, second: PrizeList) -> bool:
    """Two lists that are rating bands or age groups, and that one player can be in."""
    mine, theirs = _band(first), _band(second)
    if mine is None or theirs is None or mine[0] != theirs[0]:
        return False
    return mine[1] <= theirs[2] and theirs[1] <= mine[2]


def _band(prize_list: PrizeList) -> tuple[str, int, int] | None:
    """The ratings or ages of a list that has a band and nothing else."""
    if len(prize_list.who) != 1:
        return None
    who = prize_list.who[0].lower()
    if match := re.fullmatch(r"r(\d*)-(\d*)", who):
        return "rating", int(match[1] or 1), int(match[2] or 9999)
    if match := re.fullmatch(r"u(\d+)", who):
        return "age", 0, int(match[1])
    if match := re.fullmatch(r"s(\d+)", who):
        return "age", int(match[1]), 999
    return None


def money(amount: Money) -> str:
    """An amount as people write it: `250`, `99.50`; currencies with more decimals keep them.

    >>> money(Fraction(199, 2)), money(Fraction(250)), money(Fraction(1, 8))
    ('99.50', '250', '0.125')
    """
    if amount.denominator == 1:
        return str(amount.numerator)
    decimals = 2 if (amount * 100).denominator == 1 else 3
    scaled = round(amount * 10**decimals)
    return f"{scaled // 10**decimals}.{scaled % 10**decimals:0{decimals}d}"


def exact_money(amount: Money) -> str:
    """An amount before rounding, exactly: with as many decimals as it has, or as a fraction of a whole.

    >>> exact_money(Fraction(1750025, 10000)), exact_money(Fraction(100, 3)), exact_money(Fraction(350, 2))
    ('175.0025', '33 1/3', '175')
    """
    if (amount * 10**6).denominator == 1:
        text = f"{float(amount):.6f}".rstrip("0").rstrip(".") if amount.denominator != 1 else str(amount.numerator)
        return money(amount) if (amount * 100).denominator == 1 else text
    whole, rest = divmod(amount.numerator, amount.denominator)
    return f"{whole} {rest}/{amount.denominator}" if whole else f"{rest}/{amount.denominator}"
