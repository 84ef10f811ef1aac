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

from arbitro.ratings.change import RatedGame, development, period_change, sheet
from arbitro.ratings.period import RESULTS
from arbitro.ratings.rules import rules_of
from arbitro.titles import norms
from bench._federation import games, players
from bench._open import open_tournament

LIMIT_SECONDS, LIMIT_GIGABYTES = 90, 4


def plain_loop(list_file: Path, games_file: Path) -> int:
    """The same changes of rated players with dicts and the room's plain functions; how many games were rated."""
    rules = rules_of("2022")
    with list_file.open(newline="") as stream:
        people = {row["id"]: row for row in csv.DictReader(stream)}
    ratings = {identity: int(row["rating"]) for identity, row in people.items()}
    events: dict[str, dict[str, list[RatedGame]]] = {}
    counted = 0
    with games_file.open(newline="") as stream:
        for row in csv.DictReader(stream):
            score = RESULTS.get(row["result"])
            white, black = row["white"], row["black"]
            if score is None or white not in ratings or black not in ratings:
                continue
            counted += 1
            for me, other, points in ((white, black, score), (black, white, 10 - score)):
                if ratings[me] and ratings[other]:
                    game = RatedGame(ratings[other], points)  # type: ignore[arg-type]
                    events.setdefault(me, {}).setdefault(row["event"], []).append(game)
    for identity, mine in events.items():
        row, rating = people[identity], ratings[identity]
        k = development(
            rules,
            rating,
            published_max=int(row["max_rating"]),
            games=int(row["games"]),
            birth_year=int(row["birth_year"]),
            year=2023,
        ).k
        deltas = [(len(list_), sum(line.delta for line in sheet(rating, list_, rules.cap))) for list_ in mine.values()]
        period_change(rules, rating, k, deltas)
    return counted


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
        plain_loop(list_file, games_file)
        loop = time.perf_counter() - start
    print(f"rate-period: {n_players:,} players, {n_games:,} games")
    print("| way | seconds | peak memory | ratio |")
    print("|---|---:|---:|---:|")
    print(
        f"| arbitro rate-period (limit {LIMIT_SECONDS} s, {LIMIT_GIGABYTES} GB) | {seconds:.1f} | {gigabytes:.2f} GB | 1 |"
    )
    print(f"| plain Python loop (changes of rated players only) | {loop:.1f} | | {loop / seconds:.1f} |")

    event = open_tournament(300, 9, step=2.5)
    start = time.perf_counter()
    found = norms(event)
    seconds = time.perf_counter() - start
    made = sum(norm.achieved for norm in found)
    print("\n| norms, 300 players, 9 rounds (limit 2 s) | seconds | verdicts | norms |")
    print("|---|---:|---:|---:|")
    print(f"| with forecast and every requirement | {seconds:.2f} | {len(found)} | {made} |")
