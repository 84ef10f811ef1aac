"""A paired round, bracket by bracket: the answer of both engines. Players are known by their place in the field."""

from __future__ import annotations

from typing import NamedTuple

from arbitro.matching.first import Candidate
from arbitro.swiss.dutch.arena import Arena
from arbitro.swiss.dutch.bracket import Bracket

NORMAL, REJECTED, PENULTIMATE, COLLAPSED, LAST = "normal", "rejected", "ppb", "clb", "last"


class PairedBracket(NamedTuple):
    """What was made of a bracket; players by their place in the field."""

    kind: str  # normal, rejected (by the completion test), ppb, clb or last
    mdps: tuple[int, ...]
    residents: tuple[int, ...]
    pairs: tuple[tuple[int, int], ...]  # the higher-ranked player first
    floaters: tuple[int, ...]  # in the last bracket: who has the bye


class PairedRound(NamedTuple):
    """A paired round, bracket by bracket."""

    brackets: tuple[PairedBracket, ...]
    bye: int | None

    def pairs(self) -> list[tuple[int, int]]:
        """All pairs that stand."""
        return [pair for bracket in self.brackets if bracket.kind != REJECTED for pair in bracket.pairs]


def score_groups(arena: Arena) -> list[list[int]]:
    """A.3: the players of each score, highest first."""
    groups: list[list[int]] = []
    last: int | None = None
    for v, score in enumerate(arena.score):
        if score != last:
            groups.append([])
            last = score
        groups[-1].append(v)
    return groups


def paired_bracket(kind: str, bracket: Bracket, candidate: Candidate) -> PairedBracket:
    """What a candidate makes of a bracket."""
    v, mdps = bracket.vertices, bracket.mdps
    return PairedBracket(
        kind,
        tuple(v[:mdps]),
        tuple(v[mdps:]),
        tuple((v[i], v[j]) for i, j in candidate[0]),
        tuple(v[i] for i in candidate[1]),
    )
