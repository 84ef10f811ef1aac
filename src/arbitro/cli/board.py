"""arbitro board: a position examined; can a side still mate? Chess960 positions by number, row or lot."""

from __future__ import annotations

import re
from typing import Any

import chess
import click

from arbitro import laws
from arbitro.cli.common import answer_no, common_options, print_json
from arbitro.errors import ArbitroError
from arbitro.formats.lots import Lots, seed_of_sentence
from arbitro.i18n import N_, current_language, gettext_for
from arbitro.laws import State, notation
from arbitro.laws.board import MoveFault, castling_kind, side_name, start_board
from arbitro.laws.notation import write_move, write_moves

_ = gettext_for("laws")

BUDGETS = ("quick", "arbiter", "patient")
CASTLINGS = {
    "double move": N_("Castling with a move of the king and a move of the rook"),
    "transposition": N_("Castling by exchanging king and rook"),
    "king only": N_("Castling with a move of the king alone"),
    "rook only": N_("Castling with a move of the rook alone"),
}


@click.command()
@click.argument("fen", required=False)
@click.option(
    "--can-mate", type=click.Choice(("white", "black")), help=_("Can this side mate by any series of legal moves?")
)
@click.option("--move", "written", help=_("Is this move legal, and if not, why? As played (e2e4) or as written (Nf3)."))
@click.option(
    "--announce", is_flag=True, help=_("With --move: how it is said to a visually impaired opponent (D.2.1).")
)
@click.option("--notation", help=_("Language of the moves, or figurine (JSON without it: UCI)."))
@click.option("--chess960", is_flag=True, help=_("Castling rights as rook files, castling by Chess960."))
@click.option(
    "--draw", "sentence", help=_("Draw a Chess960 start position: a public sentence that nobody chose alone.")
)
@click.option(
    "--budget", type=click.Choice(BUDGETS), default="arbiter", show_default=True, help=_("How long to think.")
)
@common_options
def command(
    fen: str | None,
    can_mate: str | None,
    written: str | None,
    announce: bool,
    notation: str | None,
    chess960: bool,
    sentence: str | None,
    budget: str,
    as_json: bool,
) -> None:
    if (fen is None) == (sentence is None):
        raise click.UsageError(_("Give a position, or a sentence to draw one (--draw)."))
    document: dict[str, Any] = {}
    if sentence is not None:
        document["draw"] = _draw(sentence)
        fen, chess960 = str(document["draw"]["number"]), True
    board = start_board(fen or "") if chess960 else None
    if board is not None:
        fen = board.shredder_fen()
    else:
        board = laws.position(fen or "", chess960=chess960)
    faults = laws.illegalities(board)
    document |= {
        "fen": fen,
        "valid": not faults,
        "reasons": [fault.text() for fault in faults],
        "status": None,
        "legal_moves": [],
        "dead": None,
        "can_mate": None,
        "line": [],
    }
    lines = [str(board)]
    if "draw" in document:
        drawn = document["draw"]
        lines.insert(
            0,
            _("Position {number} of 960, drawn by the SHA-256 of “{text}”: {hash}").format(
                number=drawn["number"], text=drawn["text"], hash=drawn["hash"]
            ),
        )
    if faults:
        reasons = "; ".join(document["reasons"])
        lines.append(_("This position cannot arise: {reasons} (3.10.3).").format(reasons=reasons))
    else:
        language = notation or current_language()
        plain = as_json and notation is None
        spend = {"quick": laws.QUICK, "arbiter": laws.ARBITER, "patient": laws.PATIENT}[budget]
        lines += _examine(document, board, can_mate, spend, None if plain else language)
        if written:
            document["move"] = _move(board, written, language, announce)
            lines.append(document["move"]["text"])
    if as_json:
        print_json(document)
    else:
        click.echo("\n".join(lines))
    if faults or document["can_mate"] is False or not document.get("move", {"legal": True})["legal"]:
        answer_no()


def _draw(sentence: str) -> dict[str, Any]:
    """A number from 0 to 959 by a lot that anybody can check."""
    lots = Lots(seed_of_sentence(sentence))
    number = lots.below(960)
    return {"number": number, "text": lots.record[0].text, "hash": lots.record[0].hash}


