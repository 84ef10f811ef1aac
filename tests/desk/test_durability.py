"""Nothing that was acknowledged is ever lost: killed workers, a full disk, a damaged file, many desks at once.

Each test runs real processes on a real database file or server, outside pytest's own database.
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.postgres import connections, server
from tests.web_public.server import environment, worker
from tests.web_public.server import run as served

PRELUDE = """
import json, os, random, signal, sys, time
from arbitro import desk
desk.setup()
from django.db import connection, connections
from arbitro.desk import store
from arbitro.desk.commands import Role
from arbitro.desk.events import create_event, create_section
from arbitro.desk.fold import replay

def open_event(players, rounds=9):
    event = create_event("Durable")
    section = create_section(event, {"name": "Durable", "rounds": rounds}, who="t", role=Role.OWNER).pk
    give(section, "enter", players=[{"name": f"P{i}", "rating": 2600 - i} for i in range(players)])
    give(section, "number")
    give(section, "lots", sentence="x")
    give(section, "pair")
    give(section, "publish")
    return section

def give(section, name, expected=None, **args):
    me = str(os.getpid())
    return store.execute(section, name, args, who=me, role=Role.OWNER, confirm=4, why="t", expected=expected)

def verify(section):
    entries = store.entries(section)
    assert [e.number for e in entries] == list(range(1, len(entries) + 1)), "a gap in the numbers"
    live = store.state_of(section)
    assert replay(entries) == live, "the live state is not the replay"
    return entries
"""


def run(code: str, url: str, folder: Path, timeout: int = 900) -> dict[str, object]:
    """Run a script in a process of its own; its last line is JSON."""
    environment = os.environ | {"DATABASE_URL": url, "ARBITRO_DATA": str(folder), "ARBITRO_BACKUP_MINUTES": "0"}
    environment.pop("DJANGO_SETTINGS_MODULE", None)
    done = subprocess.run(
        [sys.executable, "-c", PRELUDE + textwrap.dedent(code)],
        capture_output=True,
        text=True,
        env=environment,
        timeout=timeout,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout.strip().splitlines()[-1])


def test_a_worker_killed_200_times_loses_no_acknowledged_result(tmp_path):
    answer = run(
        """
        random.seed(7)
        section = open_event(800)
        signs = ["1-0", "0-1", "½-½"]
        acknowledged, kills = [], 0
        while kills < 200:
            store.state_of(section)
            connections.close_all()
            read, write = os.pipe()
            child = os.fork()
            if child == 0:
                os.close(read)
                rng = random.Random(kills)
                while True:
                    board, sign = rng.randint(1, 400), rng.choice(signs)
                    try:
                        entry = give(section, "result", board=board, result=sign)
                    except desk_refused:
                        continue
                    os.write(write, f"{entry.number} {board} {entry.payload['white']}\\n".encode())
            os.close(write)
            with os.fdopen(read) as pipe:
                text = "".join(pipe.readline() for _ in range(random.randint(0, 2) if kills % 2 else 0))
                time.sleep(random.uniform(0.0, 0.01 if kills % 2 else 0.08))  # while it writes, or while it starts
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)
                text += pipe.read()
            acknowledged += [line.split() for line in text.splitlines(keepends=True) if line.endswith("\\n")]
            kills += 1
        store.forget()
        entries = {e.number: e for e in verify(section)}
        for number, board, white in acknowledged:
            entry = entries[int(number)]
            assert (entry.payload["board"], entry.payload["white"]) == (int(board), white)
        print(json.dumps({"kills": kills, "acknowledged": len(acknowledged), "entries": len(entries)}))
        """.replace("desk_refused", "__import__('arbitro.errors').errors.Refused"),
        f"sqlite:///{tmp_path}/crash.sqlite3",
        tmp_path,
    )
    assert answer["kills"] == 200
    assert answer["acknowledged"] > 100
    assert answer["entries"] >= answer["acknowledged"]


CONCURRENT = """
    section = open_event(64)
    boards = 32
    start = store.state_of(section).number
    connections.close_all()
    children, pipes = [], []
    for worker in range(8):
        read, write = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(read)
            store.forget()
            rng = random.Random(worker)
            report = []
            for board in rng.sample(range(1, boards + 1), boards):
                sign = rng.choice(["1-0", "0-1", "½-½"])
                try:
                    entry = give(section, "result", expected=start, board=board, result=sign)
                    report.append(["written", board, entry.payload["white"], entry.number])
                except (store.Conflict, __import__("arbitro.desk.commands.results").desk.commands.results.Unchanged):
                    report.append(["told", board, sign, 0])
            os.write(write, json.dumps(report).encode())
            os._exit(0)
        os.close(write)
        children.append(child)
        pipes.append(read)
    reports = []
    for child, pipe in zip(children, pipes):
        with os.fdopen(pipe) as stream:
            reports += json.loads(stream.read())
        os.waitpid(child, 0)
    store.forget()
    entries = {e.number: e for e in verify(section)}
    written = [r for r in reports if r[0] == "written"]
    assert len({r[1] for r in written}) == len(written) == boards, "one result per board"
    for _kind, board, white, number in written:
        assert (entries[number].payload["board"], entries[number].payload["white"]) == (board, white)
    assert store.state_of(section).rounds[0].missing == 0
    print(json.dumps({"written": len(written), "told": len(reports) - len(written)}))
