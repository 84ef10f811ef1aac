"""Players as CSV or XLSX, in and out.

A sheet has one row of headings, perhaps below lines that name the event, then one row for each player. Headings are
recognised in eight languages and as the common programs write them (`texts/headings.toml`), whatever their case,
accents and signs; columns with other headings are passed over. A column without a heading beside the names that holds
nothing but titles is theirs. A CSV file may separate its values with commas, semicolons, tabs or bars.

Players without pairing numbers are numbered by rating, title and name (C.04.2 B).
"""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import ZipFile

from arbitro.dates import birth_of, year_first
from arbitro.errors import FileError
from arbitro.files.text import TITLES, broken_archive, decode
from arbitro.i18n import gettext_for
from arbitro.model import Player, RatingList, Sex
from arbitro.model.player import HIGHEST_RATING
from arbitro.texts import table

_ = gettext_for("files")

HEADINGS = (
    "number", "name", "sex", "title", "rating", "federation", "fide_id", "birth", "club",
    "standard", "rapid", "blitz", "k", "national_rating", "national_id", "team",
)  # fmt: skip

_FIELD_OF = {alias: field for field, aliases in table("headings").items() for alias in aliases}
HEADINGS_AMONG = 20  # rows from the top; those before name the event
_MALE = frozenset({"m", "male", "h", "hombre", "v", "varon", "masculino", "homme", "mannlich", "maschio"})
_FEMALE = frozenset({"w", "f", "female", "woman", "mujer", "femenino", "femme", "weiblich", "femmina", "feminino"})


POINTS = frozenset({"pts", "pkt", "pkte", "points", "puntos", "punkte", "ptos", "punti", "pontos", "score"})
RANKS = frozenset({"rk", "rg", "rank", "rang", "cl", "clas", "pos", "puesto", "place", "pl", "pla", "platz", "plt"})
NAMES = frozenset({"name", "surname"})
MOST_BYTES = 16 << 20  # of a file
ZIP = b"PK\x03\x04"
UNPACKED_LIMIT = 200 * 1024 * 1024  # bytes of a workbook when unpacked


class _Row(NamedTuple):
    line: int
    values: dict[str, Any]


def read_players(path: str | PathLike[str]) -> tuple[Player, ...]:
    """The players of a CSV or XLSX file. Raises FileError with the line and the heading."""
    file = Path(path)
    _require_small(file.stat().st_size, path)
    data = file.read_bytes()
    return parse_xlsx(data, path) if is_workbook(data) else parse_csv(data, path)


def is_workbook(data: bytes) -> bool:
    """Does a file begin as an XLSX workbook, whatever its ending?"""
    return data.startswith(ZIP)


def _require_small(size: int, path: str | PathLike[str] | None) -> None:
    """A list of players fits into memory many times over; what does not is none."""
    if size > MOST_BYTES:
        raise FileError(path, expected=_("a list of players of at most {n} MB").format(n=MOST_BYTES >> 20))


def parse_csv(source: str | bytes, path: str | PathLike[str] | None = None) -> tuple[Player, ...]:
    """The players of a CSV text."""
    _require_small(len(source), path)
    text = decode(source) if isinstance(source, bytes) else source.removeprefix("\ufeff")
    return _players(_csv_rows(text.replace("\0", ""), path), path)


def parse_xlsx(source: bytes, path: str | PathLike[str] | None = None) -> tuple[Player, ...]:
    """The players of the first sheet of a workbook."""
    return _players(_xlsx_rows(source, path), path)


def field_of(heading: object) -> str | None:
    """Which field a heading names by itself."""
    return _FIELD_OF.get(_plain(heading))


def is_points(heading: object) -> bool:
    """Does a heading name the points?"""
    return _plain(heading) in POINTS


