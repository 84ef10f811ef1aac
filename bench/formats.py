"""Fixed tables: how the time of each generator grows with its size, against the number of games that it must write."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any

from arbitro.formats.hilton import hilton
from arbitro.formats.scheveningen import scheveningen
from arbitro.formats.schiller import schiller

from arbitro.formats import varma
from arbitro.formats.knockout import bracket
from arbitro.formats.roundrobin import berger

GENERATORS: list[tuple[str, Callable[[int], Any], tuple[int, int]]] = [
    ("Berger", berger, (50, 200)),
    ("Scheveningen, odd", scheveningen, (51, 201)),
    ("Scheveningen, 4k", scheveningen, (52, 200)),
    ("Scheveningen, 4k+2", scheveningen, (54, 202)),
    ("Schiller, teams of 5", lambda n: schiller(n, 5), (5, 20)),
    ("Hilton", hilton, (20, 80)),
    ("Knock-out", bracket, (256, 4096)),
]


def run() -> None:
    print(f"{'table':22} {'size':>6} {'games':>8} {'ms':>8} {'games/ms':>9}")
    for name, make, sizes in GENERATORS:
        for size in sizes:
            for table in (berger, scheveningen, schiller, hilton):
                table.cache_clear()
            start = perf_counter()
            games = sum(len(r) for r in make(size))
            spent = (perf_counter() - start) * 1000
            print(f"{name:22} {size:6} {games:8} {spent:8.1f} {games / spent:9.0f}")
    sizes = {"A": 4, "B": 4, "C": 3, "D": 3, "E": 2, "F": 2, "G": 2, "H": 1, "I": 1, "J": 1, "K": 1}
    field = [varma.Entrant(f"{code}{i}", code) for code, size in sizes.items() for i in range(size)]
    start = perf_counter()
    for k in range(500):
        varma.draw(field, f"seed {k}")
    envelopes = perf_counter() - start
    start = perf_counter()
    for k in range(500):
        varma.search(field, f"seed {k}")
    searched = perf_counter() - start
    print(f"\nrestricted draw of 24 players: {envelopes * 2:.2f} ms by envelopes; the general search takes")
    print(f"{searched / envelopes:.1f} times as long")
