"""Tables of dBase III (`.dbf`), as rating reports and older tournament programs keep them: records of stripped text."""

from __future__ import annotations

import struct
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from os import PathLike

from arbitro.errors import FileError

Field = tuple[str, str, int]  # name, C (text), N (number) or D (day), length
MOST_BYTES = 20_000_000


def records(data: bytes, path: str | PathLike[str], expected: str) -> list[dict[str, str]]:
    """The records that are not deleted. What stands behind a zero byte is what the memory held, and is passed over."""
    if len(data) < 33 or data[0] & 7 != 3:
        raise FileError(path, expected=expected)
    count, head, size = struct.unpack_from("<IHH", data, 4)
    fields, offset = [], 1
    for at in range(32, min(head, len(data)) - 32, 32):
        if data[at] == 0x0D:
            break
        name = data[at : at + 11].split(b"\0")[0].decode("latin-1").upper()
        fields.append((name, offset, data[at + 16]))
        offset += data[at + 16]
    if not fields or size < offset or head + size * count > len(data) + size:
        raise FileError(path, expected=expected)
    rows = []
    for at in range(head, min(head + size * count, len(data) - size + 1), size):
        record = data[at : at + size]
        if record[:1] != b"*":
            rows.append({n: record[o : o + w].split(b"\0")[0].decode("latin-1").strip() for n, o, w in fields})
    return rows


def table(fields: Sequence[Field], rows: Iterable[Mapping[str, str]], day: tuple[int, int, int]) -> bytes:
    """A table; letters that ASCII has not are written as the nearest ones."""
    written = list(rows)
    size = 1 + sum(length for _name, _kind, length in fields)
    out = [struct.pack("<BBBBIHH20x", 3, *day, len(written), 33 + 32 * len(fields), size)]
    out += [struct.pack("<11sc4xB15x", name.encode(), kind.encode(), length) for name, kind, length in fields]
    out.append(b"\r")
    for row in written:
        out.append(b" " + b"".join(_plain(row.get(name, ""), length) for name, _kind, length in fields))
    return b"".join([*out, b"\x1a"])


def _plain(text: str, length: int) -> bytes:
    letters = unicodedata.normalize("NFKD", text)
    ascii_only = "".join(c if c.isascii() else "" if unicodedata.combining(c) else "?" for c in letters)
    return ascii_only[:length].ljust(length).encode()
