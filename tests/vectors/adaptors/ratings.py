"""Ratings: ratings.json, rating-tables.json, the rating kinds of editions.json, club.json and club-tables.json."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from fractions import Fraction
from typing import Any

from arbitro.model import RatingList, points
from arbitro.model.points import ONE, Points
from arbitro.model.rating_tables import dp, expected_hundredths
from arbitro.model.rounding import half_up
from arbitro.model.time_control import Period, TimeControl, simple
from arbitro.ratings import change, club, games, initial, ladder, lists, time_control
from arbitro.ratings.rules import Cap, RatingRules, rules_of, rules_on
from tests.vectors.registry import Vector, adaptor, enumerator


def exact(value: float | int | str) -> Fraction:
    return Fraction(str(value))


def as_printed(value: Fraction, printed: float | int) -> bool:
    """Is this the exact value, or the value at the number of decimals that was printed?"""
    decimals = len(str(printed).partition(".")[2]) if isinstance(printed, float) else 0
    return exact(printed) in (value, round(value, decimals))


def stated(found: dict[str, Any], expected: dict[str, Any]) -> None:
    """Compare all that a vector states with what was found under the same name."""
    for key, value in expected.items():
        assert key in found, f"no such figure: {key}"
        assert found[key] == (exact(value) if isinstance(value, float) else value), key


def rules_for(vector: Vector) -> RatingRules:
    """The text of a vector's edition, or the one in force in the month that it names."""
    edition = vector.get("edition", "2022-01")
    month = re.fullmatch(r"\d{4}-\d\d", edition)
    return rules_on(date.fromisoformat(f"{edition}-01")) if month else rules_of(edition)


def result(letter: str) -> Points:
    return points({"W": 1, "D": 0.5, "L": 0}[letter])


def day(text: str) -> date:
    return date.fromisoformat(text)


def day_or_none(text: str | None) -> date | None:
    return day(text) if text else None


# -- rating-tables.json: one vector per row of each table


@enumerator("rating-tables.json")
def rating_table_rows(file: str, document: dict[str, Any]) -> Iterator[Vector]:
    for percent, difference in document.get("table_8_1_1_dp", {}).get("dp_by_percent", {}).items():
        data = {"percent": int(percent), "dp": difference}
        yield Vector(file, "dp", f"DP-{int(percent):03}", data, document)
    for row in document.get("table_8_1_2_pd", {}).get("rows", []):
        yield Vector(file, "pd", f"PD-{row['from']:03}", row, document)


@adaptor("rating-tables.json", "dp")
def dp_row(vector: Vector) -> None:
    assert dp(vector["percent"]) == vector["dp"]


@adaptor("rating-tables.json", "pd")
def pd_row(vector: Vector) -> None:
    first, last = vector["from"], vector["to"] if vector["to"] is not None else vector["from"] + 2000
    for difference in (first, last):
        assert expected_hundredths(difference) == vector["H"]
        assert expected_hundredths(-difference) == (vector["L"] if difference else vector["H"])
    assert first == 0 or expected_hundredths(first - 1) != vector["H"]
    assert vector["to"] is None or expected_hundredths(last + 1) != vector["H"]


# -- ratings.json


def rated_games(data: list[dict[str, Any]]) -> list[change.RatedGame]:
    return [
        change.RatedGame(game["opp"], points(game["score"])) for game in data if game["opp"] and not game.get("forfeit")
    ]


@adaptor("ratings.json", "rating_change")
def rating_change(vector: Vector) -> None:
    given, expected = vector["input"], vector["expected"]
    mode = given.get("cap400_mode") or expected.get("cap400_mode")
    rules = rules_for(vector)
    cap = Cap(mode) if mode else None
    kind = RatingList(given.get("mode") or given.get("list") or "standard")
    played = rated_games(given["games"])
    total, lines = change.event_change(rules, given["rating"], given["K"], played, rating_list=kind, cap=cap)
    for line, row in zip(lines, expected.get("per_game", [{}] * len(lines)), strict=True):
        game = {
            "opp": line.game.opponent,
            "score": Fraction(line.game.score, ONE),
            "D": abs(line.difference),
            "D_used": abs(line.used),
            "PD": Fraction(line.expected, 100),
            "delta": Fraction(line.delta, 100),
        }
        stated(game, row)
    found = {
        "cap400_mode": (cap or change.cap_of(rules, given["rating"], kind)).value,
        "per_game": expected.get("per_game"),
        "sum_delta": Fraction(total.delta, 100),
        "change_exact": total.exact,
        "change": total.rounded,
        "new_rating": total.new_rating,
        "K_used": total.k,
        "games": total.games,
        "counted_games": total.games,
    }
    stated(found, expected)


