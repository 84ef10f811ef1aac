"""Time controls at the board: how they are typed, which class of game they make, whether they may be rated.

    article     matter                                                    function
    A.1, B.1    standard, rapid, blitz: t = minutes + bonus seconds       time_class
    6.3         session length, 60 moves a side                           session_minutes
    III.1       which part is a quickplay finish                          quickplay_finish
    B.02        rated: first control, more than 3 minutes, equal times    check_control
    glossary    bonus 2-60 s                                              check_control

All times are exact fractions. Not here: periods and modes (`model.time_control`), minimum times by rating (`ratings`),
running clocks (`clock`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from arbitro.errors import ArbitroError, Refused
from arbitro.i18n import N_, gettext_for
from arbitro.laws.edition import LawsEdition, TimeClass
from arbitro.model import time_control, time_text
from arbitro.model.time_control import Period, TimeControl
from arbitro.ratings import time_control as ratings

_ = gettext_for("laws")


def session_minutes(control: TimeControl) -> Fraction:
    """How long a session must be for a game of sixty moves by both players."""
    return 2 * control.minutes


def time_class(control: TimeControl, edition: LawsEdition = LawsEdition.E2023) -> TimeClass:
    """A.1, B.1: standard from 60 minutes, blitz up to (2023) or below (2009) the edition's bound, else rapid."""
    law = edition.text
    return time_control.time_class(control.minutes, law.blitz_below_min, bound_is_blitz=law.blitz_includes_bound)


def quickplay_finish(control: TimeControl) -> Period | None:
    """III.1, III.2.2: the period in which all remaining moves must be made, without a bonus; None: there is none."""
    last = control.periods[-1]
    return last if last.moves is None and not last.increment else None


LONGEST = 7 * 24 * 3600  # a week: more than any clock shows


def _checked(control: TimeControl) -> TimeControl:
    """A time control that a clock can be set to: every period has an end, and no number is absurd."""
    if any(period.moves is None for period in control.periods[:-1]):
        raise ArbitroError(_("only the last period may be for all remaining moves"))
    if any(period.moves is not None and period.moves < 1 for period in control.periods):
        raise ArbitroError(_("a period needs at least one move"))
    if any(period.seconds > LONGEST or period.increment > LONGEST for period in control.periods):
        raise ArbitroError(_("no clock can be set to so much time"))
    return control


def _hour_glass(text: str) -> None:
    """No article of the Laws describes the hour-glass: it is refused."""
    if re.search(r"(?:^|:)\s*\*|hour-?glass|sand-?clock|reloj de arena", text.lower()):
        raise Refused(
            _("an hour-glass clock gives the opponent the time that is used: it is not a clock of the Laws"),
            article="6.1",
        )


def parse(text: str) -> TimeControl:
    """A time control as people write it (`model.time_text.parse`), if a clock can be set to it."""
    _hour_glass(text)
    if (control := time_text.parse(text)) is None:
        raise ArbitroError(_("{text!r} is not a time control; write 90+30 or 40/90, 30 +30").format(text=text[:60]))
    return _checked(control)


def from_pgn(tag: str) -> TimeControl:
    """The TimeControl tag of PGN: seconds, fields joined by colons (40/7200:3600, 300+5); `*` is an hour-glass."""
    _hour_glass(tag)
    control = time_text.parse_encoded(tag) if len(tag) <= time_text.LONGEST_TEXT else None
    if control is None:
        raise ArbitroError(
            _("{text!r} is not a time control of PGN; write 40/7200:3600 or 300+5").format(text=tag[:60])
        )
    return _checked(control)


def parse_pair(text: str) -> tuple[TimeControl, TimeControl]:
    """The controls of White and Black: the same one, or unequal times as W5-B4, W5+3 - B4+3 (Armageddon, time odds)."""
    if unequal := re.fullmatch(r"\s*w\s*(.+?)\s*[-/,;]\s*b\s*(.+)", text, re.IGNORECASE):
        return parse(unequal[1]), parse(unequal[2])
    control = parse(text)
    return control, control


# ---------------------------------------------------------------- judging


@dataclass(frozen=True, slots=True)
class ControlCheck:
    """Whether a control may be used for a rated game, and what deserves a second look."""

    accepted: bool
    refusals: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


def check_control(
    first_control_moves: int | None,
    bonus: Fraction | int,
    *,
    rated: bool = True,
    minutes: Fraction | None = None,
    equal: bool = True,
) -> ControlCheck:
    """Rated games (B.02): the first control has at least 30 moves, 60 moves take more than three minutes, both players
    have the same time; the glossary expects a bonus between 2 and 60 seconds."""
    refusals = []
    if rated:
        if first_control_moves is not None and first_control_moves < ratings.MIN_FIRST_CONTROL:
            refusals.append(N_("the first control of a rated game has at least 30 moves"))
        if minutes is not None and ratings.time_class(minutes) is None:
            refusals.append(N_("a rated game has more than three minutes for 60 moves"))
        if not equal:
            refusals.append(N_("a rated game gives both players the same time"))
    warnings = (N_("the increment is usually between 2 and 60 seconds"),) if bonus and not 2 <= bonus <= 60 else ()
    return ControlCheck(not refusals, tuple(refusals), warnings)


def check(white: TimeControl, black: TimeControl | None = None, *, rated: bool = True) -> ControlCheck:
    """`check_control` for a whole time control, or for those of both players."""
    black = black or white
    return check_control(
        white.first_control,
        white.increment,
        rated=rated,
        minutes=min(white.minutes, black.minutes),
        equal=white == black,  # Armageddon and time odds are not rated
    )
