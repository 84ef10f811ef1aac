"""Time controls: periods and what each move adds, the time for a game of 60 moves, the class of play it makes.

    text               matter                                                      function
    Laws 6.3           periods, moves in each, increment or delay with each move   TimeControl, Period, Mode
    Laws A.1, B.02 1   all periods and 60 increments; a delay counts alike         TimeControl.minutes
    Laws A.1, B.1      blitz up to 10 minutes, rapid under 60, standard from 60    time_class
    TRF26 222, PGN     seconds, periods joined by colons: 40/5400+30:1800+30       parse_encoded
    TRF 122            as people write it: 90 min + 30 sec                         parse

Not here: what may be rated (`ratings.time_control`), what an event must keep (`officials.timing`), running clocks and
what they can be set to (`laws`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction

from arbitro.model.player import RatingList

MOVES = 60  # the game that all these rules think of
RAPID_BELOW, BLITZ_UP_TO = 60, 10  # minutes for that game
LONGEST_TEXT = 500  # letters; nobody needs more to write a time control
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

_ENCODED = re.compile(
    r"(?:(?P<moves>\d+)/)?(?P<seconds>\d+(?:\.\d+)?)(?:(?P<sign>[+dD])(?P<increment>\d+(?:\.\d+)?))?$"
)


def parse_encoded(text: str) -> TimeControl | None:
    """A time control in seconds, as TRF26 222 and PGN have it, or None: `5400+30`, `40/5400+30:1800+30`, `1500d10`.

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
        periods.append(Period(moves, _number(match["seconds"]), _number(match["increment"] or "0")))
    return TimeControl(tuple(periods), mode)


def _number(text: str) -> int | Fraction:
    return int(text) if text.isdigit() else Fraction(text)


def parse(text: str) -> TimeControl | None:
    """A time control as people write it, or None where it cannot be told. Bare numbers are minutes, bonuses seconds.

    `90+30`, `3'+2''`, `40/90, 30 +30` (the same bonus in both periods), `40/120 then 60`, `2h/40, 1h`, `25 d10`,
    `15 b5`, `G/60;d5`, `40 moves in 90 minutes, then 30 minutes, 30 seconds per move`. What begins with more than 179
    is encoded in seconds. Of other sentences only minutes, seconds and moves are read.

    >>> parse("90 min / 40 jugadas + 30 min, 30 seg por jugada").minutes
    Fraction(150, 1)
    """
    if len(text) > LONGEST_TEXT:
        return None
    encoded = parse_encoded(text)
    if encoded is not None and encoded.periods[0].seconds > MOST_MINUTES:
        return encoded
    return _as_typed(text.strip().lower()) or _in_words(text)


_HOURS = r"h|hrs?|hours?|horas?"
_MINUTES = r"min(?:s|utes?|utos?)?\.?|m|['′’](?!['′’])"
_SECONDS = r"s|secs?\.?|seconds?|seg(?:s|undos?)?\.?|\"|''|″|”"
_MOVE = r"moves?|movs?\.?|movimientos?|jugadas?|mv"
_AMOUNT = r"\d+(?:\.\d+)?"
_PER_MOVE = rf"(?:/|per|a|each|for each|por|cada)\s*(?:{_MOVE})"

# what says nothing: "session length", "for all moves", "game in", "60 moves a side", "from move 1"
_SAYS_NOTHING = re.compile(
    r"\bsession length\b,?|,?\s*\b60\s+moves? a side\b.*|,?\s*\b(?:from|desde)\s+(?:the\s+|la\s+|el\s+)?"
    rf"(?:{_MOVE})\s*(?:1|one|uno)\b|"
    r"(?:\b(?:for|para)\s+)?\b(?:the\s+|el\s+)?(?:all|whole|rest|todas|todos|toda|resto)\b[^,;:+\d]*|"
    r"\b(?:game|partida|g|sd)\s*(?:/|in|en)?\s*(?=\d)"
)
_DELAYS = (
    (Mode.DELAY, re.compile(rf"[\s+;,]*\b(?:d|delay|demora)\s*(?:/|of|de)?\s*({_AMOUNT})\s*(?:{_SECONDS})?$")),
    (
        Mode.DELAY,
        re.compile(rf"[\s+;,]*({_AMOUNT})\s*(?:{_SECONDS})?\s*(?:delay|(?:de\s+)?demora)(?:\s*{_PER_MOVE})?$"),
    ),
    (Mode.BRONSTEIN, re.compile(rf"[\s+;,]*\b(?:b|bronstein)\s*({_AMOUNT})\s*(?:{_SECONDS})?$")),
)
_SEPARATE_BONUS = re.compile(
    rf"(?:[,;+|]|\b(?:with|plus|con|más|and|y)\b)?\s*(?:\binc(?:rement)?\s*)?({_AMOUNT})\s*(?:{_SECONDS})\s*{_PER_MOVE}$|"
    rf"[\s,;+|]*\binc(?:rement)?\s*({_AMOUNT})\s*(?:{_SECONDS})?$"
)
_SPLIT = re.compile(
    rf"\s*(?:[,;:]|\b(?:then|luego|and|y)\b|\+(?=\s*(?:\d+\s*/|{_AMOUNT}\s*(?:{_HOURS}|{_MINUTES}))))\s*"
)
_PERIOD = re.compile(
    rf"(?:(?P<moves>\d+)\s*(?:{_MOVE})?\s*(?:/|in|en)\s*)?(?P<time>{_AMOUNT})\s*(?P<unit>{_HOURS}|{_MINUTES}|{_SECONDS})?"
    rf"(?:\s*(?P<extra>\d+)\s*(?:{_MINUTES})?)?(?:\s*(?:/|for|para)\s*(?P<after>\d+)\s*(?:{_MOVE})?)?"
    rf"(?:\s*[+|]\s*(?P<bonus>{_AMOUNT})\s*(?:{_SECONDS})?(?:\s*{_PER_MOVE})?)?"
)