"""


def test_eight_desks_at_once_on_sqlite(tmp_path):
    answer = run(CONCURRENT, f"sqlite:///{tmp_path}/many.sqlite3", tmp_path)
    assert answer == {"written": 32, "told": 7 * 32}


@pytest.mark.postgres
def test_eight_desks_at_once_on_postgresql(tmp_path):
    with server() as url:
        answer = run(CONCURRENT, url, tmp_path)
    assert answer == {"written": 32, "told": 7 * 32}


def test_a_full_disk_is_said_and_costs_nothing_else(tmp_path):
    """SQLite is given a fixed number of pages: the same error as a disk with no room left."""
    answer = run(
        """
        section = open_event(100)
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA page_count")
            pages = cursor.fetchone()[0]
            cursor.execute(f"PRAGMA max_page_count = {pages + 6}")
        from arbitro.errors import ArbitroError
        written, message = 0, ""
        for i in range(2000):
            try:
                give(section, "incident", text="x" * 500, kind=f"k{i}")
                written += 1
            except ArbitroError as error:
                message = str(error)
                break
        connections.close_all()
        store.forget()
        entries = verify(section)
        kept = sum(e.kind == "incident" for e in entries)
        give(section, "result", board=1, result="1-0")
        print(json.dumps({"written": written, "kept": kept, "message": message}))
        """,
        f"sqlite:///{tmp_path}/full.sqlite3",
        tmp_path,
    )
    assert answer["written"] == answer["kept"] > 0
    assert "Nothing was written" in str(answer["message"])


def test_a_really_full_file_system(tmp_path):
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(disk)], capture_output=True)
    if mounted.returncode != 0:
        test_a_full_disk_is_said_and_costs_nothing_else(tmp_path)  # no right to mount: the same by page count
        return
    try:
        answer = run(
            """
            section = open_event(100)
            from arbitro.errors import ArbitroError
            written, message = 0, ""
            for i in range(5000):
                try:
                    give(section, "incident", text="x" * 500, kind=f"k{i}")
                    written += 1
                except ArbitroError as error:
                    message = str(error)
                    break
            connections.close_all()
            store.forget()
            kept = sum(e.kind == "incident" for e in verify(section))
            print(json.dumps({"written": written, "kept": kept, "message": message}))
            """,
            f"sqlite:///{disk}/arbitro.sqlite3",
            tmp_path,
        )
    finally:
        subprocess.run(["umount", str(disk)], check=True)
    assert answer["written"] == answer["kept"] > 0
    assert answer["message"]


def test_a_truncated_write_ahead_log_costs_only_what_it_held(tmp_path):
    """A torn last page: the entries before it are there, the numbers have no gap."""
    database = tmp_path / "torn.sqlite3"
    url = f"sqlite:///{database}"
    run(
        """
        section = open_event(40)
        connections.close_all()
        child = os.fork()
        if child == 0:
            for board in range(1, 21):
                give(section, "result", board=board, result="1-0")
            os.kill(os.getpid(), signal.SIGKILL)
        os.waitpid(child, 0)
        os._exit(0) if print(json.dumps({"section": section}), flush=True) else os._exit(0)
        """,
        url,
        tmp_path,
    )
    wal = Path(f"{database}-wal")
    size = wal.stat().st_size
    assert size > 4096
    with wal.open("r+b") as stream:
        stream.truncate(size - 1000)
    answer = run(
        """
        from arbitro.desk.models import Section
        section = Section.objects.get().pk
        entries = verify(section)
        results = sum(e.kind == "result" for e in entries)
        give(section, "tick", item="after")
        print(json.dumps({"results": results}))
        """,
        url,
        tmp_path,
    )
    assert answer["results"] == 19


# -- PostgreSQL: workers killed, the server brought down


def server_processes(url: str) -> list[int]:
    """The processes of the server that serve a connection."""
    folder = url.partition("host=")[2]
    postmaster = Path(folder, "data", "postmaster.pid").read_text().split()[0]
    listed = subprocess.run(["ps", "-o", "pid=,args=", "--ppid", postmaster], capture_output=True, text=True).stdout
    return [int(line.split()[0]) for line in listed.splitlines() if "arbitro arbitro" in line]


KILLED = """
    import select
    from django.db import DatabaseError, InterfaceError
    from arbitro.errors import ArbitroError
    random.seed(11)
    section = open_event(200)
    acknowledged, kills = [], 0

    def worker(write, seed):
        rng = random.Random(seed)
        store.forget()
        while True:
            board, sign = rng.randint(1, 100), rng.choice(["1-0", "0-1", "½-½"])
            try:
                entry = give(section, "result", board=board, result=sign)
            except ArbitroError:
                continue
            except (DatabaseError, InterfaceError):
                connections.close_all()
                time.sleep(0.05)
                continue
            os.write(write, f"{entry.number} {board} {entry.payload['white']}\\n".encode())

    def start(seed):
        connections.close_all()
        read, write = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(read)
            worker(write, seed)
        os.close(write)
        return child, read

    workers = [start(n) for n in range(3)]
    texts = []
    while kills < KILLS:
        time.sleep(random.uniform(0.02, 0.3))
        child, read = workers.pop(random.randrange(3))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        with os.fdopen(read) as pipe:
            texts.append(pipe.read())
        kills += 1
        print(f"kill {kills}", flush=True)
        workers.append(start(100 + kills))
    for child, read in workers:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        with os.fdopen(read) as pipe:
            texts.append(pipe.read())
    lines = [line for text in texts for line in text.splitlines(keepends=True) if line.endswith("\\n")]
    store.forget()
    connections.close_all()
    for _attempt in range(100):
        try:
            entries = {e.number: e for e in verify(section)}
            break
        except DatabaseError:
            connections.close_all()
            time.sleep(0.1)
    assert store.broken(section) is None
    for line in lines:
        number, board, white = line.split()
        assert (entries[int(number)].payload["board"], entries[int(number)].payload["white"]) == (int(board), white)
    print(json.dumps({"kills": kills, "acknowledged": len(lines), "entries": len(entries)}))
