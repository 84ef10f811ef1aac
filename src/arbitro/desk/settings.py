"""What an organiser decides before the first round: the settings of a tournament, typed, with the house's defaults.

Settings travel in the journal as JSON; `from_json` refuses what it does not know, so an old journal never loses a
field silently. Which of them may change when is told in `commands.setup`. `faults` tells, before settings are written
down, which values no rule can act on; the journal is read without it: what was once written stays readable.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from datetime import date, datetime, time
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from arbitro.desk.admission import Admission
from arbitro.editions import edition_named, unknown
from arbitro.errors import ArbitroError, Refused, meant
from arbitro.formats.teams import BoardOrder
from arbitro.i18n import LANGUAGES, gettext_for, ngettext_for
from arbitro.model import ZERO, Colour, Editions, Plan, Points, RatingList, Scoring, System, TeamScoring, points
from arbitro.records import decode
from arbitro.texts import table

ngettext_ = ngettext_for("desk")

_ = gettext_for("desk")


@dataclass(frozen=True, kw_only=True)
class Settings:
    """One tournament's regulations, as far as the program acts on them."""

    name: str
    city: str = ""
    federation: str = ""
    start: str = ""  # YYYY-MM-DD
    end: str = ""
    system: System = System.DUTCH
    editions: Editions = Editions()
    rounds: int = 9
    scoring: Scoring = Scoring()
    tiebreaks: tuple[str, ...] = ("BH/C1", "BH", "SB", "DE", "WIN")
    time_control: str = "5400+30"  # seconds + increment, as tournament files encode it
    rating_list: RatingList = RatingList.STANDARD
    acceleration: str = ""  # "" or "baku"
    options: tuple[str, ...] = ()  # of the Swiss system (`swiss.choices`): "maxi", "type=B"
    round_times: tuple[str, ...] = ()  # YYYY-MM-DD HH:MM per round, "" where not fixed
    time_zone: str = ""  # of the hall: America/Mexico_City; "": that of the machine
    default_time: int = 0  # minutes, Laws 6.7.1
    half_byes: int = 1  # how many half-point byes a player may ask for (C.05 6.7.4)
    half_bye_last_round: int | None = None  # last round in which one may be taken; None: not in the last round
    late_points: Points = ZERO  # for each round a late entry missed (C.04.2 C.2)
    chief_arbiter: str = ""
    deputies: tuple[str, ...] = ()
    organiser: str = ""
    website: str = ""
    prizes: str = ""  # a prize plan in TOML
    stated: Mapping[str, Any] = field(default_factory=dict)  # see `advice.regulations_of`
    regulations: str = ""  # free text added to the regulations that the program writes
    start_order: str = "rating"  # which strength orders the start list: see `METHODS`
    equal_order: str = "name"  # who stands first of equal strength and title: see `CHOICES`
    rating_lists: tuple[str, ...] = ()  # where ratings are looked up, first one first; none: as `rating_lists` proposes
    check_ratings: bool = True  # compare the entered ratings with the lists
    long_event: str = ""  # "yes", "no"; "": more than 30 days by its dates
    round_ratings: bool = False  # long events: rating tie-breaks by each round's rating, not by the first one
    variant: str = ""  # "" or "chess960"
    unrated: str = ""  # what unrated players count as in rating tie-breaks: "", a rating, "lowest", "average"
    keep_apart: tuple[str, ...] = ()  # soft: "club", "federation", "family", while a legal pairing allows it
    team_boards: int = 0  # 0: an individual event
    team_scoring: TeamScoring = TeamScoring()
    team_type: str = "A"  # colour preferences of teams (C.04.6): "A", "B" or "none"
    team_primary: str = "match"  # the score by which teams are paired and ranked: "match" or "game" points
    board_colours: str = "WBWB"
    board_order: str = "fixed"  # how the line-ups are bound: a value of `formats.teams.BoardOrder`
    line_up_minutes: int = 0  # before the round begins; 0: captains hand in until it is paired
    plan: Mapping[str, Any] = field(default_factory=dict)  # what a format needs: `model.Plan` as JSON
    players_may: tuple[str, ...] = ("bye", "withdraw", "result", "both", "game")  # by their personal links
    entry: Mapping[str, Any] = field(default_factory=dict)  # the public entry form: `admission.Admission` as JSON
    result_keys: str = ""  # which keys enter results: "" is 1, = (or 5), 0; "123" White, Black, draw; "1=3", "150"
    public: bool = True
    language: str = "es"

    def with_changes(self, changes: Mapping[str, Any]) -> Settings:
        """These settings with some fields replaced by their JSON forms."""
        return replace(self, **{name: _decode(name, value) for name, value in changes.items()})

    def to_json(self) -> dict[str, Any]:
        return {field.name: _encode(getattr(self, field.name)) for field in fields(self)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Settings:
        return cls(**{"name": ""} | {name: _decode(name, value) for name, value in data.items()})


_FIELDS = tuple(field.name for field in fields(Settings))
_USUAL = {name: getattr(Settings(name=""), name) for name in _FIELDS}
_ENUMS: dict[str, type[System] | type[RatingList] | type[Colour]] = {"system": System, "rating_list": RatingList}
_RECORDS: dict[str, type[Editions] | type[Scoring] | type[TeamScoring]] = {
    "editions": Editions,
    "scoring": Scoring,
    "team_scoring": TeamScoring,
}
_OTHER_WORDS: Mapping[str, str] = table("words")["written"]
_NUMBERS = {
    "rounds": (1, 60), "default_time": (0, 600), "half_byes": (0, 60), "team_boards": (0, 60),
    "line_up_minutes": (0, 2880),
}  # fmt: skip


def _encode(value: Any) -> Any:
    if isinstance(value, System | RatingList | Colour):
        return value.value
    if isinstance(value, Editions | Scoring | TeamScoring):
        return asdict(value)
    return list(value) if isinstance(value, tuple) else value


def _points(value: Any) -> Points:
    """Points as the journal has them, in tenths, or as people write them: "3", "½", "0.5"."""
    if isinstance(value, str):
        return points(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError
    return Points(value)


def _record(kind: type[Editions] | type[Scoring] | type[TeamScoring], data: Mapping[str, Any]) -> Any:
    if kind is Editions:
        return Editions(**{area: str(edition) for area, edition in data.items()})
    worth: dict[str, Any] = {name: None if value is None else _points(value) for name, value in data.items()}
    if kind is Scoring:  # byes and forfeits follow a win and a draw unless they are stated
        return Scoring.of(**{"win": Scoring.win, "draw": Scoring.draw} | worth)
    return kind(**worth)


def _decode(name: str, value: Any) -> Any:
    if name not in _FIELDS:
        sentence = _("There is no setting called {name}.").format(name=name)
        near = meant(name, _FIELDS) or meant(_OTHER_WORDS.get(name.casefold(), ""), _FIELDS)
        raise Refused(sentence + (near or " " + _("Known: {names}.").format(names=", ".join(_FIELDS))))
    try:
        if name in _ENUMS:
            return _ENUMS[name](value)
        if name in _RECORDS:
            return value if isinstance(value, _RECORDS[name]) else _record(_RECORDS[name], value)
        if name == "late_points":
            return _points(value)
        if name in _NUMBERS:
            low, high = _NUMBERS[name]
            if isinstance(value, bool | float) or not low <= int(value) <= high:
                raise ValueError
            return int(value)
    except (ValueError, TypeError, AttributeError) as error:
        raise Refused(_wrong(name, value)) from error
    value = tuple(value) if isinstance(value, list) else value
    usual = _USUAL[name]
    if isinstance(usual, str) and isinstance(value, int) and not isinstance(value, bool):
        value = str(value)  # a city called 29, a time control of 300
    kind = Mapping if isinstance(usual, Mapping) else int | None if name == "half_bye_last_round" else type(usual)
    wrong = not isinstance(value, kind) or (kind is not bool and isinstance(value, bool))
    if wrong or (isinstance(value, tuple) and not all(isinstance(part, str) for part in value)):
        raise Refused(_wrong(name, value))
    return value


def _wrong(name: str, value: Any) -> str:
    """That a value cannot be, and what could."""
    sentence = _("{value} is not a value for {name}.").format(value=repr(value), name=name)
    if name in _NUMBERS:
        allowed = allowed_values(name)
        return _("{value} is not a value for {name}: {allowed}.").format(value=repr(value), name=name, allowed=allowed)
    if name in _ENUMS:
        known = [str(member.value) for member in _ENUMS[name]]
        near = meant(str(value), known) or meant(_OTHER_WORDS.get(str(value).casefold(), ""), known)
        return sentence + near + " " + _("Known: {names}.").format(names=", ".join(known))
    return sentence


# -- values that no rule can act on

METHODS = {  # the words of the start order, and the methods of record 172
    "rating": "FIDE", "fidon": "FIDON", "national": "NIDOF", "nro": "NRO", "hbfn": "HBFN", "lbfn": "LBFN",
    "hand": "OTHER",
}  # fmt: skip
LONG_DAYS = 30
CHOICES = {
    "acceleration": ("", "baku"),
    "start_order": tuple(METHODS),
    "equal_order": ("name", "fide_id", "age", "entry", "lots"),
    "long_event": ("", "yes", "no"),
    "variant": ("", "chess960"),
    "keep_apart": ("club", "family", "federation"),
    "players_may": ("check-in", "bye", "withdraw", "result", "both", "game"),
    "result_keys": ("", "123", "1=3", "150"),
    "language": LANGUAGES,
    "team_type": ("A", "B", "none"),
    "team_primary": ("match", "game"),
    "board_order": tuple(order.value for order in BoardOrder),
}


def allowed_values(name: str) -> str:
    """What a setting may be, where it is a number or one of a few words."""
    if name in _NUMBERS:
        low, high = _NUMBERS[name]
        return _("a number from {low} to {high}").format(low=low, high=high)
    words = CHOICES.get(name) or [str(member.value) for member in _ENUMS.get(name, ())]
    return ", ".join(filter(None, words))


def faults(settings: Settings) -> dict[str, str]:
    """What is wrong, by the name of the setting; nothing where all can be used."""
    from arbitro.prizes import parse_plan
    from arbitro.swiss.choices import check as check_options

    problems = (
        *((name, _choice(settings, name)) for name in CHOICES),
        ("tiebreaks", _tiebreaks(settings)),
        ("options", _said(lambda: check_options(settings.system, settings.options))),
        ("plan", _said(lambda: decode(Plan, settings.plan, "plan"))),
        ("entry", _said(lambda: decode(Admission, settings.entry, "entry"))),
        ("prizes", _said(lambda: parse_plan(settings.prizes, _("prize plan"))) if settings.prizes.strip() else ""),
        ("editions", _editions(settings)),
        ("start", _day(settings.start)),
        ("end", _day(settings.end) or _order(settings)),
        ("round_times", next(filter(None, map(_moment, settings.round_times)), "")),
        ("time_zone", _zone(settings.time_zone)),
        ("half_bye_last_round", _last_bye(settings)),
        ("late_points", _late_points(settings)),
        ("board_colours", _colours(settings)),
        ("unrated", _unrated(settings)),
    )
    return {name: problem for name, problem in problems if problem}


def _said(read: Callable[[], object]) -> str:
    """What a reader says against its text."""
    try:
        read()
    except ArbitroError as error:
        return str(error)
    return ""


BUCHHOLZ = ("BH", "FB", "AOB")


def no_buchholz(settings: Settings) -> tuple[str, ...]:
    """The tie-breaks that say the same of everybody in a round robin: Buchholz, cut or not (C.07, verification 105)."""
    from arbitro.standings import parse_tiebreak

    if settings.system not in (System.ROUND_ROBIN, System.DOUBLE_ROUND_ROBIN):
        return ()
    return tuple(name for name in settings.tiebreaks if parse_tiebreak(name).code in BUCHHOLZ)


def _tiebreaks(settings: Settings) -> str:
    from arbitro.standings import parse_list

    if problem := _said(lambda: parse_list(settings.tiebreaks)):
        return problem
    wrong = ", ".join(no_buchholz(settings))
    return _("{codes}: Buchholz is not for round robins.").format(codes=wrong) if wrong else ""


def _choice(settings: Settings, name: str) -> str:
    value = getattr(settings, name)
    wrong = [word for word in (value if isinstance(value, tuple) else (value,)) if word not in CHOICES[name]]
    if not wrong:
        return ""
    known = ", ".join(word or '""' for word in CHOICES[name])
    return _("{value} is not a value for {name}; known: {known}.").format(value=repr(wrong[0]), name=name, known=known)


def _editions(settings: Settings) -> str:
    for area in fields(settings.editions):
        chosen = getattr(settings.editions, area.name)
        if edition_named(area.name, chosen) is None:
            return str(unknown(area.name, chosen))
    return ""


def _day(text: str) -> str:
    try:
        if text:
            date.fromisoformat(text)
    except ValueError:
        return _("{text} is not a date; write it as 2026-11-15.").format(text=text)
    return ""


def _order(settings: Settings) -> str:
    if settings.start and settings.end and settings.end < settings.start:
        return _("The tournament ends before it begins.")
    return ""


def _moment(text: str) -> str:
    day, _blank, hour = text.partition(" ")
    try:
        if text:
            date.fromisoformat(day)
        if hour:
            time.fromisoformat(hour)
    except ValueError:
        return _("{text} is not a time of a round; write it as 2026-11-15 16:00.").format(text=text)
    return ""


def _zone(name: str) -> str:
    try:
        if name:
            ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return _("{text} is not a time zone; write it as America/Mexico_City.").format(text=name)
    return ""


def start_of_round(settings: Settings, round: int) -> datetime | None:
    """When a round begins, with the hall's time zone; None where its hour is not fixed."""
    text = settings.round_times[round - 1] if 1 <= round <= len(settings.round_times) else ""
    if len(text) < 16 or _moment(text):
        return None
    when = datetime.fromisoformat(text)
    zone = "" if _zone(settings.time_zone) else settings.time_zone
    return when.replace(tzinfo=ZoneInfo(zone)) if zone else when.astimezone()


def _last_bye(settings: Settings) -> str:
    limit = settings.half_bye_last_round
    if limit is not None and not 0 <= limit <= settings.rounds:
        return ngettext_("The tournament has {n} round.", "The tournament has {n} rounds.", settings.rounds).format(
            n=settings.rounds
        )
    return ""


def _late_points(settings: Settings) -> str:
    if not 0 <= settings.late_points <= settings.scoring.win:
        return _("A round missed is worth nothing, or at most a win.")
    return ""


def is_long(settings: Settings) -> bool:
    """Does an event last more than 30 days, so that players may have several ratings (verification 210)?"""
    if settings.long_event:
        return settings.long_event == "yes"
    if not settings.start or not settings.end or _day(settings.start) or _day(settings.end):
        return False
    return (date.fromisoformat(settings.end) - date.fromisoformat(settings.start)).days >= LONG_DAYS


def _unrated(settings: Settings) -> str:
    known = settings.unrated in ("", "lowest", "average") or (
        settings.unrated.isdecimal() and len(settings.unrated) < 5
    )
    return (
        ""
        if known
        else _("Unrated players count as a rating, lowest or average, not {text}.").format(text=settings.unrated)
    )


def _colours(settings: Settings) -> str:
    if not re.fullmatch("[WB]+", settings.board_colours):
        return _("The colours of the boards are written with W and B: WBWB.")
    return ""
