"""The engine at work: the same answer everywhere, and a run that goes on when it crashes, hangs or is missing."""

from __future__ import annotations

import io
import os
import stat
from pathlib import Path

import chess
import pytest

from arbitro.errors import ArbitroError
from arbitro.fairplay.screening import report, turns, work
from arbitro.fairplay.screening.cache import FileCache, MemoryCache, decode, encode
from arbitro.fairplay.screening.engine import Analyst, EngineMissing, Evaluation, Failure, Settings, find_engine
from arbitro.i18n import speaking
from tests.fairplay.corpus import evaluations, games, pgn

SMALL = Settings(nodes=2_000, lines=3)
POSITIONS = sorted(evaluations())[:60:5]


@pytest.fixture(scope="module")
def stockfish() -> str:
    try:
        return find_engine()
    except EngineMissing:
        pytest.fail("no UCI engine: apt install stockfish (make test does it as root)")


def asked(positions: list[str]) -> dict[str, tuple[str, ...]]:
    """Each position with its first legal move as played."""
    found = {}
    for position in positions:
        board = chess.Board()
        board.set_epd(position)
        found[position] = (next(iter(board.legal_moves)).uci(),)
    return found


def script(path: Path, body: str) -> str:
    """An engine of our own, to misbehave on purpose."""
    path.write_text(f"#!/usr/bin/env python3\nimport sys, time\n{body}")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


UCI = """
for line in sys.stdin:
    word = line.split()[0] if line.split() else ""
    if word == "uci": print("id name Fake"); print("uciok", flush=True)
    if word == "isready": print("readyok", flush=True)
    if word == "quit": break
    if word == "go":
        {go}
"""


def test_an_evaluation_does_not_depend_on_what_came_before(stockfish: str):
    wanted = asked(POSITIONS)
    with Analyst(SMALL) as analyst:
        forward = {p: analyst.evaluate(p, m) for p, m in wanted.items()}
    with Analyst(SMALL) as analyst:
        backward = {p: analyst.evaluate(p, m) for p, m in reversed(wanted.items())}
    assert forward == backward
    for position, found in forward.items():
        assert isinstance(found, Evaluation)
        assert found.value(wanted[position][0]) is not None
        values = [value for _move, value in found.moves[: found.listed]]
        assert values == sorted(values, reverse=True)


def test_one_engine_and_three_give_the_same_and_the_cache_saves_the_second_run(stockfish: str, tmp_path: Path):
    wanted = asked(POSITIONS)
    store = FileCache(tmp_path / "cache.db")
    one = work.evaluate(wanted, SMALL, workers=1)
    three = work.evaluate(wanted, SMALL, workers=3, cache=store)
    assert one.evaluations == three.evaluations
    assert three.computed == len(wanted)
    steps: list[tuple[int, int]] = []
    again = work.evaluate(wanted, SMALL, cache=store, progress=lambda done, total: steps.append((done, total)))
    assert again.computed == 0
    assert again.evaluations == three.evaluations
    assert steps == [(len(wanted), len(wanted))]
    store.close()


def test_dask_gives_the_same(stockfish: str):
    distributed = pytest.importorskip("distributed")
    wanted = asked(POSITIONS[:4])
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None, protocol="inproc"
    ) as cluster:
        there = work.evaluate(wanted, SMALL, scheduler=cluster.scheduler_address)
    assert there.evaluations == work.evaluate(wanted, SMALL, workers=1).evaluations


def test_a_missing_scheduler_is_one_sentence():
    pytest.importorskip("distributed")
    with pytest.raises(ArbitroError, match="No Dask scheduler answers"):
        work.evaluate(asked(POSITIONS[:1]), SMALL, scheduler="tcp://127.0.0.1:9")


def test_a_missing_engine_is_said_and_what_is_cached_still_counts(tmp_path: Path):
    settings = Settings(engine=str(tmp_path / "no-such-engine"))
    with pytest.raises(EngineMissing, match="no-such-engine"):
        Analyst(settings)
    known = {(settings.key, p): e for p, e in evaluations().items()}
    del known[settings.key, next(iter(turns.wanted(games("helped").turns)))]
    found = report.screen(games("helped"), settings, cache=MemoryCache(known))
    assert sum(found.missing.values()) == 1
    assert "no-such-engine" in next(iter(found.missing))
    assert found.players[0].z is not None


