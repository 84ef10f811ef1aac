"""Mangled inputs of all kinds: each is read or refused in a sentence, within 5 seconds and 300 MB.

The seeds are real files; a mutation flips, cuts, repeats or inserts. Every case has a number: the same number gives the
same case.
"""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
import textwrap
import zipfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest

from arbitro.errors import ArbitroError
from tests.files.tournaments import WORKED

NASTY: list[bytes] = [
    b"9" * 5000, b"[" * 3000, b"{" * 3000, b"a." * 3000, b"\0" * 1000, "\u202e".encode(), b"\xff\xfe", b'"',
    b"\r\n" * 50, b"-1", b"1e999", b"NaN", b"null", b"\xed\xa0\x80", b"=1+1", b"\x1f\x8b", b"PK\x03\x04", b"]]>",
    b"<!ENTITY a 'b'>",
]  # fmt: skip
PLAN = b"""currency = "EUR"
[[list]]
name = "General"
sharing = "hort"
prizes = [1200, 800, 500]
"""
LIST = b"""ID Number      Name                           Fed Sex Tit  WTit OTit           SRtng SGm SK B-day Flag
1503014        Carlsen, Magnus                NOR M   GM                       2830  0   10 1990
8603677        Ding, Liren                    CHN M   GM                       2788  9   10 1992
"""
XML = b"""<?xml version="1.0" encoding="UTF-8"?><playerslist><player>
<fideid>1503014</fideid><name>Carlsen, Magnus</name><country>NOR</country>
<sex>M</sex><title>GM</title><rating>2830</rating><games>0</games>
<k>10</k><birthday>1990</birthday><flag></flag></player></playerslist>"""
GAME = b"""[Event "x"]
[White "Ana"]
[Black "Blas"]
[Result "1-0"]

1. e4 {a comment} e5 2. Bc4 (2. Nf3 Nc6) Nc6 3. Qh5 Nf6 4. Qxf7# 1-0
"""
ARGS = json.dumps({"players": [{"name": "Ana", "rating": 2000, "byes": {"2": "HALF_BYE"}}], "round": 3}).encode()


def copy() -> bytes:
    """A copy as the desk makes them, with one entry."""
    row = {"number": 1, "kind": "create", "payload": {"settings": {"name": "x"}}, "who": "a", "at": "", "why": "",
           "version": 1, "touches": ["*"], "remark": "", "digest": "0" * 64, "signature": ""}  # fmt: skip
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("event.json", json.dumps({"format": 1, "slug": "x", "name": "x", "sections": []}))
        archive.writestr("journal-x.jsonl", json.dumps(row) + "\n")
        archive.writestr("SHA256SUMS", "0" * 64 + "  event.json\n")
    return out.getvalue()


def seeds() -> dict[str, bytes]:
    from arbitro.files.spreadsheet import write_csv, write_xlsx
    from arbitro.files.trf import read, write

    event = read(WORKED).tournament
    return {
        "trf": WORKED.read_bytes(),
        "trf26": write(event, 26).encode(),
        "csv": write_csv(event.players).encode(),
        "xlsx": write_xlsx(event.players),
        "plan": PLAN,
        "list": LIST,
        "xml": XML,
        "pgn": GAME,
        "args": ARGS,
        "copy": copy(),
        "tiebreaks": b"BH/C1,SB,DE,WIN,ARO/M2,KS/L+1,TPR/D400",
        "control": b"40/5400+30:1800+30",
    }


def mangled(data: bytes, rng: random.Random) -> bytes:
    """A mutation of a file."""
    out = bytearray(data)
    for _ in range(rng.choice([1, 1, 1, 2, 3, 8])):
        at = rng.randrange(len(out) + 1) if out else 0
        end = min(len(out), at + rng.choice([1, 2, 8, 64, 512]))
        match rng.randrange(7):
            case 0 if out:
                out[at % len(out)] ^= 1 << rng.randrange(8)
            case 1:
                del out[at:end]
            case 2:
                out[at:at] = out[at:end] * rng.choice([1, 2, 50])
            case 3:
                out[at:at] = rng.choice(NASTY)
            case 4:
                out[at:end] = rng.choice(NASTY)
            case 5:
                out[at:end] = bytes(rng.randrange(256) for _ in range(end - at))
            case 6:
                del out[at:]
    return bytes(out[: 1 << 20])


