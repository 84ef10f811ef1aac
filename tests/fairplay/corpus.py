"""The stored synthetic players: games by level, and the engine's evaluations of their positions."""

from __future__ import annotations

import gzip
import io
import random
from functools import cache
from pathlib import Path

from arbitro.fairplay.screening import model, turns
from arbitro.fairplay.screening.cache import MemoryCache, decode
from arbitro.fairplay.screening.engine import Evaluation, Settings

DATA = Path(__file__).parents[1] / "data" / "fairplay"
LEVELS = (1350, 1600, 1850, 2100, 2350)
EVENT = 9  # games of one player in a tournament


def seen(game: int) -> bool:
    """Whether the shipped calibration saw this game of a level: the odd ones of 90. The tests use the others."""
    return game % 2 == 1


@cache
def evaluations() -> dict[str, Evaluation]:
    text = gzip.decompress((DATA / "evaluations.tsv.gz").read_bytes()).decode()
    rows = (line.split("\t") for line in text.splitlines())
    return {position: decode(moves) for position, moves in rows}


def stored_cache() -> MemoryCache:
    return MemoryCache({(Settings().key, position): found for position, found in evaluations().items()})


@cache
def games(name: str) -> turns.Games:
    return turns.read(io.StringIO(pgn(name)))


def pgn(name: str) -> str:
    return gzip.decompress((DATA / f"{name}.pgn.gz").read_bytes()).decode()


@cache
def unseen(level: int) -> dict[tuple[int, int], list[model.Choice]]:
    """The choices of a level by game and side, of the games that the calibration did not see."""
    wanted = [turn for turn in games(str(level)).turns if not seen(turn.game)]
    sides: dict[tuple[int, int], list[model.Choice]] = {}
    for choice in model.choices(wanted, evaluations()):
        sides.setdefault((choice.game, choice.side), []).append(choice)
    return sides


def trial(level: int, seed: int, size: int = EVENT) -> list[model.Choice]:
    """A synthetic player's tournament: some games of the level, drawn by the seed."""
    sides = unseen(level)
    drawn = random.Random(f"{level} {seed}").sample(sorted(sides), size)
    return [choice for key in drawn for choice in sides[key]]
