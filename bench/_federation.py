"""A synthetic federation: a rating list and a month of games, the same for the same numbers."""

from __future__ import annotations

import polars as pl


def _dice(column: str, seed: int, sides: int) -> pl.Expr:
    """Numbers from 0 to sides - 1 that look random and are the same every time."""
    return (pl.col(column).hash(seed) % sides).cast(pl.Int64)


def players(n: int) -> pl.DataFrame:
    """A list of n players: a quarter unrated, the others around 1650; some juniors, some new, some strong."""
    spread = sum((_dice("i", seed, 500) for seed in (1, 2, 3)), start=pl.lit(0))
    return (
        pl.select(i=pl.int_range(n, dtype=pl.Int64))
        .with_columns(
            id=100_000 + pl.col("i"),
            rating=pl.when(_dice("i", 4, 4) == 0).then(0).otherwise(950 + spread).cast(pl.Int32),
            career_games=_dice("i", 5, 200).cast(pl.Int32),
            birth_year=(1950 + _dice("i", 6, 66)).cast(pl.Int32),
        )
        .with_columns(max_rating=(pl.col("rating") + _dice("i", 7, 60)).cast(pl.Int32))
        .drop("i")
    )


def games(n: int, n_players: int, per_event: int = 60) -> pl.DataFrame:
    """n games in events of neighbours on the list; one in ten thousand has something wrong with it."""
    event = pl.col("g") // per_event
    field = 40
    results = {
        0: "1-0",
        1: "1-0",
        2: "1-0",
        3: "0-1",
        4: "0-1",
        5: "1/2-1/2",
        6: "1/2-1/2",
        7: "1-0",
        8: "0-1",
        9: "+-",
    }
    return (
        pl.select(g=pl.int_range(n, dtype=pl.Int64))
        .with_columns(event=event)
        .with_columns(base=_dice("event", 11, n_players - field), seat=_dice("g", 12, field))
        .with_columns(other=(pl.col("seat") + 1 + _dice("g", 13, field - 1)) % field)
        .with_columns(
            white=100_000 + pl.col("base") + pl.col("seat"),
            black=pl.when(_dice("g", 14, 10_000) == 0)
            .then(99_999_999)
            .otherwise(100_000 + pl.col("base") + pl.col("other")),
            result=_dice("g", 15, 10).replace_strict(results, return_dtype=pl.String),
        )
        .select("white", "black", "result", event=pl.format("event {}", "event"))
    )
