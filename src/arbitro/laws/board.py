"""The board: what the position on it means, and why a move or a position is not legal.

    article        matter                                             function
    1-3            is this move legal, and if not, why?               examine_move
    3.10.3         can this position have arisen at all?              illegalities
    5.1.1, 5.2.1   check, mate, stalemate                             state_of
    II (F)         Chess960: start positions and castling             start_board, castling_kind

python-chess moves the pieces. Not here: repetition and counters (`claims`), dead positions (`mating`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

import chess

from arbitro import words
from arbitro.errors import ArbitroError
from arbitro.i18n import N_, gettext_for
from arbitro.laws.scores import GameResult

_ = gettext_for("laws")

START_FEN = chess.STARTING_FEN


def side_name(side: chess.Color) -> str:
    return words.colour("w" if side else "b")


class Fault(Enum):
    """Why something is not legal: a sentence in the reader's language."""

    def text(self) -> str:
        return _(self.value)


class MoveFault(Fault):
    """Why a move is not legal."""

    NO_PIECE = N_("no piece of the player on move stands on that square")
    OWN_PIECE_ON_TARGET = N_("a piece of the same colour stands on the target square")
    KING_CAPTURE = N_("the king is never captured")
    NOT_ITS_MOVE = N_("the piece does not move like that")
    JUMPS = N_("another piece stands in the way")
    EN_PASSANT_TOO_LATE = N_("en passant is only possible at once after the double step")
    PROMOTION_MISSING = N_("the pawn must be exchanged as part of the move")
    PROMOTION_PIECE = N_("a pawn becomes a queen, rook, bishop or knight")
    CASTLING_RIGHT_LOST = N_("the king or that rook has already moved")
    CASTLING_IN_CHECK = N_("the king is in check")
    CASTLING_CROSSES_ATTACK = N_("the king would cross an attacked square")
    CASTLING_INTO_ATTACK = N_("the king would arrive on an attacked square")
    CASTLING_BLOCKED = N_("a piece stands between the king and the rook")
    KING_LEFT_IN_CHECK = N_("the player's own king would be left or put in check")
    NO_SUCH_MOVE = N_("this does not name a move")


_FAULT_ARTICLE = {
    MoveFault.NO_PIECE: "1.1",
    MoveFault.OWN_PIECE_ON_TARGET: "3.1",
    MoveFault.KING_CAPTURE: "1.4.1",
    MoveFault.NOT_ITS_MOVE: "3.2-3.8",
    MoveFault.JUMPS: "3.5",
    MoveFault.EN_PASSANT_TOO_LATE: "3.7.4",
    MoveFault.PROMOTION_MISSING: "3.7.5",
    MoveFault.PROMOTION_PIECE: "3.7.5",
    MoveFault.CASTLING_RIGHT_LOST: "3.8.2.1",
    MoveFault.CASTLING_IN_CHECK: "3.8.2.2",
    MoveFault.CASTLING_CROSSES_ATTACK: "3.8.2.2",
    MoveFault.CASTLING_INTO_ATTACK: "3.8.2.2",
    MoveFault.CASTLING_BLOCKED: "3.8.2.2",
    MoveFault.KING_LEFT_IN_CHECK: "3.9.2",
    MoveFault.NO_SUCH_MOVE: "C",
}


@dataclass(frozen=True, slots=True)
class Examined:
    """A move examined: legal, or the fault and its article."""

    legal: bool
    fault: MoveFault | None = None

    @property
    def article(self) -> str:
        return _FAULT_ARTICLE[self.fault] if self.fault else "3.10.1"


@dataclass(frozen=True, slots=True)
class State:
    """The position as it stands: what ends the game at once, and the moves that remain."""

    check: bool
    checkmate: bool
    stalemate: bool
    legal_moves: tuple[str, ...]

    result: GameResult | None  # by mate or stalemate only
    halfmove_clock: int


def position(fen: str, *, chess960: bool = False) -> chess.Board:
    """A position from its FEN; a text that is none is refused with the reason."""
    try:
        board = chess.Board(fen, chess960=chess960)
    except ValueError as error:
        raise ArbitroError(_("{fen!r} is not a position in FEN").format(fen=fen[:90])) from error
    if not chess960 and not board.chess960 and fen.split()[2:3] and set(fen.split()[2].lower()) & set("abcdefgh"):
        board = chess.Board(fen, chess960=True)
    return board


UNPLAYABLE = (
    chess.STATUS_NO_WHITE_KING
    | chess.STATUS_NO_BLACK_KING
    | chess.STATUS_TOO_MANY_KINGS
    | chess.STATUS_PAWNS_ON_BACKRANK
    | chess.STATUS_OPPOSITE_CHECK
)


