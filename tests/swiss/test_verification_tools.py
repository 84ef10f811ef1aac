"""The checker and the generator as FIDE's verification list asks for them (questions 21 to 32)."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from arbitro.cli import main
from arbitro.editions import Editions
from arbitro.files import trf
from arbitro.model import Outcome, System, Tournament
from arbitro.standings import standings
from arbitro.swiss.checker import check, wrong_ranks
from arbitro.swiss.generator import Recipe, drawn, generate


def run(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as end:
        main(list(argv))
    said = capsys.readouterr()
    return int(end.value.code or 0), said.out, said.err


def written(tournament: Tournament) -> Tournament:
    return trf.parse(trf.write(tournament, 26)).tournament


# -- 21: the checker


def listed() -> Tournament:
    return written(generate(Recipe(players=16, rounds=5, seed=3, tiebreaks=("BH/C1", "SB"))))


def test_ranks_are_judged_by_the_tie_breaks_that_the_file_states():
    event = listed()
    assert wrong_ranks(event) == ()
    order = sorted(event.players, key=lambda p: p.stated_rank or 0)
    first, last = order[0].number, order[-1].number
    swapped = {first: order[-1].stated_rank, last: order[0].stated_rank}
    wrong = replace(
        event, players=tuple(replace(p, stated_rank=swapped.get(p.number, p.stated_rank)) for p in event.players)
    )
    assert {(one.number, one.stated) for one in wrong_ranks(wrong)} == {(first, 16), (last, 1)}


@pytest.mark.parametrize("rounds", [5, None])
def test_two_ranks_exchanged_are_named_with_the_tie_break_that_parts_them(rounds: int | None):
    event = replace(listed(), planned_rounds=rounds)
    rows = standings(event, ("BH/C1", "SB")).rows
    upper, lower = next((a, b) for a, b in pairwise(rows) if b.decided_by in ("BH/C1", "SB"))
    ranks = {upper.number: lower.rank, lower.number: upper.rank}
    changed = replace(
        event, players=tuple(replace(p, stated_rank=ranks.get(p.number, p.stated_rank)) for p in event.players)
    )
    found = wrong_ranks(changed)
    assert {one.number for one in found} == {upper.number, lower.number}
    assert {one.decided_by for one in found} == {lower.decided_by}
    assert wrong_ranks(event) == () and check(event).differences == ()


def test_a_rank_beyond_the_last_is_named_too():
    event = listed()
    far = replace(event, players=tuple(replace(p, stated_rank=(p.stated_rank or 0) + 90) for p in event.players))
    assert len(wrong_ranks(far)) == 16


def test_whom_nothing_separates_may_stand_in_any_order_but_not_elsewhere():
    event = written(generate(Recipe(players=8, rounds=1, seed=1, draws=1, tiebreaks=("WIN",))))
    assert {p.stated_rank for p in event.players} == set(range(1, 9))
    ranks = {p.number: 9 - (p.stated_rank or 0) for p in event.players}
    turned = replace(event, players=tuple(replace(p, stated_rank=ranks[p.number]) for p in event.players))
    scores = {event.score(n) for n in event.numbers}
    assert (wrong_ranks(turned) == ()) is (len(scores) == 1)


def test_a_wrong_rank_is_named_and_the_answer_is_no(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    event = listed()
    order = sorted(event.players, key=lambda p: p.stated_rank or 0)
    a, b = order[0], order[15]
    changed = replace(
        event,
        players=tuple(
            replace(p, stated_rank={a.number: 16, b.number: 1}.get(p.number, p.stated_rank)) for p in event.players
        ),
    )
    file = tmp_path / "wrong.trf"
    file.write_text(trf.write(changed, 26), encoding="utf-8")
    code, out, _err = run(capsys, "check", str(file))
    assert code == 1
    assert f"rank of {a.number}: recorded 16; computed 1" in out and "2 ranks wrong" in out
    code, out, _err = run(capsys, "check", str(file), "--json")
    assert code == 1
    assert json.loads(out)["ranks_different"] == 2


def test_a_report_that_does_not_say_how_many_rounds_there_are_raises_no_alarm(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    for players, rounds, seed in ((14, 6, 3), (20, 7, 39), (20, 7, 1)):
        event = generate(Recipe(players=players, rounds=rounds, seed=seed, draws=0.1))
        silent = replace(event, planned_rounds=None)
        assert bool(check(replace(event, planned_rounds=99)).differences) is (seed != 1)  # by the rules of a last round
        assert check(silent).differences == ()
        assert check(silent).assumed_rounds == rounds
    file = tmp_path / "silent.trf"
    file.write_text(trf.write(silent, 16), encoding="utf-8")
    code, out, _err = run(capsys, "check", str(file))
    assert code == 0
    assert "does not say how many rounds there are; 7 are taken" in out


# -- 24 to 32: the generator


def test_every_kind_of_accident_can_be_asked_for_by_number():
    event = generate(Recipe(players=20, rounds=5, seed=2, full_point_byes=3, half_point_byes=4, zero_point_byes=2,
                            forfeits=3, forfeit_wins=2, unusual=4))  # fmt: skip
    outcomes = [r.outcome for rounds in event.results for r in rounds]
    assert outcomes.count(Outcome.FULL_BYE) == 3
    assert outcomes.count(Outcome.HALF_BYE) == 4
    assert outcomes.count(Outcome.FORFEIT_LOSS) >= 4


def test_amounts_may_be_given_for_each_round():
    event = generate(Recipe(players=20, rounds=4, seed=2, half_point_byes=(0, 3, 0, 1)))
    byes = [r.round for rounds in event.results for r in rounds if r.outcome is Outcome.HALF_BYE]
    assert sorted(byes) == [2, 2, 2, 4]


def test_ratings_one_by_one_in_steps_or_at_random():
    stepped = generate(Recipe(players=4, rounds=1, highest_rating=2200, rating_step=50))
    assert [p.rating for p in stepped.players] == [2200, 2150, 2100, 2050]
    given = generate(Recipe(players=4, rounds=1, ratings=(1500, 2700), rating_step=100, highest_rating=2000))
    assert [p.rating for p in given.players] == [2700, 2000, 1900, 1500]


def test_what_is_left_out_is_drawn_and_differs_from_seed_to_seed():
    recipes = [drawn(seed, 40) for seed in range(40)]
    assert len({recipe.rounds for recipe in recipes}) > 3
    assert any(recipe.accelerated for recipe in recipes) and not all(recipe.accelerated for recipe in recipes)
    assert any(recipe.half_point_byes for recipe in recipes) and any(recipe.forfeits for recipe in recipes)
    assert all(recipe.tiebreaks for recipe in recipes)
    assert drawn(7, 40) == drawn(7, 40)
    assert drawn(7, 40, rounds=3, half_point_byes=0.5).half_point_byes == 0.5
    fields = {drawn(seed, None).players for seed in range(40)}
    assert len(fields) > 20 and min(fields) >= 10
    assert drawn(7, None, rounds=30).players >= 120
    assert drawn(7, drawn(7, None).players) == drawn(7, None)


@pytest.mark.parametrize("edition", ["2017", "2026"])
@pytest.mark.parametrize("seed", range(6))
def test_drawn_tournaments_obey_the_rules_and_their_own_list(edition: str, seed: int):
    start = "2026/03/01" if edition == "2026" else ""
    event = written(generate(drawn(seed, 24, edition=edition, start=start)))
    assert event.editions == Editions.by_default(start, swiss=edition)
    assert check(event).differences == ()
    assert wrong_ranks(event) == ()


@pytest.mark.parametrize("system", list(System)[:7])
def test_every_system_can_be_drawn(system: System):
    assert generate(drawn(5, 16, system=system, edition="2026")).rounds_paired


def test_the_same_options_never_make_the_same_file_but_the_seed_told_repeats_it(capsys: pytest.CaptureFixture[str]):
    _code, first, told = run(capsys, "generate", "--players", "12")
    _code, second, _told = run(capsys, "generate", "--players", "12")
    assert first != second
    seed = told.split("Seed: ")[1].split()[0]  # a note may follow it
    assert run(capsys, "generate", "--players", "12", "--seed", seed)[1] == first


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--ratings", "2400,x"), "expected ratings such as 2400,2350,1990"),
        (("--ratings", "1,2,3,4,5"), "there are 5 ratings for 4 players"),
        (("--lowest-rating", "2000", "--highest-rating", "1500"), "the lowest rating 2000 is above the highest, 1500"),
        (("--half-point-byes", "1,x"), "x: a number (12) or a rate (2% or 0.02)"),
        (("-t", "NONSENSE"), "NONSENSE"),
    ],
)
def test_bad_options_are_one_line(words: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]):
    code, _out, err = run(capsys, "generate", "--players", "4", *words)
    assert code == 2
    assert sentence in err and err.count("\n") == 1


def test_results_follow_the_expected_scores():  # 32: a difference counts up to 400 points
    assert drawn(1, 20).widest == 400
    scores, expected = 0.0, 0.0
    for seed in range(40):
        recipe = Recipe(players=20, rounds=1, seed=seed, lowest_rating=1400, highest_rating=2800, widest=400)
        event = generate(recipe)
        for game in event.games(1):
            upper = event.player(game.white).rating > event.player(game.black).rating
            scores += event.scoring.points(game.white_outcome if upper else game.black_outcome) / 10
            gap = abs(event.player(game.white).rating - event.player(game.black).rating)
            expected += 1 / (1 + 10 ** (-min(400, gap) / 400))
    assert abs(scores - expected) / expected < 0.03


def test_the_checker_says_where_a_file_does_not_agree_with_itself(tmp_path, capsys):
    path = tmp_path / "gap.trf"
    rows = ["   2 w 1", "   1 b 0", "   7 w 1", "0000 - Z"]
    lines = [f"001{n:>5}      P{n}".ljust(91) + row for n, row in enumerate(rows, 1)]
    path.write_text("\n".join(["012 Open", "XXR 3", *lines, ""]))
    with pytest.raises(SystemExit):
        main(["check", str(path), "--lang", "en"])
    assert 'line 5, columns 92-95: found "7"' in capsys.readouterr().err
