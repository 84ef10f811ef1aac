"""Runs the commands of a case in a folder of its own, and keeps or compares what they answer.

A case is a list of lines. A line is a command (`standings worked.trf -t BH`, run as `arbitro … --json`) or a page
(`GET /e/demo/a/`, as text). The clock stands still at `NOW`; every case begins in an empty folder into which the
inputs it names are copied, so that no path, date or earlier case shows in an answer.
"""

from __future__ import annotations

import contextlib
import difflib
import gzip
import io
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from fnmatch import fnmatch
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
INPUTS = HERE / "inputs"
KEPT = HERE / "kept"
NOW = datetime(2026, 5, 9, 18, 30, tzinfo=UTC)
SHORT = 60  # lines of a difference that are shown


@dataclass(frozen=True)
class Case:
    """A name, and the lines to run; `each` runs the one line once for every line of an input, given on stdin."""

    name: str
    run: tuple[str, ...]
    lang: str = "en"
    stdin: str = ""
    each: str = ""


def cases(kind: str) -> list[Case]:
    """The cases of the folders `cases/KIND*.toml`."""
    return [
        Case(
            name=row["name"],
            run=tuple([row["run"]] if isinstance(row["run"], str) else row["run"]),
            lang=row.get("lang", "en"),
            stdin=row.get("stdin", ""),
            each=row.get("each", ""),
        )
        for path in sorted((HERE / "cases").glob(f"{kind}*.toml"))
        for row in tomllib.loads(path.read_text(encoding="utf-8"))["case"]
    ]


# -- running


@contextlib.contextmanager
def _folder(path: Path) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(path)
    try:
        yield
    finally:
        os.chdir(before)


def command(words: list[str], folder: Path, lang: str = "en", stdin: str = "", as_json: bool = True) -> dict[str, Any]:
    """Exit code, answer (parsed where it is JSON), errors, and the files that the command wrote."""
    from arbitro.cli import main

    for name in (word.rpartition("=")[2] for word in words):
        source, target = INPUTS / name, folder / name
        if name and "/" not in name and source.is_file() and not target.exists():
            shutil.copyfile(source, target)
    before = _files(folder)
    out, err = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.TextIOWrapper(io.BytesIO(), "utf-8")
    old = sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(stdin.encode()), "utf-8")
    code: object = 0
    try:
        with _folder(folder), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            main(["--lang", lang, *words, *(["--json"] if as_json else [])])
    except SystemExit as left:
        code = left.code or 0
    finally:
        sys.stdin = old
    answer: dict[str, Any] = {"code": code}
    said, errors = (_read(stream, folder) for stream in (out, err))
    try:
        answer["json"] = json.loads(said)
    except ValueError:
        answer["text"] = said.splitlines()
    if errors:
        answer["errors"] = errors.splitlines()
    written = {name: _content(folder / name) for name, stamp in _files(folder).items() if before.get(name) != stamp}
    if written:
        answer["files"] = dict(sorted(written.items()))
    return answer


def _read(stream: io.TextIOWrapper, folder: Path) -> str:
    stream.flush()
    return _anywhere(stream.buffer.getvalue().decode().replace(str(folder), "FOLDER"))  # type: ignore[attr-defined]


def _anywhere(text: str) -> str:
    """A text without what is this installation's own: the key with which it signs a journal."""
    return re.sub(r"(### journal \d+) [0-9a-f]+ key [0-9a-f]+", r"\1 DIGEST key KEY", text)


