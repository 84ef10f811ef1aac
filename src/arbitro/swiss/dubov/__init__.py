"""The Dubov system (C.04.4.1): inside a score, whoever has met weak opposition meets a strong opponent.

edition   module      text
2017      text1997    the text of 1997, which the rules of 2017 still print
2026      text2026    rewritten: only upfloaters, criteria C1-C10, shifters and transpositions
"""

from __future__ import annotations

from arbitro.editions import Texts
from arbitro.model import Tournament
from arbitro.swiss.account import RoundAccount
from arbitro.swiss.dubov import text1997, text2026

TEXTS = Texts("dubov", {"2017": text1997, "2026": text2026})


def made_round(tournament: Tournament, edition: str) -> RoundAccount:
    """The next round by the Dubov system, with its account."""
    text = TEXTS.of(edition)
    made: RoundAccount = text.pair(text.field_of(tournament))
    return made
