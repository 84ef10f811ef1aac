"""The prize plan as a TOML file.

    currency = "EUR"
    fund = 1500                     # must be the sum of all lists, if it is given
    unit = 0.01                     # amounts are multiples of it
    sharing = "hort"                # equal, tiebreak or hort
    cutoff = true                   # N prizes: only the places 1 to N are paid
    one_prize_per_player = true     # the highest; of equal ones that of the first list
    tiebreaks = ["BH/C1", "BH"]
    hold = true                     # nothing is paid before the fair-play checks are over

    [[list]]
    name = "General"
    prizes = [500, 300, 200]

    [[list]]
    name = "Women"
    who = ["women"]                 # categories of the standings; all must hold
    prizes = [200, 100]
    sharing = "equal"

    [[list]]
    name = "Best surprise"
    by = "surprise"                 # points over the expected ones, W - We, instead of the ranking;
    who = ["R-2199"]                # "surprise-by-game": We game by game
    fund = 200                      # instead of prizes: an amount and
    percent = [60, 40]              # its division

    [[deduction]]
    name = "Withholding tax"
    percent = 19                    # or amount = 25
    above = 300                     # only from those who win more than this …
    on = "all"                      # … on all of it, or on the "excess"
    who = ["fed:ESP"]               # and players = [4, 7]: from nobody else

A list may also have `minimum` (a guarantee for everybody who is paid from it), `trophies` (names, given by place) and
`cutoff`, `sharing` of its own. A mistake is told with its line. Not here: what the plan means (`plan`, `awards`).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from arbitro.errors import ArbitroError, FileError
from arbitro.i18n import gettext_for
from arbitro.prizes.plan import Deduction, PrizeList, PrizePlan, money
from arbitro.prizes.sharing import CENT, Money, Sharing, rounded
from arbitro.standings import parse_tiebreak, player_group

_ = gettext_for("prizes")

_PLAN_KEYS = frozenset(
    {"currency", "fund", "unit", "sharing", "cutoff", "one_prize_per_player", "tiebreaks", "list", "name", "hold",
     "deduction"}
)  # fmt: skip
_LIST_KEYS = frozenset({"name", "who", "prizes", "fund", "percent", "sharing", "cutoff", "minimum", "trophies", "by"})
_DEDUCTION_KEYS = frozenset({"name", "percent", "amount", "above", "on", "who", "players"})
_ORDERS = {"ranking": (False, False), "surprise": (True, False), "surprise-by-game": (True, True)}


def read_plan(path: str | PathLike[str]) -> PrizePlan:
    """A plan from its TOML file; FileError says what is wrong."""
    return parse_plan(Path(path).read_bytes(), path=fspath(path))


def parse_plan(text: str | bytes, path: str | None = None) -> PrizePlan:
    """A plan from the text of its file."""
    try:
        source = text if isinstance(text, str) else text.decode("utf-8-sig")
        document = tomllib.loads(source, parse_float=Decimal)
    except UnicodeDecodeError as error:
        raise FileError(path, expected=_("a TOML file in UTF-8")) from error
    except tomllib.TOMLDecodeError as error:
        place = re.search(r"line (\d+), column (\d+)", str(error))
        raise FileError(
            path,
            line=int(place[1]) if place else len(source.splitlines()),
            columns=(int(place[2]), int(place[2])) if place else None,
            expected=_("TOML: key = value, texts in quotes, lists in brackets"),
        ) from error
    return _plan(_Table(path, tuple(source.splitlines()), document))


@dataclass(frozen=True, slots=True)
class _Table:
    """One table of the file, which names the line of what is wrong in it."""

    path: str | None
    lines: tuple[str, ...]
    values: Mapping[str, Any]
    name: str = ""  # of the array it stands in: list, deduction
    place: int = 0  # in that array, from 1

    def line_of(self, key: str) -> int | None:
        """Where a key stands, or where its table begins."""
        header = re.compile(r"\s*\[\[?\s*([\w.\"-]+)\s*\]\]?")
        here, count, begin = "", 0, None
        for n, line in enumerate(self.lines, 1):
            if match := header.match(line):
                here = match[1].strip('"')
                count += here == self.name
                if here == self.name and count == self.place:
                    begin = n
            elif here == self.name and count == self.place and re.match(rf"\s*[\"']?{re.escape(key)}[\"']?\s*=", line):
                return n
        return begin

    def fail(self, key: str, expected: str) -> FileError:
        """What is wrong with a key: what stands there, or that it is missing."""
        where = f"{self.name} {self.place}: " if self.name else ""
        found = f"{key} = {_plain(self.values[key])}" if key in self.values else _("no {key}").format(key=key)
        return FileError(self.path, line=self.line_of(key), found=where + found, expected=expected)

    def known(self, keys: frozenset[str]) -> None:
        for key in self.values:
            if key not in keys:
                raise self.fail(key, _("one of {keys}").format(keys=", ".join(sorted(keys))))

    def tables(self, name: str) -> list[_Table]:
        found = self.values.get(name, [])
        if not isinstance(found, list) or not all(isinstance(table, dict) for table in found):
            raise self.fail(name, _("tables that begin with [[{name}]]").format(name=name))
        return [_Table(self.path, self.lines, table, name, k) for k, table in enumerate(found, 1)]

    # -- single values

    def text(self, key: str, default: str = "") -> str:
        value = self.values.get(key, default)
        if not isinstance(value, str):
            raise self.fail(key, _("a text in quotes"))
        return value

    def items(self, key: str) -> list[Any]:
        value = self.values.get(key, [])
        if isinstance(value, str):
            return [value]
        if not isinstance(value, list):
            raise self.fail(key, _("a list in brackets"))
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        values = self.items(key)
        if not all(isinstance(value, str) for value in values):
            raise self.fail(key, _("a text in quotes"))
        return tuple(values)

    def categories(self, key: str) -> tuple[str, ...]:
        """Categories of the standings; ages are counted later, so any year will do here."""
        names = self.texts(key)
        for name in names:
            try:
                player_group(name, 2000)
            except ArbitroError as error:
                raise self.fail(key, _("categories such as women, U12, S50, R1800-1999, fed:ESP, club:…")) from error
        return names

    def tiebreaks(self, key: str) -> tuple[str, ...]:
        names = self.texts(key)
        for name in names:
            try:
                parse_tiebreak(name)
            except ArbitroError as error:
                raise self.fail(key, _("tie-breaks such as BH/C1, BH, SB, DE")) from error
        return names

    def flag(self, key: str, default: bool) -> bool:
        value = self.values.get(key, default)
        if not isinstance(value, bool):
            raise self.fail(key, _("true or false"))
        return value

    def money(self, key: str, default: Money | None = None) -> Money:
        if key not in self.values:
            if default is None:
                raise self.fail(key, _("{key} = an amount").format(key=key))
            return default
        return self._amount(key, self.values[key])

    def amounts(self, key: str, unit: Money = CENT) -> tuple[Money, ...]:
        """Amounts in cents, or in multiples of the unit where that is smaller."""
        return tuple(self._amount(key, value, unit) for value in self.items(key))

    def _amount(self, key: str, value: object, unit: Money | None = None) -> Money:
        if (
            isinstance(value, bool)
            or not isinstance(value, int | Decimal)
            or not Decimal(value).is_finite()
            or value < 0
        ):
            raise self.fail(key, _("amounts such as 250 or 99.50"))
        amount = Fraction(value)
        if unit is not None and amount % unit and amount % CENT:
            raise self.fail(key, _("amounts in cents, or in multiples of the unit"))
        return amount

    def choice(self, key: str, options: Mapping[str, Any], default: str) -> Any:
        value = self.values.get(key, default)
        if not isinstance(value, str) or value not in options:
            raise self.fail(key, _("one of {keys}").format(keys=", ".join(options)))
        return options[value]


def _plain(value: object) -> str:
    """A value of the file as people write it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return f"[{', '.join(map(_plain, value))}]"
    return f'"{value}"' if isinstance(value, str) else str(value)


