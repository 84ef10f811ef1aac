"""Touching and making moves (Article 4), and the moves that end a game (5.1.1, 5.2.1, 5.2.2).

article       matter                                            incident or function
4.2-4.5       which move the touched pieces demand              obligation, TouchedPieces
4.4, 4.6, 4.7 acts of castling and promoting                    Act, ActOfMoving
4.8           touching gives up the claim                       ActOfMoving
5.1.1         a mating move must comply with 4.2-4.7 (2023)     EndingMove
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import chess

from arbitro.errors import ArbitroError
from arbitro.i18n import gettext_for
from arbitro.laws.board import position, require_playable
from arbitro.laws.rulings.base import Code, Conditions, Incident, Obligation, Ruling, answer, penalty, say

_ = gettext_for("laws")
N_ = gettext_for("laws", "en")


@dataclass(frozen=True, slots=True)
class TouchedPieces(Incident):
    """A player touched pieces: what must he play?"""

    fen: str = ""
    touched: tuple[str, ...] = ()  # squares, in the order in which they were touched
    order_known: bool = True
    adjusted: bool = False  # he said so before
    accidental: bool = False
    on_move: bool = True
    seen_by_arbiter_only: bool = False  # nobody claims


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
    """The square of the man that a move takes."""
    if board.is_castling(move):
        return None
    if board.is_en_passant(move):
        return chess.square(chess.square_file(move.to_square), chess.square_rank(move.from_square))
    return move.to_square if board.piece_at(move.to_square) else None


def _rook_square(board: chess.Board, move: chess.Move) -> chess.Square:
    """The rook that a castling move uses."""
    if board.piece_at(move.to_square) == chess.Piece(chess.ROOK, board.turn):
        return move.to_square
    king_side = board.is_kingside_castling(move)
    rank = chess.BB_RANK_1 if board.turn else chess.BB_RANK_8
    rooks = [s for s in chess.scan_forward(board.castling_rights & rank) if (s > move.from_square) == king_side]
    return rooks[-1] if king_side else rooks[0]


def _barred(board: chess.Board, move: chess.Move, own: list[chess.Square]) -> bool:
    """4.4.2: rook touched before the king: no castling with that rook now."""
    if not board.is_castling(move):
        return False
    rook = _rook_square(board, move)
    return rook in own and own.index(rook) < own.index(move.from_square)


def _castling(
    board: chess.Board, own: list[chess.Square], enemy: list[chess.Square], legal: list[chess.Move]
) -> Obligation | None:
    """4.4.1, 4.4.3: king and then rook touched, nothing before them."""
    if enemy or len(own) < 2 or own[0] != board.king(board.turn):
        return None
    if board.piece_at(own[1]) != chess.Piece(chess.ROOK, board.turn):
        return None
    castlings = [m for m in legal if board.is_castling(m) and _rook_square(board, m) == own[1]]
    if castlings:
        return _obliged("castle", (own[0], own[1]), castlings)
    king_moves = [m for m in legal if m.from_square == own[0]]
    if king_moves:
        return _obliged("other king move", (own[0],), king_moves)
    return Obligation("free", (), tuple(m.uci() for m in legal))


def rule_touched(incident: TouchedPieces) -> Ruling:
    game = incident.game
    if incident.seen_by_arbiter_only:
        return _arbiter_sees(game)
    if not incident.on_move:
        if incident.accidental:
            return answer(game, Code.NOTHING, N_("Clearly accidental contact has no consequence."), "touch-intended")
        return penalty(
            game,
            N_("Only the player on move may touch or adjust pieces: a penalty at discretion."),
            "adjust",
            "adjust-own-clock",
            facts={"allowed": False},
        )
    if not incident.fen:
        raise ArbitroError(_("the touched pieces need a position (fen)"))
    duty = obligation(
        incident.fen,
        incident.touched,
        order_known=incident.order_known,
        adjusted=incident.adjusted,
        accidental=incident.accidental,
    )
    key = {
        "none": N_("No obligation: the contact was announced as adjusting, or clearly accidental."),
        "free": N_("None of the touched pieces can be moved or captured as required: any legal move."),
        "move": N_("The player must move the man on {squares}."),
        "capture": N_("The player must capture the man on {squares}."),
        "capture with": N_(
            "The player must capture the first touched enemy man with the first touched own man: {squares}."
        ),
        "castle": N_("The player must castle on that side: {squares}."),
        "other king move": N_(
            "That castling is illegal: the player must make another king move, castling on the other side included."
        ),
    }[duty.kind]
    matters = {
        "none": ("adjust", "touch-intended"),
        "free": ("touch-free",),
        "castle": ("castling-touch",),
        "other king move": ("castling-touch",),
    }.get(duty.kind, ("touch",))
    return Ruling(
        Code.ENFORCE_TOUCH_MOVE if duty.kind not in ("none", "free") else Code.NOTHING,
        say(key, squares=", ".join(duty.squares)),
        game.cite(*matters),
        obligation=duty,
        facts={"allowed_moves": list(duty.moves)},
    )


def _arbiter_sees(game: Conditions) -> Ruling:
    """12.1: the arbiter does not wait for a claim; 2009 rapid and blitz without supervision: he does."""
    if game.is_2009 and game.appendix:
        return answer(
            game,
            Code.ARBITER_SILENT,
            N_("The arbiter rules on Article 4 only if a player asks."),
            "rapid-touch",
            arbiter_intervenes=False,
        )
    return answer(
        game,
        Code.INTERVENE,
        N_("The arbiter intervenes at once and makes the player move the touched piece."),
        "touch",
        "arbiter-watches",
        arbiter_intervenes=True,
    )


class Act(Enum):
    """Acts at the board that need a word."""

    INVERTED_ROOK = "inverted_rook"  # placed on the promotion square, whatever is said
    PROMOTION_PIECE_TOUCHED_SQUARE = "promotion_piece_touched_square"
    PROMOTION_PIECE_NOT_YET_PLACED = "promotion_piece_not_yet_placed"
    PAWN_NOT_PLACED = "pawn_not_placed"
    PROMOTION_CAPTURES = "promotion_captures"  # an enemy man stands on the promotion square
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
    game = incident.game
    match incident.act:
        case Act.INVERTED_ROOK:
            return answer(
                game,
                Code.NOTHING,
                N_(
                    "An inverted rook is a rook, whatever the player says; moved like a queen it makes an illegal move."
                ),
                "promotion-choice",
                piece="rook",
                if_then_moved_diagonally="illegal move",
            )
        case Act.PROMOTION_PIECE_TOUCHED_SQUARE:
            return answer(
                game,
                Code.NOTHING,
                N_("The choice is final once the new piece has touched the promotion square."),
                "promotion-choice",
                piece=incident.piece,
                choice="final",
                allowed=False,
            )
        case Act.PROMOTION_PIECE_NOT_YET_PLACED:
            return answer(
                game,
                Code.NOTHING,
                N_("The new piece has not touched the promotion square: the choice is still free."),
                "promotion-choice",
                piece=incident.piece,
                choice="free",
                move_made=False,
                allowed=True,
            )
        case Act.PAWN_NOT_PLACED:
            return answer(
                game,
                Code.NOTHING,
                N_("The pawn need not be placed on the last rank; pawn and new piece may be handled in any order."),
                "promotion-act",
                allowed=True,
                legal=True,
            )
        case Act.PROMOTION_CAPTURES:
            return answer(
                game,
                Code.NOTHING,
                N_("An enemy man on the promotion square is captured and leaves the board."),
                "promotion-act",
                captured=True,
                allowed=True,
                legal=True,
            )
        case Act.CASTLING_KING_RELEASED:
            return Ruling(
                Code.ENFORCE_TOUCH_MOVE,
                say(
                    N_("The move is not made before the rook is released, but the player must now castle on that side.")
                ),
                game.cite("made", "castling-touch"),
                obligation=Obligation("castle", (incident.side,)),
                facts={"move_made": False},
            )
        case Act.CASTLING_KING_RELEASED_ILLEGAL:
            return Ruling(
                Code.ENFORCE_TOUCH_MOVE,
                say(
                    N_(
                        "That castling is illegal: the player must make another king move, castling "
                        "on the other side included."
                    )
                ),
                game.cite("made", "castling-touch"),
                obligation=Obligation("other king move"),
                facts={"move_made": False},
            )
        case Act.CASTLING_ROOK_RELEASED:
            return answer(game, Code.NOTHING, N_("The rook is released: the castling is made."), "made", move_made=True)
        case Act.CAPTURE_ENEMY_STILL_ON_BOARD:
            return answer(
                game,
                Code.NOTHING,
                N_("The capture is made only when the captured man is off the board."),
                "made",
                move_made=False,
            )
        case Act.RELEASED:
            return answer(
                game,
                Code.NOTHING,
                N_("The piece is released: the move is made and the piece cannot go elsewhere."),
                "made",
                move_made=True,
                allowed=False,
            )
        case Act.OTHER_HAND_ON_CLOCK:
            return penalty(
                game,
                N_("The clock is pressed with the hand that moved; the other hand is a breach, not an illegal move."),
                "clock-hand",
                facts={"illegal_move": False},
            )
        case Act.HOVERING:
            return penalty(
                game,
                N_("A finger on or over the clock is forbidden: a penalty at discretion."),
                "clock-hand",
                facts={"illegal_move": False, "allowed": False},
            )
        case Act.CLAIM_AFTER_TOUCHING:
            return answer(
                game,
                Code.CLAIM_REJECTED,
                N_("By touching a piece the player has given up the claim against his opponent's breach of Article 4."),
                "touch-forfeits",
                valid=False,
                claim_possible=False,
                allowed=False,
            )
        case Act.ASSISTANT_MOVES:
            return answer(
                game,
                Code.ALLOWED,
                N_("A player who cannot move the pieces may bring an assistant acceptable to the arbiter."),
                "assistant-pieces",
                allowed=True,
            )
        case Act.OPPONENT_AWAY_ADJUST:
            return answer(
                game,
                Code.ALLOWED,
                N_("With the opponent away, the player first tells the arbiter and then adjusts."),
                "adjust",
                allowed=True,
            )
        case Act.ADJUSTS_AS_ANNOUNCED:
            return answer(
                game,
                Code.ALLOWED,
                N_("The player on move may adjust pieces once he has said so."),
                "adjust",
                allowed=True,
                touched=False,
            )
        case Act.ADJUSTS_SILENTLY:
            return answer(
                game,
                Code.ENFORCE_TOUCH_MOVE,
                N_("Nothing was said first: the contact counts as intended, and touch-move applies."),
                "adjust",
                "touch",
                allowed=False,
                touched=True,
            )


class Ending(Enum):
    """How the game seemed to end."""

    TOUCHED_OTHER_PIECE_FIRST = "touched_other_piece_first"  # a movable piece was touched, another gave mate
    ILLEGAL_MATING_MOVE = "illegal_mating_move"
    PROPER = "proper"
    WALKED_AWAY = "walked_away"
    AMBIGUOUS_RESIGNATION = "ambiguous_resignation"  # stopped clock, tipped king, handshake, signature


@dataclass(frozen=True, slots=True)
class EndingMove(Incident):
    """A move or a gesture that seems to end the game."""

    ending: Ending = Ending.PROPER
    clock_pressed: bool = True


def rule_ending(incident: EndingMove) -> Ruling:
    game = incident.game
    match incident.ending:
        case Ending.TOUCHED_OTHER_PIECE_FIRST:
            if game.law.touch_move_guards_mate:
                return answer(
                    game,
                    Code.ENFORCE_TOUCH_MOVE,
                    N_("The move does not end the game: the piece touched first must be moved."),
                    "mate",
                    "touch",
                    game_over=False,
                )
            return answer(
                game,
                Code.GAME_OVER,
                N_("The move was legal under Article 3: it ends the game."),
                "mate",
                game_over=True,
            )
        case Ending.ILLEGAL_MATING_MOVE:
            return answer(
                game,
                Code.ILLEGAL_MOVE if incident.clock_pressed else Code.CORRECT_NO_PENALTY,
                N_("An illegal move cannot end the game: it is treated as an illegal move."),
                "mate",
                "illegal-move",
                game_over=False,
            )
        case Ending.PROPER:
            return answer(
                game,
                Code.GAME_OVER,
                N_("The move complies with the Laws and ends the game at once; the clock does not matter."),
                "mate",
                "clock-press",
                game_over=True,
                allowed=True,
            )
        case Ending.WALKED_AWAY:
            return penalty(
                game,
                N_(
                    "Leaving without resigning or a word to the arbiter is unsporting: the "
                    "chief arbiter may penalise it."
                ),
                "resignation",
                "bring-disrepute",
            )
        case Ending.AMBIGUOUS_RESIGNATION:
            return answer(
                game,
                Code.CLARIFY,
                N_("The gesture may be misunderstood: the arbiter clarifies with both players what was meant."),
                "resignation",
                game_over=None,
            )
