"""Whole games: is every move legal, what could have been claimed when, does the result agree with the end?

article        matter                                               function
3, 7.5         every move legal (games come from `pgn`)              check_game
5.1, 5.2       what ended the game on the board                     check_game
9.2, 9.3       claims that were open, and to whom                   check_game
9.6            automatic draws that were missed                     check_game
5.1.2, 6.9     a win by a side that could not mate                  check_game
6.2, 6.9       clock comments against the time control              check_clock

Not here: scoresheets, and whether two of them agree (8.1: `games.sheets`).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import chess
import chess.pgn

from arbitro.errors import Refused
from arbitro.i18n import gettext_for
from arbitro.laws.board import side_name
from arbitro.laws.claims import automatic_draw, open_claims
from arbitro.laws.clock import ms
from arbitro.laws.edition import LawsEdition
from arbitro.laws.live import LiveGame
from arbitro.laws.mating import QUICK, Unwinnable, can_mate, is_dead
from arbitro.laws.mating.search import Key, key_of
from arbitro.laws.notation import numbered, why_unplayed
from arbitro.laws.pgn import Unclosed, unplayed
from arbitro.laws.rulings import Side
from arbitro.laws.scores import EndedBy, GameResult
from arbitro.model.time_control import TimeControl

_ = gettext_for("laws")

SHOWN_TO = 1000  # clock comments are written to the second


_ARTICLES = {EndedBy.STALEMATE: "5.2.1", EndedBy.SEVENTY_FIVE: "9.6.2"}


class GameFaultKind(Enum):
    """What is wrong with a game."""

    ILLEGAL_MOVE = "illegal_move"
    UNCLOSED = "unclosed"  # a comment or a variation without an end
    ILLEGAL_START = "illegal_start"
    PLAYED_ON = "played_on"  # after the game was over by itself
    RESULT = "result"  # the result disagrees with the end
    CANNOT_WIN = "cannot_win"  # a win by a side that could not mate
    NO_RESULT = "no_result"
    VARIANT = "variant"  # neither chess nor Chess960
    CLOCK = "clock"  # more time than the control can give
    FLAG = "flag"  # a move after the flag had fallen
    REFUSED = "refused"  # the recorded end is not allowed


@dataclass(frozen=True, slots=True)
class GameFault:
    """Something wrong, at a half-move (0: before the first)."""

    kind: GameFaultKind
    ply: int
    article: str
    detail: str | EndedBy | tuple[EndedBy, GameResult] | chess.Color = ""
    reason: str = ""

    def text(self) -> str:
        said = self._text()
        return f"{said} ({self.reason})" if self.reason else said

    def _text(self) -> str:
        return {
            GameFaultKind.ILLEGAL_MOVE: _("illegal or unreadable move: {detail}"),
            GameFaultKind.UNCLOSED: _("what begins here is never closed, and the text may be cut off: {detail}"),
            GameFaultKind.ILLEGAL_START: _("the start position is not legal: {detail}"),
            GameFaultKind.PLAYED_ON: _("the game was over here ({detail}), yet it went on"),
            GameFaultKind.RESULT: _("the result does not agree with the final position: {detail}"),
            GameFaultKind.CANNOT_WIN: _("{detail} could not mate by any series of legal moves: a draw"),
            GameFaultKind.NO_RESULT: _("the game has no result, but it is over: {detail}"),
            GameFaultKind.VARIANT: _("{detail} is not a game of the Laws: only chess and Chess960 are checked"),
            GameFaultKind.CLOCK: _("the clock shows more time than there can be: {detail}"),
            GameFaultKind.FLAG: _("the flag had fallen before this move: {detail}"),
            GameFaultKind.REFUSED: _("the recorded end is not allowed: {detail}"),
        }[self.kind].format(detail=self._spoken())

    def _spoken(self) -> str:
        match self.detail:
            case bool() as side:
                return side_name(side)
            case EndedBy() as reason:
                return reason.text()
            case (EndedBy() as reason, GameResult() as result):
                return f"{reason.text()}, {result.shown}"
        return str(self.detail)


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim that the player on move had before half-move `ply + 1`."""

    ply: int
    by: chess.Color
    kind: str  # repetition, fifty
    declared: str | None  # the move to write down and declare; None: the position as it stands
    count: int


