"""What can be asked of any table of rounds: colours, meetings, and what breaks the promise of a fair table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import groupby

from arbitro.formats.table import E, Table, entrants
from arbitro.model import Colour


def colours(table: Table[E]) -> dict[E, tuple[Colour, ...]]:
    """Every entrant's colours in the order of the rounds; a rest leaves no colour."""
    found: dict[E, list[Colour]] = {entrant: [] for entrant in entrants(table)}
    for games in table:
        for white, black in games:
            found[white].append(Colour.WHITE)
            found[black].append(Colour.BLACK)
    return {entrant: tuple(sequence) for entrant, sequence in found.items()}


def whites(table: Table[E]) -> dict[E, int]:
    """How many games each entrant has with White."""
    return {entrant: sequence.count(Colour.WHITE) for entrant, sequence in colours(table).items()}


def meetings(table: Table[E]) -> Counter[frozenset[E]]:
    """How often each two meet."""
    return Counter(frozenset(game) for games in table for game in games)


def longest_run(table: Table[E]) -> int:
    """The longest series of games that any entrant plays with one colour."""
    return max(
        (sum(1 for _same in run) for sequence in colours(table).values() for _colour, run in groupby(sequence)),
        default=0,
    )


def faults(table: Table[E], required: Callable[[E, E], int], *, run: int = 2, difference: int = 1) -> list[str]:
    """What is wrong with a table; an empty list is a proof that it is sound.

    `required` says how often two entrants must meet; nobody plays twice in a round, has one colour more than `run`
    times running, or more than `difference` games more with one colour than with the other.
    """
    found = []
    for number, games in enumerate(table, 1):
        busy = Counter(entrant for game in games for entrant in game)
        found += [f"round {number}: {entrant} plays {n} games" for entrant, n in busy.items() if n > 1]
    everyone = entrants(table)
    met: dict[E, Counter[E]] = {entrant: Counter() for entrant in everyone}
    for games in table:
        for white, black in games:
            met[white][black] += 1
            met[black][white] += 1
    for i, a in enumerate(everyone):
        opponents = met[a]
        for b in everyone[i + 1 :]:
            times, wanted = opponents.get(b, 0), required(a, b)
            if times != wanted:
                found.append(f"{a} and {b} meet {times} times, not {wanted}")
    longest = longest_run(table)
    if longest > run:
        found.append(f"somebody has one colour {longest} times running")
    for entrant, sequence in colours(table).items():
        excess = abs(sum(colour.sign for colour in sequence))
        if excess > difference:
            found.append(f"{entrant} has {excess} games more with one colour")
    return found