"""


def killed(kills: int, crashes: int, folder: Path) -> dict[str, int]:
    """Workers killed while they write, and the server itself brought down and up again meanwhile."""
    with server() as url:
        environment = os.environ | {"DATABASE_URL": url, "ARBITRO_DATA": str(folder), "ARBITRO_BACKUP_MINUTES": "0"}
        environment.pop("DJANGO_SETTINGS_MODULE", None)
        code = PRELUDE + textwrap.dedent(KILLED).replace("KILLS", str(kills))
        with subprocess.Popen(
            [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
        ) as process:
            assert process.stdout is not None
            lines = []
            for line in process.stdout:
                lines.append(line)
                if line.startswith("kill ") and int(line.split()[1]) % max(kills // crashes, 1) == 0:
                    for backend in server_processes(url):
                        try:
                            os.kill(backend, signal.SIGKILL)  # the server takes itself down and recovers
                        except ProcessLookupError:  # gone by itself meanwhile: the next one
                            continue
                        break
            assert process.stderr is not None
            errors = process.stderr.read()
        assert process.returncode == 0, errors[-3000:]
    answer: dict[str, int] = json.loads(lines[-1])
    return answer


@pytest.mark.postgres
def test_workers_and_server_killed_on_postgresql_lose_nothing(tmp_path):
    answer = killed(6, 2, tmp_path)
    assert answer["kills"] == 6
    assert answer["acknowledged"] > 5


@pytest.mark.slow
@pytest.mark.postgres
def test_fifty_kills_and_five_crashes_of_the_server_on_postgresql_lose_nothing(tmp_path):
    answer = killed(50, 5, tmp_path)
    assert answer["kills"] == 50
    assert answer["acknowledged"] > 100


# -- an invitation that many take up at once


ADMITTED = """
    from arbitro.desk.accounts import invite, join
    from arbitro.desk.events import create_event
    from arbitro.desk.models import Event, Membership
    from arbitro.errors import ArbitroError
    from django.contrib.auth import get_user_model
    from django.db import DatabaseError
    event = create_event("Open")
    for attempt in range(5):
        secret = invite(event, Role.ARBITER, by=Role.OWNER)
        connections.close_all()
        begin, go = os.pipe()
        children = []
        for n in range(6):
            child = os.fork()
            if child == 0:
                os.close(go)
                connection.ensure_connection()
                os.read(begin, 1)  # all at once, when the other end closes
                try:
                    join(secret, f"person-{attempt}-{n}", "a-long-enough-password")
                except (ArbitroError, DatabaseError):
                    pass
                os._exit(0)
            children.append(child)
        os.close(begin)
        time.sleep(0.5)
        os.close(go)
        for child in children:
            os.waitpid(child, 0)
    print(json.dumps({"members": Membership.objects.count(), "accounts": get_user_model().objects.count()}))
