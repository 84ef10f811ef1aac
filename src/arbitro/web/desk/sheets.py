"""Lists of players from a file or pasted lines: the columns found, the players in them, and what looks wrong.

The page shows a choice of field over each column, so a list of any program can be read. Nothing is written here.
"""

from __future__ import annotations

import csv
import io
import re
from dataclasses import dataclass
from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from arbitro.desk.models import RegisteredPlayer
from arbitro.desk.state import State
from arbitro.errors import Refused
from arbitro.files import spreadsheet
from arbitro.model import Player

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
}


@dataclass(frozen=True, slots=True)
class Sheet:
    """The rows of a list without its headings, and the field of each column ("" for a column left out)."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    headings: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The rows as CSV, for the way to the browser and back."""
        return _csv(self.rows)


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


def with_columns(text: str, columns: list[str]) -> Sheet:
    """The rows that the page sent back, with the columns that the arbiter chose."""
    rows = [tuple(row) for row in csv.reader(io.StringIO(text, newline="")) if any(row)]
    width = max(map(len, rows), default=0)
    chosen = [column if column in FIELDS else "" for column in columns[:width]]
    return Sheet(tuple(chosen + [""] * (width - len(chosen))), tuple(rows))


def players(sheet: Sheet) -> tuple[Player, ...]:
    """The players as the columns say; raises FileError with the row and what was expected there."""
    used = [i for i, column in enumerate(sheet.columns) if column]
    for column in {sheet.columns[i] for i in used}:
        if sheet.columns.count(column) > 1:
            raise Refused(_("Two columns are called {name}.").format(name=_(FIELDS[column])))
    if not {"name", "surname"} & set(sheet.columns):
        raise Refused(_("Say which column holds the names."))
    rows = [[row[i] if i < len(row) else "" for i in used] for row in sheet.rows]
    return spreadsheet.parse_csv(_csv([[sheet.columns[i] for i in used], *rows]), _("list"))


def doubts(found: tuple[Player, ...], state: State) -> list[tuple[Player, str]]:
    """Each player with what looks wrong: entered already, twice in the list, an unknown FIDE id. "" is nothing."""
    ids = {e.player.fide_id for e in state.entrants.values() if e.player.fide_id}
    names = {e.name.casefold() for e in state.entrants.values()}
    wanted = [p.fide_id for p in found if p.fide_id]
    registered = set(RegisteredPlayer.objects.filter(fide_id__in=wanted[:ROW_LIMIT]).values_list("fide_id", flat=True))
    has_register = bool(registered) or RegisteredPlayer.objects.exists()
    seen: set[str] = set()
    rows = []
    for player in found:
        doubt = ""
        marks = {player.name.casefold(), player.fide_id} - {""}
        if player.fide_id in ids or player.name.casefold() in names:
            doubt = "entered"
        elif marks & seen:
            doubt = "twice"
        elif player.fide_id and has_register and player.fide_id not in registered:
            doubt = "unknown"
        seen |= marks
        rows.append((player, doubt))
    return rows


def _csv(rows: Any) -> str:
    out = io.StringIO()
    csv.writer(out).writerows(rows)
    return out.getvalue()


def _sheet(cells: list[list[str]]) -> Sheet:
    if not cells:
        raise Refused(_("The list cannot be read."))
    if len(cells) > ROW_LIMIT + 1:
        raise Refused(_("More than {n} rows.").format(n=ROW_LIMIT))
    width = max(map(len, cells))
    if width > 60:
        raise Refused(_("More than {n} columns.").format(n=60))
    named = spreadsheet.recognise(cells[0])
    if {"name", "surname"} & set(named):
        columns = [field if field in FIELDS else "" for field in named]
        rows, headings = cells[1:], cells[0]
    else:
        columns, rows, headings = _guess(cells, width), cells, []
    columns = [column or "" for column in columns] + [""] * (width - len(columns))
    return Sheet(tuple(columns), tuple(tuple(row) for row in rows), tuple(headings))


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
