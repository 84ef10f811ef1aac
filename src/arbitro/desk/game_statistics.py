"""What the games of a tournament have in common: first moves, the shortest and the longest, ends passed over."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from arbitro.desk.games import packed_of, result_of
from arbitro.desk.state import GameKey, State
from arbitro.games import Game, unpack
from arbitro.games.findings import dead_since
from arbitro.games.packing import unpack_line

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
    """Of all games whose moves are known."""

    games: int
    openings: tuple[Opening, ...]
    shortest: tuple[GameKey, int] | None  # board and moves, of finished games
    longest: tuple[GameKey, int] | None
    dead: tuple[tuple[GameKey, int], ...]  # played on after this move in a dead position
    illegal: tuple[tuple[GameKey, str], ...]  # the move that could not be played


def game_statistics(state: State) -> GameStatistics:
    """Over every game of published rounds."""
    known = {key: packed for key in sorted(state.games) if (packed := packed_of(state, key)) is not None}
    lines = {key: unpack_line(packed["moves"]) for key, packed in known.items()}
    finished = [key for key in known if state.round(key[0]).boards[key[1]].finished and lines[key]]
    by_length = sorted(finished, key=lambda key: len(lines[key]))
    ends = {key: known[key]["end"].partition(" ")[0] for key in finished}
    few = [key for key in finished if sum(letter.isalpha() for letter in ends[key]) <= 14]
    dead = [(key, since) for key in few if (since := dead_since(unpack(known[key]))) is not None]
    return GameStatistics(
        len(known),
        _openings(state, lines, {key for key, packed in known.items() if not packed.get("start")}),
        (by_length[0], (len(lines[by_length[0]]) + 1) // 2) if by_length else None,
        (by_length[-1], (len(lines[by_length[-1]]) + 1) // 2) if by_length else None,
        tuple((key, (since + 1) // 2) for key, since in dead if since < len(lines[key])),
        tuple((key, packed["stopped"]) for key, packed in known.items() if packed.get("stopped")),
    )


def _openings(state: State, lines: dict[GameKey, tuple[str, ...]], usual: set[GameKey]) -> tuple[Opening, ...]:
    counts: dict[tuple[str, ...], Counter[str]] = {}
    for key, line in lines.items():
        if key in usual and line:
            counts.setdefault(line[:PLIES], Counter())[result_of(state.round(key[0]).boards[key[1]])[0]] += 1
    most = sorted(counts.items(), key=lambda item: (-item[1].total(), item[0]))[:MOST]
    return tuple(
        Opening(tuple(Game(line=line).sans()), found.total(), found["1-0"], found["1/2-1/2"], found["0-1"])
        for line, found in most
    )
