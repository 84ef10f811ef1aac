"""Tournament files as accidents make them: cut, doubled, swapped, overwritten, stuffed."""

from __future__ import annotations

import random
from collections.abc import Iterator

from tests.files.test_trf_reading import TEAM_EVENT
from tests.files.tournaments import WORKED, oracle_files

_TRF26 = "\n".join(
    [
        "012 Open", "142 9", "152 W", "162  W 3.0    D 1.0    L 0.0", "192 FIDE_DUTCH_2026", "222 5400+30",
        "001    1 mGM  Ana                               2600 ESP     2200015 1990/03/07  1.0    1     2 w 1",
        "001    2 w    Bea                               2500 ESP     2200016 1991/03/07  0.0    2     1 b 0",
        "001    3      Cai                               2400 ESP                         0.5    3  0000 - H",
        "240 H   2    1    3", "250       1.0 001 003    1    3", "260   1   9    1    2", "299 H       1.0 001    3",
        "XXA    1  1.0  1.0", "XXZ 3", "XXS W=3 D=1", "XXP 1 2", "BBW  3.0",
    ]
)  # fmt: skip


def sources() -> list[bytes]:
    """Small files of every dialect."""
    small = [data for _name, data in oracle_files() if len(data) < 4000][::20]
    return [*small, WORKED.read_bytes(), "\n".join(TEAM_EVENT).encode(), _TRF26.encode()]


def mangled(count: int, seed: int = 0) -> Iterator[bytes]:
    """The same files every time for the same seed."""
    chance = random.Random(seed)
    files = sources()
    for i in range(count):
        data = chance.choice(files)
        for _ in range(chance.choice((1, 1, 1, 2, 3, 6))):
            data = chance.choice(_ACCIDENTS)(data, chance)
        yield b"" if i % 997 == 0 else data


def _cut(data: bytes, chance: random.Random) -> bytes:
    a, b = sorted(chance.randrange(len(data) + 1) for _ in range(2))
    return data[:a] if chance.random() < 0.5 else data[:a] + data[b:]


def _double(data: bytes, chance: random.Random) -> bytes:
    a, b = sorted(chance.randrange(len(data) + 1) for _ in range(2))
    return data[:b] + data[a : min(b, a + 2000)] + data[b:]


def _double_line(data: bytes, chance: random.Random) -> bytes:
    lines = data.split(b"\n")
    lines.insert(chance.randrange(len(lines) + 1), chance.choice(lines))
    return b"\n".join(lines)


def _swap_lines(data: bytes, chance: random.Random) -> bytes:
    lines = data.split(b"\n")
    i, j = chance.randrange(len(lines)), chance.randrange(len(lines))
    lines[i], lines[j] = lines[j], lines[i]
    return b"\n".join(lines)


def _swap_columns(data: bytes, chance: random.Random) -> bytes:
    lines = data.split(b"\n")
    i = chance.randrange(len(lines))
    a, b = sorted(chance.randrange(len(lines[i]) + 1) for _ in range(2))
    lines[i] = lines[i][b:] + lines[i][a:b] + lines[i][:a]
    return b"\n".join(lines)


def _noise(data: bytes, chance: random.Random) -> bytes:
    out = bytearray(data)
    for _ in range(chance.randrange(1, 30)):
        if out:
            out[chance.randrange(len(out))] = chance.randrange(256)
    return bytes(out)


def _letters(data: bytes, chance: random.Random) -> bytes:
    out = bytearray(data)
    for _ in range(chance.randrange(1, 8)):
        if out:
            out[chance.randrange(len(out))] = chance.choice(b"0123456789 wb-=+HFUZWDL.,\t\r\n")
    return bytes(out)


def _binary(data: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(data) + 1)
    return data[:at] + chance.randbytes(chance.randrange(1, 400)) + data[at:]


def _huge_number(data: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(data) + 1)
    return data[:at] + b"9" * chance.choice((5, 20, 400, 5000)) + data[at:]


def _long_line(data: bytes, chance: random.Random) -> bytes:
    lines = data.split(b"\n")
    i = chance.randrange(len(lines))
    filler = chance.choice((b"   1 w 1  ", b"0000 - U  ", b" ", b"x", b" 9999", b"\xc3\xb1"))
    lines[i] = (lines[i] + filler * 5000)[:5000]
    return b"\n".join(lines)


def _line_ends(data: bytes, chance: random.Random) -> bytes:
    return data.replace(b"\n", chance.choice((b"\r", b"\r\n", b"\n\n", b"\x0b", b"\x00")))


def _empty(data: bytes, chance: random.Random) -> bytes:
    return chance.choice((b"", b"\n", b"\xef\xbb\xbf", b"001", b"\x00" * 50))


_ACCIDENTS = (
    _cut, _cut, _double, _double_line, _swap_lines, _swap_columns, _noise, _letters, _letters, _binary, _huge_number,
    _long_line, _line_ends, _empty,
)  # fmt: skip
