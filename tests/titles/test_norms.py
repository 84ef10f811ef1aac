"""B.01 1.4: one set of games, and the search for the best."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbitro.i18n import speaking
from arbitro.model import ONE, Points, Title
from arbitro.titles import NORM_TITLES, Event, Format, How, NormEvent, NormGame, best_norm, judge, rules_of, valid_sets
from arbitro.titles.rules import LEVELS, MIN_SCORE, games_toward_title, limits, minimum_score, score_table
from arbitro.titles.search import with_last_round_absent
from arbitro.titles.texts import requirement_line, verdict_sentence
from tests.titles.builders import NINE, games_of, strong_games

RULES = rules_of("2023")
SWISS = NormEvent(rounds=9)


def test_every_verdict_lists_every_requirement_with_what_was_found_and_needed() -> None:
    verdict = judge(Title.GM, "USA", games_of(NINE), SWISS, RULES)
    assert verdict.achieved
    assert [r.id for r in verdict.requirements] == [
        "1.4.1a", "1.4.3", "1.4.4-own", "1.4.4-one", "1.4.5a", "1.4.5b", "1.4.8a", "1.4.8", "1.4.8b",
    ]  # fmt: skip
    assert requirement_line(verdict.requirements[4]) == (
        "1.4.5a title holders among the opponents: 5, at least 5 needed"
    )
    assert requirement_line(verdict.requirements[8]).endswith("77.8 %, at least 35.0 % needed")
    with speaking("es"):
        assert "77,8 %" in requirement_line(verdict.requirements[8])
    assert verdict_sentence(verdict) == "GM norm: 7 of 9 against an average of 2447, performance 2667."


@pytest.mark.parametrize("how", [How.FORFEIT_WIN, How.BYE])
def test_eight_games_of_nine_rounds_count_as_nine_after_a_forfeit_or_a_bye(how: How) -> None:  # 1.4.1c
    games = games_of(NINE)
    games[5] = NormGame(round=6, how=how)
    verdict = judge(Title.GM, "USA", games, SWISS, RULES)
    assert verdict.achieved and verdict.missing_game
    assert (verdict.games, verdict.counts_as) == (8, 9)


@pytest.mark.parametrize("how", [How.FORFEIT_LOSS, How.REQUESTED_BYE])
def test_but_not_if_the_player_himself_stayed_away(how: How) -> None:
    games = games_of(NINE)
    games[5] = NormGame(round=6, how=how)
    assert judge(Title.GM, "USA", games, SWISS, RULES).failed == ("1.4.1a",)


def test_seven_games_suffice_in_a_world_team_championship_and_federations_do_not_matter() -> None:  # 1.4.1b
    games = [replace(game, federation="FRA") for game in games_of(NINE)[:7]]
    event = NormEvent(rounds=9, event=Event.TEAM_CHAMPIONSHIP)
    verdict = judge(Title.GM, "USA", games, event, RULES)
    assert verdict.achieved and verdict.counts_as == 7 + (verdict.score - (verdict.score_needed or 0)) // ONE


def test_eight_games_of_the_world_cup_count_as_nine() -> None:
    event = NormEvent(rounds=8, event=Event.WORLD_CUP, format=Format.KNOCKOUT)
    games = [replace(game, score=Points(5)) if game.round == 5 else game for game in games_of(NINE)[:8]]
    verdict = judge(Title.GM, "USA", games, event, RULES)
    assert verdict.games == 8
    assert verdict.counts_as >= 9 if verdict.achieved else verdict.failed


def test_an_exemption_waives_the_federation_rules_but_is_not_a_normal_norm() -> None:  # 1.4.3d, e
    games = [replace(game, federation="FRA") for game in games_of(NINE)]
    assert set(judge(Title.GM, "USA", games, SWISS, RULES).failed) == {"1.4.3", "1.4.4-one"}
    verdict = judge(Title.GM, "USA", games, replace(SWISS, federations_exempt="1.4.3d"), RULES)
    assert verdict.achieved and not verdict.normal_foreigners
    assert "(waived by 1.4.3d)" in requirement_line(verdict.requirements[1])


def test_an_opponent_under_the_fide_flag_is_an_opponent_but_no_foreigner() -> None:  # 1.4.2a
    games = [replace(game, federation="FID") for game in games_of(NINE)]
    verdict = judge(Title.GM, "USA", games, SWISS, RULES)
    assert verdict.games == 9
    assert verdict.failed == ("1.4.3",)


def test_a_double_round_robin_needs_six_players() -> None:  # 1.4.5f
    event = NormEvent(rounds=10, format=Format.DOUBLE_ROUND_ROBIN, players=5)
    assert "1.4.5f" in judge(Title.GM, "USA", games_of(NINE), event, RULES).failed


def test_35_percent_are_not_rounded() -> None:  # 1.4.8b
    games = [
        NormGame(round=i, title=Title.GM, rating=2800, federation=f"F{i % 5}", score=Points(5 if i <= 9 else 0))
        for i in range(1, 14)
    ]
    verdict = judge(Title.GM, "USA", games, NormEvent(rounds=13), RULES)
    assert verdict.score == 45 and verdict.percent == 35
    assert verdict.failed == ("1.4.8b",)


@given(st.sampled_from(NORM_TITLES), st.integers(7, 19), st.integers(1900, 2900))
def test_the_tables_say_the_same_as_the_formula(title: Title, games: int, average: int) -> None:  # annex
    needed = minimum_score(title, games, average)
    row = [row for row in score_table(title, games) if row.low <= average and (row.high is None or average <= row.high)]
    assert needed == (row[0].score if row else None)
    if needed is not None:
        assert needed >= MIN_SCORE * games * ONE
        assert average >= LEVELS[title].average


@pytest.mark.parametrize("games", range(7, 20))
def test_tables_are_contiguous_and_titles_differ_by_constants(games: int) -> None:
    gm = score_table(Title.GM, games)
    for upper, lower in zip(gm[1:], gm, strict=False):
        assert lower.high == upper.low - 1
    for title, less in ((Title.IM, 150), (Title.WGM, 200), (Title.WIM, 350)):
        assert [(row.score, row.low + less) for row in score_table(title, games)] == [(r.score, r.low) for r in gm]


def test_limits_by_number_of_opponents() -> None:
    for m in range(5, 20):
        mix = limits(m)
        assert 2 * mix.title_holders >= m > 2 * (mix.title_holders - 1)
        assert 3 * mix.one_federation <= 2 * m < 3 * (mix.one_federation + 1)
        assert 5 * mix.own_federation <= 3 * m < 5 * (mix.own_federation + 1)


def test_events_over_13_rounds_count_as_13() -> None:  # 1.7
    assert games_toward_title(19, Points(160), Points(130)) == 13
    assert games_toward_title(13, Points(100), Points(90)) == 14


# -- search


def brute_force(title: Title, federation: str, games: list[NormGame], event: NormEvent) -> set[tuple[int, ...]]:
    """Every set of rounds that is a norm, by trying all subsets."""
    found = set()
    for stop in range(9, len(games) + 1):
        head = games[:stop]
        wins = [game for game in head if game.score == ONE]
        for size in range(len(wins) + 1):
            for ignored in combinations(wins, size):
                rest = [game for game in head if game not in ignored]
                if len(rest) >= 9 and judge(title, federation, rest, event, RULES).achieved:
                    found.add(tuple(game.round for game in rest))
    return found


@settings(max_examples=40, deadline=None)
@given(strong_games, st.sampled_from(NORM_TITLES))
def test_the_search_misses_nothing(games: list[NormGame], title: Title) -> None:
    event = NormEvent(rounds=len(games))
    expected = brute_force(title, "ESP", games, event)
    found = list(valid_sets(title, "ESP", games, event, RULES))
    assert {verdict.rounds for verdict in found} == expected
    best = best_norm(title, "ESP", games, event, RULES)
    assert (best is not None) == bool(expected)
    if best is not None:  # though it looks only at choices that matter
        assert (best.counts_as, best.games, best.performance) == max(
            (verdict.counts_as, verdict.games, verdict.performance) for verdict in found
        )


@settings(max_examples=60, deadline=None)
@given(strong_games, st.sampled_from(NORM_TITLES), st.randoms(use_true_random=False))
def test_a_norm_over_all_rounds_survives_any_order_of_the_games(
    games: list[NormGame], title: Title, dice: random.Random
) -> None:
    event = NormEvent(rounds=len(games), format=Format.ROUND_ROBIN)
    order = list(games)
    dice.shuffle(order)
    shuffled = [replace(game, round=i) for i, game in enumerate(order, 1)]
    once, again = (best_norm(title, "ESP", list_, event, RULES) for list_ in (games, shuffled))
    assert (once is None) == (again is None)
    if once is not None and again is not None:
        assert (once.counts_as, once.games, once.performance, once.conditional) == (
            again.counts_as,
            again.games,
            again.performance,
            again.conditional,
        )


def test_a_long_swiss_with_many_wins_is_searched_too() -> None:
    games = [
        NormGame(
            round=i,
            title=(Title.GM, Title.IM, Title.FM, Title.NONE)[i % 4],
            rating=2000 + 30 * i,
            federation=("FRA", "GER", "ITA")[i % 3],
            score=ONE if i <= 16 else Points(0),
            opponent=i,
        )
        for i in range(1, 20)
    ]
    found = best_norm(Title.GM, "USA", games, NormEvent(rounds=19), RULES)
    assert found is not None and found.counts_as == 11


def test_a_round_robin_counts_all_rounds_and_ignoring_wins_there_is_conditional() -> None:  # 1.4.1e, f
    ten = [*games_of(NINE), NormGame(round=10, rating=1500, federation="NED", score=ONE, opponent=10)]
    weak = [*ten, replace(ten[-1], round=11, opponent=11), replace(ten[-1], round=12, opponent=12)]
    robin = NormEvent(rounds=12, format=Format.ROUND_ROBIN)
    assert not judge(Title.GM, "USA", weak, robin, RULES).achieved
    norm = best_norm(Title.GM, "USA", weak, robin, RULES)
    assert norm is not None and norm.conditional and norm.ignored_wins
    swiss = best_norm(Title.GM, "USA", weak, NormEvent(rounds=12), RULES)
    assert swiss is not None and not swiss.conditional


def test_an_opponent_absent_in_the_last_round_counts_as_a_loss_if_the_player_can_afford_it() -> None:  # 1.4.2c
    games = [replace(game, score=ONE) for game in games_of(NINE)]
    games[-1] = replace(games[-1], how=How.FORFEIT_WIN)
    absent = with_last_round_absent(games)
    assert absent is not None
    verdict = judge(Title.GM, "USA", absent, SWISS, RULES)
    assert verdict.achieved and (verdict.games, verdict.score) == (9, 80)
    assert with_last_round_absent(games_of(NINE)) is None