def readers() -> dict[str, Callable[[bytes, Path], object]]:
    from arbitro.desk.backup import read as read_copy
    from arbitro.desk.commands import arguments
    from arbitro.files import rating_list
    from arbitro.files.forms import parse
    from arbitro.files.spreadsheet import parse_csv, parse_xlsx
    from arbitro.laws import read_pgn
    from arbitro.model.time_text import parse as read_control
    from arbitro.prizes import parse_plan
    from arbitro.records import loads
    from arbitro.standings import parse_list

    def text(data: bytes) -> str:
        return data.decode("utf-8", "replace")

    def on_disk(read: Callable[[Path], object]) -> Callable[[bytes, Path], object]:
        def run(data: bytes, path: Path) -> object:
            path.write_bytes(data)
            return read(path)

        return run

    return {
        "trf": lambda data, path: parse(data, "x.trf"),
        "trf26": lambda data, path: parse(data, "x.trf"),
        "csv": lambda data, path: parse_csv(data),
        "xlsx": lambda data, path: parse_xlsx(data),
        "plan": lambda data, path: parse_plan(text(data)),
        "list": on_disk(lambda path: list(rating_list.read(path))),
        "xml": on_disk(lambda path: list(rating_list.read(path))),
        "pgn": lambda data, path: read_pgn(text(data)),
        "args": lambda data, path: arguments("enter", loads(text(data))),
        "copy": on_disk(read_copy),
        "tiebreaks": lambda data, path: parse_list(text(data).split(",")),
        "control": lambda data, path: read_control(text(data)),
    }


def run(first: int, number: int) -> dict[str, object]:
    """Read many cases in this process; what is not read or refused is a fault."""
    import resource
    import tempfile
    import time

    import django

    django.setup()
    resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
    kinds, read = seeds(), readers()
    faults, slowest = [], 0.0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "file"
        for case in range(first, first + number):
            rng = random.Random(case)
            kind = rng.choice(sorted(kinds))
            data = mangled(kinds[kind], rng)
            began = time.perf_counter()
            try:
                read[kind](data, path)
            except ArbitroError as error:
                str(error)
            except Exception as error:
                faults.append([case, kind, f"{type(error).__name__}: {error}"[:120]])
            slowest = max(slowest, time.perf_counter() - began)
    peak = next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM"))
    memory = int(peak.split()[1]) / 1024  # of this program alone; ru_maxrss would begin with its parent's
    return {"faults": faults[:10], "memory": memory, "slow": slowest > 5}


def in_a_process_of_its_own(first: int, number: int) -> dict[str, object]:
    code = f"import json; from tests.desk.test_mangled import run; print(json.dumps(run({first}, {number})))"
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, timeout=1800)
    assert done.returncode == 0, done.stderr[-2000:]
    answer: dict[str, object] = json.loads(done.stdout.splitlines()[-1])
    return answer


def test_some_mangled_inputs_are_read_or_refused():
    answer = in_a_process_of_its_own(0, 1200)
    assert answer["faults"] == []
    assert in_a_process_of_its_own(28_366, 1)["faults"] == []  # a name in an archive that says it is UTF-8 and is not
    assert not answer["slow"]
    assert float(str(answer["memory"])) < 300


@pytest.mark.slow
def test_twenty_thousand_mangled_inputs_are_read_or_refused():
    for first in range(10_000, 30_000, 5_000):
        answer = in_a_process_of_its_own(first, 5_000)
        assert answer["faults"] == []
        assert not answer["slow"]
        assert float(str(answer["memory"])) < 300


@pytest.mark.parametrize("kind", ["trf", "trf26", "csv", "plan", "list", "xml", "pgn", "args", "tiebreaks", "control"])
def test_a_number_of_5000_digits_is_refused_in_our_own_words(kind, tmp_path):
    """Wherever a number stands; a reader may also take it as text, or leave it out."""
    data, read = seeds()[kind], readers()[kind]
    for number in list(re.finditer(rb"\d+", data))[:60]:
        try:
            read(data[: number.start()] + b"9" * 5000 + data[number.end() :], tmp_path / "file")
        except ArbitroError as error:
            assert "limit" not in str(error), number
            assert len(str(error)) < 400, number
