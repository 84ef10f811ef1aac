"""Time controls as the rating and title rules look at them (B.02 1-3, B.01 1.1).

    article        function
    B.02 1.1-3.1   check_time       least time, first control, hours and rounds of a day
    B.02 3.1       play_hours       twelve hours a day, games of 60 moves
    B.01 1.1.3     check_time       two rounds a day, 120 minutes
    -              ControlRecord    a time control as an event's settings write it

The figures of B.02 come from `ratings.time_control`; here they become requirements of an event.
Not here: time controls themselves (`model.time_control`), clocks and flags (`laws`).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from arbitro.model import RatingList
from arbitro.model.time_control import Period, TimeControl
from arbitro.officials.checks import Requirement, need
from arbitro.ratings.time_control import (
    MAX_DAY,
    MAX_ROUNDS,
    MIN_FIRST_CONTROL,
    first_control_ok,
    minimum_minutes,
    time_class,
)
from arbitro.records import decode, reads

HOURS_A_DAY = MAX_DAY // 60
TITLE_ROUNDS_A_DAY, TITLE_MINUTES = 2, 120


@dataclass(frozen=True, slots=True)
class PeriodRecord:
    """Minutes for a number of moves; None: all the moves that are left."""

    minutes: Fraction
    moves: int | None = None


@dataclass(frozen=True, slots=True)
class ControlRecord:
    """Periods, and the seconds added (or delayed) per move from a move on."""

    periods: tuple[PeriodRecord, ...]
    increment_s: int = 0
    increment_from_move: int = 1

    @property
    def control(self) -> TimeControl:
        """The same as a time control; a period in which the increment starts is told as two, the second of no time."""
        periods: list[Period] = []
        without = self.increment_from_move - 1
        for record in self.periods:
            seconds, moves = record.minutes * 60, record.moves
            if without > 0:
                bare = without if moves is None else min(without, moves)
                periods.append(Period(bare, seconds))
                without -= bare
                seconds, moves = Fraction(0), None if moves is None else moves - bare
                if moves == 0:
                    continue
            periods.append(Period(moves, seconds, self.increment_s))
        return TimeControl(tuple(periods))


@reads(TimeControl)
def _read(data: object, where: str) -> TimeControl:
    return decode(ControlRecord, data, where).control


def play_hours(control: TimeControl, rounds: int) -> Fraction:
    """B.02 3.1: hours of play of a day with so many rounds."""
    return control.minutes * 2 * rounds / 60


def hours_text(hours: Fraction) -> str:
    minutes = round(hours * 60)
    return f"{minutes // 60} h {minutes % 60:02d}" if minutes % 60 else f"{minutes // 60} h"


def check_time(
    control: TimeControl, *, rounds_a_day: int, highest_rating: int = 0, title_event: bool = False, rated: bool = True
) -> list[Requirement]:
    """B.02 1-3 and B.01 1.1: the time control and the busiest day of an event."""
    minutes = control.minutes
    tempo = time_class(minutes)
    found = f"{float(minutes):g} min"
    rows = []
    if rated:
        rows.append(need("RTG-1", f"{found}: {tempo.value if tempo else '-'}", "> 3 min", tempo is not None))
    if rated and tempo is RatingList.STANDARD:
        least, first = minimum_minutes(highest_rating, 0), control.first_control or "-"
        rows.append(need("RTG-1.1", found, f">= {least} min", minutes >= least, rating=highest_rating or "-"))
        rows.append(need("RTG-1.2", first, f">= {MIN_FIRST_CONTROL}", first_control_ok(control)))
    if rated and rounds_a_day:
        if tempo in MAX_ROUNDS:
            most = MAX_ROUNDS[tempo]
            rows.append(need("RTR-3.1", rounds_a_day, f"<= {most}", rounds_a_day <= most))
        else:
            hours = play_hours(control, rounds_a_day)
            met = hours <= HOURS_A_DAY
            rows.append(need("RTG-3.1", hours_text(hours), f"<= {HOURS_A_DAY} h", met, rounds=rounds_a_day))
    if title_event:
        few = rounds_a_day <= TITLE_ROUNDS_A_DAY
        rows.append(need("TTL-1.1.3 rounds", rounds_a_day, f"<= {TITLE_ROUNDS_A_DAY}", few))
        rows.append(need("TTL-1.1.3 time", found, f">= {TITLE_MINUTES} min", minutes >= TITLE_MINUTES))
    return rows
