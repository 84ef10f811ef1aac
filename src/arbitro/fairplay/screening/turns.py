"""From games to turns: the moves that a screening compares, outside book.

A turn is one move of one player with the position before it. Left out, as the published method does: the opening
(the first `first_move - 1` moves, and whatever stands in a Polyglot book if one is given), positions that already
occurred in the game, forced moves. Positions that are already decided are left out later, when their value is known
(`model.choices`). Not here: engines (`engine`), statistics (`model`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from os import PathLike
from typing import TextIO

import chess
import chess.pgn
import chess.polyglot

from arbitro.i18n import gettext_for
from arbitro.records import is_whole

_ = gettext_for("fairplay")

FIRST_MOVE = 9  # moves 1 to 8 count as opening


@dataclass(frozen=True, slots=True)
class Turn:
    """One move of one player: the position before it (EPD), the move (UCI) and how many legal moves there were."""

    game: int
    ply: int
    player: str
    position: str
    move: str
    legal: int


@dataclass(frozen=True, slots=True)
class Games:
    """What a PGN holds for a screening: turns, ratings by player, games by player, and games with trouble."""

    turns: tuple[Turn, ...]
    ratings: dict[str, int]
    games: dict[str, int]
    problems: tuple[str, ...]


def read(
    source: TextIO, *, first_move: int = FIRST_MOVE, book: str | PathLike[str] | None = None, label: str = "PGN"
) -> Games:
    """Read every game of a PGN; a game with an illegal or unreadable move counts up to that move, with a note.

    A game without a single move (a forfeit, or a text that is no PGN) is not counted.
    """
    turns: list[Turn] = []
    ratings: dict[str, int] = {}
    counts: dict[str, int] = {}
    problems: list[str] = []
    with ExitStack() as stack:
        reader = stack.enter_context(chess.polyglot.open_reader(book)) if book else None
        number = 0
        while (game := chess.pgn.read_game(source)) is not None:
            number += 1
            players = (game.headers.get("White", "?"), game.headers.get("Black", "?"))
            if game.next() is None and (not game.errors or players == ("?", "?")):
                continue
            elos = (game.headers.get("WhiteElo", ""), game.headers.get("BlackElo", ""))
            for name, elo in zip(players, elos, strict=True):
                counts[name] = counts.get(name, 0) + 1
                if is_whole(elo) and int(elo) > 0:
                    ratings[name] = int(elo)
            if game.errors:
                sentence = _("{file}, game {n} ({white} - {black}): {error}")
                problems.append(
                    sentence.format(file=label, n=number, white=players[0], black=players[1], error=game.errors[0])
                )
            turns.extend(_turns_of(game, number, players, first_move, reader))
    return Games(tuple(turns), ratings, counts, tuple(problems))


def _turns_of(
    game: chess.pgn.Game,
    number: int,
    players: tuple[str, str],
    first_move: int,
    book: chess.polyglot.MemoryMappedReader | None,
) -> Iterator[Turn]:
    board = game.board()
    seen: set[str] = set()
    for move in game.mainline_moves():
        position = board.epd()
        in_book = board.fullmove_number < first_move or (book is not None and book.get(board) is not None)
        if not in_book and position not in seen:
            legal = board.legal_moves.count()
            if legal > 1:
                player = players[0] if board.turn == chess.WHITE else players[1]
                yield Turn(number, board.ply(), player, position, move.uci(), legal)
        seen.add(position)
        board.push(move)


def wanted(turns: Iterable[Turn]) -> dict[str, tuple[str, ...]]:
    """Every position once, with the moves that were played there: what the engine has to look at."""
    moves: dict[str, list[str]] = {}
    for turn in turns:
        played = moves.setdefault(turn.position, [])
        if turn.move not in played:
            played.append(turn.move)
    return {position: tuple(played) for position, played in moves.items()}
