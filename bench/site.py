"""The public site under load, on loopback: a server of its own with an open of 2,000 players and a round in play.

    first page       from the start of the server to its first page
    unchanged        requests a second for the standings page while nothing happens (64 lines), and answers 304
    changed          how long a visitor waits for the standings page when a result has just been entered
    result to page   from the acknowledged result to the new page in the hands of somebody who listens to the stream
    streams          open event streams while results are entered: the slowest hears it after; what a listener costs,
                     and what is left open when all have gone
    player pages     so many listeners, each on the card of another player: all fresh after one result

`python -m bench site --postgres` uses a private PostgreSQL; `--streams N` sets the number of listeners (5,000).
Load generator and server share the machine's cores; what the server itself used of the processor stands beside each
figure and tells more than the clock where others work on the machine.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from bench import desk

PLAYERS, ROUNDS, RESULTS, CARDS = 2000, 9, 12, 300
STREAMS = 5000
EVENT, SECTION = "bench", "open"
STANDINGS = f"/e/{EVENT}/{SECTION}/standings"


def prepare() -> int:
    """The event in the database of ARBITRO_DATA: all rounds but the last have their results."""
    from arbitro import desk

    desk.setup()
    from arbitro.desk import store
    from arbitro.desk.commands import Role
    from arbitro.desk.events import create_event, create_section
    from arbitro.desk.importing import drafts
    from bench._open import open_tournament

    tournament = open_tournament(PLAYERS, ROUNDS, step=0.7)
    event = create_event("Bench", slug=EVENT)
    section = create_section(event, {"name": "Open", "rounds": ROUNDS}, who="bench", role=Role.OWNER, slug=SECTION)
    journal = list(drafts(tournament))
    last = [d for d in journal if d.payload.get("round") == ROUNDS and d.kind in ("result", "close-round")]
    store.append_all(section.pk, [d for d in journal if not any(d is x for x in last)], who="bench")
    assert store.state_of(section.pk).rounds[-1].missing > RESULTS * 3
    return int(section.pk)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def server(workers: int) -> Iterator[tuple[int, int]]:
    """`arbitro serve` in a process of its own; gives its port and process number."""
    port = free_port()
    command = [
        sys.executable,
        "-c",
        "from arbitro.cli import main; main()",
        "serve",
        "--port",
        str(port),
        "--workers",
        str(workers),
    ]
    began = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _attempt in range(3000):
            with contextlib.suppress(OSError):
                get(port, "/accounts/login")
                break
            time.sleep(0.01)
        else:
            raise RuntimeError("the server did not start")
        took, used = time.perf_counter() - began, processor_seconds(process.pid)
        print(f"first page {took:.2f} s after the start, {used:.2f} s of processor")
        get(port, STANDINGS)
        unchanged(port, 200, seconds=3 + 3 * workers)  # every worker has read the journal and made the page
        yield port, process.pid
    finally:
        process.terminate()
        process.wait(20)


def get(port: int, path: str, **headers: str) -> bytes:
    asked = {"Accept-Encoding": "gzip", "Accept-Language": "en"} | {k.replace("_", "-"): v for k, v in headers.items()}
    with urllib.request.urlopen(urllib.request.Request(f"http://127.0.0.1:{port}{path}", headers=asked)) as answer:
        body: bytes = answer.read()
        return body


def quantile(values: Sequence[float], q: float) -> float:
    return sorted(values)[min(len(values) - 1, int(q * len(values)))]


def processor_seconds(pid: int) -> float:
    """What a process and its children have used of the processors so far (Linux)."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    own = sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return own + sum(processor_seconds(int(child)) for child in children)


class Asker(asyncio.Protocol):
    """One line that asks the same again and again, as light as can be: it shares the server's cores."""

    def __init__(self, request: bytes, status: bytes, until: float) -> None:
        self.request, self.status, self.until = request, status, until
        self.count = self.missing = 0
        self.ended = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        if not self.missing:  # small headers come whole, with the beginning of the body
            head, _end, body = data.partition(b"\r\n\r\n")
            assert head.startswith(self.status), head
            length = re.search(rb"content-length: (\d+)", head)
            self.missing = (int(length[1]) if length else 0) - len(body)
        else:
            self.missing -= len(data)
        if self.missing:
            return
        self.count += 1
        if time.perf_counter() < self.until:
            self.transport.write(self.request)
        else:
            self.transport.close()
            self.ended.set_result(None)


