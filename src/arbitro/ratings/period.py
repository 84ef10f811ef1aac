"""A rating period of a whole federation: millions of games, in columns (Polars).

The rules are those of `change` and `initial`; here they are written once more as column expressions, and a test holds
the two against each other. Everything is integer arithmetic, so the result does not depend on the order of threads.

    table      columns (others are kept)                          what
    players    id, rating; k, career_games, birth_year,           the list in force; rating 0 is unrated. `standard`
               max_rating, last_game, standard                    stands in where a rapid or blitz rating is missing
    games      white, black, result; event                        one row per game
    pending    id, list_date, games, score, rating_sum            results of players not rated yet (7.1.4), in tenths

A game that cannot be rated is never dropped silently: `PeriodResult.problems` has its row and the reason.
Not here: reading files (`cli.rate_period`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Any

import polars as pl

from arbitro.dates import add_months, add_years
from arbitro.errors import ArbitroError
from arbitro.i18n import gettext_for
from arbitro.model import RatingList
from arbitro.model.rating_tables import PD_ROW_STARTS
from arbitro.ratings.games import GAP_RULE_SINCE, Reason
from arbitro.ratings.initial import table_dp
from arbitro.ratings.rules import Cap, Half, RatingRules

# The white player's score in tenths by what tables write; None: not played, not rated.
RESULTS: dict[str, int | None] = {
    "1-0": 10, "1": 10, "1.0": 10, "10": 10, "W": 10,
    "0-1": 0, "0": 0, "0.0": 0, "B": 0,
    "1/2-1/2": 5, "½-½": 5, "0.5": 5, "=": 5, "5": 5, "1/2": 5, "½": 5, "0.5-0.5": 5, "D": 5,
    "+--": None, "--+": None, "+-": None, "-+": None, "---": None, "--": None, "+": None, "-": None,
    "1-0F": None, "0-1F": None, "0-0F": None,
}  # fmt: skip

NO_ID = "no player id"
UNKNOWN_WHITE = "White is not on the list"
UNKNOWN_BLACK = "Black is not on the list"
SAME = "a player against himself"
NO_RESULT = "not a result"
DUPLICATE = "player twice on the list"
NOT_PLAYED = "not played"


@dataclass(frozen=True, slots=True, kw_only=True)
class Period:
    """Which list is being made, and by which rules."""

    rules: RatingRules
    list_date: date  # of the new list
    rating_list: RatingList = RatingList.STANDARD
    cap: Cap | None = None  # another reading of the 400-point rule


@dataclass(frozen=True, slots=True)
class PeriodResult:
    """The new list and what happened on the way."""

    players: pl.DataFrame  # the list, by id, with old_rating, change, period_games, period_k and status
    problems: pl.DataFrame  # row (from 1), white, black, result, event, problem
    pending: pl.DataFrame  # to be given to the next period
    report: dict[str, Any]


Progress = Callable[[str], None]


def rate_period(
    players: pl.LazyFrame,
    games: pl.LazyFrame,
    period: Period,
    *,
    pending: pl.LazyFrame | None = None,
    progress: Progress = lambda step: None,
) -> PeriodResult:
    """The new list from the old one and the period's games."""
    progress("players")
    listed, duplicates = _players(players, period)
    progress("games")
    sides, problems, counts = _sides(games, listed, period)
    progress("changes")
    changes = _changes(sides, period)
    progress("first ratings")
    first, still_pending = _first_ratings(sides, listed, pending, period)
    progress("new list")
    result = _new_list(listed, changes, first, period)
    problems = pl.concat([duplicates, problems]).sort("row", maintain_order=True)
    report = _report(result, problems, counts, period)
    return PeriodResult(result, problems, still_pending, report)


# -- the list


