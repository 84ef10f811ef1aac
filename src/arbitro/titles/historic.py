"""FIDE titles of 1971-72, as the 1974 manual has them: history only, the present rules are in `titles.rules`.

    rule    function
    TTL-2   category, field_mean  by the mean of all players, unrated 2200
    TTL-3   norm_percentage       the score that a category asks for

Quotas of such events, and team events taken as tournaments, are in `formats`.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from arbitro.model import Title
from arbitro.model.rounding import half_up

UNRATED = 2200
FIRST_CATEGORY = 2251
CATEGORIES = 15
WIDTH = 25
# Percentages of the IM title in categories 1 to 15; those of the GM title are the same four categories later.
_IM_PERCENTAGES = (76, 73, 70, 67, 64, 60, 57, 53, 50, 47, 43, 40, 36, 33, 30)
_GM_FIRST_CATEGORY = 5


def field_mean(ratings: Sequence[int]) -> Fraction:
    """TTL-2: the mean of all players, an unrated one (0) taken as 2200."""
    return Fraction(sum(rating or UNRATED for rating in ratings), len(ratings))


def category(mean: Fraction | int) -> int | None:
    """TTL-2: the category of a mean rating: 1 is 2251 to 2275, 15 is 2601 to 2625; None outside."""
    place = (half_up(Fraction(mean)) - FIRST_CATEGORY) // WIDTH + 1
    return place if 1 <= place <= CATEGORIES else None


def category_bounds(number: int) -> tuple[int, int]:
    """TTL-2: the lowest and the highest mean of a category."""
    low = FIRST_CATEGORY + WIDTH * (number - 1)
    return low, low + WIDTH - 1


def norm_percentage(title: Title, number: int) -> int | None:
    """TTL-3: the percentage that a title result takes in a category; None where the title cannot be had."""
    place = number - (_GM_FIRST_CATEGORY if title is Title.GM else 1)
    if title not in (Title.GM, Title.IM) or place < 0 or number > CATEGORIES:
        return None
    return _IM_PERCENTAGES[place]
