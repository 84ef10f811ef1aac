"""Time controls at the board: how they are typed, which class of game they make, whether they may be rated.

    article     matter                                                    function
    A.1, B.1    standard, rapid, blitz: t = minutes + bonus seconds       equivalent_minutes, time_class
    6.3         session length, 60 moves a side                           session_minutes
    III.1       which part is a quickplay finish                          quickplay_finish
    glossary    rated: first control of 30 moves or more, bonus 2-60 s    check_control

All times are exact fractions. Not here: periods and modes (`model.time_control`), minimum times by rating (`ratings`),
running clocks (`clock`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import accumulate

from arbitro.errors import ArbitroError, Refused
from arbitro.laws.edition import DIFFERENCES, LawsEdition, TimeClass
from arbitro.model import Mode, Period, TimeControl
from arbitro.model.time_control import MOVES
from arbitro.model.time_control import time_class as class_of


def equivalent_minutes(control: TimeControl) -> Fraction:
    """A.1: base minutes plus sixty times the bonus; of the periods, those that begin within sixty moves."""
    made = accumulate((period.moves or MOVES for period in control.periods), initial=0)
    begun = tuple(period for period, before in zip(control.periods, made, strict=False) if before < MOVES)
    return replace(control, periods=begun).minutes


def session_minutes(control: TimeControl) -> Fraction:
    """How long a session must be for a game of sixty moves by both players."""
    return 2 * equivalent_minutes(control)


def time_class(control: TimeControl, edition: LawsEdition = LawsEdition.E2023) -> TimeClass:
    """A.1, B.1: standard from 60 minutes, blitz up to (2023) or below (2009) the edition's bound, else rapid."""
    law = DIFFERENCES[edition]
    return class_of(equivalent_minutes(control), law.blitz_below_min, bound_is_blitz=law.blitz_includes_bound)


def quickplay_finish(control: TimeControl) -> Period | None:
    """III.1: the period in which all remaining moves must be made; none with a bonus that keeps the game alive."""
    last = control.periods[-1]
    return last if last.moves is None else None


LONGEST = 7 * 24 * 3600  # a week: more than any clock shows


def _checked(periods: Iterable[tuple[int | None, Fraction]], bonus: Fraction, mode: Mode) -> TimeControl:
    """A time control that a clock can be set to: the same bonus in every period, and an end to every period."""
    control = TimeControl(tuple(Period(moves, seconds, bonus) for moves, seconds in periods), mode)
    if not control.periods:
        raise ArbitroError("a time control needs at least one period")
    if any(period.moves is None for period in control.periods[:-1]):
        raise ArbitroError("only the last period may be for all remaining moves")
    if any(period.moves is not None and period.moves < 1 for period in control.periods):
        raise ArbitroError("a period needs at least one move")
    if any(period.seconds > LONGEST for period in control.periods) or bonus > LONGEST:
        raise ArbitroError("no clock can be set to so much time")
    return control


# ---------------------------------------------------------------- reading

