"""The prize plan: what the regulations announce, as a TOML file.

    currency = "EUR"
    fund = 1500                     # must be the sum of all lists, if it is given
    unit = 0.01                     # amounts are multiples of it
    sharing = "hort"                # equal, tiebreak or hort
    cutoff = true                   # N prizes: only the places 1 to N are paid
    one_prize_per_player = true     # the highest; of equal ones that of the first list
    tiebreaks = ["BH/C1", "BH"]

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
    by = "surprise"                 # points over the expected ones, W - We, instead of the ranking
    who = ["R-2199"]
    fund = 200                      # instead of prizes: an amount and
    percent = [60, 40]              # its division

A list may also have `minimum` (a guarantee for everybody who is paid from it), `trophies` (names, given by place) and
`cutoff`, `sharing` of its own. Not here: who wins (`awards`).
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
from arbitro.prizes.sharing import CENT, Money, Sharing, rounded
from arbitro.standings import parse_tiebreak, player_group

_PLAN_KEYS = frozenset(
    {"currency", "fund", "unit", "sharing", "cutoff", "one_prize_per_player", "tiebreaks", "list", "name"}
)
_LIST_KEYS = frozenset({"name", "who", "prizes", "fund", "percent", "sharing", "cutoff", "minimum", "trophies", "by"})


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

    @property
    def total(self) -> Money:
        return sum(self.prizes, Fraction(0))


@dataclass(frozen=True, slots=True)
class PrizePlan:
    """All lists, in the order of precedence."""

    lists: tuple[PrizeList, ...]
    currency: str = ""
    unit: Money = CENT
    one_prize_per_player: bool = True
    tiebreaks: tuple[str, ...] = ()
    name: str = ""

    @property
    def fund(self) -> Money:
        return sum((prize_list.total for prize_list in self.lists), Fraction(0))

    def warnings(self, lang: str | None = None) -> list[str]:
        """What the regulations should avoid: bands that overlap, so that one player could win twice."""
        _ = gettext_for("prizes", lang)
        found = []
        bands = [(prize_list.name, *band) for prize_list in self.lists if (band := _band(prize_list)) is not None]
        for k, (name, low, high) in enumerate(bands):
            for other, other_low, other_high in bands[k + 1 :]:
                if low <= other_high and other_low <= high:
                    found.append(
                        _("{first} and {second} overlap: closed bands keep one player from being first in both").format(
                            first=name, second=other
                        )
                    )
        return found


def _band(prize_list: PrizeList) -> tuple[int, int] | None:
    """The rating band of a list that has one and nothing else."""
    if len(prize_list.who) == 1 and (match := re.fullmatch(r"[Rr](\d*)-(\d*)", prize_list.who[0])):
        return int(match[1] or 1), int(match[2] or 9999)
    return None


def read_plan(path: str | PathLike[str]) -> PrizePlan:
    """A plan from its TOML file; FileError says what is wrong."""
    return parse_plan(Path(path).read_bytes(), path=fspath(path))


def parse_plan(text: str | bytes, path: str | None = None) -> PrizePlan:
    """A plan from the text of its file."""
    try:
        source = text if isinstance(text, str) else text.decode("utf-8-sig")
        document = tomllib.loads(source, parse_float=Decimal)
    except UnicodeDecodeError as error:
        raise FileError(path, expected="a TOML file in UTF-8") from error
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"line (\d+)", str(error))
        raise FileError(
            path, line=int(line[1]) if line else None, expected=f"TOML ({str(error).partition(' (at')[0].lower()})"
        ) from error
    return _Reader(path).plan(document)


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads tables and names the key that is wrong."""

    path: str | None
    where: str = ""
    sharing: Sharing = Sharing.EQUAL
    cutoff: bool = True
    unit: Money = field(default=CENT)

    def fail(self, key: str, found: object, expected: str) -> FileError:
        return FileError(self.path, found=f"{self.where}{key} = {found}", expected=expected)

    def plan(self, document: Mapping[str, Any]) -> PrizePlan:
        self._known(document, _PLAN_KEYS)
        unit = self._money(document, "unit", CENT)
        if unit <= 0:
            raise self.fail("unit", document.get("unit"), "an amount above 0")
        tables = document.get("list", [])
        if not isinstance(tables, list) or not tables:
            raise FileError(self.path, expected="at least one [[list]] with prizes")
        inner = [
            _Reader(
                self.path,
                f"list {k}: ",
                self._sharing(document, Sharing.EQUAL),
                self._flag(document, "cutoff", True),
                unit,
            ).prize_list(table, k)
            for k, table in enumerate(tables, 1)
        ]
        plan = PrizePlan(
            tuple(inner),
            str(document.get("currency", "")),
            unit,
            self._flag(document, "one_prize_per_player", True),
            self._tiebreaks(document),
            str(document.get("name", "")),
        )
        if "fund" in document and self._money(document, "fund") != plan.fund:
            raise self.fail("fund", document["fund"], f"the sum of the lists, {money(plan.fund)}")
        return plan

    def prize_list(self, table: object, k: int) -> PrizeList:
        if not isinstance(table, dict):
            raise FileError(self.path, found=str(table), expected="[[list]] tables")
        self._known(table, _LIST_KEYS)
        prizes = self._prizes(table)
        trophies = tuple(map(str, self._list(table, "trophies")))
        if not prizes and not trophies:
            raise FileError(self.path, found=f"{self.where}no prizes", expected="prizes, fund and percent, or trophies")
        who = tuple(map(str, self._list(table, "who")))
        for name in who:
            try:
                player_group(name, 2000)
            except ArbitroError as error:
                raise self.fail("who", name, str(error)) from error
        by = table.get("by", "ranking")
        if by not in ("ranking", "surprise"):
            raise self.fail("by", by, "ranking or surprise")
        return PrizeList(
            str(table.get("name", f"List {k}")),
            prizes,
            who,
            self._sharing(table, self.sharing),
            self._flag(table, "cutoff", self.cutoff),
            self._money(table, "minimum", Fraction(0)),
            trophies,
            by == "surprise",
        )

    def _prizes(self, table: Mapping[str, Any]) -> tuple[Money, ...]:
        if "percent" in table:
            total = self._money(table, "fund")
            parts = [self._amount("percent", part) for part in self._list(table, "percent")]
            if sum(parts) != 100:
                raise self.fail("percent", sum(parts), "parts that add up to 100")
            return tuple(rounded([total * part / 100 for part in parts], self.unit))
        return tuple(self._amount("prizes", prize) for prize in self._list(table, "prizes"))

    def _known(self, table: Mapping[str, Any], keys: frozenset[str]) -> None:
        for key in table:
            if key not in keys:
                raise FileError(self.path, found=f"{self.where}{key}", expected=", ".join(sorted(keys)))

    def _amount(self, key: str, value: object) -> Money:
        if (
            isinstance(value, bool)
            or not isinstance(value, int | Decimal)
            or not Decimal(value).is_finite()
            or value < 0
        ):
            raise self.fail(key, value, "amounts such as 250 or 99.50")
        return Fraction(value)

    def _money(self, table: Mapping[str, Any], key: str, default: Money | None = None) -> Money:
        if key not in table:
            if default is None:
                raise FileError(self.path, found=f"{self.where}no {key}", expected=f"{key} = an amount")
            return default
        return self._amount(key, table[key])

    def _list(self, table: Mapping[str, Any], key: str) -> list[Any]:
        value = table.get(key, [])
        if isinstance(value, str):
            return [value]
        if not isinstance(value, list):
            raise self.fail(key, value, "a list in brackets")
        return value

    def _flag(self, table: Mapping[str, Any], key: str, default: bool) -> bool:
        value = table.get(key, default)
        if not isinstance(value, bool):
            raise self.fail(key, value, "true or false")
        return value

    def _sharing(self, table: Mapping[str, Any], default: Sharing) -> Sharing:
        value = table.get("sharing", default.value)
        try:
            return Sharing(value)
        except ValueError as error:
            raise self.fail("sharing", value, "equal, tiebreak or hort") from error

    def _tiebreaks(self, table: Mapping[str, Any]) -> tuple[str, ...]:
        names = tuple(map(str, self._list(table, "tiebreaks")))
        for name in names:
            parse_tiebreak(name)
        return names


def money(amount: Money) -> str:
    """An amount as people write it: `250`, `99.50`.

    >>> money(Fraction(199, 2)), money(Fraction(250))
    ('99.50', '250')
    """
    if amount.denominator == 1:
        return str(amount.numerator)
    scaled = round(amount * 100)
    return f"{scaled // 100}.{scaled % 100:02d}"
