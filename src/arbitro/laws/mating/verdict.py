"""What the question "can this side still mate?" may be answered with.

Three kinds of answers and no fourth: a line that was replayed, a proof that names its kind, or an honest "not decided".
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import chess

from arbitro import words
from arbitro.i18n import gettext_for
from arbitro.laws.board import side_name

_ = gettext_for("laws")


class ProofKind(Enum):
    """How it was shown that no series of legal moves ends in mate."""

    TERMINAL = "terminal"  # the game is over on the board
    MATERIAL = "material"  # no mating position exists with this material
    EXHAUSTIVE = "exhaustive"  # every position that can arise was examined
    WALL = "wall"  # wherever the bishops stand, the moves of kings and pawns lead to no mate
    STATIC = "static"  # no piece can ever reach the squares a mate would need


@dataclass(frozen=True, slots=True)
class Proof:
    """Why mate is impossible: the kind, and what a page may show of it."""

    kind: ProofKind
    positions: int = 0  # exhaustive: how many positions were examined; wall: how many of kings and pawns
    frozen: tuple[chess.Square, ...] = ()  # static: the pieces that can never move or be taken
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
    """How much may be spent, so that every machine gives the same answer."""

    glance: int = 100  # positions of the first searches towards a corner
    # moves of shapes, between other attempts
    closures: tuple[int, int, int, int] = (1_000, 4_000, 60_000, 350_000)
    # minor pieces: plans, positions for each
    plans: tuple[tuple[int, int], tuple[int, int]] = ((6, 3_000), (24, 1_500))
    search: int = 2_000  # positions of the later search, without hopeless ones


QUICK = Budget(closures=(1_000, 3_000, 3_000, 3_000), plans=((3, 1_500), (0, 0)), search=100)
"""For every position of a game: about a tenth of a second at most."""

ARBITER = Budget()
"""When the arbiter asks: a moment, at most some seconds."""

PATIENT = Budget(closures=(1_000, 4_000, 60_000, 2_000_000), plans=((6, 3_000), (48, 30_000)), search=20_000)
"""In the background: a minute."""


def explain_verdict(board: chess.Board, side: chess.Color, verdict: Verdict) -> str:
    """What the arbiter is told: the line, the proof, or that nothing is decided."""
    name = side_name(side)
    if not _("{side} has mated.").startswith("{side}"):  # `Las blancas …`: inside a sentence it is a common noun
        name = name.lower()
    if isinstance(verdict, Winnable):
        if not verdict.line:
            return _("{side} has mated.").format(side=name)
        text = _("{side} can still mate: a line of {moves} was found.").format(
            side=name, moves=words.count(len(verdict.line), "half-move")
        )
        if verdict.passes_75_moves:
            text += " " + _(
                "The line passes 75 moves without capture or pawn move (9.6.2); the Laws do not say whether it counts."
            )
        return text
    if isinstance(verdict, Unwinnable):
        proof = verdict.proof
        match proof.kind:
            case ProofKind.TERMINAL:
                return _("{side} cannot mate: the game is over on the board.").format(side=name)
            case ProofKind.MATERIAL:
                return _("{side} cannot mate: no mating position exists with this material.").format(side=name)
            case ProofKind.EXHAUSTIVE:
                moves = list(board.legal_moves)
                if len(moves) == 1:
                    return _(
                        "{side} cannot mate: only {move} is legal, and no mate can follow (examined: {n})."
                    ).format(side=name, move=board.san(moves[0]), n=words.count(proof.positions, "position"))
                return _("{side} cannot mate: all {n} positions that can arise were examined.").format(
                    side=name, n=proof.positions
                )
            case ProofKind.WALL:
                return _(
                    "{side} cannot mate: wherever the bishops stand, none of the {n} placements of kings and pawns "
                    "that can arise allows it."
                ).format(side=name, n=proof.positions)
            case ProofKind.STATIC:
                return _(
                    "{side} cannot mate: the pieces on {frozen} can never move or be taken, and the other king "
                    "stays on {region}."
                ).format(
                    side=name,
                    frozen=", ".join(map(chess.square_name, proof.frozen)) or "-",
                    region=_region(proof.region),
                )
    return _("Not decided: no mate found, impossibility not shown (examined: {n}).").format(
        n=words.count(verdict.examined, "position")
    )


def _region(squares: tuple[chess.Square, ...]) -> str:
    if len(squares) <= 4:
        return ", ".join(map(chess.square_name, squares))
    ranks = sorted({chess.square_rank(square) + 1 for square in squares})
    return _("ranks {first} to {last} ({n} squares)").format(first=ranks[0], last=ranks[-1], n=len(squares))