@adaptor("ratings.json", "round_change")
def round_change(vector: Vector) -> None:
    half = rules_for(vector).half
    assert [change.rounded(exact(value), half) for value in vector["input"]] == vector["expected"]


@adaptor("ratings.json", "k_factor")
def k_factor(vector: Vector) -> None:
    given = vector["input"]
    found = change.development(
        rules_for(vector),
        given.get("rating") or 0,
        published_max=given.get("published_max") or 0,
        games=given.get("career_games"),
        birth_year=given.get("birth_year"),
        year=given.get("period_year"),
    )
    assert found.k == vector["expected"]


@adaptor("ratings.json", "k_cap_700")
def k_cap_700(vector: Vector) -> None:
    given = vector["input"]
    assert change.limited_k(rules_for(vector), given["K"], given["games_in_period"]) == vector["expected"]


def first_rating(rules: RatingRules, given: dict[str, Any]) -> initial.InitialRating:
    if isinstance(given.get("games"), list):
        played = rated_games(given["games"])
        n, total, score = len(played), sum(g.opponent for g in played), sum(g.score for g in played)
    else:
        opponents = given.get("opponents")
        n = len(opponents) if opponents is not None else given["games"]
        total = sum(opponents) if opponents is not None else given["sum_of_opponents"]
        score = points(given["score"])
    found = initial.initial_rating(rules, n, total, Points(score), RatingList(given.get("mode", "standard")))
    assert found is not None
    return found


@adaptor("ratings.json", "initial_rating")
def initial_rating(vector: Vector) -> None:
    found = first_rating(rules_for(vector), vector["input"])
    values = {
        "counted_games": found.games,
        "score": Fraction(found.score, ONE),
        "games_used": found.games_used,
        "score_used": Fraction(found.score_used, ONE),
        "percent": found.percent,
        "dp": dp(found.percent) if found.dp is None else found.dp,
        "Ra_exact": found.average,
        "Ru": found.rating,
        "Ru_before_cap": found.uncapped,
        "publishable": found.published,
    }
    for key, value in vector["expected"].items():
        if isinstance(value, float):
            assert as_printed(Fraction(values[key] or 0), value), key
        else:
            assert values[key] == value, key


@adaptor("ratings.json", "initial_rating_pool")
def initial_rating_pool(vector: Vector) -> None:
    events = [
        initial.UnratedResult(day(event["end"]), tuple(event["opponents"]), points(event["score"]))
        for event in vector["input"]["events"]
    ]
    pool = initial.pooled(rules_for(vector), events, RatingList(vector["input"].get("mode", "standard")))
    values: dict[str, Any] = {
        "discarded_events": list(pool.without_a_point),
        "pooled_games": pool.rating.games if pool.rating else 0,
        "pooled_score": Fraction(pool.rating.score if pool.rating else 0, ONE),
        "Ru": pool.rating.rating if pool.rating else None,
        "publishable": pool.published,
    }
    for key, value in vector["expected"].items():
        assert values[key] == (exact(value) if isinstance(value, float) else value), key


@adaptor("ratings.json", "rating_used")
def rating_used(vector: Vector) -> None:
    given = vector["input"]
    ratings = {kind: given["player"].get(kind.value) or 0 for kind in RatingList}
    used = initial.rating_used(ratings, RatingList(given["mode"]))
    stated({"rating_used": used or None, "treated_as_rated": used > 0}, vector["expected"])


@adaptor("ratings.json", "rating_used_for_late_entry")
def rating_used_for_late_entry(vector: Vector) -> None:
    assert vector["input"].get("unrated_at_start", True)
    entry = initial.late_entry(vector["input"]["rating_on_list_when_event_is_processed"])
    assert entry.own_rating == vector["expected"]["own_change_computed_with"]
    unrated = vector["expected"].get("opponents_treat_him_as", "unrated").startswith("unrated")
    assert (entry.for_opponents == 0) == unrated