def _as_typed(text: str) -> TimeControl | None:
    """The short forms, read to the last letter; None where something is left over."""
    body = _SAYS_NOTHING.sub(" ", text).strip(" ,;")
    mode, common = Mode.INCREMENT, None
    for delay, pattern in _DELAYS:
        if found := pattern.search(body):
            mode, common, body = delay, _number(found[1]), body[: found.start()]
            break
    else:
        if found := _SEPARATE_BONUS.search(body):
            common, body = _number(found[1] or found[2]), body[: found.start()]
    periods = [_period(part.strip()) for part in _SPLIT.split(body.strip(" ,;")) if part.strip()]
    known = [period for period in periods if period is not None]
    if not known or len(known) < len(periods):
        return None
    if common is None and not any(period.increment for period in known[:-1]):
        common = known[-1].increment  # "40/90, 30 +30": from the first move on
    if common is not None:
        known = [replace(period, increment=common) for period in known]
    return TimeControl(tuple(known), mode if common else Mode.INCREMENT)


def _period(text: str) -> Period | None:
    match = _PERIOD.fullmatch(text)
    if match is None:
        return None
    unit, moves = match["unit"] or "", match["moves"] or match["after"]
    hours = re.fullmatch(_HOURS, unit)
    if (match["extra"] and not hours) or (moves and not int(moves)):
        return None
    factor = 3600 if hours else 1 if re.fullmatch(_SECONDS, unit) else 60
    seconds = _number(match["time"]) * factor + 60 * int(match["extra"] or 0)
    return Period(int(moves) if moves else None, seconds, _number(match["bonus"] or "0"))


_ANY_MINUTES = re.compile(
    rf"(?P<hours>\d+)\s*(?:{_HOURS})\b\.?\s*(?:(?P<extra>\d+)\s*(?:{_MINUTES}))?|(?P<minutes>\d+)\s*(?:min\w*\.?|m\b|['′’](?!['′’]))",
    re.IGNORECASE,
)
_ANY_SECONDS = re.compile(r"(?P<seconds>\d+)\s*(?:s(?:ec\w*|eg\w*)?\b\.?|\"|''|″|”)", re.IGNORECASE)
_ANY_SHORT = re.compile(r"(?<![\d/+])(\d{1,3})\s*\+\s*(\d{1,3})(?![\w.+])")
_ANY_MOVES = re.compile(r"(?P<moves>\d+)\s*(?:moves?|jugadas?|movimientos?)\b", re.IGNORECASE)


def _in_words(text: str) -> TimeControl | None:
    """What a sentence says of minutes, seconds per move and moves of the first control, whatever else it says."""
    seconds = [
        60 * int(m["minutes"]) if m["minutes"] else 3600 * int(m["hours"]) + 60 * int(m["extra"] or 0)
        for m in _ANY_MINUTES.finditer(text)
    ]
    if not seconds:
        short = _ANY_SHORT.findall(text)
        return simple(int(short[0][0]), int(short[0][1])) if len(short) == 1 else None
    increment = _ANY_SECONDS.search(text)
    per_move = int(increment["seconds"]) if increment else 0
    moves = _ANY_MOVES.search(text)
    first_moves = int(moves["moves"]) if moves and len(seconds) > 1 else None
    return TimeControl(tuple(Period(first_moves if i == 0 else None, s, per_move) for i, s in enumerate(seconds)))
