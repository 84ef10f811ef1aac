"""Rulings: an incident goes in, what the Laws say comes out.

    rule(incident) -> Ruling            one incident, typed
    incident_from_json(document)        {"kind": "illegal_move", "edition": "2023", "number": 2, …}
    ruling_to_json(ruling, lang)        ruling, articles, discretion

`KINDS` is the whole list. Each module begins with its table of articles. The text of a ruling is ours; it names the
article so that the arbiter can read the Law itself.
"""

from __future__ import annotations

import json
import types
from collections.abc import Callable, Mapping
from dataclasses import fields
from enum import Enum
from fractions import Fraction
from typing import Any, Union, get_args, get_origin, get_type_hints

from arbitro.errors import ArbitroError
from arbitro.i18n import gettext_for
from arbitro.laws.rulings.adjournment import (
    Adjournment,
    Resumption,
    SealedMove,
    rule_adjournment,
    rule_resumption,
    rule_sealed,
)
from arbitro.laws.rulings.base import (
    PENALTIES,
    Code,
    Conditions,
    Incident,
    Obligation,
    Party,
    Player,
    Ruling,
    Say,
    TimeChange,
)
from arbitro.laws.rulings.conduct import Conduct, Device, ProposedPenalty, rule_conduct, rule_device, rule_penalty
from arbitro.laws.rulings.draws import (
    DrawAgreement,
    DrawClaim,
    DrawOffer,
    MissedDraw,
    QuickplayClaim,
    rule_agreement,
    rule_claim,
    rule_missed,
    rule_offer,
    rule_quickplay,
)
from arbitro.laws.rulings.flags import ClockEvent, FlagFall, Resignation, rule_clock, rule_flag, rule_resignation
from arbitro.laws.rulings.illegal import IllegalMove, IllegalPosition, rule_illegal_move, rule_illegal_position
from arbitro.laws.rulings.impaired import Impaired, rule_impaired
from arbitro.laws.rulings.online import OnlineEvent, rule_online
from arbitro.laws.rulings.recording import Scoresheet, rule_sheet
from arbitro.laws.rulings.start import (
    Arrival,
    BothLate,
    Displaced,
    ReversedColours,
    WrongSetup,
    rule_arrival,
    rule_both_late,
    rule_colours,
    rule_displaced,
    rule_setup,
)
from arbitro.laws.rulings.touch import ActOfMoving, EndingMove, TouchedPieces, rule_act, rule_ending, rule_touched

__all__ = [
    "KINDS",
    "PENALTIES",
    "Code",
    "Conditions",
    "Incident",
    "Obligation",
    "Party",
    "Player",
    "Ruling",
    "Say",
    "TimeChange",
    "incident_from_json",
    "rule",
    "ruling_to_json",
]

_ = gettext_for("laws")

KINDS: dict[str, tuple[type[Incident], Callable[[Any], Ruling]]] = {
    "act": (ActOfMoving, rule_act),
    "adjournment": (Adjournment, rule_adjournment),
    "arrival": (Arrival, rule_arrival),
    "both_late": (BothLate, rule_both_late),
    "clock": (ClockEvent, rule_clock),
    "conduct": (Conduct, rule_conduct),
    "device": (Device, rule_device),
    "displaced": (Displaced, rule_displaced),
    "draw_agreement": (DrawAgreement, rule_agreement),
    "draw_claim": (DrawClaim, rule_claim),
    "draw_offer": (DrawOffer, rule_offer),
    "ending": (EndingMove, rule_ending),
    "flag": (FlagFall, rule_flag),
    "illegal_move": (IllegalMove, rule_illegal_move),
    "illegal_position": (IllegalPosition, rule_illegal_position),
    "impaired": (Impaired, rule_impaired),
    "missed_draw": (MissedDraw, rule_missed),
    "online": (OnlineEvent, rule_online),
    "penalty": (ProposedPenalty, rule_penalty),
    "quickplay": (QuickplayClaim, rule_quickplay),
    "resignation": (Resignation, rule_resignation),
    "resumption": (Resumption, rule_resumption),
    "reversed_colours": (ReversedColours, rule_colours),
    "scoresheet": (Scoresheet, rule_sheet),
    "sealed_move": (SealedMove, rule_sealed),
    "touch": (TouchedPieces, rule_touched),
    "wrong_setup": (WrongSetup, rule_setup),
}
_RULES = dict(KINDS.values())


