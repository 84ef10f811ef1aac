"""What a format needs to know besides players and results: one small record, all of it with a default.

    field          for
    entries        the stage's entries in the order of their numbers; empty: everybody by pairing number
    first_round    the round of the tournament in which the stage begins
    groups         parallel round robins: the entries of each group
    double         which rounds of a double round robin are exchanged
    games          games of a match; of every match of a knock-out (default 1)
    ladder         the tie-break legs of matches; None: the format's own
    play_on        play a decided match to its end
    awarded        (winner, loser) of knock-out matches decided by lot or by the arbiter
    boards         boards of a team table; None: what the board orders hold
    balanced       Skalitzka: balance the colours between the teams
    third_place    knock-outs: the losers of the semi-finals meet for the third place
    by_team        round robins and knock-outs of teams; None: where the tournament has teams

A snapshot carries its plan: the same snapshot gives the same round.
"""

from __future__ import annotations

from dataclasses import replace
from enum import Enum

from arbitro.frozen import dataclass
from arbitro.model.player import RatingList

TYPE_CHECKING = False
if TYPE_CHECKING:
    from arbitro.model.time_control import TimeControl


class Double(Enum):
    """Which last two rounds of a double round robin are exchanged, against three equal colours at the seam."""

    NONE = "none"  # none: the second cycle is the first with colours reversed
    FIRST = "first"  # of the first cycle (annex I)
    EACH = "each"  # of both cycles (older practice; fails with four players)


@dataclass(frozen=True, slots=True)
class TimeLimit:
    """Minutes for all moves and an increment in seconds, which may begin at a later move."""

    minutes: int
    increment: int = 0
    increment_from: int = 1

    @property
    def control(self) -> TimeControl:
        """The same as a time control: an increment that begins later is a period of its own."""
        from arbitro.model.time_control import Period, TimeControl, simple

        if self.increment and self.increment_from > 1:
            first = Period(self.increment_from - 1, 60 * self.minutes)
            return TimeControl((first, Period(None, 0, self.increment)))
        return simple(self.minutes, self.increment)

    def __str__(self) -> str:
        if not self.increment:
            return f"{self.minutes}"
        later = f" from move {self.increment_from}" if self.increment_from > 1 else ""
        return f"{self.minutes}+{self.increment}{later}"


@dataclass(frozen=True, slots=True)
class Leg:
    """Games of one kind inside a match: if the leg is level, the next one is played."""

    name: str
    games: int
    white: TimeLimit
    black: TimeLimit | None = None  # None: as White
    rating: RatingList | None = None  # the list in which its games are rated; None: by its time
    draw_is_black: bool = False  # sudden death: a draw counts as a win of Black

    @property
    def control(self) -> TimeControl:
        """What its games are played at."""
        white = self.white.control
        return white if self.black is None else replace(white, black=self.black.control.periods)

    @property
    def rated_in(self) -> RatingList | None:
        """The list that its games belong to; None where the players have different times."""
        if self.black is not None and self.black != self.white:
            return None
        from arbitro.model.time_control import time_class

        return self.rating or time_class(self.control.minutes)


RAPID = Leg("rapid", 2, TimeLimit(25, 10), rating=RatingList.RAPID)
BLITZ = Leg("blitz", 2, TimeLimit(3, 2), rating=RatingList.BLITZ)
SUDDEN_DEATH = Leg("sudden death", 1, TimeLimit(5, 2, 61), TimeLimit(4, 2, 61), draw_is_black=True)
LADDER: tuple[Leg, ...] = (RAPID, BLITZ, SUDDEN_DEATH)


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """See the table above."""

    entries: tuple[int, ...] = ()
    first_round: int = 1
    groups: tuple[tuple[int, ...], ...] = ()
    double: Double = Double.FIRST
    games: int | None = None
    ladder: tuple[Leg, ...] | None = None
    play_on: bool = False
    awarded: frozenset[tuple[int, int]] = frozenset()
    boards: int | None = None
    balanced: bool = False
    third_place: bool = False
    by_team: bool | None = None


NO_PLAN = Plan()
