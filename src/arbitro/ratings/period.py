"""A rating period of a whole federation: millions of games, in columns (Polars).

    table      columns (others are kept)                          what
    players    id, rating; k, career_games, birth_year,           the list in force; rating 0 is unrated. `standard`
               max_rating, last_game, standard                    stands in where a rapid or blitz rating is missing
    games      white, black, result; event, minutes,              one row per game. `minutes` for 60 moves; the
               white_rating, black_rating                         ratings at the event's start, if not the list's
    pending    id, list_date, games, score, rating_sum            results of players not rated yet (7.1.4), in tenths

A player whose `white_rating` is 0 though they are on the list came onto it after the event: they are rated for it,
their opponents are not (8.2.4). Games without an event are one event together.

A game that cannot be rated is never dropped silently: `PeriodResult.problems` has its row and the reason. The rules are
in `columns`; reading files is in `cli.rate_period`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

import polars as pl

from arbitro.dates import add_months, add_years
from arbitro.errors import ArbitroError
from arbitro.i18n import gettext_for
from arbitro.model import RatingList
from arbitro.ratings import columns
from arbitro.ratings.games import NotRated
from arbitro.ratings.rules import Cap, RatingRules

_ = gettext_for("ratings")

# The white player's score in tenths by what tables write; None: not played, not rated.
RESULTS: dict[str, int | None] = {
    "1-0": 10, "1": 10, "1.0": 10, "10": 10, "W": 10,
    "0-1": 0, "0": 0, "0.0": 0, "B": 0,
    "1/2-1/2": 5, "½-½": 5, "0.5": 5, "=": 5, "5": 5, "1/2": 5, "½": 5, "0.5-0.5": 5, "D": 5,
    "0-0": 0, "1/2-0": 5, "½-0": 5, "0.5-0": 5, "0-1/2": 0, "0-½": 0, "0-0.5": 0,
    "+--": None, "--+": None, "+-": None, "-+": None, "---": None, "--": None, "+": None, "-": None,
    "+/-": None, "-/+": None, "-/-": None, "1-0F": None, "0-1F": None, "0-0F": None,
}  # fmt: skip
# Black's score where it is not what White lacks to a point.
BLACK_RESULTS = {"0-0": 0, "1/2-0": 0, "½-0": 0, "0.5-0": 0, "0-1/2": 5, "0-½": 5, "0-0.5": 5}

NO_ID = "no player id"
UNKNOWN_WHITE = "White is not on the list"
UNKNOWN_BLACK = "Black is not on the list"
SAME = "a player against himself"
NO_RESULT = "not a result"
DUPLICATE = "player twice on the list"
BAD_RATING = "not a rating"
BAD_K = "not a K"
NOT_PLAYED = "not played"


ADDED = ("old_rating", "change", "period_games", "period_k", "status")  # columns of a new list


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

    players: pl.DataFrame  # the list, by id, with the columns of ADDED
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
    progress("initial ratings")
    first, still_pending = _first_ratings(sides, listed, pending, period)
    progress("new list")
    result = _new_list(listed, changes, first, period)
    problems = pl.concat([duplicates, problems]).sort("row", maintain_order=True)
    report = _report(result, problems, counts, period)
    return PeriodResult(result, problems, still_pending, report)


# -- the list

HIGHEST_RATING, HIGHEST_K = 4000, 100  # what is above is a slip


def _needed(kind: str, needed: Sequence[str], present: Sequence[str]) -> None:
    sentences = {
        "players": _("the list of players has no column “{name}” (found: {columns})"),
        "games": _("the table of games has no column “{name}” (found: {columns})"),
        "pending": _("the table of waiting results has no column “{name}” (found: {columns})"),
    }
    for name in needed:
        if name not in present:
            raise ArbitroError(sentences[kind].format(name=name, columns=", ".join(present)))


def _whole(name: str, kind: pl.DataType) -> pl.Expr:
    """A column as whole numbers; what is none becomes null. `1500.0` is a whole number, `1990-05-01` the year 1990."""
    column = pl.col(name)
    if kind == pl.String:
        text = column.str.strip_chars()
        column = text.str.extract(r"(\d{4})") if name == "birth_year" else text.cast(pl.Float64, strict=False)
    return column.cast(pl.Int32, strict=False)


def _day(name: str, kind: pl.DataType) -> pl.Expr:
    """A column as dates; what is none becomes null."""
    column = pl.col(name)
    return column.str.strip_chars().str.to_date("%Y-%m-%d", strict=False) if kind == pl.String else column.cast(pl.Date)


def _unreadable(name: str, highest: int, kind: pl.DataType) -> pl.Expr:
    """Is there something in a column that is no number from 0 to the highest?"""
    said = pl.col(name).str.strip_chars() != "" if kind == pl.String else pl.col(name).is_not_null()
    return said.fill_null(False) & ~_whole(name, kind).is_between(0, highest).fill_null(False)


def _players(frame: pl.LazyFrame, period: Period) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The list with the columns that are needed; rows without an id, with a second one or no rating are reported.

    `met` is the rating that a player has in the period's events: of this list, else the standard one (7.2.1 rapid).
    """
    frame = frame.drop(*ADDED, strict=False)  # a list that we made ourselves last month
    schema = frame.collect_schema()
    _needed("players", ("id", "rating"), schema.names())
    numbers = ("k", "career_games", "birth_year", "max_rating", "standard")
    absent = [pl.lit(None, dtype=pl.Int32).alias(name) for name in numbers[:4] if name not in schema]
    if "last_game" not in schema:
        absent.append(pl.lit(None, dtype=pl.Date).alias("last_game"))
    unreadable = [("rating", HIGHEST_RATING, BAD_RATING)] + ([("k", HIGHEST_K, BAD_K)] if "k" in schema else [])
    problem = pl.lit(None, dtype=pl.String)
    for name, highest, words in unreadable:
        problem = pl.when(_unreadable(name, highest, schema[name])).then(pl.lit(words)).otherwise(problem)
    table = (
        frame.with_row_index("row", 1)
        .with_columns(
            pl.col("id").cast(pl.Int64, strict=False),
            _whole("rating", schema["rating"]).fill_null(0),
            *(_whole(name, schema[name]) for name in numbers if name in schema),
            *([_day("last_game", schema["last_game"])] if "last_game" in schema else ()),
            *absent,
            problem=problem,
        )
        .with_columns(met=_met(period, schema.names()))
        .collect(engine="streaming")
        .with_columns(
            problem=pl.when(pl.col("id").is_null())
            .then(pl.lit(NO_ID))
            .when(~pl.col("id").is_first_distinct())
            .then(pl.lit(DUPLICATE))
            .otherwise("problem")
        )
    )
    none = pl.lit(None, dtype=pl.String)
    bad = table.filter(pl.col("problem").is_not_null()).select(
        "row", white=pl.col("id").cast(pl.String), black=none, result=none, event=none, problem="problem"
    )
    return table.filter(pl.col("problem").is_null()).drop("row", "problem"), bad


