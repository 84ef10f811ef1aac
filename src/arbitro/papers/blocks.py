"""What a paper is made of, before any typesetting: lists and reports as blocks, other sheets as a template with data.

    Document    a title and blocks: the same blocks become PDF (`typeset`), XLSX and HTML (`bundle`)
    Layout      a page that is no list (slips, plates, score sheets …): the name of a template and its data
    Made        a finished file

Not here: what stands in them (`lists`, `teams`, `hall`, `forms`, `reports`).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from math import ceil
from pathlib import Path
from types import MappingProxyType
from typing import Any

from arbitro.i18n import gettext_for
from arbitro.texts import table

_ = gettext_for("papers")

TABLES = tomllib.loads((Path(__file__).parent / "tables.toml").read_text(encoding="utf-8"))
FEDERATIONS = frozenset(TABLES["federations"].split())
_WIDTHS = {letter: int(ems) for ems, letters in TABLES["widths"].items() for letter in letters} | {"\u200b": 0}
Cell = str | int
FEW = 300  # rows up to which the typesetter sets and measures every cell for itself
FIVE = 5
NOTHING = "\u00a0"  # keeps the line of an empty cell
MOST_GROWTH = 1.4  # of a short list on its sheet
TIGHT, ROOMY = 1.33, 1.9  # ems from row to row
SHARES: dict[str, float] = {"fill": 1, "wide": 2}
FILLED = 15.0  # ems that a column of names has at least
INSET = 0.35  # ems left and right of a cell, as in the template


class _Block:
    """A block as the templates read it: its kind and its fields."""

    __slots__ = ()

    def to_json(self) -> dict[str, Any]:
        own = fields(self)  # type: ignore[arg-type]
        return {"kind": type(self).__name__.lower()} | {f.name: getattr(self, f.name) for f in own}


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a list. `width` is "auto", "fill" (shares what is left), "wide" (a double share) or ems."""

    head: str
    align: str = "left"
    width: str | float = "auto"
    strong: bool = False


def right(head: str, *, strong: bool = False) -> Column:
    return Column(head, "right", strong=strong)


def centre(head: str, *, strong: bool = False) -> Column:
    return Column(head, "center", strong=strong)


