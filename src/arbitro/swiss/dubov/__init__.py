"""The Dubov system (C.04.4.1): inside a score, whoever has met weak opposition meets a strong opponent.

edition   module      text
2017      text1997    the text of 1997, which the rules of 2017 still print
2026      text2026    rewritten: only upfloaters, criteria C1-C10, shifters and transpositions
"""

from __future__ import annotations

from arbitro.model import Pairings, Tournament
from arbitro.swiss.account import Round, explained
from arbitro.swiss.dubov import text1997, text2026
from arbitro.swiss.explanation import PairExplanation


def next_round(tournament: Tournament, edition: str | None = None) -> Pairings:
    """The next round by the Dubov system."""
    return made_round(tournament, edition).pairings()


def explain(tournament: Tournament, lang: str | None = None, edition: str | None = None) -> list[PairExplanation]:
    """Why the next round is paired as it is."""
    return explained(made_round(tournament, edition), lang)


def made_round(tournament: Tournament, edition: str | None = None) -> Round:
    """The round with its account, by the text that the edition names."""
    if edition == "2026":
        return text2026.pair(text2026.field_of(tournament))
    return text1997.pair(text1997.field_of(tournament))