def _met(period: Period, present: Sequence[str]) -> pl.Expr:
    own = pl.col("rating")
    if period.rating_list is RatingList.STANDARD or "standard" not in present:
        return own
    return pl.when(own > 0).then(own).otherwise(pl.col("standard").fill_null(0))


# -- the games, seen from either side


def _sides(
    games: pl.LazyFrame, listed: pl.DataFrame, period: Period
) -> tuple[pl.DataFrame, pl.DataFrame, dict[str, int]]:
    """Each rated game twice, with both ratings; the problems; how many games there were."""
    table = _judged(_read_games(games), listed, period).collect(engine="streaming")
    unplayed = table.filter(pl.col("problem") == NOT_PLAYED).height
    problems = table.filter(pl.col("problem").is_not_null() & (pl.col("problem") != NOT_PLAYED)).select(
        "row", white="white_text", black="black_text", result="result", event="event", problem="problem"
    )
    good = table.filter(pl.col("problem").is_null())
    order = good.lazy().group_by("event").agg(event_order=pl.col("row").min())
    rated = good.lazy().join(order, on="event", how="left")
    both = [
        rated.select("event_order", id=me, own=f"{me}_own", opponent=f"{other}_seen", score=f"{me}_score")
        for me, other in (("white", "black"), ("black", "white"))
    ]
    sides = pl.concat(both).filter(pl.col("opponent") > 0).collect(engine="streaming")
    return sides, problems, {"games": table.height, "not_played": unplayed, "counted": good.height}


