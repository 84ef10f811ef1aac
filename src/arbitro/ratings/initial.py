"""Performance, and the first rating of a player (B.02 8.2).

    article   function
    8.1.1     percent           a score in whole percent, half up
    8.2.3     performance       Ra + dp; performance_of: from the sum of the ratings
    8.2.2     initial_rating    the average of the rated opponents, with the fictitious ones of 2024
    8.2.3     initial_rating    Ra, and a bonus or dp; the maximum of 2024
    7.1.4     initial_rating    published from five games and the floor on
    7.1.4     pooled            results of several events, 26 months at most
    8.2.1     pooled            a first event without a point is thrown away
    7.2 rapid rating_used       a standard rating stands in for a missing rapid or blitz one

Ra is kept exact; only the new rating is rounded, half up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from arbitro.dates import add_months
from arbitro.model import HALF, ONE, Points, RatingList
from arbitro.model.rating_tables import dp, whole_percent
from arbitro.model.rounding import half_up
from arbitro.ratings.rules import RatingRules


def percent(score: int, games: int) -> int:
    """8.1.1: a score (tenths of a point) in whole percent of the games, half up."""
    return whole_percent(score, games, ONE)


def table_dp(whole: int) -> int:
    """8.1.1: dp of a whole percentage that is known to lie between 0 and 100."""
    value = dp(whole)
    if value is None:
        raise ValueError(f"{whole} is no percentage")
    return value


@dataclass(frozen=True, slots=True)
class Performance:
    """A performance rating and what it is made of."""

    games: int
    score: Points
    average: Fraction  # Ra
    percent: int
    dp: int

    @property
    def rating(self) -> int:
        return half_up(self.average + self.dp)


def performance(opponents: Sequence[int], score: Points) -> Performance | None:
    """Ra + dp over rated opponents met over the board; None without a game."""
    return performance_of(len(opponents), sum(opponents), score)


def performance_of(games: int, rating_sum: int, score: Points) -> Performance | None:
    """As `performance`, from the sum of the opponents' ratings."""
    if not games:
        return None
    whole = percent(score, games)
    return Performance(games, score, Fraction(rating_sum, games), whole, table_dp(whole))


@dataclass(frozen=True, slots=True)
class InitialRating:
    """A first rating and what it is made of."""

    games: int  # against rated opponents, over the board
    score: Points
    games_used: int  # fictitious opponents of 2024 included
    score_used: Points
    average: Fraction  # Ra
    percent: int
    dp: int | None  # None where the bonus was used instead
    uncapped: int
    rating: int
    enough_games: bool
    floor: int

    @property
    def published(self) -> bool:
        """7.1.4: five games and a rating of the floor or more."""
        return self.enough_games and self.rating >= self.floor


def initial_rating(
    rules: RatingRules,
    games: int,
    rating_sum: int,
    score: Points,
    rating_list: RatingList = RatingList.STANDARD,
) -> InitialRating | None:
    """8.2.2, 8.2.3 from the number of games, the sum of the opponents' ratings and the score; None without a game."""
    if games == 0:
        return None
    used = games + len(rules.virtual_draws)
    score_used = Points(score + HALF * len(rules.virtual_draws))
    average = Fraction(rating_sum + sum(rules.virtual_draws), used)
    whole = percent(score_used, used)
    over = Fraction(2 * score_used, ONE) - used  # half points over 50 %
    if rules.bonus is not None and over >= 0:
        difference, exact = None, average + rules.bonus[rating_list] * over
    else:
        difference = table_dp(whole)
        exact = average + difference
    uncapped = half_up(exact)
    rating = uncapped if rules.max_initial is None else min(uncapped, rules.max_initial)
    return InitialRating(
        games,
        score,
        used,
        score_used,
        average,
        whole,
        difference,
        uncapped,
        rating,
        games >= rules.initial_games,
        rules.floor,
    )


@dataclass(frozen=True, slots=True)
class UnratedResult:
    """What an unrated player did in one event against rated opponents."""

    end: date
    opponents: tuple[int, ...]
    score: Points


@dataclass(frozen=True, slots=True)
class Pool:
    """Results of several events together, and which were left out (by their place in the list given)."""

    rating: InitialRating | None
    without_a_point: tuple[int, ...]  # 8.2.1
    expired: tuple[int, ...]  # 7.1.4

    @property
    def published(self) -> bool:
        return self.rating is not None and self.rating.published


def pooled(rules: RatingRules, events: Sequence[UnratedResult], rating_list: RatingList = RatingList.STANDARD) -> Pool:
    """7.1.4, 8.2.1: an initial rating from the events of at most 26 months up to the last one.

    Only a player's first event of all is thrown away if it brought nothing; a later zero counts.
    """
    order = sorted(range(len(events)), key=lambda i: (events[i].end, i))
    zero = tuple(i for i in order[:1] if events[i].score == 0)
    kept = [i for i in order if i not in zero]
    expired: tuple[int, ...] = ()
    if kept:
        first_day = add_months(events[kept[-1]].end, -rules.initial_months)
        expired = tuple(i for i in kept if events[i].end < first_day)
        kept = [i for i in kept if i not in expired]
    opponents = [rating for i in kept for rating in events[i].opponents]
    score = Points(sum(events[i].score for i in kept))
    return Pool(initial_rating(rules, len(opponents), sum(opponents), score, rating_list), zero, expired)


def rating_used(ratings: Mapping[RatingList, int], rating_list: RatingList) -> int:
    """7.2.1 of the rapid and blitz text: the rating a player has in an event of a list; 0 is unrated."""
    return ratings.get(rating_list, 0) or ratings.get(RatingList.STANDARD, 0)


@dataclass(frozen=True, slots=True)
class LateEntry:
    """8.2.4: a player who came onto the list between an event and its rating."""

    own_rating: int  # their own change is computed with it
    for_opponents: int = 0  # to them the player was, and is, unrated


def late_entry(rating_when_processed: int) -> LateEntry:
    """8.2.4: rated for themselves, unrated for the others."""
    return LateEntry(rating_when_processed)
