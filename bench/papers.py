"""Papers by size of the field: lists, slips, score sheets, cards; time and memory. Fresh processes: nothing is cached.

Typst keeps what it has set before; a second printing of the same list in one process is several times quicker.
"""

from __future__ import annotations

import random
import resource
import subprocess
import sys
import time

from arbitro.model import Colour, Info, Outcome, Player, PlayerRound, Tournament

SIZES = (250, 500, 1000, 2000)
ROUNDS = 5


def field(n: int) -> Tournament:
    """n players paired at random for some rounds: enough to print."""
    rng = random.Random(n)
    players = tuple(
        Player(number=i, name=f"Apellido{i:04d} Segundo, Nombre", rating=2600 - i // 2, federation="ESP", birth="1990")
        for i in range(1, n + 1)
    )
    results: list[list[PlayerRound]] = [[] for _player in players]
    for k in range(1, ROUNDS + 1):
        numbers = list(range(1, n + 1))
        rng.shuffle(numbers)
        for white, black in zip(numbers[::2], numbers[1::2], strict=False):
            outcome = rng.choice((Outcome.WIN, Outcome.DRAW, Outcome.LOSS))
            results[white - 1].append(PlayerRound(k, black, Colour.WHITE, outcome))
            results[black - 1].append(PlayerRound(k, white, Colour.BLACK, outcome.opposite))
    info = Info(name="Gran abierto", city="Linares", federation="ESP", start="2026/01/02", end="2026/01/10")
    return Tournament(players=players, results=tuple(map(tuple, results)), info=info, planned_rounds=9)


def measure(name: str, n: int) -> None:
    """One paper in this process: prints seconds of wall clock and of processor, kilobytes, megabytes of memory."""
    from arbitro.papers import make, of_tournament

    ctx = of_tournament(field(n), {"lang": "es"})
    make(of_tournament(field(4), {"lang": "es"}), name)  # fonts and templates are read once per process
    start, used = time.perf_counter(), time.process_time()
    made = make(ctx, name)
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(time.perf_counter() - start, time.process_time() - used, len(made.data) // 1024, most // 1024)


WANTED = (
    ("pairings", SIZES), ("standings-long", SIZES), ("crosstable", (1000, 2000)), ("result-slips", (250, 1000)),
    ("scoresheets", (1000, 2000)), ("pairing-cards", (1000, 2000)),
)  # fmt: skip


def run() -> None:
    print(f"{'paper':<16}{'players':>8}{'wall s':>9}{'cpu s':>9}{'kB':>8}{'MB used':>9}{'wall ratio':>12}")
    for name, sizes in WANTED:
        before = 0.0
        for n in sizes:
            command = [sys.executable, "-c", f"from bench.papers import measure; measure({name!r}, {n})"]
            out = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
            wall, cpu = map(float, out[:2])
            ratio = f"{wall / before:.1f}" if before else ""
            print(f"{name:<16}{n:>8}{wall:>9.2f}{cpu:>9.2f}{out[2]:>8}{out[3]:>9}{ratio:>12}")
            before = wall


if __name__ == "__main__":
    run()
