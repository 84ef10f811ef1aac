"""The rules of `change`, `initial` and `games` once more, as expressions over columns (Polars).

    article   expression      plain function
    8.1.2     expected        model.rating_tables.expected_hundredths
    8.2.2     first_rating    initial.initial_rating
    8.3.1     capped          change.capped_differences
    8.3.3     development     change.development
    8.3.3     limited         change.limited_k
    8.3.4     rounded         change.rounded
    1.1       too_fast        time_control.enough_time
    5 rapid   gap_too_wide    games.gap_too_wide

A test holds the two against each other. Everything is integer arithmetic: the order of threads makes no difference.
"""

from __future__ import annotations

from datetime import date, timedelta

import polars as pl

from arbitro.editions import applies
from arbitro.model import RatingList
from arbitro.model.rating_tables import pd_row_starts
from arbitro.ratings.games import GAP_RULE
from arbitro.ratings.initial import table_dp
from arbitro.ratings.rules import Cap, Half, RatingRules
from arbitro.ratings.time_control import minimum_minutes


def capped(sides: pl.LazyFrame, rules: RatingRules, rating_list: RatingList, cap: Cap | None) -> pl.LazyFrame:
    """8.3.1: with `d`, the difference that the table is entered with, from `own` and `opponent`; `cap` if asked for."""
    limit, exempt = rules.largest_difference, rules.cap_exempt_from
    table = sides.with_columns(d=pl.col("own") - pl.col("opponent"))
    d = pl.col("d")
    clipped = d.clip(-limit, limit)
    reading = cap or rules.cap
    if reading is Cap.NONE:
        return table
    if reading is Cap.ALL:
        if cap is None and exempt is not None and rating_list is RatingList.STANDARD:
            return table.with_columns(d=pl.when(pl.col("own") >= exempt).then(d).otherwise(clipped))
        return table.with_columns(d=clipped)
    wide = d.abs() > limit if reading is Cap.ONCE_ANY else d > limit
    greatest = d.abs().rank("ordinal", descending=True).over("id", "event_order") == 1
    once = table.filter(wide).with_columns(d=pl.when(greatest).then(clipped).otherwise(d))
    rest = table.filter(~wide)
    if reading is Cap.ONCE_FAVOURABLE:
        rest = rest.with_columns(d=d.clip(lower_bound=-limit))
    return pl.concat([once, rest])


def expected(d: pl.Expr) -> pl.Expr:
    """8.1.2: PD in hundredths."""
    starts = pl.lit(pl.Series(pd_row_starts(), dtype=pl.Int32))
    higher = 49 + starts.search_sorted(d.abs().cast(pl.Int32), side="right").cast(pl.Int32)
    return pl.when(d >= 0).then(higher).otherwise(100 - higher)


def development(rules: RatingRules, rating: pl.Expr, year: int) -> pl.Expr:
    """8.3.3: K of a rating in a year, from `max_rating`, `career_games` and `birth_year`."""
    highest = pl.max_horizontal(rating, pl.col("max_rating").fill_null(0))
    compared = highest if rules.junior_limit_is_permanent else rating
    young = (year - pl.col("birth_year")).le(rules.junior_age).fill_null(False)
    return (
        pl.when(highest >= rules.strong_rating)
        .then(rules.strong_k)
        .when((pl.col("career_games") < rules.new_player_games).fill_null(False))
        .then(rules.new_player_k)
        .when(young & (compared < rules.junior_limit))
        .then(rules.junior_k)
        .otherwise(rules.normal_k)
    )


def limited(rules: RatingRules, k: pl.Expr, games: pl.Expr) -> pl.Expr:
    """8.3.3: the largest K with K x games at most 700."""
    return pl.when(k * games > rules.k_games_limit).then(rules.k_games_limit // games).otherwise(k)


def rounded(exact: pl.Expr, half: Half) -> pl.Expr:
    """8.3.4 of a change in hundredths."""
    if half is Half.UP:
        return (exact + 50) // 100
    return exact.sign() * ((exact.abs() + 50) // 100)


def first_rating(rules: RatingRules, rating_list: RatingList) -> pl.Expr:
    """8.2.2, 8.2.3 from `games`, `score` (tenths) and `rating_sum`: the average is a fraction until the end."""
    virtual = len(rules.virtual_draws)
    n = pl.col("games") + virtual
    score = pl.col("score") + 5 * virtual
    total = pl.col("rating_sum") + sum(rules.virtual_draws)
    percent = (20 * score + n) // (2 * n)
    difference = percent.replace_strict({whole: table_dp(whole) for whole in range(101)}, return_dtype=pl.Int64)
    rating = (2 * total + n + 2 * n * difference) // (2 * n)
    if rules.bonus is not None:
        over = (2 * score - 10 * n) // 10
        by_bonus = (2 * total + 2 * rules.bonus[rating_list] * over * n + n) // (2 * n)
        rating = pl.when(2 * score >= 10 * n).then(by_bonus).otherwise(rating)
    return rating if rules.max_initial is None else pl.min_horizontal(rating, pl.lit(rules.max_initial))


def too_fast(rating_list: RatingList, minutes: pl.Expr, white: pl.Expr, black: pl.Expr) -> pl.Expr:
    """1.1: less time for 60 moves than these two ratings need on the standard list; unknown minutes are enough."""
    if rating_list is not RatingList.STANDARD:
        return pl.lit(False)
    higher = pl.max_horizontal(white, black)
    least = pl.lit(minimum_minutes(0, 0))
    for bound in (1800, 2400):
        least = pl.when(higher >= bound).then(minimum_minutes(bound, 0)).otherwise(least)
    return (minutes < least).fill_null(False)


def gap_too_wide(rating_list: RatingList, list_date: date, white: pl.Expr, black: pl.Expr) -> pl.Expr:
    """Rapid and blitz from December 2024: 600 points apart with a player above 2600."""
    if rating_list is RatingList.STANDARD or not applies(GAP_RULE, list_date - timedelta(days=1)):
        return pl.lit(False)
    both = (white > 0) & (black > 0)
    return both & ((white - black).abs() >= 600) & (pl.max_horizontal(white, black) > 2600)
