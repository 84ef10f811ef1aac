"""Time controls: periods and what each move adds, the time for a game of 60 moves, the class of play it makes.

    text               matter                                                      function
    Laws 6.3           periods, moves in each, increment or delay with each move   TimeControl, Period, Mode
    Laws A.1, B.02 1   all periods and 60 increments; a delay counts alike         TimeControl.minutes
    Laws A.1, B.1      blitz up to 10 minutes, rapid under 60, standard from 60    time_class
    TRF26 222          seconds, periods joined by colons: 40/5400+30:1800+30       parse_encoded
    TRF 122            as people write it: 90 min + 30 sec                         parse

Not here: what may be rated (`ratings.time_control`), what an event must keep (`officials.timing`), running clocks and
the stricter reading of what is typed at a clock (`laws`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from arbitro.model.player import RatingList

MOVES = 60  # the game that all these rules think of
RAPID_BELOW, BLITZ_UP_TO = 60, 10  # minutes for that game
MOST_MINUTES = 179  # a bare number above this is taken for seconds: 180+2 is three minutes, 150+30 two hours and a half


class Mode(Enum):
    """Laws 6.3.2: what the seconds of each move do."""

    INCREMENT = "fischer"  # they are added before every move, the first included
    DELAY = "delay_us"  # the main time waits until they are used up
    BRONSTEIN = "delay_bronstein"  # what was used of them is given back

    __hash__ = object.__hash__


@dataclass(frozen=True, slots=True)
class Period:
    """Main time for a number of moves (None: the rest of the game), with some seconds more for each move."""

    moves: int | None
    seconds: int | Fraction
    increment: int | Fraction = 0


@dataclass(frozen=True, slots=True)
class TimeControl:
    """A rate of play, the same for both players. A period of no seconds only changes what each move adds."""

    periods: tuple[Period, ...]
    mode: Mode = Mode.INCREMENT

    @property
    def minutes(self) -> Fraction:
        """A player's time for 60 moves: all periods, and each move's increment as of the period it is made in.

        >>> parse_encoded("40/7200:20/3600:900+30").minutes  # the increment starts with move 61
        Fraction(195, 1)
        """
        seconds, left = Fraction(0), MOVES
        for i, period in enumerate(self.periods, 1):
            moves = left if period.moves is None or i == len(self.periods) else min(period.moves, left)
            seconds += period.seconds + period.increment * moves
            left -= moves
        return seconds / 60

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
        """
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


# ---------------------------------------------------------------- reading

_ENCODED = re.compile(r"(?:(?P<moves>\d+)/)?(?P<seconds>\d+)(?:(?P<sign>[+dD])(?P<increment>\d+))?$")
_MINUTES = re.compile(
    r"(?P<hours>\d+)\s*h(?:ours?|oras?|rs?)?\.?\s*(?:(?P<extra>\d+)\s*(?:m\w*|'))?|(?P<minutes>\d+)\s*(?:min\w*\.?|m\b|['′’](?!['′’]))",
    re.IGNORECASE,
)
_SECONDS = re.compile(r"(?P<seconds>\d+)\s*(?:s(?:ec\w*|eg\w*)?\b\.?|\"|''|″|”)", re.IGNORECASE)
_MOVES = re.compile(r"(?P<moves>\d+)\s*(?:moves?|jugadas?|movimientos?)\b", re.IGNORECASE)
_SHORT = re.compile(r"^\s*(?P<minutes>\d+)\s*\+\s*(?P<increment>\d+)\s*$")


def parse_encoded(text: str) -> TimeControl | None:
    """A time control in seconds, as TRF26 222 has it, or None: `5400+30`, `40/5400+30:1800+30`, `1500d10`.

    >>> parse_encoded("180+2").minutes
    Fraction(5, 1)
    """
    periods, mode = [], Mode.INCREMENT
    for part in re.split(r"[:;,]", text.strip()):
        match = _ENCODED.match(part.strip())
        if match is None:
            return None
        if match["sign"] in ("d", "D"):
            mode = Mode.DELAY
        moves = int(match["moves"]) if match["moves"] else None
        periods.append(Period(moves, int(match["seconds"]), int(match["increment"] or 0)))
    return TimeControl(tuple(periods), mode)


def parse(text: str) -> TimeControl | None:
    """A time control as people write it, or None where it cannot be told.

    `90 min + 30 sec`, `15'+10"`, `40 moves in 90 minutes, then 30 minutes, 30 seconds per move`. A bare `90+30` is in
    minutes; what has more than 180 of them, or slashes, is encoded in seconds.

    >>> parse("90 min / 40 jugadas + 30 min, 30 seg por jugada").minutes
    Fraction(150, 1)
    """
    short = _SHORT.match(text)
    if short and int(short["minutes"]) <= MOST_MINUTES:
        return simple(int(short["minutes"]), int(short["increment"]))
    encoded = parse_encoded(text)
    if encoded is not None and encoded.periods[0].seconds > MOST_MINUTES:
        return encoded
    return _in_words(text)


def _in_words(text: str) -> TimeControl | None:
    seconds = [
        60 * int(m["minutes"]) if m["minutes"] else 3600 * int(m["hours"]) + 60 * int(m["extra"] or 0)
        for m in _MINUTES.finditer(text)
    ]
    if not seconds:
        return None
    increment = _SECONDS.search(text)
    per_move = int(increment["seconds"]) if increment else 0
    moves = _MOVES.search(text)
    first_moves = int(moves["moves"]) if moves and len(seconds) > 1 else None
    return TimeControl(tuple(Period(first_moves if i == 0 else None, s, per_move) for i, s in enumerate(seconds)))
