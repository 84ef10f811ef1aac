"""Tables of an Access database (Jet 4, `.mdb` and files of programs that keep their data in one): rows as dictionaries.

    page          4096 bytes; the first byte says what it is: 1 rows, 2 a table's definition, 5 a map of pages
    definition    columns (type, number, place), their names in UTF-16, a pointer to the map of the table's pages
    row           number of columns, fixed fields, variable fields, their ends backwards, a bit for each field

Numbers, texts, dates and yes/no are read, which is what tournaments are made of; other columns are None. Not here:
indexes, encryption, older and newer forms of the database.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from datetime import datetime, timedelta
from os import PathLike
from struct import Struct, unpack_from
from typing import Any, NamedTuple

from arbitro.errors import FileError
from arbitro.i18n import gettext_for

_ = gettext_for("files")

PAGE = 4096
START = b"\x00\x01\x00\x00Standard Jet DB\x00"
CATALOGUE = 2  # the page of the table that lists the tables
TABLE = 1  # the type of a table in the catalogue
DELETED, ELSEWHERE = 0x8000, 0x4000  # of a row: gone; only a pointer to where it is
FIRST_DAY = datetime(1899, 12, 30)
MOST_PAGES = 1 << 16  # 256 MB, more than any tournament

_NUMBERS = {2: Struct("<B"), 3: Struct("<h"), 4: Struct("<i"), 6: Struct("<f"), 7: Struct("<d"), 8: Struct("<d")}
_YES_NO, _DATE, _TEXT = 1, 8, 10


class JetColumn(NamedTuple):
    """A column: its name, its type, its number, and where its field stands."""

    name: str
    type: int
    number: int
    fixed: bool
    place: int  # fixed: bytes from the beginning of the fields; variable: which of them
    length: int  # fixed: how many bytes


class Database:
    """The tables of a file; FileError where it is no such database or is cut off."""

    def __init__(self, data: bytes, path: str | PathLike[str] | None = None) -> None:
        if not data.startswith(START) or len(data) > MOST_PAGES * PAGE or data[0x14:0x15] != b"\x01":
            raise FileError(path, expected=_("an Access database (Jet 4)"))
        self._data, self._path = data, path

    def table(self, name: str) -> list[dict[str, Any]]:
        """The rows of a table, by the names of its columns."""
        try:
            for row in self._rows(CATALOGUE):
                if row.get("Name") == name and row.get("Type") == TABLE and isinstance(row.get("Id"), int):
                    return list(self._rows(row["Id"] & 0xFFFFFF))
        except (struct.error, IndexError, UnicodeDecodeError, OverflowError, ValueError):
            raise FileError(self._path, expected=_("an Access database that is whole")) from None
        raise FileError(self._path, expected=_("a table {name}").format(name=name))

    def _page(self, number: int) -> bytes:
        page = self._data[number * PAGE : (number + 1) * PAGE]
        if len(page) < PAGE:
            raise IndexError(number)
        return page

    def _rows(self, definition: int) -> Iterator[dict[str, Any]]:
        columns, pages = self._definition(definition)
        for number in pages:
            page = self._page(number)
            if page[0] != 1 or unpack_from("<I", page, 4)[0] != definition:
                continue
            for k in range(unpack_from("<H", page, 12)[0]):
                row = self._row(page, k)
                if row:
                    yield _fields(row, columns)

    def _row(self, page: bytes, k: int, *, pointed: bool = False) -> bytes:
        """The bytes of a row of a page; none for one that is gone, or that is shown by a pointer elsewhere."""
        place = unpack_from("<H", page, 14 + 2 * k)[0]
        end = unpack_from("<H", page, 12 + 2 * k)[0] & 0x1FFF if k else PAGE
        row = page[place & 0x1FFF : end]
        if place & DELETED and not pointed:
            return b""
        if place & ELSEWHERE and not pointed:
            where = unpack_from("<I", row)[0]
            return self._row(self._page(where >> 8), where & 0xFF, pointed=True)
        return row

    def _definition(self, number: int) -> tuple[list[JetColumn], list[int]]:
        """The columns of a table and the pages that are its own."""
        page = self._page(number)
        if page[0] != 2:
            raise ValueError(number)
        text, seen = page, {number}
        while follows := unpack_from("<I", page, 4)[0]:
            if follows in seen:
                raise ValueError(follows)
            seen.add(follows)
            page = self._page(follows)
            text += page[8:]
        count, at = unpack_from("<H", text, 45)[0], 63 + 12 * unpack_from("<I", text, 51)[0]
        names = at + 25 * count
        columns = []
        for k in range(count):
            entry = at + 25 * k
            which, nth = unpack_from("<HH", text, entry + 5)
            place, size = unpack_from("<HH", text, entry + 21)
            length = unpack_from("<H", text, names)[0]
            name = text[names + 2 : names + 2 + length].decode("utf-16-le")
            names += 2 + length
            fixed = bool(text[entry + 15] & 1)
            columns.append(JetColumn(name, text[entry], which, fixed, place if fixed else nth, size))
        map_row, map_page = text[55], unpack_from("<I", text[56:59] + b"\0")[0]
        return columns, list(self._mapped(self._row(self._page(map_page), map_row)))

    def _mapped(self, row: bytes) -> Iterator[int]:
        """The numbers of the pages that a map marks: its own bits, or those of the pages that it names."""
        last = len(self._data) // PAGE
        if row[0] == 0:
            yield from _bits(row[5:], unpack_from("<I", row, 1)[0], last)
        else:
            for k, (page,) in enumerate(Struct("<I").iter_unpack(row[1 : 1 + (len(row) - 1) // 4 * 4])):
                if page:
                    yield from _bits(self._page(page)[4:], k * (PAGE - 4) * 8, last)


def _bits(marks: bytes, first: int, last: int) -> Iterator[int]:
    for k, byte in enumerate(marks):
        for bit in range(8 if byte else 0):
            if byte >> bit & 1 and first + 8 * k + bit < last:
                yield first + 8 * k + bit


def _fields(row: bytes, columns: list[JetColumn]) -> dict[str, Any]:
    count = unpack_from("<H", row)[0]
    mask = (count + 7) // 8
    bits = int.from_bytes(row[-mask:], "little")
    variable = unpack_from("<H", row, len(row) - mask - 2)[0]
    found: dict[str, Any] = {}
    for column in columns:
        there = column.number < count and bits >> column.number & 1 == 1
        value: Any = None
        if column.type == _YES_NO:
            value = there
        elif there and column.fixed and column.type in _NUMBERS:
            value = _number(column.type, row, 2 + column.place)
        elif there and column.fixed and column.type == _TEXT:
            value = text_of(row[2 + column.place : 2 + column.place + column.length]).rstrip("\0 ")
        elif there and not column.fixed and column.place < variable and column.type == _TEXT:
            ends = len(row) - mask - 4 - 2 * column.place
            begin, end = unpack_from("<H", row, ends)[0], unpack_from("<H", row, ends - 2)[0]
            value = text_of(row[begin:end])
        found[column.name] = value
    return found


def _number(kind: int, row: bytes, place: int) -> Any:
    value = _NUMBERS[kind].unpack_from(row, place)[0]
    return FIRST_DAY + timedelta(days=value) if kind == _DATE else value


def text_of(data: bytes) -> str:
    """A text: UTF-16, or Latin letters in one byte each between marks that switch to UTF-16 and back.

    >>> text_of(b"\\xff\\xfeAna"), text_of("Łó".encode("utf-16-le")), text_of(b"\\xff\\xfeA\\x00\\x41\\x01\\x00b")
    ('Ana', 'Łó', 'AŁb')
    """
    if not data.startswith(b"\xff\xfe"):
        return data.decode("utf-16-le")
    parts = []
    rest, narrow = data[2:], True
    while rest:
        if narrow:
            part, _mark, rest = rest.partition(b"\0")
            parts.append(part.decode("latin-1"))
        else:
            end = next((k for k in range(0, len(rest) - 1, 2) if rest[k] == 0), len(rest) // 2 * 2)
            parts.append(rest[:end].decode("utf-16-le"))
            rest = rest[end + 1 :]
        narrow = not narrow
    return "".join(parts)
