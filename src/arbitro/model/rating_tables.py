"""The two conversion tables of the Elo system, in the one place where everybody reads them.

    article   function              from -> to
    8.1.1     dp                    fractional score in whole percent -> rating difference
    8.1.2     expected_hundredths   rating difference -> expected score in hundredths of a game

Both are tables, not formulas: no curve reproduces them. Not here: what is done with them (`ratings`, `standings`).
"""

from __future__ import annotations

from bisect import bisect_right

from arbitro.model.rounding import mean_half_up

# Table 8.1.1 from 50 to 100 percent; below 50 it is the mirror image.
_DP = (
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65,
    72, 80, 87, 95, 102, 110, 117, 125, 133, 141,
    149, 158, 166, 175, 184, 193, 202, 211, 220, 230,
    240, 251, 262, 273, 284, 296, 309, 322, 336, 351,
    366, 383, 401, 422, 444, 470, 501, 538, 589, 677,
    800,
)  # fmt: skip

# Table 8.1.2: the first difference of the rows 50, 51, 52 … 100 for the higher rated player.
PD_ROW_STARTS = (
    0, 4, 11, 18, 26, 33, 40, 47, 54, 62,
    69, 77, 84, 92, 99, 107, 114, 122, 130, 138,
    146, 154, 163, 171, 180, 189, 198, 207, 216, 226,
    236, 246, 257, 268, 279, 291, 303, 316, 329, 345,
    358, 375, 392, 412, 433, 457, 485, 518, 560, 620,
    736,
)  # fmt: skip


def dp(percent: int) -> int | None:
    """Table 8.1.1: the rating difference of a fractional score in whole percent; None outside 0 … 100.

    0 and 100 are indeterminate in theory; the table prints a notional 800.

    >>> dp(70), dp(30), dp(100)
    (149, -149, 800)
    """
    if not 0 <= percent <= 100:
        return None
    return _DP[percent - 50] if percent >= 50 else -_DP[50 - percent]


def expected_hundredths(diff: int) -> int:
    """Table 8.1.2 (PD): the expected score against an opponent `diff` points weaker, in hundredths.

    >>> expected_hundredths(0), expected_hundredths(200), expected_hundredths(-200), expected_hundredths(1000)
    (50, 76, 24, 100)
    """
    higher = 49 + bisect_right(PD_ROW_STARTS, abs(diff))
    return higher if diff >= 0 else 100 - higher


def whole_percent(score: int, games: int, unit: int = 10) -> int:
    """A score in whole percent of the games, half up (8.1.1); `score` counts `unit` to the point.

    >>> whole_percent(25, 4), whole_percent(15, 4)
    (63, 38)
    """
    return mean_half_up(100 * score, games * unit)
