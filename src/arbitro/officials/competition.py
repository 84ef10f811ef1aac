"""One report for an event's settings: what must, should and could be put right before it starts.

    topic          rules                                        from
    time, titles   time control, rounds a day, title events     timing
    regulations    what the regulations must still state        regulations
    appeals        writing, deadline, deposit, committee        appeals
    venue          clocks, countdown, disabled, schools         equipment
    teams          captains                                     captains
    arbiters       titles, licences, number                     appointments

`check_event` joins them; every line has its article and its level. Not here: the rules themselves.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from arbitro.dates import add_days
from arbitro.i18n import gettext_for
from arbitro.model.time_control import TimeControl
from arbitro.officials.appeals import AppealRules, check_appeals
from arbitro.officials.appointments import Appointee, Appointment, check_appointments
from arbitro.officials.arbiters import Category, System
from arbitro.officials.captains import Captain, check_captain
from arbitro.officials.checks import Report, Requirement, need
from arbitro.officials.equipment import (
    Disabled,
    Equipment,
    School,
    check_disabled,
    check_equipment,
    check_school,
    needs_large_clock,
)
from arbitro.officials.regulations import Regulations, check_invitation, check_regulations
from arbitro.officials.timing import check_time
from arbitro.ratings.lists import registration_days
from arbitro.ratings.time_control import time_class
from arbitro.records import decode

_ = gettext_for("officials")


@dataclass(frozen=True, slots=True)
class EventSettings:
    """An event as it is planned. None: not stated. `level` is 1 (official), 2 (titles and norms) or 3 (rated)."""

    name: str = ""
    level: int = 3
    rated: bool = True
    title_event: bool = False
    international: bool = False
    system: System = System.SWISS
    rounds: int | None = None
    players: int | None = None
    highest_rating: int = 0
    rooms: int = 1
    start: date | None = None
    end: date | None = None
    registered: date | None = None
    rounds_by_day: tuple[int, ...] = ()
    time_control: TimeControl | None = None
    regulations: Regulations = field(default_factory=Regulations)
    appeals: AppealRules = field(default_factory=AppealRules)
    equipment: Equipment | None = None
    large_clock: bool | None = None
    team: bool = False
    captains: tuple[Captain, ...] = ()
    disabled: Disabled | None = None
    school: School | None = None
    arbiters: tuple[Appointee, ...] = ()
    event_category: Category | None = None
    invitation: dict[str, bool] | None = None


def settings_from_json(data: Mapping[str, Any]) -> EventSettings:
    """The settings of a JSON object; an unknown key or a wrong value is an error that names the place."""
    return decode(EventSettings, data)


def check_event(settings: EventSettings | Mapping[str, Any]) -> Report:
    """Everything that can be checked before the event: C.02, C.05, C.10, D.04.12, B.01 1.1, B.02 1-3."""
    event = settings if isinstance(settings, EventSettings) else settings_from_json(settings)
    busiest = max(event.rounds_by_day, default=1)
    control = event.time_control
    official = event.level == 1
    titles = event.title_event or event.level == 2
    rows: list[Requirement] = [*_schedule(event)]
    if control is None:
        rows.append(need("GR-time", "-", _("stated"), False))
    else:
        rows += check_time(
            control, rounds_a_day=busiest, highest_rating=event.highest_rating, title_event=titles, rated=event.rated
        )  # fmt: skip
    rows += check_regulations(
        event.regulations,
        tempo=time_class(control.minutes) if control else None,
        increment=bool(control and control.increment),
        team=event.team,
        rated=event.rated,
    )
    rows += check_appeals(event.appeals, rounds_a_day=busiest, international=event.international)
    rows += _venue(event, official)
    for captain in event.captains:
        rows += check_captain(captain)
    if event.arbiters:
        staff = Appointment(
            event.arbiters, event.players, event.rooms, event.school is not None, event.rated, official, titles,
            event.event_category,
        )  # fmt: skip
        rows += [replace(r, topic="arbiters") for r in check_appointments(staff)]
    if event.invitation is not None:
        rows += check_invitation(event.invitation, official=official)
    return Report(_("Check of {event}").format(event=event.name or _("the event")), tuple(rows))


def _schedule(event: EventSettings) -> list[Requirement]:
    """Rounds against days, and registration in time."""
    rows = []
    if event.rounds is not None and event.rounds_by_day:
        total = sum(event.rounds_by_day)
        rows.append(need("GR-4.3", total, event.rounds, total == event.rounds))
    if event.rated and event.start is not None:
        titles = event.title_event or event.level == 2
        days = registration_days(norms=titles, highest=event.highest_rating, start=event.start)
        latest = add_days(event.start, -days)
        met = None if event.registered is None else event.registered <= latest
        key = "TTL-1.1.1" if titles else "GR-2.2"
        rows.append(need(key, event.registered or "-", f"<= {latest}", met, days=days))
    return rows


def _venue(event: EventSettings, official: bool) -> list[Requirement]:
    rows: list[Requirement] = []
    if event.equipment is not None:
        rows += check_equipment(event.equipment, official=official)
    if event.players is not None and needs_large_clock(event.level, event.players):
        rows.append(need("GR-4.4", event.large_clock))
    elif official:
        rows.append(need("GR-4.4 announced", None))
    if event.disabled is not None:
        rows += check_disabled(event.disabled, official=official)
    if event.school is not None:
        rows += check_school(event.school)
    return rows