def recognise(headings: Sequence[object], below: Sequence[Sequence[object]] = ()) -> list[str | None]:
    """Which field each heading names; None for a column that is passed over. `below`: the rows under the headings."""
    fields = _fields(headings)
    names = next((i for i, field in enumerate(fields) if field in ("name", "surname")), None)
    if names is not None and "title" not in fields:
        for i in (names - 1, names + 1):
            if (
                0 <= i < len(headings)
                and not _plain(headings[i])
                and _are_titles(row[i] for row in below if i < len(row))
            ):
                fields[i] = "title"
                break
    return fields


def head_of(rows: Sequence[Sequence[object]]) -> int | None:
    """The first row that can be the headings of a list of players: names, and something else."""
    heads = ((k, _fields(cells)) for k, cells in enumerate(rows[:HEADINGS_AMONG]))
    return next((k for k, fields in heads if NAMES & set(fields) and len(set(fields) - {None}) > 1), None)


def left_out(rows: Sequence[Sequence[str]]) -> list[str]:
    """The headings of a list of players that name no field, of columns in which something stands.

    Those of a ranking list that are no player's own (rank, points, tie-breaks) are understood.
    """
    head = head_of(rows) or 0
    below = rows[head + 1 :]
    headings = rows[head] if rows else []
    fields = recognise(headings, below)
    return [
        heading
        for i, (heading, field) in enumerate(zip(headings, fields, strict=True))
        if heading
        and field is None
        and not _of_the_standings(heading)
        and any(i < len(row) and row[i] for row in below)
    ]


def _of_the_standings(heading: str) -> bool:
    word = _plain(heading)
    return word in RANKS or word in POINTS or bool(re.fullmatch(r"(tb|wtg|fw|des)\d", word))


def remark_left_out(rows: Sequence[Sequence[str]]) -> list[str]:
    """One sentence that names the columns which are passed over; none where all are understood."""
    if not (columns := left_out(rows)):
        return []
    return [_("columns that are not understood, left out: {columns}").format(columns=", ".join(columns))]


def _are_titles(values: Iterable[object]) -> bool:
    """Does a column hold titles, and nothing else?"""
    texts = {str(value or "").strip().upper() for value in values} - {""}
    return bool(texts) and texts <= TITLES.keys()


class WrongCell(NamedTuple):
    """A cell that cannot be read: its field, what it holds, what it should hold."""

    field: str
    found: str
    expected: str


def read_row(values: Mapping[str, str], *, spanish: bool = False) -> tuple[Player | None, list[WrongCell]]:
    """A player from the texts of a row, by field, and the cells that had to be left out; no player without a name."""
    left = {field: text for field, text in values.items() if text.strip()}
    wrong: list[WrongCell] = []
    while True:
        try:
            player = _player(_Row(0, left), spanish, None)
            field, expected = _impossible(player)
        except FileError as error:
            field, expected = (error.found or "name").partition(":")[0], error.expected or ""
        if not field:
            return player, wrong
        if field not in left or field == "name":
            return None, [*wrong, WrongCell("name", left.get("name", ""), expected)]
        wrong.append(WrongCell(field, left.pop(field), expected))


def _impossible(player: Player) -> tuple[str, str]:
    """The first field that no player can have so, and what it should hold; two empty texts if there is none."""
    if not any(map(str.isalpha, player.name)):
        return "name", _("a name")
    if birth_of(player.birth) is None:
        return "birth", _("a year, or a date such as 2001-05-31")
    if player.rating > HIGHEST_RATING:
        return "rating", _("a rating of at most {n}").format(n=HIGHEST_RATING)
    return "", ""


def cells(source: bytes, name: str = "") -> list[list[str]]:
    """The cells of a CSV or XLSX file as text, row by row, for a preview with its columns; a blank row is empty."""
    _require_small(len(source), name or None)
    if is_workbook(source):
        rows: Iterable[Sequence[Any]] = (values for _line, values in _sheet(source, name))
    else:
        text = decode(source).replace("\0", "")
        lines = [line for line in re.split(r"\r\n|\r|\n", text) if line.strip()][:20]
        common = [sign for sign in "\t;|" if _separates(sign, lines)]
        delimiter = common[0] if common else ","  # commas stand inside names too
        rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    table = []
    try:
        for values in rows:
            row = ["" if value is None else _text_of(value) for value in values]
            table.append(row if any(row) else [])
    except csv.Error as error:
        raise FileError(name or None, found=str(error), expected=_("CSV")) from None
    while table and not table[-1]:
        table.pop()
    return table


