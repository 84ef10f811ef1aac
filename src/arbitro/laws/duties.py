"""Numbers of an arbiter's day: staff, hours, clock checks, adequate supervision.

source            matter                                               function
practice          one arbiter for 20 to 25 players                     sector_arbiters
practice          at the venue 60 minutes before round 1, 30 later     arrival
6.10 (practice)   clocks read every 30 minutes                         clock_checks
A.4, B.2          when the Competition Rules apply in full             supervision
"""

from __future__ import annotations

from arbitro.errors import ArbitroError
from arbitro.laws.edition import DIFFERENCES, LawsEdition, Supervision, TimeClass


def sector_arbiters(players: int) -> tuple[int, int]:
    """Least and most sector arbiters beside the chief arbiter and the deputy, rounded up."""
    if players < 0:
        raise ArbitroError("a number of players is not negative")
    return -(-players // 25), -(-players // 20)


def minutes_of(clock_time: str) -> int:
    """Minutes since midnight of a time such as 15:00."""
    hours, _, minutes = clock_time.partition(":")
    if not (hours.isdigit() and minutes[:2].isdigit()):
        raise ArbitroError(f"{clock_time!r} is not a time of day (15:00)")
    return int(hours) * 60 + int(minutes[:2])


def time_of(minutes: int) -> str:
    """The reverse of `minutes_of`, on the same day."""
    return f"{minutes // 60 % 24:02d}:{minutes % 60:02d}"


def arrival(scheduled: str, round_number: int) -> str:
    """When an arbiter is at the venue."""
    return time_of(minutes_of(scheduled) - (60 if round_number == 1 else 30))


def clock_checks(start: str, last: str, interval_min: int = 30) -> list[str]:
    """The times at which clocks and move counts are written down."""
    first, end = minutes_of(start) + interval_min, minutes_of(last)
    return [time_of(minute) for minute in range(first, end + 1, interval_min)]


def supervision(
    time_class: TimeClass, games_per_arbiter: int, recorded_by_arbiter: bool, edition: LawsEdition = LawsEdition.E2023
) -> Supervision:
    """A.4, B.2: adequate if few enough games per arbiter and (2023) each is recorded by him or an assistant."""
    data = DIFFERENCES[edition]
    if time_class is TimeClass.STANDARD:
        return Supervision.ADEQUATE
    enough = games_per_arbiter <= data.games_per_arbiter[time_class]
    recorded = recorded_by_arbiter or not data.must_be_recorded_by_arbiter
    return Supervision.ADEQUATE if enough and recorded else Supervision.INADEQUATE
