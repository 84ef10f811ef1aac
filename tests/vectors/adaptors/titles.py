"""Titles: titles.json, norm-tables.json, direct-titles.json, the title kinds of editions.json and of the club files."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from datetime import date
from fractions import Fraction
from typing import Any

from arbitro.model import ONE, ZERO, Title, points
from arbitro.officials import arbiters
from arbitro.titles import application, direct, events, forecast, historic, search
from arbitro.titles import verdict as norms
from arbitro.titles.rules import (
    LEVELS,
    MAX_COUNTED_GAMES,
    TITLE_HOLDERS,
    games_toward_title,
    limits,
    minimum_score,
    rules_of,
    score_table,
)
from tests.vectors.adaptors.ratings import as_printed, exact
from tests.vectors.registry import Vector, adaptor, enumerator


def title_of(text: str | None) -> Title:
    return Title(text or "")


def edition(vector: Vector) -> str:
    return vector.get("edition", "2023-01")


def as_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


# -- norms


def how_of(word: str) -> norms.How:
    """How a game ended, by the files' words; a bye or an absence is not the player's own unless the word says so."""
    if word in {how.value for how in norms.How}:
        return norms.How(word)
    own = word == "absent" or any(part in word for part in ("own", "self", "player", "request", "half", "zero", "loss"))
    if "bye" in word or word == "pab":
        return norms.How.REQUESTED_BYE if own else norms.How.BYE
    if "penalty" in word or "adjudicat" in word:
        return norms.How.PENALTY
    if any(part in word for part in ("forfeit", "absen", "no_show", "walkover", "default")):
        return norms.How.FORFEIT_LOSS if own else norms.How.FORFEIT_WIN
    raise AssertionError(f"how a game ended: {word!r}")


def norm_game(data: dict[str, Any]) -> norms.NormGame:
    score = data.get("score")
    federation = data.get("fed") or ""
    return norms.NormGame(
        round=data["round"],
        title=title_of(data.get("title")),
        rating=data.get("rating") or 0,
        federation=federation,
        score=points(score) if score is not None else ZERO,
        how=how_of(data.get("how", "played")),
        opponent=data.get("opp"),
        in_fide=federation != "not a FIDE member",
    )


def format_of(word: str | None) -> norms.Format:
    """A format by the files' words: `round_robin`, `double round robin`, `playoff`."""
    name = (word or "swiss").replace(" ", "_").replace("-", "_")
    known = {"playoff": norms.Format.KNOCKOUT, "play_off": norms.Format.KNOCKOUT}
    return known.get(name) or norms.Format("swiss" if "swiss" in name else name)


def special_event(given: dict[str, Any]) -> norms.Event:
    """1.4.1b: the events that ask for fewer games, as far as a vector names one."""
    name = str(given.get("event") or given.get("event_type") or "").lower().replace("_", " ")
    if "team" in name or "olympiad" in name:
        return norms.Event.TEAM_CHAMPIONSHIP
    world_cup = "world cup" in name or ("women" in name and "world" in name)
    return norms.Event.WORLD_CUP if world_cup else norms.Event.NORMAL


def norm_event(given: dict[str, Any]) -> norms.NormEvent:
    return norms.NormEvent(
        rounds=given.get("rounds") or max(game["round"] for game in given["games"]),
        format=format_of(given.get("system")),
        event=special_event(given),
        federations_exempt=given.get("federation_exemption") or "",
        players=given.get("players"),
    )


def judge(given: dict[str, Any], which: str) -> norms.NormVerdict:
    ignored = set(given.get("ignored_rounds", ()))
    games = [norm_game(game) for game in given["games"] if game["round"] not in ignored]
    return norms.judge(
        Title(given["title"]), given.get("player_federation") or "", games, norm_event(given), rules_of(which)
    )


