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
from arbitro.i18n import N_, gettext_for
from arbitro.model import Tournament

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
WRITTEN = tuple(form.name for form in FORMS.values() if form.written)
READ = tuple(form.name for form in FORMS.values() if form.read)


def form_of(data: bytes, path: str | PathLike[str]) -> str:
    """The form that the ending states or, where it states none, that the first bytes show.

    >>> form_of(b"", "open.trf26"), form_of(b' {"players": []}', "-"), form_of(b"012 Open", "-")
    ('trf26', 'json', 'trf16')
    """
    if data.startswith(b"PK\x03\x04"):
        names = data.upper()
        if b"TDEXPORT." in names:
            return "uscf"
        if b".TRN" in names and b".SCO" in names:
            return "swiss-perfect"
    if data.startswith(b"\0\1\0\0Standard Jet DB"):
        return "papi"
    stated = ENDINGS.get(splitext(fspath(path))[1].lower())
    if stated is not None:
        return stated
    if data.startswith(b"PK\x03\x04"):
        return "xlsx"
    begin = data.removeprefix(b"\xef\xbb\xbf").lstrip()[:4096]
    if begin[:1] == b"{":
        return "json"
    if begin[:1] == b"[":
        return "pgn"
    if begin[:1] == b"<":
        return "chess-results"
    top = begin.splitlines()[:20]  # a table may stand below lines that name the event
    if any(line[:4] in (b"001 ", b"012 ") for line in top):
        return "trf16"
    table = any(line.count(b";") + line.count(b"\t") > 1 for line in top)
    return "csv" if table and not begin[:3].isdigit() else "trf16"


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

        known = splitext(fspath(path))[1].lower() in FORMS[form].endings
        name = fspath(path) if known else f"{fspath(path)}.{form}"
        rows = spreadsheet.cells(data, name)
        if form == "results" or game_table.head_of(rows) is not None:
            return game_table.parse(rows, path)
        if round_table.head_of(rows) is not None:
            return round_table.parse(data, name)
        if form == "pairing-list" or pairing_table.is_list(rows):
            return pairing_table.parse(rows, path)
        players = (spreadsheet.parse_xlsx if form == "xlsx" else spreadsheet.parse_csv)(data, path)
        return Content(Tournament(players=players, results=((),) * len(players)), [])
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
