"""Verdicts and faults in words, in the reader's language."""

from __future__ import annotations

import chess

from arbitro.i18n import gettext_for
from arbitro.laws.board import MoveFault, PositionFault
from arbitro.laws.mating.verdict import ProofKind, Unwinnable, Verdict, Winnable


def side_name(side: chess.Color, lang: str | None = None) -> str:
    _ = gettext_for("laws", lang)
    return _("White") if side else _("Black")


def explain_verdict(board: chess.Board, side: chess.Color, verdict: Verdict, lang: str | None = None) -> str:
    """What the arbiter is told: the line, the proof, or that nothing is decided."""
    _ = gettext_for("laws", lang)
    name = side_name(side, lang)
    if isinstance(verdict, Winnable):
        if not verdict.line:
            return _("{side} has mated.").format(side=name)
        text = _("{side} can still mate: a line of {n} half-moves was found.").format(side=name, n=len(verdict.line))
        if verdict.passes_75_moves:
            text += " " + _(
                "The line passes 75 moves without capture or pawn move (9.6.2); the Laws do not say whether it counts."
            )
        return text
    if isinstance(verdict, Unwinnable):
        proof = verdict.proof
        match proof.kind:
            case ProofKind.TERMINAL:
                return _("{side} cannot mate: the game is over on the board.").format(side=name)
            case ProofKind.MATERIAL:
                return _("{side} cannot mate: no mating position exists with this material.").format(side=name)
            case ProofKind.EXHAUSTIVE:
                moves = list(board.legal_moves)
                if len(moves) == 1:
                    return _(
                        "{side} cannot mate: only {move} is legal, and no mate can follow ({n} positions examined)."
                    ).format(side=name, move=board.san(moves[0]), n=proof.positions)
                return _("{side} cannot mate: all {n} positions that can arise were examined.").format(
                    side=name, n=proof.positions
                )
            case ProofKind.STATIC:
                return _(
                    "{side} cannot mate: the men on {frozen} can never move or be taken, and the other king "
                    "stays on {region}."
                ).format(
                    side=name,
                    frozen=", ".join(map(chess.square_name, proof.frozen)) or "-",
                    region=_region(proof.region, lang),
                )
    return _("Not decided: {n} positions examined, no mate found, impossibility not shown.").format(n=verdict.examined)


def _region(squares: tuple[chess.Square, ...], lang: str | None) -> str:
    _ = gettext_for("laws", lang)
    if len(squares) <= 4:
        return ", ".join(map(chess.square_name, squares))
    ranks = sorted({chess.square_rank(square) + 1 for square in squares})
    return _("ranks {first} to {last} ({n} squares)").format(first=ranks[0], last=ranks[-1], n=len(squares))


def move_fault_text(fault: MoveFault, lang: str | None = None) -> str:
    """Why a move is not legal."""
    _ = gettext_for("laws", lang)
    return {
        MoveFault.NO_MAN: _("no man of the player on move stands on that square"),
        MoveFault.OWN_MAN_ON_TARGET: _("a man of the same colour stands on the target square"),
        MoveFault.KING_CAPTURE: _("the king is never captured"),
        MoveFault.NOT_ITS_MOVE: _("the man does not move like that"),
        MoveFault.JUMPS: _("another man stands in the way"),
        MoveFault.EN_PASSANT_TOO_LATE: _("en passant is only possible at once after the double step"),
        MoveFault.PROMOTION_MISSING: _("the pawn must be exchanged as part of the move"),
        MoveFault.PROMOTION_PIECE: _("a pawn becomes a queen, rook, bishop or knight"),
        MoveFault.CASTLING_RIGHT_LOST: _("the king or that rook has already moved"),
        MoveFault.CASTLING_IN_CHECK: _("the king is in check"),
        MoveFault.CASTLING_CROSSES_ATTACK: _("the king would cross an attacked square"),
        MoveFault.CASTLING_INTO_ATTACK: _("the king would arrive on an attacked square"),
        MoveFault.CASTLING_BLOCKED: _("a man stands between the king and the rook"),
        MoveFault.KING_LEFT_IN_CHECK: _("the own king would be left or put in check"),
        MoveFault.NO_SUCH_MOVE: _("this does not name a move"),
    }[fault]


def position_fault_text(fault: PositionFault, lang: str | None = None) -> str:
    """Why a position cannot arise."""
    _ = gettext_for("laws", lang)
    return {
        PositionFault.KINGS: _("each side must have exactly one king"),
        PositionFault.BOTH_KINGS_IN_CHECK: _("both kings are in check"),
        PositionFault.OPPONENT_IN_CHECK: _("the king of the player who has just moved is in check"),
        PositionFault.PAWN_ON_LAST_RANK: _("a pawn stands on its last rank"),
        PositionFault.PAWN_ON_FIRST_RANK: _("a pawn stands on its first rank"),
        PositionFault.TOO_MANY_MEN: _("more than sixteen men of one colour"),
        PositionFault.TOO_MANY_PAWNS: _("more than eight pawns of one colour"),
        PositionFault.TOO_MANY_PROMOTIONS: _("more promoted pieces than missing pawns"),
        PositionFault.PAWN_CAPTURES: _("the pawns need more captures than men are missing"),
        PositionFault.IMPOSSIBLE_CHECK: _("no move can give this check"),
        PositionFault.CASTLING_RIGHTS: _("a castling right without king or rook on its square"),
        PositionFault.EN_PASSANT: _("no double step can have been made on the en passant file"),
    }[fault]