_SPLIT = re.compile(r"\s*(?:,|;|:|\bthen\b|\bluego\b|\by\b|\band\b)\s*")
_UNIT = r"(h|hours?|horas?|min(?:utes?|utos?)?|m|s|sec(?:onds?)?|seg(?:undos?)?|''|\"|'|′|″|”)?"
_PERIOD = re.compile(
    rf"^(?:(?P<moves>\d+)\s*(?:moves?|movs?\.?|movimientos|jugadas)?\s*(?:/|in|en)\s*)?(?P<time>\d+(?:\.\d+)?)\s*{_UNIT}"
    r"(?:\s*(?:/|for|para)\s*(?P<after>\d+)\s*(?:moves?|movimientos|jugadas)?)?$"
)
_BONUS = re.compile(
    rf"^(?P<time>\d+(?:\.\d+)?)\s*{_UNIT}(?:\s*(?:/|per|a|each|por|cada)\s*(?:move|movimiento|jugada|mv))?(?:[\s,;].*)?$"
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
    mode, bonus, body = Mode.INCREMENT, Fraction(0), lowered
    body = re.sub(r"\s*(?:session length|game|g/|partida)\s*,?\s*", " ", body).strip()
    body = re.sub(
        r"\s*(?:(?:for|para)\s+)?(?:all|todas|todos)\s+(?:the\s+|las\s+|los\s+)?(?:remaining\s+)?(?:moves|jugadas|movimientos)\b",
        "",
        body,
    )
    if found := re.search(
        r"[\s+;,]*\b(?:d|delay|demora)\s*/?\s*(\d+(?:\.\d+)?)|[\s+;,]*(\d+(?:\.\d+)?)\s*s?\s*delay", body
    ):
        mode, bonus = Mode.DELAY, Fraction(found[1] or found[2])
    elif found := re.search(r"[\s+;,]*\b(?:b|bronstein)\s*(\d+(?:\.\d+)?)", body):
        mode, bonus = Mode.BRONSTEIN, Fraction(found[1])
    elif found := re.search(
        r"(?:\+|\||\binc(?:rement)?\s|[,;]\s*(?=\d+\s*s\w*\s+(?:per|a|each)\s+move))\s*([^+|]*)$", body
    ):
        tail = found[1].strip()
        piece = _BONUS.match(tail)
        if piece is None:
            raise ArbitroError(f"time control {text!r}: {tail!r} is not a bonus")
        bonus = Fraction(piece["time"])
        if (piece[2] or "") not in _SECONDS | {"", "min", "m", "'"}:
            raise ArbitroError(f"time control {text!r}: the bonus is in seconds")
        if piece[2] in ("min", "m"):  # "90 min + 30 min": a second period, not a bonus
            bonus = Fraction(0)
            found = None
    if found:
        body = body[: found.start()].strip()
    body = re.sub(r"(?:,?\s*\d+\s*moves? a side.*|,?\s*from move 1.*|per move)$", "", body).strip(" ,;")
    periods = [_period(part, text) for part in re.split(r"\s*\+\s*", body) for part in _SPLIT.split(part) if part]
    return _checked(periods, bonus, mode if bonus else Mode.INCREMENT)


def _period(part: str, text: str) -> tuple[int | None, Fraction]:
    match = _PERIOD.match(part.strip())
    if match is None:
        raise ArbitroError(f"time control {text!r}: {part!r} is not a period (say 40/90 or 90)")
    moves = match["moves"] or match["after"]
    amount, unit = Fraction(match["time"]), match[3] or ""
    factor = 1 if unit in _SECONDS else 3600 if unit in _HOURS else 60
    return int(moves) if moves else None, amount * factor


def from_pgn(tag: str) -> TimeControl:
    """The TimeControl tag of PGN: seconds, fields joined by colons (40/7200:3600, 300+5); `*` is an hour-glass."""
    fields = tag.strip().split(":")
    periods: list[tuple[int | None, Fraction]] = []
    bonus = Fraction(0)
    for field in fields:
        if field.startswith("*"):
            raise Refused("an hour-glass clock is not a clock of the Laws", article="6.1")
        match = re.fullmatch(r"(?:(\d+)/)?(\d+(?:\.\d+)?)(?:\+(\d+(?:\.\d+)?))?", field)
        if match is None:
            raise ArbitroError(f"PGN time control {tag!r}: {field!r} is not a period")
        periods.append((int(match[1]) if match[1] else None, Fraction(match[2])))
        bonus = Fraction(match[3]) if match[3] else bonus
    return _checked(periods, bonus, Mode.INCREMENT)


# ---------------------------------------------------------------- judging


@dataclass(frozen=True, slots=True)
class ControlCheck:
    """Whether a control may be used for a rated game, and what deserves a second look."""

    accepted: bool
    refusals: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


def check_control(first_control_moves: int | None, bonus: Fraction | int, *, rated: bool = True) -> ControlCheck:
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
    return check_control(control.first_control, control.increment, rated=rated)
