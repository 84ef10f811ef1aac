"""Files from outside: which form they have, and the tournament in them whatever its form.

FORMS, WRITTEN     every form of a file: endings, what it holds; those that are written
form_of, parse     which form a file has; the tournament in it
encoded            a tournament as the bytes of a file
"""

from __future__ import annotations

from dataclasses import replace
from os import PathLike, fspath
from os.path import splitext
from typing import NamedTuple

from arbitro.errors import FileError
from arbitro.files.text import members
from arbitro.i18n import N_, gettext_for
from arbitro.model import Info, Tournament

_ = gettext_for("files")


class FileForm(NamedTuple):
    """A form of files: its name in commands, its title, what it holds (the table of docs/files.md)."""

    name: str
    title: str
    endings: tuple[str, ...]
    holds: str
    written: bool = True
    read: bool = True


FORMS = {
    form.name: form
    for form in (
        FileForm(
            "trf16", "TRF16", (".trf", ".trfx", ".trf16", ".txt"), N_("a tournament, with the engines' extensions")
        ),
        FileForm(
            "trf26", "TRF26", (".trf26",), N_("the same, with team rounds, scoring, acceleration, tie-break lists")
        ),
        FileForm("json", "JSON", (".json",), N_("everything that Arbitro knows about a tournament")),
        FileForm("csv", "CSV, TSV", (".csv", ".tsv"), N_("players; read also cross tables and pairing lists")),
        FileForm("xlsx", "XLSX", (".xlsx", ".xlsm"), N_("the same, as chess-results exports them")),
        FileForm(
            "chess-results",
            N_("XML of chess-results.com"),
            (".xml",),
            N_("a tournament, of teams too, for its upload"),
        ),
        FileForm(
            "pgn", "PGN", (".pgn",), N_("games; their tags make a tournament; written without moves, for broadcasts")
        ),
        FileForm(
            "results", N_("Table of results"), (), N_("a line for each game (CSV), as national federations take it")
        ),
        FileForm(
            "cross-table",
            N_("Cross table by rounds"),
            (),
            N_("ranks, cells 12w1, points and tie-breaks (CSV), as Swiss-Manager lays it out"),
        ),
        FileForm("start-list", N_("Start list"), (), N_("players in the columns of Swiss-Manager's list (CSV)")),
        FileForm("alphabetical-list", N_("Alphabetical list"), (), N_("the same by name")),
        FileForm(
            "pairing-list",
            N_("Pairing list"),
            (),
            N_("the last paired round, in its columns (CSV); read: those of all rounds"),
        ),
        FileForm(
            "ranking-list", N_("Ranking list"), (), N_("points and tie-breaks, in its columns (CSV); read: the players")
        ),
        FileForm(
            "uscf",
            N_("Rating report of US Chess"),
            (".dbf",),
            N_("a section: three DBF tables in a zip, or its players"),
        ),
        FileForm(
            "swiss-perfect",
            N_("Files of SwissPerfect"),
            (".zip",),
            N_("a tournament: its three files (.ini, .trn, .sco) in a zip"),
            written=False,
        ),
        FileForm(
            "vega",
            N_("File of Vega"),
            (".veg",),
            N_("the settings and the players; the rounds by its TRF"),
            written=False,
        ),
        FileForm(
            "papi",
            N_("File of Papi"),
            (".papi",),
            N_("a tournament, as the French federation's program keeps it"),
            written=False,
        ),
        FileForm(
            "boards", N_("Folder of DGT boards"), (".zip",), N_("rounds, pairings and results in JSON, for live pages")
        ),
    )
}
ENDINGS = {ending: form.name for form in FORMS.values() for ending in form.endings if ending != ".txt"}
TABLES = (
    "csv", "xlsx", "results", "cross-table", "start-list", "alphabetical-list", "pairing-list", "ranking-list",
)  # fmt: skip
ZIP = b"PK\x03\x04"
FIRST = {b"{": "json", b"[": "pgn", b"<": "chess-results"}  # by the first letter
WRITTEN = tuple(form.name for form in FORMS.values() if form.written)
READ = tuple(form.name for form in FORMS.values() if form.read)


def form_of(data: bytes, path: str | PathLike[str]) -> str:
    """The form that the first bytes show or, where they show none, that the ending states.

    >>> form_of(b"", "open.trf26"), form_of(b' {"players": []}', "-"), form_of(b"012 Open", "-")
    ('trf26', 'json', 'trf16')
    """
    stated = ENDINGS.get(splitext(fspath(path))[1].lower())
    shown = _shown(data)
    if shown and not (stated in ("vega", "uscf") or (shown, stated) == ("trf16", "trf26")):
        return shown
    if stated is not None and not (stated in ("xlsx", "uscf") and _is_text(data)):
        return stated
    if data.startswith(ZIP):
        return "xlsx"
    begin = _begin(data)
    top = begin.splitlines()[:20]  # a table may stand below lines that name the event
    table = any(line.count(b";") + line.count(b"\t") > 1 for line in top) or stated == "xlsx"
    return "csv" if table and not begin[:3].isdigit() else "trf16"


def _begin(data: bytes) -> bytes:
    return data[:4100].removeprefix(b"\xef\xbb\xbf").lstrip()[:4096]


def _is_text(data: bytes) -> bool:
    """Is it plain text, and not nothing?"""
    return bool(data.strip()) and b"\0" not in data[:4096] and not data.startswith(ZIP)