def fill(head: str, *, strong: bool = False) -> Column:
    return Column(head, width="fill", strong=strong)


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of a list; a row of one cell is a line across the list that opens a group."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    caption: str = ""
    scale: float = 1.0
    banded: bool = True
    grid: bool = False
    roomy: bool = False
    bands: tuple[tuple[str, int], ...] = ()  # a line above the heads: texts and how many columns each spans

    def to_json(self, room: float = 60, grown: float = 1.0, common: Sequence[float] = ()) -> dict[str, Any]:
        """For the typesetter. `room` is the width of the page in ems; long lists are handed over in fives.

        What is too wide for the page is set smaller; `grown` is how much larger the sheet would take it. `common` are
        the widths that the columns like to have in all lists of the paper, so that they stand below each other.
        """
        rows = [[breakable(str(cell)) for cell in row] for row in self.rows]
        natural = common or self.natural(rows)
        scale = self._scale(natural, room, grown)
        roomy = self.roomy or grown * self.scale > scale * ROOMY / TIGHT
        fives = len(rows) > FEW
        shares = self._shares(natural, room / scale)
        if fives:
            rows = in_fives(rows, _space(natural, shares, room / scale))
        columns = [
            {"head": c.head, "align": c.align, "strong": c.strong, "shares": share is not None,
             "width": share if share is not None else found if fives or common else c.width}
            for c, found, share in zip(self.columns, natural, shares, strict=True)
        ]  # fmt: skip
        return {
            "kind": "table", "columns": columns, "rows": rows, "caption": self.caption, "scale": scale,
            "banded": self.banded, "grid": self.grid, "roomy": roomy, "fives": fives,
            "bands": [list(band) for band in self.bands],
        }  # fmt: skip

    def natural(self, rows: Sequence[Sequence[str]]) -> list[float]:
        """The ems that each column would like to have."""
        return [_measured(k, c, rows) if isinstance(c.width, str) else c.width for k, c in enumerate(self.columns)]

    def needs(self, natural: Sequence[float]) -> float:
        """The ems below which cells would lie over each other; columns that fill take two lines before that."""
        return sum(
            min(ems, FILLED) if column.width in SHARES else ems
            for column, ems in zip(self.columns, natural, strict=True)
        )

    def _scale(self, natural: Sequence[float], room: float, grown: float) -> float:
        """How large its letters are: never over the edge, and so that names keep their lines if little lacks."""
        scale = min(self.scale * min(grown, MOST_GROWTH), room / self.needs(natural))
        whole = room / sum(natural)
        return whole if max(self.scale, 0.85 * scale) <= whole < scale else scale

    def growth(self, room: float) -> float:
        """How much larger it can be set before a column needs more lines."""
        natural = self.natural([[str(cell) for cell in row] for row in self.rows])
        return room / (sum(natural) * self._scale(natural, room, 1.0))

    def _shares(self, natural: Sequence[float], room: float) -> list[float | None]:
        """What the columns that fill have of the rest, nothing for the others: the shares of their kind, or as much as
        their texts are long where only so all stay on one line."""
        shares: list[float | None] = [SHARES.get(str(column.width)) for column in self.columns]
        pairs = zip(natural, _space(natural, shares, room), strict=True)
        wraps = any(need > have + 2 * INSET for need, have in pairs)
        if wraps and not self.grid and sum(natural) <= room:  # what is written into a grid is not known
            return [None if share is None else ems for share, ems in zip(shares, natural, strict=True)]
        return shares

    def height(self, room: float, columns: int = 1) -> float:
        """About how many ems of its own size the longest of its columns takes down the page, each `room` ems wide."""
        per = -(-len(self.rows) // columns)
        most = 0.0
        if len(self.rows) <= FEW:  # a list that one sheet may hold: which of its rows need two lines?
            rows = [[str(cell) for cell in row] for row in self.rows]
            natural = self.natural(rows)
            have = max(room, self.needs(natural))
            space = _space(natural, self._shares(natural, have), have)
            lines = [_lines(row, space) for row in rows]
            most = max((sum(lines[k : k + per]) for k in range(0, len(lines), max(per, 1))), default=0.0)
        groups = sum(len(row) == 1 for row in self.rows)
        return (max(most, per) + 1.4 + bool(self.bands)) * (ROOMY if self.roomy else TIGHT) + 0.5 * groups

    @property
    def filled(self) -> Table:
        """Without the columns in which nobody has anything."""
        kept = [k for k in range(len(self.columns)) if any(len(row) > 1 and row[k] != "" for row in self.rows)]
        rows = (row if len(row) == 1 else tuple(row[k] for k in kept) for row in self.rows)
        return replace(self, columns=tuple(self.columns[k] for k in kept), rows=tuple(rows)) if kept else self


@lru_cache(maxsize=50_000)
def width(text: str) -> float:
    """The width of a line of text in ems, a little too much rather than too little.

    Good enough to know that a cell stays on one line without asking the typesetter, which would take longer than
    setting the whole list. A sign that is not in the table counts as a full em.

    >>> width("Ana") < width("Ana María") < 5
    True
    """
    return sum(_WIDTHS.get(letter, 100) for letter in text) / 100


_LONG = re.compile(r"[^\s-]{25,}")


def breakable(text: str) -> str:
    """The text with places to break very long words at, so that no cell runs out of its column.

    A hyphen is such a place already: what stands between hyphens is left whole unless it is very long itself.
    """
    return _LONG.sub(lambda word: "\u200b".join(word[0][i : i + 12] for i in range(0, len(word[0]), 12)), text)


def _measured(k: int, column: Column, rows: Sequence[Sequence[str]]) -> float:
    """A width in ems that holds the longest cell: measuring thousands of cells would take longer than setting them."""
    longest = max(map(width, {row[k] for row in rows if len(row) > 1}), default=0.0)
    return round(max(longest, 0.84 * width(column.head)) + 2 * INSET + 0.05, 2)


def _space(natural: Sequence[float], shares: Sequence[float | None], room: float) -> list[float]:
    """What every column has for its text; columns that fill share what the others leave."""
    fixed = sum(ems for ems, share in zip(natural, shares, strict=True) if share is None)
    one = (room - fixed) / max(1, sum(share for share in shares if share is not None))
    return [(ems if share is None else one * share) - 2 * INSET for ems, share in zip(natural, shares, strict=True)]


def _lines(row: Sequence[str], space: Sequence[float]) -> float:
    """How many lines a row takes, a wrapped line being a little lower than a row."""
    if len(row) == 1:
        return 1.0
    most = max(width(cell) / max(have, 1.0) for cell, have in zip(row, space, strict=True))
    return 1.0 if most <= 1 else 1 + 0.9 * ceil(most * 1.1 - 1)


def in_fives(rows: Sequence[Sequence[str]], space: Sequence[float]) -> list[list[str]]:
    """Five rows in one, a line of text for each: several times quicker to set.

    A row of which some cell does not fit on one line stays alone, and so does a line across the list.
    """
    made: list[list[str]] = []
    group: list[Sequence[str]] = []
    whole = [row for row in rows if len(row) > 1]
    narrow = [
        (k, most) for k, most in enumerate(space) if any(width(cell) > most for cell in {row[k] for row in whole})
    ]

    def close() -> None:
        if group:
            made.append(["\n".join(cell or NOTHING for cell in cells) for cells in zip(*group, strict=True)])
            group.clear()

    for row in rows:
        if len(row) == 1 or any(width(row[k]) > most for k, most in narrow):
            close()
            made.append(list(row))
            continue
        group.append(row)
        if len(group) == FIVE:
            close()
    close()
    return made


@dataclass(frozen=True, slots=True)
class Heading(_Block):
    text: str
    level: int = 1


@dataclass(frozen=True, slots=True)
class Text(_Block):
    """A paragraph; `quiet` is small and grey."""

    text: str
    quiet: bool = False


@dataclass(frozen=True, slots=True)
class Items(_Block):
    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Fields:
    """Labels with their values; an empty value is a line to write on. `width` is the share of the labels in %."""

    rows: tuple[tuple[str, Cell], ...]
    width: int = 34

    @property
    def known(self) -> Fields:
        """Without those that have no value: for what is read, not filled in."""
        return replace(self, rows=tuple((label, value) for label, value in self.rows if value != ""))

    def to_json(self) -> dict[str, Any]:
        return {"kind": "fields", "rows": [[label, str(value)] for label, value in self.rows], "width": self.width}


@dataclass(frozen=True, slots=True)
class Signatures(_Block):
    labels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Lines(_Block):
    """Ruled lines to write on."""

    label: str
    count: int


@dataclass(frozen=True, slots=True)
class Ticks(_Block):
    """Boxes to tick."""

    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Break(_Block):
    """A new page."""


@dataclass(frozen=True, slots=True)
class Part(_Block):
    """A whole paper within a file: a new page with its own title, place and dates, and page numbers from 1."""

    title: str
    subtitle: str = ""


@dataclass(frozen=True, slots=True)
class Picture(_Block):
    """An SVG picture, so many millimetres wide, with what it shows in words."""

    svg: str
    alt: str
    width: int


Block = Part | Picture | Heading | Text | Items | Fields | Table | Signatures | Lines | Ticks | Break


@dataclass(frozen=True, slots=True)
class Document:
    """A list or report."""

    title: str
    subtitle: str = ""
    blocks: tuple[Block, ...] = ()
    landscape: bool = False


def form(name: str, values: Mapping[str, Cell] = MappingProxyType({}), **inserted: Sequence[Block]) -> Document:
    """A form of `texts/paper_forms.toml`: its fields with the values that are known, by their English labels."""

    def blocks(name: str) -> Iterator[Block]:
        for row in table("paper_forms")[name]["blocks"]:
            match row:
                case {"insert": key}:
                    yield from inserted[key]
                case {"form": other}:
                    yield from blocks(other)
                case {"heading": text}:
                    yield Heading(_(text), 2)
                case {"fields": labels}:
                    yield Fields(tuple((_(label), values.get(label, "")) for label in labels), row.get("width", 34))
                case {"lines": text, "count": count}:
                    yield Lines(_(text), count)
                case {"ticks": texts}:
                    yield Ticks(tuple(map(_, texts)))
                case {"signatures": labels}:
                    yield Signatures(tuple(map(_, labels)))
                case _:
                    yield Break()

    title = table("paper_forms")[name]["title"]
    return Document(_(title), "", tuple(blocks(name)))


@dataclass(frozen=True, slots=True)
class Layout:
    """A sheet with a form of its own: a template and what it prints."""

    title: str
    template: str
    data: Mapping[str, Any] = field(default_factory=dict)
    subtitle: str = ""
    landscape: bool = False
    framed: bool = False  # what all its sheets share is set once and laid under each

    def in_both(self, other: Layout) -> Layout:
        """The same sheet with the words of another language beside its own; charts and dates stay as they are."""
        data = {key: value if key in OWN else _both(value, other.data[key]) for key, value in self.data.items()}
        title, subtitle = _both(self.title, other.title), _both(self.subtitle, other.subtitle)
        return replace(self, title=title, subtitle=subtitle, data=data)

    def followed_by(self, other: Layout) -> Layout:
        """The sheets of this one, then those of another."""
        data = {key: [*v, *other.data[key]] if isinstance(v, list) else v for key, v in self.data.items()}
        return replace(self, data=data)


OWN = frozenset({"rows", "cards", "sheets"})  # what a sheet says in its first language alone


def _both(one: Any, other: Any) -> Any:
    """Two readings of the same data in one: words that differ stand side by side."""
    match one:
        case dict():
            return {key: _both(value, other[key]) for key, value in one.items()}
        case list():
            return [_both(*pair) for pair in zip(one, other, strict=True)]
        case str():
            return one if one == other else f"{one} / {other}"
        case _:
            return one


def fitting(text: str, size: float, room: float) -> float:
    """The size in points, at most `size`, at which a text stays on one line of `room` points."""
    return round(min(size, room / max(width(text), 0.1) * 0.97), 1)


@dataclass(frozen=True, slots=True)
class Made:
    """A finished file."""

    data: bytes
    content_type: str
    filename: str
