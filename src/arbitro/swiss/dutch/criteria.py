"""The quality criteria, as marks that pairs and downfloaters earn (C.04.3 C; 2026 article 2).

A candidate's value is what its pairs and downfloaters add up to, criterion by criterion. A mark is (criterion, value):
for a counting criterion the value is added, for a listing one it joins a list that is compared in descending order,
largest first. Both engines read these same marks; how they search is their own affair.

    2017                      2026                      kind      mark
    C.5  pairs                C6  downfloaters          count     every downfloater
    C.6  PSD                  C7  downfloaters' scores  list      score difference; 2026: score
    C.7  next bracket         C8  next bracket          both      NEXT_FLOATERS, NEXT_SCORES
    -                         C9  unplayed games        count     of the one downfloater who will have the bye
    C.8  |CD| > 2             C10                       count     topscorers and their opponents
    C.9  third colour         C11                       count     topscorers and their opponents
    C.10 preference           C12                       count     a pair due the same colour
    C.11 strong preference    C13                       count     ... and both strongly, not both absolutely
    C.12 C.14 downfloat       C14 C16                   count     2017: whoever floats down; 2026: residents
    C.13 C.15 upfloat         C15 C17                   count     2017: whoever floats up; 2026: opponents of MDPs
    C.16 C.18 its difference  C18 C20                   list      2026: of MDPs; floating again is worst of all
    C.17 C.19 its difference  C19 C21                   list

C.1-C.3 decide which pairs exist at all (`state.compatible`), C.4 which downfloaters do (`text2017`, `text2026`).
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from arbitro.model import Colour, Float
from arbitro.swiss.colours import Strength, allocate
from arbitro.swiss.dutch.state import Contender

ABSOLUTE, STRONG = Strength.ABSOLUTE, Strength.STRONG
DOWN, UP = Float.DOWN, Float.UP


class C(IntEnum):
    """The criteria in their order of priority; one list serves both editions."""

    FLOATERS = 0
    SCORES = 1
    NEXT_FLOATERS = 2
    NEXT_SCORES = 3
    UNPLAYED = 4
    DIFFERENCE = 5
    THIRD_COLOUR = 6
    PREFERENCE = 7
    STRONG_PREFERENCE = 8
    DOWN_1 = 9
    UP_1 = 10
    DOWN_2 = 11
    UP_2 = 12
    DOWN_1_BY = 13
    UP_1_BY = 14
    DOWN_2_BY = 15
    UP_2_BY = 16


LISTS = frozenset({C.SCORES, C.NEXT_SCORES, C.DOWN_1_BY, C.UP_1_BY, C.DOWN_2_BY, C.UP_2_BY})

ARTICLES_2017 = (
    "C.5", "C.6", "C.7", "C.7", "-", "C.8", "C.9", "C.10", "C.11",
    "C.12", "C.13", "C.14", "C.15", "C.16", "C.17", "C.18", "C.19",
)  # fmt: skip
ARTICLES_2026 = (
    "C6", "C7", "C8", "C8", "C9", "C10", "C11", "C12", "C13",
    "C14", "C15", "C16", "C17", "C18", "C19", "C20", "C21",
)  # fmt: skip

AGAIN = 1 << 40  # 2026 C18, C20: an MDP who floats again counts more than any difference

Marks = list[tuple[int, int]]


def colour_marks(higher: Contender, lower: Contender) -> Marks:
    """C.8-C.11 (2026 C10-C13) of a pair."""
    mine, theirs = higher.wish, lower.wish
    if mine.colour is None or mine.colour is not theirs.colour:
        return []
    marks: Marks = []
    if mine.strength is ABSOLUTE and theirs.strength is ABSOLUTE:
        excess, third = exempt_marks(higher, lower)
        if excess:
            marks.append((C.DIFFERENCE, excess))
        if third:
            marks.append((C.THIRD_COLOUR, third))
        marks.append((C.PREFERENCE, 1))
    else:
        marks.append((C.PREFERENCE, 1))
        if mine.strength >= STRONG and theirs.strength >= STRONG:
            marks.append((C.STRONG_PREFERENCE, 1))
    return marks


def exempt_marks(higher: Contender, lower: Contender) -> tuple[int, int]:
    """C.8, C.9: what two players absolutely due the same colour suffer when they meet (one is a topscorer, C.3).

    The first number counts those left with a colour difference beyond 2, the second those with a third same colour.
    """
    colour = allocate(higher.wish, lower.wish, higher.games, lower.games, 1, Colour.WHITE).higher
    return suffered(higher, lower, colour)


def suffered(higher: Contender, lower: Contender, colour: Colour) -> tuple[int, int]:
    """C.8 and C.9 when the first player gets this colour."""
    excess = third = 0
    for player, given in ((higher, colour), (lower, colour.other)):
        excess += abs(player.wish.difference + given.sign) > 2
        third += player.wish.repeated and player.games[-1] is given
    return excess, third


def pair_marks_2017(higher: Contender, lower: Contender) -> Marks:
    """C.6, C.8-C.19 of a pair."""
    marks = colour_marks(higher, lower)
    difference = higher.score - lower.score
    if difference:
        marks.append((C.SCORES, difference))
        if higher.last_float is DOWN:
            marks += ((C.DOWN_1, 1), (C.DOWN_1_BY, difference))
        if lower.last_float is UP:
            marks += ((C.UP_1, 1), (C.UP_1_BY, difference))
        if higher.earlier_float is DOWN:
            marks += ((C.DOWN_2, 1), (C.DOWN_2_BY, difference))
        if lower.earlier_float is UP:
            marks += ((C.UP_2, 1), (C.UP_2_BY, difference))
    return marks


def float_marks_2017(player: Contender, lowest: int, unit: int) -> Marks:
    """C.5, C.6, C.12, C.14, C.16, C.18 of a downfloater; `lowest` is the lowest score of the bracket (A.8)."""
    difference = player.score - (lowest - unit)
    marks: Marks = [(C.FLOATERS, 1), (C.SCORES, difference)]
    if player.last_float is DOWN:
        marks += ((C.DOWN_1, 1), (C.DOWN_1_BY, difference))
    if player.earlier_float is DOWN:
        marks += ((C.DOWN_2, 1), (C.DOWN_2_BY, difference))
    return marks


def pair_marks_2026(higher: Contender, lower: Contender) -> Marks:
    """C10-C13 of any pair, C15 and C17-C21 of a moved-down player and their opponent."""
    marks = colour_marks(higher, lower)
    difference = higher.score - lower.score
    if difference:
        if lower.last_float is UP:
            marks += ((C.UP_1, 1), (C.UP_1_BY, difference))
        if lower.earlier_float is UP:
            marks += ((C.UP_2, 1), (C.UP_2_BY, difference))
        if higher.last_float is DOWN:
            marks.append((C.DOWN_1_BY, difference))
        if higher.earlier_float is DOWN:
            marks.append((C.DOWN_2_BY, difference))
    return marks


def float_marks_2026(player: Contender, *, moved_down: bool) -> Marks:
    """C6, C7 and, for residents, C14 and C16; for moved-down players C18 and C20. C9 is the round's affair."""
    marks: Marks = [(C.FLOATERS, 1), (C.SCORES, player.score)]
    if player.last_float is DOWN:
        marks.append((C.DOWN_1_BY, AGAIN) if moved_down else (C.DOWN_1, 1))
    if player.earlier_float is DOWN:
        marks.append((C.DOWN_2_BY, AGAIN) if moved_down else (C.DOWN_2, 1))
    return marks


Value = tuple[int | tuple[int, ...], ...]


def value_of(marks: Sequence[tuple[int, int]]) -> Value:
    """A candidate's value: one entry per criterion, comparable with `<` (smaller is better)."""
    counts = [0] * len(C)
    lists: dict[int, list[int]] = {}
    for criterion, value in marks:
        if criterion in LISTS:
            lists.setdefault(criterion, []).append(value)
        else:
            counts[criterion] += value
    return tuple(
        tuple(sorted(lists.get(criterion, ()), reverse=True)) if criterion in LISTS else counts[criterion]
        for criterion in C
    )


def unmet_preferences(white: int, black: int, none: int, max_pairs: int) -> int:
    """x: the least number of pairs in which a preference cannot be granted, counting heads only (C.10)."""
    return max(0, max_pairs - min(white, black) - none)


def unmet_strong_preferences(white: int, black: int, none: int, max_pairs: int, mild_of_majority: int) -> int:
    """z: how many of the x pairs must deny a strong preference, counting heads only (C.11)."""
    return max(0, unmet_preferences(white, black, none, max_pairs) - mild_of_majority)
