"""Rulings: an incident goes in, what the Laws say comes out.

    rule(incident) -> Ruling            one incident, typed
    incident_from(document)             {"kind": "illegal_move", "edition": "2023", "number": 2, …}
    records.encode(ruling)              ruling, articles, discretion

`KINDS` is the whole list. Each module begins with its table of articles; the rulings themselves stand in
`rulings.toml`. The text of a ruling is ours; it names the article so that the arbiter can read the Law itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any

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
    Code,
    Conditions,
    Ending,
    Incident,
    Obligation,
    Party,
    Ruling,
    Say,
    Side,
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
from arbitro.laws.rulings.online import OnlineEvent, instead, rule_online
from arbitro.laws.rulings.recording import Scoresheet, rule_sheet
from arbitro.laws.rulings.start import (
    Arrival,
    BothLate,
    Displaced,
    ReversedColours,
    Seats,
    WrongSetup,
    rule_arrival,
    rule_both_late,
    rule_colours,
    rule_displaced,
    rule_seats,
    rule_setup,
)
from arbitro.laws.rulings.touch import (
    ActOfMoving,
    EndingMove,
    Impaired,
    TouchedPieces,
    rule_act,
    rule_ending,
    rule_impaired,
    rule_touched,
)
from arbitro.records import decode, encode, writes

__all__ = [
    "KINDS", "Code", "Conditions", "Incident", "Obligation", "Party", "Ruling", "Say", "Side", "TimeChange",
    "incident_from", "rule",
]  # fmt: skip

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
    "seats": (Seats, rule_seats),
    "touch": (TouchedPieces, rule_touched),
    "wrong_setup": (WrongSetup, rule_setup),
}
_RULES = dict(KINDS.values())


def rule(incident: Incident) -> Ruling:
    """What the Laws say about an incident; of an online game, what the Online Chess Regulations say (E.04)."""
    if incident.game.online and (ruling := instead(incident)) is not None:
        return ruling
    return _RULES[type(incident)](incident)


def incident_from(document: Mapping[str, Any]) -> Incident:
    """An incident from plain data: `kind`, the conditions of the game, and the fields of that kind."""
    data = dict(document)
    kind = data.pop("kind", None)
    if not isinstance(kind, str) or kind not in KINDS:
        raise ArbitroError(_("unknown incident {kind!r}: one of {known}").format(kind=kind, known=", ".join(KINDS)))
    game = {f.name: data.pop(f.name) for f in fields(Conditions) if f.name in data}
    return decode(KINDS[kind][0], data, given={"game": decode(Conditions, game)})


@writes(Ruling)
def _document(ruling: Ruling) -> dict[str, Any]:
    """The ruling as plain data: what to do, the articles, and what is left to the arbiter, in the reader's language."""
    return {
        "ruling": {
            "code": ruling.code.value,
            "situation": ruling.row,
            "text": ruling.text(),
            **_ending(ruling.ending),
            "times": encode(ruling.times),
            "must_play": encode(ruling.obligation),
            "illegal_move": ruling.illegal_move,
            "line": list(ruling.line),
            "outcomes": [{"when": one.when.text(), **_ending(one.ending)} for one in ruling.outcomes],
            "log": [line.text() for line in ruling.log],
        },
        "articles": list(ruling.articles),
        "discretion": [option.text() for option in ruling.options],
    }


def _ending(ending: Ending | None) -> dict[str, Any]:
    return {
        "result": ending.result.value if ending and ending.result else None,
        "loser": ending.loser.value if ending and ending.loser else None,
        "result_text": ending.text() if ending else "",
    }
