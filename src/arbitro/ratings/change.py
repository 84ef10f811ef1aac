"""The rating change of a rated player (B.02 8.3), game by game and exactly.

    article   function
    8.3.1     capped_differences   the 400-point rule in its four readings
    8.3.2     sheet                PD, delta R and their sum
    8.3.3     development          K and its reason: 40, 20, 10
    8.3.3     limited_k            K x games in the period is at most 700
    8.3.4     rounded              once per period, half a point by the edition
    7.2.1     Change.listed        under the floor a player is unrated

Scores are points in tenths, expectations and deltas hundredths of a game: nothing is rounded before 8.3.4.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from arbitro.model import Points, RatingList
from arbitro.model.rating_tables import expected_hundredths
from arbitro.model.rounding import half_away, half_up
from arbitro.ratings.rules import Cap, Half, RatingRules


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A game against a rated opponent. `score` is 10, 5 or 0 (tenths)."""

    opponent: int  # the opponent's rating
    score: Points
    round: int = 0
    number: int = 0  # the opponent's pairing number, for the sheet


@dataclass(frozen=True, slots=True)
class GameLine:
    """One line of the calculation sheet."""

    game: RatedGame
    difference: int  # own rating minus the opponent's
    used: int  # after the 400-point rule
    expected: int  # PD in hundredths

    @property
    def delta(self) -> int:
        """Score minus PD, in hundredths."""
        return 10 * self.game.score - self.expected


class KReason(Enum):
    """Why a player has their K (8.3.3)."""

    STRONG = "has been published at 2400"
    NEW = "has completed fewer than 30 games"
    JUNIOR = "a junior under 2300"
    NORMAL = "under 2400"
    GIVEN = "given"
    NATIONAL = "by the national table"


@dataclass(frozen=True, slots=True)
class Development:
    """The development coefficient and its reason."""

    k: int
    reason: KReason


def development(
    rules: RatingRules,
    rating: int,
    *,
    published_max: int = 0,
    games: int | None = None,
    birth_year: int | None = None,
    year: int | None = None,
) -> Development:
    """8.3.3: K of a player in a period of `year`; what is not known does not raise it.

    `games` are those of completed events on this list, so K never changes in the middle of one. A K of 10 is for good:
    it goes before the others, whose order makes no difference.
    """
    highest = max(published_max, rating)
    if highest >= rules.strong_rating:
        return Development(rules.strong_k, KReason.STRONG)
    if games is not None and games < rules.new_player_games:
        return Development(rules.new_player_k, KReason.NEW)
    young = birth_year is not None and year is not None and year - birth_year <= rules.junior_age
    compared = highest if rules.junior_limit_is_permanent else rating
    if young and compared < rules.junior_limit:
        return Development(rules.junior_k, KReason.JUNIOR)
    return Development(rules.normal_k, KReason.NORMAL)


def limited_k(rules: RatingRules, k: int, games: int) -> int:
    """8.3.3: the largest K with K x games at most 700, games being those of the whole period.

    >>> from arbitro.ratings.rules import rules_of
    >>> limited_k(rules_of("2022"), 40, 18)
    38
    """
    return k if k * games <= rules.k_games_limit else rules.k_games_limit // games


def cap_of(rules: RatingRules, rating: int, rating_list: RatingList = RatingList.STANDARD) -> Cap:
    """8.3.1: which reading applies to a player; from 2650 on the standard list, none (October 2025)."""
    exempt = rules.cap_exempt_from
    if exempt is not None and rating_list is RatingList.STANDARD and rating >= exempt:
        return Cap.NONE
    return rules.cap


def capped_differences(differences: Sequence[int], cap: Cap, limit: int = 400) -> list[int]:
    """8.3.1: the differences (own minus opponent's) of one event that the table is entered with.

    >>> capped_differences([470, 530, -450], Cap.ONCE_FAVOURABLE)
    [470, 400, -400]
    """
    above = [i for i, d in enumerate(differences) if abs(d) > limit]
    if cap is Cap.NONE:
        chosen: Iterable[int] = ()
    elif cap is Cap.ALL:
        chosen = above
    elif cap is Cap.ONCE_ANY:
        chosen = sorted(above, key=lambda i: -abs(differences[i]))[:1]
    else:
        helpful = sorted((i for i in above if differences[i] > 0), key=lambda i: -differences[i])[:1]
        chosen = [*helpful, *(i for i in above if differences[i] < 0)]
    limited = set(chosen)
    return [(limit if d > 0 else -limit) if i in limited else d for i, d in enumerate(differences)]


def sheet(rating: int, games: Sequence[RatedGame], cap: Cap, limit: int = 400) -> tuple[GameLine, ...]:
    """8.3.1, 8.3.2: the calculation sheet of one event."""
    differences = [rating - game.opponent for game in games]
    return tuple(
        GameLine(game, difference, used, expected_hundredths(used))
        for game, difference, used in zip(games, differences, capped_differences(differences, cap, limit), strict=True)
    )


def rounded(change: Fraction, half: Half) -> int:
    """8.3.4: the nearest integer; half a point as the edition says.

    >>> rounded(Fraction(-5, 2), Half.UP), rounded(Fraction(-5, 2), Half.AWAY_FROM_ZERO)
    (-2, -3)
    """
    return half_up(change) if half is Half.UP else half_away(change)


@dataclass(frozen=True, slots=True)
class Change:
    """A rating change: of an event, or of a period if all of its events are in it."""

    rating: int
    k: int  # as used, after the 700 limit
    games: int
    delta: int  # the sum of score minus PD, in hundredths
    exact: Fraction
    rounded: int
    floor: int

    @property
    def new_rating(self) -> int:
        return self.rating + self.rounded

    @property
    def listed(self) -> bool:
        """7.2.1: under the floor a player is shown, and treated, as unrated from the next list on."""
        return self.new_rating >= self.floor


def period_change(rules: RatingRules, rating: int, k: int, events: Iterable[tuple[int, int]]) -> Change:
    """8.3.2 to 8.3.4 over a period: `events` are (games, sum of deltas in hundredths); rounded once, at the end."""
    pairs = list(events)
    games = sum(n for n, _ in pairs)
    delta = sum(d for _, d in pairs)
    k = limited_k(rules, k, games)
    exact = Fraction(k * delta, 100)
    return Change(rating, k, games, delta, exact, rounded(exact, rules.half), rules.floor)


def event_change(
    rules: RatingRules,
    rating: int,
    k: int,
    games: Sequence[RatedGame],
    *,
    rating_list: RatingList = RatingList.STANDARD,
    cap: Cap | None = None,
) -> tuple[Change, tuple[GameLine, ...]]:
    """8.3 for one event, taken as the whole period, with its sheet."""
    cap = cap or cap_of(rules, rating, rating_list)
    lines = sheet(rating, games, cap, rules.largest_difference)
    return period_change(rules, rating, k, [(len(lines), sum(line.delta for line in lines))]), lines