def verdict_values(verdict: norms.NormVerdict) -> dict[str, Any]:
    raised = verdict.raised
    return {
        "games": verdict.games,
        "opponents": verdict.opponents,
        "sum_adjusted": verdict.sum_adjusted,
        "Ra_exact": round(verdict.average_exact, 3),
        "Ra": verdict.average,
        "raised": {"from": raised.from_rating or None, "to": raised.to_rating} if raised else None,
        "score": Fraction(verdict.score, ONE),
        "p": verdict.percent,
        "dp": verdict.dp,
        "Rp": verdict.performance,
        "score_needed": None if verdict.score_needed is None else Fraction(verdict.score_needed, ONE),
        "MO": verdict.holders_sought,
        "MO_min": verdict.limits.holders_sought,
        "TH": verdict.title_holders,
        "TH_min": verdict.limits.title_holders,
        "other_federations": verdict.other_federations,
        "max_from_one_fed": verdict.one_federation,
        "max_from_one_fed_allowed": verdict.limits.one_federation,
        "own_fed": verdict.own_federation,
        "own_fed_allowed": verdict.limits.own_federation,
        "norm": verdict.achieved,
        "failed": sorted(verdict.failed),
        "counts_as_games": verdict.counts_as,
        "counts_as": verdict.counts_as,
        "type_1_4_1c": verdict.missing_game,
    }


def compare(values: dict[str, Any], expected: dict[str, Any]) -> None:
    for key, value in expected.items():
        if key == "note":
            continue
        if key == "failed":  # which letter of 1.4.1 a number of games misses is a matter of words
            found = sorted(id[:5] if id.startswith("1.4.1") else id for id in values["failed"])
            assert found == sorted(id[:5] if id.startswith("1.4.1") else id for id in value)
            continue
        assert values[key] == (exact(value) if isinstance(value, float) else value), key


@adaptor("titles.json", "norm_check")
def norm_check(vector: Vector) -> None:
    compare(verdict_values(judge(vector["input"], edition(vector))), vector["expected"])


@adaptor("titles.json", "norm_last_round_absent")
def norm_last_round_absent(vector: Vector) -> None:
    verdict = judge(vector["input"], edition(vector))
    compare(verdict_values(verdict), vector["expected"]["evaluate_with_absent_opponent_as_loss"])


@adaptor("titles.json", "norm_last_round")
def norm_last_round(vector: Vector) -> None:
    given, expected = vector["input"], vector["expected"]
    rules = rules_of(edition(vector))
    games = [norm_game(game) for game in given["games"]]
    last = max(game.round for game in games)
    so_far = [game for game in games if game.round < last]
    title, federation, event = Title(given["title"]), given.get("player_federation") or "", norm_event(given)
    answer = forecast.outlook(title, federation, so_far, event, rules, known=games[-1:], rounds_left=1)
    needed = answer.least if answer.status is forecast.NormStatus.POSSIBLE else None
    decided = [*so_far, dataclasses.replace(games[-1], score=ONE if needed is None else needed)]
    values = verdict_values(norms.judge(title, federation, decided, event, rules))
    values["score_so_far"] = Fraction(sum(game.score for game in so_far), ONE)
    values["needed_in_last_round"] = None if needed is None else Fraction(needed, ONE)
    compare(values, expected)


@adaptor("titles.json", "norm_last_round_aggregate")
def norm_last_round_aggregate(vector: Vector) -> None:
    given, expected = vector["input"], vector["expected"]
    title = Title(given["title"])
    holders = [t for t in Title if t.value and isinstance(given.get(t.value), int) for _ in range(given[t.value])]
    answer = forecast.last_opponent(
        title,
        given["player_federation"],
        given["rounds"],
        points(given["score"]),
        exact(given["Ra_exact"]) * given["after_rounds"],
        holders,
        given["opponent_federations"],
    )
    assert answer.score_needed is not None and answer.result is not None
    assert Fraction(answer.score_needed, ONE) == exact(expected["score_needed"])
    assert Fraction(answer.result, ONE) == exact(expected["result_needed"])
    for key, value in expected["last_opponent"].items():
        if key == "titles_ok":
            assert answer.titles == frozenset(Title(t) for t in value)
        elif key == "not_federation":
            assert set(answer.not_from) == set(as_list(value) if value else [])
        elif key.startswith("min_rating_exact_average"):
            assert answer.min_rating_unrounded == value
        elif key == "min_rating_with_half_up_rounding":
            assert answer.min_rating == value
        else:
            raise AssertionError(key)


