"""The Dubov system (C.04.4.1): inside a score, whoever has met weak opposition meets a strong opponent.

edition   module      text
2017      text1997    the text of 1997, which the rules of 2017 still print
2026      text2026    rewritten: only upfloaters, criteria C1-C10, shifters and transpositions
"""

from __future__ import annotations

from arbitro.model import Pairings, Tournament
from arbitro.swiss.account import explained
from arbitro.swiss.dubov import text1997, text2026
from arbitro.swiss.explanation import PairExplanation


def next_round(tournament: Tournament, edition: str | None = None) -> Pairings:
    """The next round by the Dubov system."""
    text = text2026 if edition == "2026" else text1997
    return text.pair(text.field_of(tournament)).pairings()


def explain(tournament: Tournament, lang: str | None = None, edition: str | None = None) -> list[PairExplanation]:
    """Why the next round is paired as it is."""
    text = text2026 if edition == "2026" else text1997
    return explained(text.pair(text.field_of(tournament)), lang)