def _shown(data: bytes) -> str:
    """The form that the first bytes of a file show beyond doubt, whatever its ending; nothing for other files."""
    if data.startswith(ZIP):
        names = [name.upper() for name in members(data)]
        if any("TDEXPORT." in name for name in names):
            return "uscf"
        if all(any(name.endswith(ending) for name in names) for ending in (".TRN", ".SCO")):
            return "swiss-perfect"
        return "xlsx" if any(name.startswith("XL/WORKBOOK.") for name in names) else ""
    if data.startswith(b"\0\1\0\0Standard Jet DB"):
        return "papi"
    begin = _begin(data)
    if first := FIRST.get(begin[:1]):
        return first
    return "trf16" if any(line[:4] in (b"001 ", b"012 ") for line in begin.splitlines()[:20]) else ""


def is_heap(data: bytes, path: str | PathLike[str]) -> bool:
    """Is it an archive of files, none of them a part of one tournament?"""
    from arbitro.files import boards

    return data.startswith(ZIP) and form_of(data, path) == "boards" and not boards.is_folder(data)


class Content(NamedTuple):
    """The tournament of a file, what is doubtful about it, and what it leaves to be assumed."""

    tournament: Tournament
    warnings: list[str]
    assumptions: tuple[str, ...] = ()


def parse(
    data: bytes, path: str | PathLike[str], form: str | None = None, *, strict: bool = False
) -> tuple[Tournament, list[str]]:
    """The tournament of a file, and what is doubtful about it; raises FileError."""
    return content(data, path, form, strict=strict)[:2]


def content(data: bytes, path: str | PathLike[str], form: str | None = None, *, strict: bool = False) -> Content:
    """All that a file says, whatever its form; raises FileError."""
    form = form or form_of(data, path)
    if form == "json":
        from arbitro.files import document

        return Content(document.loads(data, path), [])
    if form == "chess-results":
        from arbitro.files import chess_results

        return chess_results.parse(data, path)
    if form == "pgn":
        from arbitro.files import games_event

        return games_event.parse(data, path)
    if form == "uscf":
        from arbitro.files import uscf

        return uscf.parse(data, path)
    if form == "boards":
        from arbitro.files import boards

        return boards.parse(data, path)
    if form == "swiss-perfect":
        from arbitro.files import swiss_perfect

        return swiss_perfect.parse(data, path)
    if form == "vega":
        from arbitro.files import vega

        return vega.parse(data, path)
    if form == "papi":
        from arbitro.files import papi

        return papi.parse(data, path)
    if form in TABLES:
        from arbitro.files import game_table, pairing_table, round_table, spreadsheet  # slow: not for every start
        from arbitro.files.above import title_of

        rows = spreadsheet.cells(data, fspath(path))
        if form == "results" or game_table.head_of(rows) is not None:
            return game_table.parse(rows, path)
        if round_table.head_of(rows) is not None:
            return round_table.parse(rows, path)
        if form == "pairing-list" or pairing_table.is_list(rows):
            return pairing_table.parse(rows, path)
        players = (spreadsheet.parse_xlsx if spreadsheet.is_workbook(data) else spreadsheet.parse_csv)(data, path)
        name = title_of(rows[: spreadsheet.head_of(rows) or 0])
        event = Tournament(players=players, results=((),) * len(players), info=Info(name=name))
        return Content(event, spreadsheet.remark_left_out(rows))
    from arbitro.files import trf

    if b"\0" in data[:4096]:
        raise FileError(path, expected=_("a tournament file (TRF, JSON) or a list of players (CSV, XLSX)"))
    file = trf.parse(data, path, strict=strict)
    return Content(file.tournament, file.warnings, file.assumptions)


def encoded(tournament: Tournament, form: str, delimiter: str = ",", *, crlf: bool = False) -> bytes:
    """A file of a form; those of CSV and XLSX hold the players only."""
    from arbitro.files import (
        boards,
        chess_results,
        document,
        game_table,
        games_event,
        layouts,
        round_table,
        spreadsheet,
        trf,
        uscf,
    )

    match form:
        case "json":
            return (document.dumps(tournament, indent=1) + "\n").encode()
        case "csv":
            return spreadsheet.write_csv(tournament.players, delimiter=delimiter).encode()
        case "xlsx":
            return spreadsheet.write_xlsx(tournament.players)
        case "chess-results":
            return chess_results.write(tournament).encode()
        case "pgn":
            return games_event.write(tournament).encode()
        case "results":
            return game_table.write(tournament, delimiter).encode()
        case "cross-table":
            return round_table.write(tournament, delimiter).encode()
        case _ if form in layouts.LAYOUTS:
            return layouts.write(tournament, form, delimiter).encode()
        case "boards":
            return boards.write(tournament)
        case "uscf":
            return uscf.write(tournament)
    return trf.write(_with_points(tournament), int(form.removeprefix("trf")), crlf=crlf).encode()


def _with_points(tournament: Tournament) -> Tournament:
    """Where rounds are known and no points are stated, the points that they make: engines ask for them in line 001."""
    if not tournament.rounds_paired or any(p.stated_points is not None for p in tournament.players):
        return tournament
    players = tuple(replace(p, stated_points=tournament.score(p.number)) for p in tournament.players)
    return replace(tournament, players=players)
