"""arbitro game: every move legal? which claims were open when? does the result agree with the end?"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import chess
import click

from arbitro import words
from arbitro.cli.common import answer_no, common_options, print_json, print_table
from arbitro.errors import ArbitroError
from arbitro.games import RecordedGame, Typed, compare, typed, write_pgn
from arbitro.i18n import current_language, gettext_for
from arbitro.laws import GameReport, LawsEdition, check_game, parse_control, read_pgn
from arbitro.laws.board import side_name
from arbitro.laws.games import check_clock
from arbitro.laws.notation import numbered, write_move
from arbitro.outputs import write_whole

_ = gettext_for("laws")


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path))
@click.option(
    "--edition", type=click.Choice(("2009", "2023")), default="2023", show_default=True, help=_("Edition of the Laws.")
)
@click.option("--online", is_flag=True, help=_("Online rules: three occurrences and 50 moves draw without a claim."))
@click.option("--notation", help=_("Language of the piece letters in the file; without it they are found out."))
@click.option("--control", help=_("The time control: check the clock times in the file against it."))
@click.option(
    "--compare",
    "other",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help=_("FILE and this file are the scoresheets of both players: where do they differ (8.1)?"),
)
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    help=_("Write the games as PGN with English piece letters."),
)
@common_options
def command(
    file: Path,
    edition: str,
    online: bool,
    notation: str | None,
    control: str | None,
    other: Path | None,
    output: Path | None,
    as_json: bool,
) -> None:
    if other is not None:
        _compare(file, other, notation, as_json)
        return
    text = _text(file)
    law = LawsEdition(edition)
    try:
        games = read_pgn(text, notation)
    except ArbitroError as error:
        raise ArbitroError(f"{file}: {error}") from None
    reports = []
    for game in games:
        report = check_game(game, law, online=online)
        if control is not None and report.ok:
            report = replace(report, problems=check_clock(game, parse_control(control), law))
        reports.append((game, report))
    if output is not None:
        read = [
            RecordedGame(game.headers.get("FEN", ""), report.moves, headers=dict(game.headers), result=report.result)
            for game, report in reports
        ]
        write_whole(output, write_pgn(read))
    if as_json:
        documents = [_document(game.headers, report) for game, report in reports]
        document: dict[str, Any] = dict(documents[0])
        if len(documents) > 1:
            document["games"] = documents
        print_json(document)
    else:
        for game, report in reports:
            _print(game, report)
    if any(not report.ok for _game, report in reports):
        answer_no()


def _text(file: Path) -> str:
    raw = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return raw.decode("latin-1")


def _compare(first: Path, second: Path, notation: str | None, as_json: bool) -> None:
    """8.1: two scoresheets read move by move, and the first half-move at which they differ."""
    sheets = [typed(_text(file), notation=notation) for file in (first, second)]
    different = compare(*(sheet.game for sheet in sheets))
    ply = different[0].ply if different else None

    def at(sheet: Typed) -> str:
        if ply is None:
            return ""
        if ply > len(sheet.game.line):
            return sheet.kept().stopped
        board = replace(sheet.game, line=sheet.game.line[: ply - 1]).end()
        written = write_move(board, board.parse_uci(sheet.game.line[ply - 1]), notation or current_language())
        return f"{numbered(board)} {written}"

    entries = [at(sheet) for sheet in sheets]
    if as_json:
        print_json(
            {
                "agree": ply is None,
                "differ_at": ply,
                "entries": entries,
                "sheets": [
                    {
                        "moves": list(sheet.game.line),
                        "complete": sheet.stopped is None,
                        "stopped_at": sheet.kept().stopped,
                        "reason": sheet.stopped.reason if sheet.stopped else "",
                    }
                    for sheet in sheets
                ],
            }
        )
    else:
        for file, sheet in zip((first, second), sheets, strict=True):
            click.echo(f"{file.name}: {words.count(len(sheet.game.line), 'half-move')}.")
            if stop := sheet.stopped:
                sentence = _("Cannot be read: {entry}: {reason}")
                click.echo("  " + sentence.format(entry=sheet.kept().stopped, reason=stop.reason))
        if ply is None:
            click.echo(_("The scoresheets agree."))
        else:
            shown = " / ".join(entry or "–" for entry in entries)
            click.echo(_("They differ from half-move {ply} on: {entries}").format(ply=ply, entries=shown))
    if ply is not None or any(sheet.stopped for sheet in sheets):
        answer_no()


def _document(headers: Any, report: GameReport) -> dict[str, Any]:
    return {
        "white": headers.get("White", "?"),
        "black": headers.get("Black", "?"),
        "moves": list(report.moves),
        "claims": [
            {
                "ply": claim.ply,
                "move": claim.ply // 2 + 1,
                "by": "white" if claim.by else "black",
                "kind": claim.kind,
                "declared": claim.declared,
                "count": claim.count,
            }
            for claim in report.claims
        ],
        "problems": [
            {"kind": problem.kind.value, "ply": problem.ply, "article": problem.article, "text": problem.text()}
            for problem in report.problems
        ],
        "result": report.result,
        "ended_by": report.ended_by.value if report.ended_by else None,
        "implied_result": report.implied.value if report.implied else None,
    }


def _declared(start: Any, report: GameReport) -> dict[tuple[int, str | None], str]:
    """The moves to be declared, as players write them."""
    board, found = start.copy(), {}
    wanted = {(claim.ply, claim.declared) for claim in report.claims}
    for ply, move in enumerate([*report.moves, None]):
        for at, declared in wanted:
            if at == ply:
                move_text = write_move(board, chess.Move.from_uci(declared), current_language()) if declared else ""
                found[at, declared] = move_text
        if move:
            board.push(board.parse_uci(move))
    return found


def _print(game: Any, report: GameReport) -> None:
    result = report.result.replace("1/2", "½")
    click.echo(f"{game.headers.get('White', '?')} - {game.headers.get('Black', '?')}  {result}")
    click.echo(f"{words.count(len(report.moves), 'half-move')}.")
    if report.claims:
        written = _declared(game.board(), report)
        kinds = {"repetition": _("threefold repetition (9.2)"), "fifty": _("50 moves (9.3)")}
        print_table(
            _("Claims that were open"),
            [(_("Move"), "right"), _("Side"), _("Claim"), _("Declared move")],
            [
                (claim.ply // 2 + 1, side_name(claim.by), kinds[claim.kind], written[claim.ply, claim.declared])
                for claim in report.claims
            ],
        )
    for problem in report.problems:
        click.echo(
            _("Half-move {ply}: {text} ({article})")
            .format(ply=problem.ply, text=problem.text(), article=problem.article)
            .removesuffix(" ()")
        )
    if report.ok:
        click.echo(_("All moves are legal and the result agrees with the end."))