@adaptor("ratings.json", "one_off_adjustment_2024")
def one_off_adjustment_2024(vector: Vector) -> None:
    assert [lists.adjusted_2024(rating) for rating in vector["input"]] == vector["expected"]


@adaptor("ratings.json", "rapid_blitz_lift")
def rapid_blitz_lift(vector: Vector) -> None:
    given = vector["input"]
    found = lists.lifted(given.get("standard") or 0, given.get("rapid_or_blitz") or 0)
    assert (found or None) == vector["expected"]


def control(data: dict[str, Any]) -> TimeControl:
    """A time control: base minutes, in one period or several, and an increment or a delay."""
    minutes = data["base_minutes"] if "base_minutes" in data else data["periods_minutes"]
    base = sum(map(exact, minutes)) if isinstance(minutes, list) else exact(minutes)
    return simple(base, data.get("increment_seconds", data.get("delay_seconds", 0)) or 0)


@adaptor("ratings.json", "time_class")
def time_class(vector: Vector) -> None:
    given, expected = vector["input"], vector["expected"]
    if "white" in given:
        white, black = control(given["white"]), control(given["black"])
        rateable = white == black and time_control.time_class(white.minutes) is not None
        assert rateable == expected["rateable"]
        return
    minutes = control(given).minutes
    found = time_control.time_class(minutes)
    values = {
        "total_minutes_60_moves": minutes,
        "time_class": found.value if found else "not rateable",
        "rateable": found is not None,
    }
    stated(values, expected)


@adaptor("ratings.json", "standard_min_time")
def standard_min_time(vector: Vector) -> None:
    given = vector["input"]
    found = time_control.enough_time(
        given["minutes_for_60_moves"], given.get("white_rating") or 0, given.get("black_rating") or 0
    )
    assert found == vector["expected"]


@adaptor("ratings.json", "daily_play")
def daily_play(vector: Vector) -> None:
    given, expected = vector["input"], vector["expected"]
    increment = given.get("increment_seconds", 0)
    minutes = given["periods_minutes"]
    first = given.get("first_period_moves") if len(minutes) > 1 else None
    periods = tuple(Period(None if i else first, 60 * time, increment) for i, time in enumerate(minutes))
    control = TimeControl(periods)
    found = time_control.daily_play(control, given["rounds_per_day"], given.get("max_rating") or 0)
    values = {
        "minutes_per_player": control.minutes,
        "hours_per_game": 2 * control.minutes / 60,
        "hours_per_day": found.minutes_per_day / 60,
        "allowed": found.allowed,
    }
    for key, value in expected.items():
        assert abs(Fraction(values[key]) - Fraction(value)) < Fraction(1, 1000), key


@adaptor("ratings.json", "rounds_per_day")
def rounds_per_day(vector: Vector) -> None:
    given = vector["input"]
    assert time_control.rounds_per_day_ok(RatingList(given["mode"]), given["rounds"]) == vector["expected"]


@adaptor("ratings.json", "rating_list_for_event")
def rating_list_for_event(vector: Vector) -> None:
    given = vector["input"]
    found = lists.list_for_event(day(given["event_end"]), official=given.get("fide_official", False))
    assert found.isoformat() == vector["expected"]


@adaptor("ratings.json", "list_in_force")
def list_in_force(vector: Vector) -> None:
    assert lists.list_in_force(day(vector["input"]["event_start"])).isoformat() == vector["expected"]["list"]


@adaptor("ratings.json", "latest_submission")
def latest_submission(vector: Vector) -> None:
    found = lists.last_list(day(vector["input"]["event_end"]))
    values = {
        "third_list": found.list_date.isoformat(),
        "closing": found.closing.isoformat(),
        "if_missed": "event is not rated",
    }
    stated(values, vector["expected"])


@adaptor("ratings.json", "registration")
def registration(vector: Vector) -> None:
    cases = vector["input"] if isinstance(vector["input"], list) else [vector["input"]]
    answers = vector["expected"] if isinstance(vector["expected"], list) else [vector["expected"]]
    for case, answer in zip(cases, answers, strict=True):
        days = lists.registration_days(norms=case.get("norms", False))
        found = lists.registered_in_time(day(case["start"]), day(case["registered"]), days)
        assert (True if found is lists.Registration.IN_TIME else found.value) == answer


