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

from arbitro.i18n import gettext_for
from arbitro.model import Period, RatingList, TimeControl
from arbitro.officials.checks import Requirement
from arbitro.ratings.time_control import (
    MAX_DAY,
    MAX_ROUNDS,
    MIN_FIRST_CONTROL,
    first_control_ok,
    minimum_minutes,
    time_class,
)
from arbitro.records import decode, reads

_ = gettext_for("officials")

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
        text = _("time control that can be rated (60 moves)")
        rows.append(Requirement("RTG-1", "B.02 1", text, f"{found}: {tempo.value if tempo else '-'}", "> 3 min",
                                tempo is not None, topic="time"))  # fmt: skip
    if rated and tempo is RatingList.STANDARD:
        least = minimum_minutes(highest_rating, 0)
        text = _("time for 60 moves with a highest rating of {rating}").format(rating=highest_rating or "-")
        rows.append(Requirement("RTG-1.1", "B.02 1.1", text, found, f">= {least} min", minutes >= least, topic="time"))
        text = _("moves of the first control")
        rows.append(Requirement("RTG-1.2", "B.02 1.2", text, str(control.first_control or "-"),
                                f">= {MIN_FIRST_CONTROL}", first_control_ok(control), topic="time"))  # fmt: skip
    if rated and rounds_a_day:
        if tempo in MAX_ROUNDS:
            most = MAX_ROUNDS[tempo]
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