@adaptor("titles.json", "norm_min_score")
def norm_min_score(vector: Vector) -> None:
    given = vector["input"]
    if isinstance(given, dict):
        cases, answers = [(given["title"], given["games"], given["Ra"])], [vector["expected"]]
    else:
        cases, answers = given, vector["expected"]
    for (title, games, average), answer in zip(cases, answers, strict=True):
        found = minimum_score(Title(title), games, average)
        assert (None if found is None else Fraction(found, ONE)) == (None if answer is None else exact(answer))


@adaptor("titles.json", "norm_search")
def norm_search(vector: Vector) -> None:
    given = vector["input"]
    found = search.valid_sets(
        Title(given["title"]),
        given["player_federation"],
        [norm_game(game) for game in given["games"]],
        norm_event(given),
        rules_of(edition(vector)),
    )
    rows = [
        {
            "rounds_up_to": verdict.rounds_up_to,
            "ignored_wins": list(verdict.ignored_wins),
            "games": verdict.games,
            "Ra": verdict.average,
            "score": verdict.score / ONE,
            "Rp": verdict.performance,
        }
        for verdict in found
    ]
    assert rows == vector["expected"]["valid_sets"]


@adaptor("titles.json", "norm_aggregate")
def norm_aggregate(vector: Vector) -> None:
    given, expected = vector["input"], vector["expected"]
    average = exact(given.get("Ra_exact", given.get("Ra_exact_before_raise")))
    holders = [t for t in Title if t.value and isinstance(given.get(t.value), int) for _ in range(given[t.value])]
    lowest = min(given["lowest"]) if given.get("lowest") else None
    args = Title(given["title"]), given["games"], points(given["score"]), average
    found = norms.judge_totals(*args, lowest, holders, given.get("other_titled", 0))
    plain = norms.judge_totals(*args, None, holders, given.get("other_titled", 0))
    values = {
        "Ra_without_raise": plain.average,
        "Ra_raised_exact": round(found.average_exact, 3),
        "Ra": found.average,
        "score_needed": None if found.score_needed is None else Fraction(found.score_needed, ONE),
        "norm_on_titles_and_rating": found.titles_and_rating_met,
        "MO_min": found.limits.holders_sought,
        "TH_min": found.limits.title_holders,
    }
    compare(values, expected)


@adaptor("titles.json", "federation_limits")
def federation_limits(vector: Vector) -> None:
    for given, expected in zip(vector["input"], vector["expected"], strict=True):
        found = limits(given["opponents"] if "opponents" in given else given["games"])
        assert {"max_own": found.own_federation, "max_one": found.one_federation} == expected


@adaptor("titles.json", "games_counted")
def games_counted(vector: Vector) -> None:
    given, expected = vector["input"], vector["expected"]
    needed = minimum_score(Title(given["title"]), given["games"], given["Ra"])
    assert needed is not None
    found = {
        "score_needed": Fraction(needed, ONE),
        "counts_as_games": games_toward_title(given["games"], points(given["score"]), needed),
    }
    compare(found, expected)


