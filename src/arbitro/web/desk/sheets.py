"""Lists of players from a file or pasted lines: headings, columns, players, and what looks wrong, cell by cell.

The page shows a choice of field over each column, which row has the headings and which rows to leave out, so a list of
any program can be read. A cell that cannot be read is left out of its row and shown with a field to mend it; a player
who is entered already stands beside the entry, with a choice. Nothing is written here.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from arbitro.desk.models import RegisteredPlayer
from arbitro.desk.state import Entrant, State
from arbitro.errors import Refused
from arbitro.files import spreadsheet
from arbitro.model import Player
from arbitro.records import is_whole

FILE_LIMIT = 4 * 1024 * 1024
ROW_LIMIT = 5000
FIELDS = {
    "name": gettext_noop("full name"),
    "surname": gettext_noop("surname"),
    "first_name": gettext_noop("first name"),
    "title": gettext_noop("title"),
    "rating": gettext_noop("rating"),
    "federation": gettext_noop("federation"),
    "fide_id": gettext_noop("FIDE ID"),
    "birth": gettext_noop("born"),
    "sex": gettext_noop("sex"),
    "club": gettext_noop("club"),
    "standard": gettext_noop("standard rating"),
    "rapid": gettext_noop("rapid rating"),
    "blitz": gettext_noop("blitz rating"),
    "k": "K",
    "national_rating": gettext_noop("national rating"),
    "national_id": gettext_noop("national ID"),
    "team": gettext_noop("team"),
}
HEADINGS_AMONG = 15  # the first rows, in which headings are looked for
SHOWN, LAST_SHOWN = 8, 3  # rows of the sheet on the page: at its head and at its end


@dataclass(frozen=True, slots=True)
class Sheet:
    """The cells of a list, the field of each column ("" for one left out), the row of headings (0: none).

    Rows are numbered as in the file: a blank one keeps its place.
    """

    columns: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]
    header: int = 0
    skipped: frozenset[int] = frozenset()

    @property
    def text(self) -> str:
        """All cells as CSV, for the way to the browser and back."""
        out = io.StringIO()
        csv.writer(out).writerows(row or [""] for row in self.cells)  # a blank first line would be lost on the way
        return out.getvalue()

    @property
    def first_rows(self) -> list[tuple[int, tuple[str, ...]]]:
        """The rows that the page shows, with their numbers: the first, the last (for remarks), those left out."""
        filled = [(n, row) for n, row in enumerate(self.cells, 1) if any(row)]
        above = sum(n <= self.header for n, _row in filled)
        first, last = max(SHOWN, above + 3), len(filled) - LAST_SHOWN
        return [(n, row) for i, (n, row) in enumerate(filled) if i < first or i >= last or n in self.skipped]


@dataclass(slots=True)
class Found:
    """A row as it was read: the player, cells left out, who it may be already, and what the arbiter chose."""

    row: int
    player: Player | None
    team: str = ""
    wrong: list[tuple[int, spreadsheet.WrongCell]] = field(default_factory=list)  # with their columns
    doubt: str = ""  # entered, twice, unknown
    same: Entrant | None = None
    choice: str = ""  # of a double: skip, update, enter

    @property
    def taken(self) -> bool:
        """Does this row become an entry?"""
        return self.player is not None and (self.choice == "enter" or not self.choice)


def field_names() -> list[tuple[str, str]]:
    return [(field, _(name)) for field, name in FIELDS.items()]


def read_file(upload: UploadedFile[Any]) -> Sheet:
    if (upload.size or 0) > FILE_LIMIT:
        raise Refused(_("The file is larger than 4 MB."))
    return _sheet(spreadsheet.cells(upload.read(), upload.name or ""))


def read_text(text: str) -> Sheet:
    if not text.strip():
        raise Refused(_("Choose a file, or paste lines."))
    return _sheet(spreadsheet.cells(text.encode()))


def sent_back(post: QueryDict) -> Sheet:
    """The cells that the page sent back, with what the arbiter chose and mended."""
    cells = [list(row) for row in csv.reader(io.StringIO(post.get("rows", ""), newline=""))]
    for name in post:
        if mended := re.fullmatch(r"cell-([0-9]{1,5})-([0-9]{1,3})", name):
            row, column = int(mended[1]) - 1, int(mended[2])
            if row < len(cells) and column < len(cells[row]):
                cells[row][column] = post.get(name, "").strip()[:200]
    width = max(map(len, cells), default=0)
    header, before = (int(text) if is_whole(text := post.get(name, "")) else 0 for name in ("header", "header_was"))
    if header != before and 0 < header <= len(cells):
        columns = _recognised(cells, header)
    else:
        columns = [column if column in FIELDS else "" for column in post.getlist("column")[:width]]
    skipped = frozenset(int(n) for n in post.getlist("skip") if is_whole(n))
    filled = tuple(columns + [""] * (width - len(columns)))
    return Sheet(filled, tuple(map(tuple, cells)), header, skipped)


def players(sheet: Sheet, state: State, choices: Mapping[str, str]) -> list[Found]:
    """The rows as the columns say, each with what is wrong with it and who it may be."""
    for column in {column for column in sheet.columns if column}:
        if sheet.columns.count(column) > 1:
            raise Refused(_("Two columns are called {name}.").format(name=_(FIELDS[column])))
    if not {"name", "surname"} & set(sheet.columns):
        raise Refused(_("Say which column holds the names."))
    place = {column: i for i, column in enumerate(sheet.columns) if column}
    rows = [
        (n, {name: row[i] for name, i in place.items() if i < len(row)})
        for n, row in enumerate(sheet.cells, 1)
        if any(row) and n > sheet.header and n not in sheet.skipped
    ]
    spanish = any(values.get("sex", "").strip().lower() == "h" for _n, values in rows)  # H and M: hombre, mujer
    found = []
    for n, values in rows:
        team = values.pop("team", "").strip()
        player, wrong = spreadsheet.read_row(values, spanish=spanish)
        cells = [(place.get(cell.field, place.get("name", place.get("surname", 0))), cell) for cell in wrong]
        found.append(Found(n, player, team, cells))
    _find_doubles(found, state)
    for one in found:
        usual = "skip" if one.doubt in ("entered", "twice") else ""
        one.choice = choices.get(f"double-{one.row}", usual) if usual else ""
    return found


def _find_doubles(found: list[Found], state: State) -> None:
    """Who is entered already, who stands twice in the list, whose FIDE ID the rating list does not know."""
    by_id = {e.player.fide_id: e for e in state.entrants.values() if e.player.fide_id}
    by_name = {e.name.casefold(): e for e in state.entrants.values()}
    wanted = [one.player.fide_id for one in found if one.player and one.player.fide_id]
    registered = set(RegisteredPlayer.objects.filter(fide_id__in=wanted[:ROW_LIMIT]).values_list("fide_id", flat=True))
    has_register = bool(registered) or RegisteredPlayer.objects.exists()
    seen: set[str] = set()
    for one in found:
        if one.player is None:
            continue
        player = one.player
        marks = {player.name.casefold(), player.fide_id} - {""}
        one.same = by_id.get(player.fide_id) or by_name.get(player.name.casefold())
        if one.same is not None:
            one.doubt = "entered"
        elif marks & seen:
            one.doubt = "twice"
        elif player.fide_id and has_register and player.fide_id not in registered:
            one.doubt = "unknown"
        seen |= marks


def _sheet(cells: list[list[str]]) -> Sheet:
    if not cells:
        raise Refused(_("The list cannot be read."))
    if len(cells) > ROW_LIMIT + 1:
        raise Refused(_("More than {n} rows.").format(n=ROW_LIMIT))
    width = max(map(len, cells))
    if width > 60:
        raise Refused(_("More than {n} columns.").format(n=60))
    heads = ((n, _recognised(cells, n)) for n in range(1, min(len(cells), HEADINGS_AMONG) + 1))
    named = ((n, columns) for n, columns in heads if {"name", "surname"} & set(columns))
    header, columns = next(named, None) or (0, _guess(cells, width))
    filled = (*columns, *[""] * (width - len(columns)))
    return Sheet(filled, tuple(map(tuple, cells)), header)


def _recognised(cells: list[list[str]], header: int) -> list[str]:
    """The fields that a row of headings names; "" where it names none that a player has."""
    fields = spreadsheet.recognise(cells[header - 1], cells[header:])
    return [name if name in FIELDS else "" for name in map(str, fields)]


def _guess(cells: list[list[str]], width: int) -> list[str]:
    """The fields of columns without headings, by what most of their cells look like."""
    patterns = {
        "fide_id": r"[0-9]{5,9}",
        "rating": r"[0-9]{3,4}",
        "federation": r"[A-Z]{3}",
        "title": r"W?[GIFC]M",
        "birth": r"(19|20)[0-9]{2}[-/.][0-9]{1,2}[-/.][0-9]{1,2}",
    }
    columns: list[str] = []
    texts = []
    for i in range(width):
        values = [row[i] for row in cells if i < len(row) and row[i]]
        field = ""
        for name, pattern in patterns.items():
            hits = sum(bool(re.fullmatch(pattern, value, re.ASCII)) for value in values)
            if name not in columns and values and 2 * hits > len(values):
                field = name
                break
        if not field and values and sum(any(c.isalpha() for c in value) for value in values) * 2 > len(values):
            texts.append(i)
        columns.append(field)
    if (
        len(texts) >= 2
        and texts[1] == texts[0] + 1
        and not any("," in row[texts[0]] for row in cells if len(row) > texts[0])
    ):
        columns[texts[0]], columns[texts[1]] = "surname", "first_name"
    elif texts:
        columns[texts[0]] = "name"
    return columns