def unchanged(port: int, status: int, *headers: str, seconds: int = 4) -> tuple[float, int]:
    """Requests a second on 64 lines, all answered by `status`, and how many there were; a process of its own asks."""
    text = subprocess.run(
        [sys.executable, "-m", "bench.site", str(port), str(seconds), str(status), *headers],
        capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    return int(text) / seconds, int(text)


async def ask_again(port: int, seconds: float, status: int, headers: Sequence[str]) -> int:
    """How many answers 64 lines had."""
    asked = "\r\n".join(("Host: localhost", "Accept-Encoding: gzip", "Accept-Language: en", *headers))
    request = f"GET {STANDINGS} HTTP/1.1\r\n{asked}\r\n\r\n".encode()
    until = time.perf_counter() + seconds
    loop = asyncio.get_running_loop()
    lines = [Asker(request, f"HTTP/1.1 {status}".encode(), until) for _line in range(64)]
    for line in lines:
        await loop.create_connection(lambda line=line: line, "127.0.0.1", port)
    await asyncio.gather(*(line.ended for line in lines))
    return sum(line.count for line in lines)


def enter(section: int, board: int) -> int:
    """One result, as a desk enters it."""
    from arbitro.desk import store
    from arbitro.desk.commands import Role

    args = {"board": board, "result": "1-0"}
    return store.execute(section, "result", args, who="bench", role=Role.OWNER, confirm=4, why="bench").number


def changed(port: int, section: int, boards: Iterator[int]) -> list[float]:
    """A visitor asks again and again while results come in; only the requests after each change count."""
    waits = []
    for _result in range(RESULTS):
        enter(section, next(boards))
        until = time.perf_counter() + 0.6
        while (start := time.perf_counter()) < until:
            get(port, STANDINGS)
            waits.append(time.perf_counter() - start)
            time.sleep(0.02)
    return waits


class Listener(asyncio.Protocol):
    """One open stream, as light as can be: it shares the server's cores."""

    def __init__(self, heard: dict[int, list[float]]) -> None:
        self.heard = heard

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        transport.write(f"GET /e/{EVENT}/{SECTION}/stream HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())

    def data_received(self, data: bytes) -> None:
        place = data.rfind(b"data: ")
        if place >= 0:
            self.heard[int(data[place + 6 : data.index(b"\n", place)])].append(time.perf_counter())


async def streams(port: int, pid: int, section: int, boards: Iterator[int]) -> None:
    """Seconds until the slowest stream heard of a result; what listeners cost, and what they leave."""
    heard: dict[int, list[float]] = defaultdict(list)
    loop = asyncio.get_running_loop()
    before = weight(pid)
    listeners = []
    for begun in range(STREAMS):
        listeners.append((await loop.create_connection(lambda: Listener(heard), "127.0.0.1", port))[0])
        if begun % 100 == 99:
            await asyncio.sleep(0.02)
    until = time.perf_counter() + 120
    while sum(map(len, heard.values())) < STREAMS:
        if time.perf_counter() > until:
            raise RuntimeError("not all streams began")
        await asyncio.sleep(0.05)
    full = weight(pid)
    used = processor_seconds(pid)
    await asyncio.sleep(5)
    idle = (processor_seconds(pid) - used) / 5
    slowest = []
    used = processor_seconds(pid)
    for _result in range(RESULTS // 2):
        number = await asyncio.to_thread(enter, section, next(boards))
        start = time.perf_counter()
        while len(heard[number]) < STREAMS and time.perf_counter() - start < 20:
            await asyncio.sleep(0.005)
        slowest.append(max(heard[number]) - start if len(heard[number]) == STREAMS else float("inf"))
        await asyncio.sleep(0.3)
    each = (processor_seconds(pid) - used) / (RESULTS // 2)
    for listener in listeners:
        listener.close()
    await asyncio.sleep(5)
    after = weight(pid)
    print(
        f"{STREAMS:,} streams: a result reaches the last one after {1000 * quantile(slowest, 0.5):.0f} ms (median),"
        f" {1000 * max(slowest):.0f} ms at most, for {1000 * each:.0f} ms of processor"
        f" ({1_000_000 * each / STREAMS:.0f} µs a stream); {idle:.1%} of a core when idle"
    )
    print(f"    {'':>12}  descriptors  threads  memory MB  connections")
    for name, (files, threads, memory, lines) in (("before", before), ("all listen", full), ("all gone", after)):
        print(f"    {name:>12}  {files:>11,}  {threads:>7}  {memory / 1024:>9.0f}  {lines:>11}")
    print(f"    {(full[2] - before[2]) / STREAMS:.1f} KB a listener\n")


def weight(pid: int) -> tuple[int, int, int, str]:
    """Open descriptors, threads, resident kilobytes of a process (Linux), and connections to the database server."""
    status = Path(f"/proc/{pid}/status").read_text()
    memory = int(re.search(r"VmRSS:\s+(\d+)", status)[1])  # type: ignore[index]
    lines = "-"
    if url := os.environ.get("DATABASE_URL"):
        import psycopg

        with psycopg.connect(url) as line:
            row = line.execute("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()").fetchone()
            lines = str(row[0] - 1) if row else "?"
    return len(os.listdir(f"/proc/{pid}/fd")), len(os.listdir(f"/proc/{pid}/task")), memory, lines


async def cards(port: int, pid: int, section: int, boards: Iterator[int]) -> None:
    """One result, and everybody who looks at a player's card asks for the new one at once."""

    async def fresh(player: int, number: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(
            f"GET /e/{EVENT}/{SECTION}/player/{player} HTTP/1.1\r\nHost: localhost\r\nHX-Request: true\r\n"
            f"Accept-Encoding: gzip\r\nX-Journal: {number}\r\nConnection: close\r\n\r\n".encode()
        )
        answer = await reader.read()
        writer.close()
        if not answer.startswith(b"HTTP/1.1 200"):
            raise RuntimeError(answer[:200])

    took, used = [], []
    for _result in range(RESULTS // 2):
        number = await asyncio.to_thread(enter, section, next(boards))
        before, start = processor_seconds(pid), time.perf_counter()
        await asyncio.gather(*(fresh(player, number) for player in range(1, CARDS + 1)))
        took.append(time.perf_counter() - start)
        used.append(processor_seconds(pid) - before)
    middle = quantile(used[1:], 0.5)
    print(
        f"{CARDS} player pages after one result: all fresh within {quantile(took[1:], 0.5):.2f} s (median),"
        f" {max(took[1:]):.2f} s at most ({took[0]:.2f} s when nobody had asked for them before);"
        f" {middle:.2f} s of processor, {1000 * middle / CARDS:.1f} ms a page\n"
    )


def run() -> None:
    global STREAMS
    kind = "PostgreSQL" if "--postgres" in sys.argv else "SQLite"
    with database(kind) as url:
        desk.costs(url)
    if "--pages" in sys.argv:
        return
    if "--streams" in sys.argv:
        STREAMS = int(sys.argv[sys.argv.index("--streams") + 1])
    with tempfile.TemporaryDirectory(prefix="arbitro-bench-") as folder, database(kind) as url:
        os.environ["ARBITRO_DATA"] = folder
        os.environ.pop("DATABASE_URL", None)
        if url:
            os.environ["DATABASE_URL"] = url
        section = prepare()
        from arbitro.web.live import KEPT_FREE, descriptors

        if descriptors() < STREAMS + KEPT_FREE:  # the listeners of this process; the server raises its own limit
            raise SystemExit(f"{STREAMS} streams need `ulimit -Hn {STREAMS + KEPT_FREE}` or more; or say --streams N")
        boards = iter(range(1, PLAYERS // 2))
        load = os.getloadavg()[0]
        print(f"{kind}, {PLAYERS} players, round {ROUNDS} in play, {os.cpu_count()} cores (load {load:.1f} before)\n")
        with server(1) as (port, pid):
            size = len(get(port, STANDINGS)) / 1024
            for what, status, headers in (("unchanged", 200, ()), ("304", 304, (f"If-None-Match: {tag(port)}",))):
                used = processor_seconds(pid)
                rate, count = unchanged(port, status, *headers)
                each = 1000 * (processor_seconds(pid) - used) / count
                print(
                    f"{what} ({size:.0f} KB): {rate:,.0f} requests/s, {each:.2f} ms of processor each:"
                    f" {1000 / each:,.0f}/s for every core that the server has to itself"
                )
            waits = changed(port, section, boards)
            print(
                f"changed page: median {1000 * quantile(waits, 0.5):.0f} ms, "
                f"95% within {1000 * quantile(waits, 0.95):.0f} ms ({len(waits)} requests, {RESULTS} results)"
            )
            asyncio.run(cards(port, pid, section, boards))
            asyncio.run(streams(port, pid, section, boards))


@contextlib.contextmanager
def database(kind: str) -> Iterator[str]:
    if kind == "SQLite":
        yield ""
        return
    from tests.postgres import server as postgres

    with postgres() as url:
        yield url


def tag(port: int) -> str:
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}{STANDINGS}", headers={"Accept-Encoding": "gzip", "Accept-Language": "en"}
    )
    with urllib.request.urlopen(request) as answer:
        return str(answer.headers["ETag"])


if __name__ == "__main__":
    print(asyncio.run(ask_again(int(sys.argv[1]), float(sys.argv[2]), int(sys.argv[3]), sys.argv[4:])))
