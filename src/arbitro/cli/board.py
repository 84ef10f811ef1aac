"""arbitro board: a position examined; can a side still mate?"""

from __future__ import annotations

from typing import Any

import click

from arbitro.cli.common import answer_no, common_options, print_json
from arbitro.errors import ArbitroError
from arbitro.i18n import current_language, gettext_for

_ = gettext_for("laws")

BUDGETS = ("quick", "arbiter", "patient")


@click.command(
    name="board",
    help=_("Examine a position (FEN): is it legal, what is the state of play, which moves are legal, is it dead?"),
)
@click.argument("fen")
@click.option(
    "--can-mate", type=click.Choice(("white", "black")), help=_("Can this side mate by any series of legal moves?")
)
@click.option("--move", "written", help=_("Is this move legal, and if not, why? As played (e2e4) or as written (Nf3)."))
@click.option("--notation", help=_("Language of the moves, or figurine (JSON without it: UCI)."))
@click.option("--chess960", is_flag=True, help=_("Castling rights as rook files, castling by Chess960."))
@click.option(
    "--budget", type=click.Choice(BUDGETS), default="arbiter", show_default=True, help=_("How long to think.")
)
@common_options
def command(
    fen: str,
    can_mate: str | None,
    written: str | None,
    notation: str | None,
    chess960: bool,
    budget: str,
    as_json: bool,
) -> None:
    from arbitro import laws
    from arbitro.laws.notation import write_move, write_moves
    from arbitro.laws.words import explain_verdict, position_fault_text, side_name

    board = laws.position(fen, chess960=chess960)
    faults = laws.illegalities(board)
    spend = {"quick": laws.QUICK, "arbiter": laws.ARBITER, "patient": laws.PATIENT}[budget]
    document: dict[str, Any] = {
        "fen": fen,
        "valid": not faults,
        "reasons": [position_fault_text(fault) for fault in faults],
        "status": None,
        "legal_moves": [],
        "dead": None,
        "can_mate": None,
        "line": [],
    }
    verdict = None
    side = can_mate == "white"
    if not faults:
        state = laws.state_of(board)
        document["status"] = _status(state)
        document["result"] = state.result
        moves = list(board.legal_moves)
        language = notation or current_language()
        plain = as_json and notation is None
        document["legal_moves"] = [m.uci() if plain else write_move(board, m, language) for m in moves]
        if can_mate:
            verdict = laws.can_mate(board, side, spend)
        document["dead"] = laws.is_dead(board, spend, {side: verdict} if verdict else {})
        if verdict is not None:
            if isinstance(verdict, laws.Winnable):
                document["can_mate"], document["line"] = True, [move.uci() for move in verdict.line]
            elif isinstance(verdict, laws.Unwinnable):
                document["can_mate"] = False
            document["explanation"] = explain_verdict(board, side, verdict)
        if written:
            document["move"] = _move(board, written, language)
    if as_json:
        print_json(document)
    else:
        click.echo(str(board))
        if faults:
            click.echo(
                _("This position cannot arise: {reasons} (3.10.3).").format(reasons="; ".join(document["reasons"]))
            )
        else:
            click.echo(
                _("On move: {side}. {status}").format(side=side_name(board.turn), status=_words(document["status"]))
            )
            click.echo(
                _("Legal moves ({n}): {moves}").format(
                    n=len(document["legal_moves"]), moves=" ".join(document["legal_moves"])
                )
            )
            dead = {
                True: _("Dead position: the game is drawn (5.2.2)."),
                False: _("Not a dead position."),
                None: _("Whether the position is dead was not decided."),
            }
            click.echo(dead[document["dead"]])
            if verdict is not None:
                click.echo(document["explanation"])
                if isinstance(verdict, laws.Winnable) and verdict.line:
                    click.echo(write_moves(list(verdict.line), language, start=board))
            if written:
                click.echo(document["move"]["text"])
    if faults or document["can_mate"] is False or not document.get("move", {"legal": True})["legal"]:
        answer_no()


def _move(board: Any, written: str, language: str) -> dict[str, Any]:
    """A move judged: by its squares, else as a player writes it."""
    import re

    from arbitro import laws
    from arbitro.laws.board import MoveFault
    from arbitro.laws.words import move_fault_text

    if re.fullmatch("[0Oo]-[0Oo](-[0Oo])?", written) and not board.chess960:  # so that the reason can be told
        rank = 1 if board.turn else 8
        written = f"e{rank}{'c' if len(written) > 3 else 'g'}{rank}"
    examined = laws.examine_move(board, written)
    if examined.fault is MoveFault.NO_SUCH_MOVE:
        try:
            move = laws.read_move(board, written, language)
        except ArbitroError as error:
            return {"legal": False, "article": "C", "text": str(error)}
        examined, written = laws.examine_move(board, move.uci()), move.uci()
    if examined.legal:
        text = _("{move} is legal.").format(move=laws.write_move(board, board.parse_uci(written), language))
    else:
        assert examined.fault is not None
        text = _("{move} is not legal: {reason} ({article}).").format(
            move=written, reason=move_fault_text(examined.fault), article=examined.article
        )
    return {"legal": examined.legal, "article": examined.article, "text": text}


def _status(state: Any) -> str:
    if state.checkmate:
        return "checkmate"
    if state.stalemate:
        return "stalemate"
    return "check" if state.check else "play"


def _words(status: str) -> str:
    return {
        "checkmate": _("Checkmate (5.1.1)."),
        "stalemate": _("Stalemate: a draw (5.2.1)."),
        "check": _("The king is in check."),
        "play": _("The game is on."),
    }[status]