def _files(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def _content(path: Path) -> object:
    """What a file says; of a file that is no text only that it exists."""
    data = path.read_bytes()
    if data.startswith(b"%PDF"):
        return pdf_text(data)
    try:
        text = _anywhere(data.decode())
    except UnicodeDecodeError:
        return "(no text)"
    try:
        return json.loads(text) if path.suffix == ".json" else text.splitlines()
    except ValueError:
        return text.splitlines()


def run(case: Case, folder: Path) -> list[dict[str, Any]]:
    """The answers of all lines of a case."""
    if case.each:
        inputs = (INPUTS / case.each).read_text(encoding="utf-8").splitlines()
        return [
            {"asked": json.loads(line)} | command(shlex.split(case.run[0]), folder, case.lang, line) for line in inputs
        ]
    answers = []
    for line in case.run:
        words = shlex.split(line.removeprefix("! "))
        if words[0] == "demo":
            _demonstration()
        elif words[0] == "play":
            answers.append({"run": line} | play(folder, *words[1:]))
        else:
            answers.append({"run": line} | command(words, folder, case.lang, case.stdin, line[0] != "!"))
    return answers


def play(folder: Path, event: str, results: str = "1-0,=,0-1") -> dict[str, Any]:
    """Pair, publish and play a round at the desk; the results come in turn."""
    paired = command(["event", "pair", event, "--publish"], folder)
    if paired["code"]:
        return paired
    shown = command(["event", "show", event], folder)
    signs = results.split(",")
    words = [
        word
        for i, board in enumerate(shown["json"]["boards"])
        if not board.get("result")
        for word in (str(board["board"]), signs[(i + len(shown["json"]["boards"])) % len(signs)])
    ]
    recorded = command(["event", "result", event, *words], folder)
    closed = command(["event", "close-round", event], folder)
    return {"shown": shown, "recorded": recorded, "closed": closed}


def _demonstration() -> None:
    from arbitro.desk.demo import make

    make(players=24, rounds=9, played=5)


# -- text of pages and papers


class _Text(HTMLParser):
    """The words that a reader of a page sees, one piece of text per line, with what the fields hold."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []
        self._silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("script", "style", "svg"):
            self._silent += 1
        named = dict(attrs)
        kind = named.get("type", "text")
        if tag == "input" and kind not in ("hidden", "submit", "password"):
            self.lines.append(f"[{'x' if 'checked' in named else named.get('value') or ''}]")
        if tag == "option" and "selected" in named:
            self.lines.append("*")

    def handle_endtag(self, tag: str) -> None:
        if tag in ("script", "style", "svg"):
            self._silent -= 1

    def handle_data(self, data: str) -> None:
        if not self._silent and data.strip():
            self.lines.append(" ".join(data.split()))


def page_text(body: str) -> list[str]:
    """The text of an HTML page; other texts (calendars, feeds, TRF) line by line."""
    body = re.sub(r'(class="digest">)[0-9a-f]{64}', r"\1DIGEST", _anywhere(body))
    if "<html" not in body[:2000].lower() and not body.lstrip().startswith("<"):
        return body.splitlines()
    reader = _Text()
    reader.feed(body)
    return reader.lines


def pdf_text(data: bytes) -> list[str]:
    made = subprocess.run(["pdftotext", "-raw", "-", "-"], input=data, capture_output=True, check=True).stdout.decode()
    made = re.sub(r"\d{4}-\d\d-\d\d \d\d:\d\d(?= |$)", "NOW", unicodedata.normalize("NFC", made), flags=re.MULTILINE)
    return [line for line in made.splitlines() if line.strip("\f ")]


# -- keeping and comparing


def _path(name: str) -> Path:
    return KEPT / f"{name}.gz"


def _shown(answer: object) -> str:
    if isinstance(answer, list) and all(isinstance(line, str) for line in answer):
        return "\n".join(answer) + "\n"
    return json.dumps(answer, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def _meant(name: str, text: str) -> object:
    """What counts in a comparison: JSON as a value, a page word by word (line breaks do not matter), the words of a
    paper (nor does the order in which poppler reads them)."""
    if name.startswith("papers/"):
        return sorted(text.split())
    try:
        return json.loads(text)
    except ValueError:
        return text.split()


def settle(name: str, answer: object) -> str:
    """Nothing where the answer is the kept one or is to be kept now; else the difference, shortened."""
    text, path = _shown(answer), _path(name)
    if any(fnmatch(name, pattern) for pattern in os.environ.get("ARBITRO_GOLDEN_RENEW", "").split("\n") if pattern):
        kept = gzip.decompress(path.read_bytes()).decode() if path.exists() else None
        if kept is None or _meant(name, kept) != _meant(name, text):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(gzip.compress(text.encode(), 9, mtime=0))
        return ""
    if not path.exists():
        return f"{name}: no answer is kept (python -m tests.golden renew '{name}')"
    kept = gzip.decompress(path.read_bytes()).decode()
    if _meant(name, kept) == _meant(name, text):
        return ""
    lines = list(difflib.unified_diff(kept.splitlines(), text.splitlines(), "kept", "now", lineterm="", n=2))
    more = [f"… {len(lines) - SHORT} lines more"] if len(lines) > SHORT else []
    remedy = f"if this is meant: python -m tests.golden renew '{name}'"
    return "\n".join([f"{name} differs", *(re.sub(r"\s+$", "", line) for line in lines[:SHORT]), *more, remedy])


def orphans(names: set[str]) -> list[str]:
    """Kept answers that no case asks for."""
    found = {str(path.relative_to(KEPT).with_suffix("")) for path in KEPT.rglob("*.gz")}
    return sorted(found - names)
