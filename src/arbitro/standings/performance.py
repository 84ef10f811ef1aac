"""Tie-breaks from ratings, over the games played over the board.

    2023   2024   code   function
    8.1    10.1   ARO    opponents_ratings (their mean)
    8.2    10.2   TPR    performance
    8.3    10.3   PTP    perfect_performance
    9.3    10.4   APRO   opponents_performances
    9.4    10.5   APPO   opponents_perfect_performances
    club   -      RPCT   rating_percentage

Unrated players count with the rating that the regulations state (4.5); without one these tie-breaks are refused.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from arbitro.model.outcome import Outcome, Worth
from arbitro.model.points import HALF, ONE, UNIT
from arbitro.model.rating_tables import dp, expected_hundredths, whole_percent
from arbitro.model.rounding import half_away, mean_half_up
from arbitro.standings.book import Book, BookRound
from arbitro.standings.cuts import Summands, summands

RESULT = {
    outcome: ONE if outcome.worth is Worth.WIN else HALF if outcome.worth in (Worth.DRAW, Worth.ADJOURNED) else 0
    for outcome in Outcome
}  # a game's result in 1, ½, 0 whatever the scoring system
CERTAIN = 800  # the notional difference of a score of 0 or 100 % (table 8.1.1)
_FULL = 736  # from here on table 8.1.2 expects everything


def games(book: Book, i: int) -> list[BookRound]:
    return book.played[i]


def counted_rounds(book: Book, i: int) -> list[BookRound]:
    """The rounds of a performance: the games over the board; in 2009 also the unplayed ones, drawn against oneself."""
    if not book.edition.average_over_rounds:
        return book.played[i]
    return [entry for entry in book.entries[i] if entry.played or entry.category is not None]


def points(entries: Sequence[BookRound]) -> int:
    """What these rounds brought in 1, ½, 0; an unplayed one is a draw."""
    return sum([RESULT[entry.outcome] if entry.played else HALF for entry in entries])


def opponents_ratings(book: Book, i: int) -> Summands:
    """8.1: the rating of every opponent met over the board; in 2009 also one's own for an unplayed round."""
    ratings = book.ratings
    entries = counted_rounds(book, i)
    return summands([book.rating_of(e) if e.played else ratings[i] for e in entries], entries)


def performance(book: Book, i: int, widest: int | None = None) -> int:
    """8.2: the average of the opponents in whole points plus the difference of the score (table 8.1.1)."""
    if not games(book, i):
        return 0
    ratings = near_ratings(book, i, widest).values
    return mean_half_up(sum(ratings), len(ratings)) + difference(book, i)


def near_ratings(book: Book, i: int, widest: int | None = None) -> Summands:
    """`opponents_ratings` where nobody is further away than `widest` points: the 350-point rule of 2009 (5c1)."""
    parts = opponents_ratings(book, i)
    if widest is None:
        return parts
    low, high = book.ratings[i] - widest, book.ratings[i] + widest
    return summands([min(max(rating, low), high) for rating in parts.values], parts.entries)


def difference(book: Book, i: int) -> int:
    """The rating difference of a participant's score, 0 without games."""
    entries = counted_rounds(book, i)
    if not entries:
        return 0
    found = dp(whole_percent(points(entries), len(entries)))
    assert found is not None
    return found


_WIDEST = 8000
_EXPECTATIONS = [expected_hundredths(d) for d in (*range(_WIDEST + 1), *range(-_WIDEST, 0))]  # negative: from the end


def expectation(rating: int, opponents: Sequence[int]) -> int:
    """The expected score of a rating against opponents, in hundredths, without the 400-point rule."""
    table = _EXPECTATIONS
    return sum([table[rating - opponent] for opponent in opponents])


def perfect(opponents: Sequence[int], score: int) -> int:
    """8.3: the lowest rating that is expected to score at least `score` (tenths); nothing scored: the lowest - 800."""
    if not opponents:
        return 0
    if score == 0:
        return min(opponents) - CERTAIN
    lowest, highest = min(opponents) - _FULL, max(opponents) + _FULL
    wanted = score * 100 // UNIT
    return lowest + bisect_left(range(lowest, highest), wanted, key=lambda rating: expectation(rating, opponents))


def perfect_performance(book: Book, i: int) -> int:
    """8.3 for a participant's games over the board."""
    played = games(book, i)
    return perfect([book.rating_of(e) for e in played], points(played))


def performances(book: Book) -> list[int]:
    return [performance(book, i) for i in range(len(book.numbers))]


def perfect_performances(book: Book) -> list[int]:
    return [perfect_performance(book, i) for i in range(len(book.numbers))]


def opponents_performances(book: Book, i: int) -> Summands:
    """9.3: the performance of every opponent met over the board."""
    column = book.kept("TPR", performances)
    played = games(book, i)
    return summands([column[e.opponent] for e in played], played)


def opponents_perfect_performances(book: Book, i: int) -> Summands:
    """9.4: the perfect performance of every opponent met over the board."""
    column = book.kept("PTP", perfect_performances)
    played = games(book, i)
    return summands([column[e.opponent] for e in played], played)


@dataclass(frozen=True, slots=True)
class RatingPercentage:
    """Club rules: what a player scored over what the rating lets expect, in whole percent."""

    total: int
    mean: Fraction
    difference: int
    expected: int
    achieved: int

    @property
    def excess(self) -> int:
        return self.achieved - self.expected


def rating_percentage(rating: int, opponents: Sequence[int], score: int) -> RatingPercentage:
    """Achieved percentage (truncated) less the expected one for the mean of the opponents; `score` in tenths."""
    total = sum(opponents)
    mean = Fraction(total, len(opponents))
    nearest = half_away(rating - mean)
    return RatingPercentage(total, mean, nearest, expected_hundredths(nearest), score * 100 // (len(opponents) * UNIT))


def percentage_over_expected(book: Book, i: int) -> int:
    """The excess of `rating_percentage` over the games played; a player without games has none."""
    played = games(book, i)
    if not played:
        return 0
    return rating_percentage(book.ratings[i], [book.rating_of(e) for e in played], points(played)).excess
