"""`arbitro engine` as other programs call it, a process for each round: processor time from start to end.

Beside it what an empty process of Python takes, to compare machines by. `python -X importtime -c "import
arbitro.cli.drop_in"` shows where the start goes.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from statistics import median

from arbitro.files import trf
from arbitro.swiss.generator import Recipe, generate

RUNS = 40
ENV = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}  # compiled once, kept
CALL = "from arbitro.cli import main; main()"


def spent(*words: str) -> list[float]:
    """Milliseconds of processor, system's included, of each run of a process, the quickest first."""
    found = []
    for _run in range(RUNS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(
            [sys.executable, *words], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=ENV
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        found.append(1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime))
    return sorted(found)


def run() -> None:
    event = generate(Recipe(players=100, rounds=5, seed=3, edition="2026"))
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "open.trf")
        file.write_text(trf.write(replace(event, planned_rounds=9), 16), encoding="utf-8")
        subprocess.run([sys.executable, "-c", CALL, "--dutch", file, "-p"], check=True, stdout=subprocess.DEVNULL)
        print(f"{'process':34} {'least ms':>9} {'median':>7}")
        for name, words in (
            ("Python alone", ("-c", "pass")),
            (
                "the engine's modules",
                ("-c", "from arbitro.cli import start_lean; start_lean(); import arbitro.cli.drop_in"),
            ),
            ("round 6 of 100 players", ("-c", CALL, "--dutch", str(file), "-p")),
        ):
            times = spent(*words)
            print(f"{name:34} {times[0]:9.0f} {median(times):7.0f}")
