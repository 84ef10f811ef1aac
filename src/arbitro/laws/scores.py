"""Scores and results of a single game.

article    matter                                                function
10.1       win, draw, loss, and the marks of unplayed games      GameResult, unplayed_result
5, 6.9, 9  what ended it                                         EndedBy
10.2       only scores of the system, never above its maximum    score_allowed
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from arbitro.i18n import N_, gettext_for
from arbitro.laws.edition import LawsEdition

_ = gettext_for("laws")


class GameResult(Enum):
    """How a game ended; the values are those of game files."""

    WHITE_WINS = "1-0"
    BLACK_WINS = "0-1"
    DRAW = "1/2-1/2"
    BOTH_LOSE = "0-0"
    WHITE_HALF = "1/2-0"  # 11.7, 12.9.6: the loser's opponent does not win
    BLACK_HALF = "0-1/2"
    WHITE_WINS_BY_FORFEIT = "+/-"
    BLACK_WINS_BY_FORFEIT = "-/+"
    BOTH_FORFEIT = "-/-"

    @property
    def shown(self) -> str:
        """As people read it: ½-½, never 1/2-1/2."""
        return self.value.replace("1/2", "½")


class EndedBy(Enum):
    """What ended a game; the values are English, `text` speaks the reader's language."""

    CHECKMATE = N_("checkmate")
    STALEMATE = N_("stalemate")
    DEAD = N_("dead position")
    FIVEFOLD = N_("fivefold repetition")
    SEVENTY_FIVE = N_("75 moves")
    THREEFOLD = N_("threefold repetition")
    FIFTY = N_("50 moves")
    FLAG = N_("flag fall")
    RESIGNATION = N_("resignation")
    AGREEMENT = N_("agreement")

    def text(self) -> str:
        return _(self.value)


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
    return not edition.text.score_cap or white + black <= scoring.maximum


def unplayed_result(white_present: bool, black_present: bool) -> GameResult | None:
    """10.1: how a game that was not played is written; None where it can be played."""
    if white_present and black_present:
        return None
    if white_present or black_present:
        return GameResult.WHITE_WINS_BY_FORFEIT if white_present else GameResult.BLACK_WINS_BY_FORFEIT
    return GameResult.BOTH_FORFEIT
