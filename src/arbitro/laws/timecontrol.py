"""Time controls: what they say, which class of game they make, whether they may be rated.

    article     matter                                                    function
    6.3         periods, moves in each, bonus with each move              TimeControl, Period, Mode
    A.1, B.1    standard, rapid, blitz: t = minutes + bonus seconds       TimeControl.time_class
    6.3         session length, 60 moves a side                           TimeControl.session_min
    III.1       which part is a quickplay finish                          TimeControl.quickplay_finish
    glossary    rated: first control of 30 moves or more, bonus 2-60 s    check_control

All times are exact fractions. Not here: minimum times by rating (`ratings`), running clocks (`clock`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from arbitro.errors import ArbitroError, Refused
from arbitro.laws.edition import DIFFERENCES, LawsEdition, TimeClass

MOVES_OF_A_GAME = 60  # A.1: the bonus of sixty moves counts


class Mode(Enum):
    """6.3.2: what happens with each move."""

    NONE = "none"
    FISCHER = "fischer"  # the bonus is added before every move, the first included
    DELAY = "delay_us"  # the main time waits until the bonus is used up
    BRONSTEIN = "delay_bronstein"  # what was used is given back, up to the bonus


@dataclass(frozen=True, slots=True)
class Period:
    """So many moves (None: all that remain) in so many seconds."""

    moves: int | None
    seconds: Fraction


@dataclass(frozen=True, slots=True)
class TimeControl:
    """A time control, the same for both players and fixed in advance."""

    periods: tuple[Period, ...]
    bonus: Fraction = Fraction(0)  # seconds with each move
    mode: Mode = Mode.NONE

    def __post_init__(self) -> None:
        if not self.periods:
            raise ArbitroError("a time control needs at least one period")
        if any(period.moves is None for period in self.periods[:-1]):
            raise ArbitroError("only the last period may be for all remaining moves")
        if any(period.moves is not None and period.moves < 1 for period in self.periods):
            raise ArbitroError("a period needs at least one move")
        if any(period.seconds < 0 for period in self.periods) or self.bonus < 0:
            raise ArbitroError("times cannot be negative")

    @staticmethod
    def simple(minutes: float | Fraction, bonus: float | Fraction = 0, mode: Mode | None = None) -> TimeControl:
        """All moves in so many minutes, with a bonus in seconds."""
        seconds = Fraction(bonus)
        if mode is None:
            mode = Mode.FISCHER if seconds else Mode.NONE
        return TimeControl((Period(None, Fraction(minutes) * 60),), seconds, mode)

    @property
    def base_s(self) -> Fraction:
        """The main time of all periods that begin within sixty moves."""
        total, begun = Fraction(0), 0
        for period in self.periods:
            if begun >= MOVES_OF_A_GAME:
                break
            total += period.seconds
            begun += period.moves or MOVES_OF_A_GAME
        return total

    @property
    def equivalent_min(self) -> Fraction:
        """A.1: base minutes plus sixty times the bonus; delay counts like increment."""
        return self.base_s / 60 + self.bonus * MOVES_OF_A_GAME / 60

    def time_class(self, edition: LawsEdition = LawsEdition.E2023) -> TimeClass:
        """A.1, B.1: standard from 60 minutes, blitz up to (2023) or below (2009) the edition's bound, else rapid."""
        return time_class(self.equivalent_min, edition)

    @property
    def session_min(self) -> Fraction:
        """How long a session must be for a game of sixty moves by both players."""
        return 2 * self.equivalent_min

    @property
    def quickplay_finish(self) -> Period | None:
        """III.1: the period in which all remaining moves must be made; none with a bonus that keeps the game alive."""
        last = self.periods[-1]
        return last if last.moves is None else None

    def __str__(self) -> str:
        parts = []
        for period in self.periods:
            minutes = _plain(period.seconds / 60)
            parts.append(f"{period.moves}/{minutes}" if period.moves else minutes)
        sign = {Mode.NONE: "", Mode.FISCHER: "+", Mode.DELAY: " d", Mode.BRONSTEIN: " b"}[self.mode]
        return ", ".join(parts) + (f"{sign}{_plain(self.bonus)}" if self.bonus else "")


def _plain(value: Fraction) -> str:
    return str(value.numerator) if value.denominator == 1 else f"{float(value):g}"


def time_class(minutes: Fraction | int, edition: LawsEdition = LawsEdition.E2023) -> TimeClass:
    """The class of a game of so many (equivalent) minutes."""
    data = DIFFERENCES[edition]
    if minutes >= 60:
        return TimeClass.STANDARD
    if minutes < data.blitz_below_min or (data.blitz_includes_bound and minutes == data.blitz_below_min):
        return TimeClass.BLITZ
    return TimeClass.RAPID


# ---------------------------------------------------------------- reading

_SPLIT = re.compile(r"\s*(?:,|;|:|\bthen\b|\bluego\b|\by\b|\band\b)\s*")
_UNIT = r"(h|hours?|horas?|min(?:utes?|utos?)?|m|s|sec(?:onds?)?|seg(?:undos?)?|''|\"|'|′|″|”)?"
_PERIOD = re.compile(
    rf"^(?:(?P<moves>\d+)\s*(?:moves?|movs?\.?|movimientos|jugadas)?\s*(?:/|in|en)\s*)?(?P<time>\d+(?:\.\d+)?)\s*{_UNIT}"
    r"(?:\s*(?:/|for|para)\s*(?P<after>\d+)\s*(?:moves?|movimientos|jugadas)?)?$"
)
_BONUS = re.compile(
    rf"^(?P<time>\d+(?:\.\d+)?)\s*{_UNIT}(?:\s*(?:/|per|a|each|por|cada)\s*(?:move|movimiento|jugada|mv))?.*$"
)
_SECONDS = {"s", "sec", "second", "seconds", "seg", "segundo", "segundos", '"', "''", "″", "”"}
_HOURS = {"h", "hour", "hours", "hora", "horas"}


