"""Time controls as the rating and title rules look at them (B.02 1-3, B.01 1.1).

    article        function
    B.02 1         TimeControl.minutes, tempo     time for 60 moves; standard, rapid, blitz, or not rateable
    B.02 1.1-3.1   check_time                     least time, first control, hours and rounds of a day
    B.02 3.1       play_hours                     twelve hours a day, games of 60 moves
    B.01 1.1.3     check_time                     two rounds a day, 120 minutes

The figures of B.02 come from `ratings.time_control`; here they become requirements of an event.
Not here: clocks and flags (`laws`).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from arbitro.i18n import gettext_for
from arbitro.officials.arbiters import Tempo
from arbitro.officials.checks import Requirement
from arbitro.ratings.time_control import (
    MAX_DAY,
    MAX_ROUNDS,
    MIN_FIRST_CONTROL,
    MOVES,
    minimum_minutes,
    time_class,
)

HOURS_A_DAY = MAX_DAY // 60
ROUNDS_A_DAY = {Tempo(rated.value): most for rated, most in MAX_ROUNDS.items()}
TITLE_ROUNDS_A_DAY, TITLE_MINUTES = 2, 120


@dataclass(frozen=True, slots=True)
class Period:
    """Minutes for a number of moves; None: all the moves that are left."""

    minutes: Fraction
    moves: int | None = None


@dataclass(frozen=True, slots=True)
class TimeControl:
    """Periods, and the seconds added (or delayed) per move from a move on."""

    periods: tuple[Period, ...]
    increment_s: int = 0
    increment_from_move: int = 1

    @property
    def minutes(self) -> Fraction:
        """Minutes that a player has for 60 moves."""
        moves = max(0, MOVES - self.increment_from_move + 1)
        return sum((p.minutes for p in self.periods), Fraction(0)) + Fraction(self.increment_s * moves, 60)

    @property
    def tempo(self) -> Tempo | None:
        """The list that the games are rated on, None if on none."""
        found = time_class(self.minutes)
        return Tempo(found.value) if found else None


def play_hours(control: TimeControl, rounds: int) -> Fraction:
    """B.02 3.1: hours of play of a day with so many rounds."""
    return control.minutes * 2 * rounds / 60


def hours_text(hours: Fraction) -> str:
    minutes = round(hours * 60)
    return f"{minutes // 60} h {minutes % 60:02d}" if minutes % 60 else f"{minutes // 60} h"


def check_time(
    control: TimeControl,
    *,
    rounds_a_day: int,
    highest_rating: int = 0,
    title_event: bool = False,
    rated: bool = True,
    lang: str | None = None,
) -> list[Requirement]:
    """B.02 1-3 and B.01 1.1: the time control and the busiest day of an event."""
    _ = gettext_for("officials", lang)
    minutes, tempo = control.minutes, control.tempo
    found = f"{float(minutes):g} min"
    rows = []
    if rated:
        text = _("rateable time control (60 moves)")
        rows.append(Requirement("RTG-1", "B.02 1", text, f"{found}: {tempo.value if tempo else '-'}", "> 3 min",
                                tempo is not None, topic="time"))  # fmt: skip
    if rated and tempo is Tempo.STANDARD:
        least = minimum_minutes(highest_rating, 0)
        text = _("time for 60 moves with a highest rating of {rating}").format(rating=highest_rating or "-")
        rows.append(Requirement("RTG-1.1", "B.02 1.1", text, found, f">= {least} min", minutes >= least, topic="time"))
        moves = control.periods[0].moves if control.periods else None
        text = _("moves of the first control")
        rows.append(Requirement("RTG-1.2", "B.02 1.2", text, str(moves or "-"), f">= {MIN_FIRST_CONTROL}",
                                moves is None or moves >= MIN_FIRST_CONTROL, topic="time"))  # fmt: skip
    if rated and rounds_a_day:
        if tempo in ROUNDS_A_DAY:
            most = ROUNDS_A_DAY[tempo]
            text = _("rounds on one day")
            rows.append(Requirement("RTR-3.1", "B.02 3.1", text, str(rounds_a_day), f"<= {most}", rounds_a_day <= most,
                                    topic="time"))  # fmt: skip
        else:
            hours = play_hours(control, rounds_a_day)
            text = _("hours of play on one day ({rounds} rounds)").format(rounds=rounds_a_day)
            rows.append(Requirement("RTG-3.1", "B.02 3.1", text, hours_text(hours), f"<= {HOURS_A_DAY} h",
                                    hours <= HOURS_A_DAY, topic="time"))  # fmt: skip
    if title_event:
        text = _("rounds on one day of a title tournament")
        rows.append(Requirement("TTL-1.1.3", "B.01 1.1.3", text, str(rounds_a_day), f"<= {TITLE_ROUNDS_A_DAY}",
                                rounds_a_day <= TITLE_ROUNDS_A_DAY, topic="titles"))  # fmt: skip
        text = _("time for 60 moves in a title tournament")
        rows.append(Requirement("TTL-1.1.3", "B.01 1.1.3", text, found, f">= {TITLE_MINUTES} min",
                                minutes >= TITLE_MINUTES, topic="titles"))  # fmt: skip
    return rows
