"""Reading and writing tournaments of 2,000 and 10,000 players, damaged files, and a rating list of 1,600,000 players.

ARBITRO_BENCH_LIST sets another length for the list.
"""

from __future__ import annotations

import gc
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from arbitro.files import document, trf
from arbitro.model import Colour, Outcome, Player, PlayerRound, Tournament
from bench import _rating_list

ROUNDS = 11
PLAYERS = int(os.environ.get("ARBITRO_BENCH_LIST", "1600000"))
_RESULTS = (Outcome.WIN, Outcome.DRAW, Outcome.LOSS)


def event(players: int, rounds: int = ROUNDS, seed: int = 1) -> Tournament:
    """Random games; every player plays every round."""
    chance = random.Random(seed)
    results: list[list[PlayerRound]] = [[] for _ in range(players)]
    order = list(range(1, players + 1))
    for k in range(1, rounds + 1):
        chance.shuffle(order)
        for white, black in zip(order[::2], order[1::2], strict=True):
            outcome = chance.choice(_RESULTS)
            results[white - 1].append(PlayerRound(k, black, Colour.WHITE, outcome))
            results[black - 1].append(PlayerRound(k, white, Colour.BLACK, outcome.opposite))
    people = tuple(
        Player(number=n, name=f"Player {n}", rating=max(2800 - n // 4, 1400), federation="ESP", fide_id=str(100000 + n))
        for n in range(1, players + 1)
    )
    made = Tournament(players=people, results=tuple(map(tuple, results)), planned_rounds=rounds)
    scores = made.scores()
    return replace(made, players=tuple(replace(p, stated_points=scores[p.number]) for p in people))


def timed(work: Callable[[], object], repeat: int = 3) -> float:
    """The best of some runs."""
    best = float("inf")
    for _ in range(repeat):
        gc.collect()
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    return best


def tournaments() -> None:
    print(f"{'tournament':24} {'form':6} {'MB':>6} {'read s':>8} {'MB/s':>6} {'write s':>8} {'MB/s':>6}")
    for players in (2000, 10000):
        made = event(players)
        forms: list[tuple[str, str, Callable[[str], object], Callable[[], object]]] = [
            ("TRF16", trf.write(made), trf.parse, lambda made=made: trf.write(made)),  # type: ignore[misc]
            ("TRF26", trf.write(made, 26), trf.parse, lambda made=made: trf.write(made, 26)),  # type: ignore[misc]
            ("JSON", document.dumps(made), document.loads, lambda made=made: document.dumps(made)),  # type: ignore[misc]
        ]
        for name, text, read, write in forms:
            size = len(text) / 1e6
            reading, writing = timed(lambda: read(text)), timed(write)  # noqa: B023
            print(
                f"{players:>6} players x {ROUNDS:<6} {name:6} {size:6.1f} {reading:8.3f} {size / reading:6.1f}"
                f" {writing:8.3f} {size / writing:6.1f}"
            )


def damaged() -> None:
    """The slowest of the mangled files of the tests."""
    from tests.files.mangling import mangled

    slowest, count = 0.0, 20_000
    start = time.perf_counter()
    for data in mangled(count):
        began = time.perf_counter()
        with suppress(trf.TrfError):
            trf.parse(data)
        slowest = max(slowest, time.perf_counter() - began)
    print(f"\n{count} damaged files: {time.perf_counter() - start:.1f} s in all, the slowest {slowest * 1000:.1f} ms")


_CHILD = """
import sys, time
from pathlib import Path
from arbitro.files import rating_list
start = time.perf_counter()
players = sum(1 for entry in rating_list.read(sys.argv[1]))
seconds = time.perf_counter() - start
status = Path("/proc/self/status")
peak = status.read_text().split("VmHWM:")[1].split()[0] if status.exists() else 0
print(players, seconds, peak)
"""


def streamed(path: Path) -> tuple[int, float, float]:
    """Players, seconds and peak memory in MB, in a process of its own."""
    out = subprocess.run([sys.executable, "-c", _CHILD, str(path)], check=True, capture_output=True, text=True).stdout
    players, seconds, kilobytes = out.split()
    return int(players), float(seconds), int(kilobytes) / 1024


def lists() -> None:
    print(f"\n{'rating list':12} {'players':>9} {'MB':>7} {'s':>7} {'MB/s':>6} {'peak memory MB':>15}")
    with tempfile.TemporaryDirectory() as folder:
        for form, write in (("text", _rating_list.write_text), ("XML", _rating_list.write_xml)):
            for players in (PLAYERS // 10, PLAYERS):
                path = Path(folder) / f"list.{form}"
                write(path, players)
                size = path.stat().st_size / 1e6
                count, seconds, memory = streamed(path)
                assert count == players
                print(f"{form:12} {count:>9} {size:7.1f} {seconds:7.1f} {size / seconds:6.1f} {memory:15.0f}")
                path.unlink()


def run() -> None:
    tournaments()
    damaged()
    lists()
