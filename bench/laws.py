"""Can a side still mate? Verdicts on the dead-position set, beside what the material rule alone answers.

With ARBITRO_POSITIONS=FILE also on the positions of a file, one to a line: who can mate (WB, W-, -B, --) and the FEN.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

import chess

from arbitro.laws.mating import Undecided, Winnable, can_mate

VECTORS = Path(__file__).parents[1] / "tests" / "data" / "vectors" / "dead-positions.json"
START = ("", "w", "-", "-", "0", "1")  # the fields of a FEN after the placement
Question = tuple[str, bool, bool | None]  # the position, White or Black, and whether that side can mate (None: unknown)


def run() -> None:
    can_mate(chess.Board("8/8/4k3/7p/8/2K1N3/8/8 w - - 0 1"), chess.WHITE)  # builds the tables of corner mates once
    cases = json.loads(VECTORS.read_text(encoding="utf-8"))["vectors"]
    known = {"winnable": True, "unwinnable": False}
    wrong = judged("dead-position set", ((c["fen"], c["winner"] == "white", known.get(c["expected"])) for c in cases))
    dead = [c for c in cases if c["expected"] == "unwinnable"]
    missed = sum(not chess.Board(c["fen"]).has_insufficient_material(c["winner"] == "white") for c in dead)
    print(f"unwinnable, missed by the material rule alone: {missed} of {len(dead)}")
    if path := os.environ.get("ARBITRO_POSITIONS"):
        wrong += judged(Path(path).name, asked(Path(path)))
    if wrong:
        raise SystemExit("a wrong verdict")


def asked(path: Path) -> Iterator[Question]:
    for line in path.read_text(encoding="utf-8").splitlines():
        who, _, fen = line.strip().partition(" ")
        if fen and who[0] != "#":
            fen = " ".join([*fen.split(), *START[len(fen.split()) :]])  # what is left out is as at the start of a game
            yield from ((fen, white, who[not white] != "-") for white in (True, False))


def judged(name: str, questions: Iterable[Question]) -> int:
    wrong = undecided = 0
    times: list[float] = []
    for fen, white, can in questions:
        start = time.process_time()
        verdict = can_mate(chess.Board(fen), white)
        times.append(time.process_time() - start)
        undecided += isinstance(verdict, Undecided)
        wrong += not isinstance(verdict, Undecided) and can is not None and isinstance(verdict, Winnable) != can
    times.sort()
    print(f"{name}: {len(times):,} questions, {wrong} wrong, {undecided} undecided")
    shares = ", ".join(
        f"{sum(t < limit for t in times) / len(times):.0%} in {limit:g} s" for limit in (0.01, 0.1, 1, 2)
    )
    mean, median = sum(times) / len(times), times[len(times) // 2]
    print(f"  {shares}; median {1000 * median:.0f} ms, mean {1000 * mean:.0f} ms, worst {times[-1]:.1f} s")
    return wrong
