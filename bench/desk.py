"""The desk: what its pages cost, replay of a large journal, one more result with new standings, the register of 1.6
million players."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from typing import Any

PAGES = (139, 1001)  # odd fields: somebody has the bye
PLAYERS = int(os.environ.get("ARBITRO_BENCH_PLAYERS", "1600000"))


def run() -> None:
    """Each part runs in a process of its own, on a database of its own."""
    with tempfile.TemporaryDirectory(prefix="arbitro-bench-") as folder:
        environment = os.environ | {"ARBITRO_DATA": folder, "DATABASE_URL": f"sqlite:///{folder}/bench.sqlite3"}
        environment.pop("DJANGO_SETTINGS_MODULE", None)
        for part in ("pages", "journal", "register"):
            subprocess.run([sys.executable, "-m", "bench.desk", part, folder], env=environment, check=True)


def costs(url: str = "") -> None:
    """The table of the pages alone, as `bench site` prints it too."""
    with tempfile.TemporaryDirectory(prefix="arbitro-bench-") as folder:
        environment = os.environ | {"ARBITRO_DATA": folder, "DATABASE_URL": url or f"sqlite:///{folder}/bench.sqlite3"}
        environment.pop("DJANGO_SETTINGS_MODULE", None)
        subprocess.run([sys.executable, "-m", "bench.desk", "pages", folder], env=environment, check=True)


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


def pages() -> None:
    """Processor time of the site for what an arbiter does all day: the median of several, after a first one."""
    os.environ |= {"DJANGO_SETTINGS_MODULE": "arbitro.web.settings", "ARBITRO_BACKUP_MINUTES": "0"}  # no copies beside
    import django

    django.setup()
    from django.core.management import call_command
    from django.test import Client
    from django.urls import reverse

    from arbitro.desk import store
    from arbitro.desk.accounts import create_user, set_role
    from arbitro.desk.commands import Role
    from arbitro.desk.demo import make

    call_command("migrate", verbosity=0)
    ana = create_user("ana", "the-rook-on-the-seventh")
    client = Client(headers={"accept-language": "en"}, HTTP_HOST="localhost")
    client.force_login(ana)
    spent: dict[str, list[str]] = {}

    def measure(what: str, ask: Callable[[], Any], times: int = 5) -> None:
        took = []
        for _time in range(times):
            begin = time.thread_time()  # not what other threads do meanwhile: the day's look for a new rating list
            answer = ask()
            took.append(time.thread_time() - begin)
            assert answer.status_code in (200, 302), (what, answer.status_code)
        size = f"{len(answer.content) / 1024:4.0f} KB" if answer.content else ""
        best = statistics.median(took[1:] if times > 1 else took)
        spent.setdefault(what, []).append(f"{1000 * best:7.1f} ms {size:>8}")

    def day(players: int) -> None:
        section = make(players=players, rounds=9, played=5, open_boards=0.5, slug=f"pages-{players}")
        set_role(section.event, ana, Role.OWNER, by=Role.OWNER)
        current = store.state_of(section.pk).rounds[-1]
        boards = iter([n for n, b in current.boards.items() if not b.finished])

        def url(name: str, *args: object) -> str:
            return reverse(name, args=[section.event.slug, section.slug, *args])

        def save() -> Any:
            fields = {"result": f"{next(boards)} 1-0", "expected": store.state_of(section.pk).number}
            return client.post(url("desk-board", current.number), fields, headers={"Accept": "application/json"})

        measure("save a result", save, 12)
        pages = {"round": [current.number], "players": [], "check-in": [], "norms": [], "journal": []}
        for name, args in pages.items():
            measure(f"{name} page", partial(client.get, url(f"desk-{name}", *args)))
        for n in boards:
            store.execute(section.pk, "result", {"board": n, "result": "0-1"}, who="ana", role=Role.OWNER)
        measure("pair", partial(client.post, url("desk-do", "pair")), 1)
        measure("draft page", partial(client.get, url("desk-pair")))

    for players in PAGES:
        day(players)
    print(f"{'processor time':>16}" + "".join(f"{n:>14} players" for n in PAGES))
    for what, figures in spent.items():
        print(f"{what:>16}" + "".join(f"{figure:>22}" for figure in figures))


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
    {"journal": journal, "pages": pages, "register": lambda: register(sys.argv[2])}[sys.argv[1]]()
