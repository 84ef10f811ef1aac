"""The Keizer system: worths, points recomputed, neighbours meet, whoever is there plays."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from arbitro import swiss
from arbitro.cli import main
from arbitro.errors import NoPairing
from arbitro.files import trf
from arbitro.formats import places_of
from arbitro.model import Forbidden, Outcome, PlayerRound, System, Tournament
from arbitro.standings import explain, standings
from arbitro.standings.keizer import worths
from arbitro.swiss.keizer import APART, KeizerRound, made_round, ranking
from tests.formats import BLACK_WINS, DRAW, WHITE_WINS, event, play, record, strongest_wins
from tests.speaking import speak
from tests.standings.events import recomputed


def evening(t: Tournament, rng: random.Random, away: float = 0.2) -> Tournament:
    """One club evening: some stay away with leave, the others play."""
    k = t.rounds_paired + 1
    gone = {n for n in t.numbers if rng.random() < away}
    results = tuple(
        (*rounds, PlayerRound(k, None, None, Outcome.HALF_BYE)) if p.number in gone else rounds
        for p, rounds in zip(t.players, t.results, strict=True)
    )
    pairings = swiss.next_round(replace(t, results=results))
    t = play(t, pairings, lambda w, b: rng.choice([WHITE_WINS, BLACK_WINS, DRAW]))
    return replace(
        t,
        results=tuple(
            (*rounds[:-1], PlayerRound(k, None, None, Outcome.HALF_BYE)) if p.number in gone else rounds
            for p, rounds in zip(t.players, t.results, strict=True)
        ),
    )


@pytest.mark.parametrize("players", range(2, 60))
def test_the_first_is_worth_about_three_times_the_last(players: int) -> None:
    found = worths(players)
    assert found == sorted(found, reverse=True) and len(set(found)) == players
    assert found[-1] >= 1 and (players < 8 or 2.9 <= found[0] / found[-1] <= 3.4)


def test_points_follow_from_the_standings_that_they_make() -> None:
    """Three players, worth 3, 2, 1: 3 beats 1, then stands first, so that the win is worth less than it was."""
    t = record(event(3, System.KEIZER), {(1, 3): BLACK_WINS}, bye=2)
    found = standings(t, ["KEIZER"], places=places_of(t))
    points = {row.number: row.values["KEIZER"] for row in found.rows}
    assert ranking(t) == (3, 2, 1)
    assert points == {3: 3 + 1, 2: 2 + Fraction(4, 3), 1: 1}  # own worth; 1 is worth 1 now; the bye two thirds of 2
    assert [row.rank for row in found.rows] == [1, 2, 3]


def test_an_explanation_adds_up() -> None:
    rng = random.Random(3)
    t = event(9, System.KEIZER)
    for _ in range(6):
        t = evening(t, rng)
    found = standings(t, ["KEIZER"])
    for number in t.numbers:
        (shown,) = speak("en", explain, t, number, ["KEIZER"])
        assert recomputed(shown) == shown.value == found.row(number).values["KEIZER"]
        assert "worth" in shown.text()


def test_everybody_who_is_there_plays_and_neighbours_do_not_meet_again_soon() -> None:
    rng = random.Random(5)
    for _ in range(12):
        t = event(rng.randint(8, 24), System.KEIZER)
        for k in range(1, 13):
            t = evening(t, rng)
            paired = [n for game in t.games(k) for n in (game.white, game.black)]
            assert len(paired) == len(set(paired))
            there = [n for n in t.numbers if t.round_of(n, k).outcome is not Outcome.HALF_BYE]
            byes = [n for n in there if t.round_of(n, k).outcome is Outcome.PAIRING_BYE]
            assert sorted(paired + byes) == sorted(there) and len(byes) == len(there) % 2
        whites = [sum(colour.sign for colour in t.colours(n)) for n in t.numbers]
        assert max(map(abs, whites)) <= 3


def test_round_1_pairs_first_and_second() -> None:
    assert [set(pair) for pair in swiss.next_round(event(6, System.KEIZER)).pairs] == [{1, 2}, {3, 4}, {5, 6}]
    t = event(5, System.KEIZER)
    assert swiss.next_round(t).bye == 5
    t = play(t, swiss.next_round(t), strongest_wins)
    assert swiss.next_round(t).bye != 5  # the fewest byes first


def test_a_small_evening_meets_again_rather_than_not_at_all() -> None:
    t = event(2, System.KEIZER)
    for _ in range(4):
        t = play(t, swiss.next_round(t), strongest_wins)
    assert t.rounds_paired == 4
    assert made_round(t, "").apart == 0
    with pytest.raises(NoPairing, match="two"):
        made_round(event(1, System.KEIZER), "")
    with pytest.raises(NoPairing, match="forbidden"):
        made_round(replace(event(2, System.KEIZER), forbidden=(Forbidden((1, 2)),)), "")


def test_the_account_says_why_and_why_not() -> None:
    t = event(6, System.KEIZER)
    t = play(t, swiss.next_round(t), strongest_wins)
    account = swiss.pair_round(t).account
    assert isinstance(account, KeizerRound)
    for lang in ("en", "es"):
        told = speak(lang, account.explained)
        assert [tuple(reason.pair) for reason in told] == [tuple(pair) for pair in account.pairings().pairs]
        assert all("{" not in reason.text for reason in told)
    assert "round 1" in speak("en", account.why_not, 1, 2) and str(APART) in speak("en", account.why_not, 1, 2)
    white, black = account.pairings().pairs[0]
    assert "meet" in speak("en", account.why_not, white, black)


def test_a_file_of_a_club_evening_is_paired_checked_and_ranked(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    rng = random.Random(8)
    t = event(8, System.KEIZER)
    for _ in range(3):
        t = evening(t, rng)
    for version in (16, 26):
        path = tmp_path / f"club{version}.trf"
        path.write_text(trf.write(t, version), encoding="utf-8")
        answers = {}
        for command in ("pair", "check", "standings"):
            with pytest.raises(SystemExit) as end:
                main([command, str(path), "--json"])
            assert not end.value.code, command
            answers[command] = json.loads(capsys.readouterr().out)
        assert answers["check"]["rounds_different"] == 0
        ranked = [row["number"] for row in answers["standings"]["standings"]]
        assert tuple(ranked) == ranking(t)
        assert answers["standings"]["tiebreaks"][0] == "KEIZER"
