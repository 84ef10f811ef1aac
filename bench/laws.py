"""Can a side still mate? Verdicts on the dead-position set, beside what the material rule alone answers."""

from __future__ import annotations

import json
import time
from pathlib import Path

import chess

from arbitro.laws.mating import Undecided, Unwinnable, Winnable, can_mate

VECTORS = Path(__file__).parents[1] / "tests" / "data" / "vectors" / "dead-positions.json"


def run() -> None:
    cases = json.loads(VECTORS.read_text(encoding="utf-8"))["vectors"]
    can_mate(chess.Board("8/8/4k3/7p/8/2K1N3/8/8 w - - 0 1"), chess.WHITE)  # builds the tables of corner mates once
    wrong = undecided = missed = unwinnable = 0
    times: list[float] = []
    for case in cases:
        board, side = chess.Board(case["fen"]), case["winner"] == "white"
        start = time.process_time()
        verdict = can_mate(board, side)
        times.append(time.process_time() - start)
        undecided += isinstance(verdict, Undecided)
        wrong += (case["expected"] == "winnable" and isinstance(verdict, Unwinnable)) or (
            case["expected"] == "unwinnable" and isinstance(verdict, Winnable)
        )
        if case["expected"] == "unwinnable":
            unwinnable += 1
            missed += not board.has_insufficient_material(side)
    times.sort()
    print(f"positions                            {len(cases):>7}")
    print(f"wrong verdicts                       {wrong:>7}")
    print(f"undecided                            {undecided:>7}")
    for limit in (0.01, 0.1, 1.0):
        print(
            f"decided within {limit * 1000:>5.0f} ms               {sum(t < limit for t in times) / len(times):>7.0%}"
        )
    print(f"median                               {times[len(times) // 2] * 1000:>4.0f} ms")
    print(f"unwinnable, missed by the material rule alone: {missed} of {unwinnable}")
    if wrong:
        raise SystemExit("a wrong verdict")