def _read_games(games: pl.LazyFrame) -> pl.LazyFrame:
    """The games with typed columns; a score under 0 is a game not played."""
    schema = games.collect_schema()
    _needed("games", ("white", "black", "result"), schema.names())

    def text(name: str, otherwise: str | None) -> pl.Expr:
        return pl.col(name).cast(pl.String) if name in schema else pl.lit(otherwise, dtype=pl.String)

    def number(name: str) -> pl.Expr:
        return _whole(name, schema[name]) if name in schema else pl.lit(None, dtype=pl.Int32)

    word = pl.col("result").cast(pl.String).str.strip_chars().str.to_uppercase()
    scores = {word: -1 if score is None else score for word, score in RESULTS.items()}
    black_scores = {word: 10 - score for word, score in scores.items()} | BLACK_RESULTS
    return games.with_row_index("row", 1).select(
        "row",
        problem=text("problem", None),
        event=text("event", "").fill_null(""),
        minutes=number("minutes"),
        white_text=pl.col("white").cast(pl.String),
        black_text=pl.col("black").cast(pl.String),
        result=pl.col("result").cast(pl.String),
        white=pl.col("white").cast(pl.Int64, strict=False),
        black=pl.col("black").cast(pl.Int64, strict=False),
        white_given=number("white_rating"),
        black_given=number("black_rating"),
        white_score=word.replace_strict(scores, default=None, return_dtype=pl.Int8),
        black_score=word.replace_strict(black_scores, default=None, return_dtype=pl.Int8),
    )


def _judged(games: pl.LazyFrame, listed: pl.DataFrame, period: Period) -> pl.LazyFrame:
    """The games with the ratings of both players, and the reason why one cannot be rated."""
    ratings = listed.lazy().select("id", "met")
    sides = ("white", "black")
    for side in sides:
        games = games.join(ratings.rename({"id": side, "met": f"{side}_list"}), on=side, how="left")
    list_, given = ({side: pl.col(f"{side}_{what}") for side in sides} for what in ("list", "given"))
    seen = {side: pl.coalesce(given[side], list_[side]) for side in sides}
    own = {
        side: pl.when((list_[side] > 0) & (given[side] > 0)).then(given[side]).otherwise(list_[side]) for side in sides
    }
    reasons = (
        (pl.col("white").is_null() | pl.col("black").is_null(), NO_ID),
        (list_["white"].is_null(), UNKNOWN_WHITE),
        (list_["black"].is_null(), UNKNOWN_BLACK),
        (pl.col("white") == pl.col("black"), SAME),
        (pl.col("white_score").is_null(), NO_RESULT),
        (pl.col("white_score") < 0, NOT_PLAYED),
        (columns.gap_too_wide(period.rating_list, period.list_date, **seen), NotRated.RATING_GAP.label),
        (columns.too_fast(period.rating_list, pl.col("minutes"), **seen), NotRated.TOO_FAST.label),
    )
    problem = pl.lit(None, dtype=pl.String)
    for broken, words in reversed(reasons):
        problem = pl.when(broken).then(pl.lit(words)).otherwise(problem)
    return games.with_columns(
        problem=pl.coalesce("problem", problem),
        **{f"{side}_own": own[side] for side in sides},
        **{f"{side}_seen": seen[side] for side in sides},
    )


# -- rated players


def _changes(sides: pl.DataFrame, period: Period) -> pl.DataFrame:
    """8.3.2: games and the sum of deltas (hundredths) of every rated player."""
    rated = sides.lazy().filter(pl.col("own") > 0)
    return (
        columns.capped(rated, period.rules, period.rating_list, period.cap)
        .with_columns(delta=10 * pl.col("score").cast(pl.Int32) - columns.expected(pl.col("d")))
        .group_by("id")
        .agg(period_games=pl.len().cast(pl.Int32), delta=pl.col("delta").sum().cast(pl.Int64))
        .collect(engine="streaming")
    )


