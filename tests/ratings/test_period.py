"""The columns of `ratings.period` against the plain rules, and what it reports."""

from __future__ import annotations

import random
from datetime import date

import pytest

pl = pytest.importorskip("polars")

from bench._federation import games, players  # noqa: E402

from arbitro.errors import ArbitroError  # noqa: E402
from arbitro.model import Points, RatingList  # noqa: E402
from arbitro.ratings import Cap, RatedGame, development, initial_rating, period_change, rules_of  # noqa: E402
from arbitro.ratings.change import cap_of, sheet  # noqa: E402
from arbitro.ratings.games import NotRated, gap_too_wide  # noqa: E402
from arbitro.ratings.period import (  # noqa: E402
    BAD_K,
    BAD_RATING,
    DUPLICATE,
    NO_ID,
    NO_RESULT,
    RESULTS,
    SAME,
    UNKNOWN_BLACK,
    UNKNOWN_WHITE,
    Period,
    rate_period,
)
from arbitro.ratings.time_control import enough_time  # noqa: E402

JUNE = date(2023, 6, 1)


def plain(table: pl.DataFrame, played: pl.DataFrame, period: Period) -> dict[int, tuple[int, int]]:
    """New rating and games of every player, by the functions of `change` and `initial`."""
    rules = period.rules
    people = {row["id"]: row for row in table.to_dicts()}
    events: dict[int, dict[str, list[RatedGame]]] = {identity: {} for identity in people}
    for row in played.to_dicts():
        score = RESULTS[row["result"]]
        if score is None or row["white"] not in people or row["black"] not in people:
            continue
        for me, other, points in ((row["white"], row["black"], score), (row["black"], row["white"], 10 - score)):
            rating = people[other]["rating"]
            if rating:
                events[me].setdefault(row["event"], []).append(RatedGame(rating, Points(points)))
    found = {}
    for identity, person in people.items():
        mine = events[identity]
        n = sum(len(list_) for list_ in mine.values())
        rating = person["rating"]
        if rating:
            cap = period.cap or cap_of(rules, rating, period.rating_list)
            k = development(
                rules,
                rating,
                published_max=person["max_rating"],
                games=person["career_games"],
                birth_year=person["birth_year"],
                year=2023,
            ).k
            deltas = [(len(g), sum(line.delta for line in sheet(rating, g, cap))) for g in mine.values()]
            change = period_change(rules, rating, k, deltas)
            found[identity] = (change.new_rating if change.listed else 0, n)
        else:
            kept = list(mine.values())
            if kept and sum(game.score for game in kept[0]) == 0:
                kept = kept[1:]
            flat = [game for g in kept for game in g]
            score = Points(sum(game.score for game in flat))
            first = initial_rating(rules, len(flat), sum(g.opponent for g in flat), score, period.rating_list)
            new = first.rating if first is not None and first.published else 0
            found[identity] = (new, len(flat) if new else 0)
    return found


@pytest.mark.parametrize("edition", ["2022", "2024", "2025"])
@pytest.mark.parametrize("rating_list", [RatingList.STANDARD, RatingList.BLITZ])
def test_columns_and_plain_rules_agree(edition: str, rating_list: RatingList) -> None:
    table, played = players(900), games(2500, 900)
    period = Period(rules=rules_of(edition), list_date=JUNE, rating_list=rating_list)
    result = rate_period(table.lazy(), played.lazy(), period)
    expected = plain(table, played, period)
    for row in result.players.to_dicts():
        assert (row["rating"], row["period_games"]) == expected[row["id"]], row


