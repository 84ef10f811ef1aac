"""Why a written move cannot be played (3.1-3.9): the piece that it means, and what stands against it.

    why_not          a piece of that kind, to that square
    why_no_castling  0-0, 0-0-0

`board.examine` judges one move by its squares; a scoresheet names a kind of piece, so every piece that may be meant is
judged, and the one that comes nearest to moving is spoken of.
"""

from __future__ import annotations

import chess

from arbitro.i18n import gettext_for
from arbitro.laws.board import MoveFault, examine

_ = gettext_for("laws")
_NEARNESS = (
    MoveFault.KING_LEFT_IN_CHECK, MoveFault.PROMOTION_MISSING, MoveFault.EN_PASSANT_TOO_LATE, MoveFault.KING_CAPTURE,
    MoveFault.OWN_PIECE_ON_TARGET, MoveFault.JUMPS, MoveFault.CASTLING_INTO_ATTACK, MoveFault.CASTLING_CROSSES_ATTACK,
    MoveFault.CASTLING_BLOCKED, MoveFault.CASTLING_IN_CHECK, MoveFault.CASTLING_RIGHT_LOST, MoveFault.NOT_ITS_MOVE,
)  # fmt: skip

_FAR = (MoveFault.NO_PIECE, MoveFault.NOT_ITS_MOVE, MoveFault.JUMPS, MoveFault.OWN_PIECE_ON_TARGET)


def why_not(
    board: chess.Board,
    kind: chess.PieceType,
    target: chess.Square,
    promotion: chess.PieceType | None = None,
    among: chess.Bitboard = chess.BB_ALL,
) -> str:
    """Why no piece of this kind, among those on some squares, goes to a square; that none does is known."""
    if board.is_checkmate():
        return _("the game is over by checkmate")
    if board.is_stalemate():
        return _("the game is over by stalemate")
    mine = chess.SquareSet(board.pieces_mask(kind, board.turn) & among)
    faults = {origin: examine(board, chess.Move(origin, target, promotion)).fault for origin in mine}
    near = sorted((_NEARNESS.index(fault), origin) for origin, fault in faults.items() if fault in _NEARNESS)
    fault = _NEARNESS[near[0][0]] if near else MoveFault.NO_PIECE
    if fault in _FAR and _of_the_other_side(board, kind, target, promotion, among):
        white, black = _("a move of Black, and White is on move"), _("a move of White, and Black is on move")
        return white if board.turn else black
    if fault is MoveFault.NO_PIECE:
        if among.bit_count() == 1:
            return fault.text()
        return _("White has no such piece") if board.turn else _("Black has no such piece")
    origin = near[0][1]
    if fault is MoveFault.KING_LEFT_IN_CHECK:
        return _in_check(board, kind, origin, target)
    if fault is MoveFault.JUMPS:
        stands = _first_in_the_way(board, kind, origin, target)
        return _("the way from {origin} to {target} is blocked on {square}").format(
            origin=chess.square_name(origin), target=chess.square_name(target), square=chess.square_name(stands)
        )
    if fault is MoveFault.NOT_ITS_MOVE:
        takes = chess.BB_PAWN_ATTACKS[not board.turn][target] & mine.mask if kind == chess.PAWN else 0
        if takes:
            return _("there is nothing to take on {square}").format(square=chess.square_name(target))
        pawn, piece = _("no pawn can reach {square}"), _("no such piece can reach {square}")
        return (pawn if kind == chess.PAWN else piece).format(square=chess.square_name(target))
    return fault.text()


def _of_the_other_side(
    board: chess.Board,
    kind: chess.PieceType,
    target: chess.Square,
    promotion: chess.PieceType | None,
    among: chess.Bitboard,
) -> bool:
    """Could the player who is not on move play it?"""
    if board.is_check():
        return False
    other = board.copy(stack=False)
    other.push(chess.Move.null())
    return any(
        other.is_legal(chess.Move(origin, target, promotion))
        for origin in chess.SquareSet(other.pieces_mask(kind, other.turn) & among)
    )


def _in_check(board: chess.Board, kind: chess.PieceType, origin: chess.Square, target: chess.Square) -> str:
    """3.9.2: a king on an attacked square, a check that is not met, a pinned piece."""
    if kind == chess.KING:
        return _("the king would be in check on {square}").format(square=chess.square_name(target))
    if board.is_check():
        return _("the king is in check and would stay so")
    return _("the piece on {square} is pinned: its king would be left in check").format(
        square=chess.square_name(origin)
    )


def _first_in_the_way(
    board: chess.Board, kind: chess.PieceType, origin: chess.Square, target: chess.Square
) -> chess.Square:
    """The first occupied square between; a pawn's may be the target itself."""
    way = board.occupied & chess.between(origin, target)
    if not way:
        return target
    return chess.msb(way) if origin > target else chess.lsb(way)


def why_no_castling(board: chess.Board, *, long: bool) -> str:
    """3.8.2: why the king cannot castle on a side."""
    king = board.king(board.turn)
    if king is None:
        return _("castling on this side is not possible")
    rooks = board.clean_castling_rights() & chess.BB_RANKS[chess.square_rank(king)]
    there = [rook for rook in chess.scan_forward(rooks) if (rook < king) == long]
    if not there:
        return MoveFault.CASTLING_RIGHT_LOST.text()
    target = there[0] if board.chess960 else king + (-2 if long else 2)
    fault = examine(board, chess.Move(king, target)).fault
    return fault.text() if fault is not None else _("castling on this side is not possible")
