"""Nothing that was acknowledged is ever lost: killed workers, a full disk, a damaged file, many desks at once.

Each test runs real processes on a real database file or server, outside pytest's own database.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from tests.postgres import server

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
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(disk)], capture_output=True)
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
