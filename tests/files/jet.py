"""Makes Access databases (Jet 4) for tests, from nothing: the catalogue, tables of numbers, texts, dates and yes/no."""

from __future__ import annotations

from datetime import datetime
from struct import pack

PAGE = 4096
KINDS = {"int": 4, "short": 3, "date": 8, "bool": 1, "text": 10}
SIZES = {"int": 4, "short": 2, "date": 8, "bool": 0}


def packed(text: str, compressed: bool) -> bytes:
    """A text in UTF-16, or one byte a letter behind a mark."""
    return b"\xff\xfe" + text.encode("latin-1") if compressed else text.encode("utf-16-le")


class Table:
    """Columns by name and kind (`text:6` stands at a fixed place and has six letters), rows by name."""

    def __init__(self, name: str, columns: dict[str, str], rows: list[dict[str, object]]) -> None:
        self.name, self.rows = name, rows
        self.columns = []
        place = nth = 0
        for number, (column, kind) in enumerate(columns.items()):
            kind, _colon, letters = kind.partition(":")
            fixed = kind != "text" or bool(letters)
            size = 2 * int(letters) if letters else SIZES.get(kind, 100)
            self.columns.append((column, kind, number, fixed, place if fixed else nth, size))
            place, nth = place + size * fixed, nth + (not fixed)
        self.fixed, self.variable = place, nth

    def definition(self, map_row: int) -> bytes:
        names = b"".join(pack("<H", 2 * len(c[0])) + c[0].encode("utf-16-le") for c in self.columns)
        entries = b"".join(
            pack("<BIHHHIBBIHH", KINDS[kind], 1625, number, 0 if fixed else place, number, 0, 1 if fixed else 2, 0, 0,
                 place if fixed else 0, size)
            for _name, kind, number, fixed, place, size in self.columns
        )  # fmt: skip
        count = len(self.columns)
        head = pack("<IIIIB3xI8xBHHHII", 0, 1625, len(self.rows), 0, 1, 0, 0x4E, count, self.variable, count, 0, 0)
        body = head + pack("<BHB", map_row, 1, 0) + pack("<I", 0) + entries + names
        return b"\x02\x01VC" + pack("<I", 0) + body

    def packed(self, row: dict[str, object], nth: int) -> bytes:
        fixed, mask, rest, ends = bytearray(self.fixed), 0, b"", []
        for name, kind, number, is_fixed, place, size in self.columns:
            value = row.get(name)
            data = b""
            if value is not None and value is not False:
                mask |= 1 << number
                if kind == "date":
                    assert isinstance(value, datetime)
                    data = pack("<d", (value - datetime(1899, 12, 30)).days)
                elif kind != "bool":
                    data = (
                        packed(str(value), nth % 2 == 1 and not is_fixed)
                        if kind == "text"
                        else pack("<" + "ih"[kind == "short"], value)
                    )
            if is_fixed:
                fixed[place : place + size] = data.ljust(size, b"\0")
            else:
                ends.append(2 + self.fixed + len(rest))
                rest += data
        ends.append(2 + self.fixed + len(rest))
        count = len(self.columns)
        offsets = b"".join(pack("<H", end) for end in reversed(ends))
        tail = offsets + pack("<H", self.variable) + mask.to_bytes((count + 7) // 8, "little")
        return pack("<H", count) + bytes(fixed) + rest + tail


def rows_page(definition: int, rows: list[tuple[bytes, int]]) -> bytes:
    """A page of rows, the last one first from its end; each with its marks (0x8000 gone, 0x4000 elsewhere)."""
    offsets, end, body = b"", PAGE, b""
    for row, marks in rows:
        end -= len(row)
        offsets += pack("<H", end | marks)
        body = row + body
    head = b"\x01\x01" + pack("<HII", 0, definition, 0) + pack("<H", len(rows)) + offsets
    return head.ljust(end, b"\0") + body


def database(*tables: Table) -> bytes:
    """The bytes of a file: head, map of pages, catalogue, then definition, gone rows and rows of each table."""
    first = 4
    listed = [
        {"Id": first + 3 * k, "Name": table.name, "Type": 1, "Flags": 0} for k, table in enumerate(tables)
    ]  # fmt: skip
    catalogue = Table("MSysObjects", {"Id": "int", "Name": "text", "Type": "short", "Flags": "int"}, listed)
    pages = {0: b"\x00\x01\x00\x00Standard Jet DB\x00\x01"}
    owned = [(2, catalogue, [3])] + [
        (first + 3 * k, table, [first + 3 * k + 1, first + 3 * k + 2]) for k, table in enumerate(tables)
    ]
    maps = []
    for k, (number, table, own) in enumerate(owned):
        pages[number] = table.definition(k)
        bits = sum(1 << page for page in own).to_bytes(16, "little")
        maps.append((b"\0" + pack("<I", 0) + bits, 0))
        rows = [table.packed(row, nth) for nth, row in enumerate(table.rows)]
        if len(own) == 1:
            pages[own[0]] = rows_page(number, [(row, 0) for row in rows])
        else:  # the first row is reached by a pointer, and one row is gone
            moved = pack("<I", own[1] << 8)
            pages[own[0]] = rows_page(number, [(moved, 0x4000), (rows[0], 0x8000), *((row, 0) for row in rows[1:])])
            pages[own[1]] = rows_page(number, [(rows[0], 0x8000)])
    pages[1] = rows_page(0, maps)
    return b"".join(pages[k].ljust(PAGE, b"\0") for k in range(max(pages) + 1))
