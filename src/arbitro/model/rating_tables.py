"""The two conversion tables of the Elo system, in the one place where everybody reads them.

    article   function              from -> to
    8.1.1     dp                    fractional score in whole percent -> rating difference
    8.1.2     expected_hundredths   rating difference -> expected score in hundredths of a game

Both are tables (`texts/elo.toml`), not formulas: no curve reproduces them. Not here: what is done with them (`ratings`,
`standings`).
"""

from __future__ import annotations

from bisect import bisect_right
from functools import cache

from arbitro.model.rounding import mean_half_up
from arbitro.texts import table


@cache
def _dp() -> tuple[int, ...]:
    return tuple(table("elo")["dp"])


@cache
def pd_row_starts() -> tuple[int, ...]:
    """Table 8.1.2: the first difference of the rows 50, 51, 52 … 100 for the higher rated player."""
    return tuple(table("elo")["pd_row_starts"])


def dp(percent: int) -> int | None:
    """Table 8.1.1: the rating difference of a fractional score in whole percent; None outside 0 … 100.

    0 and 100 are indeterminate in theory; the table prints a notional 800.

    >>> dp(70), dp(30), dp(100)
    (149, -149, 800)
    """
    if not 0 <= percent <= 100:
        return None
    return _dp()[percent - 50] if percent >= 50 else -_dp()[50 - percent]


def expected_hundredths(diff: int) -> int:
    """Table 8.1.2 (PD): the expected score against an opponent `diff` points weaker, in hundredths.

    >>> expected_hundredths(0), expected_hundredths(200), expected_hundredths(-200), expected_hundredths(1000)
    (50, 76, 24, 100)
    """
    higher = 49 + bisect_right(pd_row_starts(), abs(diff))
    return higher if diff >= 0 else 100 - higher


def whole_percent(score: int, games: int, unit: int = 10) -> int:
    """A score in whole percent of the games, half up (8.1.1); `score` counts `unit` to the point.

    >>> whole_percent(25, 4), whole_percent(15, 4)
    (63, 38)
    """
    return mean_half_up(100 * score, games * unit)