def require_playable(board: chess.Board) -> None:
    """Refuse a position in which nobody could move by the Laws, legal or not in its history."""
    if board.status() & UNPLAYABLE:
        raise ArbitroError(
            _("a position with one king each, no pawn on the last ranks and no king that can be captured is needed")
        )


def state_of(board: chess.Board) -> State:
    """5.1.1, 5.2.1: check, mate, stalemate, and the legal moves in UCI form."""
    moves = tuple(sorted(move.uci() for move in board.legal_moves))
    check = board.is_check()
    mate = check and not moves
    stalemate = not check and not moves
    result = None
    if mate:
        result = GameResult.BLACK_WINS if board.turn == chess.WHITE else GameResult.WHITE_WINS
    elif stalemate:
        result = GameResult.DRAW
    return State(check, mate, stalemate, moves, result, board.halfmove_clock)


# ---------------------------------------------------------------- moves


def examine_move(board: chess.Board, uci: str) -> Examined:
    """Whether a move is legal, and if not, why (UCI; castling as the king's move, in Chess960 as king takes rook)."""
    try:
        move = chess.Move.from_uci(uci.lower())
    except ValueError:
        return Examined(False, MoveFault.NO_SUCH_MOVE)
    if not move:
        return Examined(False, MoveFault.NO_SUCH_MOVE)
    piece, target = board.piece_at(move.from_square), board.piece_at(move.to_square)
    if not board.chess960 and piece and target and piece.color == target.color == board.turn:
        return Examined(False, MoveFault.OWN_PIECE_ON_TARGET)
    return examine(board, move)


def examine(board: chess.Board, move: chess.Move) -> Examined:
    """As `examine_move`, for a move object."""
    if move.promotion in (chess.KING, chess.PAWN):
        return Examined(False, MoveFault.PROMOTION_PIECE)
    if board.is_legal(move) and board.piece_at(move.to_square) != chess.Piece(chess.KING, not board.turn):
        return Examined(True)
    return Examined(False, _fault(board, move))


def _fault(board: chess.Board, move: chess.Move) -> MoveFault:
    mover = board.piece_at(move.from_square)
    if mover is None or mover.color != board.turn:
        return MoveFault.NO_PIECE
    target = board.piece_at(move.to_square)
    if mover.piece_type == chess.KING and (side := _castling_side(board, move)) is not None:
        return _castling_fault(board, move, side)
    if target and target.color == mover.color:
        return MoveFault.OWN_PIECE_ON_TARGET
    if target and target.piece_type == chess.KING:
        return MoveFault.KING_CAPTURE
    if mover.piece_type == chess.PAWN:
        last = chess.square_rank(move.to_square) in (0, 7)
        if last and move.promotion is None:
            return MoveFault.PROMOTION_MISSING
        if move.promotion and not last:
            return MoveFault.NOT_ITS_MOVE
    elif move.promotion:
        return MoveFault.NOT_ITS_MOVE
    if board.is_pseudo_legal(move):
        return MoveFault.KING_LEFT_IN_CHECK
    return _geometry_fault(board, move, mover)


def _geometry_fault(board: chess.Board, move: chess.Move, mover: chess.Piece) -> MoveFault:
    if mover.piece_type == chess.PAWN:
        forward = 8 if mover.color else -8
        if move.to_square - move.from_square in (forward, 2 * forward):
            home = chess.square_rank(move.from_square) == (1 if mover.color else 6)
            if move.to_square - move.from_square == forward or home:
                return MoveFault.JUMPS
        elif chess.BB_PAWN_ATTACKS[mover.color][move.from_square] & chess.BB_SQUARES[move.to_square]:
            beside = chess.square(chess.square_file(move.to_square), chess.square_rank(move.from_square))
            neighbour = board.piece_at(beside)
            on_fifth = chess.square_rank(move.from_square) == (4 if mover.color else 3)
            if on_fifth and neighbour == chess.Piece(chess.PAWN, not mover.color):
                return MoveFault.EN_PASSANT_TOO_LATE
        return MoveFault.NOT_ITS_MOVE
    alone = chess.BaseBoard.empty()
    alone.set_piece_at(move.from_square, mover)
    if chess.BB_SQUARES[move.to_square] & alone.attacks_mask(move.from_square):
        return MoveFault.JUMPS
    return MoveFault.NOT_ITS_MOVE


def _castling_side(board: chess.Board, move: chess.Move) -> bool | None:
    """True: towards the h-file, False: towards the a-file, None: not an attempt to castle."""
    target = board.piece_at(move.to_square)
    if target == chess.Piece(chess.ROOK, board.turn):
        return move.to_square > move.from_square
    same_rank = chess.square_rank(move.from_square) == chess.square_rank(move.to_square)
    if same_rank and chess.square_distance(move.from_square, move.to_square) == 2:
        return move.to_square > move.from_square
    return None


