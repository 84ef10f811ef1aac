"""What the question "can this side still mate?" may be answered with.

Three kinds of answers and no fourth: a line that was replayed, a proof that names its kind, or an honest "not decided".
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import chess


class ProofKind(Enum):
    """How it was shown that no series of legal moves ends in mate."""

    TERMINAL = "terminal"  # the game is over on the board
    MATERIAL = "material"  # no mating position exists with this material
    EXHAUSTIVE = "exhaustive"  # every position that can arise was examined
    STATIC = "static"  # no man can ever reach the squares a mate would need


@dataclass(frozen=True, slots=True)
class Proof:
    """Why mate is impossible: the kind, and what a page may show of it."""

    kind: ProofKind
    positions: int = 0  # exhaustive: how many positions were examined
    frozen: tuple[chess.Square, ...] = ()  # static: the men that can never move or be taken
    region: tuple[chess.Square, ...] = ()  # static: every square the losing king may ever stand on


@dataclass(frozen=True, slots=True)
class Winnable:
    """Some series of legal moves ends in mate; `line` is one, already replayed."""

    line: tuple[chess.Move, ...]
    passes_75_moves: bool = False  # the line would run into 9.6.2 before the mate (a remark, not part of the verdict)


@dataclass(frozen=True, slots=True)
class Unwinnable:
    """No series of legal moves ends in mate, and this is why."""

    proof: Proof


@dataclass(frozen=True, slots=True)
class Undecided:
    """Neither a line nor a proof was found within the budget: a normal answer, never a guess."""

    examined: int


Verdict = Winnable | Unwinnable | Undecided


@dataclass(frozen=True, slots=True)
class Budget:
    """How much may be spent, in positions, so that every machine gives the same answer."""

    forced: int = 150  # positions, where few moves are legal
    glances: tuple[int, int] = (100, 500)  # guided searches per corner, before and after the static test
    small_closure: int = 5_000
    pattern_search: int = 20_000
    rounds: tuple[tuple[int, int], ...] = ((3_000, 40_000), (20_000, 80_000))  # guided search, closure


QUICK = Budget(glances=(100, 300), small_closure=600, pattern_search=2_000, rounds=())
"""For every position of a game: about a tenth of a second at most."""

ARBITER = Budget()
"""When the arbiter asks: a few seconds at most."""

PATIENT = Budget(rounds=(*ARBITER.rounds, (100_000, 400_000)))
"""In the background: a minute."""
