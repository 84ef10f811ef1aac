"""The desk: replay of a large journal, one more result with new standings, the register of 1.6 million players."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time

PLAYERS = int(os.environ.get("ARBITRO_BENCH_PLAYERS", "1600000"))


def run() -> None:
    """Each part runs in a process of its own, on a database of its own."""
    with tempfile.TemporaryDirectory(prefix="arbitro-bench-") as folder:
        environment = os.environ | {"ARBITRO_DATA": folder, "DATABASE_URL": f"sqlite:///{folder}/bench.sqlite3"}
        environment.pop("DJANGO_SETTINGS_MODULE", None)
        for part in ("journal", "register"):
            subprocess.run([sys.executable, "-m", "bench.desk", part, folder], env=environment, check=True)


def journal() -> None:
    from arbitro import desk

    desk.setup()
    from arbitro.desk import store
    from arbitro.desk.commands import Role
    from arbitro.desk.demo import make
    from arbitro.desk.fold import replay
    from arbitro.desk.snapshot import snapshot
    from arbitro.standings import standings

    print(f"{'players x rounds':>18} {'entries':>8} {'replay s':>9} {'µs/entry':>9}")
    sizes = {}
    for players in (500, 2000):
        section = make(players=players, rounds=11, played=11, open_boards=0.2, slug=f"bench-{players}").pk
        entries = store.entries(section)
        begin = time.perf_counter()
        replay(entries)
        sizes[players] = time.perf_counter() - begin
        spent = sizes[players]
        print(f"{players:>12} x 11   {len(entries):>8} {spent:>9.2f} {1e6 * spent / len(entries):>9.1f}")
    print(f"four times the players: {sizes[2000] / sizes[500]:.1f} times the time")
    state = store.state_of(section)
    event = store.tournament_of(section)
    names = ("BH/C1", "BH", "SB")
    standings(event, names)
    appended, ranked, rebuilt = [], [], []
    open_boards = [n for n, b in state.rounds[-1].boards.items() if not b.finished][:40]
    for board in open_boards:
        begin = time.perf_counter()
        store.execute(section, "result", {"board": board, "result": "1-0"}, who="bench", role=Role.OWNER)
        event = store.tournament_of(section)
        appended.append(time.perf_counter() - begin)
        standings(event, names)
        ranked.append(time.perf_counter() - begin)
    begin = time.perf_counter()
    snapshot(store.state_of(section))
    rebuilt.append(time.perf_counter() - begin)
    print(
        f"one more result at 2,000 x 11: written and snapshot {1000 * statistics.median(appended):.1f} ms, "
        f"with new standings ({', '.join(names)}) {1000 * statistics.median(ranked):.1f} ms; "
        f"a full snapshot costs {rebuilt[0] / statistics.median(appended):.1f} times as much as one more result"
    )


def register(folder: str) -> None:
    from pathlib import Path

    from arbitro import desk

    desk.setup()
    from arbitro.desk.register import replace_all, rows_of, search
    from arbitro.files.rating_list import read
    from bench._rating_list import write_text

    path = Path(folder) / "list.txt"
    write_text(path, PLAYERS)
    begin = time.perf_counter()
    count = replace_all(rows_of(read(path)))
    spent = time.perf_counter() - begin
    print(f"register: {count:,} players imported in {spent:.0f} s ({count / spent:,.0f} a second)")
    path.unlink()
    from arbitro.desk.models import RegisteredPlayer

    sample = list(RegisteredPlayer.objects.order_by("?").values_list("name", flat=True)[:40])
    times = []
    for name in sample:
        parts = name.replace(",", " ").split()
        for query in (parts[0][:3], parts[0], f"{parts[-1][:3]} {parts[0][:4]}", parts[0][:3] + " a"):
            begin = time.perf_counter()
            search(query)
            times.append(time.perf_counter() - begin)
    times.sort()
    print(
        f"search ({len(times)} queries): median {1000 * times[len(times) // 2]:.1f} ms, "
        f"p95 {1000 * times[int(0.95 * len(times))]:.1f} ms, worst {1000 * times[-1]:.1f} ms"
    )


if __name__ == "__main__":
    journal() if sys.argv[1] == "journal" else register(sys.argv[2])