def _castling_fault(board: chess.Board, move: chess.Move, king_side: bool) -> MoveFault:
    rank = chess.BB_RANK_1 if board.turn else chess.BB_RANK_8
    king = move.from_square
    rooks = [rook for rook in chess.scan_forward(board.clean_castling_rights() & rank) if (rook > king) == king_side]
    if not rooks:
        return MoveFault.CASTLING_RIGHT_LOST
    if board.is_check():
        return MoveFault.CASTLING_IN_CHECK
    rook = rooks[0]
    base = 0 if board.turn else 56
    king_to, rook_to = (base + 6, base + 5) if king_side else (base + 2, base + 3)
    needed = (
        chess.between(king, king_to) | chess.between(rook, rook_to)
        | chess.BB_SQUARES[king_to] | chess.BB_SQUARES[rook_to]
    )  # fmt: skip
    if not board.chess960:
        needed |= chess.between(king, rook)
    if board.occupied & needed & ~chess.BB_SQUARES[king] & ~chess.BB_SQUARES[rook]:
        return MoveFault.CASTLING_BLOCKED
    for square in chess.scan_forward(chess.between(king, king_to)):
        if board.is_attacked_by(not board.turn, square):
            return MoveFault.CASTLING_CROSSES_ATTACK
    return MoveFault.CASTLING_INTO_ATTACK


# ---------------------------------------------------------------- positions


class PositionFault(Fault):
    """Why a position cannot arise by legal moves (3.10.3)."""

    KINGS = N_("each side must have exactly one king")
    BOTH_KINGS_IN_CHECK = N_("both kings are in check")
    OPPONENT_IN_CHECK = N_("the king of the player who has just moved is in check")
    PAWN_ON_LAST_RANK = N_("a pawn stands on its last rank")
    PAWN_ON_FIRST_RANK = N_("a pawn stands on its first rank")
    TOO_MANY_PIECES = N_("more than sixteen pieces of one colour")
    TOO_MANY_PAWNS = N_("more than eight pawns of one colour")
    TOO_MANY_PROMOTIONS = N_("more promoted pieces than missing pawns")
    PAWN_CAPTURES = N_("the pawns need more captures than pieces are missing")
    IMPOSSIBLE_CHECK = N_("no move can give this check")
    CASTLING_RIGHTS = N_("a castling right without king or rook on its square")
    EN_PASSANT = N_("no double step can have been made on the en passant file")


def illegalities(board: chess.Board) -> list[PositionFault]:
    """3.10.3: reasons why the position cannot have arisen; an empty list where none was found.

    The list is sound but not complete: whether a position has a history at all is a problemist's question.
    """
    faults: list[PositionFault] = []
    status = board.status()
    kings = [len(board.pieces(chess.KING, colour)) for colour in chess.COLORS]
    if kings != [1, 1]:
        faults.append(PositionFault.KINGS)
    else:
        attacked = [
            bool(board.attackers_mask(not colour, square))
            for colour in chess.COLORS
            if (square := board.king(colour)) is not None
        ]
        if all(attacked):
            faults.append(PositionFault.BOTH_KINGS_IN_CHECK)
        elif status & chess.STATUS_OPPOSITE_CHECK:
            faults.append(PositionFault.OPPONENT_IN_CHECK)
        if status & (chess.STATUS_TOO_MANY_CHECKERS | chess.STATUS_IMPOSSIBLE_CHECK) and not faults:
            faults.append(PositionFault.IMPOSSIBLE_CHECK)
    for colour in chess.COLORS:
        faults.extend(_army_faults(board, colour))
    if status & chess.STATUS_BAD_CASTLING_RIGHTS:
        faults.append(PositionFault.CASTLING_RIGHTS)
    if status & chess.STATUS_INVALID_EP_SQUARE:
        faults.append(PositionFault.EN_PASSANT)
    return list(dict.fromkeys(faults))


