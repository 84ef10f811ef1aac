"""How many rounds an event has, or should have, for so many entries (players, or teams where teams are paired).

    format                      least = sensible = most
    round robin, double         the rounds of its table (C.05 annex I)
    knock-out                   a stage for every halving of the field
    Swiss                       least: single out one leader in theory (C.04.1 a)
                                sensible: an odd number of them, for the colours, and five where so many can be played
                                most: everyone meets everyone once, by turns with a bye where the number is odd

Keizer's system and matches of two games pair the same two again: they have no most.
"""

from __future__ import annotations

from dataclasses import dataclass

from arbitro.model import System

SHORTEST = 5  # rounds of a Swiss where nobody says otherwise: a weekend
MEET_AGAIN = (System.KEIZER, System.DOUBLE)


@dataclass(frozen=True, slots=True)
class Length:
    """Rounds: the fewest that decide something, the usual, and as many as can be paired."""

    least: int
    sensible: int
    most: int | None


def rounds_for_one_leader(players: int) -> int:
    """The rounds after which one player at most has won all games, each halving those who have (C.04.1 a).

    >>> [rounds_for_one_leader(n) for n in (1, 2, 8, 9)]
    [0, 1, 3, 4]
    """
    return max(0, players - 1).bit_length()


def length_of(system: System, entries: int) -> Length | None:
    """The rounds of a format; None where their number does not follow from the entries.

    >>> [length_of(System.DUTCH, n).sensible for n in (4, 8, 32, 33, 128, 512)]
    [3, 5, 5, 7, 7, 9]
    """
    if entries < 2:
        return None
    all_meet = entries - 1 + entries % 2
    halvings = rounds_for_one_leader(entries)
    if system in (System.ROUND_ROBIN, System.DOUBLE_ROUND_ROBIN):
        rounds = all_meet * (2 if system is System.DOUBLE_ROUND_ROBIN else 1)
        return Length(rounds, rounds, rounds)
    if system is System.KNOCKOUT:
        return Length(halvings, halvings, halvings)
    if not system.is_swiss:
        return None
    sensible = max(SHORTEST, halvings | 1)
    if system in MEET_AGAIN:
        return Length(halvings, sensible, None)
    return Length(halvings, min(sensible, all_meet), all_meet)