@dataclass(frozen=True, slots=True)
class GameReport:
    """A game examined."""

    moves: tuple[str, ...]  # UCI
    claims: tuple[Claim, ...]
    problems: tuple[GameFault, ...]
    result: str  # as recorded
    ended_by: EndedBy | None  # what ended it on the board
    implied: GameResult | None  # the result that follows from it

    @property
    def ok(self) -> bool:
        return not self.problems


def check_game(
    game: chess.pgn.Game, edition: LawsEdition = LawsEdition.E2023, *, online: bool = False, claims: bool = True
) -> GameReport:
    """Examine one game of a PGN file."""
    result = game.headers.get("Result", "*")
    if not _is_chess(game.headers):
        other = GameFault(GameFaultKind.VARIANT, 0, "II", game.headers.get("Variant", ""))
        return GameReport((), (), (other,), result, None, None)
    try:
        board = game.board()
    except ValueError:
        unreadable = GameFault(GameFaultKind.ILLEGAL_START, 0, "3.10.3", game.headers.get("FEN", ""))
        return GameReport((), (), (unreadable,), result, None, None)
    problems: list[GameFault] = []
    if not board.is_valid() and board.status() & ~chess.STATUS_BAD_CASTLING_RIGHTS:
        problems.append(GameFault(GameFaultKind.ILLEGAL_START, 0, "3.10.3", board.fen()))
        return GameReport((), (), tuple(problems), result, None, None)
    found: list[Claim] = []
    keys: list[Key] = [key_of(board)]
    over: tuple[int, EndedBy, str] | None = None  # ply, what, article
    moves = list(game.mainline_moves())
    for ply in range(len(moves) + 1):
        seen = keys.count(keys[-1])
        if over is None and (reason := automatic_draw(board, edition, online=online, seen=seen)) is not None:
            over = (ply, reason, _ARTICLES.get(reason, "9.6.1"))
        if claims and over is None:
            found.extend(_claims(board, keys, ply))
        if ply < len(moves):
            board.push(moves[ply])
            keys.append(key_of(board))
    if (dead := dead_position_since(board)) is not None and (over is None or dead < over[0]):
        over = (dead, EndedBy.DEAD, "5.2.2")
    if board.is_checkmate() and over is None:
        over = (len(moves), EndedBy.CHECKMATE, "5.1.1")
    if over is not None and over[0] < len(moves):
        problems.append(GameFault(GameFaultKind.PLAYED_ON, over[0], over[2], over[1]))
    if game.errors and isinstance(game.errors[-1], Unclosed):
        problems.append(GameFault(GameFaultKind.UNCLOSED, len(moves) + 1, "", str(game.errors[-1])))
    if game.errors and not isinstance(game.errors[0], Unclosed):
        written = unplayed(game.errors[0])
        detail = f"{numbered(board)} {written}".strip()
        why = why_unplayed(board, written)
        problems.append(GameFault(GameFaultKind.ILLEGAL_MOVE, len(moves) + 1, "7.5.1", detail, why))
    implied = None
    if over is not None:
        mated = GameResult.BLACK_WINS if board.turn else GameResult.WHITE_WINS
        implied = mated if over[1] is EndedBy.CHECKMATE else GameResult.DRAW
    if not game.errors:
        problems.extend(_result_problems(board, result, implied, over[1] if over else None, edition))
    return GameReport(
        tuple(move.uci() for move in moves), tuple(found), tuple(problems), result, over[1] if over else None, implied
    )


def _is_chess(headers: chess.pgn.Headers) -> bool:
    try:
        return headers.variant() is chess.Board
    except ValueError:  # a variant that python-chess does not know
        return False


