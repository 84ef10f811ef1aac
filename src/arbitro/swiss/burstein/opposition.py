"""The opposition met so far, as the tie-breaks see it: what Buchholz and Sonneborn-Berger are summed from.

Unplayed rounds are read as the event's tie-breaks read them (`Editions.tiebreaks`):

    text            an own unplayed round                       an opponent's unplayed rounds
    from 2023 on    a game against oneself, worth what it was   as awarded; absences that last to this round are draws
    2009            a game against a virtual opponent           draws
    club            nothing                                     draws

The rules of 2026 (C.04.4.2, Index) say the first line themselves; the older text is silent and follows the event.
"""

from __future__ import annotations

from typing import NamedTuple

from arbitro.model import Outcome, Points
from arbitro.swiss.units import Field, Unit

SELF = "2023"


class Faced(NamedTuple):
    """One round: what was gained, and the score of whom it was gained from."""

    points: int
    score: int


def opposition(field: Field, unit: Unit, tiebreaks: str = SELF) -> list[Faced]:
    """The rounds that count, in order."""
    found = []
    for k, e in enumerate(unit.record):
        if e.outcome.played and e.opponent is not None:
            found.append(Faced(e.points, as_opponent(field, e.opponent, tiebreaks)))
        elif tiebreaks == "2009":
            found.append(Faced(e.points, _virtual(field, unit, k)))
        elif tiebreaks != "club":
            found.append(Faced(e.points, score(unit)))
    return found


def score(unit: Unit) -> Points:
    """The points of a unit, virtual ones left out."""
    return Points(sum(e.points for e in unit.record))


def as_opponent(field: Field, number: int, tiebreaks: str = SELF) -> int:
    """A score in the sums of those who met him."""
    unit = field.units[number]
    if tiebreaks in ("2009", "club"):
        return sum(e.points if e.outcome.played else field.draw for e in unit.record)
    total = score(unit)
    if number in field.present:
        return total
    for e in reversed(unit.record):  # absences that go on in this round
        if e.outcome not in (Outcome.ZERO_BYE, Outcome.ABSENT):
            break
        total = Points(total + field.draw)
    return total


def _virtual(field: Field, unit: Unit, k: int) -> int:
    """2009: an opponent who had the same score before round k + 1, took the rest of its points and drew since."""
    before = sum(e.points for e in unit.record[:k])
    return before + 2 * field.draw - unit.record[k].points + (len(unit.record) - k - 1) * field.draw
