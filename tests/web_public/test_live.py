"""Streams on real sockets: told at once, let go at once, nothing left open; a slow reader holds nobody up."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest

from arbitro.web import addresses
from arbitro.web.addresses import is_local, lan_address, reachable
from arbitro.web.live import written
from tests.postgres import connections, crashed
from tests.postgres import server as postgres
from tests.web_public.server import PREPARE, RESULT, environment, run, worker

BASE = "/e/demo/a"

LISTENERS = 300
TOKEN = """
from arbitro.desk import store
from arbitro.desk.commands import Role
from arbitro.desk.models import Event, Section
from arbitro.desk.tokens import make_token
print(store.last_number(Section.objects.get().pk), make_token(Event.objects.get(), "t", Role.CHIEF, by=Role.OWNER))
"""

SECOND = """
from arbitro import desk
desk.setup()
from arbitro.desk.commands import Role
from arbitro.desk.events import create_section
from arbitro.desk.models import Event
for name in ("B", "Hidden"):
    settings = {"name": name, "rounds": 5, "public": name == "B"}
    create_section(Event.objects.get(), settings, who="t", role=Role.OWNER, slug=name.lower())
"""
REMARK = RESULT.replace(".get().pk", ".get(slug=sys.argv[1]).pk").replace(
    "sys.argv[1], eval(sys.argv[2])", "'remark', {'about': '', 'text': 'x'}"
)
CLOSE = REMARK.replace("'remark', {'about': '', 'text': 'x'}", "'configure', {'changes': {'public': False}}")


def lines_of(port: int, many: int, address: str = f"{BASE}/stream", sign: bytes = b"data: ") -> list[socket.socket]:
    """So many open streams, each of which has had its first word."""
    lines = []
    for _i in range(many):
        line = socket.create_connection(("127.0.0.1", port), timeout=30)
        line.sendall(f"GET {address} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        lines.append(line)
    for line in lines:
        until(line, sign)
    return lines


def until(line: socket.socket, sign: bytes) -> bytes:
    heard, end = b"", time.monotonic() + 60
    while sign not in heard:
        part = line.recv(4096)
        assert part and time.monotonic() < end, heard
        heard += part
    return heard


def open_files(pid: int) -> int:
    return len(os.listdir(f"/proc/{pid}/fd"))


def threads(pid: int) -> int:
    return len(os.listdir(f"/proc/{pid}/task"))


def settled(measure, wanted, seconds=20.0):
    """The measure once it has come down to what is wanted, or as it is when the time is over."""
    end = time.monotonic() + seconds
    while measure() > wanted and time.monotonic() < end:
        time.sleep(0.1)
    return measure()


def test_a_listener_costs_one_descriptor_and_no_thread(tmp_path):
    env = environment(tmp_path)
    run(PREPARE, env=env)
    with worker(env) as made:
        made.get(f"{BASE}/")
        pid = made.pid
        files, work = open_files(pid), threads(pid)
        lines = lines_of(made.port, LISTENERS)
        assert open_files(pid) - files <= LISTENERS + 10
        assert threads(pid) <= work + 2
        number = int(run(RESULT, "remark", "{'about': '', 'text': 'told to all'}", env=env))
        for line in lines:
            until(line, f"data: {number}\n".encode())
        for line in lines:
            line.close()
        assert settled(lambda: open_files(pid), files + 5) <= files + 5


@pytest.mark.parametrize("address", [f"{BASE}/round/2/games.ndjson", "/api/tournaments/demo/a/changes.ndjson"])
def test_a_reader_of_lines_costs_no_thread_and_leaves_nothing_open(tmp_path, address):
    """Games in play and changes for programs stay open as streams do; Django's thread would stay with each."""
    env = environment(tmp_path)
    run(PREPARE, env=env)
    with worker(env) as made:
        made.get(f"{BASE}/")
        assert made.get(address.replace("demo/a", "no/such")).status == 404
        for line in lines_of(made.port, 10, address, b"x-ndjson"):  # the front's threads have begun
            line.close()
        pid = made.pid
        assert settled(lambda: int(made.get("/metrics").text.split("\narbitro_listeners ")[1].split()[0]), 0) == 0
        files, work = open_files(pid), threads(pid)
        lines = lines_of(made.port, 60, address, b"x-ndjson")
        assert "arbitro_listeners 60\n" in made.get("/metrics").text
        assert open_files(pid) - files <= 60 + 10
        assert threads(pid) <= work + 5
        for line in lines:
            line.close()
        assert settled(lambda: open_files(pid), files + 5) <= files + 5


