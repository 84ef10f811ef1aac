"""`arbitro print`: from a file and from the database, with its exit codes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from arbitro.cli import main
from arbitro.desk.snapshot import snapshot
from arbitro.desk.state import State
from arbitro.papers import Context, make
from tests.papers import pdf


@pytest.fixture
def file(tmp_path: Path, swiss: State) -> Path:
    path = tmp_path / "rosa.trf"
    path.write_bytes(make(Context(swiss, snapshot(swiss)), "trf26").data)
    return path


def run(*words: str) -> int:
    with pytest.raises(SystemExit) as end:
        main([*words])
    code = end.value.code
    return code if isinstance(code, int) else 0


def test_a_paper_of_a_file(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "out.pdf"
    assert run("print", str(file), "standings", "-o", str(target), "--after", "3", "--lang", "es", "--large") == 0
    assert pdf.has(target.read_bytes(), "tras la ronda 3 de 9")
    assert capsys.readouterr().out.strip() == str(target)


def test_the_list_of_papers(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("print", str(file), "--json", "--lang", "en") == 0
    papers = json.loads(capsys.readouterr().out)["papers"]
    assert {"name": "pairings", "title": "Pairings", "group": "Each round"} in papers


def test_the_check_of_a_good_file_says_yes_and_of_a_bad_one_no(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = str(tmp_path / "check.pdf")
    assert run("print", str(file), "check", "-o", target, "--json") == 0
    assert json.loads(capsys.readouterr().out)["findings"] == []
    bad = tmp_path / "bad.trf"
    bad.write_text("\n".join(line for line in file.read_text().splitlines() if not line.startswith("102")))
    assert run("print", str(bad), "check", "-o", target, "--lang", "en", "--force") == 1
    assert "error: The chief arbiter is missing. (TRF 102)" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        ("print", "{file}", "nothing"),
        ("print", "{file}", "pairings", "-r", "12"),
        ("print", "{file}", "team-standings"),
        ("print", "missing.trf", "pairings"),
        ("print", "{file}", "pairings", "-O", "nonsense"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(
    words: tuple[str, ...], file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*(word.format(file=file) for word in words)) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1


def test_other_options_are_passed_on(file: Path, tmp_path: Path) -> None:
    target = tmp_path / "slips.pdf"
    assert (
        run("print", str(file), "result-slips", "-o", str(target), "-O", "per_page=15", "--paper-size", "letter") == 0
    )
    assert pdf.pages(target.read_bytes()) == 1


def test_a_file_is_printed_without_a_database_in_a_process_of_its_own(file: Path, tmp_path: Path) -> None:
    target = tmp_path / "alone.pdf"
    code = "import sys; from arbitro.cli import main; main(sys.argv[1:])"
    free = {name: value for name, value in os.environ.items() if not name.startswith(("DJANGO", "ARBITRO"))}
    command = [sys.executable, "-c", code, "print", str(file), "standings-long", "-o", str(target), "--lang", "en"]
    done = subprocess.run(command, env=free, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert pdf.has(target.read_bytes(), "Standings with tie-breaks")


def test_a_file_that_is_there_is_not_written_over(file: Path, tmp_path: Path) -> None:
    target = tmp_path / "there.pdf"
    target.write_bytes(b"mine")
    assert run("print", str(file), "schedule", "-o", str(target)) != 0
    assert target.read_bytes() == b"mine"
    assert run("print", str(file), "schedule", "-o", str(target), "--force") == 0
    assert target.read_bytes().startswith(b"%PDF")


def test_an_option_that_no_paper_has_is_refused(file: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    target = str(tmp_path / "x.pdf")
    assert run("print", str(file), "schedule", "-o", target, "-O", "foo=bar", "--lang", "en") != 0
    assert "There is no option foo" in capfd.readouterr().err


def test_a_dash_writes_to_standard_output(file: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert run("print", str(file), "schedule", "-o", "-") == 0
    assert capfdbinary.readouterr().out.startswith(b"%PDF")


def test_all_rounds_in_both_languages_from_the_shell(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "all.pdf"
    assert run("print", str(file), "pairings", "-r", "all", "--lang", "both", "-o", str(target)) == 0
    assert pdf.pages(target.read_bytes()) == 18
    assert pdf.has(target.read_bytes(), "Pairings, round 1") and pdf.has(
        target.read_bytes(), "Emparejamientos, ronda 9"
    )
    assert run("print", str(file), "pairings", "-r", "first", "--lang", "en") == 2
    assert "first is not a value for round" in capsys.readouterr().err
