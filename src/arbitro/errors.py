"""The errors that a user may see: each is one sentence that says what is wrong and what would be right.

    ArbitroError    bad input or usage                           exit code 2
      FileError     a file that cannot be read: where, found, expected
      Refused       a rule forbids the act: names the article
      NoPairing     the answer is no: no legal pairing exists    exit code 1

Nothing else may reach a user; a traceback is a defect of ours.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from os import PathLike, fspath

from arbitro.i18n import gettext_for


class ArbitroError(Exception):
    """Bad input or usage, said in one sentence; endless words of others are cut in it."""

    exit_code = 2

    def __str__(self) -> str:
        return re.sub(r"(\S{60})\S{240,}", r"\1…", super().__str__())


def meant(word: str, known: Iterable[str]) -> str:
    """What somebody probably wanted to write, as a question to put behind a refusal; empty where nothing is near.

    >>> meant("ruonds", ["rounds", "name"])
    ' Did you mean rounds?'
    """
    from difflib import get_close_matches

    _ = gettext_for("files")
    near = get_close_matches(word.casefold(), list(known), n=1, cutoff=0.7)
    return " " + _("Did you mean {word}?").format(word=near[0]) if near else ""


class FileError(ArbitroError):
    """A file that cannot be read: file, line, columns, what was found and what would be right.

    >>> print(FileError("open.trf", line=14, columns=(92, 95), found="77", expected="a start number from 1 to 64"))
    open.trf, line 14, columns 92-95: found "77", expected a start number from 1 to 64
    """

    def __init__(
        self,
        path: str | PathLike[str] | None,
        *,
        line: int | None = None,
        columns: tuple[int, int] | None = None,
        found: str | None = None,
        expected: str = "",
    ) -> None:
        self.path = fspath(path) if path is not None else "<input>"
        self.line = line
        self.columns = columns
        self.found = found
        self.expected = expected
        super().__init__(self.path)  # a copy made in another process gets the rest from its attributes

    def __str__(self) -> str:
        """The line that a user sees, in the language in use."""
        _ = gettext_for("files")
        where = [self.path]
        if self.line is not None:
            where.append(_("line {line}").format(line=self.line))
        if self.columns is not None:
            first, last = self.columns
            words = _("column {first}") if first == last else _("columns {first}-{last}")
            where.append(words.format(first=first, last=last))
        if self.found is None:
            what = _("expected {expected}").format(expected=self.expected)
        else:
            what = _('found "{found}", expected {expected}').format(found=self.found[:60], expected=self.expected)
        return f"{', '.join(where)}: {what}"


def cite(article: str) -> str:
    """An article with the name of its text in the reader's language: `Leyes 9.1.1`, `Código 5.1 e`."""
    _ = gettext_for("files")
    texts = {"Laws": _("Laws"), "Code": _("Code"), "practice": _("practice"), "school": _("school events")}
    text, blank, number = article.partition(" ")
    return texts.get(text, text) + blank + number


class Refused(ArbitroError):
    """A rule forbids the act; `article` names it."""

    def __init__(self, message: str, *, article: str = "") -> None:
        self.article = article
        super().__init__(f"{message} ({cite(article)})" if article else message)


class NoPairing(ArbitroError):
    """No legal pairing exists: `blockers` are the pairing numbers that stand in the way, `options` what remains."""

    exit_code = 1

    def __init__(self, message: str, *, blockers: tuple[int, ...] = (), options: tuple[str, ...] = ()) -> None:
        self.blockers = blockers
        self.options = options
        super().__init__(message)
