"""The Dutch system: milliseconds per round by size, growth, hard cases, and another program in the same run.

Reading a file and the players' state are left out: what is timed is pairing, colours and board order. Times are
processor times, so that other work on the machine disturbs them less; as in `timeit`, the interpreter does not collect
garbage meanwhile (the tournaments in memory would be searched each time).
"""

from __future__ import annotations

import gc
import tempfile
from dataclasses import dataclass, replace
from math import log
from pathlib import Path
from random import Random
from statistics import median
from time import process_time

from arbitro.files import trf
from arbitro.model import Colour, Outcome, PlayerRound, Tournament
from arbitro.swiss.dutch import pair, with_colours
from arbitro.swiss.dutch.arena import Arena
from arbitro.swiss.dutch.state import field_of
from arbitro.swiss.dutch.texts import TEXTS
from arbitro.swiss.generator import Recipe, generate

SIZES = (50, 100, 200, 400, 800, 1_000, 2_000, 5_000, 10_000)
ROUNDS = (2, 5, 9)
SEEDS = {50: 5, 100: 5, 200: 5, 400: 3, 800: 3, 1_000: 3, 2_000: 2, 5_000: 1, 10_000: 1}
PEER_LIMIT = 100  # the largest field that the other program is asked to pair


@dataclass
class Timing:
    """One paired round."""

    ms: float
    brackets: int
    exact: int


def timed(event: Tournament, edition: str) -> tuple[Timing, object]:
    field = field_of(event, TEXTS[edition])
    gc.disable()
    try:
        start = process_time()
        arena = Arena(field)
        paired = pair(field, arena)
        assert paired is not None
        answer = with_colours(field, paired)
        ms = 1000 * (process_time() - start)
    finally:
        gc.enable()
    return Timing(ms, arena.stats["brackets"], arena.stats["exact"]), answer


def run() -> None:
    for edition in ("2017", "2026"):
        by_size(edition)
    hard_cases()


def by_size(edition: str) -> None:
    print(f"edition {edition}: ms per round, median (worst) of seeded tournaments")
    print(f"{'players':>8} " + " ".join(f"{'round ' + str(k):>16}" for k in ROUNDS) + "  exact     py4swiss (round 5)")
    medians: dict[int, float] = {}
    for n in SIZES:
        events = [
            generate(Recipe(players=n, rounds=9, seed=seed, edition=edition, half_point_byes=0.01, forfeits=0.005))
            for seed in range(1, SEEDS[n] + 1)
        ]
        cells, everything, brackets, exact = [], [], 0, 0
        for k in ROUNDS:
            times = [timed(event.before_pairing(k), edition)[0] for event in events]
            brackets += sum(t.brackets for t in times)
            exact += sum(t.exact for t in times)
            everything += [t.ms for t in times]
            cells.append(f"{median(t.ms for t in times):8.1f} ({max(t.ms for t in times):5.1f})")
        medians[n] = median(everything)
        peer = other_program(events[0].before_pairing(5)) if edition == "2017" and n <= PEER_LIMIT else ""
        print(f"{n:>8} " + " ".join(f"{cell:>16}" for cell in cells) + f"  {exact / brackets:5.1%}     {peer}")
    low, high = 1_000, 10_000
    growth = log(medians[high] / medians[low]) / log(high / low)
    print(f"growth from {low:,} to {high:,} players: n^{growth:.2f}\n")


def other_program(event: Tournament) -> str:
    """The time of py4swiss for the same round, as a multiple of ours."""
    try:
        from py4swiss.engines import DutchEngine
        from py4swiss.trf import TrfParser
    except ImportError:
        return "not installed"
    places = {n: k for k, n in enumerate(sorted(event.numbers, key=lambda n: -event.score(n)), 1)}
    event = replace(
        event,
        players=tuple(
            replace(p, stated_points=event.score(p.number, 999), stated_rank=places[p.number]) for p in event.players
        ),
    )
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "event.trf"
        path.write_text(trf.write(event, 16), encoding="utf-8")
        parsed = TrfParser.parse(path)
    start = process_time()
    DutchEngine.generate_pairings(parsed)
    theirs = 1000 * (process_time() - start)
    ours = timed(event, "2017")[0].ms
    return f"{theirs:8.0f} ms = {theirs / ours:,.0f} times ours"


def hard_cases() -> None:
    print("hard cases, 9 rounds: worst round in ms")
    cases = ("White wins", "White wins but every third", "all draws", "80 % draws", "absences")
    print(f"{'players':>8} {'edition':>8} " + " ".join(f"{case:>28}" for case in cases))
    for n in (2_000, 10_000):
        for edition in ("2017", "2026"):
            cells = [f"{worst_round(n, edition, case):28.0f}" for case in cases]
            print(f"{n:>8} {edition:>8} " + " ".join(cells), flush=True)


def worst_round(n: int, edition: str, case: str, rounds: int = 9) -> float:
    rng = Random(7)
    event = replace(generate(Recipe(players=n, rounds=rounds, seed=7, edition=edition)).after(0), planned_rounds=rounds)
    worst = 0.0
    for k in range(1, rounds + 1):
        if case == "absences":
            event = replace(
                event,
                results=tuple(
                    (*r, PlayerRound(k, None, None, Outcome.ZERO_BYE)) if rng.random() < 0.1 else r
                    for r in event.results
                ),
            )
        timing, answer = timed(event, edition)
        worst = max(worst, timing.ms)
        entries: dict[int, PlayerRound] = {}
        for white, black in answer.pairs:  # type: ignore[attr-defined]
            mine = result(case, white, black, rng)
            entries[white] = PlayerRound(k, black, Colour.WHITE, mine)
            entries[black] = PlayerRound(k, white, Colour.BLACK, mine.opposite)
        if answer.bye is not None:  # type: ignore[attr-defined]
            entries[answer.bye] = PlayerRound(k, None, None, Outcome.PAIRING_BYE)  # type: ignore[attr-defined]
        event = replace(
            event,
            results=tuple(
                (*r, entries[p.number]) if p.number in entries else r
                for p, r in zip(event.players, event.results, strict=True)
            ),
        )
    return worst


def result(case: str, white: int, black: int, rng: Random) -> Outcome:
    """White's result."""
    if case == "White wins":
        return Outcome.WIN
    if case == "White wins but every third":
        return Outcome.WIN if (white + black) % 3 else Outcome.LOSS
    if case == "all draws" or (case == "80 % draws" and rng.random() < 0.8):
        return Outcome.DRAW
    return rng.choice((Outcome.WIN, Outcome.LOSS, Outcome.DRAW))