def rule(incident: Incident) -> Ruling:
    """What the Laws say about an incident."""
    return _RULES[type(incident)](incident)


# ---------------------------------------------------------------- JSON


def incident_from_json(document: Mapping[str, Any]) -> Incident:
    """An incident from plain data: `kind`, the conditions of the game, and the fields of that kind."""
    data = dict(document)
    kind = data.pop("kind", None)
    if not isinstance(kind, str) or kind not in KINDS:
        raise ArbitroError(_("unknown incident {kind!r}: one of {known}").format(kind=kind, known=", ".join(KINDS)))
    incident_type = KINDS[kind][0]
    conditions = _fill(Conditions, {f.name: data.pop(f.name) for f in fields(Conditions) if f.name in data})
    incident: Incident = _fill(incident_type, data, game=conditions)
    return incident


def _fill(target: type, data: Mapping[str, Any], **ready: object) -> Any:
    hints = get_type_hints(target)
    known = {f.name for f in fields(target)} - set(ready)
    if unknown := set(data) - known:
        raise ArbitroError(
            _("unknown field {name!r}: one of {known}").format(name=sorted(unknown)[0], known=", ".join(sorted(known)))
        )
    return target(**ready, **{name: _value(name, value, hints[name]) for name, value in data.items()})


def _value(name: str, value: Any, hint: Any) -> Any:
    """JSON to the field's type; what does not fit is refused with what would."""
    if get_origin(hint) in (Union, types.UnionType):
        inner = [arg for arg in get_args(hint) if arg is not type(None)]
        return None if value is None else _value(name, value, inner[0])
    if get_origin(hint) is tuple:
        if not isinstance(value, list | tuple) or not all(isinstance(item, str) for item in value):
            raise _unexpected(name, value, _("a list of texts"))
        return tuple(value)
    if isinstance(hint, type) and issubclass(hint, Enum):
        try:
            return hint(value)
        except ValueError:
            known = ", ".join(member.value for member in hint)
            raise _unexpected(name, value, _("one of {known}").format(known=known)) from None
    if hint is Fraction:
        try:
            return Fraction(str(value))
        except (ValueError, ZeroDivisionError):
            raise _unexpected(name, value, _("a number")) from None
    if hint is int and (isinstance(value, bool) or not isinstance(value, int) or value < 0):
        raise _unexpected(name, value, _("a whole number from 0"))
    if not isinstance(value, hint):
        raise _unexpected(name, value, _("true or false") if hint is bool else _("a text"))
    return value


def _unexpected(name: str, value: Any, expected: str) -> ArbitroError:
    found = json.dumps(value, ensure_ascii=False)[:60]
    return ArbitroError(
        _("{name}: found {found}, expected {expected}").format(name=name, found=found, expected=expected)
    )


def ruling_to_json(ruling: Ruling, lang: str | None = None) -> dict[str, Any]:
    """The ruling as plain data: what to do, the articles, and what is left to the arbiter."""
    return {
        "ruling": {
            "code": ruling.code.value,
            "text": ruling.text(lang),
            "result": ruling.result,
            "times": [{"party": change.party.value, "seconds": change.seconds} for change in ruling.times],
            "must_play": None
            if ruling.obligation is None
            else {
                "kind": ruling.obligation.kind,
                "squares": list(ruling.obligation.squares),
                "moves": list(ruling.obligation.moves),
            },
            "log": [line.text(lang) for line in ruling.log],
            "facts": dict(ruling.facts),
        },
        "articles": list(ruling.articles),
        "discretion": ruling.options_text(lang),
    }