@adaptor("ratings.json", "rateable")
def rateable(vector: Vector) -> None:
    given = vector["input"]
    reason = games.why_not_rated(
        forfeit=given.get("forfeit", False),
        white_moves=given.get("moves_white"),
        black_moves=given.get("moves_black"),
        force_majeure=given.get("force_majeure", False),
        fair_play=any(value for key, value in given.items() if key.startswith("fair_play")),
        match=given.get("match", False),
        white_rated=given.get("white_rated", True),
        black_rated=given.get("black_rated", True),
        match_decided=given.get("played_after_decision", False),
        rating_requested=given.get("prior_request", False),
        unequal_time=any(
            given.get(key, False) for key in ("armageddon", "time_odds", "different_times", "unequal_time")
        ),
        fide_ids_complete=not given.get("tournament_has_player_without_fide_id", False),
    )
    assert (reason is None) == vector["expected"]


@adaptor("ratings.json", "percent_and_dp")
def percent_and_dp(vector: Vector) -> None:
    for (score, n), (percent, difference) in zip(vector["input"], vector["expected"], strict=True):
        found = initial.percent(points(score), n)
        assert (found, dp(found)) == (percent, difference)


@adaptor("ratings.json", "pd_boundaries")
def pd_boundaries(vector: Vector) -> None:
    for difference, (high, low) in zip(vector["input"], vector["expected"], strict=True):
        assert expected_hundredths(difference) == high
        assert 100 - expected_hundredths(difference) == low


@adaptor("ratings.json", "pd_in_examples")
def pd_in_examples(vector: Vector) -> None:
    for (difference, side), probability in zip(vector["input"], vector["expected"], strict=True):
        found = expected_hundredths(difference if side == "H" else -difference)
        assert Fraction(found, 100) == exact(probability)


@adaptor("ratings.json", "period_change")
def period_change(vector: Vector) -> None:
    given, expected = vector["input"], vector["expected"]
    events = [(event["games"], int(exact(event["sum_delta"]) * 100)) for event in given["events"]]
    found = change.period_change(rules_for(vector), given["rating"], given["K"], events)
    values = {
        "K_used": found.k,
        "sum_delta": Fraction(found.delta, 100),
        "change_exact": found.exact,
        "change": found.rounded,
        "new_rating": found.new_rating,
    }
    stated(values, expected)


@adaptor("ratings.json", "floor")
def floor(vector: Vector) -> None:
    new = vector["input"]["rating"] + vector["input"]["change"]
    assert new == vector["expected"]["new_rating"]
    status = vector["expected"]["list_status"]
    assert lists.listed(rules_for(vector), new) == (status != "unrated")


@adaptor("ratings.json", "inactivity")
def inactivity(vector: Vector) -> None:
    found = [
        "active" if lists.active(day_or_none(case.get("last_rated_game")), day(case["list"])) else "inactive"
        for case in vector["input"]
    ]
    assert found == vector["expected"]


# -- editions.json: ratings


def by_edition(vector: Vector) -> Iterator[tuple[RatingRules, str, Any]]:
    """The expected answers of a vector that gives one per edition, such as `2022-01 once_favourable`."""
    for key, answer in vector["expected"].items():
        edition, _, rest = key.partition(" ")
        yield rules_of(edition), rest, answer


@adaptor("editions.json", "initial_rating")
def initial_rating_by_edition(vector: Vector) -> None:
    given = vector["input"]
    for rules, _rest, answer in by_edition(vector):
        found = first_rating(rules, given)
        if isinstance(answer, dict):
            assert (found.rating, found.published) == (answer["Ru"], answer["published"])
        else:
            assert found.rating == answer


@adaptor("editions.json", "game_delta")
def game_delta(vector: Vector) -> None:
    given = vector["input"]
    game = change.RatedGame(given["opp"], points(given["score"]))
    for rules, _rest, answer in by_edition(vector):
        _total, (line,) = change.event_change(rules, given["own"], 10, [game])
        assert line.used == answer["D"]
        assert Fraction(line.expected, 100) == exact(answer["PD"])
        assert Fraction(line.delta, 100) == exact(answer["delta"])


@adaptor("editions.json", "event")
def event_by_edition(vector: Vector) -> None:
    given = vector["input"]
    for rules, rest, answer in by_edition(vector):
        cap = Cap(rest) if rest in {reading.value for reading in Cap} else None
        total, lines = change.event_change(rules, given["own"], given["K"], rated_games(given["games"]), cap=cap)
        assert [Fraction(line.expected, 100) for line in lines] == [exact(value) for value in answer["PD"]]
        assert Fraction(total.delta, 100) == exact(answer["sum_delta"])
        assert total.exact == exact(answer["change"])


