"""The first minute: what `make setup` says where it cannot go on."""

from __future__ import annotations

import fcntl
import os
import pty
import shutil
import socket
import subprocess
import sys
import termios
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A tree with the set-up alone, in a path with a space, as a user may have it."""
    made = tmp_path / "mi árbitro"
    (made / "tools").mkdir(parents=True)
    for name in ("Makefile", "pyproject.toml", "tools/setup"):
        shutil.copyfile(ROOT / name, made / name)
    return made


def old_python(folder: Path) -> Path:
    """A stand-in for Python 3.10: it runs nothing that needs a newer one, and knows its version."""
    program = folder / "python3.10"
    program.write_text('#!/bin/sh\ncase "$2" in *platform*) echo 3.10.12 ;; *) exit 1 ;; esac\n')
    program.chmod(0o755)
    return program


@pytest.mark.parametrize("target", ["setup", "serve", "test"])
def test_an_old_python_is_named_in_one_sentence_and_leaves_nothing_behind(clone: Path, target: str) -> None:
    done = subprocess.run(
        ["make", "--no-print-directory", target, f"PYTHON={old_python(clone.parent)}"],
        cwd=clone,
        capture_output=True,
        text=True,
        env=_alone(),
    )
    sentence, *rest = done.stderr.splitlines()
    assert done.returncode != 0
    assert "needs Python 3.11 or newer (found: 3.10.12)" in sentence
    assert all(line.startswith("make: ***") for line in rest)
    assert not (clone / ".venv").exists()


def test_an_old_environment_is_made_anew_and_a_stick_with_wheels_fills_it(clone: Path) -> None:
    """What is installed is a project with one dependency and no need of a builder: the way is the same."""
    (clone / ".venv/bin").mkdir(parents=True)
    shutil.move(old_python(clone.parent), clone / ".venv/bin/python")
    (clone / "pyproject.toml").write_text(PROJECT)
    (clone / "builder.py").write_text(BUILDER)
    for folder in ("src", "wheels"):
        (clone / folder).mkdir()

    def make(target: str, lang: str) -> subprocess.CompletedProcess[str]:
        command = ["make", "--no-print-directory", target, "WHEELS=wheels"]
        return subprocess.run(command, cwd=clone, capture_output=True, text=True, env=_alone() | {"LC_ALL": lang})

    done = make("serve", "C")
    assert "is made anew" in done.stdout
    assert "1/3 " in done.stdout and "2/3 " in done.stdout
    assert "make serve WHEELS=FOLDER" in done.stderr  # no network, and no wheels in the folder: said, with the remedy
    assert not (clone / ".venv/.serving").exists()

    _wheel(clone / "wheels", "squares")
    done = make("setup", "es_ES.UTF-8")
    assert done.returncode == 0, done.stderr
    packages, compiled, ready = (line for line in done.stdout.splitlines() if not line.startswith(" "))
    assert packages.startswith("2/3 Paquetes (") and compiled.startswith("3/3 Compilación")
    assert "En esta terminal: source .venv/bin/activate" in ready
    assert subprocess.run([clone / ".venv/bin/python", "-c", "import squares, chessboard"]).returncode == 0


def test_ctrl_c_ends_make_serve_well(clone: Path) -> None:
    """In a terminal, as a user presses it: the site says goodbye, and make has nothing to complain about."""
    shutil.copyfile(ROOT / "tools/foreground", clone / "tools/foreground")
    (clone / ".venv").mkdir()
    (clone / ".venv/bin").symlink_to(Path(sys.prefix) / "bin")
    (clone / ".venv/.serving").touch()
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    env = {name: value for name, value in _alone().items() if name != "DJANGO_SETTINGS_MODULE"}
    keys, screen = pty.openpty()
    served = subprocess.Popen(
        ["make", "--no-print-directory", "serve", f"PORT={port}"],
        cwd=clone, stdin=screen, stdout=screen, stderr=screen,
        env=env | {"HOME": str(clone), "LC_ALL": "C.UTF-8"}, start_new_session=True,
        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
    )  # fmt: skip
    os.close(screen)
    said = b""
    try:
        while f"http://localhost:{port}/\r\n".encode() not in said:
            said += os.read(keys, 4096)
        os.write(keys, b"\x03")
        assert served.wait(30) == 0
        said += os.read(keys, 4096)
    finally:
        served.kill()
        os.close(keys)
    assert said.endswith(b"^CThe site has stopped; what was entered is kept.\r\n"), said


PROJECT = """[project]
name = "chessboard"
version = "1"
dependencies = ["squares"]
optional-dependencies = {dev = [], bench = [], site = [], papers = []}
[build-system]
requires = []
build-backend = "builder"
backend-path = ["."]
"""
BUILDER = """import zipfile
def build_editable(folder, config_settings=None, metadata_directory=None):
    about = "Metadata-Version: 2.1\\nName: chessboard\\nVersion: 1\\nRequires-Dist: squares\\nProvides-Extra: dev\\n"
    with zipfile.ZipFile(f"{folder}/chessboard-1-py3-none-any.whl", "w") as made:
        made.writestr("chessboard.py", "")
        made.writestr("chessboard-1.dist-info/METADATA", about + "Provides-Extra: bench\\n")
        made.writestr("chessboard-1.dist-info/WHEEL", "Wheel-Version: 1.0\\nTag: py3-none-any\\n")
        made.writestr("chessboard-1.dist-info/RECORD", "")
    return "chessboard-1-py3-none-any.whl"
build_wheel = build_editable
"""


def _wheel(folder: Path, name: str) -> None:
    about = f"{name}-1.dist-info"
    with zipfile.ZipFile(folder / f"{name}-1-py3-none-any.whl", "w") as made:
        made.writestr(f"{name}.py", "")
        made.writestr(f"{about}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n")
        made.writestr(f"{about}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        made.writestr(f"{about}/RECORD", "")


def _alone() -> dict[str, str]:
    """As typed in a fresh terminal: not below the make that runs the tests, and without uv."""
    folders = [folder for folder in os.environ["PATH"].split(os.pathsep) if not (Path(folder) / "uv").exists()]
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    return inherited | {"PATH": os.pathsep.join(folders)}