def _players(frame: pl.LazyFrame, period: Period) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The list with the columns that are needed, by id; the second of two equal ids is reported."""
    present = frame.collect_schema().names()
    for name in ("id", "rating"):
        if name not in present:
            _ = gettext_for("ratings")
            sentence = _('the list of players has no column "{name}" (found: {columns})')
            raise ArbitroError(sentence.format(name=name, columns=", ".join(present)))
    number = pl.Int32
    zeros = [pl.col(n).cast(number, strict=False).fill_null(0) for n in ("rating", "k") if n in present]
    known = ("career_games", "birth_year", "max_rating", "standard")
    others = [pl.col(n).cast(number, strict=False) for n in known if n in present]
    days = [pl.col("last_game").cast(pl.Date, strict=False)] if "last_game" in present else []
    table = frame.with_row_index("row", 1).with_columns(
        pl.col("id").cast(pl.Int64, strict=False), *zeros, *others, *days
    )
    missing = {
        name: pl.lit(None, dtype=kind)
        for name, kind in (
            ("k", number),
            ("career_games", number),
            ("birth_year", number),
            ("max_rating", number),
            ("last_game", pl.Date),
        )
        if name not in present
    }
    table = table.with_columns(**missing)
    if period.rating_list is not RatingList.STANDARD and "standard" in present:
        own = pl.col("rating")
        table = table.with_columns(rating=pl.when(own > 0).then(own).otherwise(pl.col("standard").fill_null(0)))
    collected = table.collect(engine="streaming")
    bad = pl.col("id").is_null() | ~pl.col("id").is_first_distinct()
    reason = pl.when(pl.col("id").is_null()).then(pl.lit(NO_ID)).otherwise(pl.lit(DUPLICATE))
    none = pl.lit(None, dtype=pl.String)
    duplicates = collected.filter(bad).select(
        "row",
        white=pl.col("id").cast(pl.String),
        black=none,
        result=none,
        event=none,
        problem=reason,
    )
    return collected.filter(~bad).drop("row"), duplicates


# -- the games, seen from either side


def _sides(
    games: pl.LazyFrame, listed: pl.DataFrame, period: Period
) -> tuple[pl.DataFrame, pl.DataFrame, dict[str, int]]:
    """Each rated game twice, with both ratings; the problems; how many games there were."""
    present = games.collect_schema().names()
    for name in ("white", "black", "result"):
        if name not in present:
            _ = gettext_for("ratings")
            sentence = _('the table of games has no column "{name}" (found: {columns})')
            raise ArbitroError(sentence.format(name=name, columns=", ".join(present)))
    event = pl.col("event").cast(pl.String) if "event" in present else pl.lit("")
    ratings = listed.lazy().select("id", rating=pl.col("rating").cast(pl.Int32))
    word = pl.col("result").cast(pl.String).str.strip_chars().str.to_uppercase()
    scores = {word: -1 if score is None else score for word, score in RESULTS.items()}
    extra = [pl.col("problem")] if "problem" in present else [pl.lit(None, dtype=pl.String).alias("problem")]
    table = (
        games.with_row_index("row", 1)
        .select(
            "row",
            *extra,
            event=event,
            white_text=pl.col("white").cast(pl.String),
            black_text=pl.col("black").cast(pl.String),
            result=pl.col("result").cast(pl.String),
            white=pl.col("white").cast(pl.Int64, strict=False),
            black=pl.col("black").cast(pl.Int64, strict=False),
            score=word.replace_strict(scores, default=None, return_dtype=pl.Int8),
        )
        .join(ratings.rename({"id": "white", "rating": "white_rating"}), on="white", how="left")
        .join(ratings.rename({"id": "black", "rating": "black_rating"}), on="black", how="left")
        .with_columns(
            problem=pl.when(pl.col("problem").is_not_null())
            .then(pl.col("problem"))
            .when(pl.col("white").is_null() | pl.col("black").is_null())
            .then(pl.lit(NO_ID))
            .when(pl.col("white_rating").is_null())
            .then(pl.lit(UNKNOWN_WHITE))
            .when(pl.col("black_rating").is_null())
            .then(pl.lit(UNKNOWN_BLACK))
            .when(pl.col("white") == pl.col("black"))
            .then(pl.lit(SAME))
            .when(pl.col("score").is_null())
            .then(pl.lit(NO_RESULT))
            .when(_gap_too_wide(period))
            .then(pl.lit(Reason.RATING_GAP.label))
            .when(pl.col("score") < 0)
            .then(pl.lit(NOT_PLAYED))
        )
        .collect(engine="streaming")
    )
    unplayed = table.filter(pl.col("problem") == NOT_PLAYED).height
    problems = table.filter(pl.col("problem").is_not_null() & (pl.col("problem") != NOT_PLAYED)).select(
        "row", white="white_text", black="black_text", result="result", event="event", problem="problem"
    )
    good = table.filter(pl.col("problem").is_null())
    order = good.lazy().group_by("event").agg(event_order=pl.col("row").min())
    rated = good.lazy().join(order, on="event", how="left")
    white = rated.select("event_order", id="white", own="white_rating", opponent="black_rating", score="score")
    black = rated.select(
        "event_order", id="black", own="black_rating", opponent="white_rating", score=10 - pl.col("score")
    )
    sides = pl.concat([white, black]).filter(pl.col("opponent") > 0).collect(engine="streaming")
    return sides, problems, {"games": table.height, "not_played": unplayed, "counted": good.height}


def _gap_too_wide(period: Period) -> pl.Expr:
    """Rapid and blitz from December 2024: 600 points apart with a player above 2600 (`games.gap_too_wide`)."""
    if period.rating_list is RatingList.STANDARD or period.list_date <= GAP_RULE_SINCE:
        return pl.lit(False)
    white, black = pl.col("white_rating"), pl.col("black_rating")
    both = (white > 0) & (black > 0)
    return both & ((white - black).abs() >= 600) & (pl.max_horizontal(white, black) > 2600)


# -- rated players


def _capped(sides: pl.LazyFrame, period: Period) -> pl.LazyFrame:
    """8.3.1: the difference that the table is entered with."""
    rules, limit = period.rules, period.rules.largest_difference
    cap = period.cap or rules.cap
    d = pl.col("own") - pl.col("opponent")
    table = sides.with_columns(d=d)
    clipped = pl.col("d").clip(-limit, limit)
    exempt = rules.cap_exempt_from
    if cap is Cap.NONE:
        return table
    if cap is Cap.ALL:
        if period.cap is None and exempt is not None and period.rating_list is RatingList.STANDARD:
            return table.with_columns(d=pl.when(pl.col("own") >= exempt).then(pl.col("d")).otherwise(clipped))
        return table.with_columns(d=clipped)
    wide = pl.col("d").abs() > limit if cap is Cap.ONCE_ANY else pl.col("d") > limit
    greatest = pl.col("d").abs().rank("ordinal", descending=True).over("id", "event_order") == 1
    once = table.filter(wide).with_columns(d=pl.when(greatest).then(clipped).otherwise(pl.col("d")))
    rest = table.filter(~wide)
    if cap is Cap.ONCE_FAVOURABLE:
        rest = rest.with_columns(d=pl.col("d").clip(lower_bound=-limit))
    return pl.concat([once, rest])


def _expected(d: pl.Expr) -> pl.Expr:
    """8.1.2: PD in hundredths."""
    starts = pl.lit(pl.Series(PD_ROW_STARTS, dtype=pl.Int32))
    higher = 49 + starts.search_sorted(d.abs().cast(pl.Int32), side="right").cast(pl.Int32)
    return pl.when(d >= 0).then(higher).otherwise(100 - higher)


def _changes(sides: pl.DataFrame, period: Period) -> pl.DataFrame:
    """8.3.2: games, score and the sum of deltas (hundredths) of every rated player."""
    rated = sides.lazy().filter(pl.col("own") > 0)
    return (
        _capped(rated, period)
        .with_columns(delta=10 * pl.col("score").cast(pl.Int32) - _expected(pl.col("d")))
        .group_by("id")
        .agg(
            period_games=pl.len().cast(pl.Int32),
            period_score=pl.col("score").cast(pl.Int32).sum(),
            delta=pl.col("delta").sum().cast(pl.Int64),
        )
        .collect(engine="streaming")
    )


def _by_rule(rules: RatingRules, rating: pl.Expr, year: int) -> pl.Expr:
    """8.3.3: K of a rating in a year (`change.development`)."""
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


def _development(period: Period) -> pl.Expr:
    """K of the period: the list's, or by rule where the list has none."""
    given = pl.col("k").fill_null(0)
    by_rule = _by_rule(period.rules, pl.col("old_rating"), add_months(period.list_date, -1).year)
    return pl.when(given > 0).then(given).otherwise(by_rule).cast(pl.Int64)