@adaptor("editions.json", "rounding")
def rounding_by_edition(vector: Vector) -> None:
    for rules, _rest, answer in by_edition(vector):
        assert change.rounded(exact(vector["input"]["change"]), rules.half) == answer


@adaptor("editions.json", "k_limit")
def k_limit(vector: Vector) -> None:
    given = vector["input"]
    for edition in ("2022", "2024", "2025"):
        assert change.limited_k(rules_of(edition), given["K"], given["games_in_period"]) == vector["expected"]["K"]


@adaptor("editions.json", "one_off_adjustment")
def one_off_adjustment(vector: Vector) -> None:
    assert [lists.adjusted_2024(rating) for rating in vector["input"]["ratings"]] == vector["expected"]


@adaptor("editions.json", "rateable")
def rateable_by_gap(vector: Vector) -> None:
    found = [
        not games.gap_too_wide(RatingList(case["list"]), day(case["date"]), *case["ratings"])
        for case in vector["input"]
    ]
    assert found == vector["expected"]


@adaptor("editions.json", "registration_deadline")
def registration_deadline(vector: Vector) -> None:
    found = [
        lists.registration_days(
            highest=case.get("max_rating_open", 0),
            highest_woman=case.get("max_rating_woman", 0),
            norms=case.get("norms", False),
            start=day_or_none(case.get("date") or case.get("start")),
        )
        for case in vector["input"]
    ]
    assert found == vector["expected_days_before_start"]


# -- club.json


@adaptor("club.json", "old_percent10")
def old_percent10(vector: Vector) -> None:
    cases = [(points(score), n) for score, n in vector["input"]["cases"]]
    assert [club.percent(score, n) for score, n in cases] == vector["expected"]["percent"]
    assert [club.old_percent(score, n) for score, n in cases] == vector["expected"]["change"]


@adaptor("club.json", "old_game100")
def old_game100(vector: Vector) -> None:
    found = [club.old_games(points(score), n) for score, n in vector["input"]["cases"]]
    assert found == vector["expected"]["change"]


@adaptor("club.json", "old_linear16")
def old_linear16(vector: Vector) -> None:
    given, expected = vector["input"], vector["expected"]
    played = [(o, result(r)) for o, r in zip(given["opponents"], given["results"], strict=True)]
    found = club.old_linear(given["rating"], played)
    assert found.wins_minus_losses == expected["wins_minus_losses"]
    assert found.sum_of_differences == expected["sum_differences"]
    assert found.exact == exact(expected["change_exact"])
    assert found.new_rating == expected["new_rating"]


def club_change(found: club.ClubChange, expected: dict[str, Any]) -> None:
    values = {
        "score": Fraction(found.score, ONE),
        "expected_percent_each": list(found.percentages),
        "expected_percent": found.percentages[0],
        "expected_score": found.expected,
        "w_minus_we": found.difference,
        "change_exact": found.exact,
        "change": found.change,
        "new_rating": found.new_rating,
    }
    for key, value in expected.items():
        if key in values:
            assert values[key] == (exact(value) if isinstance(value, float) else value), key


@adaptor("club.json", "rating_change_per_game")
def rating_change_per_game(vector: Vector) -> None:
    given, expected = vector["input"], vector["expected"]
    score = Points(sum(result(r) for r in given["results"]))
    found = club.change_per_game(given["rating"], given["k"], given["opponents"], score)
    club_change(found, expected)
    assert found.difference == exact(expected["difference"])


@adaptor("club.json", "rating_change_mean")
def rating_change_mean(vector: Vector) -> None:
    given, expected = vector["input"], vector["expected"]
    opponents = given.get("opponents")
    n = len(opponents) if opponents else given["games"]
    mean = Fraction(sum(opponents), n) if opponents else exact(given["mean"])
    found = club.change_by_mean(given["rating"], given["k"], mean, n, points(given["score"]))
    club_change(found, expected)
    if "mean" in expected:
        assert as_printed(mean, expected["mean"])
    assert half_up(given["rating"] - mean) == expected["difference"]


