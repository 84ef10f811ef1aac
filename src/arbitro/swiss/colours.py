"""Colours: what a player is due and who gets which colour (C.04.2 D.5, C.04.3 A.6 and E).

    article        function                  what it settles
    A.6            preference                absolute, strong, mild or no colour preference
    E.1            grant_both                both preferences can be granted
    E.2            grant_stronger            the stronger one; between two absolute ones the wider difference
    E.3            alternate_difference      the most recent game in which their colours differed
    E.4            grant_higher              the higher-ranked player's preference
    E.5            by_number                 the first colour by the parity of the higher-ranked player's number
    E.1 - E.5      allocate                  the first of them that applies

Histories are the colours of the games played, oldest first: rounds without a game count as if they came before all
others (C.04.2 D.5, `Tournament.colours`). The other systems combine the
same rules in another order. Not here: which pairs are made.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from functools import lru_cache

from arbitro.frozen import NamedTuple
from arbitro.model.outcome import Colour

WHITE, BLACK = Colour.WHITE, Colour.BLACK


class Strength(IntEnum):
    """How much a colour is due (A.6)."""

    NONE = 0
    MILD = 1
    STRONG = 2
    ABSOLUTE = 3


class Preference(NamedTuple):
    """A colour preference; `colour` is None only for a player without a game."""

    strength: Strength
    colour: Colour | None
    difference: int  # games with White minus games with Black
    repeated: bool  # the last two games had the same colour


class Allocation(NamedTuple):
    """The higher-ranked player's colour and the article that gave it."""

    higher: Colour
    article: str


@lru_cache(maxsize=4096)
def preference(games: tuple[Colour, ...]) -> Preference:
    """A.6: what the colours of the games played make due.

    >>> preference((Colour.WHITE, Colour.BLACK, Colour.BLACK)).colour
    <Colour.WHITE: 'w'>
    """
    if not games:
        return Preference(Strength.NONE, None, 0, False)
    difference = sum(colour.sign for colour in games)
    repeated = len(games) > 1 and games[-1] is games[-2]
    if abs(difference) > 1:
        return Preference(Strength.ABSOLUTE, BLACK if difference > 0 else WHITE, difference, repeated)
    if repeated:
        return Preference(Strength.ABSOLUTE, games[-1].other, difference, repeated)
    if difference:
        return Preference(Strength.STRONG, BLACK if difference > 0 else WHITE, difference, repeated)
    return Preference(Strength.MILD, games[-1].other, difference, repeated)


def symbol(wish: Preference) -> str:
    """The sign of the pre-pairing check-list: WWW, WW, W1, W absolute; (W) strong; (w) mild; A none."""
    if wish.colour is None:
        return "A"
    letter = "W" if wish.colour is WHITE else "B"
    if wish.strength is Strength.MILD:
        return f"({letter.lower()})"
    if wish.strength is Strength.STRONG:
        return f"({letter})"
    if abs(wish.difference) > 1:
        return letter * (3 if wish.repeated else 2)
    return letter + ("1" if wish.difference else "")


def grant_both(higher: Preference, lower: Preference) -> Colour | None:
    """E.1: the higher-ranked player's colour when both preferences, or the only one, can be granted."""
    if higher.colour is None:
        return None if lower.colour is None else lower.colour.other
    return higher.colour if lower.colour is not higher.colour else None


def grant_stronger(higher: Preference, lower: Preference) -> Colour | None:
    """E.2: the stronger preference; between two absolute ones that of the wider colour difference."""
    if higher.colour is None:
        return None
    mine, theirs = higher.strength, lower.strength
    if mine is theirs is Strength.ABSOLUTE:
        mine, theirs = abs(higher.difference), abs(lower.difference)  # type: ignore[assignment]
    if mine == theirs:
        return None
    return higher.colour if mine > theirs else higher.colour.other


def alternate_difference(higher: Sequence[Colour], lower: Sequence[Colour]) -> Colour | None:
    """E.3: the colours alternate from the most recent game in which one had White and the other Black.

    Games are counted back from the last one played; where one player has fewer games there is nothing to compare.
    """
    for mine, theirs in zip(reversed(higher), reversed(lower), strict=False):
        if mine is not theirs:
            return theirs
    return None


def grant_higher(higher: Preference) -> Colour | None:
    """E.4: the preference of the higher-ranked player."""
    return higher.colour


def by_number(number: int, first: Colour) -> Colour:
    """E.5: an odd number takes the first colour of the tournament, an even one the other."""
    return first if number % 2 else first.other


def allocate(
    higher: Preference,
    lower: Preference,
    higher_games: Sequence[Colour],
    lower_games: Sequence[Colour],
    number: int,
    first: Colour,
) -> Allocation:
    """E.1-E.5 in order. `number` is the higher-ranked player's, counted among those who take part (`handling`)."""
    colour = grant_both(higher, lower)
    if colour is not None:
        return Allocation(colour, "E.1")
    colour = grant_stronger(higher, lower)
    if colour is not None:
        return Allocation(colour, "E.2")
    colour = alternate_difference(higher_games, lower_games)
    if colour is not None:
        return Allocation(colour, "E.3")
    colour = grant_higher(higher)
    if colour is not None:
        return Allocation(colour, "E.4")
    return Allocation(by_number(number, first), "E.5")
