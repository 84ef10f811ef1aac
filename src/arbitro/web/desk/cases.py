"""The incidents that an arbiter meets most, as questions to the Laws: two taps instead of a form of thirty fields.

Each case is a sentence, the facts that `arbitro.laws` wants, and where the offender's colour goes. What is not here is
written down in words, and ruled by the arbiter alone.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from arbitro.desk.settings import Settings
from arbitro.laws import Ruling, incident_from, rule


@dataclass(frozen=True, slots=True)
class Case:
    """A sentence, the facts, and the field that takes the offender's colour ("" if none does)."""

    text: str
    facts: dict[str, Any] = field(default_factory=dict)
    offender: str = ""


_ILLEGAL: dict[str, Any] = {"kind": "illegal_move"}
_CLAIM: dict[str, Any] = {"kind": "draw_claim"}
_REPEATED, _FIFTY = {**_CLAIM, "ground": "repetition"}, {**_CLAIM, "ground": "fifty_moves"}
CASES: dict[str, Case] = {
    "illegal-1": Case(gettext_noop("illegal move, the first"), {**_ILLEGAL, "number": 1}, "offender"),
    "illegal-2": Case(gettext_noop("illegal move, the second"), {**_ILLEGAL, "number": 2}, "offender"),
    "two-hands": Case(gettext_noop("move made with two hands"), {**_ILLEGAL, "fault": "two_hands"}, "offender"),
    "no-move": Case(gettext_noop("clock pressed without a move"), {**_ILLEGAL, "fault": "no_move"}, "offender"),
    "unpromoted": Case(
        gettext_noop("pawn left on the last rank"), {**_ILLEGAL, "fault": "pawn_not_promoted"}, "offender"
    ),
    "flag": Case(gettext_noop("flag fallen"), {"kind": "flag"}, "flagged"),
    "late": Case(gettext_noop("player after the default time"), {"kind": "arrival"}, "absent"),
    "phone": Case(gettext_noop("player has a phone"), {"kind": "device", "event": "found_on_player"}, "offender"),
    "phone-rings": Case(gettext_noop("phone makes a sound"), {"kind": "device", "event": "sound"}, "offender"),
    "repetition-right": Case(gettext_noop("claim of repetition, right"), {**_REPEATED, "correct": True}),
    "repetition-wrong": Case(gettext_noop("claim of repetition, wrong"), {**_REPEATED, "correct": False}),
    "fifty-right": Case(gettext_noop("claim of 50 moves, right"), {**_FIFTY, "correct": True}),
    "fifty-wrong": Case(gettext_noop("claim of 50 moves, wrong"), {**_FIFTY, "correct": False}),
    "displaced": Case(gettext_noop("pieces knocked over"), {"kind": "displaced"}),
    "colours": Case(gettext_noop("colours reversed, under ten moves"), {"kind": "reversed_colours"}),
    "setup": Case(gettext_noop("wrong initial position"), {"kind": "wrong_setup"}),
    "clock-set": Case(gettext_noop("clock set wrongly"), {"kind": "clock", "happening": "wrong_setting"}),
    "clock-broken": Case(gettext_noop("clock out of order"), {"kind": "clock", "happening": "defective"}),
    "clock-stopped": Case(
        gettext_noop("clock stopped without a reason"), {"kind": "clock", "happening": "stopped_without_reason"}
    ),
    "clock-twice": Case(
        gettext_noop("moved twice after forgetting the clock"), {"kind": "clock", "happening": "moved_twice"}
    ),
    "clock-counter": Case(gettext_noop("move counter behind"), {"kind": "clock", "happening": "counter_behind"}),
    "clock-neighbour": Case(
        gettext_noop("neighbour's clock pressed"), {"kind": "clock", "happening": "neighbours_clock"}
    ),
    "e-board": Case(gettext_noop("electronic board fails"), {"kind": "wrong_setup", "setup": "electronic_board"}),
    "resigned": Case(gettext_noop("resignation"), {"kind": "resignation"}, "player"),
    "sheet": Case(gettext_noop("moves not recorded"), {"kind": "scoresheet", "event": "must_record"}),
    "distracts": Case(gettext_noop("opponent disturbed"), {"kind": "conduct", "event": "distracts"}),
    "offers": Case(gettext_noop("unreasonable draw offers"), {"kind": "conduct", "event": "unreasonable_claims"}),
    "notes": Case(gettext_noop("notes used"), {"kind": "conduct", "event": "uses_notes"}),
    "advice": Case(gettext_noop("advice from others"), {"kind": "conduct", "event": "advice"}),
    "leaves": Case(gettext_noop("playing venue left"), {"kind": "conduct", "event": "leaves_venue"}),
    "dress": Case(gettext_noop("breach of the dress code"), {"kind": "conduct", "event": "dress"}),
    "eats": Case(gettext_noop("eating at the board"), {"kind": "conduct", "event": "eats_at_board"}),
    "arranged": Case(gettext_noop("result arranged before"), {"kind": "conduct", "event": "prearranged_result"}),
    "spectator": Case(gettext_noop("spectator interferes"), {"kind": "conduct", "event": "spectator_interferes"}),
    "appeal": Case(gettext_noop("appeal against a ruling"), {"kind": "conduct", "event": "appeal"}),
}


def choices() -> list[tuple[str, str]]:
    """The cases for a list, in the reader's language."""
    return [(name, _(case.text)) for name, case in CASES.items()]


def name_of(kind: str) -> str:
    """A kind as the journal keeps it, in words."""
    return _(CASES[kind].text) if kind in CASES else _("other")


def propose(kind: str, offender: str, settings: Settings) -> Ruling | None:
    """What the Laws say about a case in this tournament; None for a case that they are not asked about."""
    if kind not in CASES:
        return None
    case = CASES[kind]
    facts: dict[str, Any] = {
        **case.facts,
        "edition": settings.editions.laws,
        "time_class": settings.rating_list.value,
    }
    if case.offender == "absent":
        facts["default_min"] = settings.default_time
    if offender in ("white", "black"):
        if case.offender == "absent":
            facts[f"{offender}_absent"] = True
        elif case.offender:
            facts[case.offender] = offender
    return rule(incident_from(facts))
