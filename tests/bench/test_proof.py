"""The proof against another program: each way, resumed where it stopped, every difference classified."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from arbitro.model import Pair
from bench import proof

ENGINE = f"{sys.executable} -m arbitro engine"
NAIVE = """
import sys
words = sys.argv[1:]
if "-g" in words:
    import subprocess
    sys.exit(subprocess.call([sys.executable, "-m", "arbitro", "engine", *words]))
source, target = words[1], words[3]
rows = [line for line in open(source) if line.startswith("001")]
for row in rows:  # as other programs do: the points of a line are those of its results
    signs = row[91:].split()[2::3]
    worth = {"1": 1, "+": 1, "U": 1, "F": 1, "W": 1, "=": .5, "H": .5, "D": .5}
    assert float(row[80:84]) == sum(worth.get(sign, 0) for sign in signs), row
numbers = [int(row[4:8]) for row in rows]
pairs = list(zip(numbers[::2], numbers[1::2]))
with open(target, "w") as out:
    print(len(pairs), *(f"{a} {b}" for a, b in pairs), sep="\\n", file=out)
"""


def run(folder: Path, program: str, tournaments: int) -> int:
    words = ["--with", program, "--tournaments", str(tournaments), "--folder", str(folder), "--players", "6-8"]
    words += ["--edition", "2026"]  # an engine pairs a file that names no text by the newest
    return proof.main([*words, "--jobs", "1"])


def test_a_run_goes_on_where_it_was_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    assert run(tmp_path, ENGINE, 1) == 0
    with (tmp_path / "ours.jsonl").open("a", encoding="utf-8") as log:
        log.write('{"seed": 2, "pla')  # the machine stopped here
        log.write("\n")
    capsys.readouterr()
    assert run(tmp_path, ENGINE, 2) == 0
    assert "ours: 1 done before, 1 to do" in capsys.readouterr().err
    report = (tmp_path / "report.md").read_text(encoding="utf-8")
    assert "| ours, paired again by the other | 2 |" in report and "| the other's, paired again here | 2 |" in report
    assert report.count("| 0 | – |") == 2


def test_a_program_that_pairs_otherwise_is_found_out(tmp_path: Path):
    script = tmp_path / "naive.py"
    script.write_text(NAIVE, encoding="utf-8")
    assert run(tmp_path / "work", f"{sys.executable} {script}", 1) == 1
    line = json.loads((tmp_path / "work/ours.jsonl").read_text(encoding="utf-8"))
    assert line["differences"][0]["round"] == 1
    assert (tmp_path / "work/differences/ours-1.trf").exists()
    assert "## Differences" in (tmp_path / "work/report.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("theirs", "kind"),
    [
        ({Pair(1, 2), Pair(3, 0)}, "bye"),
        ({Pair(2, 1), Pair(4, 0)}, "colours"),
        ({Pair(1, 3), Pair(4, 0)}, "opponents"),
        (None, "no pairing"),
    ],
)
def test_differences_have_a_kind(theirs: set[Pair] | None, kind: str):
    assert proof.kind_of({Pair(1, 2), Pair(4, 0)}, theirs) == kind


def test_a_program_that_fails_is_named(tmp_path: Path):
    with pytest.raises(SystemExit, match="exit code 3"):
        run(tmp_path, f"{sys.executable} -c 'import sys; sys.exit(3)'", 1)


def test_a_program_that_makes_no_tournaments_is_asked_to_pair_only(tmp_path: Path):
    idle = f"{sys.executable} -c 'pass'"
    with pytest.raises(SystemExit, match="--way ours"):
        proof.main(["--with", idle, "--tournaments", "1", "--folder", str(tmp_path), "--way", "theirs", "--jobs", "1"])
