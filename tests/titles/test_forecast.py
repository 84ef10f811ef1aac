"""What is still possible."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbitro.i18n import speaking
from arbitro.model import HALF, ONE, ZERO, Points, Title
from arbitro.titles import NORM_TITLES, Format, NormEvent, NormGame, NormStatus, outlook, rules_of, valid_sets
from arbitro.titles.forecast import Unmet, _Field
from arbitro.titles.texts import outlook_sentence
from arbitro.titles.verdict import adjusted, average, judge
from tests.titles.builders import NINE, games_of, strong_games

RULES = rules_of("2023")
SWISS = NormEvent(rounds=9)


def test_what_do_i_need_in_the_last_round() -> None:  # exam question 11
    games = games_of(
        """IM 2416 IND ½ | - 2201 USA 1 | - 1900 FRA 1 | - 2256 GER ½ | IM 2495 RUS ½
           FM 2302 GER 1 | FM 2316 AUT 1 | GM 2634 GER 0 | IM 2426 ESP 0"""
    )
    so_far, last = games[:-1], games[-1]
    found = outlook(Title.IM, "MEX", so_far, SWISS, RULES, known=[last], rounds_left=1)
    assert found.status is NormStatus.POSSIBLE and found.least == HALF
    assert outlook_sentence(found) == "For the IM norm: a draw."


def test_the_next_opponent_is_described_when_he_is_not_known() -> None:
    games = games_of(NINE)[:8]
    found = outlook(Title.GM, "USA", games, SWISS, RULES, rounds_left=1)
    assert found.status is NormStatus.POSSIBLE
    assert [option.points for option in found.options] == sorted(option.points for option in found.options)
    for option in found.options:
        last = NormGame(
            round=9, rating=option.opponents_average, federation="CUB", score=option.points, opponent="last"
        )
        assert list(valid_sets(Title.GM, "USA", [*games, last], SWISS, RULES))
        if option.opponents_average:
            weaker = replace(last, rating=option.opponents_average - 1)
            assert not list(valid_sets(Title.GM, "USA", [*games, weaker], SWISS, RULES))


def test_too_few_grandmasters_are_told() -> None:
    games = [replace(game, title=Title.FM) for game in games_of(NINE)[:8]]
    found = outlook(Title.GM, "USA", games, SWISS, RULES, rounds_left=1)
    assert found.status is NormStatus.IMPOSSIBLE and found.impossible == ("1.4.5b",)
    assert "GMs among the opponents (1.4.5b)" in outlook_sentence(found)


def test_a_missing_federation_and_a_full_one_are_told() -> None:  # 1.4.3, 1.4.4
    games = [replace(game, federation="FRA" if game.round <= 6 else "USA") for game in games_of(NINE)[:8]]
    found = outlook(Title.GM, "USA", games, SWISS, RULES, rounds_left=1)
    assert found.federations_missing == 1
    assert found.not_from == ("FRA",)
    assert "none may come from FRA" in outlook_sentence(found)


def test_a_norm_before_the_last_round_of_a_swiss_is_safe() -> None:  # 1.4.1e
    games = games_of(NINE)
    found = outlook(Title.GM, "USA", games, NormEvent(rounds=11), RULES, rounds_left=2)
    assert found.status is NormStatus.ACHIEVED
    robin = NormEvent(rounds=11, format=Format.ROUND_ROBIN)
    assert outlook(Title.GM, "USA", games, robin, RULES, rounds_left=2).status is not NormStatus.ACHIEVED


def test_too_few_games_left() -> None:
    found = outlook(Title.GM, "USA", games_of(NINE)[:6], SWISS, RULES, rounds_left=2)
    assert found.status is NormStatus.IMPOSSIBLE and found.impossible == ("1.4.1a",)


@settings(max_examples=40, deadline=None)
@given(strong_games, st.sampled_from(NORM_TITLES), st.sampled_from([ZERO, HALF, ONE]))
def test_a_norm_that_comes_about_was_forecast(games: list[NormGame], title: Title, last: Points) -> None:
    games = [*games[:-1], replace(games[-1], score=last)]
    event = NormEvent(rounds=len(games))
    made = list(valid_sets(title, "ESP", games, event, RULES))
    before = outlook(title, "ESP", games[:-1], event, RULES, known=[games[-1]], rounds_left=1)
    if made:
        assert before.status is not NormStatus.IMPOSSIBLE
        if before.status is NormStatus.POSSIBLE:
            assert before.least is not None and before.least <= last
    unknown = outlook(title, "ESP", games[:-1], event, RULES, rounds_left=1)
    if made and games[-1].rating:
        assert unknown.status is not NormStatus.IMPOSSIBLE


@settings(max_examples=60, deadline=None)
@given(strong_games, st.sampled_from(NORM_TITLES), st.integers(1, 4), st.integers(2000, 2700))
def test_the_least_rating_is_the_least(games: list[NormGame], title: Title, unknown: int, low: int) -> None:
    def mean(rating: int) -> int:
        to_come = [NormGame(round=100 + i, rating=rating, opponent=100 + i) for i in range(unknown)]
        return average(adjusted([*games, *to_come], title, RULES)[0])

    found = _Field(title, games, unknown, RULES).least_rating(low)
    if found is None:
        assert mean(3000) < low
    elif found == 0:
        assert mean(1000) >= low
    else:
        assert mean(found) >= low > mean(found - 1)


def easiest(title: Title, games: list[NormGame], known: list[NormGame], event: NormEvent, left: int) -> Points | None:
    """The fewest points of the rounds left that make a norm, by trying; unknown opponents are the best there are."""
    first = len(games) + len(known) + 1
    best = [
        NormGame(round=first + i, title=Title.GM, rating=3000, federation=federation, opponent=100 + i)
        for i, federation in zip(range(left - len(known)), ("CUB", "IND"), strict=False)
    ]
    for scores in sorted(product((ZERO, HALF, ONE), repeat=left), key=sum):
        ended = [replace(game, score=score) for game, score in zip([*known, *best], scores, strict=True)]
        if next(valid_sets(title, "ESP", [*games, *ended], event, RULES, every=False), None) is not None:
            return Points(sum(scores))
    return None


@pytest.mark.parametrize("seed", range(150))
def test_a_forecast_is_what_trying_everything_finds(seed: int) -> None:  # 1.4.1e, 1.4.1f
    dice = random.Random(seed)
    rounds, left, known_rounds = dice.choice([9, 10, 11]), dice.choice([1, 2]), dice.choice([0, 1])
    titles = [Title.GM, Title.GM, Title.IM, Title.IM, Title.FM, Title.NONE]
    ratings = [0, 1900, 2150, 2300, 2400, 2450, 2500, 2550, 2600]
    games = [
        NormGame(
            round=i,
            title=dice.choice(titles),
            rating=dice.choice(ratings),
            federation=dice.choice(["ESP", "MEX", "USA", "GER", "FRA"]),
            score=dice.choice([ZERO, HALF, HALF, ONE, ONE]),
            opponent=i,
        )
        for i in range(1, rounds - left + known_rounds + 1)
    ]
    played, known = games[: rounds - left], games[rounds - left :]
    event, title = NormEvent(rounds=rounds), dice.choice(NORM_TITLES)
    found = outlook(title, "ESP", played, event, RULES, known=known, rounds_left=left)
    least = easiest(title, played, known, event, left)
    if found.status is NormStatus.ACHIEVED:
        assert least == ZERO
    else:
        assert found.least == least
        assert (found.status is NormStatus.IMPOSSIBLE) == (least is None)


def test_later_rounds_may_be_ignored() -> None:  # 1.4.1e
    games = games_of(NINE)[:8]
    opponent = NormGame(round=9, rating=2430, federation="NED", opponent="next")
    found = outlook(Title.GM, "USA", games, NormEvent(rounds=11), RULES, known=[opponent], rounds_left=3)
    assert (found.rounds, found.least) == (1, HALF)
    assert outlook_sentence(found) == "For the GM norm: a draw in the next round."
    with speaking("es"):
        assert outlook_sentence(found) == "Para la norma de GM: unas tablas en la próxima ronda."


def test_a_win_to_come_may_be_left_out() -> None:  # 1.4.1f
    weak = NormGame(round=10, rating=1500, federation="NED", opponent="weak")
    games = [*games_of(NINE)[:8], replace(games_of(NINE)[8], score=ZERO)]  # 6 of 9, 6½ are needed
    found = outlook(Title.GM, "USA", games, NormEvent(rounds=11), RULES, known=[weak], rounds_left=2)
    assert found.status is NormStatus.POSSIBLE
    assert any(option.ignored_wins == (10,) for option in found.options)
    assert "(the win of round 10 left out, 1.4.1f)" in outlook_sentence(found)


def test_several_rounds_in_one_sentence() -> None:
    games = games_of(NINE)[:7]
    found = outlook(Title.GM, "USA", games, SWISS, RULES, rounds_left=2)
    assert outlook_sentence(found) == (
        "For the GM norm from 2 rounds: no point against an average of 2753 or more, ½ point against 2551, "
        "1 point against 2366 or 1½ points against 2046."  # the lower of the two counts as 2200 (1.4.6)
    )
    with speaking("es"):
        spanish = outlook_sentence(found)
    assert spanish.startswith("Para la norma de GM en 2 rondas: ningún punto contra una media de 2753 o más, ½ punto")


@pytest.mark.parametrize("lang", ["en", "es"])
def test_every_outlook_has_a_sentence(lang: str) -> None:
    games = games_of(NINE)
    for left in range(4):
        for title in NORM_TITLES:
            found = outlook(title, "USA", games[: 9 - left], SWISS, RULES, rounds_left=left)
            with speaking(lang):
                assert outlook_sentence(found).endswith(".")


def test_every_figure_of_a_forecast_is_true() -> None:
    """200 random players before the last round: what the sentence asks for makes the norm, one point less does not."""
    rng = random.Random(7)
    seen = 0
    titles = [Title.GM, Title.IM, Title.FM, Title.NONE]
    for _ in range(200):
        so_far = [
            NormGame(
                round=k, title=rng.choice(titles), rating=rng.randrange(2150, 2650), opponent=k,
                federation=rng.choice(["FRA", "ESP", "USA", "IND"]), score=Points(rng.choice([10, 10, 5, 5, 0])),
            )
            for k in range(1, 9)
        ]  # fmt: skip
        found = outlook(Title.IM, "USA", so_far, SWISS, RULES, rounds_left=1)
        if found.status is not NormStatus.POSSIBLE:
            continue
        for option in found.options:
            if option.ignored_wins or not option.opponents_average:
                continue
            last = NormGame(round=9, title=Title.GM, opponent=99, federation="NED", score=option.points)
            for rating, achieved in ((option.opponents_average, True), (option.opponents_average - 1, False)):
                games = [*so_far, replace(last, rating=rating)]
                assert judge(Title.IM, "USA", games, SWISS, RULES).achieved is achieved
            assert str(option.opponents_average) in outlook_sentence(found)
            seen += 1
    assert seen > 20


def test_what_nobody_left_is_strong_enough_for_is_called_impossible() -> None:
    rng = random.Random(7)
    told = 0
    for _ in range(200):
        so_far = [
            NormGame(
                round=k, title=Title.GM, rating=rng.randrange(2150, 2500), opponent=k, federation=rng.choice("ABC") * 3,
                score=Points(rng.choice([10, 5, 0])),
            )
            for k in range(1, 9)
        ]  # fmt: skip
        field = Unmet((2480, 2400))
        found = outlook(Title.IM, "USA", so_far, SWISS, RULES, rounds_left=1, unmet=field)
        assert all(option.opponents_average <= 2480 for option in found.options)
        if found.beyond is not None:
            assert found.status is NormStatus.IMPOSSIBLE and found.beyond.opponents_average > 2480
            assert "practically impossible" in outlook_sentence(found)
            told += 1
    assert told
    assert Unmet((2600, 2400, 2000)).average(2) == 2500 and Unmet(()).average(1) == 0
