"""Values that no rule can act on: what is wrong with settings, field by field, before they are written down.

The journal is read without these checks: what was once written stays readable.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date, time

from arbitro.desk.settings import Settings
from arbitro.errors import ArbitroError
from arbitro.i18n import LANGUAGES, gettext_for
from arbitro.model.editions import SINCE

CHOICES = {
    "acceleration": ("", "baku"),
    "start_order": ("rating", "national", "hand"),
    "keep_apart": ("club", "family", "federation"),
    "language": LANGUAGES,
}


def faults(settings: Settings) -> dict[str, str]:
    """What is wrong, by the name of the setting; nothing where all can be used."""
    from arbitro.formats import Plan
    from arbitro.prizes import parse_plan
    from arbitro.standings import parse_list

    problems = (
        *((name, _choice(settings, name)) for name in CHOICES),
        ("tiebreaks", _said(lambda: parse_list(settings.tiebreaks))),
        ("plan", _keys(settings, Plan().to_dict()) or _said(lambda: Plan.from_dict(settings.plan))),
        ("prizes", _said(lambda: parse_plan(settings.prizes)) if settings.prizes.strip() else ""),
        ("editions", _editions(settings)),
        ("start", _day(settings.start)),
        ("end", _day(settings.end) or _order(settings)),
        ("round_times", next(filter(None, map(_moment, settings.round_times)), "")),
        ("half_bye_last_round", _last_bye(settings)),
        ("late_points", _late_points(settings)),
        ("board_colours", _colours(settings)),
    )
    return {name: problem for name, problem in problems if problem}


def _said(read: Callable[[], object]) -> str:
    """What a reader says against its text."""
    try:
        read()
    except ArbitroError as error:
        return str(error)
    return ""


def _choice(settings: Settings, name: str) -> str:
    value = getattr(settings, name)
    wrong = [word for word in (value if isinstance(value, tuple) else (value,)) if word not in CHOICES[name]]
    if not wrong:
        return ""
    _ = gettext_for("desk")
    known = ", ".join(word or '""' for word in CHOICES[name])
    return _("{value} is not a value for {name}; known: {known}.").format(value=repr(wrong[0]), name=name, known=known)


def _keys(settings: Settings, known: Mapping[str, object]) -> str:
    """The plan of a format names only what a plan has."""
    _ = gettext_for("desk")
    wrong = [name for name in settings.plan if name not in known]
    if not wrong:
        return ""
    return _("A plan has no {name}; known: {known}.").format(name=wrong[0], known=", ".join(known))


def _editions(settings: Settings) -> str:
    _ = gettext_for("desk")
    for area, texts in SINCE.items():
        chosen = getattr(settings.editions, area)
        if chosen not in (*texts, "club"):
            return _("There is no edition {name} of {area}; known: {known}.").format(
                name=chosen, area=area, known=", ".join(texts)
            )
    return ""


def _day(text: str) -> str:
    try:
        if text:
            date.fromisoformat(text)
    except ValueError:
        _ = gettext_for("desk")
        return _("{text} is no date; write it as 2026-11-15.").format(text=text)
    return ""


def _order(settings: Settings) -> str:
    if settings.start and settings.end and settings.end < settings.start:
        _ = gettext_for("desk")
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
        _ = gettext_for("desk")
        return _("{text} is no time of a round; write it as 2026-11-15 16:00.").format(text=text)
    return ""


def _last_bye(settings: Settings) -> str:
    limit = settings.half_bye_last_round
    if limit is not None and not 0 <= limit <= settings.rounds:
        _ = gettext_for("desk")
        return _("The tournament has {n} rounds.").format(n=settings.rounds)
    return ""


def _late_points(settings: Settings) -> str:
    if not 0 <= settings.late_points <= settings.scoring.win:
        _ = gettext_for("desk")
        return _("A round missed is worth nothing, or at most a win.")
    return ""


def _colours(settings: Settings) -> str:
    if not re.fullmatch("[WB]+", settings.board_colours):
        _ = gettext_for("desk")
        return _("The colours of the boards are written with W and B: WBWB.")
    return ""
