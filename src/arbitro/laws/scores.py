"""Scores and result marks of a single game.

article    matter                                                function
10.1       win, draw, loss, and the marks of unplayed games      unplayed_mark
10.2       only scores of the system, never above its maximum    score_allowed
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from arbitro.laws.edition import DIFFERENCES, LawsEdition


@dataclass(frozen=True, slots=True)
class GameScoring:
    """What a game is worth: 1-½-0, 3-1-0, 3-2-1-0, 2-1-0 or another system of the regulations."""

    win: Fraction = Fraction(1)
    draw: Fraction = Fraction(1, 2)
    loss: Fraction = Fraction(0)
    forfeit: Fraction = Fraction(0)

    @property
    def values(self) -> frozenset[Fraction]:
        return frozenset((self.win, self.draw, self.loss, self.forfeit))

    @property
    def maximum(self) -> Fraction:
        """10.2: the most that both players of a normal game score together."""
        return max(self.win + self.loss, 2 * self.draw)


def score_allowed(
    scoring: GameScoring, white: Fraction, black: Fraction, edition: LawsEdition = LawsEdition.E2023
) -> bool:
    """10.2: both scores belong to the system and do not exceed a normal game (2009: no such cap)."""
    if not {white, black} <= scoring.values:
        return False
    return not DIFFERENCES[edition].score_cap or white + black <= scoring.maximum


def unplayed_mark(white_present: bool, black_present: bool) -> str | None:
    """10.1: how a game that was not played is written; None where it can be played."""
    if white_present and black_present:
        return None
    return {(True, False): "+/-", (False, True): "-/+", (False, False): "-/-"}[white_present, black_present]