def _development(period: Period) -> pl.Expr:
    """K of the period: the list's, or by rule where the list has none."""
    given = pl.col("k").fill_null(0)
    by_rule = columns.development(period.rules, pl.col("old_rating"), add_months(period.list_date, -1).year)
    return pl.when(given > 0).then(given).otherwise(by_rule).cast(pl.Int64)


def _next_k(period: Period) -> pl.Expr:
    """K that the new list prints: by rule where the career is known, else as it was, but 10 from 2400 on.

    10 is for good, even where the list does not tell that 2400 was once reached; so is a junior's 20 since 2024.
    """
    rules, given = period.rules, pl.col("k").fill_null(0)
    known = pl.col("career_games").is_not_null() | (pl.col("rating") >= rules.strong_rating) | (given == 0)
    by_rule = columns.development(rules, pl.col("rating"), period.list_date.year)
    for_good = (given > 0) & ((given == rules.strong_k) | rules.junior_limit_is_permanent)
    by_rule = pl.when(for_good).then(pl.min_horizontal(by_rule, given)).otherwise(by_rule)
    return pl.when(pl.col("rating") == 0).then(None).when(known).then(by_rule).otherwise(given).cast(pl.Int32)


# -- unrated players


WAITING = {"id": pl.Int64, "list_date": pl.Date, "games": pl.Int32, "score": pl.Int32, "rating_sum": pl.Int64}


def _first_ratings(
    sides: pl.DataFrame, listed: pl.DataFrame, pending: pl.LazyFrame | None, period: Period
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """7.1.4, 8.2: new players with their rating, and the results that wait for more."""
    rules = period.rules
    before = _waiting(pending, period)
    still_unrated = listed.lazy().filter(pl.col("met") == 0).select("id")
    pooled = (
        pl.concat([before, _unrated_results(sides, before, period)])
        .join(still_unrated, on="id", how="semi")
        .collect(engine="streaming")
    )
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
        .with_columns(first_rating=columns.first_rating(rules, period.rating_list))
        .filter(pl.col("first_rating") >= rules.floor)
        .collect(engine="streaming")
    )
    waiting = pooled.join(totals, on="id", how="anti").sort("id", "list_date")
    full = waiting.filter(pl.col("games") > 0)
    memory = waiting.join(full, on="id", how="anti").unique("id", keep="last")
    waiting = pl.concat([full, memory]).sort("id", "list_date")
    return totals.select("id", "first_rating", first_games="games", first_played="played"), waiting


def _waiting(pending: pl.LazyFrame | None, period: Period) -> pl.LazyFrame:
    """The results that wait; older than 26 months they are worth nothing, but the player's first event is over."""
    if pending is None:
        return pl.LazyFrame(schema=WAITING)
    schema = pending.collect_schema()
    _needed("pending", tuple(WAITING), schema.names())
    read = pending.select(
        _day(name, schema[name]) if kind == pl.Date else pl.col(name).cast(kind, strict=False)
        for name, kind in WAITING.items()
    ).collect()
    broken = read.with_row_index("row", 1).filter(pl.any_horizontal(pl.all().is_null()))
    if broken.height:
        sentence = _("row {row} of the waiting results: expected a date YYYY-MM-DD and whole numbers")
        raise ArbitroError(sentence.format(row=broken["row"][0]))
    expired = pl.col("list_date") < add_months(period.list_date, -period.rules.initial_months)
    return read.lazy().with_columns(
        pl.when(expired).then(0).otherwise(pl.col(name)).cast(WAITING[name]).alias(name)
        for name in ("games", "score", "rating_sum")
    )


