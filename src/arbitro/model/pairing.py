"""The answer of every pairing system: who plays whom in a round, with which colours, on which board."""

from __future__ import annotations

from arbitro.frozen import NamedTuple
from arbitro.model.outcome import Outcome


class Pair(NamedTuple):
    """A board: the pairing numbers of White and Black (of the two teams, in team events)."""

    white: int
    black: int


class Pairings(NamedTuple):
    """A round before it is played, pairs in board order. `bye` has the pairing-allocated bye."""

    round: int
    pairs: tuple[Pair, ...]
    bye: int | None = None


class Game(NamedTuple):
    """A scheduled game of a round with each side's outcome."""

    round: int
    white: int
    black: int
    white_outcome: Outcome
    black_outcome: Outcome
