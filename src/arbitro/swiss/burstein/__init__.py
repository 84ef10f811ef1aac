"""The Burstein system (C.04.4.2): inside a score, whoever has met the strongest opposition meets the weakest.

edition   module      text
2017      text2017    the older text, which the rules of 2017 still print
2026      text2026    rewritten: seeding rounds by the Dutch system, then an Index, no virtual point
"""

from __future__ import annotations

from arbitro.editions import Texts
from arbitro.model import Tournament
from arbitro.swiss import MadeRound, dutch
from arbitro.swiss.account import RoundAccount
from arbitro.swiss.burstein import text2017, text2026

TEXTS = Texts("burstein", {"2017": text2017, "2026": text2026})


def made_round(tournament: Tournament, edition: str) -> MadeRound:
    """The next round by the Burstein system, with its account; seeding rounds are paired by the Dutch system."""
    text = TEXTS.of(edition)
    if tournament.rounds_paired < text.seeding_rounds(tournament.planned_rounds):
        return dutch.made_round(tournament, edition)
    made: RoundAccount = text.made_round(tournament)
    return made