def parse(text: str) -> TimeControl:
    """A time control as people write it, base in minutes: 90+30, 3'+2'', 40/90, 30 +30, 40/120 then 60, 15 d5.

    The hour-glass is refused: no article of the Laws describes it.
    """
    lowered = text.strip().lower()
    if not lowered:
        raise ArbitroError("an empty time control")
    if lowered.startswith("*") or re.search(r"hour-?glass|sand-?clock|reloj de arena", lowered):
        raise Refused(
            "an hour-glass clock gives the opponent the time that is used: it is not a clock of the Laws", article="6.1"
        )
    mode, bonus, body = Mode.NONE, Fraction(0), lowered
    body = re.sub(r"\s*(?:session length|game|g/|partida)\s*,?\s*", " ", body).strip()
    if found := re.search(
        r"[\s+;,]*\b(?:d|delay|demora)\s*/?\s*(\d+(?:\.\d+)?)|[\s+;,]*(\d+(?:\.\d+)?)\s*s?\s*delay", body
    ):
        mode, bonus = Mode.DELAY, Fraction(found[1] or found[2])
    elif found := re.search(r"[\s+;,]*\b(?:b|bronstein)\s*(\d+(?:\.\d+)?)", body):
        mode, bonus = Mode.BRONSTEIN, Fraction(found[1])
    elif found := re.search(r"(?:\+|\||\binc(?:rement)?\s)\s*([^+|]*)$", body):
        tail = found[1].strip()
        piece = _BONUS.match(tail)
        if piece is None:
            raise ArbitroError(f"time control {text!r}: {tail!r} is not a bonus")
        mode, bonus = Mode.FISCHER, Fraction(piece["time"])
        if (piece[2] or "") not in _SECONDS | {"", "min", "m", "'"}:
            raise ArbitroError(f"time control {text!r}: the bonus is in seconds")
        if piece[2] in ("min", "m"):  # "90 min + 30 min": a second period, not a bonus
            mode, bonus = Mode.NONE, Fraction(0)
            found = None
    if found:
        body = body[: found.start()].strip()
    body = re.sub(r"(?:,?\s*\d+\s*moves? a side.*|,?\s*from move 1.*|per move)$", "", body).strip(" ,;")
    periods = [_period(part, text) for part in re.split(r"\s*\+\s*", body) for part in _SPLIT.split(part) if part]
    if bonus == 0:
        mode = Mode.NONE
    return TimeControl(tuple(periods), bonus, mode)


def _period(part: str, text: str) -> Period:
    match = _PERIOD.match(part.strip())
    if match is None:
        raise ArbitroError(f"time control {text!r}: {part!r} is not a period (say 40/90 or 90)")
    moves = match["moves"] or match["after"]
    amount, unit = Fraction(match["time"]), match[3] or ""
    factor = 1 if unit in _SECONDS else 3600 if unit in _HOURS else 60
    return Period(int(moves) if moves else None, amount * factor)


def from_pgn(tag: str) -> TimeControl:
    """The TimeControl tag of PGN: seconds, fields joined by colons (40/7200:3600, 300+5); `*` is an hour-glass."""
    fields = tag.strip().split(":")
    periods: list[Period] = []
    bonus = Fraction(0)
    for field in fields:
        if field.startswith("*"):
            raise Refused("an hour-glass clock is not a clock of the Laws", article="6.1")
        match = re.fullmatch(r"(?:(\d+)/)?(\d+(?:\.\d+)?)(?:\+(\d+(?:\.\d+)?))?", field)
        if match is None:
            raise ArbitroError(f"PGN time control {tag!r}: {field!r} is not a period")
        periods.append(Period(int(match[1]) if match[1] else None, Fraction(match[2])))
        bonus = Fraction(match[3]) if match[3] else bonus
    return TimeControl(tuple(periods), bonus, Mode.FISCHER if bonus else Mode.NONE)


# ---------------------------------------------------------------- judging


@dataclass(frozen=True, slots=True)
class ControlCheck:
    """Whether a control may be used for a rated game, and what deserves a second look."""

    accepted: bool
    refusals: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


def check_control(first_control_moves: int | None, bonus: Fraction | float, *, rated: bool = True) -> ControlCheck:
    """Rated games: the first control has at least 30 moves; the glossary expects a bonus between 2 and 60 seconds."""
    refusals: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    if rated and first_control_moves is not None and first_control_moves < 30:
        refusals = ("the first control of a rated game has at least 30 moves",)
    if bonus and not 2 <= bonus <= 60:
        warnings = ("the bonus is usually between 2 and 60 seconds",)
    return ControlCheck(not refusals, refusals, warnings)


def check(control: TimeControl, *, rated: bool = True) -> ControlCheck:
    """`check_control` for a whole time control."""
    return check_control(control.periods[0].moves, control.bonus, rated=rated)
