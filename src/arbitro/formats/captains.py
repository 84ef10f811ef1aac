"""Captains and heads of delegation (C.10): who may be one, and what a captain may do while games are on.

    article          function
    C.10 2.1, 2.3    contact: who speaks for a team
    C.10 3.1         DUTIES
    C.10 3.2         allowed: what a captain may do during play
    C.10 4.1, 4.2    problems: FIDE identity number, own e-mail address, telephone
    C.10 5.2         problems: sanctions

C.05 7.7 of 2018 let a captain advise a draw; C.10 3.2.5 of 2022 forbids it. The newer text is the default.

Not here: line-ups (`teams`), appeals (`officials`).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from arbitro.i18n import gettext_for

DUTIES = ("fixed board order", "line-ups", "appeals and protests", "players' claims", "technical meetings")  # C.10 3.1

GENERIC_NAMES = frozenset(
    {"admin", "chess", "contact", "contacto", "federacion", "federation", "info", "mail", "office", "secretaria",
     "secretary"}
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Captain:
    """Who leads a team, as the federation entered him."""

    name: str
    fide_id: str = ""
    email: str = ""
    telephone: str = ""
    sanctioned: bool = False  # under a sanction for fair play, ethics or arbiters' discipline
    on_probation: bool = False


class Missing(Enum):
    """What stands against a captain's entry, with the article."""

    FIDE_ID = "identity", "C.10 4.1"
    EMAIL = "e-mail", "C.10 4.2"
    TELEPHONE = "telephone", "C.10 4.2"
    SANCTION = "sanction", "C.10 5.2"

    @property
    def article(self) -> str:
        return self.value[1]

    __hash__ = object.__hash__


class Act(Enum):
    """What captains do in the playing hall."""

    LEAVE_WITH_PERMISSION = "leave and come back with the arbiter's permission"
    LEAVE = "leave and come back without permission"
    STAND_BEHIND_OPPONENTS = "stand behind the opposing team"
    TALK_THROUGH_ARBITER = "talk to a player through and in front of the arbiter"
    TALK = "talk to a player"
    ADVISE_DRAW = "advise a player to offer or accept a draw"
    COMMENT = "comment on a position"
    SIGN = "sign the match protocol"
    CLAIM = "represent a player in a claim"

    __hash__ = object.__hash__


_ALLOWED = frozenset({Act.LEAVE_WITH_PERMISSION, Act.TALK_THROUGH_ARBITER, Act.SIGN, Act.CLAIM})


def allowed(act: Act, *, draw_advice: bool = False) -> bool:
    """C.10 3.2: may a captain do this during play? `draw_advice`: the regulations follow C.05 7.7 of 2018."""
    return act in _ALLOWED or (draw_advice and act is Act.ADVISE_DRAW)


def problems(captain: Captain) -> tuple[Missing, ...]:
    """C.10 4 and 5.2: what is missing or stands against the entry; empty: accepted."""
    found = []
    if not captain.fide_id.strip().isdecimal():
        found.append(Missing.FIDE_ID)
    name, at, host = captain.email.strip().casefold().partition("@")
    if not (name and at and "." in host) or name in GENERIC_NAMES:
        found.append(Missing.EMAIL)
    if sum(sign.isdecimal() for sign in captain.telephone) < 5:
        found.append(Missing.TELEPHONE)
    if captain.sanctioned or captain.on_probation:
        found.append(Missing.SANCTION)
    return tuple(found)


def contact(head_of_delegation: str, captain: str) -> str:
    """C.10 2.1, 2.3: the organisers speak with the head of delegation; without one, with the captain."""
    return head_of_delegation or captain


def explain(missing: Missing, lang: str | None = None) -> str:
    """What stands against an entry, as a sentence."""
    _ = gettext_for("formats", lang)
    sentences = {
        Missing.FIDE_ID: _("The captain needs a FIDE identity number, of any federation."),
        Missing.EMAIL: _("The captain needs an e-mail address of his own, not a general one of the federation."),
        Missing.TELEPHONE: _("The captain needs a telephone number."),
        Missing.SANCTION: _("The captain is under sanction or on probation: the entry may be refused."),
    }
    return f"{sentences[missing]} ({missing.article})"
