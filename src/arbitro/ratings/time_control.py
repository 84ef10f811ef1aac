"""Time controls: which list a rate of play belongs to, and whether a game under it may be rated.

    article            function
    B.02 1.1 rapid     time_class         60-move time: blitz up to 10 minutes, rapid under 60, standard from 60
    B.02 1.1           enough_time        standard: 60, 90 or 120 minutes by the higher of the two ratings
    B.02 1.2           first_control_ok   a first control of a fixed number of moves has at least 30
    B.02 1.2 rapid     equal_times        different times for the players are never rated
    B.02 3.1           daily_play         standard: at most 12 hours a day, games taken as 60 moves
    B.02 3.1 rapid     rounds_per_day_ok  at most 15 rapid, 30 blitz rounds a day

A delay is counted like an increment: the articles do not name it. Not here: the clock itself (`laws`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from arbitro.model import RatingList

MOVES = 60  # the game that all these rules think of
MAX_DAY = 12 * 60
MAX_ROUNDS = {RatingList.RAPID: 15, RatingList.BLITZ: 30}
MIN_FIRST_CONTROL = 30


@dataclass(frozen=True, slots=True)
class Stage:
    """One period: time for a number of moves (None: the rest of the game), with an increment or delay per move."""

    seconds: int
    increment: int = 0
    moves: int | None = None


@dataclass(frozen=True, slots=True)
class TimeControl:
    """A rate of play, the same for both players."""

    stages: tuple[Stage, ...]

    @property
    def minutes(self) -> Fraction:
        """Time for a game of 60 moves: all periods and 60 increments.

        An increment that starts in a later period counts for the moves from there on.
        """
        seconds, done = 0, 0
        for i, stage in enumerate(self.stages):
            last = i == len(self.stages) - 1
            moves = MOVES - done if last or stage.moves is None else min(stage.moves, MOVES - done)
            seconds += stage.seconds + stage.increment * moves
            done += moves
        return Fraction(seconds, 60)

    @property
    def first_control_ok(self) -> bool:
        """1.2: a first control with a number of moves has at least 30."""
        first = self.stages[0].moves
        return first is None or first >= MIN_FIRST_CONTROL


def simple(minutes: int | float, increment: int = 0) -> TimeControl:
    """`90 minutes + 30 seconds`, all moves."""
    return TimeControl((Stage(round(minutes * 60), increment),))


_ENCODED = re.compile(r"(?:(?P<moves>\d+)/)?(?P<seconds>\d+)(?:[+dD](?P<increment>\d+))?$")
_MINUTES = re.compile(
    r"(?P<hours>\d+)\s*h(?:ours?|oras?|rs?)?\.?\s*(?:(?P<extra>\d+)\s*(?:m\w*|'))?|(?P<minutes>\d+)\s*(?:min\w*\.?|m\b|['′’](?!['′’]))",
    re.IGNORECASE,
)
_SECONDS = re.compile(r"(?P<seconds>\d+)\s*(?:s(?:ec\w*|eg\w*)?\b\.?|\"|''|″|”)", re.IGNORECASE)
_MOVES = re.compile(r"(?P<moves>\d+)\s*(?:moves?|jugadas?|movimientos?)\b", re.IGNORECASE)
_SHORT = re.compile(r"^\s*(?P<minutes>\d+)\s*\+\s*(?P<increment>\d+)\s*$")


def parse_encoded(text: str) -> TimeControl | None:
    """A time control in seconds, as TRF26 222 has it, or None: `5400+30`, `40/5400+30:1800+30`.

    >>> parse_encoded("180+2").minutes
    Fraction(5, 1)
    """
    stages = []
    for part in re.split(r"[:;,]", text.strip()):
        match = _ENCODED.match(part.strip())
        if match is None:
            return None
        moves = int(match["moves"]) if match["moves"] else None
        stages.append(Stage(int(match["seconds"]), int(match["increment"] or 0), moves))
    return TimeControl(tuple(stages))


def parse(text: str) -> TimeControl | None:
    """A time control as people write it, or None where it cannot be told.

    `90 min + 30 sec`, `15'+10"`, `40 moves in 90 minutes, then 30 minutes, 30 seconds per move`. A bare `90+30` is in
    minutes; what has more than 180 of them, or slashes, is encoded in seconds.

    >>> parse("90 min / 40 jugadas + 30 min, 30 seg por jugada").minutes
    Fraction(150, 1)
    """
    short = _SHORT.match(text)
    if short and int(short["minutes"]) <= 180:
        return simple(int(short["minutes"]), int(short["increment"]))
    encoded = parse_encoded(text)
    if encoded is not None and encoded.stages[0].seconds > 180:
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
    return TimeControl(tuple(Stage(s, per_move, first_moves if i == 0 else None) for i, s in enumerate(seconds)))


def time_class(minutes: Fraction | int) -> RatingList | None:
    """The list for a 60-move time in minutes (1.1 of the rapid and blitz text); None: too fast for any."""
    if minutes <= 3:
        return None
    if minutes <= 10:
        return RatingList.BLITZ
    return RatingList.RAPID if minutes < 60 else RatingList.STANDARD


def equal_times(white: TimeControl, black: TimeControl) -> bool:
    """1.2 of the rapid and blitz text: Armageddon and time odds are not rated."""
    return white == black


def minimum_minutes(white_rating: int, black_rating: int) -> int:
    """1.1: what a standard game needs, by the higher rating; an unrated player (0) asks for no more than the least."""
    higher = max(white_rating, black_rating)
    return 120 if higher >= 2400 else 90 if higher >= 1800 else 60


def enough_time(minutes: Fraction | int, white_rating: int, black_rating: int) -> bool:
    """1.1: may this game be rated as standard?"""
    return minutes >= minimum_minutes(white_rating, black_rating)


@dataclass(frozen=True, slots=True)
class DailyPlay:
    """How long a day of standard play is, and whether that is allowed."""

    minutes_per_player: Fraction
    minutes_per_day: Fraction
    allowed: bool

    @property
    def minutes_per_game(self) -> Fraction:
        return 2 * self.minutes_per_player


def daily_play(control: TimeControl, rounds_per_day: int, highest_rating: int = 0) -> DailyPlay:
    """1.1, 1.2, 3.1: may this schedule be rated as standard?"""
    minutes = control.minutes
    day = 2 * minutes * rounds_per_day
    allowed = day <= MAX_DAY and control.first_control_ok and enough_time(minutes, highest_rating, 0)
    return DailyPlay(minutes, day, allowed)


def rounds_per_day_ok(rating_list: RatingList, rounds: int) -> bool:
    """3.1 of the rapid and blitz text; standard play is limited by hours instead."""
    return rounds <= MAX_ROUNDS.get(rating_list, rounds)
