"""`arbitro rate-period LIST GAMES… -o NEW`: a federation's month, from the old list to the new one."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Any

import click
import polars as pl

from arbitro.cli.common import common_options, print_json, print_table
from arbitro.dates import add_months
from arbitro.errors import ArbitroError, FileError
from arbitro.files import rating_list, trf
from arbitro.i18n import current_language, gettext_for, speaking
from arbitro.model import RatingList, Worth
from arbitro.outputs import write_whole
from arbitro.ratings.event import control_of, list_of
from arbitro.ratings.period import Period, rate_period
from arbitro.ratings.rules import rules_of, rules_on
from arbitro.ratings.texts import problem_text
from arbitro.records import is_whole

_ = gettext_for("ratings")

TABLES = (".csv", ".tsv", ".parquet")
# What tables call our columns.
LIST_ALIASES = {
    "fideid": "id", "fide_id": "id", "id_number": "id", "rtg": "rating", "birthday": "birth_year",
    "b-day": "birth_year", "born": "birth_year",
}  # fmt: skip
GAME_ALIASES = {"white_id": "white", "black_id": "black", "score": "result", "tournament": "event"}
NO_FIDE_ID = "the event has a player without a FIDE ID"
NOT_A_TRF = "the file cannot be read"
OTHER_LIST = "the time control belongs to another list"
SAME_FILE = "the same tournament file twice"
TRF_ENDINGS = (".trf", ".trfx", ".trf26")
ENOUGH_FOR_PROCESSES = 200


@click.command()
@click.argument("list_file", metavar="LIST", type=click.Path(exists=True, dir_okay=False))
@click.argument("games", metavar="GAMES...", nargs=-1, required=True, type=click.Path(exists=True))
@click.option("-o", "--output", required=True, type=click.Path(dir_okay=False), help=_("The new list."))
@click.option("--date", "list_date", metavar="YYYY-MM-DD", help=_("Date of the new list (default: next month's)."))
@click.option(
    "--list",
    "list_name",
    type=click.Choice(("standard", "rapid", "blitz")),
    default="standard",
    help=_("The rating list."),
)
@click.option(
    "--edition", type=click.Choice(("2022", "2024", "2025")), help=_("Edition of the rating rules (default: by date).")
)
@click.option("--problems", type=click.Path(dir_okay=False), help=_("Table of the games that could not be rated."))
@click.option("--report", type=click.Path(dir_okay=False), help=_("The report as JSON."))
@click.option(
    "--pending", type=click.Path(exists=True, dir_okay=False), help=_("Results waiting for an initial rating.")
)
@click.option("--pending-out", type=click.Path(dir_okay=False), help=_("Where the waiting results go."))
@common_options
def command(
    list_file: str,
    games: tuple[str, ...],
    output: str,
    list_date: str | None,
    list_name: str,
    edition: str | None,
    problems: str | None,
    report: str | None,
    pending: str | None,
    pending_out: str | None,
    as_json: bool,
) -> None:
    day = _list_date(list_date)
    _check_outputs([path for path in (output, problems, report, pending_out) if path], [list_file, *games])
    chosen = RatingList(list_name)
    period = Period(rules=rules_of(edition) if edition else rules_on(_before(day)), list_date=day, rating_list=chosen)
    with _progress() as step:
        try:
            players = _list(list_file, chosen)
            table = _games(games, chosen, step)
            waiting = _table(pending, {}) if pending else None
            result = rate_period(players, table, period, pending=waiting, progress=step)
            step("writing")
            _write(result.players, output)
            if problems:
                _write(result.problems, problems)
            if pending_out:
                _write(result.pending, pending_out)
        except pl.exceptions.PolarsError as error:
            tables = [path for path in (list_file, *games, pending) if path and path.lower().endswith(TABLES)]
            raise _unreadable(tables, error) from None
    document = {"output": output, **result.report}
    if report:
        write_whole(report, json.dumps(document, ensure_ascii=False, indent=2) + "\n")
    if as_json:
        print_json(document)
    else:
        _print(document)


def _list_date(text: str | None) -> date:
    if text is None:
        return add_months(date.today().replace(day=1), 1)
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise ArbitroError(_("found date “{text}”, expected YYYY-MM-DD").format(text=text)) from None
    if day.day != 1:
        raise ArbitroError(_("found date “{text}”, expected the first day of a month (7.1)").format(text=text))
    return day


def _check_outputs(outputs: list[str], inputs: list[str]) -> None:
    """Before long work: the files to be written have a folder, and none of them is a file to be read."""
    read = {Path(path).resolve() for path in inputs}
    for path in outputs:
        if not Path(path).resolve().parent.is_dir():
            raise FileError(path, expected=_("a folder that exists"))
        if Path(path).resolve() in read:
            raise FileError(path, expected=_("another file than those to be read"))


def _before(list_date: date) -> date:
    """A day of the rating period that a list closes."""
    return add_months(list_date, -1)


@contextmanager
def _progress() -> Iterator[Callable[[str], None]]:
    """The step at hand on stderr, if that is a terminal."""
    if not sys.stderr.isatty():
        yield lambda name: None
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None)
        yield lambda name: bar.update(task, description=name)


# -- tables


def _table(path: str, aliases: dict[str, str]) -> pl.LazyFrame:
    """A CSV, TSV or Parquet file as it is on the disk, its columns under our names."""
    if path.lower().endswith(".parquet"):
        frame = pl.scan_parquet(path)
    else:
        frame = pl.scan_csv(
            path, separator="\t" if path.lower().endswith(".tsv") else ",", infer_schema=False, encoding="utf8-lossy"
        )
    names = frame.collect_schema().names()
    renamed = {name: aliases.get(name.strip().lower(), name.strip().lower()) for name in names}
    if len(set(renamed.values())) < len(renamed):
        raise FileError(path, expected=_("columns with different names"))
    return frame.rename(renamed)


def _unreadable(paths: list[str], error: Exception) -> ArbitroError:
    """The sentence for a table that Polars cannot read: which file, and if it can be told, which line."""
    for path in paths:
        try:
            _table(path, {}).collect(engine="streaming")
            continue
        except pl.exceptions.PolarsError:
            pass
        if not path.lower().endswith(".parquet"):
            with Path(path).open(encoding="utf-8", errors="replace", newline="") as stream:
                rows = csv.reader(stream, delimiter="\t" if path.lower().endswith(".tsv") else ",")
                width = len(next(rows, []))
                for row in rows:
                    if len(row) > width or any("\n" in cell for cell in row):
                        found = ",".join(row).splitlines()[0]
                        expected = _("{n} columns, and quotes that are closed").format(n=width)
                        return FileError(path, line=rows.line_num, found=found, expected=expected)
        return FileError(path, expected=_("a table: CSV, TSV or Parquet with a heading"))
    return ArbitroError(_("a table cannot be read: {error}").format(error=str(error).splitlines()[0]))


def _list(path: str, kind: RatingList) -> pl.LazyFrame:
    """The rating list: a table, or a FIDE list (text, XML, zip) read entry by entry."""
    if path.lower().endswith(TABLES):
        return _table(path, LIST_ALIASES)
    columns: dict[str, list[Any]] = {
        name: [] for name in ("id", "name", "federation", "sex", "title", "rating", "k", "birth_year", "standard")
    }
    for entry in rating_list.read(path, kind=kind):
        columns["id"].append(int(entry.fide_id) if is_whole(entry.fide_id) else None)
        columns["name"].append(entry.name)
        columns["federation"].append(entry.federation)
        columns["sex"].append(entry.sex.value)
        columns["title"].append(entry.title.value)
        columns["rating"].append(entry.rating(kind))
        columns["k"].append(entry.k(kind))
        columns["birth_year"].append(int(entry.birth[:4]) if entry.birth[:4].isdecimal() else None)
        columns["standard"].append(entry.standard)
    return pl.LazyFrame(columns)


def _write(frame: pl.DataFrame, path: str) -> None:
    """A list as its file's name says, whole or not at all."""
    packed = io.BytesIO()
    if path.lower().endswith(".parquet"):
        frame.write_parquet(packed)
    else:
        frame.write_csv(packed, separator="\t" if path.lower().endswith(".tsv") else ",")
    write_whole(path, packed.getvalue())


