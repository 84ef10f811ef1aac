"""arbitro game: every move legal? which claims were open when? does the result agree with the end?"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from arbitro.cli.common import answer_no, common_options, print_json, print_table
from arbitro.errors import ArbitroError
from arbitro.i18n import current_language, gettext_for

_ = gettext_for("laws")


@click.command(
    name="game", help=_("Check the games of a PGN file: legal moves, open claims, a result that agrees with the end.")
)
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path))
@click.option(
    "--edition", type=click.Choice(("2009", "2023")), default="2023", show_default=True, help=_("Edition of the Laws.")
)
@click.option("--online", is_flag=True, help=_("Online rules: three occurrences and 50 moves draw without a claim."))
@click.option("--notation", help=_("Language of the piece letters in the file; without it they are found out."))
@common_options
def command(file: Path, edition: str, online: bool, notation: str | None, as_json: bool) -> None:
    from arbitro.laws import LawsEdition, check_game, read_pgn

    raw = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = raw.decode("latin-1")
    reports = []
    try:
        games = read_pgn(text, notation)
    except ArbitroError as error:
        raise ArbitroError(f"{file}: {error}") from None
    for game in games:
        report = check_game(game, LawsEdition(edition), online=online)
        reports.append((game, report))
    documents = [_document(game.headers, report) for game, report in reports]
    if as_json:
        document: dict[str, Any] = dict(documents[0])
        if len(documents) > 1:
            document["games"] = documents
        print_json(document)
    else:
        for (game, report), shown in zip(reports, documents, strict=True):
            _print(game, report, shown)
    if any(not report.ok for _game, report in reports):
        answer_no()


def _document(headers: Any, report: Any) -> dict[str, Any]:
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
        "ended_by": report.ended_by,
        "implied_result": report.implied,
    }


def _declared(start: Any, report: Any) -> dict[tuple[int, str | None], str]:
    """The moves to be declared, as players write them."""
    import chess

    from arbitro.laws.notation import write_move

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


def _print(game: Any, report: Any, shown: dict[str, Any]) -> None:
    title = f"{shown['white']} - {shown['black']}  {report.result}"
    click.echo(title)
    click.echo(_("{n} half-moves.").format(n=len(report.moves)))
    if report.claims:
        written = _declared(game.board(), report)
        kinds = {"repetition": _("three occurrences (9.2)"), "fifty": _("50 moves (9.3)")}
        print_table(
            _("Claims that were open"),
            [(_("Move"), "right"), _("By"), _("Claim"), _("Declared move")],
            [
                (
                    claim["move"],
                    _("White") if claim["by"] == "white" else _("Black"),
                    kinds[claim["kind"]],
                    written[claim["ply"], claim["declared"]],
                )
                for claim in shown["claims"]
            ],
        )
    for problem in report.problems:
        click.echo(
            _("Half-move {ply}: {text} ({article})").format(
                ply=problem.ply, text=problem.text(), article=problem.article
            )
        )
    if report.ok:
        click.echo(_("All moves are legal and the result agrees with the end."))
