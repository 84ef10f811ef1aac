"""Over to this program in mid-event: what the other program's file states, and what is kept of the event run beside.

A report file is silent about much: tie-breaks (TRF16), prizes, hours, keys. What it leaves open stays as it was here.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from arbitro.desk.importing import Preview, usable
from arbitro.desk.settings import Settings, faults
from arbitro.desk.snapshot import settings_of
from arbitro.desk.words import setting_name
from arbitro.files.trf import codes
from arbitro.i18n import current_language, gettext_for
from arbitro.model import Plan, Scoring, System, TeamScoring, Tournament, remarks

_ = gettext_for("desk")

# of what a file may state: does this one? All other settings are known here alone.
_STATED: Mapping[str, Callable[[Tournament], object]] = {
    "name": lambda event: True,
    "city": lambda event: event.info.city,
    "federation": lambda event: event.info.federation,
    "start": lambda event: event.info.start,
    "end": lambda event: event.info.end,
    "chief_arbiter": lambda event: event.info.chief_arbiter,
    "deputies": lambda event: event.info.deputies,
    "system": lambda event: _coded(event) or event.info.type or event.system is not System.DUTCH,
    "editions": lambda event: (coded := _coded(event)) and coded.edition,
    "acceleration": lambda event: _coded(event) or event.baku or event.acceleration,
    "rounds": lambda event: event.planned_rounds,
    "tiebreaks": lambda event: event.info.tie_breaks,
    "time_control": lambda event: _time_control(event),
    "rating_list": lambda event: _time_control(event),
    "start_order": lambda event: event.info.rating_method,
    "round_times": lambda event: any(event.info.round_dates),
    "team_boards": lambda event: True,
    "team_scoring": lambda event: event.team_scoring != TeamScoring(),
    "team_type": lambda event: _coded(event),
    "team_primary": lambda event: _coded(event),
    "board_colours": lambda event: event.board_colours,
    "plan": lambda event: event.plan != Plan(),
    "long_event": lambda event: remarks.ratings(event.unknown_lines)[0],
    "round_ratings": lambda event: remarks.ratings(event.unknown_lines)[0],
}
_OF_THE_SYSTEM = ("editions", "acceleration", "options", "team_scoring", "team_type", "team_primary", "plan")


def _coded(event: Tournament) -> codes.Meaning | None:
    return codes.meaning(event.info.system_code) or codes.meaning(event.info.type)


def _time_control(event: Tournament) -> str:
    return event.info.encoded_time_control or event.info.time_control


@dataclass(frozen=True, slots=True)
class Switch:
    """A file that goes on here: completed by what is known here, which settings are kept, and both in words."""

    tournament: Tournament
    kept: tuple[str, ...]
    sentences: tuple[str, ...]


def switch(there: Tournament, here: Tournament, beside: Settings) -> Switch:
    """The file of another program, with whatever it does not state taken from the event that ran beside it."""
    stated = replace(settings_of(there), language=current_language())
    kept = tuple(one.name for one in fields(Settings) if one.name in _open(there, stated, beside))
    pairs = _same_pairs(there, here)
    return Switch(_completed(there, beside, kept, pairs), kept, tuple(_told(stated, beside, kept, bool(pairs))))


def switched(preview: Preview, beside: Settings, kept: Collection[str]) -> Preview:
    """What a file becomes, with the settings that are kept of the event that ran beside it."""
    settings, put_aside = usable(replace(preview.settings, **_values(preview.tournament, beside, kept)))
    not_its_own = {_("The file has its own scoring; it is kept.")} if "scoring" in kept else set()
    notes = (note for note in (*preview.notes, *put_aside) if note not in not_its_own)
    return replace(preview, settings=settings, notes=tuple(dict.fromkeys(notes)))


def _open(there: Tournament, stated: Settings, beside: Settings) -> set[str]:
    """The settings that a file leaves open, or states in a way that cannot be used."""
    wrong = faults(stated)
    names = {
        one.name
        for one in fields(Settings)
        if one.name not in _STATED or not _STATED[one.name](there) or one.name in wrong
    }
    names -= {"scoring"} if _scored(there, beside) else set()
    if not any(day and day != time[:10] for day, time in zip(stated.round_times, beside.round_times, strict=False)):
        names |= {"round_times"} if len(stated.round_times) <= len(beside.round_times) else set()  # the hours, too
    return names if "system" in names or stated.system is beside.system else names - set(_OF_THE_SYSTEM)


def _scored(there: Tournament, beside: Settings) -> bool:
    """Does a file say what games are worth: by a line, or by points that are right so and wrong as they count here?"""
    known = [(player.number, player.stated_points) for player in there.players if player.stated_points is not None]
    as_here = replace(there, scoring=beside.scoring)
    return there.scoring != Scoring() or (
        all(there.score(n) == points for n, points in known) and any(as_here.score(n) != points for n, points in known)
    )


def _same_pairs(there: Tournament, here: Tournament) -> Tournament | None:
    """The tournament here, if its forbidden pairs hold for the file: it has none, and the players are the same."""
    wanted = {n for group in here.forbidden for n in group.players}
    names = {player.number: player.name for player in there.players}
    same = all(names.get(n, "").casefold() == here.player(n).name.casefold() for n in wanted)
    return here if wanted and same and not there.forbidden else None


def _values(there: Tournament, beside: Settings, kept: Collection[str]) -> dict[str, Any]:
    values = {one.name: getattr(beside, one.name) for one in fields(Settings) if one.name in {*kept} - {"name"}}
    if "rounds" in values:
        values["rounds"] = max(beside.rounds, there.rounds_paired)
    return values


def _completed(there: Tournament, beside: Settings, kept: Collection[str], pairs: Tournament | None) -> Tournament:
    """The file's tournament by the rules that are kept: so its rounds are checked and its points counted."""
    values = _values(there, beside, kept)
    info = replace(there.info, tie_breaks=values.get("tiebreaks", there.info.tie_breaks))
    if "system" in values:
        info = replace(info, system_code="", type="")
    return replace(
        there,
        info=info,
        system=values.get("system", there.system),
        editions=values.get("editions", there.editions),
        baku=values["acceleration"] == "baku" if "acceleration" in values else there.baku,
        planned_rounds=values.get("rounds", there.planned_rounds),
        scoring=values.get("scoring", there.scoring),
        forbidden=pairs.forbidden if pairs else there.forbidden,
    )


def _told(stated: Settings, beside: Settings, kept: Collection[str], pairs: bool) -> list[str]:
    """What comes from where, as far as it makes a difference; of tie-breaks always."""
    names = [one.name for one in fields(Settings)]
    differ = [name for name in names if name == "tiebreaks" or getattr(stated, name) != getattr(beside, name)]
    here = [_named(name, beside) for name in differ if name in kept] + ([_("forbidden pairs")] if pairs else [])
    same = "tiebreaks" if stated.tiebreaks == beside.tiebreaks else ""
    there = [_named(name, stated) for name in differ if name not in (*kept, same, "name")]
    said = []
    if here:
        text = _("The file does not state these; they stay as in {name}: {settings}.")
        said.append(text.format(name=beside.name, settings=", ".join(dict.fromkeys(here))))
    if there:
        text = _("From the file, otherwise than in {name}: {settings}.")
        said.append(text.format(name=beside.name, settings=", ".join(dict.fromkeys(there))))
    return said


def _named(name: str, settings: Settings) -> str:
    """A setting as people call it; tie-breaks with what they are."""
    value = getattr(settings, name)
    return f"{setting_name(name)} ({', '.join(value)})" if name == "tiebreaks" else setting_name(name)