# -- tournament files


def _games(paths: Iterable[str], chosen: RatingList, step: Callable[[str], None]) -> pl.LazyFrame:
    """The games of tables and tournament files together, in the order given."""
    frames: list[pl.LazyFrame] = []
    files: list[Path] = []
    for name in paths:
        path = Path(name)
        if path.is_dir():
            files.extend(sorted(p for p in path.rglob("*") if p.suffix.lower() in TRF_ENDINGS))
        elif name.lower().endswith(TABLES):
            frame = _table(name, GAME_ALIASES)
            frames.append(frame.select(*(pl.col(c).cast(pl.String) for c in frame.collect_schema().names())))
        else:
            files.append(path)
    if files:
        frames.append(_tournaments(files, chosen, step))
    if not frames:
        raise ArbitroError(_("there are no games: no table and no tournament file"))
    return pl.concat(frames, how="diagonal")


GAME_COLUMNS = ("white", "black", "result", "event", "minutes", "problem")
Row = tuple[str | None, ...]


def _tournaments(files: list[Path], chosen: RatingList, step: Callable[[str], None]) -> pl.LazyFrame:
    """Every game of tournament files, by FIDE ID; a file that says the same as an earlier one is reported."""
    schema = dict.fromkeys(GAME_COLUMNS, pl.String)
    frames: list[pl.DataFrame] = [pl.DataFrame(schema=schema)]
    rows: list[Row] = []
    seen: set[bytes] = set()
    for n, (path, (digest, games)) in enumerate(zip(files, _read_files(files, chosen), strict=True), 1):
        step(f"{n}/{len(files)} {path.name}")
        rows.extend([(None, None, None, str(path), None, SAME_FILE)] if digest in seen else games)
        seen.add(digest)
        if len(rows) > 100_000:  # Polars keeps them in a tenth of the memory
            frames.append(pl.DataFrame(rows, schema=schema, orient="row"))
            rows = []
    frames.append(pl.DataFrame(rows, schema=schema, orient="row"))
    return pl.concat(frames).lazy()