@adaptor("club.json", "rating_change_field")
def rating_change_field(vector: Vector) -> None:
    given, expected = vector["input"], vector["expected"]
    found = club.change_in_field(
        given["rating"], given["k"], given["field_mean"], given["players"], points(given["score"])
    )
    club_change(found.change, expected)
    assert found.difference == expected["difference"]
    assert found.n_pe == exact(expected["n_pe"])


def club_performance(found: club.ClubPerformance, expected: dict[str, Any]) -> None:
    values = {
        "percent": found.percent,
        "d": found.d,
        "adjusted_d_exact": found.adjusted_d,
        "performance": found.rating,
        "new_rating": found.rating,
    }
    for key, value in expected.items():
        if key in values:
            assert as_printed(Fraction(values[key]), value), key


@adaptor("club.json", "performance")
def performance(vector: Vector) -> None:
    given = vector["input"]
    opponents = given.get("opponents")
    mean = Fraction(sum(opponents), len(opponents)) if opponents else exact(given["mean_opponents"])
    n = given["games"] if "games" in given else len(opponents)
    club_performance(club.performance(mean, points(given["score"]), n), vector["expected"])


@adaptor("club.json", "performance_field_mean")
def performance_field_mean(vector: Vector) -> None:
    given = vector["input"]
    found = club.performance_in_field(
        exact(given["mean_field"]), given["players"], points(given["score"]), given["games"]
    )
    club_performance(found, vector["expected"])


@adaptor("club.json", "rating_new_player_field")
def rating_new_player_field(vector: Vector) -> None:
    given = vector["input"]
    found = club.performance_in_field(
        exact(given["field_mean"]), given["players"], points(given["score"]), given["games"]
    )
    club_performance(found, vector["expected"])


@adaptor("club.json", "field_mean")
def field_mean(vector: Vector) -> None:
    given, expected = vector["input"], vector["expected"]
    found = club.field_mean(given["players"], [(p["rating"], points(p["score"])) for p in given["rated"]])
    assert as_printed(found.mean_rated, expected["mean_rated"])
    assert list(found.percentages) == expected["percent"]
    assert list(found.d) == expected["d"]
    assert sum(found.d) == expected["sum_d"]
    assert as_printed(found.mean_adjusted_d, expected["mean_adjusted_d_exact"])
    assert found.rating == expected["field_mean"]


@adaptor("club.json", "k_factor_fenamac")
def k_factor_fenamac(vector: Vector) -> None:
    assert [club.k_fenamac(*case) for case in vector["input"]["cases"]] == vector["expected"]["k"]


@adaptor("club.json", "k_factor_uanl")
def k_factor_uanl(vector: Vector) -> None:
    assert [club.k_uanl(rating) for rating in vector["input"]["ratings"]] == vector["expected"]["k"]


@adaptor("club.json", "exceptional_result")
def exceptional_result(vector: Vector) -> None:
    given = vector["input"]
    found = [club.exceptional(given["rounds"], exact(w), exact(we)) for w, we in given["cases"]]
    assert found == vector["expected"]["exceptional"]


@adaptor("club.json", "challenge_match")
def challenge_match(vector: Vector) -> None:
    given, expected = vector["input"], vector["expected"]
    if "cases" in given:
        found = [ladder.points(difference, k) for difference, k in given["cases"]]
        rows = [[stake.higher_wins, stake.lower_wins, stake.draw] for stake in found]
        assert rows == expected["higher_wins_lower_wins_draw"]
    else:
        stake = ladder.points(given["difference"], given["k"])
        assert (-stake.higher_wins, stake.lower_wins, stake.draw) == (
            expected["lower_loses"],
            expected["lower_wins"],
            expected["lower_draws"],
        )


@adaptor("club.json", "challenge_match_flow")
def challenge_match_flow(vector: Vector) -> None:
    found = [ladder.match_outcome(games_).value for games_ in vector["input"]["cases"]]
    assert found == vector["expected"]["outcome"]