def _next_k(period: Period) -> pl.Expr:
    """K that the new list prints: by rule where the career is known, else as it was, but 10 from 2400 on."""
    rules, given = period.rules, pl.col("k").fill_null(0)
    known = pl.col("career_games").is_not_null() | (pl.col("rating") >= rules.strong_rating) | (given == 0)
    by_rule = _by_rule(rules, pl.col("rating"), period.list_date.year)
    return pl.when(pl.col("rating") == 0).then(None).when(known).then(by_rule).otherwise(given).cast(pl.Int32)


def _rounded(exact: pl.Expr, half: Half) -> pl.Expr:
    """8.3.4 of a change in hundredths."""
    if half is Half.UP:
        return (exact + 50) // 100
    return exact.sign() * ((exact.abs() + 50) // 100)


# -- unrated players


def _first_ratings(
    sides: pl.DataFrame, listed: pl.DataFrame, pending: pl.LazyFrame | None, period: Period
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """7.1.4, 8.2: new players with their rating, and the results that wait for more."""
    rules = period.rules
    schema = {
        "id": pl.Int64,
        "list_date": pl.Date,
        "games": pl.Int32,
        "score": pl.Int32,
        "rating_sum": pl.Int64,
    }
    before = (pending if pending is not None else pl.LazyFrame(schema=schema)).select(
        *(pl.col(name).cast(kind) for name, kind in schema.items())
    )
    known = before.select("id").unique()
    before = before.filter(pl.col("list_date") >= add_months(period.list_date, -rules.initial_months))
    events = (
        sides.lazy()
        .filter(pl.col("own") == 0)
        .group_by("id", "event_order")
        .agg(
            games=pl.len().cast(pl.Int32),
            score=pl.col("score").cast(pl.Int32).sum(),
            rating_sum=pl.col("opponent").cast(pl.Int64).sum(),
        )
    )
    # 8.2.1: the first event of all without a point counts for nothing; a row without games remembers that it was.
    first = pl.col("event_order") == pl.col("event_order").min().over("id")
    dropped = first & (pl.col("score") == 0) & pl.col("known").is_null()
    kept = (
        events.join(known.with_columns(known=True), on="id", how="left")
        .with_columns(
            *(pl.when(dropped).then(0).otherwise(pl.col(name)).alias(name) for name in ("games", "rating_sum"))
        )
        .group_by("id")
        .agg(pl.col("games").sum(), pl.col("score").sum(), pl.col("rating_sum").sum())
        .select(
            "id",
            pl.lit(period.list_date).alias("list_date"),
            pl.col("games").cast(pl.Int32),
            pl.col("score").cast(pl.Int32),
            pl.col("rating_sum").cast(pl.Int64),
        )
    )
    still_unrated = listed.lazy().filter(pl.col("rating") == 0).select("id")
    pooled = pl.concat([before, kept]).join(still_unrated, on="id", how="semi").collect(engine="streaming")
    totals = (
        pooled.lazy()
        .group_by("id")
        .agg(
            played=pl.col("games").filter(pl.col("list_date") == period.list_date).sum(),
            games=pl.col("games").cast(pl.Int64).sum(),
            score=pl.col("score").cast(pl.Int64).sum(),
            rating_sum=pl.col("rating_sum").sum(),
        )
        .filter((pl.col("games") >= rules.initial_games) & (pl.col("played") > 0))
        .with_columns(first_rating=_initial(period))
        .filter(pl.col("first_rating") >= rules.floor)
        .collect(engine="streaming")
    )
    waiting = pooled.join(totals, on="id", how="anti").sort("id", "list_date")
    return totals.select("id", "first_rating", first_games="games", first_played="played"), waiting


def _initial(period: Period) -> pl.Expr:
    """8.2.2, 8.2.3 in integers: scores in tenths, the average kept as a fraction until the end."""
    rules = period.rules
    virtual = len(rules.virtual_draws)
    n = pl.col("games") + virtual
    score = pl.col("score") + 5 * virtual
    total = pl.col("rating_sum") + sum(rules.virtual_draws)
    percent = (20 * score + n) // (2 * n)
    table = pl.Series([table_dp(whole) for whole in range(101)], dtype=pl.Int64)
    by_table = (2 * total + n + 2 * n * percent.replace_strict(dict(enumerate(table)), return_dtype=pl.Int64)) // (
        2 * n
    )
    rating = by_table
    if rules.bonus is not None:
        over = (2 * score - 10 * n) // 10
        by_bonus = (2 * total + 2 * rules.bonus[period.rating_list] * over * n + n) // (2 * n)
        rating = pl.when(2 * score >= 10 * n).then(by_bonus).otherwise(by_table)
    return rating if rules.max_initial is None else pl.min_horizontal(rating, pl.lit(rules.max_initial))


# -- the new list


def _new_list(listed: pl.DataFrame, changes: pl.DataFrame, first: pl.DataFrame, period: Period) -> pl.DataFrame:
    """8.3.3 to 8.3.4, 7.2: the players with their new ratings, by id."""
    rules = period.rules
    games = pl.col("period_games")
    k = pl.col("development")
    limited = pl.when(k * games > rules.k_games_limit).then(rules.k_games_limit // games).otherwise(k)
    year_before = add_years(period.list_date, -1)
    last_day = add_months(period.list_date, -1)
    played = games > 0
    columns = [*listed.columns, "old_rating", "change", "period_games", "period_k", "status"]
    return (
        listed.lazy()
        .rename({"rating": "old_rating"})
        .join(changes.lazy().select("id", "period_games", "delta"), on="id", how="left")
        .join(first.lazy(), on="id", how="left")
        .with_columns(development=_development(period))
        .with_columns(
            period_games=pl.coalesce("period_games", "first_played").fill_null(0).cast(pl.Int64),
            delta=pl.col("delta").fill_null(0),
        )
        .with_columns(period_k=pl.when(played & (pl.col("old_rating") > 0)).then(limited).cast(pl.Int32))
        .with_columns(
            change=_rounded(pl.col("period_k").fill_null(0).cast(pl.Int64) * pl.col("delta"), rules.half).cast(pl.Int32)
        )
        .with_columns(computed=pl.coalesce("first_rating", pl.col("old_rating") + pl.col("change")).cast(pl.Int32))
        .with_columns(
            rating=pl.when(pl.col("computed") >= rules.floor).then("computed").otherwise(0).cast(pl.Int32),
            career_games=pl.col("career_games") + pl.coalesce("first_games", games).cast(pl.Int32),
            last_game=pl.when(played).then(pl.lit(last_day)).otherwise(pl.col("last_game")),
        )
        .with_columns(
            max_rating=pl.max_horizontal("rating", "max_rating"),
            status=pl.when(pl.col("first_rating").is_not_null())
            .then(pl.lit("new"))
            .when((pl.col("old_rating") > 0) & (pl.col("rating") == 0))
            .then(pl.lit("dropped"))
            .when(pl.col("rating") == 0)
            .then(pl.lit("unrated"))
            .when(pl.col("last_game") < year_before)
            .then(pl.lit("inactive"))
            .otherwise(pl.lit("active")),
        )
        .with_columns(k=_next_k(period))
        .select(columns)
        .sort("id")
        .collect(engine="streaming")
    )


def _report(result: pl.DataFrame, problems: pl.DataFrame, counts: dict[str, int], period: Period) -> dict[str, Any]:
    """The period in numbers."""
    status = dict(result.group_by("status").len().iter_rows())
    kinds = problems.group_by("problem").len().sort("problem")
    changed = result.filter(pl.col("period_games") > 0)
    columns = ["id", "old_rating", "rating", "change", "period_games"]
    by_change = changed.filter(pl.col("status") != "new").sort("change", "id", descending=[True, False])
    return {
        "list_date": period.list_date.isoformat(),
        "list": period.rating_list.value,
        "edition": period.rules.edition,
        "cap400": (period.cap or period.rules.cap).value,
        "players": result.height,
        "games": counts["games"],
        "games_counted": counts["counted"],
        "games_not_played": counts["not_played"],
        "problems": dict(kinds.iter_rows()),
        "players_with_games": changed.height,
        "status": {name: status.get(name, 0) for name in ("active", "new", "dropped", "inactive", "unrated")},
        "sum_of_changes": int(result["change"].sum()),
        "gains": by_change.head(10).select(columns).to_dicts(),
        "losses": by_change.tail(10).reverse().select(columns).to_dicts(),
    }