def _read_files(files: list[Path], chosen: RatingList) -> Iterator[tuple[bytes, list[Row]]]:
    """The files one by one in their order, read by all cores if there are many."""
    tasks = [(path, chosen, current_language()) for path in files]
    jobs = os.cpu_count() or 1
    if jobs == 1 or len(files) < ENOUGH_FOR_PROCESSES:
        yield from map(_read_file, tasks)
        return
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:  # Polars does not live through a fork
        yield from pool.map(_read_file, tasks, chunksize=16)


def _read_file(task: tuple[Path, RatingList, str]) -> tuple[bytes, list[Row]]:
    """The games of one file and a digest of what it says.

    An event of another list, or with a player without a FIDE ID, is not rated at all.
    """
    path, chosen, lang = task
    digest = hashlib.sha256(path.read_bytes()).digest()
    with speaking(lang):
        try:
            tournament = trf.read(path).tournament
        except FileError as error:
            return digest, [(None, None, str(error), str(path), None, NOT_A_TRF)]
    control = control_of(tournament)
    problem = None
    if control is not None and list_of(tournament) is not chosen:
        problem = OTHER_LIST
    elif not all(player.fide_id for player in tournament.players):
        problem = NO_FIDE_ID
    minutes = None if control is None else str(int(control.minutes))
    ids = {player.number: player.fide_id for player in tournament.players}
    return digest, [
        (ids[game.white], ids[game.black], _result(game), str(path), minutes, problem)
        for round in range(1, tournament.rounds_paired + 1)
        for game in tournament.games(round)
    ]


def _result(game: Any) -> str:
    """A game as a table writes it; what was not rated over the board is a forfeit, what is not finished no result."""
    white, black = game.white_outcome, game.black_outcome
    if not (white.finished and black.finished):
        return "*"
    if not (white.rated and black.rated):
        return "--"
    half = "½"
    scores = {Worth.WIN: "1", Worth.DRAW: half, Worth.LOSS: "0"}
    return f"{scores[white.worth]}-{scores[black.worth]}"


def _print(document: dict[str, Any]) -> None:
    rows = [
        (_("List"), f"{document['list']} {document['list_date']}"),
        (_("Edition"), document["edition"]),
        (_("Players"), document["players"]),
        (_("Games"), document["games"]),
        (_("Games counted"), document["games_counted"]),
        (_("Games not played"), document["games_not_played"]),
        (_("Players with games"), document["players_with_games"]),
        (_("New players"), document["status"]["new"]),
        (_("Under the floor"), document["status"]["dropped"]),
        (_("Inactive"), document["status"]["inactive"]),
        (_("Sum of changes"), document["sum_of_changes"]),
    ]
    print_table(_("Rating period"), ["", ("", "right")], rows)
    if document["problems"]:
        print_table(
            _("Problems"),
            [_("Problem"), (_("Rows"), "right")],
            [(problem_text(k), n) for k, n in document["problems"].items()],
        )
