"""The first minute: what `make setup` says where it cannot go on."""

from __future__ import annotations

import os
import shutil
import subprocess
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


def test_an_environment_of_an_old_python_is_made_anew(clone: Path) -> None:
    (clone / ".venv/bin").mkdir(parents=True)
    shutil.move(old_python(clone.parent), clone / ".venv/bin/python")
    empty = clone / "wheels"
    empty.mkdir()
    done = subprocess.run(["make", "serve", f"WHEELS={empty}"], cwd=clone, capture_output=True, text=True, env=_alone())
    assert "is made anew" in done.stdout
    assert "1/3 " in done.stdout and "2/3 " in done.stdout
    assert "WHEELS=FOLDER" in done.stderr  # no network, and no wheels in the folder: said, with the remedy
    assert not (clone / ".venv/.serving").exists()


def _alone() -> dict[str, str]:
    """As typed in a fresh terminal: not below the make that runs the tests, and without uv."""
    folders = [folder for folder in os.environ["PATH"].split(os.pathsep) if not (Path(folder) / "uv").exists()]
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    return inherited | {"PATH": os.pathsep.join(folders)}