"""


def test_an_invitation_admits_one_of_six_at_once_on_sqlite(tmp_path):
    assert run(ADMITTED, f"sqlite:///{tmp_path}/one.sqlite3", tmp_path) == {"members": 5, "accounts": 5}


@pytest.mark.postgres
def test_an_invitation_admits_one_of_six_at_once_on_postgresql(tmp_path):
    with server() as url:
        assert run(ADMITTED, url, tmp_path) == {"members": 5, "accounts": 5}


# -- a long day


def soak(seconds: int, folder: Path, url: str = "") -> None:
    """A site in a process of its own: visitors read, screens listen and go, a program writes results. Between a third
    of the time and its end there is no thread, descriptor or database connection more, and memory is flat."""
    env = environment(folder, url) | {"ARBITRO_BACKUP_MINUTES": "1"}
    made = """
        section = open_event(64)
        from arbitro.desk.models import Event
        from arbitro.desk.tokens import make_token
        print(json.dumps(make_token(Event.objects.get(), "soak", Role.ARBITER, by=Role.OWNER)))
    """
    token = json.loads(served(PRELUDE + textwrap.dedent(made), env=env))
    stop, asked, faults = threading.Event(), [0, 0, 0], []

    def until_stopped(act: Callable[[random.Random], int], kind: int, seed: int, pause: float) -> None:
        rng = random.Random(seed)
        while not stop.wait(pause):
            try:
                status = act(rng)
            except OSError as error:  # also a line that breaks
                status = f"{error!r}"
            asked[kind] += 1
            if status not in (200, 409, 422):
                faults.append(status)

    with worker(env) as site:

        def visit(rng: random.Random) -> int:
            pages = ["", "standings", "round/1", "players", "table", f"player/{rng.randint(1, 64)}"]
            return site.get(f"/e/durable/durable/{rng.choice(pages)}").status

        def write(rng: random.Random) -> int:
            body = {"arguments": {"board": rng.randint(1, 32), "result": rng.choice(["1-0", "0-1", "½-½"])}}
            return site.post(
                "/api/tournaments/durable/durable/commands/result", body | {"confirm": 4, "why": "t"}, token
            )

        def listen(rng: random.Random) -> int:
            with contextlib.ExitStack() as open_lines:
                streams = [open_lines.enter_context(site.stream("/e/durable/durable/stream")) for _n in range(20)]
                for numbers in streams:
                    next(numbers)
                stop.wait(rng.random())
            return 200

        def size() -> dict[str, int]:
            process = f"/proc/{site.pid}"
            memory = int(Path(process, "statm").read_text().split()[1]) * 4 // 1024
            counts = {
                name: len(os.listdir(f"{process}/{kept}")) for name, kept in (("threads", "task"), ("files", "fd"))
            }
            return counts | {"memory": memory, "connections": connections(url) if url else 0}

        work = [(visit, 0, n, 0.02) for n in range(3)] + [(write, 1, 3, 0.05), (listen, 2, 4, 0.1)]

        def busy(duration: float) -> dict[str, int]:
            """Everybody comes, and leaves: what the site holds afterwards."""
            stop.clear()
            threads = [threading.Thread(target=until_stopped, args=one) for one in work]
            for thread in threads:
                thread.start()
            time.sleep(duration)
            stop.set()
            for thread in threads:
                thread.join()
            time.sleep(2)
            return size()

        early = busy(seconds / 3)
        print(json.dumps({"after": seconds // 3, "asked": asked} | early), flush=True)
        late = busy(seconds * 2 / 3)
        print(json.dumps({"after": seconds, "asked": asked, "faults": faults[:3]} | late), flush=True)
    assert faults == []
    assert min(asked) > seconds // 10
    assert late["threads"] <= early["threads"] + 6  # the pool of threads that answer, and a copy under way
    assert late["files"] <= early["files"] + 6
    assert late["connections"] <= 12
    assert late["memory"] <= early["memory"] + 20


LONG = int(os.environ.get("ARBITRO_SOAK", "600"))  # seconds; 3600 for a whole hour


def test_visitors_and_results_leave_nothing_behind(tmp_path):
    soak(24, tmp_path)


@pytest.mark.slow
def test_a_long_day_of_visitors_and_results_leaves_nothing_behind(tmp_path):
    soak(LONG, tmp_path)


@pytest.mark.slow
@pytest.mark.postgres
def test_a_long_day_of_visitors_and_results_on_postgresql_leaves_nothing_behind(tmp_path):
    with server() as url:
        soak(LONG, tmp_path, url)
