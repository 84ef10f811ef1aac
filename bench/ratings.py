"""A federation's rating period against a plain Python loop over the same games, and the norms of a large open.

`ARBITRO_BENCH_PLAYERS` and `ARBITRO_BENCH_GAMES` make the federation smaller or larger (1,600,000 and 3,000,000).
The period runs as a user runs it: a process of its own that reads two files and writes two.
"""

from __future__ import annotations

import csv
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from arbitro.model.rating_tables import expected_hundredths
from arbitro.ratings.change import development, period_change
from arbitro.ratings.period import RESULTS
from arbitro.ratings.rules import rules_of
from arbitro.titles import norms
from bench._federation import games, players
from bench._open import open_tournament

LIMIT_SECONDS, LIMIT_GIGABYTES = 90, 4


def plain_loop(list_file: Path, games_file: Path) -> dict[str, int]:
    """The changes of rated players by one loop with dicts and a table of 737 numbers, as one would write it."""
    rules = rules_of("2022")
    table = [expected_hundredths(d) for d in range(737)]
    with list_file.open(newline="") as stream:
        people = {row["id"]: row for row in csv.DictReader(stream)}
    ratings = {identity: int(row["rating"]) for identity, row in people.items()}
    played: dict[str, int] = {}
    delta: dict[str, int] = {}
    greatest: dict[tuple[str, str], int] = {}
    with games_file.open(newline="") as stream:
        for row in csv.DictReader(stream):
            score = RESULTS.get(row["result"])
            white, black = row["white"], row["black"]
            if score is None or not ratings.get(white) or not ratings.get(black):
                continue
            difference = ratings[white] - ratings[black]
            for me, d, points in ((white, difference, score), (black, -difference, 10 - score)):
                expected = table[min(d, 736)] if d >= 0 else 100 - table[min(-d, 400)]
                if d > 400:
                    key = (me, row["event"])
                    greatest[key] = max(d, greatest.get(key, 0))
                played[me] = played.get(me, 0) + 1
                delta[me] = delta.get(me, 0) + 10 * points - expected
    for (me, _event), d in greatest.items():  # 8.3.1: the greatest difference of an event counts as 400
        delta[me] += table[min(d, 736)] - table[400]
    changes = {}
    for me, n in played.items():
        person = people[me]
        k = development(
            rules,
            ratings[me],
            published_max=int(person["max_rating"]),
            games=int(person["career_games"]),
            birth_year=int(person["birth_year"]),
            year=2023,
        ).k
        changes[me] = period_change(rules, ratings[me], k, [(n, delta[me])]).rounded
    return changes


def run() -> None:
    n_players = int(os.environ.get("ARBITRO_BENCH_PLAYERS", 1_600_000))
    n_games = int(os.environ.get("ARBITRO_BENCH_GAMES", 3_000_000))
    with tempfile.TemporaryDirectory() as folder:
        list_file, games_file = Path(folder, "list.csv"), Path(folder, "games.csv")
        players(n_players).write_csv(list_file)
        games(n_games, n_players).write_csv(games_file)
        argv = [sys.executable, "-c", "from arbitro.cli import main; main()", "rate-period", str(list_file)]
        argv += [str(games_file), "-o", str(Path(folder, "new.csv")), "--problems", str(Path(folder, "problems.csv"))]
        start = time.perf_counter()
        subprocess.run([*argv, "--date", "2023-06-01", "--json"], check=True, stdout=subprocess.DEVNULL)
        seconds = time.perf_counter() - start
        gigabytes = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024**2
        start = time.perf_counter()
        changes = plain_loop(list_file, games_file)
        loop = time.perf_counter() - start
        with Path(folder, "new.csv").open(newline="") as stream:
            rows = [(row["id"], int(row["change"])) for row in csv.DictReader(stream) if row["period_k"]]
        different = sum(changes.get(identity) != change for identity, change in rows)
    limit = f"limit {LIMIT_SECONDS} s, {LIMIT_GIGABYTES} GB"
    print(f"rate-period: {n_players:,} players, {n_games:,} games")
    print("| way | seconds | peak memory | ratio |")
    print("|---|---:|---:|---:|")
    print(f"| arbitro rate-period, whole period ({limit}) | {seconds:.1f} | {gigabytes:.2f} GB | 1 |")
    print(f"| plain Python loop, rated players only | {loop:.1f} | | {loop / seconds:.1f} |")
    print(f"\n{len(rows):,} changes compared, {different} different")

    event = open_tournament(300, 9, step=2.5)
    start = time.perf_counter()
    found = norms(event)
    seconds = time.perf_counter() - start
    made = sum(norm.achieved for norm in found)
    print("\n| norms, 300 players, 9 rounds (limit 2 s) | seconds | verdicts | norms |")
    print("|---|---:|---:|---:|")
    print(f"| with forecast and every requirement | {seconds:.2f} | {len(found)} | {made} |")
