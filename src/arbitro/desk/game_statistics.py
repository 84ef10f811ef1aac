"""What the games of a tournament have in common: first moves, the shortest and the longest, ends passed over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from arbitro.desk.games import packed_of
from arbitro.desk.state import Board, GameKey, State
from arbitro.games import RecordedGame, Source, unpack
from arbitro.games.findings import dead_since, may_be_dead
from arbitro.games.packing import unpack_line
from arbitro.model.outcome import Worth

PLIES = 4  # half-moves that name an opening here
MOST = 12


@dataclass(frozen=True, slots=True)
class Opening:
    """The first moves of some games, and how those ended."""

    moves: tuple[str, ...]  # SAN
    games: int
    white: int
    draws: int
    black: int


@dataclass(frozen=True, slots=True)
class GameStatistics:
    """Of all finished games whose moves are known: what is still played counts nowhere."""

    games: int
    openings: tuple[Opening, ...]
    shortest: tuple[GameKey, int] | None  # board and moves, of games known to their end
    longest: tuple[GameKey, int] | None
    dead: tuple[tuple[GameKey, int], ...]  # played on after this move in a dead position
    illegal: tuple[tuple[GameKey, str], ...]  # the move of a scoresheet that could not be played


def game_statistics(state: State) -> GameStatistics:
    """Over every finished game of published rounds."""
    known = {
        key: packed
        for key in sorted(state.games)
        if (packed := packed_of(state, key)) and packed["moves"] and _is_over(state.round(key[0]).boards[key[1]])
    }
    lines = {key: unpack_line(packed["moves"]) for key, packed in known.items()}
    by_length = sorted((key for key in known if not known[key].get("stopped")), key=lambda key: len(lines[key]))
    ends = [key for key, packed in known.items() if may_be_dead(packed["end"])]
    dead = [(key, since) for key in ends if (since := dead_since(unpack(known[key]))) is not None]
    return GameStatistics(
        len(known),
        _openings(state, lines, {key for key, packed in known.items() if not packed.get("start")}),
        (by_length[0], (len(lines[by_length[0]]) + 1) // 2) if by_length else None,
        (by_length[-1], (len(lines[by_length[-1]]) + 1) // 2) if by_length else None,
        tuple((key, (since + 1) // 2) for key, since in dead if since < len(lines[key])),
        tuple((key, known[key]["stopped"]) for key in known if _is_illegal(known[key])),
    )


def _is_over(board: Board) -> bool:
    return board.white_outcome.played and board.white_outcome.finished


def _is_illegal(packed: Mapping[str, Any]) -> bool:
    """Do the players' moves end in an illegal one? A file that breaks off, or a sheet that nobody can read, is none."""
    return packed["source"] == Source.TYPED.value and bool(packed.get("stopped")) and not unpack(packed).illegible


def _worth(state: State, key: GameKey) -> Worth | None:
    """What a game brought White; of a match of two games what its record says."""
    if key[2]:
        stated = {"1-0": Worth.WIN, "1/2-1/2": Worth.DRAW, "0-1": Worth.LOSS}
        return stated.get(state.games[key].get("result", "*"))
    return state.round(key[0]).boards[key[1]].white_outcome.worth


def _openings(state: State, lines: dict[GameKey, tuple[str, ...]], usual: set[GameKey]) -> tuple[Opening, ...]:
    counts: dict[tuple[str, ...], Counter[Worth | None]] = {}
    for key, line in lines.items():
        if key in usual and line:
            counts.setdefault(line[:PLIES], Counter())[_worth(state, key)] += 1
    most = sorted(counts.items(), key=lambda item: (-item[1].total(), item[0]))[:MOST]
    return tuple(
        Opening(
            tuple(RecordedGame(line=line).sans()),
            results.total(),
            results[Worth.WIN],
            results[Worth.DRAW],
            results[Worth.LOSS],
        )
        for line, results in most
    )
