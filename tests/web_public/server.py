"""Real uvicorn processes for tests: any number of workers on one database, and visitors who ask them."""

from __future__ import annotations

import contextlib
import gzip
import json
import os
import re
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from email.message import Message
from pathlib import Path

PREPARE = """
import os
os.environ["DJANGO_SETTINGS_MODULE"] = "arbitro.web.settings"
from arbitro import desk
desk.setup()
from arbitro.desk.demo import make
make(players=14, rounds=5, played=2, seed=3)
"""
RESULT = """
import sys
from arbitro import desk
desk.setup()
from arbitro.desk import store
from arbitro.desk.commands import Role
from arbitro.desk.models import Section
section = Section.objects.get().pk
name, args = sys.argv[1], eval(sys.argv[2])
print(store.execute(section, name, args, who="t", role=Role.OWNER, confirm=4, why="t").number)
"""


def environment(folder: Path, url: str = "") -> dict[str, str]:
    """As `arbitro serve` sets it: the site's own tables are made too."""
    site = {"DJANGO_SETTINGS_MODULE": "arbitro.web.settings", "ARBITRO_SECRET_KEY": "only for tests"}
    made = os.environ | site | {"ARBITRO_DATA": str(folder)}
    made.pop("DATABASE_URL", None)
    return made | ({"DATABASE_URL": url} if url else {})


def run(code: str, *arguments: str, env: dict[str, str]) -> str:
    """A script in a process of its own: another desk on the same database."""
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], env=env, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout.strip()


@dataclass
class Reply:
    status: int
    headers: Message
    body: bytes

    @property
    def text(self) -> str:
        plain = gzip.decompress(self.body) if self.headers.get("Content-Encoding") == "gzip" else self.body
        return plain.decode()


@dataclass
class Worker:
    """One uvicorn process."""

    port: int
    pid: int

    def post(self, path: str, body: object, token: str) -> int:
        """The status of what a program sends."""
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        address = f"http://127.0.0.1:{self.port}{path}"
        try:
            with urllib.request.urlopen(
                urllib.request.Request(address, json.dumps(body).encode(), headers), timeout=30
            ) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as error:
            return error.code

    def get(self, path: str, method: str = "GET", **headers: str) -> Reply:
        asked = {"Accept-Language": "en"} | {name.replace("_", "-"): value for name, value in headers.items()}
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", headers=asked, method=method)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return Reply(answer.status, answer.headers, answer.read())
        except urllib.error.HTTPError as error:
            return Reply(error.code, error.headers, error.read())

    def log_in(self, name: str, password: str) -> int:
        """The status of a login with these words, as a browser sends the form."""
        form = self.get("/accounts/login")
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', form.text)
        assert token
        fields = {"csrfmiddlewaretoken": token[1], "username": name, "password": password}
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}/accounts/login",
            data=urllib.parse.urlencode(fields).encode(),
            headers={"Cookie": form.headers["Set-Cookie"].split(";")[0]},
        )
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as error:
            return error.code

    @contextlib.contextmanager
    def stream(self, path: str) -> Iterator[Iterator[int]]:
        """The journal numbers of an event stream as they come."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=30) as line:
            line.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            file = line.makefile("rb")
            yield (int(row[6:]) for row in file if row.startswith(b"data: "))


@contextlib.contextmanager
def worker(env: dict[str, str], lifespan: str = "off") -> Iterator[Worker]:
    """A worker; with `lifespan` on also what it does by itself: watching, letters to the world outside."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "uvicorn", "arbitro.web.asgi:application", "--port", str(port)]
    log = Path(env["ARBITRO_DATA"], f"log-{port}")  # not a pipe: a server whose database is away says much
    with log.open("wb") as said:
        process = subprocess.Popen(
            [*command, "--lifespan", lifespan, "--log-level", "error", "--timeout-graceful-shutdown", "1"],
            env=env,
            stdout=subprocess.DEVNULL,
            stderr=said,
        )
    try:
        made = Worker(port, process.pid)
        for _attempt in range(1200):  # a busy machine takes its time
            assert process.poll() is None, log.read_text()[-2000:]
            with contextlib.suppress(OSError):
                made.get("/api/tournaments")
                break
            time.sleep(0.1)
        else:
            raise AssertionError("uvicorn did not start")
        yield made
    finally:
        process.terminate()
        process.wait(20)
