"""The Swiss systems besides the Dutch one: seconds per round, by size, beside the Dutch system in the same run.

Each tournament is made by the system itself; then every round from the second on is paired again with the clock on.
Team Swiss has a quarter as many teams, of four boards.
"""

from __future__ import annotations

from time import perf_counter

from arbitro.model import System, Tournament
from arbitro.swiss import next_round
from arbitro.swiss.generator import Recipe, generate

SIZES = (250, 1000)
ROUNDS = 7
SYSTEMS = (
    (System.DUTCH, "2017"),
    (System.DUBOV, "2017"),
    (System.DUBOV, "2026"),
    (System.BURSTEIN, "2017"),
    (System.BURSTEIN, "2026"),
    (System.LIM, "2017"),
    (System.CLUB, "2017"),
    (System.DOUBLE, "2026"),
    (System.TEAM, "2026"),
)


def seconds(tournament: Tournament) -> list[float]:
    """How long each round from the second on takes to pair."""
    times = []
    for k in range(2, tournament.rounds_paired + 1):
        before = tournament.before_pairing(k)
        start = perf_counter()
        next_round(before)
        times.append(perf_counter() - start)
    return times


def run() -> None:
    sizes = "".join(f"{f'{n}: mean':>12} {'worst s':>9}" for n in SIZES)
    print(f"{'system':<10} {'edition':<8}{sizes}{'/ Dutch':>9}")
    dutch = 0.0
    for system, edition in SYSTEMS:
        line = f"{system.value:<10} {edition:<8}"
        mean = 0.0
        for n in SIZES:
            recipe = Recipe(
                players=n, rounds=ROUNDS, seed=1, system=system, edition=edition, half_point_byes=0.01, forfeits=0.01
            )
            times = seconds(generate(recipe))
            mean = sum(times) / len(times)
            line += f"{mean:>12.3f} {max(times):>9.3f}"
        dutch = dutch or mean
        print(f"{line}{mean / dutch:>9.1f}", flush=True)