def test_one_stream_tells_of_several_tournaments(tmp_path):
    """Seven tabs with seven tournaments have one line: a browser allows six to a host."""
    env = environment(tmp_path)
    run(PREPARE, env=env)
    run(SECOND, env=env)
    with worker(env) as made:
        (line,) = lines_of(made.port, 1, "/stream?of=demo%2Fa,demo/b,no/such,demo/hidden")
        number = int(run(REMARK, "b", env=env))
        heard = until(line, f"data: demo/b {number}\n".encode())
        heard += until(line, f"data: demo/a {int(run(REMARK, 'a', env=env))}\n".encode())
        assert b"hidden" not in heard
        assert "arbitro_listeners 1\n" in made.get("/metrics").text
        run(CLOSE, "b", env=env)
        until(line, b"0\r\n\r\n")  # one of them is private now: the browser asks anew, for what it may hear
        line.close()
        (line,) = lines_of(made.port, 1, "/stream?of=demo/a,demo/b")
        until(line, f"data: demo/a {int(run(REMARK, 'a', env=env))}\n".encode())
        line.close()
        assert made.get("/stream?of=demo/b").status == 404
        assert made.get("/stream").status == 404


def test_a_private_tournament_ends_its_streams_and_lets_nobody_listen(tmp_path):
    env = environment(tmp_path)
    run(PREPARE, env=env)
    with worker(env) as made:
        (line,) = lines_of(made.port, 1)
        run(RESULT, "configure", "{'changes': {'public': False}}", env=env)
        until(line, b"0\r\n\r\n")  # the end of a chunked answer
        assert made.get(f"{BASE}/stream").status == 404
        assert made.get("/e/no/such/stream").status == 404


def test_health_needs_no_host_name_and_figures_are_for_the_machine_itself(tmp_path):
    env = environment(tmp_path) | {"ARBITRO_HOSTS": "chess.example"}
    run(PREPARE, env=env)
    with worker(env) as made:
        assert made.get("/health", Host="nobody.example").text == "alive\n"
        assert made.get("/health/ready").text == "ready\n"
        with made.stream(f"{BASE}/stream") as numbers:
            next(numbers)
            figures = made.get("/metrics").text
        assert "arbitro_listeners 1\n" in figures
        assert 'arbitro_requests_total{status="200"}' in figures
        assert made.get("/metrics", X_Forwarded_For="203.0.113.9").status in (400, 404)


@pytest.mark.postgres
def test_the_database_crashes_and_is_back_within_five_seconds_of_its_return_under_load(tmp_path):
    """Streams stay open, pages say 503; when it is back all is answered by itself, and what is written is told."""
    with postgres() as url:
        env = environment(tmp_path, url) | {"ARBITRO_POOL": "4"}
        number, token = run(PREPARE + TOKEN, env=env).split()
        stop = threading.Event()
        with worker(env) as made, ThreadPoolExecutor(4) as readers, ExitStack() as at_the_end:
            at_the_end.callback(stop.set)  # whatever fails: nobody waits for readers that go on
            lines = lines_of(made.port, 150)
            assert connections(url) <= 4 + 2

            def read(seed: int) -> set[int]:
                statuses, n = set(), seed
                while not stop.is_set():
                    n += 4
                    statuses.add(made.get(f"{BASE}/player/{n % 14 + 1}?n={n}").status)
                return statuses

            asked = [readers.submit(read, seed) for seed in range(4)]
            with crashed(url):
                assert settled(lambda: made.get("/health/ready").status == 200, 0, 30.0) is False
                assert settled(lambda: made.get(f"{BASE}/?down={time.monotonic()}").status == 200, 0, 30.0) is False
                assert made.get("/health").status == 200
            # No clock of a busy machine: a page waits at most five seconds for a connection, then it says 503.
            assert 200 in [made.get(f"{BASE}/?back={attempt}").status for attempt in range(2)]
            body = {"arguments": {"about": "", "text": "after"}, "why": "t"}
            assert made.post(f"/api/tournaments{BASE.removeprefix('/e')}/commands/remark", body, token) == 200
            for line in lines:
                until(line, f"data: {int(number) + 1}\n".encode())
            stop.set()
            assert {status for one in asked for status in one.result()} <= {200, 503}
            assert settled(lambda: connections(url), 4 + 2) <= 4 + 2
            for line in lines:
                line.close()


