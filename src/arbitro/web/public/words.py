"""Outcomes, time controls, dates and decimals in the visitor's language.

The model's own labels are English and for programs; these are for people.
"""

from __future__ import annotations

import re
import unicodedata
from datetime import date, datetime
from typing import Final

from django.utils.formats import date_format, get_format
from django.utils.translation import gettext, gettext_noop

from arbitro.model import Outcome, System

_OUTCOMES: Final = {
    Outcome.WIN: gettext_noop("win"),
    Outcome.DRAW: gettext_noop("draw"),
    Outcome.LOSS: gettext_noop("loss"),
    Outcome.UNRATED_WIN: gettext_noop("win, not rated"),
    Outcome.UNRATED_DRAW: gettext_noop("draw, not rated"),
    Outcome.UNRATED_LOSS: gettext_noop("loss, not rated"),
    Outcome.ADJUDICATED_WIN: gettext_noop("win by the arbiter's decision"),
    Outcome.ADJUDICATED_DRAW: gettext_noop("draw by the arbiter's decision"),
    Outcome.ADJUDICATED_LOSS: gettext_noop("loss by the arbiter's decision"),
    Outcome.ADJOURNED: gettext_noop("adjourned"),
    Outcome.PENDING: gettext_noop("in play"),
    Outcome.FORFEIT_WIN: gettext_noop("won by forfeit"),
    Outcome.FORFEIT_LOSS: gettext_noop("lost by forfeit"),
    Outcome.PAIRING_BYE: gettext_noop("bye"),
    Outcome.FULL_BYE: gettext_noop("full-point bye"),
    Outcome.HALF_BYE: gettext_noop("half-point bye"),
    Outcome.ZERO_BYE: gettext_noop("zero-point bye"),
    Outcome.ABSENT: gettext_noop("not paired"),
}
_REMARKS: Final = {
    "unrated": gettext_noop("not rated"),
    "adjudicated": gettext_noop("by the arbiter's decision"),
    "adjourned": gettext_noop("adjourned"),
}
_SYSTEMS: Final = {
    System.DUTCH: gettext_noop("Swiss system (Dutch)"),
    System.DUBOV: gettext_noop("Swiss system (Dubov)"),
    System.BURSTEIN: gettext_noop("Swiss system (Burstein)"),
    System.LIM: gettext_noop("Swiss system (Lim)"),
    System.TEAM: gettext_noop("Swiss system for teams"),
    System.DOUBLE: gettext_noop("Double Swiss system"),
    System.CLUB: gettext_noop("Swiss system of clubs"),
    System.ROUND_ROBIN: gettext_noop("round robin"),
    System.DOUBLE_ROUND_ROBIN: gettext_noop("double round robin"),
    System.KNOCKOUT: gettext_noop("knock-out"),
    System.MATCH: gettext_noop("match"),
    System.SCHEVENINGEN: gettext_noop("Scheveningen system"),
    System.SEMI_SCHEVENINGEN: gettext_noop("semi-Scheveningen system"),
    System.SCHILLER: gettext_noop("Schiller system"),
    System.SKALITZKA: gettext_noop("Skalitzka system"),
    System.HILTON: gettext_noop("Hilton system"),
    System.OTHER: gettext_noop("another system"),
}


def folded(text: str) -> str:
    """For searching and sorting: no capitals, no accents."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in plain if not unicodedata.combining(c))


def outcome_words(outcome: Outcome) -> str:
    """`half-point bye`, `won by forfeit`, …"""
    return gettext(_OUTCOMES[outcome])


def system_words(system: System) -> str:
    return gettext(_SYSTEMS[system])


def result_words(sign: str) -> str:
    """A result's sign with its remark translated: `1-0 (not rated)`."""
    result, _space, remark = sign.partition(" ")
    if result in _REMARKS:
        return gettext(_REMARKS[result])
    return f"{result} ({gettext(_REMARKS[remark])})" if remark in _REMARKS else result


def time_control_words(encoded: str) -> str:
    """`5400+30` as `90 min + 30 s`; `40/5400+30:1800+30` as its periods; anything else as it stands."""
    periods = []
    for period in encoded.split(":"):
        found = re.fullmatch(r"(?:(\d+)/)?(\d+)(?:\+(\d+))?", period.strip())
        if not found:
            return encoded
        moves, seconds, increment = found[1], int(found[2]), int(found[3] or 0)
        minutes = f"{seconds // 60} min" if seconds % 60 == 0 else f"{seconds} s"
        text = f"{minutes} + {increment} s" if increment else minutes
        periods.append(gettext("{moves} moves in {time}").format(moves=moves, time=text) if moves else text)
    return ", ".join(periods)


def day_words(text: str) -> str:
    """An ISO date, or date and time, as the language writes it; anything else as it stands."""
    try:
        when = datetime.fromisoformat(text) if len(text) > 10 else date.fromisoformat(text)
    except ValueError:
        return text
    day = date_format(when, "DATE_FORMAT")
    return f"{day}, {when:%H:%M}" if isinstance(when, datetime) else day


def decimals(text: str) -> str:
    """A number's text with the language's decimal mark and a true minus: `-4.3` is `−4,3` in Spanish."""
    return text.replace(".", str(get_format("DECIMAL_SEPARATOR"))).replace("-", "−")