def _claims(board: chess.Board, keys: list[Key], ply: int) -> list[Claim]:
    here = open_claims(board, keys)
    claims = []
    if here.repetition_now:
        claims.append(Claim(ply, board.turn, "repetition", None, here.repetition))
    if here.fifty_now:
        claims.append(Claim(ply, board.turn, "fifty", None, board.halfmove_clock))
    claims.extend(Claim(ply, board.turn, "repetition", move, 3) for move in here.repetition_moves)
    if not here.fifty_now:
        claims.extend(Claim(ply, board.turn, "fifty", move, 100) for move in here.fifty_moves[:1])
    return claims


def dead_position_since(board: chess.Board) -> int | None:
    """5.2.2: the first half-move after which the position was dead. Once dead, always dead: halve the interval."""
    work = board.copy()
    if is_dead(work, QUICK) is not True or work.is_stalemate():
        return None
    moves = list(board.move_stack)
    root = board.root()
    low, high = 0, len(moves)
    while low < high:
        middle = (low + high) // 2
        probe = root.copy()
        for move in moves[:middle]:
            probe.push(move)
        if is_dead(probe, QUICK) is True:
            high = middle
        else:
            low = middle + 1
    return low


def _result_problems(
    board: chess.Board, result: str, implied: GameResult | None, ended_by: EndedBy | None, edition: LawsEdition
) -> list[GameFault]:
    last = len(board.move_stack)
    if implied is not None:
        if result == "*":
            return [GameFault(GameFaultKind.NO_RESULT, last, "5", ended_by or "")]
        if result != implied.value:
            return [GameFault(GameFaultKind.RESULT, last, "5", (ended_by, implied) if ended_by else "")]
        return []
    if result in ("1-0", "0-1"):
        winner = result == "1-0"
        if isinstance(can_mate(board, winner, QUICK), Unwinnable):
            article = "5.1.2, 6.9" if edition.text.resignation_needs_mate else "6.9"
            return [GameFault(GameFaultKind.CANNOT_WIN, last, article, winner)]
    return []


# ---------------------------------------------------------------- clock times


def check_clock(
    game: chess.pgn.Game, control: TimeControl, edition: LawsEdition = LawsEdition.E2023
) -> tuple[GameFault, ...]:
    """6.2, 6.9: play a game with its clock comments ([%clk]) again: no flag, no time from nowhere, a fair end."""
    live = LiveGame.new(control, edition, game.board().fen())
    for ply, node in enumerate(game.mainline(), 1):
        shown = node.clock()
        if shown is None:
            break
        colour = live.board.turn
        if live.result is not None:
            break
        at_once = live.move(node.move.uci())
        used = at_once.clock.side(colour).remaining - ms(shown)
        if used < -SHOWN_TO:
            return (GameFault(GameFaultKind.CLOCK, ply, "6.3", node.san()),)
        live = live.move(node.move.uci(), max(0, used))
        if live.ended_by is EndedBy.FLAG:
            assert live.result is not None
            return (GameFault(GameFaultKind.FLAG, ply, "6.9", (EndedBy.FLAG, live.result)),)
    return _recorded_end(live, game.headers.get("Result", "*"))


def _recorded_end(live: LiveGame, result: str) -> tuple[GameFault, ...]:
    """A result that the board does not give was agreed or came by resignation: is it allowed?"""
    if live.result is not None or result not in ("1-0", "0-1", "1/2-1/2"):
        return ()
    last = len(live.moves)
    try:
        ended = live.agree() if result == "1/2-1/2" else live.resign(Side.BLACK if result == "1-0" else Side.WHITE)
    except Refused as problem:
        return (GameFault(GameFaultKind.REFUSED, last, problem.article or "5.2.3", str(problem)),)
    if ended.result is not None and ended.result.value != result:
        return (GameFault(GameFaultKind.CANNOT_WIN, last, "5.1.2", result == "1-0"),)
    return ()
