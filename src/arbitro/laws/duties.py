"""Numbers of an arbiter's day: staff, hours, clock checks, adequate supervision.

source            matter                                               function
practice          one arbiter for 20 to 25 players                     sector_arbiters
practice          at the venue 60 minutes before round 1, 30 later     arrival
C.05 4.4          called 5 and 1 minutes before, below 30 players      announcements
6.10 (practice)   clocks read every 30 minutes                         clock_checks
A.4, B.2          when the Competition Rules apply in full             supervision
"""

from __future__ import annotations

import re

from arbitro.errors import ArbitroError
from arbitro.i18n import gettext_for
from arbitro.laws.edition import LawsEdition, Supervision, TimeClass

_ = gettext_for("laws")


def sector_arbiters(players: int) -> tuple[int, int]:
    """Least and most sector arbiters beside the chief arbiter and the deputy, rounded up."""
    if players < 0:
        raise ArbitroError(_("a number of players is not negative"))
    return -(-players // 25), -(-players // 20)


def seconds_of(clock_time: str) -> int:
    """Seconds since midnight of 15:45 or 15:45:01."""
    match = re.fullmatch(r"([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?", clock_time.strip(), re.ASCII)
    if match is None:
        raise ArbitroError(_("{time!r} is not a time of day (15:45 or 15:45:01)").format(time=clock_time))
    return int(match[1]) * 3600 + int(match[2]) * 60 + int(match[3] or 0)


def clock_seconds(display: str) -> int:
    """Seconds on a chess clock that shows 1:05:30, 5:30 (minutes and seconds) or 0:45."""
    match = re.fullmatch(r"(?:(\d{1,2}):)?(\d{1,3}):([0-5]\d)", display.strip(), re.ASCII)
    if match is None:
        raise ArbitroError(_("{text!r} is not what a clock shows (1:05:30 or 5:30)").format(text=display[:20]))
    return int(match[1] or 0) * 3600 + int(match[2]) * 60 + int(match[3])


def clock_text(seconds: int) -> str:
    """What a chess clock shows: 1:05:30."""
    return f"{seconds // 3600}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"


def minutes_of(clock_time: str) -> int:
    """Minutes since midnight of a time such as 15:00."""
    return seconds_of(clock_time) // 60


def time_of(minutes: int) -> str:
    """The reverse of `minutes_of`, on the same day."""
    return f"{minutes // 60 % 24:02d}:{minutes % 60:02d}"


def arrival(scheduled: str, round_number: int) -> str:
    """When an arbiter is at the venue."""
    return time_of(minutes_of(scheduled) - (60 if round_number == 1 else 30))


def announcements(scheduled: str, players: int) -> list[str]:
    """When the start of a round is called out: 5 minutes and 1 minute before, below 30 players (C.05 4.4)."""
    start = minutes_of(scheduled)
    return [time_of(start - minutes) for minutes in (5, 1)] if players < 30 else []


def clock_checks(start: str, last: str, interval_min: int = 30) -> list[str]:
    """The times at which clocks and move counts are written down."""
    if interval_min < 1:
        raise ArbitroError(_("the clocks are read every so many minutes: at least one"))
    first, end = minutes_of(start) + interval_min, minutes_of(last)
    return [time_of(minute) for minute in range(first, end + 1, interval_min)]


def supervision(
    time_class: TimeClass, games_per_arbiter: int, recorded_by_arbiter: bool, edition: LawsEdition = LawsEdition.E2023
) -> Supervision:
    """A.4, B.2: adequate if few enough games per arbiter and (2023) each is recorded by the arbiter or an assistant."""
    data = edition.text
    if time_class is TimeClass.STANDARD:
        return Supervision.ADEQUATE
    enough = games_per_arbiter <= data.games_per_arbiter[time_class]
    recorded = recorded_by_arbiter or not data.must_be_recorded_by_arbiter
    return Supervision.ADEQUATE if enough and recorded else Supervision.INADEQUATE
