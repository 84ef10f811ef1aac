"""What a pairing system says about one pair: the same form for every system."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PairExplanation:
    """Why two players meet, or why one has the bye."""

    pair: tuple[int, int | None]  # White and Black; (player, None) for the pairing-allocated bye
    bracket: str  # "4½", or how the system calls the group in which the pair was made
    sentence: str  # the reason in one sentence
    text: str  # the whole account, one statement per line
    criteria: tuple[str, ...]  # articles that decided, most important first
