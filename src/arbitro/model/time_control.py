"""Time controls: periods and what each move adds, the time for a game of 60 moves, the class of play it makes.

    text               matter                                                      function
    Laws 6.3           periods, moves in each, increment or delay with each move   TimeControl, Period, Mode
    Laws A.1, B.02 1   all periods and 60 increments; a delay counts alike         TimeControl.minutes
    Laws A.1, B.1      blitz up to 10 minutes, rapid under 60, standard from 60    time_class

Not here: how people and files write them (`time_text`), what may be rated (`ratings.time_control`), what an event must
keep (`officials.timing`), running clocks and what they can be set to (`laws`).
"""

from __future__ import annotations

from enum import Enum
from fractions import Fraction

from arbitro.frozen import dataclass
from arbitro.model.player import RatingList

MOVES = 60  # the game that all these rules think of
RAPID_BELOW, BLITZ_UP_TO = 60, 10  # minutes for that game


class Mode(Enum):
    """Laws 6.3.2: what the seconds of each move do."""

    INCREMENT = "fischer"  # they are added before every move, the first included
    DELAY = "delay_us"  # the main time waits until they are used up
    BRONSTEIN = "delay_bronstein"  # what was used of them is given back


@dataclass(frozen=True, slots=True)
class Period:
    """Main time for a number of moves (None: the rest of the game), with some seconds more for each move."""

    moves: int | None
    seconds: int | Fraction
    increment: int | Fraction = 0


@dataclass(frozen=True, slots=True)
class TimeControl:
    """A rate of play. A period of no seconds only changes what each move adds."""

    periods: tuple[Period, ...]
    mode: Mode = Mode.INCREMENT
    black: tuple[Period, ...] = ()  # Black's periods where the players have different times; `periods` are White's

    @property
    def minutes(self) -> Fraction:
        """A player's time for 60 moves: all periods, and each move's increment as of the period it is made in.

        >>> TimeControl((Period(40, 7200), Period(20, 3600), Period(None, 900, 30))).minutes  # +30 from move 61
        Fraction(195, 1)
        """
        seconds, left = Fraction(0), MOVES
        for i, period in enumerate(self.periods, 1):
            moves = left if period.moves is None or i == len(self.periods) else min(period.moves, left)
            seconds += period.seconds + period.increment * moves
            left -= moves
        return seconds / 60

    @property
    def sides(self) -> tuple[TimeControl, TimeControl]:
        """What White has and what Black has."""
        return TimeControl(self.periods, self.mode), TimeControl(self.black or self.periods, self.mode)

    @property
    def increment(self) -> int | Fraction:
        """The seconds of each move, those of the period that has most; 0: there are none."""
        return max((period.increment for period in self.periods), default=0)

    @property
    def first_control(self) -> int | None:
        """After how many moves main time is first added; None where all moves are in one control."""
        moves = None
        for period in self.periods:
            if moves is not None and period.seconds:
                break
            if period.moves is None:
                return None
            moves = (moves or 0) + period.moves
        return moves

    @property
    def encoded(self) -> str:
        """In seconds, as tournament files write it (TRF26 222).

        >>> TimeControl((Period(40, 5400, 30), Period(None, 1800, 30))).encoded
        '40/5400+30:1800+30'
        >>> TimeControl((Period(None, 300),), black=(Period(None, 240),)).encoded
        'W300-B240'
        """
        if self.black:
            return "-".join(f"{side}{part.encoded}" for side, part in zip("WB", self.sides, strict=True))
        parts = []
        for period in self.periods:
            added = f"+{_plain(Fraction(period.increment))}" if period.increment else ""
            parts.append(f"{period.moves}/" * bool(period.moves) + _plain(Fraction(period.seconds)) + added)
        return ":".join(parts)

    def __str__(self) -> str:
        """In minutes and seconds, as people write it.

        >>> print(TimeControl((Period(40, 5400, 30), Period(None, 1800, 30))), simple(25, 10, Mode.DELAY), sep=" or ")
        40/90, 30+30 or 25 d10
        """
        if self.black:
            return "-".join(f"{side}{part}" for side, part in zip("WB", self.sides, strict=True))
        parts = []
        for i, period in enumerate(self.periods, 1):
            main = _plain(Fraction(period.seconds) / 60)
            goes_on = i < len(self.periods) and self.periods[i].increment == period.increment
            added = "" if goes_on or not period.increment else f"{_SIGNS[self.mode]}{_plain(period.increment)}"
            parts.append(f"{period.moves}/{main}{added}" if period.moves else f"{main}{added}")
        return ", ".join(parts)


_SIGNS = {Mode.INCREMENT: "+", Mode.DELAY: " d", Mode.BRONSTEIN: " b"}


def _plain(value: int | Fraction) -> str:
    return str(value) if value.denominator == 1 else f"{float(value):g}"


def simple(minutes: int | float | Fraction, increment: int | Fraction = 0, mode: Mode = Mode.INCREMENT) -> TimeControl:
    """`90 minutes + 30 seconds`, all moves."""
    return TimeControl((Period(None, Fraction(str(minutes)) * 60, increment),), mode)


def time_class(
    minutes: int | Fraction, blitz_up_to: int | Fraction = BLITZ_UP_TO, *, bound_is_blitz: bool = True
) -> RatingList:
    """The class of play by the time for 60 moves; the Laws of 2009 drew the line of blitz elsewhere."""
    if minutes >= RAPID_BELOW:
        return RatingList.STANDARD
    blitz = minutes < blitz_up_to or (bound_is_blitz and minutes == blitz_up_to)
    return RatingList.BLITZ if blitz else RatingList.RAPID
