"""Repetition and move counters: what may be claimed, and what ends the game without a claim.

    article        matter                                                  function
    9.2, 9.2.2     same position: player on move, pieces, possible moves   occurrences, repetition_claim
    9.3            50 moves by each without capture or pawn move           fifty_move_claim
    9.4            touching a piece gives the claim up                     repetition_claim, fifty_move_claim
    9.6            five occurrences, 75 moves by each (2023)               automatic_draw
    online 5.4     three occurrences, 50 moves, without a claim            automatic_draw(online=True)

A game is a board with its moves on the stack. Penalties for wrong claims are a matter of `rulings`.
"""

from __future__ import annotations

from dataclasses import dataclass

import chess

from arbitro.errors import ArbitroError
from arbitro.i18n import gettext_for
from arbitro.laws.edition import LawsEdition
from arbitro.laws.mating.search import Key, key_of
from arbitro.laws.scores import EndedBy

_ = gettext_for("laws")


@dataclass(frozen=True, slots=True)
class Checked:
    """A claim examined: the count it rests on and whether it is right."""

    count: int  # occurrences, or half-moves without capture and pawn move
    valid: bool


def play(start: chess.Board, moves: list[str] | tuple[str, ...]) -> chess.Board:
    """The game after these moves (UCI); the first illegal one is named."""
    board = start.copy()
    board.castling_rights = board.clean_castling_rights()
    for number, uci in enumerate(moves, 1):
        try:
            board.push(board.parse_uci(uci))
        except ValueError as error:
            raise ArbitroError(_("move {n} ({move}) is not legal").format(n=number, move=uci)) from error
    return board


def history(board: chess.Board) -> list[Key]:
    """Every position of the game, from the first to the one on the board."""
    work = board.copy()
    keys = [key_of(work)]
    while work.move_stack:
        work.pop()
        keys.append(key_of(work))
    return keys[::-1]


def occurrences(board: chess.Board) -> int:
    """9.2.2: how often the position on the board has appeared in the game, this time included."""
    keys = history(board)
    return keys.count(keys[-1])


def after(board: chess.Board, move: str | chess.Move | None) -> chess.Board:
    """The game after a declared move; without one, as it stands."""
    result = board.copy()
    if move is not None:
        try:
            result.push(result.parse_uci(move if isinstance(move, str) else move.uci()))
        except ValueError as error:
            raise ArbitroError(_("the declared move {move} is not legal").format(move=move)) from error
    return result


def repetition_claim(
    board: chess.Board, move: str | chess.Move | None = None, *, by: chess.Color | None = None, touched: bool = False
) -> Checked:
    """9.2: a claim by the player on move, on the position as it stands or after a declared move."""
    count = occurrences(after(board, move))
    return Checked(count, count >= 3 and not touched and by in (None, board.turn))


def fifty_move_claim(
    board: chess.Board, move: str | chess.Move | None = None, *, by: chess.Color | None = None, touched: bool = False
) -> Checked:
    """9.3: a claim by the player on move; 100 half-moves, the declared move included."""
    count = after(board, move).halfmove_clock
    return Checked(count, count >= 100 and not touched and by in (None, board.turn))


def automatic_draw(
    board: chess.Board, edition: LawsEdition = LawsEdition.E2023, *, online: bool = False, seen: int | None = None
) -> EndedBy | None:
    """9.6 (2023), online 5.4: what draws the game unclaimed. Mate prevails; for dead positions see `mating`.

    `seen`: how often the position has appeared, where the caller has counted.
    """
    if not any(board.generate_legal_moves()):
        return None if board.is_check() else EndedBy.STALEMATE
    if online:
        if (seen or occurrences(board)) >= 3:
            return EndedBy.THREEFOLD
        return EndedBy.FIFTY if board.halfmove_clock >= 100 else None
    if not edition.text.automatic_draws:
        return None
    if board.halfmove_clock >= 150:
        return EndedBy.SEVENTY_FIVE
    return EndedBy.FIVEFOLD if (seen or occurrences(board)) >= 5 else None


@dataclass(frozen=True, slots=True)
class OpenClaims:
    """What the player on move could claim before making a move."""

    repetition: int  # occurrences of the position on the board
    repetition_now: bool
    fifty_now: bool
    repetition_moves: tuple[str, ...]  # moves that, written down and declared, make a right claim (9.2.1.1)
    fifty_moves: tuple[str, ...]  # likewise (9.3.1)

    def __bool__(self) -> bool:
        return self.repetition_now or self.fifty_now or bool(self.repetition_moves or self.fifty_moves)


def open_claims(board: chess.Board, keys: list[Key] | None = None) -> OpenClaims:
    """Every right claim that the player on move has in this position of the game."""
    seen = keys if keys is not None else history(board)
    counts: dict[Key, int] = {}
    for key in seen:
        counts[key] = counts.get(key, 0) + 1
    here = counts[seen[-1]]
    repeating: list[str] = []
    counting: list[str] = []
    if any(count >= 2 for count in counts.values()) or board.halfmove_clock >= 99:
        work = board.copy(stack=False)
        for move in board.legal_moves:
            if board.is_zeroing(move):
                continue
            work.push(move)
            if counts.get(key_of(work), 0) >= 2:
                repeating.append(move.uci())
            if work.halfmove_clock >= 100:
                counting.append(move.uci())
            work.pop()
    return OpenClaims(here, here >= 3, board.halfmove_clock >= 100, tuple(sorted(repeating)), tuple(sorted(counting)))
