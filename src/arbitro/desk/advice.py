"""What the settings of a tournament mean, at once: which rating list, whether it can be rated, what is missing."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass
from typing import Any

from arbitro import words
from arbitro.dates import read_date
from arbitro.desk.settings import Settings, is_long
from arbitro.desk.state import State
from arbitro.formats.teams import BoardOrder, order_words
from arbitro.i18n import gettext_for
from arbitro.model import show
from arbitro.model.time_text import in_words, parse
from arbitro.officials.appeals import AppealRules
from arbitro.officials.arbiters import System as OfficialSystem
from arbitro.officials.checks import Requirement
from arbitro.officials.competition import EventSettings, check_event
from arbitro.officials.regulations import Regulations
from arbitro.ratings.time_control import time_class
from arbitro.records import decode
from arbitro.standings import parse_tiebreak

_ = gettext_for("desk")
officials = gettext_for("officials")

_SYSTEMS = {True: OfficialSystem.SWISS, False: OfficialSystem.ROUND_ROBIN}


@dataclass(frozen=True, slots=True)
class Advice:
    """One line of advice: must, should, could, or a plain fact (`note`)."""

    level: str
    article: str
    text: str

    def to_json(self) -> dict[str, str]:
        return asdict(self)


def rating_ties(settings: Settings) -> list[Advice]:
    """Tie-breaks by ratings in an event of more than 30 days, where ratings change meanwhile."""
    names = [name for name in settings.tiebreaks if parse_tiebreak(name).method.uses_ratings]
    if not names or not is_long(settings):
        return []
    text = _("Tie-breaks by ratings are advised against in long events: {names}.")
    return [Advice("should", "C.07 10", text.format(names=", ".join(names)))]


def unread_time(settings: Settings) -> list[Advice]:
    """A time control that nobody but its writer understands."""
    if parse(settings.time_control):
        return []
    text = _("The time control cannot be read; write it as {example}.")
    return [Advice("must", "B.02 1", text.format(example=in_words("5400+30")))]


def facts(settings: Settings) -> list[Advice]:
    """Which list the games are rated on, and how long a round takes."""
    control = parse(settings.time_control)
    if control is None:
        return unread_time(settings)
    kind = time_class(control.minutes)
    if kind is None:
        return [Advice("must", "B.02 1", _("Games this quick are rated on no list."))]
    hours, minutes = divmod(int(2 * control.minutes), 60)
    length = _("{hours} h {minutes} min") if hours else _("{minutes} min")
    advice = [
        Advice(
            "note",
            "B.02 1",
            _("Rated as {kind}; a game of 60 moves takes up to {length}.").format(
                kind=words.rating_list(kind), length=length.format(hours=hours, minutes=minutes)
            ),
        )
    ]
    if kind is not settings.rating_list:
        text = _("The tournament is set for the {chosen} list, but this time control is {kind}.")
        advice.append(
            Advice(
                "must",
                "B.02 1",
                text.format(chosen=words.rating_list(settings.rating_list), kind=words.rating_list(kind)),
            )
        )
    if is_long(settings):
        text = _("More than 30 days: players may have several ratings, each from a round on (command `ratings`).")
        advice += [Advice("note", "B.02", text), *rating_ties(settings)]
    if kind.value == "standard" and settings.rounds < 9:
        advice.append(Advice("note", "B.01 1.4.1", _("Norms need 9 games; this tournament has fewer rounds.")))
    return advice


def regulations_of(settings: Settings) -> Regulations:
    """What the published regulations say: everything that the settings decide, and what `stated` adds to it."""
    decided: dict[str, Any] = {
        "default_time_min": settings.default_time,
        "pairing_system": settings.system.value,
        "tie_breaks": list(settings.tiebreaks) or None,
        "half_point_byes": str(settings.half_byes),
        "points": ", ".join(show(p) for p in (settings.scoring.win, settings.scoring.draw, settings.scoring.loss)),
        "rated_notice": True,  # the regulations that the program writes say so
        "device_in_bag": False,
        "line_up_time": f"{settings.line_up_minutes} min" if settings.line_up_minutes else None,
        "restricted_pairings": ", ".join(settings.keep_apart) or None,
        "board_order": order_words(BoardOrder(settings.board_order)) if settings.team_boards else None,
    }
    added = {key: value for key, value in settings.stated.items() if key != "appeals"}
    return decode(Regulations, {k: v for k, v in decided.items() if v is not None} | added)


def appeals_of(settings: Settings) -> AppealRules:
    """What the regulations say about appeals; the program's own text has them in writing."""
    return decode(AppealRules, {"written": True} | dict(settings.stated.get("appeals", {})))


def planned_event(state: State) -> EventSettings:
    """The tournament as the competition rules look at it before it starts."""
    settings = state.settings
    days = Counter(time[:10] for time in settings.round_times if time)
    return EventSettings(
        name=settings.name,
        system=_SYSTEMS[settings.system.is_swiss],
        rounds=settings.rounds,
        players=len(state.entrants) or None,
        highest_rating=max((e.player.rating for e in state.entrants.values()), default=0),
        start=read_date(settings.start),
        end=read_date(settings.end),
        rounds_by_day=tuple(days[day] for day in sorted(days)),
        time_control=parse(settings.time_control),
        regulations=regulations_of(settings),
        appeals=appeals_of(settings),
        team=bool(settings.team_boards),
    )


def competition_report(state: State) -> list[Advice]:
    """Facts and the competition rules' report for a tournament: what must, should and could be put right."""
    wrong = (row for row in check_event(planned_event(state)) if row.met is False)
    return [*facts(state.settings), *(Advice(row.level.value, row.article, _sentence(row)) for row in wrong)]


def _sentence(row: Requirement) -> str:
    """`what: how it is; needed: how it should be`; of regulations it is enough to say what applies without them."""
    text = f"{row.text[:1].upper()}{row.text[1:]}: {row.found}"
    if row.topic == "regulations" or row.needed == officials("stated"):
        return text
    for sign, words_of in ((">= ", _("at least {n}")), ("<= ", _("at most {n}"))):
        if row.needed.startswith(sign):
            return _("{what}; needed: {needed}").format(what=text, needed=words_of.format(n=row.needed[len(sign) :]))
    return _("{what}; needed: {needed}").format(what=text, needed=row.needed)