@adaptor("titles.json", "games_excluded")
def games_excluded(vector: Vector) -> None:
    rules = rules_of(edition(vector))

    def answer(case: dict[str, Any]) -> str:
        federation = case.get("opponent_federation") or ""
        rating = case.get("opponent_rating", 2000) or 0
        game = norms.NormGame(
            round=1,
            rating=rating,
            federation=federation,
            how=how_of(case.get("how", "played")),
            in_fide=federation != "not a FIDE member",
            no_points_against_rated=case.get("opponent_points_vs_rated") == 0,
        )
        if norms.excluded(game, format_of(case.get("system"))):
            return "exclude"
        if federation == norms.FIDE_FLAG:
            return "include, not foreign"
        return "include" if rating else f"include as {rules.unrated}"

    assert [answer(case) for case in vector["input"]] == vector["expected"]


# -- events


@adaptor("titles.json", "tournament_statistics")
def tournament_statistics(vector: Vector) -> None:
    given = vector["input"]["statistics"]
    rows = {name: events.Row(row["number"], row["federations"], row["host"]) for name, row in given.items()}
    for name, row in given.items():
        assert rows[name].other == row["other"]
    totals = events.foreign_totals(rows)
    values = {
        "it1_number_of_federations_excluding_host": totals.federations,
        "it1_rated_not_host": totals.rated,
        "it1_GM_IM_WGM_WIM_not_host": totals.masters,
        "exemption_1_4_3d_totals_ok": totals.enough,
    }
    compare(values, vector["expected"])


@adaptor("titles.json", "swiss_exemption_1_4_3d")
def swiss_exemption(vector: Vector) -> None:
    found = [
        events.exempt_swiss(
            [
                events.ForeignPlayers(row["rated_foreign"], row["federations"], row["titled_foreign"])
                for row in case["per_round"]
            ]
        )
        for case in vector["input"]
    ]
    assert found == vector["expected"]


@adaptor("titles.json", "swiss_1_5_6a")
def strong_swiss(vector: Vector) -> None:
    found = [
        events.strong_swiss([events.RoundStrength(row["players"], exact(row["average"])) for row in case["per_round"]])
        for case in vector["input"]
    ]
    assert found == vector["expected"]


@adaptor("titles.json", "norm_event_conditions")
def norm_event_conditions(vector: Vector) -> None:
    names = {
        "minutes_60_moves": "minutes",
        "qc_approval": "approved_late",
        "approved": "approved_late",
        "arbiter_plays": "arbiters_play",
        "same_time_control": "same_time_for_all",
        "altered_for_players": "altered",
        "system": "format",
    }
    numbers = ("minutes", "hours_per_day")

    def value(key: str, said: Any) -> Any:
        return exact(said) if key in numbers else format_of(said) if key == "format" else said

    found = [
        events.failed_conditions(
            events.Conditions(**{names.get(k, k): value(names.get(k, k), v) for k, v in case.items()}),
            rules_of(edition(vector)),
        )
        for case in vector["input"]
    ]
    assert found == vector["expected"]


# -- applications, ratings, direct titles


@adaptor("titles.json", "title_application")
def title_application(vector: Vector) -> None:
    given, expected = vector["input"], vector["expected"]
    records = [
        application.NormRecord(
            title=Title(norm["title"]) if norm.get("title") else None,
            games=norm["games"],
            counts_as=norm.get("counts_as"),
            date=date.fromisoformat(norm["date"]),
            event=application.ShortEvent.TEAM if norm["games"] == 7 else None,  # the vectors do not say it otherwise
            normal_foreigners=norm.get("normal_foreigners", True),
            kind_1_5_6=norm.get("kind_1_5_6"),
            one_round_a_day_3_days=norm.get("one_round_a_day_3_days", True),
            type_1_4_1c=norm.get("type_1_4_1c", False),
            registered=date.fromisoformat(norm["registered"]) if norm.get("registered") else None,
        )
        for norm in given["norms"]
    ]
    found = application.check_application(Title(given["title"]), given["max_rating"], records)
    assert found.eligible == expected["eligible"]
    assert found.games == expected.get("games", found.games)
    assert sorted(found.missing) == sorted(expected.get("missing", found.missing if not found.eligible else []))


