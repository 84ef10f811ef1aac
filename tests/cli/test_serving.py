"""A terminal in which the site runs: what it says when the database goes away, and how Ctrl+C ends it."""

from __future__ import annotations

import os
import signal
import socket
import sqlite3
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


def environment(folder: Path, **more: str) -> dict[str, str]:
    """A terminal with an empty data folder."""
    ours = ("DJANGO_SETTINGS_MODULE", "DATABASE_URL")
    known = {name: value for name, value in os.environ.items() if name not in ours}
    return known | {"ARBITRO_DATA": str(folder / "data"), "LC_ALL": "en_GB.UTF-8", "PYTHONUTF8": "1"} | more


@contextmanager
def serving(
    folder: Path, *words: str, command: str = "serve", **env: str
) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """The site when it has said that it answers, and its port; all it says is in the file `said`."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with (folder / "said").open("w") as said:
        served = subprocess.Popen(
            [sys.executable, "-m", "arbitro", command, "--port", str(port), *words],
            stdout=subprocess.PIPE, stderr=said, text=True, encoding=env.get("PYTHONIOENCODING", "utf-8"),
            env=environment(folder, **env),
        )  # fmt: skip
    assert served.stdout is not None
    try:
        last = f"http://localhost:{port}/\n" if command == "demo" else "/accounts/new?code="
        for line in served.stdout:
            if last in line:
                break
        yield served, port
    finally:
        served.kill()
        served.wait(20)


def status(port: int, path: str) -> int:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=30) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code


@pytest.mark.parametrize(("lang", "name"), [("en", "Demonstration open"), ("es", "Abierto de demostración")])
def test_the_demonstration_is_in_the_language_of_the_terminal(tmp_path: Path, lang: str, name: str) -> None:
    more = ("--data", str(tmp_path / "demo"))
    with (
        serving(tmp_path, *more, command="demo", LC_ALL=f"{lang}_ES.UTF-8") as (_served, port),
        urllib.request.urlopen(f"http://127.0.0.1:{port}/e/demo/a/", timeout=30) as page,
    ):
        assert name in page.read().decode()


def test_a_second_demonstration_at_the_same_port_changes_nothing_of_the_first(tmp_path: Path) -> None:
    """Its password stays the one that was printed."""
    data = ("--data", str(tmp_path / "demo"))
    with serving(tmp_path, *data, command="demo") as (_served, port):
        kept = sqlite3.connect(tmp_path / "demo" / "arbitro.sqlite3")
        before = kept.execute("SELECT password FROM auth_user").fetchall()
        words = [sys.executable, "-m", "arbitro", "demo", "--port", str(port), *data]
        second = subprocess.run(words, capture_output=True, text=True, env=environment(tmp_path), timeout=60)
        assert (second.returncode, f"Port {port} is in use" in second.stderr) == (2, True), second.stderr
        assert kept.execute("SELECT password FROM auth_user").fetchall() == before
        kept.close()


def test_ctrl_c_ends_the_site_well(tmp_path: Path) -> None:
    with serving(tmp_path) as (served, _port):
        served.send_signal(signal.SIGINT)
        assert served.stdout is not None
        rest = served.stdout.read()
        assert served.wait(20) == 0
    assert rest == "The site has stopped; what was entered is kept.\n"
    assert (tmp_path / "said").read_text() == ""


def test_ctrl_c_ends_any_other_command_in_one_word(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "slow.trf")
    asked = subprocess.Popen(
        [sys.executable, "-m", "arbitro", "standings", "slow.trf"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path, env=environment(tmp_path),
    )  # fmt: skip
    with (tmp_path / "slow.trf").open("w"):  # opens when the command does: it now waits for the rest of the file
        asked.send_signal(signal.SIGINT)
        out, said = asked.communicate(timeout=60)
    assert (asked.returncode, out, said.split()) == (130, "", ["Stopped."])


@pytest.mark.parametrize(("lang", "cause"), [("en_GB.UTF-8", "cannot be opened"), ("es_ES.UTF-8", "no se puede abrir")])
def test_a_database_that_goes_away_is_one_sentence_and_comes_back(tmp_path: Path, lang: str, cause: str) -> None:
    with serving(tmp_path, LC_ALL=lang) as (served, port):
        assert status(port, "/accounts/login") == 200
        (tmp_path / "data").rename(tmp_path / "unplugged")
        assert status(port, "/accounts/login") == 503
        (tmp_path / "unplugged").rename(tmp_path / "data")
        assert status(port, "/accounts/login") == 200
        served.send_signal(signal.SIGINT)
        assert served.wait(20) == 0
    (sentence,) = (tmp_path / "said").read_text().splitlines()
    assert "arbitro.sqlite3" in sentence and cause in sentence and "ARBITRO_DATA" in sentence


def test_a_terminal_without_blocks_gets_no_code_for_phones(tmp_path: Path) -> None:
    with serving(tmp_path, "--host", "0.0.0.0", PYTHONIOENCODING="ascii") as (served, _port):
        served.send_signal(signal.SIGINT)
        assert served.wait(20) == 0
    assert (tmp_path / "said").read_text() == ""
