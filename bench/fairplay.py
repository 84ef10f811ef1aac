"""Screening: positions a second with all cores, against a plain loop over the same engine.

The plain loop is what a script would do: one engine, `analyse` with several lines, one position after the other, with
a new game before each so that both do the same work.
"""

from __future__ import annotations

import os
import random
import time

import chess
import chess.engine

from arbitro.fairplay.screening.cache import MemoryCache
from arbitro.fairplay.screening.engine import EngineMissing, Settings, find_engine
from arbitro.fairplay.screening.work import evaluate

POSITIONS = 100
REPEATS = 3  # in turn, the best of each: a busy machine disturbs all alike
SETTINGS = Settings(nodes=10_000, lines=5)


def positions() -> dict[str, tuple[str, ...]]:
    """Positions from random games (seeded), with no move to look up beside the engine's lines."""
    rng = random.Random(12)
    found: dict[str, tuple[str, ...]] = {}
    while len(found) < POSITIONS:
        board = chess.Board()
        for _ply in range(rng.randint(8, 30)):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(rng.choice(moves))
        if board.legal_moves.count() > 5:
            found[board.epd()] = ()
    return found


def plain_loop(path: str, wanted: dict[str, tuple[str, ...]]) -> None:
    with chess.engine.SimpleEngine.popen_uci(path) as engine:
        engine.configure({"Threads": 1, "Hash": SETTINGS.hash_mb})
        limit = chess.engine.Limit(nodes=SETTINGS.nodes)
        for position in wanted:
            board = chess.Board()
            board.set_epd(position)
            engine.analyse(board, limit, multipv=SETTINGS.lines, game=object())


def run() -> None:
    try:
        path = find_engine()
    except EngineMissing as error:
        print(error)
        return
    wanted = positions()
    full = MemoryCache()
    evaluate(wanted, SETTINGS, cache=full)
    cores = os.cpu_count() or 1
    cases = [
        ("plain loop, one engine", lambda: plain_loop(path, wanted)),
        ("Arbitro, one engine", lambda: evaluate(wanted, SETTINGS, workers=1)),
        (f"Arbitro, {cores} engines", lambda: evaluate(wanted, SETTINGS)),
        ("Arbitro, from the cache", lambda: evaluate(wanted, SETTINGS, cache=full)),
    ]
    print(f"{POSITIONS} positions, {SETTINGS.nodes} nodes, {SETTINGS.lines} lines")
    best: dict[str, float] = {}
    for _repeat in range(REPEATS):
        for name, work in cases:
            start = time.perf_counter()
            work()
            best[name] = max(best.get(name, 0.0), POSITIONS / (time.perf_counter() - start))
    base = best[cases[0][0]]
    for name, rate in best.items():
        print(f"{name:28} {rate:10.1f} positions/s {rate / base:8.2f} x")


if __name__ == "__main__":
    run()
