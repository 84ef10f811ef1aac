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
from arbitro.officials.checks import Requirement, need

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
    free = None if captain.sanctioned is None else not captain.sanctioned
    if captain.on_probation:
        free = False
    reachable = sum(sign.isdecimal() for sign in captain.telephone) >= TELEPHONE_DIGITS
    return [
        need("CAP-4 id", captain.fide_id or "-", True, captain.fide_id.strip().isdecimal(), who=who),
        need("CAP-4 mail", captain.email or "-", True, own_address(captain), who=who),
        need("CAP-4 telephone", captain.telephone or "-", True, reachable, who=who),
        need("CAP-5", None if free is None else not free, False, free, who=who),
    ]