def _unrated_results(sides: pl.DataFrame, before: pl.LazyFrame, period: Period) -> pl.LazyFrame:
    """The period's results of unrated players as rows that may wait.

    8.2.1: the first event of all without a point counts for nothing; a row without games remembers that it was.
    """
    events = (
        sides.lazy()
        .filter(pl.col("own") == 0)
        .group_by("id", "event_order")
        .agg(games=pl.len(), score=pl.col("score").cast(pl.Int32).sum(), rating_sum=pl.col("opponent").sum())
    )
    first = pl.col("event_order") == pl.col("event_order").min().over("id")
    dropped = first & (pl.col("score") == 0) & pl.col("known").is_null()
    return (
        events.join(before.select("id").unique().with_columns(known=True), on="id", how="left")
        .with_columns(pl.when(dropped).then(0).otherwise(pl.col(name)).alias(name) for name in ("games", "rating_sum"))
        .group_by("id")
        .agg(pl.col("games").sum(), pl.col("score").sum(), pl.col("rating_sum").cast(pl.Int64).sum())
        .with_columns(list_date=pl.lit(period.list_date))
        .select(pl.col(name).cast(kind) for name, kind in WAITING.items())
    )


# -- the new list


def _new_list(listed: pl.DataFrame, changes: pl.DataFrame, first: pl.DataFrame, period: Period) -> pl.DataFrame:
    """8.3.3 to 8.3.4, 7.2: the players with their new ratings, by id.

    Who played with their standard rating comes onto a rapid or blitz list as a new player who has no games there yet.
    """
    rules = period.rules
    games, old, rating = (pl.col(name) for name in ("period_games", "old_rating", "rating"))
    played = games > 0
    comes_in = (pl.col("listed_rating") == 0) & ((old > 0) | pl.col("first_rating").is_not_null())
    return (
        listed.lazy()
        .rename({"rating": "listed_rating"})
        .join(changes.lazy(), on="id", how="left")
        .join(first.lazy(), on="id", how="left")
        .with_columns(
            period_games=pl.coalesce("period_games", "first_played").fill_null(0).cast(pl.Int64),
            delta=pl.col("delta").fill_null(0),
        )
        .with_columns(old_rating=pl.when(played).then("met").otherwise("listed_rating"))
        .with_columns(
            career_games=pl.when(comes_in).then(pl.col("career_games").fill_null(0)).otherwise("career_games")
        )
        .with_columns(development=_development(period))
        .with_columns(
            period_k=pl.when(played & (old > 0))
            .then(columns.limited(rules, pl.col("development"), games))
            .cast(pl.Int32)
        )
        .with_columns(
            change=columns.rounded(pl.col("period_k").fill_null(0).cast(pl.Int64) * pl.col("delta"), rules.half).cast(
                pl.Int32
            )
        )
        .with_columns(computed=pl.coalesce("first_rating", old + pl.col("change")).cast(pl.Int32))
        .with_columns(
            rating=pl.when(pl.col("computed") >= rules.floor).then("computed").otherwise(0).cast(pl.Int32),
            career_games=pl.col("career_games") + pl.coalesce("first_games", games).cast(pl.Int32),
            last_game=pl.when(played).then(pl.lit(add_months(period.list_date, -1))).otherwise("last_game"),
        )
        .with_columns(
            max_rating=pl.max_horizontal("rating", "max_rating"),
            status=pl.when(comes_in & (rating > 0))
            .then(pl.lit("new"))
            .when((pl.col("listed_rating") > 0) & (rating == 0))
            .then(pl.lit("dropped"))
            .when(rating == 0)
            .then(pl.lit("unrated"))
            .when(pl.col("last_game") < add_years(period.list_date, -1))
            .then(pl.lit("inactive"))
            .otherwise(pl.lit("active")),
        )
        .with_columns(k=_next_k(period))
        .select(*(name for name in listed.columns if name != "met"), *ADDED)
        .sort("id")
        .collect(engine="streaming")
    )


def _report(result: pl.DataFrame, problems: pl.DataFrame, counts: dict[str, int], period: Period) -> dict[str, Any]:
    """The period in numbers."""
    status = dict(result.group_by("status").len().iter_rows())
    kinds = problems.group_by("problem").len().sort("problem")
    changed = result.filter(pl.col("period_games") > 0)
    shown = ["id", "old_rating", "rating", "change", "period_games"]
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
        "gains": by_change.head(10).select(shown).to_dicts(),
        "losses": by_change.tail(10).reverse().select(shown).to_dicts(),
    }
