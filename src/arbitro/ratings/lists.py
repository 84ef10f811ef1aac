"""The monthly lists: dates, publication, activity, and what was once done to all ratings.

    article         function
    B.02 0.2        registration_days, registered_in_time
    B.02 7.1        list_in_force        the list of the month in which an event starts
    B.02 7.1.3      list_for_event       closes three days before its date, for official events the day before
    B.02 7.2.1      listed               from the floor up
    B.02 7.2.2      active               a rated game within a year
    B.02 9.1        last_list            the third list after the event is the last chance
    comment 7.2     lifted               Oct 2022: rapid and blitz at most 100 under standard
    1 March 2024    adjusted_2024        ratings under 2000 raised, once

Not here: how a list is computed (`ratings.period`).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from enum import Enum
from fractions import Fraction

from arbitro.dates import add_months, add_years
from arbitro.editions import applies
from arbitro.model.rounding import half_up
from arbitro.ratings.rules import RatingRules

CLOSING_DAYS = 3
NORM_REGISTRATION_DAYS = 30


def _first(day: date) -> date:
    return day.replace(day=1)


def list_in_force(start: date) -> date:
    """7.1: the list of the month in which an event starts, though the next may already be visible."""
    return _first(start)


def list_for_event(end: date, *, official: bool = False) -> date:
    """7.1.3: the first list that closes on or after the last day of an event."""
    before = 1 if official else CLOSING_DAYS
    list_date = add_months(_first(end), 1)
    while end > list_date - timedelta(days=before):
        list_date = add_months(list_date, 1)
    return list_date


@dataclass(frozen=True, slots=True)
class LastChance:
    """9.1: the third list after an event and the day it closes; a report after it is never rated."""

    list_date: date
    closing: date


def last_list(end: date) -> LastChance:
    """9.1: the last list in which an event can be rated."""
    third = add_months(_first(end), 3)
    return LastChance(third, third - timedelta(days=CLOSING_DAYS))


def listed(rules: RatingRules, rating: int) -> bool:
    """7.2.1: under the floor a player leaves the list and is treated as unrated."""
    return rating >= rules.floor


def active(last_game: date | None, list_date: date) -> bool:
    """7.2.2: inactive after a year without a rated game."""
    return last_game is not None and last_game >= add_years(list_date, -1)


def registration_days(
    *,
    norms: bool = False,
    highest: int = 0,
    highest_woman: int = 0,
    start: date | None = None,
) -> int:
    """0.2: how many days before its start an event must be registered.

    30 where norms are possible (B.01 1.1.1); since December 2023 also with a player above 2700 or a woman above 2500.
    """
    strong = (highest > 2700 or highest_woman > 2500) and applies("registration of strong events", start)
    return NORM_REGISTRATION_DAYS if norms or strong else 3


class Registration(Enum):
    """Whether an event was registered early enough."""

    IN_TIME = "in time"
    NEEDS_APPROVAL = "needs approval of the Qualification Commission chair"
    SOON_FOR_HYBRID = "in time for rating; the online regulations ask for a week, and every hybrid event for approval"


def registered_in_time(start: date, registered: date, days: int, *, hybrid: bool = False) -> Registration:
    """0.2: a late registration needs the Qualification Commission's chair; a hybrid event needs that anyway."""
    if (start - registered).days < days:
        return Registration.NEEDS_APPROVAL
    if hybrid and (start - registered).days < 7:
        return Registration.SOON_FOR_HYBRID
    return Registration.IN_TIME


def lifted(standard: int, other: int) -> int:
    """The list operation of October 2022: a rapid or blitz rating more than 100 under standard rises to 100 under it.

    An unrated player (0) is not lifted.
    """
    return max(other, standard - 100) if other else 0


def adjusted_2024(rating: int) -> int:
    """The list of 1 March 2024: every rating under 2000 rose by 40 % of what it lacked."""
    return rating if rating >= 2000 else half_up(rating + Fraction(2, 5) * (2000 - rating))
