"""The moves of games: typed from a scoresheet, or brought by a file, a feed or the playing zone.

    game            the moves of a board, as people write them; files bring many at once (`desk.games.save`)
    game-remove     the moves of a board are taken out again

Moves change no result: a closed tournament takes them too.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Annotated, Any

from arbitro.desk.commands.base import Draft, command, game_at
from arbitro.desk.commands.parameters import BoardNumber, LastRound, Says
from arbitro.desk.roles import ENTRY_DESK
from arbitro.desk.state import Board, GameKey, State
from arbitro.errors import Refused
from arbitro.games import RecordedGame, pack, typed
from arbitro.i18n import N_, gettext_for
from arbitro.laws.board import start_board
from arbitro.model import System

_ = gettext_for("desk")
Leg = Annotated[int, Says(help=N_("Which game of a match of two: 1 or 2."))]


def game_key(state: State, round: int | None, board: int, leg: int = 0) -> GameKey:
    """The key of a board's game; refused where there is no such board, or nobody may know of it yet."""
    paired, _seats = game_at(state, round, board)
    if state.settings.system is System.DOUBLE:
        if leg not in (1, 2):
            raise Refused(_("Say which game of the match: 1 or 2."))
    elif leg:
        raise Refused(_("A board has one game here."))
    return paired.number, board, leg


def start_of(state: State, round: int) -> str:
    """The start position of a round as a FEN; nothing for the usual one."""
    number = state.start_position(round)
    drawn = start_board(str(number)) if number is not None else None
    return drawn.fen() if drawn is not None else ""


def draft_of(state: State, games: Iterable[tuple[GameKey, RecordedGame]]) -> Draft:
    """One entry with the moves of these boards."""
    rows = []
    for key, game in games:
        seats: Board = state.round(key[0]).boards[key[1]]
        row: dict[str, Any] = {"round": key[0], "board": key[1], "white": seats.white, "black": seats.black}
        rows.append(row | ({"leg": key[2]} if key[2] else {}) | pack(game))
    return Draft("game", {"games": rows}, frozenset(f"game:{r['round']}:{r['board']}:{r.get('leg', 0)}" for r in rows))


@command("game", ENTRY_DESK, help=N_("The moves of a game, as people write them: 3 'e4 e5 Cf3 Cc6'."))
def game(
    state: State,
    *,
    board: BoardNumber,
    moves: Annotated[str, Says(help=N_("The moves, with piece letters of any language."))],
    round: LastRound = None,
    leg: Leg = 0,
    termination: Annotated[str, Says(help=N_("How it ended, in words: time forfeit, abandoned …"))] = "",
    keep: Annotated[bool, Says(help=N_("Keep a sheet although a move cannot be read or played."))] = False,
) -> Draft:
    """Write down the moves of a board; an illegal or ambiguous one is refused with its number. `keep`: the sheet is
    kept up to there, with the place marked and what follows in words."""
    key = game_key(state, round, board, leg)
    read = typed(moves, start_of(state, key[0]))
    if (stop := read.stopped) is not None and not keep:
        raise Refused(_("{number} {word}: {reason}").format(number=stop.number, word=stop.word, reason=stop.reason))
    sheet = read.kept()
    if not sheet.line:
        raise Refused(_("Say the moves."))
    old = state.games.get(key)
    new = pack(sheet)
    same = old is not None and all(old.get(name) == new.get(name) for name in ("moves", "stopped", "rest"))
    if same and not sheet.clocks and not sheet.doubts:
        raise Refused(_("Board {b} has these moves already.").format(b=board))
    return draft_of(state, [(key, replace(sheet, termination=termination.strip()[:40]))])


@command("game-remove", ENTRY_DESK, help=N_("Take the moves of a board out."))
def game_remove(state: State, *, board: BoardNumber, round: LastRound = None, leg: Leg = 0) -> Draft:
    """The moves of a board are taken out; its result stays."""
    number = round if round is not None else len(state.rounds)
    key = (number, board, leg)
    if key not in state.games:
        raise Refused(_("Round {r}, board {b} has no moves.").format(r=number, b=board))
    return Draft("game-remove", {"games": [list(key)]}, frozenset({"game:{}:{}:{}".format(*key)}))