@dataclass(frozen=True, slots=True)
class _Common:
    """What the lists take from the head of the plan."""

    sharing: str
    cutoff: bool
    unit: Money = field(default=CENT)


_SHARING = {sharing.value: sharing for sharing in Sharing}


def _plan(head: _Table) -> PrizePlan:
    head.known(_PLAN_KEYS)
    unit = head.money("unit", CENT)
    if unit <= 0:
        raise head.fail("unit", _("an amount above 0"))
    tables = head.tables("list")
    if not tables:
        raise FileError(head.path, expected=_("at least one [[list]] with prizes"))
    sharing: Sharing = head.choice("sharing", _SHARING, "equal")
    common = _Common(sharing.value, head.flag("cutoff", True), unit)
    plan = PrizePlan(
        tuple(_prize_list(table, common) for table in tables),
        head.text("currency"),
        unit,
        head.flag("one_prize_per_player", True),
        head.tiebreaks("tiebreaks"),
        head.text("name"),
        tuple(map(_deduction, head.tables("deduction"))),
        head.flag("hold", False),
    )
    if head.money("fund", plan.fund) != plan.fund:
        raise head.fail("fund", _("the sum of the lists, {sum}").format(sum=money(plan.fund)))
    return plan


def _prize_list(table: _Table, common: _Common) -> PrizeList:
    table.known(_LIST_KEYS)
    prizes = _prizes(table, common.unit)
    trophies = table.texts("trophies")
    if not prizes and not trophies:
        raise table.fail("prizes", _("prizes, fund and percent, or trophies"))
    by_surprise, game_by_game = table.choice("by", _ORDERS, "ranking")
    return PrizeList(
        table.text("name", _("List {n}").format(n=table.place)),
        prizes,
        table.categories("who"),
        table.choice("sharing", _SHARING, common.sharing),
        table.flag("cutoff", common.cutoff),
        table.money("minimum", Fraction(0)),
        trophies,
        by_surprise,
        game_by_game,
    )


def _prizes(table: _Table, unit: Money) -> tuple[Money, ...]:
    if "percent" not in table.values:
        return table.amounts("prizes", unit)
    if "prizes" in table.values:
        raise table.fail("percent", _("either prizes, or fund and percent"))
    total = table.money("fund")
    parts = [Fraction(part) for part in table.amounts("percent")]
    if sum(parts) != 100:
        raise table.fail("percent", _("parts that add up to 100"))
    return tuple(rounded([total * part / 100 for part in parts], unit))


def _deduction(table: _Table) -> Deduction:
    table.known(_DEDUCTION_KEYS)
    percent, amount = table.money("percent", Fraction(0)), table.money("amount", Fraction(0))
    if bool(percent) == bool(amount) or percent > 100:
        raise table.fail("percent", _("percent up to 100, or an amount"))
    players = table.items("players")
    if not all(isinstance(number, int) and not isinstance(number, bool) for number in players):
        raise table.fail("players", _("pairing numbers such as [4, 7]"))
    return Deduction(
        table.text("name", _("Deduction {n}").format(n=table.place)),
        percent,
        amount,
        table.money("above", Fraction(0)),
        table.choice("on", {"all": False, "excess": True}, "all"),
        table.categories("who"),
        tuple(players),
    )