def test_an_engine_that_crashes_costs_its_positions_and_no_more(tmp_path: Path):
    crash = script(tmp_path / "crash", UCI.format(go="sys.exit(3)"))
    outcome = work.evaluate(asked(POSITIONS[:3]), Settings(engine=crash, patience=5), workers=1)
    assert outcome.evaluations == {}
    assert set(outcome.missing) == set(POSITIONS[:3])


def test_an_engine_that_crashes_once_is_started_again(stockfish: str, tmp_path: Path):
    """The first process dies at its first search; the second is the real engine."""
    once = tmp_path / "once"
    once.write_text(
        f'#!/bin/sh\nif [ -e "{tmp_path}/died" ]; then exec "{stockfish}"; fi\ntouch "{tmp_path}/died"\nexit 1\n'
    )
    once.chmod(0o755)
    with Analyst(Settings(engine=str(once), nodes=1000, patience=5)) as analyst:
        position, played = next(iter(asked(POSITIONS[:1]).items()))
        assert isinstance(analyst.evaluate(position, played), Evaluation)


def test_an_engine_that_hangs_is_given_up(tmp_path: Path):
    hang = script(tmp_path / "hang", UCI.format(go="time.sleep(60)"))
    with Analyst(Settings(engine=hang, patience=0.3)) as analyst:
        found = analyst.evaluate(POSITIONS[0], ())
    assert isinstance(found, Failure)
    assert found.reason


def test_a_program_that_is_no_engine_is_given_up(tmp_path: Path):
    with Analyst(Settings(engine="/bin/true", patience=1)) as analyst:
        assert isinstance(analyst.evaluate(POSITIONS[0], ()), Failure)
    assert os.path.exists("/bin/true")


def test_evaluations_survive_the_cache():
    for evaluation in list(evaluations().values())[:50]:
        assert decode(encode(evaluation)) == evaluation


def test_a_file_that_is_no_cache_is_one_sentence(tmp_path: Path):
    path = tmp_path / "cache.db"
    path.write_text("this is not a database, but long enough to be taken for one " * 20)
    with pytest.raises(ArbitroError, match="a cache of evaluations"):
        FileCache(path)


# --- turns ------------------------------------------------------------------------------------------------------


def test_openings_forced_moves_and_repetitions_are_left_out():
    moves = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. e4 Nxe4"
    text = f'[White "A"]\n[Black "B"]\n[WhiteElo "2000"]\n\n{moves} *\n'
    read = turns.read(io.StringIO(text), first_move=1)
    assert read.ratings == {"A": 2000}
    assert [turn.ply for turn in read.turns] == [0, 1, 2, 3, 7]  # the start position came back twice
    late = turns.read(io.StringIO(text), first_move=4)
    assert [turn.ply for turn in late.turns] == [7]


def test_a_game_with_an_illegal_move_counts_up_to_it():
    text = '[White "A"]\n[Black "B"]\n\n1. e4 e5 2. Ke3 *\n\n[White "C"]\n[Black "D"]\n\n1. d4 d5 *\n'
    read = turns.read(io.StringIO(text), first_move=1)
    assert len(read.turns) == 4
    assert len(read.problems) == 1
    assert "game 1 (A - B)" in read.problems[0]


def test_a_text_without_moves_is_no_game_and_a_forfeit_does_not_count():
    text = "# A title\n\nSome words, 1 and 2.\n\n- a list\n"
    assert turns.read(io.StringIO(text)).games == {}
    forfeit = '[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n1-0\n\n'
    played = '[White "A"]\n[Black "C"]\n[Result "*"]\n\n1. e4 *\n'
    assert turns.read(io.StringIO(forfeit + played)).games == {"A": 1, "C": 1}


def test_engines_speak_the_language_of_who_asks():
    wanted = {"8/8/8/8/8/k7/8/K6R w - -": ("h1h8",)}
    with speaking("es"):
        assert "No hay motor" in next(iter(work.evaluate(wanted, Settings("/no/engine")).missing.values()))
        assert "el motor falló" in next(iter(work.evaluate(wanted, Settings("/bin/true")).missing.values()))


def test_an_empty_file_has_no_games():
    assert turns.read(io.StringIO("")).games == {}


def test_the_corpus_reads_without_problems():
    assert games("helped").problems == ()
    assert pgn("helped").count("[Event ") == 18
