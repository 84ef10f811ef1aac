"""What the commands of the officials' and fair-play rooms share: JSON in, a report of requirements out."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from arbitro.cli.common import answer_no, print_json, print_table
from arbitro.errors import ArbitroError, FileError
from arbitro.i18n import gettext_for
from arbitro.records import RecordError, decode, loads

if TYPE_CHECKING:
    from arbitro.officials.checks import Report

_ = gettext_for("officials")
T = TypeVar("T")


def _named(path: str) -> str:
    return _("standard input") if path == "-" else path


def read_json(path: str) -> Any:
    """The JSON object of a file, or of stdin for "-"; a fault names the line and column."""
    try:
        text = sys.stdin.read() if path == "-" else Path(path).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise FileError(_named(path), expected=_("a text in UTF-8")) from error
    document = loads(text, _named(path))
    if not isinstance(document, dict):
        raise FileError(_named(path), found=type(document).__name__, expected=_("a JSON object"))
    return document


def record_of(kind: type[T], data: Any, path: str, where: str = "") -> T:
    """A record of what a file holds; a fault names the file and the place in it."""
    try:
        return decode(kind, data, where)
    except RecordError as error:
        raise ArbitroError(f"{_named(path)}{',' if error.where else ':'} {error}") from error


def read_record(kind: type[T], path: str) -> T:
    """The record that a JSON file holds."""
    return record_of(kind, read_json(path), path)


def show_report(report: Report, as_json: bool, *, all_lines: bool = True) -> None:
    """Print a report; the answer is no (exit code 1) when a "must" is not met."""
    from arbitro.errors import cite

    if as_json:
        print_json(report.as_json())
    else:
        signs = {True: "✓", False: "✗", None: "·"}
        words = {"must": _("must"), "should": _("should"), "could": _("could")}
        rows = [
            (signs[r.met], words[r.level.value], cite(r.article), r.text, r.found, r.needed)
            for r in report
            if all_lines or r.met is not True
        ]
        columns = ("", _("level"), _("article"), _("requirement"), _("found"), _("needed"))
        print_table(report.title, columns, rows)
        verdict = (
            _("Nothing that must be is missing.")
            if report.ok
            else _("Not met: {rules}").format(rules=", ".join(report.fails))
        )
        print(verdict)
    if not report.ok:
        answer_no()
