"""Captains and heads of delegation (C.10): who may be one, and what a captain may do while games are on.

    article          function
    C.10 2.1, 2.3    contact          who speaks for a team
    C.10 3.2         captain_may      what a captain may do during play
    C.10 4.1, 4.2    check_captain    FIDE identity number, own e-mail address, telephone
    C.10 5.2         check_captain    sanctions

C.05 7.7 of 2018 let a captain advise a draw; C.10 3.2.5 of 2022 forbids it. The newer text is the default.

Not here: line-ups and board order (`formats.teams`), appeals (`appeals`).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from arbitro.i18n import gettext_for
from arbitro.officials.checks import Requirement

_ = gettext_for("officials")

GENERIC_NAMES = frozenset(
    {"admin", "chess", "contact", "contacto", "federacion", "federation", "info", "mail", "office", "secretaria",
     "secretary"}
)  # fmt: skip
TELEPHONE_DIGITS = 5


class CaptainAct(StrEnum):
    """What captains do in the playing hall."""

    HAND_IN_LINE_UP = "hand in the line-up"
    SIGN_PROTOCOL = "sign the match protocol"
    APPEAL = "appeal"
    REPRESENT_IN_CLAIMS = "represent a player in a claim"
    SPEAK_THROUGH_ARBITER = "speak to a player through the arbiter"
    SPEAK_DIRECTLY = "speak to a player directly"
    STAND_BEHIND_OPPONENTS = "stand behind the opposing team"
    DRAW_ADVICE = "advise a player on a draw"
    COMMENT_ON_POSITION = "comment on a position"
    LEAVE_AND_RETURN = "leave and return with permission"
    LEAVE_UNASKED = "leave and return without permission"


FORBIDDEN = frozenset(
    {CaptainAct.SPEAK_DIRECTLY, CaptainAct.STAND_BEHIND_OPPONENTS, CaptainAct.COMMENT_ON_POSITION,
     CaptainAct.LEAVE_UNASKED}
)  # fmt: skip


def captain_may(act: CaptainAct, *, draw_advice_allowed: bool = False) -> bool:
    """C.10 3: a captain's rights during play. `draw_advice_allowed`: the regulations follow C.05 7.7 of 2018."""
    if act is CaptainAct.DRAW_ADVICE:
        return draw_advice_allowed
    return act not in FORBIDDEN


def contact(head_of_delegation: str, captain: str) -> str:
    """C.10 2.1, 2.3: the organisers speak with the head of delegation; without one, with the captain."""
    return head_of_delegation or captain


@dataclass(frozen=True, slots=True)
class Captain:
    """A captain or head of delegation, as the federation entered him. None: not stated."""

    name: str = ""
    fide_id: str = ""
    email: str = ""
    telephone: str = ""
    generic_email: bool | None = None  # None: told by the address itself
    sanctioned: bool | None = None  # for fair play, ethics or arbiters' discipline
    on_probation: bool | None = None


def own_address(captain: Captain) -> bool:
    """C.10 4.2: an e-mail address that is one, and the captain's own rather than a general one."""
    name, at, host = captain.email.strip().casefold().partition("@")
    generic = name in GENERIC_NAMES if captain.generic_email is None else captain.generic_email
    return bool(name and at and "." in host) and not generic


def check_captain(captain: Captain) -> list[Requirement]:
    """C.10 4-5: FIDE ID, personal e-mail, telephone; entry may be refused to one who is sanctioned."""
    who = captain.name or _("captain")
    yes, no = _("yes"), _("no")
    free = None if captain.sanctioned is None else not captain.sanctioned
    if captain.on_probation:
        free = False
    sanctioned = _("not stated") if free is None else no if free else yes
    reachable = sum(sign.isdecimal() for sign in captain.telephone) >= TELEPHONE_DIGITS
    lines = [
        ("CAP-4", "4.1", _("FIDE ID"), captain.fide_id or "-", yes, captain.fide_id.strip().isdecimal()),
        ("CAP-4", "4.2", _("personal e-mail address"), captain.email or "-", yes, own_address(captain)),
        ("CAP-4", "4.2", _("telephone"), captain.telephone or "-", yes, reachable),
        ("CAP-5", "5", _("under sanction"), sanctioned, no, free),
    ]
    return [
        Requirement(rule, f"C.10 {article}", f"{who}: {text}", found, needed, met, topic="teams")
        for rule, article, text, found, needed, met in lines
    ]