@adaptor("club.json", "challenge_allowed")
def challenge_allowed(vector: Vector) -> None:
    rungs = [("first", 1700), ("second", 1680), ("third", 1660), ("challenger", 1650)]
    today = date(1974, 11, 30)

    def allowed(case: str) -> bool:
        if case.startswith("same winner again after"):
            number, unit = case.removeprefix("same winner again after ").split()
            lost = (
                date.fromordinal(today.toordinal() - 7 * int(number))
                if unit.startswith("week")
                else lists.add_months(today, -int(number))
            )
            refusal = ladder.challenge_refused(rungs, "challenger", "third", lost_on=lost, today=today)
        elif "above" in case:
            wanted = "first" if "third above" in case else "second" if "second above" in case else "third"
            busy = frozenset({"third"}) if "busy" in case else frozenset[str]()
            refusal = ladder.challenge_refused(rungs, "challenger", wanted, busy=busy)
        elif " against " in case and case[0].isdigit():
            low, high = case.rstrip("+").split(" against ")
            refusal = ladder.challenge_refused(
                [("strong", int(high.rstrip("+"))), ("challenger", int(low))], "challenger", "strong"
            )
        else:
            raise AssertionError(f"unknown case {case!r}")
        return refusal is None

    assert [allowed(case) for case in vector["input"]["cases"]] == vector["expected"]["allowed"]


# -- club-tables.json: one vector per table


@enumerator("club-tables.json")
def club_tables(file: str, document: dict[str, Any]) -> Iterator[Vector]:
    for key, table in document.items():
        if table and key not in ("meta", "not_in_seed"):
            yield Vector(file, key, f"CLUBT-{key}", table, document)


@adaptor("club-tables.json", "score_to_rating_difference")
def score_to_rating_difference(vector: Vector) -> None:
    for percent, difference in vector["rows"]:
        assert club.table_1(percent) == difference


@adaptor("club-tables.json", "rating_difference_to_expectancy")
def rating_difference_to_expectancy(vector: Vector) -> None:
    for first, last, high, low in vector["rows"]:
        for difference in (first, first + 2000 if last is None else last):
            assert club.table_2(difference) == high
            assert club.table_2(-difference) == (low if difference else high)


@adaptor("club-tables.json", "challenge_match")
def challenge_match_table(vector: Vector) -> None:
    for first, last, *stakes in vector["rows"]:
        for difference in (first, first + 1000 if last is None else last):
            found = [ladder.points(difference, k) for k in (45, 20)]
            assert [v for s in found for v in (s.higher_wins, s.lower_wins, s.draw)] == stakes


@adaptor("club-tables.json", "k_factors")
def k_factors(vector: Vector) -> None:
    fenamac = [rule["k"] for rule in vector["fenamac_1973"]["rules"]]
    assert [
        club.k_fenamac(1, 2401),
        club.k_fenamac(100, 2201),
        club.k_fenamac(100, 2200),
        club.k_fenamac(300, 2300),
        club.k_fenamac(301, 2300),
    ] == fenamac
    for rule in vector["uanl_club"]["rules"]:
        for bound in ("min_rating", "max_rating"):
            if bound in rule:
                assert club.k_uanl(rule[bound]) == rule["k"]
    assert club.k_fide_1972(79) == vector["fide_1972_list"]["k"]
    assert club.k_fide_1972(81) is None
    assert vector["worked_examples_use"]["brazil_1972"] == club.K_OF_THE_WORKED_EXAMPLE


@adaptor("club-tables.json", "old_formulas")
def old_formulas(vector: Vector) -> None:
    assert {item["id"] for item in vector["items"]} <= {"percent10", "game100", "linear16"}
    assert club.old_percent(points(5), 8) == 120
    assert club.old_games(points(5), 8) == 100
    assert club.old_linear(2000, [(2100, points(1)), (1900, points(0)), (2200, points(0.5))]).exact == 8


@adaptor("club-tables.json", "rating_worksheet")
def rating_worksheet(vector: Vector) -> None:
    assert len(club.WORKSHEET_COLUMNS) == len(vector["columns"]) == len(club.WorksheetRow.__dataclass_fields__)
    entries = [("A", 2450, points(12)), ("B", 2370, points(9)), ("C", 2350, points(10.5))]
    entries += [(f"U{i}", None, points(score)) for i, score in enumerate([9, 8, 8, 8, 7.5, 7, 7, 6.5, 6, 6, 6, 5, 4.5])]
    sheet = club.worksheet(entries)
    assert (sheet.mean_rated, sheet.field_mean, sheet.players, sheet.k) == (2390, 2246, 16, 20)
    rows = {row.player: row for row in sheet.rows}
    assert rows["B"].new_rating == 2346
    assert rows["U0"].new_rating == 2313
    assert [row.score for row in sheet.rows] == sorted((row.score for row in sheet.rows), reverse=True)