def _examine(
    document: dict[str, Any], board: chess.Board, can_mate: str | None, spend: Any, language: str | None
) -> list[str]:
    """Fill the document with the state of a legal position; the sentences for people."""
    state = laws.state_of(board)
    document["result"] = state.result.value if state.result else None
    document["legal_moves"] = [write_move(board, m, language) if language else m.uci() for m in board.legal_moves]
    side = can_mate == "white"
    verdict = laws.can_mate(board, side, spend) if can_mate else None
    document["dead"] = laws.is_dead(board, spend, {side: verdict} if verdict else {})
    document["status"] = _status(state, document["dead"])
    words = {
        "checkmate": _("Checkmate (5.1.1)."),
        "stalemate": _("Stalemate: a draw (5.2.1)."),
        "dead": _("Dead position: the game is drawn (5.2.2)."),
        "check": _("The king is in check."),
        "play": _("The game is on."),
    }
    moves = document["legal_moves"]
    lines = [
        _("On move: {side}. {status}").format(side=side_name(board.turn), status=words[document["status"]]),
        _("Legal moves ({n}): {moves}").format(n=len(moves), moves=" ".join(moves)),
    ]
    if document["status"] in ("check", "play"):
        lines.append(
            _("Not a dead position.")
            if document["dead"] is False
            else _("Whether the position is dead was not decided.")
        )
    if verdict is not None:
        if isinstance(verdict, laws.Winnable):
            document["can_mate"], document["line"] = True, [move.uci() for move in verdict.line]
        elif isinstance(verdict, laws.Unwinnable):
            document["can_mate"] = False
        document["explanation"] = laws.explain_verdict(board, side, verdict)
        lines.append(document["explanation"])
        if isinstance(verdict, laws.Winnable) and verdict.line:
            lines.append(write_moves(list(verdict.line), language or "en", start=board))
    return lines


def _status(state: State, dead: bool | None) -> str:
    if state.checkmate:
        return "checkmate"
    if state.stalemate:
        return "stalemate"
    if dead:
        return "dead"
    return "check" if state.check else "play"


def _move(board: chess.Board, written: str, language: str, announce: bool) -> dict[str, Any]:
    """A move judged: by its squares, else as a player writes it (C); said aloud if asked (D.2.1)."""
    if re.fullmatch("[0Oo]-[0Oo](-[0Oo])?", written) and not board.chess960:  # so that the reason can be told
        rank = 1 if board.turn else 8
        written = f"e{rank}{'c' if len(written) > 3 else 'g'}{rank}"
    examined = laws.examine_move(board, written)
    form = None
    if examined.fault is MoveFault.NO_SUCH_MOVE:
        form = notation.conforms(written)
        try:
            move = notation.read_move(board, form.correct, language)
        except ArbitroError as error:
            return {"legal": False, "article": "C", "text": str(error)}
        examined, written = laws.examine_move(board, move.uci()), move.uci()
    if not examined.legal:
        assert examined.fault is not None
        text = _("{move} is not legal: {reason} ({article}).").format(
            move=written, reason=examined.fault.text(), article=examined.article
        )
        return {"legal": False, "article": examined.article, "text": text}
    move = board.parse_uci(written)
    text = _("{move} is legal.").format(move=notation.write_move(board, move, language))
    document: dict[str, Any] = {"legal": True, "article": examined.article}
    if form is not None:
        document["conforms"] = form.conforms
        if not form.conforms:
            text += " " + _("It should be written {form} (C).").format(form=form.correct)
    if board.chess960 and (kind := castling_kind(board, move)) is not None:
        document["castling"] = kind.value
        text += f" {_(CASTLINGS[kind.value])} (II.3.2)."
    if announce:
        castling = board.is_castling(move)
        document["announced"] = notation.announce(
            move.uci(), castling=castling, piece=None if castling else board.piece_type_at(move.from_square)
        )
        text += " " + _("Announced: {words}.").format(words=document["announced"])
    return document | {"text": text}
