"""Touching and making moves (Article 4), moves that end a game (5.1.1, 5.2.1, 5.2.2), visually impaired players (D).

article       matter                                            incident or function
4.2-4.5       which move the touched pieces demand              obligation, TouchedPieces
4.4, 4.6, 4.7 acts of castling and promoting                    Act, ActOfMoving
4.8           touching gives up the claim                       ActOfMoving
5.1.1         a mating move must comply with 4.2-4.7 (2023)     EndingMove
D (2009: E)   touched, made, announced, two boards, assistants  Impaired
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import chess

from arbitro.errors import ArbitroError
from arbitro.i18n import gettext_for
from arbitro.laws.board import castling_rook, position, require_playable
from arbitro.laws.rulings.base import Incident, Obligation, Ruling, ruled

_ = gettext_for("laws")


class Told(Enum):
    """What was touched, where nobody sets the position up."""

    OWN = "own"
    ENEMY = "enemy"
    BOTH = "both"
    KING_THEN_ROOK = "king_then_rook"
    ROOK_THEN_KING = "rook_then_king"


@dataclass(frozen=True, slots=True)
class TouchedPieces(Incident):
    """A player touched pieces: what must be played?"""

    fen: str = ""
    touched: tuple[str, ...] = ()  # squares, in the order in which they were touched
    order_known: bool = True
    adjusted: bool = False  # the player said so before
    accidental: bool = False
    on_move: bool = True
    seen_by_arbiter_only: bool = False  # nobody claims
    told: Told | None = None  # instead of a position
    possible: bool = True  # of what was told: it can be moved, captured, castled


def _squares(touched: tuple[str, ...]) -> list[chess.Square]:
    for name in touched:
        if name.lower() not in chess.SQUARE_NAMES:
            raise ArbitroError(_("{name!r} is not a square (a1 to h8)").format(name=name))
    return [chess.parse_square(name.lower()) for name in touched]


def obligation(
    fen: str,
    touched: tuple[str, ...],
    *,
    order_known: bool = True,
    adjusted: bool = False,
    accidental: bool = False,
) -> Obligation:
    """4.2-4.5: the move that pieces touched by the player on move demand."""
    board = position(fen)
    require_playable(board)
    legal = sorted(board.legal_moves, key=chess.Move.uci)
    everything = tuple(move.uci() for move in legal)
    if adjusted or accidental or not touched:
        return Obligation("none", (), everything)
    squares = _squares(touched)
    own = [s for s in squares if board.color_at(s) == board.turn]
    enemy = [s for s in squares if board.color_at(s) == (not board.turn)]
    if not order_known:  # 4.4.1 needs no order, 4.4.2 does: king and rook count as touched in this order
        own.sort(key=lambda square: square != board.king(board.turn))
    if (castling := _castling(board, own, enemy, legal)) is not None:
        return castling
    if own and enemy:
        with_first = [m for m in legal if m.from_square == own[0] and _captures(board, m) == enemy[0]]
        if with_first:
            return _obliged("capture with", (enemy[0], own[0]), with_first)
        if not order_known:
            squares = own + enemy  # 4.3.3: the own piece counts as touched first
    for square in squares:
        if square in own:
            moves = [m for m in legal if m.from_square == square and not _barred(board, m, own)]
            if moves:
                return _obliged("move", (square,), moves)
        elif moves := [m for m in legal if _captures(board, m) == square]:
            return _obliged("capture", (square,), moves)
    return Obligation("free", (), everything)


def _obliged(kind: str, squares: tuple[chess.Square, ...], moves: list[chess.Move]) -> Obligation:
    return Obligation(kind, tuple(map(chess.square_name, squares)), tuple(sorted(m.uci() for m in moves)))


def _captures(board: chess.Board, move: chess.Move) -> chess.Square | None:
    """The square of the piece that a move takes."""
    if board.is_castling(move):
        return None
    if board.is_en_passant(move):
        return chess.square(chess.square_file(move.to_square), chess.square_rank(move.from_square))
    return move.to_square if board.piece_at(move.to_square) else None


def _barred(board: chess.Board, move: chess.Move, own: list[chess.Square]) -> bool:
    """4.4.2: rook touched before the king: no castling with that rook now."""
    if not board.is_castling(move):
        return False
    rook = castling_rook(board, move)
    return rook in own and own.index(rook) < own.index(move.from_square)


def _castling(
    board: chess.Board, own: list[chess.Square], enemy: list[chess.Square], legal: list[chess.Move]
) -> Obligation | None:
    """4.4.1, 4.4.3: king and then rook touched, nothing before them."""
    if enemy or len(own) < 2 or own[0] != board.king(board.turn):
        return None
    if board.piece_at(own[1]) != chess.Piece(chess.ROOK, board.turn):
        return None
    castlings = [m for m in legal if board.is_castling(m) and castling_rook(board, m) == own[1]]
    if castlings:
        return _obliged("castle", (own[0], own[1]), castlings)
    king_moves = [m for m in legal if m.from_square == own[0]]
    if king_moves:
        return _obliged("other king move", (own[0],), king_moves)
    return Obligation("free", (), tuple(m.uci() for m in legal))


def rule_touched(incident: TouchedPieces) -> Ruling:
    game = incident.game
    if incident.seen_by_arbiter_only:  # 12.1: the arbiter does not wait for a claim
        waits = game.appendix and game.law.rapid_needs_claims
        return ruled(game, "touch.arbiter_silent" if waits else "touch.arbiter_intervenes")
    if not incident.on_move:
        return ruled(game, "touch.accidental" if incident.accidental else "touch.not_on_move")
    if not incident.fen and incident.told:
        return _rule_told(incident, incident.told)
    if not incident.fen:
        raise ArbitroError(_("the touched pieces need a position (fen)"))
    duty = obligation(
        incident.fen,
        incident.touched,
        order_known=incident.order_known,
        adjusted=incident.adjusted,
        accidental=incident.accidental,
    )
    row = f"touch.{duty.kind.replace(' ', '_')}"
    return ruled(game, row, obligation=duty, squares=", ".join(duty.squares))


def _rule_told(incident: TouchedPieces, touched: Told) -> Ruling:
    """4.3-4.5 without a position: the arbiter at the board sees what is possible."""
    game = incident.game
    if incident.adjusted or incident.accidental:
        return ruled(game, "touch.none")
    if touched is Told.KING_THEN_ROOK and not incident.possible:
        return ruled(game, "touch.other_king_move")
    return ruled(game, f"touch.told_{touched.value}" if incident.possible else "touch.free")


class Act(Enum):
    """Acts at the board that need a word."""

    INVERTED_ROOK = "inverted_rook"  # placed on the promotion square, whatever is said
    PROMOTION_PIECE_TOUCHED_SQUARE = "promotion_piece_touched_square"
    PROMOTION_PIECE_NOT_YET_PLACED = "promotion_piece_not_yet_placed"
    PAWN_NOT_PLACED = "pawn_not_placed"
    PROMOTION_CAPTURES = "promotion_captures"  # a piece of the opponent stands on the promotion square
    CASTLING_KING_RELEASED = "castling_king_released"
    CASTLING_KING_RELEASED_ILLEGAL = "castling_king_released_illegal"
    CASTLING_ROOK_RELEASED = "castling_rook_released"
    CAPTURE_ENEMY_STILL_ON_BOARD = "capture_enemy_still_on_board"
    RELEASED = "released"
    OTHER_HAND_ON_CLOCK = "other_hand_on_clock"
    HOVERING = "hovering"
    CLAIM_AFTER_TOUCHING = "claim_after_touching"
    ASSISTANT_MOVES = "assistant_moves"
    OPPONENT_AWAY_ADJUST = "opponent_away_adjust"
    ADJUSTS_AS_ANNOUNCED = "adjusts_as_announced"
    ADJUSTS_SILENTLY = "adjusts_silently"


@dataclass(frozen=True, slots=True)
class ActOfMoving(Incident):
    """An act at the board: is the move made, which piece counts, what is punished?"""

    act: Act = Act.RELEASED
    piece: str = "queen"  # the piece that touched the promotion square, or that is wanted there
    side: str = "king side"


def rule_act(incident: ActOfMoving) -> Ruling:
    duty = None
    match incident.act:
        case Act.CASTLING_KING_RELEASED:
            duty = Obligation("castle", (incident.side,))
        case Act.CASTLING_KING_RELEASED_ILLEGAL:
            duty = Obligation("other king move")
    return ruled(incident.game, f"act.{incident.act.value}", obligation=duty, piece=incident.piece)


class SeemingEnd(Enum):
    """How the game seemed to end."""

    TOUCHED_OTHER_PIECE_FIRST = "touched_other_piece_first"  # a movable piece was touched, another gave mate
    ILLEGAL_MATING_MOVE = "illegal_mating_move"
    PROPER = "proper"
    WALKED_AWAY = "walked_away"
    AMBIGUOUS_RESIGNATION = "ambiguous_resignation"  # stopped clock, tipped king, handshake, signature


@dataclass(frozen=True, slots=True)
class EndingMove(Incident):
    """A move or a gesture that seems to end the game."""

    ending: SeemingEnd = SeemingEnd.PROPER
    clock_pressed: bool = True


def rule_ending(incident: EndingMove) -> Ruling:
    row = incident.ending.value
    match incident.ending:
        case SeemingEnd.TOUCHED_OTHER_PIECE_FIRST:
            row = "touch_move_first" if incident.game.law.touch_move_guards_mate else "legal_enough"
        case SeemingEnd.ILLEGAL_MATING_MOVE:
            row = "illegal_completed" if incident.clock_pressed else "illegal_not_completed"
    return ruled(incident.game, f"ending.{row}")


class BlindEvent(Enum):
    """What happens in a game with a visually impaired player."""

    LIFTED_OUT_OF_HOLE = "lifted_out_of_hole"
    FELT_ONLY = "felt_only"  # touched with the fingers, still in its hole
    PLACED_NOT_ANNOUNCED = "placed_not_announced"
    PLACED_AND_ANNOUNCED = "placed_and_announced"
    SLIP_BEFORE_CLOCK = "slip_before_clock"
    SLIP_AFTER_CLOCK = "slip_after_clock"
    BOARDS_DIFFER_SHEETS_AGREE = "boards_differ_sheets_agree"
    BOARDS_DIFFER_SHEETS_DIFFER = "boards_differ_sheets_differ"
    WANTS_TWO_BOARDS = "wants_two_boards"
    AGAINST_HEARING_IMPAIRED = "against_hearing_impaired"
    ASSISTANT = "assistant"
    OPPONENT_ASSISTANT = "opponent_assistant"


@dataclass(frozen=True, slots=True)
class Impaired(Incident):
    """An event in a game with a visually impaired player."""

    event: BlindEvent = BlindEvent.LIFTED_OUT_OF_HOLE


def rule_impaired(incident: Impaired) -> Ruling:
    return ruled(incident.game, f"impaired.{incident.event.value}")