@adaptor("titles.json", "title_by_rating")
def title_by_rating(vector: Vector) -> None:
    given = vector["input"]
    found = application.titles_by_rating(
        given["max_rating"],
        given.get("rated_games") or 0,
        date.fromisoformat(given.get("date", "2023-01-01")),
        woman=given.get("sex") in ("F", "f", "w"),
    )
    assert [title.value for title in found] == vector["expected"]


def award_dict(award: direct.Awarded) -> dict[str, Any]:
    if award.kind is direct.Honour.NORM:
        return {"title": award.title.value, "kind": "norm", "games": award.games}
    if award.condition is None:
        return {"title": award.title.value, "kind": "title"}
    waits = {"min_rating": award.condition.min_rating, "min_games": award.condition.min_games}
    return {"title": award.title.value, "kind": "conditional"} | {k: v for k, v in waits.items() if v}


PLACES = {1: "gold", 2: "silver", 3: "bronze", "first": "gold", "second": "silver", "third": "bronze"} | {
    f"last{blank}{n}": f"reach_last_{n}" for n in (8, 16) for blank in " _"
}


@adaptor("titles.json", "direct_title")
def direct_title(vector: Vector) -> None:
    given = vector["input"]
    achievement = direct.Achievement(
        event=given["event"],
        table=direct.Table(given["table"]),
        place=PLACES.get(given.get("place"), given.get("place") or ""),
        tied_for_first=given.get("tied_for_first", False),
        score_pct=exact(given["score_pct"]) if given.get("score_pct") is not None else None,
        games=given.get("games", 0),
    )
    found = direct.awards(
        achievement,
        given.get("max_rating") or 0,
        rules_of(edition(vector)),
        reached=date.fromisoformat(given["date"]) if given.get("date") else None,
        rated_games=given.get("rated_games"),
    )
    assert [award_dict(award) for award in found] == vector["expected"]["award"]


def large_enough(**size: Any) -> bool:
    """1.2.3: may a title be had in an event of this size?"""
    achievement = direct.Achievement(event="Continental U18", place="gold", **size)
    return all(requirement.met for requirement in direct.event_requirements(achievement))


@adaptor("titles.json", "association_event_valid")
def association_event_valid(vector: Vector) -> None:
    found = [
        large_enough(
            member_federations=case["member_federations"],
            federations=case["represented"],
            players=case["participants"],
            rounds=case["rounds"],
        )
        for case in vector["input"]
    ]
    assert found == vector["expected"]


@adaptor("titles.json", "merged_group")
def merged_group(vector: Vector) -> None:
    found = [
        large_enough(
            federations=case["merged"]["federations"],
            players=case["merged"]["participants"],
            rounds=case["rounds"],
            subgroup_players=case["subgroup"]["participants"],
            subgroup_federations=case["subgroup"]["federations"],
            score_pct=100 * exact(case["score"]) / case["rounds"],
        )
        for case in vector["input"]
    ]
    assert found == vector["expected"]


@adaptor("titles.json", "arbiter_title_next_norm")
def arbiter_title_next_norm(vector: Vector) -> None:
    """The minimal acceptable event completes the systems of the application; anything less does not."""
    given, expected = vector["input"], vector["expected"]
    title = given["title"]
    had = tuple(
        arbiters.NormEvent(
            system=arbiters.System(norm["system"]),
            level=arbiters.EventLevel.INTERNATIONAL if norm.get("international") else arbiters.EventLevel.NATIONAL,
            players=norm["players"],
            rounds=norm["rounds"],
        )
        for norm in given["norms"]
        if norm.get("kind") != "seminar"
    )
    seminars = sum(norm.get("kind") == "seminar" and norm["passed"] for norm in given["norms"])
    total = arbiters.EVENT_NORMS[title] + 1
    assert total == expected["norms_total_needed"]
    assert total - len(had) - min(seminars, 1) == expected["missing"]
    for option in expected["acceptable"]:
        if option["system"].startswith("other"):
            assert arbiters.systems_ok((*had, arbiters.NormEvent(system=arbiters.System.ROUND_ROBIN)), title)
            continue
        least = arbiters.NormEvent(
            system=arbiters.System(option["system"]),
            level=arbiters.EventLevel.INTERNATIONAL if option["international"] else arbiters.EventLevel.NATIONAL,
            players=option["min_players"],
            feds=option["min_federations"],
            pct_rated=Fraction(option["min_rated_percent"]),
            rounds=option["min_rounds"],
        )
        assert arbiters.systems_ok((*had, least), title)
        for field in ("players", "pct_rated", "rounds"):
            less = dataclasses.replace(least, **{field: getattr(least, field) - 1})
            assert not arbiters.systems_ok((*had, less), title), field


