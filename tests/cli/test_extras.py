"""A command whose part of Arbitro is not installed says which one to install; it never calls that a defect."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from arbitro.cli.frame import EXTRAS
from tests.browser.conftest import free_port

ROOT = Path(__file__).parents[2]
BLOCKED = """
import sys
class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] == sys.argv[1]:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Blocked())
from arbitro.cli import main
main(sys.argv[2:])
"""


@pytest.mark.parametrize(
    ("package", "extra", "words"),
    [
        ("django", "site", ("event", "list")),
        ("django", "site", ("serve", "--port", "{port}")),
        ("uvicorn", "site", ("serve", "--port", "{port}")),
        ("typst", "papers", ("print", "{trf}", "standings", "-o", "{folder}/s.pdf")),
        ("polars", "federation", ("rate-period", "{list}", "{trf}", "-o", "{folder}/new.csv")),
    ],
)
def test_a_missing_package_names_its_extra(package: str, extra: str, words: tuple[str, ...], tmp_path: Path):
    trf = ROOT / "tests/data/vectors/swiss-worked-tournament.trf"
    listed = tmp_path / "list.csv"
    listed.write_text("id,name,rating\n1,Ana,2100\n", encoding="utf-8")
    argv = [word.format(trf=trf, folder=tmp_path, list=listed, port=free_port()) for word in words]
    home = {"PATH": "/usr/bin:/bin", "HOME": str(tmp_path), "PYTHONPATH": ":".join(sys.path), "LANG": "en_US.UTF-8",
            "ARBITRO_HOME": str(tmp_path)}  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-c", BLOCKED, package, *argv], capture_output=True, text=True, env=home, cwd=tmp_path
    )
    assert done.returncode == 2, done.stderr
    assert f'pip install "arbitro[{extra}]"' in done.stderr
    assert "defect" not in done.stderr and "Traceback" not in done.stderr


def test_the_extras_are_those_that_the_package_declares():
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    assert set(EXTRAS) <= set(declared)