def _separates(sign: str, lines: Sequence[str]) -> bool:
    """Does a sign stand in most lines of a table, wherever that begins?"""
    first = next((k for k, line in enumerate(lines) if sign in line), len(lines))
    count = sum(sign in line for line in lines)
    return count > 0 and (2 * count >= len(lines) or (count > 1 and 2 * count >= len(lines) - first))


def _text_of(value: object) -> str:
    if isinstance(value, datetime | date):
        return value.strftime("%Y/%m/%d")
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return " ".join(str(value).split())


def write_csv(players: Iterable[Player], *, delimiter: str = ",") -> str:
    """Players as CSV, with CRLF line ends as spreadsheets like them.

    A text that a spreadsheet would take for a formula gets an apostrophe in front; reading takes it away again.
    """
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter)
    writer.writerow(HEADINGS)
    for player in players:
        writer.writerow([harmless(value) for value in _values(player)])
    return out.getvalue()


def write_xlsx(players: Iterable[Player]) -> bytes:
    """Players as a workbook with one sheet."""
    from openpyxl import Workbook
    from openpyxl.cell import WriteOnlyCell
    from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
    from openpyxl.styles import Font

    book = Workbook(write_only=True)
    sheet = book.create_sheet("players")
    sheet.freeze_panes = "C2"
    for column, width in (("B", 32), ("F", 12), ("G", 12), ("H", 12), ("I", 24)):
        sheet.column_dimensions[column].width = width
    heads = [WriteOnlyCell(sheet, value=heading) for heading in HEADINGS]
    for cell in heads:
        cell.font = Font(bold=True)
    sheet.append(heads)
    for player in players:
        row: list[Any] = []
        for value in _values(player):
            if isinstance(value, str) and value:
                cell = WriteOnlyCell(sheet, value=ILLEGAL_CHARACTERS_RE.sub(" ", value))
                cell.data_type = "s"  # a name that begins with = is no formula
                row.append(cell)
            else:
                row.append(value if value != "" else None)
        sheet.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


# -- writing


def _values(player: Player) -> list[str | int]:
    """A row in the order of HEADINGS; nothing known is an empty cell."""
    return [
        player.number,
        player.name,
        player.sex.value,
        player.title.value,
        player.rating or "",
        player.federation,
        player.fide_id,
        player.birth,
        player.club,
        *(player.ratings.get(kind) or "" for kind in RatingList),
        player.k if player.k is not None else "",
        player.national_rating or "",
        player.national_id,
        player.team if player.team is not None else "",
    ]


def harmless(value: str | int) -> str | int:
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "'") else value


# -- reading


def _plain(heading: object) -> str:
    """A heading without case, accents, signs and blanks: `Nº inicial` becomes `noinicial`."""
    text = unicodedata.normalize("NFKD", str(heading or "")).lower()
    return re.sub(r"[^a-z0-9]", "", text)


def _fields(headings: Sequence[object]) -> list[str | None]:
    """Which field each column holds; the first column of a kind counts."""
    fields: list[str | None] = []
    for heading in headings:
        field = _FIELD_OF.get(_plain(heading))
        fields.append(field if field not in fields else None)
    plain = [_plain(heading) for heading in headings]
    others = [i for i, word in enumerate(plain) if word != "id" and _FIELD_OF.get(word) == "fide_id"]
    if "id" in plain and others:  # beside the FIDE ID, `id` is that of the list itself
        fields[plain.index("id")] = None if "national_id" in fields else "national_id"
        fields[others[0]] = "fide_id"
    if "classement" in plain and "rating" not in fields:  # French: the rating, where nothing else is
        fields[plain.index("classement")] = "rating"
    if "name" in fields and "surname" in fields and "first_name" not in fields:
        fields[fields.index("name")] = "first_name"  # Apellidos; Nombre
    if "name" in fields and "first_name" in fields and "surname" not in fields:
        fields[fields.index("name")] = "surname"  # Name; Vorname
    return fields