@pytest.mark.postgres
def test_two_servers_start_at_once_on_an_empty_database(tmp_path):
    with postgres() as url:
        env = environment(tmp_path, url)
        code = "from arbitro import desk; desk.setup(); print('ready')"
        both = [
            subprocess.Popen([sys.executable, "-c", code], env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            for _i in range(2)
        ]
        for process in both:
            out, err = process.communicate(timeout=120)
            assert out.decode().strip() == "ready", err.decode()[-1500:]


def test_a_program_older_than_its_database_says_so(tmp_path):
    env = environment(tmp_path)
    run("from arbitro import desk; desk.setup()", env=env)
    newer = (
        "from arbitro import desk; desk.setup()\n"
        "from django.db.migrations.recorder import MigrationRecorder\nfrom django.db import connection\n"
        "MigrationRecorder(connection).record_applied('desk', '9999_from_the_future')"
    )
    run(newer, env=env)
    done = subprocess.run(
        [sys.executable, "-m", "arbitro", "event", "list", "--lang", "en"], env=env, capture_output=True, text=True
    )
    assert done.returncode
    assert "older than its database (desk 9999_from_the_future)" in done.stderr


def test_a_slow_reader_is_left_for_later_and_loses_nothing():
    async def at_once() -> None:
        return

    async def later() -> None:
        await asyncio.sleep(1)
        raise AssertionError("never runs")

    async def gone() -> None:
        raise ConnectionResetError

    async def look() -> list[bool]:
        return [written(at_once()), written(gone()), written(later())]

    with ThreadPoolExecutor(1) as apart:  # a browser test may have left a loop running in this thread
        assert apart.submit(asyncio.run, look()).result() == [True, True, False]


@pytest.mark.parametrize(
    ("host", "local"), [("localhost", True), ("127.0.0.1", True), ("::1", True), ("0.0.0.0", True)]
)
def test_addresses_for_others_are_never_localhost(host, local):
    assert is_local(host) is local
    assert not is_local("192.168.1.7")
    assert not is_local("chess.example")


def test_the_cards_of_the_machine_are_known_where_no_router_is(monkeypatch):
    """A laptop that is the hall's hotspot has no way out, and an address that phones reach."""
    assert "127.0.0.1" in addresses.own_addresses()
    monkeypatch.setattr(socket.socket, "connect", unreachable)
    assert lan_address() == next((a for a in addresses.own_addresses() if not is_local(a)), "127.0.0.1")


def unreachable(*_args: object) -> None:
    raise OSError("no route")


def test_the_address_of_a_site_for_the_hall_can_be_reached(settings, monkeypatch):
    assert "0.0.0.0" not in reachable("0.0.0.0", 8000)
    assert reachable("chess.example", 80) == "http://chess.example:80/"
    assert reachable("::1", 80) == "http://localhost:80/"
    settings.SERVER, settings.HOSTS = True, ["chess.example"]
    assert reachable("127.0.0.1", 8000) == "https://chess.example/"
    monkeypatch.setenv("ARBITRO_ADDRESS", "http://chess.local")
    assert reachable("0.0.0.0", 8000) == "http://chess.local/"
