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

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from os import PathLike, fspath
from pathlib import Path
from typing import Annotated, Any, Literal

from arbitro.errors import ArbitroError, FileError
from arbitro.i18n import gettext_for
from arbitro.prizes.plan import Deduction, PrizeList, PrizePlan, money
from arbitro.prizes.sharing import CENT, Money, Sharing, rounded
from arbitro.records import Between, RecordError, decode, loads
from arbitro.standings import parse_tiebreak, player_group

_ = gettext_for("prizes")

Amount = Annotated[Fraction, Between(0)]
Texts = str | tuple[str, ...]  # one text stands for a list of one


@dataclass(frozen=True, slots=True, kw_only=True)
class _ListTable:
    """A table [[list]] as it is written."""

    name: str = ""
    who: Texts = ()
    prizes: tuple[Amount, ...] = ()
    fund: Amount | None = None
    percent: tuple[Amount, ...] = ()
    sharing: Sharing | None = None
    cutoff: bool | None = None
    minimum: Amount = Fraction(0)
    trophies: Texts = ()
    by: Literal["ranking", "surprise", "surprise-by-game"] = "ranking"


@dataclass(frozen=True, slots=True, kw_only=True)
class _DeductionTable:
    """A table [[deduction]] as it is written."""

    name: str = ""
    percent: Annotated[Fraction, Between(0, 100)] = Fraction(0)
    amount: Amount = Fraction(0)
    above: Amount = Fraction(0)
    on: Literal["all", "excess"] = "all"
    who: Texts = ()
    players: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _PlanTable:
    """The whole file as it is written."""

    currency: str = ""
    name: str = ""
    fund: Amount | None = None
    unit: Amount = CENT
    sharing: Sharing = Sharing.EQUAL
    cutoff: bool = True
    one_prize_per_player: bool = True
    tiebreaks: Texts = ()
    hold: bool = False
    list: tuple[_ListTable, ...] = ()
    deduction: tuple[_DeductionTable, ...] = ()


def read_plan(path: str | PathLike[str]) -> PrizePlan:
    """A plan from its TOML file; FileError says what is wrong."""
    return parse_plan(Path(path).read_bytes(), path=fspath(path))


def parse_plan(text: str | bytes, path: str | None = None) -> PrizePlan:
    """A plan from the text of its file."""
    data = loads(text, path, toml=True)
    try:
        return _plan(decode(_PlanTable, data, ""), data)
    except RecordError as error:
        lines = (text if isinstance(text, str) else text.decode("utf-8-sig")).splitlines()
        missing = error.found is None
        where = error.where or str(error.found)  # a key of the file itself that is none
        place = where if missing or not error.where else f"{where} = {_plain(error.found)}"
        raise FileError(
            path,
            line=_line_of(lines, where),
            found=re.sub(r"\[(\d+)\]", lambda n: f" {int(n[1]) + 1}", place).replace(".", ": ", 1),
            expected=error.expected,
        ) from None


def _line_of(lines: Sequence[str], where: str) -> int | None:
    """Where a key such as `list[1].prizes[0]` stands, or where its table begins."""
    table, place, key = re.fullmatch(r"(?:(list|deduction)\[(\d+)\]\.?)?(\w*).*", where).groups()  # type: ignore[union-attr]
    header = re.compile(r"\s*\[\[?\s*([\w.\"-]+)\s*\]\]?")
    here, count, begin = None, -1, None
    for n, line in enumerate(lines, 1):
        if match := header.match(line):
            here = match[1].strip('"')
            count += here == table
            if here == table and count == int(place):
                begin = n
        elif (
            here == table
            and (table is None or count == int(place))
            and key
            and re.match(rf"\s*[\"']?{re.escape(key)}[\"']?\s*=", line)
        ):
            return n
    return begin