def _csv_rows(text: str, path: str | PathLike[str] | None) -> Iterator[_Row]:
    top = [line for line in re.split(r"\r\n|\r|\n", text) if line.strip()][:HEADINGS_AMONG]

    def recognised(delimiter: str) -> int:
        rows = csv.reader(top, delimiter=delimiter)
        return max((sum(field is not None for field in _fields(row)) for row in rows), default=0)

    try:
        delimiter = max(",;\t|", key=recognised)
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
        table = [(reader.line_num, [cell.strip().removeprefix("'") for cell in cells]) for cells in reader]
    except csv.Error as error:
        raise FileError(path, line=1, found=str(error), expected=_("CSV")) from None
    yield from _named(table, path)


def _xlsx_rows(data: bytes, path: str | PathLike[str] | None) -> Iterator[_Row]:
    yield from _named(
        [(n, [c.strip() if isinstance(c, str) else c for c in row]) for n, row in _sheet(data, path)], path
    )


def _filled(cell: object) -> bool:
    return cell is not None and bool(str(cell).strip())


def _named(table: Sequence[tuple[int, Sequence[Any]]], path: str | PathLike[str] | None) -> Iterator[_Row]:
    """The cells below the headings by their fields; a remark under the table, alone in its row, is none."""
    rows = [(line, cells) for line, cells in table if any(map(_filled, cells))]
    if not rows:
        raise FileError(path, line=1, expected=_("a row of headings"))
    head = head_of([cells for _line, cells in rows]) or 0
    line, headings = rows[head]
    fields = _checked(recognise(headings, [cells for _line, cells in rows[head + 1 :]]), headings, line, path)
    for line, cells in rows[head + 1 :]:
        named = {f: cell for f, cell in zip(fields, cells, strict=False) if f and _filled(cell)}
        if named and (NAMES & named.keys() or not head or sum(map(_filled, cells)) > 1):
            yield _Row(line, named)


def _sheet(data: bytes, path: str | PathLike[str] | None) -> list[tuple[int, tuple[Any, ...]]]:
    """The rows of the first sheet of a workbook, numbered; a workbook that unpacks to too much is refused."""
    from openpyxl import load_workbook
    from openpyxl.utils.exceptions import InvalidFileException

    try:
        with ZipFile(io.BytesIO(data)) as packed:
            if sum(part.file_size for part in packed.infolist()) > UNPACKED_LIMIT:
                raise FileError(path, expected=_("an XLSX workbook"))
        book = load_workbook(io.BytesIO(data), read_only=True, data_only=True)
        return list(enumerate(book.worksheets[0].iter_rows(values_only=True), 1))
    except (
        *broken_archive(), InvalidFileException, KeyError, ValueError, TypeError, IndexError, SyntaxError, OSError,
        AttributeError,
    ):  # fmt: skip
        raise FileError(path, expected=_("an XLSX workbook")) from None


def _checked(
    fields: list[str | None],
    headings: Sequence[object],
    line: int,
    path: str | PathLike[str] | None,
) -> list[str | None]:
    if not NAMES & set(fields):
        found = ", ".join(str(heading) for heading in headings if heading is not None)
        raise FileError(path, line=line, found=found, expected=_("a row of headings with the players' names"))
    return fields


