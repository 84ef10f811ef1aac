"""What click and the machine say is said in the user's language; a count of one is written for one."""

from __future__ import annotations

import errno
import os
import pty
import re
import subprocess
import sys

import pytest

from arbitro.cli.common import MACHINE, told
from arbitro.i18n import speaking
from tests.cli.test_frame import run


@pytest.mark.parametrize("number", sorted(MACHINE))
def test_what_the_machine_refuses_is_said_in_spanish(number: int) -> None:
    error = OSError(number, "in the machine's words", "club.trf")
    with speaking("es"):
        spanish = told(error)
    assert spanish.startswith("club.trf") or "club.trf" in spanish
    assert "machine" not in spanish
    assert spanish != told(error)


def test_a_full_disk_names_the_file():
    with speaking("es"):
        assert told(OSError(errno.ENOSPC, "No space left on device", "x.pdf")) == "x.pdf: no queda espacio en el disco"


def test_click_counts_values_in_spanish(capsys, monkeypatch):
    monkeypatch.setenv("LC_ALL", "es_ES.UTF-8")
    code, _out, err = run("pair", "x.trf", "--why-not", "1", capsys=capsys)
    assert code == 2
    assert "requires" not in err and "takes" not in err


@pytest.mark.django_db
def test_one_round_is_one_round(capsys):
    for step in ("create Blitz rounds=1", "enter blitz Ana", "enter blitz Blas", "start-list blitz", "lots blitz x",
                 "pair blitz --publish", "result blitz 1 1-0", "close-round blitz"):  # fmt: skip
        assert run("event", *step.split(), capsys=capsys)[0] == 0
    assert "The 1 round has been paired." in run("event", "pair", "blitz", capsys=capsys)[2]


def test_long_work_shows_a_bar_on_a_terminal_and_nothing_in_a_pipe(tmp_path):
    words = ["generate", "--players", "400", "--rounds", "9", "--seed", "1", "--plain", "-o", str(tmp_path / "x.trf")]
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "arbitro", *words]
    assert subprocess.run(command, stderr=theirs, check=True).returncode == 0
    os.close(theirs)
    seen = os.read(ours, 100_000).decode()
    assert re.search(r"Pairing \[#*-*\] \d/9 \d+ s", seen)
    assert seen.endswith("\033[K")
    assert subprocess.run(command, capture_output=True, check=True).stderr == b""
