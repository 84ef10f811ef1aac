"""What must hold in every Dutch tournament, whatever the results: C.1-C.3, colours, byes, everybody once a round."""

from __future__ import annotations

import pytest

from arbitro.model import Colour, Outcome, Tournament
from arbitro.swiss import general, next_round
from arbitro.swiss.generator import Recipe, generate

RECIPES = [
    Recipe(players=500, rounds=9, seed=1, half_point_byes=0.02, forfeits=0.01, withdrawals=0.005, late_entries=5),
    Recipe(players=501, rounds=7, seed=2, edition="2026", zero_point_byes=0.02, forfeits=0.02),
    Recipe(players=2000, rounds=5, seed=3, draws=0.8),
    Recipe(players=2001, rounds=5, seed=4, edition="2026", unusual=0.01),
    Recipe(players=300, rounds=9, seed=5, accelerated=True, withdrawals=0.01),
]


def colours_hold(event: Tournament, number: int) -> bool:
    """C.04.1 f, g: within 2, never three in a row; the last round may break it for topscorers."""
    games = event.colours(number)[: event.rounds_paired]
    before_last = event.colours(number, event.rounds_paired - 1)
    for history, limit in ((before_last, 2), (games, 3)):
        if abs(sum(c.sign for c in history)) > limit:
            return False
    return not any(before_last[i] is before_last[i + 1] is before_last[i + 2] for i in range(len(before_last) - 2))


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda r: f"{r.players}-{r.edition}-{r.seed}")
def test_a_tournament_keeps_the_absolute_criteria(recipe: Recipe) -> None:
    event = generate(recipe)
    assert event.rounds_paired == recipe.rounds
    byes: set[int] = set()
    for k in range(1, recipe.rounds + 1):
        before = event.before_pairing(k)
        here = set(before.available(k))
        seen: list[int] = []
        for game in event.games(k):
            seen += [game.white, game.black]
            assert game.black not in before.opponents(game.white), "C.1"
        holders = [
            p.number
            for p, rounds in zip(event.players, event.results, strict=True)
            if k <= len(rounds) and rounds[k - 1].outcome is Outcome.PAIRING_BYE
        ]
        assert len(holders) == len(here) % 2
        for holder in holders:
            assert holder not in byes and general.may_have_bye(before, holder, recipe.edition), "C.2"
            byes.add(holder)
        assert sorted(seen + holders) == sorted(here), "everybody once"
    assert all(colours_hold(event, p.number) for p in event.players), "C.3"


def test_the_same_data_give_the_same_pairing() -> None:  # C.04.2 A.5
    event = generate(Recipe(players=60, rounds=5, seed=9))
    assert next_round(event) == next_round(event)


def test_round_one_pairs_the_upper_with_the_lower_half() -> None:
    event = generate(Recipe(players=10, rounds=1, seed=1, first_colour=Colour.BLACK))
    pairs = {frozenset((g.white, g.black)) for g in event.games(1)}
    assert pairs == {frozenset((n, n + 5)) for n in range(1, 6)}
    assert event.round_of(1, 1).colour is Colour.BLACK
    assert event.round_of(2, 1).colour is Colour.WHITE
