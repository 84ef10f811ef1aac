"""The Burstein system (C.04.4.2): inside a score, whoever has met the strongest opposition meets the weakest.

edition   module      text
2017      old         the older text, which the rules of 2017 still print
2026      text2026    rewritten: seeding rounds by the Dutch system, then an Index, no virtual point
"""

from __future__ import annotations

from arbitro.model import Pairings, Tournament
from arbitro.swiss.account import explained
from arbitro.swiss.burstein import old, text2026
from arbitro.swiss.explanation import PairExplanation


def next_round(tournament: Tournament, edition: str | None = None) -> Pairings:
    """The next round by the Burstein system."""
    if edition == "2026":
        return text2026.next_round(tournament)
    return old.pair(old.field_of(tournament)).pairings()


def explain(tournament: Tournament, lang: str | None = None, edition: str | None = None) -> list[PairExplanation]:
    """Why the next round is paired as it is."""
    if edition == "2026":
        return text2026.explain(tournament, lang)
    return explained(old.pair(old.field_of(tournament)), lang)
