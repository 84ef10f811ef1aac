"""What follows from a game by the Laws: open claims, an end that was passed over, a position that became dead.

examined      9.2, 9.3, 5.2.2 …: the report of `laws.check_game`
dead_since    5.2.2: the half-move after which nobody could mate any more
claims_text   claims as an arbiter reads them
"""

from __future__ import annotations

from functools import lru_cache

import chess
import chess.pgn

from arbitro.games.game import RecordedGame
from arbitro.i18n import gettext_for
from arbitro.laws.board import side_name
from arbitro.laws.games import Claim, GameReport, check_game, dead_position_since

_ = gettext_for("games")
FEW = 14  # men: with more on the board a dead position is so rare that it is not looked for in every game


def may_be_dead(fen: str) -> bool:
    """Is a last position worth the question for every game of an event? Few men, no queen or rook, and no pawn that is
    free to move: elsewhere a dead position is so rare that a statistic does without it."""
    board = chess.BaseBoard(fen.partition(" ")[0])
    white, black = (board.pieces_mask(chess.PAWN, side) for side in (chess.WHITE, chess.BLACK))
    if board.queens | board.rooks or board.occupied.bit_count() > FEW:
        return False
    return not (white << 8 & ~black or black >> 8 & ~white)


def examined(game: RecordedGame, *, online: bool = False) -> GameReport:
    """Every claim that was open, whatever was wrong, and what the end on the board means."""
    return _examined(game.start, game.line, game.result, game.stopped, online)


@lru_cache(4096)
def _examined(start: str, line: tuple[str, ...], result: str, stopped: str, online: bool) -> GameReport:
    read = chess.pgn.Game.from_board(RecordedGame(start, line).end())
    read.headers["Result"] = result
    if stopped:
        read.errors.append(ValueError(f"'{stopped.partition(' ')[2]}'"))
    return check_game(read, online=online)


def dead_since(game: RecordedGame) -> int | None:
    """The half-move after which the position was dead; None: it never was, or the end is not worth the question."""
    return _dead_since(game.start, game.line)


@lru_cache(4096)
def _dead_since(start: str, line: tuple[str, ...]) -> int | None:
    board = RecordedGame(start, line).end()
    return dead_position_since(board) if may_be_dead(board.fen()) else None


def claims_text(claims: tuple[Claim, ...]) -> list[str]:
    """One sentence for each side and kind: from which move on there was a right claim."""
    said: dict[tuple[bool, str], Claim] = {}
    for claim in claims:
        said.setdefault((claim.by, claim.kind), claim)
    texts = {
        "repetition": _("{side}: a claim of the third occurrence of the position was open at move {move} (9.2)"),
        "fifty": _("{side}: a claim of 50 moves was open at move {move} (9.3)"),
    }
    return [texts[kind].format(side=side_name(by), move=claim.ply // 2 + 1) for (by, kind), claim in said.items()]