@pytest.mark.parametrize("cap", list(Cap))
def test_every_reading_of_the_400_point_rule_agrees(cap: Cap) -> None:
    dice = random.Random(7)
    table = pl.DataFrame(
        {
            "id": list(range(60)),
            "rating": [dice.randint(1000, 2850) for _ in range(60)],
            "career_games": [100] * 60,
            "birth_year": [1980] * 60,
            "max_rating": [0] * 60,
        }
    )
    rows = [
        (dice.randrange(60), dice.randrange(60), dice.choice(["1-0", "0-1", "1/2-1/2"]), i // 200) for i in range(800)
    ]
    played = pl.DataFrame([r for r in rows if r[0] != r[1]], schema=["white", "black", "result", "event"], orient="row")
    played = played.with_columns(pl.col("event").cast(pl.String))
    period = Period(rules=rules_of("2022"), list_date=JUNE, cap=cap)
    result = rate_period(table.lazy(), played.lazy(), period)
    expected = plain(table, played, period)
    assert {row["id"]: (row["rating"], row["period_games"]) for row in result.players.to_dicts()} == expected


def test_nothing_is_dropped_silently() -> None:
    table = pl.DataFrame({"id": ["1", "2", "2", "x"], "rating": ["2000", "1900", "1800", "1700"]})
    played = pl.DataFrame(
        {
            "white": ["1", "9", "1", "1", "", "1", "1"],
            "black": ["2", "2", "9", "1", "2", "2", "2"],
            "result": ["1-0", "1-0", "1-0", "1-0", "1-0", "2-0", "+-"],
        }
    )
    result = rate_period(table.lazy(), played.lazy(), Period(rules=rules_of("2022"), list_date=JUNE))
    assert result.report["problems"] == {
        DUPLICATE: 1, NO_ID: 2, UNKNOWN_WHITE: 1, UNKNOWN_BLACK: 1, SAME: 1, NO_RESULT: 1,
    }  # fmt: skip
    assert result.report["games"] == 7
    assert result.report["games_counted"] == 1
    assert result.report["games_not_played"] == 1
    assert result.players.height == 2


def test_the_order_of_the_list_makes_no_difference() -> None:
    table, played = players(300), games(900, 300)
    period = Period(rules=rules_of("2024"), list_date=JUNE)
    once = rate_period(table.lazy(), played.lazy(), period)
    again = rate_period(table.sample(fraction=1, shuffle=True, seed=3).lazy(), played.lazy(), period)
    assert once.players.equals(again.players)


def test_waiting_results_are_pooled_for_26_months() -> None:  # 7.1.4
    table = pl.DataFrame({"id": [1, *range(10, 20)], "rating": [0] + [1600] * 10})
    four = pl.DataFrame({"white": [1] * 4, "black": [10, 11, 12, 13], "result": ["1/2-1/2"] * 4, "event": ["a"] * 4})
    one = pl.DataFrame({"white": [1], "black": [14], "result": ["1/2-1/2"], "event": ["b"]})
    rules = rules_of("2022")
    first = rate_period(table.lazy(), four.lazy(), Period(rules=rules, list_date=date(2021, 1, 1)))
    assert first.players.filter(pl.col("id") == 1)["rating"].item() == 0
    for later, rating in ((date(2023, 3, 1), 1600), (date(2023, 4, 1), 0)):
        period = Period(rules=rules, list_date=later)
        second = rate_period(table.lazy(), one.lazy(), period, pending=first.pending.lazy())
        assert second.players.filter(pl.col("id") == 1)["rating"].item() == rating


def test_only_the_first_event_of_all_is_thrown_away_for_a_zero() -> None:  # 8.2.1
    table = pl.DataFrame({"id": [1, *range(10, 20)], "rating": [0] + [1600] * 10})
    lost = pl.DataFrame({"white": [1] * 5, "black": list(range(10, 15)), "result": ["0-1"] * 5, "event": ["a"] * 5})
    period = Period(rules=rules_of("2022"), list_date=JUNE)
    first = rate_period(table.lazy(), lost.lazy(), period)
    assert first.pending.to_dicts() == [{"id": 1, "list_date": JUNE, "games": 0, "score": 0, "rating_sum": 0}]
    later = Period(rules=rules_of("2022"), list_date=date(2023, 7, 1))
    second = rate_period(table.lazy(), lost.lazy(), later, pending=first.pending.lazy())
    assert second.pending.filter(pl.col("games") > 0)["games"].to_list() == [5]  # 800: counted, under the floor


def test_the_new_list_prints_the_k_of_the_next_period() -> None:  # 7.1.2, 8.3.3
    table = pl.DataFrame(
        {
            "id": [1, 2, 3, 4],
            "rating": [2395, 1500, 1500, 2395],
            "k": [20, 40, 40, 20],
            "career_games": [500, 28, 20, None],
            "birth_year": [1980, 1980, 1980, 1980],
        }
    )
    played = pl.DataFrame({"white": [1, 2, 2, 4], "black": [4, 3, 3, 1], "result": ["1-0", "1-0", "1-0", "0-1"]})
    result = rate_period(table.lazy(), played.lazy(), Period(rules=rules_of("2022"), list_date=JUNE))
    assert result.players.select("rating", "k", "period_k").rows() == [
        (2415, 10, 20), (1540, 20, 40), (1460, 40, 40), (2375, 20, 20),
    ]  # fmt: skip


def test_a_table_without_a_needed_column_is_named() -> None:
    good = pl.LazyFrame({"id": [1], "rating": [2000]})
    period = Period(rules=rules_of("2022"), list_date=JUNE)
    with pytest.raises(ArbitroError, match="no column “rating”"):
        rate_period(pl.LazyFrame({"id": [1]}), pl.LazyFrame({"white": [1], "black": [1], "result": ["1"]}), period)
    with pytest.raises(ArbitroError, match="no column “result”"):
        rate_period(good, pl.LazyFrame({"white": [1], "black": [1]}), period)


def rated(list_date: date = JUNE, rating_list: RatingList = RatingList.STANDARD, edition: str = "2022") -> Period:
    return Period(rules=rules_of(edition), list_date=list_date, rating_list=rating_list)


def test_a_standard_rating_brings_onto_the_rapid_list_only_those_who_play() -> None:  # 7.2.1 rapid
    table = pl.DataFrame(
        {"id": [1, 2, 3], "rating": [0, 0, 1500], "standard": [1830, 1700, 1600], "birth_year": [1980, 1980, 1980]}
    )
    played = pl.DataFrame({"white": [1], "black": [3], "result": ["0-1"]})
    result = rate_period(table.lazy(), played.lazy(), rated(rating_list=RatingList.RAPID))
    shown = result.players.select("old_rating", "rating", "period_k", "career_games", "status").rows()
    assert shown == [(1830, 1795, 40, 1, "new"), (0, 0, None, None, "unrated"), (1500, 1518, 20, None, "active")]
    assert result.players.columns[:4] == table.columns


def test_a_new_player_has_the_k_and_the_games_of_a_new_player() -> None:  # 8.3.3
    table = pl.DataFrame({"id": [1, *range(10, 15)], "rating": [0] + [1600] * 5})
    five = pl.DataFrame({"white": [1] * 5, "black": list(range(10, 15)), "result": ["1/2-1/2"] * 5})
    result = rate_period(table.lazy(), five.lazy(), rated())
    assert result.players.row(0, named=True)["k"] == 40
    assert result.players.row(0, named=True)["career_games"] == 5


def test_k_10_is_for_good_though_the_list_does_not_tell_of_2400() -> None:  # 8.3.3
    table = pl.DataFrame({"id": [1, 2], "rating": [2350, 2350], "k": [10, 20], "career_games": [900, 900]})
    played = pl.DataFrame({"white": [1], "black": [2], "result": ["1/2-1/2"]})
    assert rate_period(table.lazy(), played.lazy(), rated()).players["k"].to_list() == [10, 20]


def test_a_rating_that_is_no_number_is_reported() -> None:
    table = pl.DataFrame(
        {
            "id": ["1", "2", "3", "4", "5"],
            "rating": ["1500.0", "abc", "", "-3", "1600"],
            "k": ["40.0", "20", "", "20", "many"],
            "birth_year": ["2010-05-01", "", "", "", ""],
        }
    )
    none = pl.DataFrame({"white": ["1"], "black": ["3"], "result": ["+/-"]})
    result = rate_period(table.lazy(), none.lazy(), rated())
    assert result.players.select("id", "rating", "birth_year").rows() == [(1, 1500, 2010), (3, 0, None)]
    assert result.problems.select("row", "problem").rows() == [(2, BAD_RATING), (4, BAD_RATING), (5, BAD_K)]


def test_unusual_results_have_a_score_for_each_side() -> None:
    table = pl.DataFrame({"id": [1, 2], "rating": [2000, 2000], "k": [20, 20]})
    for word, changes in (("0-0", [-10, -10]), ("½-0", [0, -10]), ("0-1/2", [-10, 0])):
        played = pl.DataFrame({"white": [1], "black": [2], "result": [word]})
        assert rate_period(table.lazy(), played.lazy(), rated()).players["change"].to_list() == changes


def test_games_without_an_event_are_one_event() -> None:  # 8.2.1
    table = pl.DataFrame({"id": [1, *range(10, 15)], "rating": [0] + [1600] * 5})
    lost = pl.DataFrame({"white": [1] * 5, "black": list(range(10, 15)), "result": ["0-1"] * 5, "event": [None] * 5})
    result = rate_period(table.lazy(), lost.lazy(), rated())
    assert result.pending["games"].to_list() == [0]  # a first event without a point


def test_who_came_onto_the_list_after_the_event_is_rated_and_his_opponents_are_not() -> None:  # 8.2.4
    table = pl.DataFrame({"id": [1, 2], "rating": [1610, 1610], "k": [20, 20]})
    played = pl.DataFrame({"white": [1], "black": [2], "result": ["1-0"], "white_rating": [0], "black_rating": [None]})
    result = rate_period(table.lazy(), played.lazy(), rated())
    assert result.players.select("change", "period_games").rows() == [(10, 1), (0, 0)]


def test_ratings_of_the_event_s_start_go_before_those_of_the_list() -> None:
    table = pl.DataFrame({"id": [1, 2], "rating": [2300, 1700], "k": [20, 20]})
    played = pl.DataFrame(
        {"white": [1], "black": [2], "result": ["1-0"], "white_rating": [2000], "black_rating": [2000]}
    )
    result = rate_period(table.lazy(), played.lazy(), rated())
    assert result.players.select("old_rating", "change").rows() == [(2300, 10), (1700, -10)]


def test_the_conditions_of_a_game_are_those_of_the_plain_rules() -> None:  # 1.1, 5.2 rapid
    dice = random.Random(3)
    ratings = [0, 1799, 1800, 2000, 2050, 2399, 2400, 2600, 2601, 2650, 2700]
    rows = [
        (dice.randrange(len(ratings)), dice.randrange(len(ratings)), "1-0", dice.choice([59, 60, 89, 90, 119, 120]))
        for _ in range(400)
    ]
    rows = [row for row in rows if row[0] != row[1]]
    table = pl.DataFrame({"id": list(range(len(ratings))), "rating": ratings})
    played = pl.DataFrame(rows, schema=["white", "black", "result", "minutes"], orient="row")
    for rating_list in (RatingList.STANDARD, RatingList.BLITZ):
        result = rate_period(table.lazy(), played.lazy(), rated(date(2025, 3, 1), rating_list, "2024"))
        reported = dict(result.problems.select("row", "problem").iter_rows())
        for i, (white, black, _result, minutes) in enumerate(rows, 1):
            pair = ratings[white], ratings[black]
            expected = None
            if gap_too_wide(rating_list, date(2025, 2, 1), *pair):
                expected = NotRated.RATING_GAP.label
            elif rating_list is RatingList.STANDARD and not enough_time(minutes, *pair):
                expected = NotRated.TOO_FAST.label
            assert reported.get(i) == expected, (pair, minutes)


def test_an_expired_first_event_is_remembered() -> None:  # 7.1.4, 8.2.1
    table = pl.DataFrame({"id": [1, *range(10, 15)], "rating": [0] + [1600] * 5})
    one = pl.DataFrame({"white": [1], "black": [10], "result": ["1-0"], "event": ["a"]})
    lost = pl.DataFrame({"white": [1] * 5, "black": list(range(10, 15)), "result": ["0-1"] * 5, "event": ["b"] * 5})
    first = rate_period(table.lazy(), one.lazy(), rated(date(2020, 1, 1)))
    idle = rate_period(table.lazy(), lost.clear().lazy(), rated(date(2023, 1, 1)), pending=first.pending.lazy())
    assert idle.pending.select("id", "games").rows() == [(1, 0)]
    later = rate_period(table.lazy(), lost.lazy(), rated(date(2023, 2, 1)), pending=idle.pending.lazy())
    assert later.pending.select("id", "games").rows() == [(1, 5)]
