"""Incidents at an event: from the report to the ruling, the appeal, and the reports that must follow.

    article        what
    C.05 9, 10     INCIDENT         conciliation first, then a ruling; the party may appeal
    C.05 3.4       consequences     the chief arbiter's report; fair play and discipline where they apply
    C.05 9.2-9.5   KINDS            what may be an incident beyond the Laws

A ruling on a claim under the Laws comes from `laws`; this room keeps its course and its deadlines.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from arbitro.i18n import gettext_for
from arbitro.officials.appeals import in_writing_with_deposit, odd_committee
from arbitro.workflow import procedure

_ = gettext_for("officials")


class Matter(StrEnum):
    LAWS = "laws"  # a claim or infringement under the Laws
    DEVICE = "device"
    SUSPICION = "suspicion"
    PREARRANGED = "prearranged"  # C.05 9.4
    LEFT_GAME = "left_game"  # C.05 9.3
    DRESS = "dress"  # C.05 9.2
    DISTURBANCE = "disturbance"
    NO_SHOW = "no_show"  # C.05 6.5
    OFFICIAL = "official"  # about an arbiter or organiser
    MEDICAL = "medical"


INCIDENT = procedure("incident", guards={"appeal": in_writing_with_deposit, "decide": odd_committee})


@dataclass(frozen=True, slots=True)
class Consequence:
    """Where an incident must still go."""

    to: str
    text: str
    article: str


def consequences(kind: Matter) -> tuple[Consequence, ...]:
    """What follows beside the ruling at the board."""
    report = Consequence("report", _("into the chief arbiter's report"), "C.05 3.4")
    more = {
        Matter.DEVICE: Consequence("fairplay", _("fair-play report: a forbidden device was found"), "Laws 11.3.2"),
        Matter.SUSPICION: Consequence(
            "fairplay", _("complaint form, findings and measures to the commission"), "III.B"
        ),
        Matter.PREARRANGED: Consequence("discipline", _("penalties, and a report to the commission"), "C.05 9.4"),
        Matter.OFFICIAL: Consequence("discipline", _("complaint to the Arbiters' Commission"), "B.06.5A 2.4"),
        Matter.NO_SHOW: Consequence("pairing", _("withdrawn unless explained before the next pairing"), "C.05 6.5"),
    }
    return (report, more[kind]) if kind in more else (report,)
