"""The library: ten lines run an event, and importing it is light."""

from __future__ import annotations

import subprocess
import sys
import warnings
from pathlib import Path

import pytest

import arbitro
from arbitro import ArbitroError, Editions, Outcome, Player, System, Title, Tournament, pair

FOUR = [Player("Ana", 2100), Player("Blas", 2050), Player("Caro", 1990, title=Title.WFM), Player("Dani", 1990)]


def event(rounds: int = 3) -> Tournament:
    return Tournament.new(FOUR, rounds=rounds)


def test_ten_lines_run_a_whole_event():
    t = event()
    for _round in range(3):
        t = t.with_pairings(pair(t))
        for board in (1, 2):
            assert t.why(board)
            t = t.with_result(board=board, result="1-0")
    assert t.rounds_finished == 3
    text = str(t.standings("BH/C1", "SB"))
    assert text.splitlines()[0].split() == ["Rk", "No.", "Name", "Pts", "BH/C1", "SB"]
    assert len(text.splitlines()) == 5


def test_numbers_follow_rating_title_and_name():
    assert [(p.number, p.name) for p in event().players] == [(1, "Ana"), (2, "Blas"), (3, "Caro"), (4, "Dani")]
    own = Tournament.new([Player("Zoe", 1, number=1), Player("Ana", 2, number=2)], rounds=1)
    assert own.player(1).name == "Zoe"


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: Tournament.new([], rounds=3), "A tournament needs at least one player."),
        (lambda: event(0), "A tournament needs at least one round, not 0."),
        (lambda: Tournament.new([Player("A", number=1), Player("B", number=1)], rounds=1),
         "Pairing numbers must be different numbers from 1."),
        (lambda: event().pairings, "No round is paired yet."),
        (lambda: event().why(1), "Round 0 is not paired."),
        (lambda: event().with_pairings(pair(event())).why(3), "Round 1 has no board 3: there are 2."),
        (lambda: event().with_bye(9), "There is no player 9."),
        (lambda: event().with_bye(1, "third"), "found “third”, expected one of half, zero, full"),
        (lambda: event().with_pairings(pair(event())).with_bye(1, round=1), "Round 1 is paired already."),
    ],
)  # fmt: skip
def test_what_a_programmer_does_wrong_is_one_sentence(make, sentence: str):
    with pytest.raises(ArbitroError) as refused:
        make()
    assert str(refused.value) == sentence


def test_a_bye_and_a_withdrawal_are_kept_out_of_the_rounds_to_come():
    t = event().with_bye(1).without(2)
    coming = pair(t)
    assert {n for board in coming.pairs for n in board} == {3, 4}
    t = t.with_pairings(coming)
    assert t.round_of(1, 1).outcome is Outcome.HALF_BYE
    assert [t.round_of(2, k).outcome for k in (1, 2, 3)] == [Outcome.ZERO_BYE] * 3
    assert event().without(2) != event()


def test_the_texts_follow_the_first_day_unless_they_are_stated():
    assert Tournament.new(FOUR, rounds=1, start="2026-05-01").editions.swiss == "2026"
    stated = Tournament.new(FOUR, rounds=1, start="2026-05-01", editions=Editions())
    assert stated.editions.swiss == "2017"
    assert [old.area for old in stated.editions.outdated(stated.info.start)] == [
        "swiss", "tiebreaks", "ratings", "titles",
    ]  # fmt: skip


def test_a_round_robin_is_paired_by_its_table():
    t = Tournament.new(FOUR, rounds=3, system="round-robin")
    t = t.with_pairings(pair(t))
    assert t.system is System.ROUND_ROBIN
    assert len(t.pairings.pairs) == 2
    assert t.why(1) == "The tables of the format give the pair."


def test_files_and_json_come_back_as_they_were(tmp_path: Path):
    t = event().with_pairings(pair(event())).with_result(board=1, result="½-½")
    assert Tournament.from_json(t.to_json()) == t
    for name in ("t.trf", "t.trf26", "t.json"):
        arbitro.write(t, tmp_path / name)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            back = arbitro.read(tmp_path / name)
        assert [p.name for p in back.players] == ["Ana", "Blas", "Caro", "Dani"]
        assert back.score(1) == t.score(1)


def test_importing_the_library_loads_no_framework_and_not_even_a_room():
    code = (
        "import sys, arbitro; light = set(sys.modules); "
        "assert not any(name.startswith('arbitro.') for name in light), light; "
        "arbitro.Tournament, arbitro.pair; "
        "heavy = {'django', 'rich', 'click', 'chess', 'polars', 'openpyxl', 'typst'} & set(sys.modules); "
        "assert not heavy, heavy; assert set(arbitro.__all__) <= set(dir(arbitro))"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_every_name_offered_can_be_had():
    for name in arbitro.__all__:
        assert getattr(arbitro, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = arbitro.nothing
