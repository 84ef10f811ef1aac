"""Play a written game again, quickly: for files with hundreds of games.

`play(board, san)` makes the move that English algebraic notation names, as `Board.parse_san` and `Board.push` would.
Most moves are plain: one man of that kind reaches the square and its king is safe afterwards. They are looked up and
made here; castling, promotion, en passant and every doubt are left to python-chess. No moves are kept behind the board.
"""

from __future__ import annotations

import re

import chess

_PLAIN = re.compile(r"(?:([NBRQK])([a-h]?)([1-8]?)x?|([a-h])x)?([a-h])([2-7]|(?<=\D[a-h])[18])[+#]?[!?]{0,2}")
_RANKS = dict(zip("12345678", chess.BB_RANKS, strict=True))
_FILES = dict(zip("abcdefgh", chess.BB_FILES, strict=True))
_SQUARE = {name: square for square, name in enumerate(chess.SQUARE_NAMES)}
_HOME = {chess.WHITE: chess.BB_RANK_1, chess.BLACK: chess.BB_RANK_8}


def play(board: chess.Board, san: str) -> chess.Move:
    """Make a move; ValueError: it cannot be played, or may mean two things."""
    found = _PLAIN.fullmatch(san)
    origin = _origin(board, found) if found is not None else None
    if found is None or origin is None:
        move = board.parse_san(san.rstrip("!?"))
        board.push(move)
        return move
    target = _SQUARE[found[5] + found[6]]
    _make(board, found[1], origin, target)
    king = board.king(not board.turn)
    if king is not None and board.attackers_mask(board.turn, king):
        raise chess.IllegalMoveError(san)
    return chess.Move(origin, target)


def _origin(board: chess.Board, found: re.Match[str]) -> int | None:
    """The only square from which the move can come, by the way its man moves; None: python-chess is asked."""
    piece, file, rank, pawn_file, to_file, to_rank = found.groups()
    target = _SQUARE[to_file + to_rank]
    mine, there = board.occupied_co[board.turn], chess.BB_SQUARES[target]
    if there & mine:
        return None
    if piece is None:
        if to_rank in "18":
            return None
        step = -8 if board.turn else 8
        if pawn_file:
            near = abs(ord(pawn_file) - ord(to_file)) == 1 and there & board.occupied
            origin = target + step + ord(pawn_file) - ord(to_file)
        else:
            near = not there & board.occupied
            origin = target + step
            if near and to_rank == ("4" if board.turn else "5") and not chess.BB_SQUARES[origin] & board.occupied:
                origin += step
        return origin if near and chess.BB_SQUARES[origin] & mine & board.pawns else None
    if piece == "N":
        able = chess.BB_KNIGHT_ATTACKS[target] & board.knights
    elif piece == "K":
        able = chess.BB_KING_ATTACKS[target] & board.kings
    else:
        able, occupied = 0, board.occupied
        if piece != "R":
            able = chess.BB_DIAG_ATTACKS[target][chess.BB_DIAG_MASKS[target] & occupied]
        if piece != "B":
            able |= chess.BB_FILE_ATTACKS[target][chess.BB_FILE_MASKS[target] & occupied]
            able |= chess.BB_RANK_ATTACKS[target][chess.BB_RANK_MASKS[target] & occupied]
        able &= board.bishops if piece == "B" else board.rooks if piece == "R" else board.queens
    able &= mine
    if file:
        able &= _FILES[file]
    if rank:
        able &= _RANKS[rank]
    return able.bit_length() - 1 if able and not able & (able - 1) else None


def _make(board: chess.Board, piece: str | None, origin: int, target: int) -> None:
    """Move a man: neither castling, nor promotion, nor en passant."""
    leaves, there = chess.BB_SQUARES[origin], chess.BB_SQUARES[target]
    board.halfmove_clock = 0 if piece is None or there & board.occupied else board.halfmove_clock + 1
    if there & board.occupied:
        board.remove_piece_at(target)
    both = leaves | there
    board.ep_square = None
    match piece:
        case "N":
            board.knights ^= both
        case "B":
            board.bishops ^= both
        case "R":
            board.rooks ^= both
        case "Q":
            board.queens ^= both
        case "K":
            board.kings ^= both
            board.castling_rights &= ~_HOME[board.turn]
        case _:
            board.pawns ^= both
            if abs(target - origin) == 16:
                board.ep_square = (target + origin) // 2
    board.occupied ^= both
    board.occupied_co[board.turn] ^= both
    board.promoted &= ~leaves
    board.castling_rights &= ~both
    board.fullmove_number += not board.turn
    board.turn = not board.turn