def _players(rows: Iterable[_Row], path: str | PathLike[str] | None) -> tuple[Player, ...]:
    table = list(rows)
    sexes = {str(row.values.get("sex", "")).strip().lower() for row in table}
    spanish = "h" in sexes  # H and M are hombre and mujer
    players = [_player(row, spanish, path) for row in table]
    if all("number" in row.values for row in table):
        return _numbered_as_given(players, table, path)
    return tuple(replace(player, number=n) for n, player in enumerate(sorted(players, key=start_order), 1))


def start_order(player: Player) -> tuple[int, int, str]:
    """By rating, title and name (C.04.2 B): what players without numbers are sorted by."""
    return -(player.rating or player.national_rating), player.title.order, player.name.casefold()


def _numbered_as_given(
    players: list[Player], table: list[_Row], path: str | PathLike[str] | None
) -> tuple[Player, ...]:
    seen: set[int] = set()
    for player, row in zip(players, table, strict=True):
        if player.number in seen or player.number < 1:
            found = str(player.number)
            raise FileError(path, line=row.line, found=found, expected=_("a pairing number not used before"))
        seen.add(player.number)
    return tuple(sorted(players, key=lambda player: player.number))


def _player(row: _Row, spanish: bool, path: str | PathLike[str] | None) -> Player:
    values = row.values

    def text(field: str) -> str:
        value = values.get(field, "")
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        return " ".join(str(value).split())

    def integer(field: str) -> int:
        written = text(field)
        if not written or written in ("-", "0"):
            return 0
        if re.fullmatch(r"\d{1,7}([.,]0+)?", written, re.ASCII):
            return int(re.split("[.,]", written)[0])
        raise FileError(path, line=row.line, found=f"{field}: {written}", expected=_("a whole number"))

    def rating(field: str) -> tuple[int, bool]:
        """A rating, and whether it is FIDE's: French lists write 2050 F, 1900 N (national), 1500 E (an estimate)."""
        written, _blank, source = text(field).partition(" ")
        if source not in ("F", "N", "E"):
            return integer(field), True
        values[field] = written
        return integer(field), source == "F"

    name = text("name")
    if not name:
        name = ", ".join(part for part in (text("surname"), text("first_name")) if part)
    if not name:
        raise FileError(path, line=row.line, expected=_("a name"))
    title = TITLES.get(text("title").upper())
    if title is None:
        raise FileError(path, line=row.line, found=f"title: {text('title')}", expected=_("a FIDE title"))
    team = text("team")
    ratings = {kind: number for kind in RatingList for number, fide in [rating(kind.value)] if number and fide}
    elo, by_fide = rating("rating")
    return Player(
        number=integer("number"),
        name=name,
        sex=_sex(text("sex"), spanish),
        title=title,
        rating=(elo if by_fide else 0) or ratings.get(RatingList.STANDARD, 0),
        federation=text("federation").upper() if len(text("federation")) == 3 else text("federation"),
        fide_id=text("fide_id"),
        birth=_birth(values.get("birth", "")),
        club=text("club") or ("" if team.isdigit() else team),
        ratings=ratings,
        k=integer("k") or None,
        national_rating=integer("national_rating") or (0 if by_fide else elo),
        national_id=text("national_id"),
        team=(integer("team") or None) if team.isdigit() else None,
    )


def _sex(text: str, spanish: bool) -> Sex:
    word = _plain(text)
    if spanish and word == "m":
        return Sex.FEMALE
    return Sex.MALE if word in _MALE else Sex.FEMALE if word in _FEMALE else Sex.UNKNOWN


def _birth(value: object) -> str:
    """YYYY/MM/DD, or the year; day-first dates are turned round."""
    if isinstance(value, datetime | date):
        return value.strftime("%Y/%m/%d")
    text = str(int(value) if isinstance(value, float) and value.is_integer() else value).strip()
    if words := re.fullmatch(r"(\d{4})[-/.](\d\d?)[-/.](\d\d?)(?:[ T].*)?", text):
        return f"{words[1]}/{int(words[2]):02d}/{int(words[3]):02d}"
    return year_first(text)
