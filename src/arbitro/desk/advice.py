"""What the settings of a tournament mean, at once: which rating list, whether it can be rated, what is missing."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass

from arbitro.dates import read_date
from arbitro.desk.settings import Settings
from arbitro.desk.state import State
from arbitro.i18n import gettext_for
from arbitro.model.time_control import parse
from arbitro.officials.arbiters import System as OfficialSystem
from arbitro.officials.competition import EventSettings, check_event
from arbitro.officials.regulations import Regulations
from arbitro.ratings.time_control import time_class

_SYSTEMS = {True: OfficialSystem.SWISS, False: OfficialSystem.ROUND_ROBIN}


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of advice: must, should, could, or a plain fact (`note`)."""

    level: str
    article: str
    text: str

    def to_json(self) -> dict[str, str]:
        return asdict(self)


def facts(settings: Settings) -> list[Finding]:
    """Which list the games are rated on, and how long a round takes."""
    _ = gettext_for("desk")
    control = parse(settings.time_control)
    if control is None:
        example = "5400+30"
        text = _("The time control cannot be read; write it as {example} (seconds + increment) or in words.")
        return [Finding("must", "B.02 1", text.format(example=example))]
    kind = time_class(control.minutes)
    names = {"standard": _("standard"), "rapid": _("rapid"), "blitz": _("blitz")}
    if kind is None:
        return [Finding("must", "B.02 1", _("Games this quick are rated on no list."))]
    minutes = int(2 * control.minutes)
    found = [
        Finding(
            "note",
            "B.02 1",
            _("Rated as {kind}; a game of 60 moves takes up to {hours} h {minutes} min.").format(
                kind=names[kind.value], hours=minutes // 60, minutes=minutes % 60
            ),
        )
    ]
    if kind is not settings.rating_list:
        text = _("The tournament is set for the {chosen} list, but this time control is {kind}.")
        found.append(
            Finding("must", "B.02 1", text.format(chosen=names[settings.rating_list.value], kind=names[kind.value]))
        )
    if kind.value == "standard" and settings.rounds < 9:
        found.append(Finding("note", "B.01 1.4.1", _("Norms need 9 games; this tournament has fewer rounds.")))
    return found


def competition_report(state: State) -> list[Finding]:
    """Facts and the competition rules' report for a tournament: what must, should and could be put right."""
    settings = state.settings
    days = Counter(time[:10] for time in settings.round_times if time)
    planned = EventSettings(
        name=settings.name,
        system=_SYSTEMS[settings.system.is_swiss],
        rounds=settings.rounds,
        players=len(state.entrants) or None,
        highest_rating=max((e.player.rating for e in state.entrants.values()), default=0),
        start=read_date(settings.start),
        end=read_date(settings.end),
        rounds_by_day=tuple(days[day] for day in sorted(days)),
        time_control=parse(settings.time_control),
        regulations=Regulations(
            default_time_min=settings.default_time,
            pairing_system=settings.system.value,
            tie_breaks=settings.tiebreaks or None,
            half_point_byes=str(settings.half_byes),
        ),
        team=bool(settings.team_boards),
    )
    report = check_event(planned)
    found = facts(settings)
    found += [
        Finding(row.level.value, row.article, f"{row.text}: {row.found} ({row.needed})")
        for row in report
        if row.met is False
    ]
    return found