def _army_faults(board: chess.Board, colour: chess.Color) -> list[PositionFault]:
    faults = []
    own = board.occupied_co[colour]
    pawns = board.pawns & own
    first, last = (chess.BB_RANK_1, chess.BB_RANK_8) if colour else (chess.BB_RANK_8, chess.BB_RANK_1)
    if pawns & last:
        faults.append(PositionFault.PAWN_ON_LAST_RANK)
    if pawns & first:
        faults.append(PositionFault.PAWN_ON_FIRST_RANK)
    if own.bit_count() > 16:
        faults.append(PositionFault.TOO_MANY_PIECES)
    if pawns.bit_count() > 8:
        faults.append(PositionFault.TOO_MANY_PAWNS)
        return faults
    bishops = board.bishops & own
    promoted = (
        max(0, (board.queens & own).bit_count() - 1)
        + max(0, (board.rooks & own).bit_count() - 2)
        + max(0, (board.knights & own).bit_count() - 2)
        + max(0, (bishops & chess.BB_LIGHT_SQUARES).bit_count() - 1)
        + max(0, (bishops & chess.BB_DARK_SQUARES).bit_count() - 1)
    )
    if promoted > 8 - pawns.bit_count():
        faults.append(PositionFault.TOO_MANY_PROMOTIONS)
    missing = 16 - board.occupied_co[not colour].bit_count()
    if not pawns & (first | last) and _captures_needed(pawns, colour) > missing:
        faults.append(PositionFault.PAWN_CAPTURES)
    return faults


def _captures_needed(pawns: int, colour: chess.Color) -> int:
    """The least number of captures that brings pawns from their own files to these squares."""
    best = {0: 0}  # files already used, as a bit set -> captures
    for square in chess.scan_forward(pawns):
        file, rank = chess.square_file(square), chess.square_rank(square)
        steps = rank - 1 if colour else 6 - rank
        following: dict[int, int] = {}
        for used, captures in best.items():
            for origin in range(max(0, file - steps), min(7, file + steps) + 1):
                if not used >> origin & 1:
                    key, value = used | 1 << origin, captures + abs(origin - file)
                    if value < following.get(key, 99):
                        following[key] = value
        best = following
        if not best:
            return 99
    return min(best.values())


# ---------------------------------------------------------------- Chess960


def is_start_array(back_rank: str) -> bool:
    """II.2: king between the rooks, bishops on squares of different colours, and the usual eight pieces."""
    rank = back_rank.upper()
    if sorted(rank) != sorted("RNBQKBNR"):
        return False
    first, second = (i for i, letter in enumerate(rank) if letter == "B")
    return (first + second) % 2 == 1 and rank.index("R") < rank.index("K") < rank.rindex("R")


def start_arrays() -> tuple[str, ...]:
    """The 960 arrays, by their usual numbers 0 to 959 (518 is the orthodox one)."""
    boards = (chess.Board.from_chess960_pos(number) for number in range(960))
    return tuple("".join(board.piece_at(square).symbol() for square in range(8)) for board in boards)  # type: ignore[union-attr]


def start_board(text: str) -> chess.Board | None:
    """A Chess960 start position by its number or its first row; None where the text is neither."""
    if text.isascii() and text.isdigit():
        if int(text[:4]) >= 960 or len(text) > 3:
            raise ArbitroError(_("start positions of Chess960 are numbered 0 to 959"))
        return chess.Board.from_chess960_pos(int(text))
    if not re.fullmatch(r"[A-Za-z]{8}", text):
        return None
    if not is_start_array(text):
        raise ArbitroError(_("{row} is not a start position of Chess960 (II.2)").format(row=text))
    return chess.Board.from_chess960_pos(start_arrays().index(text.upper()))


class CastlingKind(Enum):
    """II.3.2: the four ways in which castling is carried out in Chess960."""

    DOUBLE = "double move"
    TRANSPOSITION = "transposition"
    KING_ONLY = "king only"
    ROOK_ONLY = "rook only"


def castling_kind(board: chess.Board, move: chess.Move) -> CastlingKind | None:
    """How this castling move (king takes own rook, or the king's usual two steps) is carried out; None: no castling."""
    if not board.is_castling(move):
        return None
    king_side = board.is_kingside_castling(move)
    base = 0 if board.turn else 56
    king_to, rook_to = (base + 6, base + 5) if king_side else (base + 2, base + 3)
    rook = castling_rook(board, move)
    if move.from_square == king_to:
        return CastlingKind.ROOK_ONLY
    if rook == rook_to:
        return CastlingKind.KING_ONLY
    if move.from_square == rook_to and rook == king_to:
        return CastlingKind.TRANSPOSITION
    return CastlingKind.DOUBLE


def castling_rook(board: chess.Board, move: chess.Move) -> chess.Square:
    """The square of the rook that a castling move uses."""
    if board.piece_at(move.to_square) == chess.Piece(chess.ROOK, board.turn):
        return move.to_square
    king_side = board.is_kingside_castling(move)
    rank = chess.BB_RANK_1 if board.turn else chess.BB_RANK_8
    rooks = [s for s in chess.scan_forward(board.castling_rights & rank) if (s > move.from_square) == king_side]
    return rooks[-1] if king_side else rooks[0]
