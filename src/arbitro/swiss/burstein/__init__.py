"""The Burstein system (C.04.4.2): inside a score, whoever has met the strongest opposition meets the weakest.

edition   module      text
2017      old         the older text, which the rules of 2017 still print
2026      text2026    rewritten: seeding rounds by the Dutch system, then an Index, no virtual point
"""

from __future__ import annotations

from arbitro.model import Pairings, Tournament
from arbitro.swiss import dutch
from arbitro.swiss.account import Round, explained
from arbitro.swiss.burstein import old, text2026
from arbitro.swiss.explanation import PairExplanation


def next_round(tournament: Tournament, edition: str | None = None) -> Pairings:
    """The next round by the Burstein system."""
    if is_seeding_round(tournament, edition):
        return dutch.next_round(tournament, "2026")
    return made_round(tournament, edition).pairings()


def explain(tournament: Tournament, lang: str | None = None, edition: str | None = None) -> list[PairExplanation]:
    """Why the next round is paired as it is."""
    if is_seeding_round(tournament, edition):
        return dutch.explain(tournament, lang, "2026")
    return explained(made_round(tournament, edition), lang)


def is_seeding_round(tournament: Tournament, edition: str | None) -> bool:
    """Is the next round one of the first ones, which the text of 2026 leaves to the Dutch system?"""
    return edition == "2026" and tournament.rounds_paired < text2026.seeding_rounds(tournament.planned_rounds)


def made_round(tournament: Tournament, edition: str | None = None) -> Round:
    """The round with its account, by the text that the edition names; no seeding round."""
    if edition == "2026":
        return text2026.pair(text2026.field_of(tournament))
    return old.pair(old.field_of(tournament))
