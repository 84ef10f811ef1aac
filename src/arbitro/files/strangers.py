"""A file that nobody here reads: what it is by its first bytes and its ending, and what to do with it."""

from __future__ import annotations

import re
from collections.abc import Collection
from pathlib import PurePath
from typing import NamedTuple

from arbitro.i18n import N_, gettext_for

_ = gettext_for("files")

EXPORT = N_("fetch its Excel file there (Export to Excel, below the lists)")
BEGINNINGS = (  # the first bytes, what it is, and what to do with it
    (
        rb"\xff\xd8\xff|\x89PNG|GIF8|BM..\0\0|II\*\0|MM\0\*|RIFF....WEBP|....ftyp(heic|heix|mif1|avif)",
        N_("a picture"),
        "",
    ),
    (rb"%PDF", N_("a PDF document"), ""),
    (rb"\xd0\xcf\x11\xe0|\{\\rtf", N_("a document of an office program"), ""),
    (
        rb"\0\x01\0\0Standard (Jet|ACE) DB",
        N_("an Access database without a whole tournament of Papi"),
        N_("a file of Papi is read once it has players"),
    ),
    (rb"SQLite format 3\0", N_("a database"), ""),
    (rb"RIFF|ID3|OggS|....ftyp|\xff\xfb", N_("a sound or a film"), ""),
    (rb"\x7fELF|MZ", N_("a program"), ""),
    (rb"<(!doctype html|html).*chess-results", N_("a web page of chess-results"), EXPORT),
    (rb"<!doctype html|<html", N_("a web page"), N_("save the table in it as CSV or XLSX")),
)
SWISS_MANAGER = N_("Swiss-Manager's own file, not read here: write the TRF there (Other, FIDE Data Export TRF16)")
CLOSED = {  # files of other programs that are not read here: by ending, where the way out is there
    **{f".tu{letter}{unicode}": SWISS_MANAGER for letter in "ntrm" for unicode in ("", "x")},
    ".swt": N_("Swiss-Chess's own file, not read here: write the TRF there"),
    ".vegx": N_("Vega's own file, not read here: write the TRF there"),
    ".trn": N_("one of the three files of SwissPerfect: give .ini, .trn and .sco together"),
    ".sco": N_("one of the three files of SwissPerfect: give .ini, .trn and .sco together"),
    ".xls": N_("a workbook of the old form: save it as XLSX or CSV"),
}  # fmt: skip


class Stranger(NamedTuple):
    """What a file is that nobody here reads, and what to do with it where that is known."""

    what: str = ""
    remedy: str = ""

    def __str__(self) -> str:
        return ": ".join(filter(None, self))


def what_is(begin: bytes, members: Collection[str] = ()) -> Stranger:
    """What a file is in words, by its first bytes and, of an archive, the names inside; nothing for what its reader
    has more to say about: plain text, a workbook."""
    if begin.startswith(b"PK\x03\x04"):
        if any(name == "mimetype" or name.startswith(("word/", "ppt/")) for name in members):
            return Stranger(_("a document of an office program"))
        if any(name.startswith("xl/") for name in members):
            return Stranger()
        return Stranger(_("an archive")) if members else Stranger(_("a broken archive"), _("copy or pack it again"))
    if not begin:
        return Stranger(_("an empty file"))
    for pattern, what, remedy in BEGINNINGS:
        if re.match(pattern, begin.lstrip() if pattern.startswith(b"<") else begin, re.S | re.I):
            return Stranger(_(what), _(remedy) if remedy else "")
    return Stranger(_("a file in a form that is not known here")) if b"\0" in begin else Stranger()


def way_out(name: str) -> str:
    """What to do with a file whose ending says that it is not read here; nothing for other endings."""
    sentence = CLOSED.get(PurePath(name).suffix.lower(), "")
    return _(sentence) if sentence else ""
