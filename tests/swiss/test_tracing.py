"""Rounds that differ from the rules because something was otherwise when they were paired: it is found and said."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arbitro.cli import main
from arbitro.files import trf
from arbitro.model import Colour, Outcome, Pair, PlayerRound, Tournament
from arbitro.swiss import next_round
from arbitro.swiss.checker import check_round
from arbitro.swiss.generator import Recipe, generate
from arbitro.swiss.tracing import Otherwise, explained, trace

RESULTS = {Outcome.WIN: Outcome.LOSS, Outcome.DRAW: Outcome.DRAW, Outcome.LOSS: Outcome.WIN}


def event(players: int = 40, rounds: int = 5, seed: int = 4) -> Tournament:
    made = generate(Recipe(players=players, rounds=rounds, seed=seed, half_point_byes=0.0))
    return replace(made, planned_rounds=9)


def corrected(tournament: Tournament, r: int, white: int, outcome: Outcome) -> Tournament:
    """The file after a result was corrected, long after the next round was paired."""
    black = tournament.round_of(white, r).opponent
    results = list(tournament.results)
    for number, now in ((white, outcome), (black, RESULTS[outcome])):
        rounds = list(results[tournament.index[number]])
        rounds[r - 1] = rounds[r - 1]._replace(outcome=now)
        results[tournament.index[number]] = tuple(rounds)
    return replace(tournament, results=tuple(results))


def first_round(players: int, *, late: tuple[Pair, ...] = (), moved: tuple[int, int] | None = None) -> Tournament:
    """Round 1 of an event: with games made besides the pairing, and a player who stood elsewhere when it was paired."""
    blank = replace(event(players, 1), results=((),) * players, first_colour=Colour.WHITE)
    order = [n for n in blank.numbers if n not in {n for pair in late for n in pair}]
    if moved:
        order.remove(moved[0])
        order.insert(order.index(moved[1]) + 1, moved[0])
    seated = tuple(replace(blank.player(n), number=at) for at, n in enumerate(order, 1))
    made = next_round(replace(blank, players=seated, results=((),) * len(seated)))
    games = [Pair(order[a - 1], order[b - 1]) for a, b in made.pairs]
    rounds = {n: (PlayerRound(1, None, None, Outcome.PAIRING_BYE),) for n in blank.numbers}
    for white, black in (*games, *late):
        rounds[white] = (PlayerRound(1, black, Colour.WHITE, Outcome.WIN),)
        rounds[black] = (PlayerRound(1, white, Colour.BLACK, Outcome.LOSS),)
    return replace(blank, results=tuple(rounds[n] for n in blank.numbers), first_colour=None)


@pytest.mark.parametrize("seed", range(6))
def test_a_result_that_was_corrected_after_the_pairing_is_found(seed):  # C.04.2 D.8
    played = event(seed=seed)
    then = next(g for g in played.games(3) if g.white_outcome is Outcome.WIN)
    now = corrected(played, 3, then.white, Outcome.LOSS)
    assert check_round(played, 4) is None and check_round(now, 4) is not None
    found = trace(now, 4)
    assert found is not None and found.result is not None and found.result.round <= 3
    # whichever result is named, the round comes out with it
    assert check_round(corrected(now, found.result.round, found.result.white, found.result.white_outcome), 4) is None
    if found.result.white == then.white:
        assert "ended 1-0: it was corrected" in explained(now, 4)[0]


def test_games_for_players_who_came_late_are_found(capsys, tmp_path):  # C.04.2 C
    open_ = first_round(41, late=(Pair(9, 40), Pair(38, 15)))
    assert trace(replace(open_, first_colour=Colour.WHITE), 1) == Otherwise(besides=(Pair(9, 40), Pair(38, 15)))
    file = tmp_path / "open.trf"
    file.write_text(trf.write(open_, 16), encoding="utf-8")
    with pytest.raises(SystemExit) as ended:
        main(["check", str(file), "--why"])
    assert ended.value.code == 1
    out = capsys.readouterr().out
    assert f"9 {open_.player(9).name} – 40 {open_.player(40).name} was made besides the pairing" in out
    assert "every other game of the round comes out" in out


def test_another_order_of_the_start_list_is_found():  # C.04.2 B.3
    open_ = replace(first_round(40, moved=(31, 24), late=(Pair(5, 36),)), first_colour=Colour.WHITE)
    assert trace(open_, 1) == Otherwise(besides=(Pair(5, 36),), moved=((31, 24),))


def test_a_round_by_the_rules_and_one_of_chance_have_no_cause():
    played = event()
    assert trace(replace(played, first_colour=Colour.WHITE), 4) is None
    by_chance = first_round(40)
    lucky = [by_chance.player(n).number for n in range(1, 41)]
    games = [Pair(a, b) for a, b in zip(lucky[::2], lucky[1::2], strict=True)]
    rounds = {}
    for white, black in games:
        rounds[white] = (PlayerRound(1, black, Colour.WHITE, Outcome.DRAW),)
        rounds[black] = (PlayerRound(1, white, Colour.BLACK, Outcome.DRAW),)
    by_chance = replace(by_chance, results=tuple(rounds[n] for n in lucky))
    assert explained(by_chance, 1) == ["No earlier result, late game or other start list explains it."]