# -- norm-tables.json: levels, headers and score rows


@enumerator("norm-tables.json")
def norm_tables(file: str, document: dict[str, Any]) -> Iterator[Vector]:
    if document.get("titles"):
        yield Vector(file, "titles", "NORM-LEVELS", document["titles"], document)
    if document.get("TH_titles"):
        yield Vector(file, "title_holders", "NORM-TITLE-HOLDERS", {"titles": document["TH_titles"]}, document)
    for table in document.get("tables", []):
        yield Vector(file, "header", f"NORM-{table['rounds']:02}-HEADER", table, document)
        for title in document.get("titles", [level.value for level in LEVELS]):
            data = {"title": title, **table}
            yield Vector(file, "scores", f"NORM-{table['rounds']:02}-{title}", data, document)


@adaptor("norm-tables.json", "titles")
def norm_levels(vector: Vector) -> None:
    for name, row in vector.data.items():
        level = LEVELS[Title(name)]
        assert (level.performance, level.average, level.floor) == (row["Rp_min"], row["Ra_min"], row["floor"])
        assert {title.value for title in level.holders} == set(row["MO_titles"])


@adaptor("norm-tables.json", "title_holders")
def norm_title_holders(vector: Vector) -> None:
    assert {title.value for title in TITLE_HOLDERS} == set(vector["titles"])


