"""Who has White: the steps that the systems besides the Dutch one put in their own order.

by_due          neither has played: the number decides; different colours due; only one of them is still free
equalising      the larger imbalance is evened out
alternating     colours alternate from the last game in which they differed
granted         one of the two has the colour due to it
seated          the answer: White, Black and the reason
"""

from __future__ import annotations

from typing import NamedTuple

from arbitro.model import Colour
from arbitro.swiss.account import Note, Say, note
from arbitro.swiss.colours import alternate_difference
from arbitro.swiss.units import Field, Unit


class Choice(NamedTuple):
    """A unit, the colour it has, and why."""

    unit: Unit
    colour: Colour
    say: Say
    article: str


def by_due(field: Field, a: Unit, b: Unit, *, first: str, due: str, limits: str) -> Choice | None:
    """No colours yet, different colours due, or a limit that leaves one of them a single colour.

    The three words are the articles of these steps.
    """
    if a.due is None and b.due is None:
        stronger = a if (-a.score, a.rank) < (-b.score, b.rank) else b
        return Choice(stronger, field.by_parity(stronger), Say.PARITY, first)
    if a.due is not b.due:
        return granted(a if a.due is not None else b, Say.BOTH_DUE, due)
    if a.absolute is not b.absolute:
        return granted(a if a.absolute else b, Say.ONLY_ONE, limits)
    return None


def equalising(a: Unit, b: Unit, article: str) -> Choice | None:
    """The one with the larger colour difference has the colour due."""
    mine, theirs = abs(a.wish.difference), abs(b.wish.difference)
    return None if mine == theirs else granted(a if mine > theirs else b, Say.EQUALISE, article)


def alternating(a: Unit, b: Unit, article: str) -> Choice | None:
    """Alternate from the most recent game in which one had White and the other Black."""
    colour = alternate_difference(a.games, b.games)
    return None if colour is None else Choice(a, colour, Say.ALTERNATE, article)


def granted(unit: Unit, say: Say, article: str) -> Choice:
    """The colour due to one of them."""
    assert unit.due is not None
    return Choice(unit, unit.due, say, article)


def seated(choice: Choice, a: Unit, b: Unit) -> tuple[Unit, Unit, Note]:
    """White, Black, and the note for the account."""
    other = b if choice.unit is a else a
    reason = note(choice.say, choice.article, a=choice.unit.number, colour=choice.colour.value)
    return (choice.unit, other, reason) if choice.colour is Colour.WHITE else (other, choice.unit, reason)
