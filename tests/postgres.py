"""A private PostgreSQL server for tests: its own folder, its own socket, gone afterwards."""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path


def _binaries() -> Path:
    """Where the server's programs are: Debian's folder, or the PATH."""
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if versions:
        return versions[-1].parent
    found = shutil.which("initdb")
    assert found, "PostgreSQL is missing: apt install postgresql (make test does it as root)"
    return Path(found).resolve().parent


def _account() -> dict[str, str]:
    """The server refuses to run as root; then it runs as its own user."""
    if os.geteuid() != 0:
        return {}
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            pwd.getpwnam(name)
            return {"user": name}
    raise AssertionError("no unprivileged account for PostgreSQL")


@contextlib.contextmanager
def server() -> Iterator[str]:
    """Start a server; gives a DATABASE_URL for its empty database."""
    binaries, account = _binaries(), _account()
    with tempfile.TemporaryDirectory(prefix="arbitro-pg-") as folder:
        if account:
            shutil.chown(folder, account["user"])
        data = f"{folder}/data"
        run = {"check": True, "stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE, "cwd": folder, **account}
        subprocess.run([binaries / "initdb", "-D", data, "-A", "trust", "-U", "arbitro", "-E", "UTF8"], **run)
        log = os.open(f"{folder}/log", os.O_WRONLY | os.O_CREAT)
        process = subprocess.Popen(
            [binaries / "postgres", "-D", data, *_options(folder)],
            stdout=log,
            stderr=log,
            cwd=folder,
            **account,
        )
        try:
            ready = [
                binaries / "psql",
                "-h",
                folder,
                "-U",
                "arbitro",
                "-d",
                "postgres",
                "-c",
                "CREATE DATABASE arbitro",
            ]
            for _attempt in range(150):
                done = subprocess.run(ready, capture_output=True, cwd=folder)
                if done.returncode == 0 or b"already exists" in done.stderr:
                    break
                time.sleep(0.1)
            else:
                raise AssertionError(f"PostgreSQL did not start: {Path(folder, 'log').read_text()[-500:]}")
            yield f"postgres://arbitro@/arbitro?host={folder}"
        finally:
            process.send_signal(signal.SIGINT)  # at once, whoever is still connected
            process.wait(20)
            if Path(data, "postmaster.pid").exists():  # one that came back after a crash
                subprocess.run([binaries / "pg_ctl", "-D", data, "-m", "immediate", "stop"], **run)
            os.close(log)


def _options(folder: str) -> list[str]:
    return ["-k", folder, "-c", "listen_addresses=", "-c", "max_connections=60"]


@contextlib.contextmanager
def crashed(url: str) -> Iterator[None]:
    """The server of `url` is down, without a word to anybody; at the end of the block it is back."""
    folder = url.partition("host=")[2]
    control = [_binaries() / "pg_ctl", "-D", f"{folder}/data", "-l", f"{folder}/log-again"]
    run = {"check": True, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": folder, **_account()}
    subprocess.run([*control, "-m", "immediate", "stop"], **run)
    yield
    subprocess.run([*control, "-w", "-o", " ".join(_options(folder)), "start"], **run)


def connections(url: str) -> int:
    """How many connections the database has, without the one that asks."""
    import psycopg

    with psycopg.connect(url) as line:
        row = line.execute("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()").fetchone()
        return int(row[0]) - 1 if row else 0