@adaptor("norm-tables.json", "header")
def norm_header(vector: Vector) -> None:
    rounds = vector["rounds"]
    single, double = limits(rounds), limits(rounds // 2)
    assert vector["MO_min"] == single.holders_sought
    assert vector["TH_min"] == single.title_holders
    for key, value in (
        ("MO_min_DR_by_rule", double.holders_sought),
        ("TH_min_DR", double.title_holders),
        ("max_from_one_federation", single.one_federation),
        ("max_from_own_federation", single.own_federation),
        ("max_from_one_federation_DR", double.one_federation),
        ("max_from_own_federation_DR", double.own_federation),
        ("min_other_federations", single.other_federations),
    ):
        if vector.get(key) is not None:
            assert vector[key] == value, key
    if isinstance(vector.get("counts_as_games"), int):
        assert min(rounds, MAX_COUNTED_GAMES) == vector["counts_as_games"]
    for name, floor in vector.get("floor_for_one_opponent", {}).items():
        assert LEVELS[Title(name)].floor == floor


@adaptor("norm-tables.json", "scores")
def norm_scores(vector: Vector) -> None:
    title = vector["title"]
    rows = [(points(row["score"]), *row[title]) for row in vector["score_rows"]]
    missing = vector.get("missing_row_by_rule")
    if missing:  # the articles prevail over the annex
        low, high = missing[title]
        rows[-1] = (*rows[-1][:2], low - 1)
        rows.append((points(missing["score"]), low, high))
    assert [(row.score, row.low, row.high) for row in score_table(Title(title), vector["rounds"])] == rows


# -- direct-titles.json: rows and conditions


@enumerator("direct-titles.json")
def direct_titles(file: str, document: dict[str, Any]) -> Iterator[Vector]:
    for key, rows in document.items():
        if key.startswith("table_"):
            for row in rows:
                data = {"table": key.rpartition("_")[2], **row}
                yield Vector(file, "row", f"DIRECT-{row['id']}", data, document)
    if document.get("general_conditions"):
        yield Vector(file, "min_rating", "DIRECT-MIN-RATING", document["general_conditions"], document)


@adaptor("direct-titles.json", "row")
def direct_row(vector: Vector) -> None:
    table = direct.Table(vector["table"])
    for event in vector["events"]:
        row = direct.row_of(event, table)
        assert row.events == tuple(vector["events"])
        assert list(dict.fromkeys(award.title.value for award in row.awards)) == list(vector["awards"])
        for name, entries in vector["awards"].items():
            found = [
                {"result": award.result.value, "award": award.kind.value}
                | ({"min_percent": award.min_percent, "min_games": award.min_games} if award.min_percent else {})
                for award in row.awards
                if award.title is Title(name)
            ]
            assert found == [{k: v for k, v in entry.items() if k not in ("only", "note")} for entry in entries]


@adaptor("direct-titles.json", "min_rating")
def direct_min_rating(vector: Vector) -> None:
    found = {title.value: rating for title, rating in direct.MIN_RATING.items()}
    assert found == vector["min_rating_ever_for_immediate_award"]


# -- editions.json: titles


@adaptor("editions.json", "norm_average")
def norm_average(vector: Vector) -> None:
    given = vector["input"]
    title = Title(given["title"])
    games = [norms.NormGame(round=i, rating=rating or 0) for i, rating in enumerate(given["opponents"], 1)]
    for which, expected in vector["expected"].items():
        ratings, _raised = norms.adjusted(games, title, rules_of(which))
        average = norms.average(ratings)
        assert average == expected["Ra"]
        assert (average >= LEVELS[title].average) == expected["min_Ra_met"]


@adaptor("editions.json", "direct_title_rating")
def direct_title_rating(vector: Vector) -> None:
    given = vector["input"]
    for which, expected in vector["expected"].items():
        condition = direct.rating_condition(
            Title(given["title"]),
            given["rating_reached"],
            rules_of(which),
            reached=date.fromisoformat(given["date"]),
            rated_games=given["rated_games"],
        )
        if condition is None:
            assert expected == "title final"
        elif condition.min_games:
            assert expected == f"conditional until {condition.min_games} rated games"
        else:
            assert expected.startswith("conditional") and str(condition.min_rating) in expected


# -- the titles of 1971-72 in the club manual


@adaptor("club.json", "tournament_category")
def tournament_category(vector: Vector) -> None:
    assert [historic.category(mean) for mean in vector["input"]["means"]] == vector["expected"]["category"]


@adaptor("club.json", "tournament_mean")
def tournament_mean(vector: Vector) -> None:
    mean = historic.field_mean([rating or 0 for rating in vector["input"]["ratings"]])
    assert as_printed(mean, vector["expected"]["mean"])
    assert historic.category(mean) == vector["expected"]["category"]


@adaptor("club.json", "norm_percentage")
def norm_percentage(vector: Vector) -> None:
    found = [historic.norm_percentage(Title(title), number) for title, number in vector["input"]["cases"]]
    assert found == vector["expected"]["percent"]


@adaptor("club-tables.json", "tournament_categories")
def tournament_categories(vector: Vector) -> None:
    for number, low, high in vector["rows"]:
        assert historic.category_bounds(number) == (low, high)
        assert (historic.category(low), historic.category(high)) == (number, number)


@adaptor("club-tables.json", "norm_percentages")
def norm_percentages(vector: Vector) -> None:
    for name, title in (("grandmaster", Title.GM), ("international_master", Title.IM)):
        table = {int(number): percent for number, percent in vector[name].items()}
        for number in range(1, historic.CATEGORIES + 1):
            assert historic.norm_percentage(title, number) == table.get(number)