def _plain(value: object) -> str:
    """A value of the file as people write it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return f"[{', '.join(map(_plain, value))}]"
    return f'"{value}"' if isinstance(value, str) else str(value)


# -- what the tables mean


def _plan(table: _PlanTable, data: dict[str, Any]) -> PrizePlan:
    if table.unit <= 0:
        raise RecordError("unit", data["unit"], _("an amount above 0"))
    if not table.list:
        raise RecordError("list", None, _("at least one [[list]] with prizes"))
    plan = PrizePlan(
        tuple(_prize_list(one, k, table) for k, one in enumerate(table.list)),
        table.currency,
        table.unit,
        table.one_prize_per_player,
        _names(table.tiebreaks, "tiebreaks", parse_tiebreak, _("tie-breaks such as BH/C1, BH, SB, DE")),
        table.name,
        tuple(_deduction(one, k) for k, one in enumerate(table.deduction)),
        table.hold,
    )
    if table.fund is not None and table.fund != plan.fund:
        raise RecordError("fund", data["fund"], _("the sum of the lists, {sum}").format(sum=money(plan.fund)))
    return plan


def _names(names: Texts, where: str, read: Callable[[str], object], expected: str) -> tuple[str, ...]:
    """Names that somebody must be able to read."""
    written = (names,) if isinstance(names, str) else names
    for name in written:
        try:
            read(name)
        except ArbitroError:
            raise RecordError(where, name, expected) from None
    return written


def _who(names: Texts, where: str) -> tuple[str, ...]:
    """Categories of the standings; ages are counted later, so any year will do here."""
    expected = _("categories such as women, U12, S50, R1800-1999, fed:ESP, club:…")
    return _names(names, f"{where}.who", lambda name: player_group(name, 2000), expected)


def _prize_list(table: _ListTable, k: int, head: _PlanTable) -> PrizeList:
    where = f"list[{k}]"
    if not (table.prizes or table.percent or table.trophies):
        raise RecordError(where, None, _("prizes, fund and percent, or trophies"))
    return PrizeList(
        table.name or _("List {n}").format(n=k + 1),
        _prizes(table, where, head.unit),
        _who(table.who, where),
        table.sharing or head.sharing,
        head.cutoff if table.cutoff is None else table.cutoff,
        table.minimum,
        (table.trophies,) if isinstance(table.trophies, str) else table.trophies,
        by_surprise=table.by != "ranking",
        game_by_game=table.by == "surprise-by-game",
    )


def _prizes(table: _ListTable, where: str, unit: Money) -> tuple[Money, ...]:
    """Amounts in cents, or in multiples of the unit where that is smaller."""
    if not table.percent:
        for n, amount in enumerate(table.prizes):
            if amount % unit and amount % CENT:
                raise RecordError(
                    f"{where}.prizes[{n}]", float(amount), _("amounts in cents, or in multiples of the unit")
                )
        return table.prizes
    if table.prizes:
        raise RecordError(f"{where}.percent", [*map(float, table.percent)], _("either prizes, or fund and percent"))
    if table.fund is None:
        raise RecordError(where, None, _("fund = an amount"))
    if sum(table.percent) != 100:
        raise RecordError(f"{where}.percent", [*map(float, table.percent)], _("parts that add up to 100"))
    return tuple(rounded([table.fund * part / 100 for part in table.percent], unit))


def _deduction(table: _DeductionTable, k: int) -> Deduction:
    if bool(table.percent) == bool(table.amount):
        raise RecordError(f"deduction[{k}]", None, _("percent up to 100, or an amount"))
    return Deduction(
        table.name or _("Deduction {n}").format(n=k + 1),
        table.percent,
        table.amount,
        table.above,
        table.on == "excess",
        _who(table.who, f"deduction[{k}]"),
        table.players,
    )


# -- writing


def write_plan(plan: PrizePlan) -> str:
    """The text of a plan's file: read again, it is the same plan."""
    lines = [
        f"currency = {_text(plan.currency)}",
        *([f"name = {_text(plan.name)}"] if plan.name else []),
        *([f"unit = {_amount(plan.unit)}"] if plan.unit != CENT else []),
        f"one_prize_per_player = {_flag(plan.one_prize_per_player)}",
        *([f"tiebreaks = {_texts(plan.tiebreaks)}"] if plan.tiebreaks else []),
        *(["hold = true"] if plan.hold else []),
    ]
    for one in plan.lists:
        lines += ["", "[[list]]", f"name = {_text(one.name)}", *([f"who = {_texts(one.who)}"] if one.who else [])]
        if one.by_surprise:
            lines.append(f'by = "{"surprise-by-game" if one.game_by_game else "surprise"}"')
        if one.prizes:
            lines.append(f"prizes = [{', '.join(map(_amount, one.prizes))}]")
        lines += [f'sharing = "{one.sharing.value}"', *([] if one.cutoff else ["cutoff = false"])]
        lines += [f"minimum = {_amount(one.minimum)}"] if one.minimum else []
        lines += [f"trophies = {_texts(one.trophies)}"] if one.trophies else []
    for cut in plan.deductions:
        lines += ["", "[[deduction]]", f"name = {_text(cut.name)}"]
        lines += [f"{key} = {_amount(value)}" for key in ("percent", "amount", "above") if (value := getattr(cut, key))]
        lines += ['on = "excess"'] if cut.on_excess else []
        lines += [f"who = {_texts(cut.who)}"] if cut.who else []
        lines += [f"players = {list(cut.players)}"] if cut.players else []
    return "\n".join(lines) + "\n"


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _texts(texts: Sequence[str]) -> str:
    return f"[{', '.join(map(_text, texts))}]"


def _flag(on: bool) -> str:
    return "true" if on else "false"


def _amount(amount: Fraction) -> str:
    return str(amount.numerator) if amount.denominator == 1 else f"{float(amount):.6f}".rstrip("0")
