"""The systems behind `generate`, `check` and `pair`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from arbitro.cli import main
from arbitro.files import trf
from tests.swiss_other.test_rules import everyone_met


def run(*words: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    with pytest.raises(SystemExit) as left:
        main(list(words))
    return int(left.value.code or 0), capsys.readouterr().out


@pytest.mark.parametrize("edition", ["2017", "2026"])
@pytest.mark.parametrize("system", ["dubov", "burstein", "lim", "club", "double", "team"])
def test_a_generated_file_is_checked_and_paired_on(
    system: str, edition: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(tmp_path / "event.trf")
    chosen = ("--system", system, "--edition", edition)
    made = ("generate", "--players", "36", "--rounds", "5", "--seed", "9", "--forfeits", "2%", "--version", "26")
    assert run(*made, *chosen, "-o", file, capsys=capsys)[0] == 0
    code, out = run("check", file, *chosen, "--json", capsys=capsys)
    report = json.loads(out)
    assert (code, report["rounds_checked"], report["rounds_different"]) == (0, 5, 0)
    code, out = run("pair", file, *chosen, "--json", "--explain", capsys=capsys)
    answer = json.loads(out)
    assert code == 0
    assert answer["round"] == 6
    assert answer["system"] == system
    assert len(answer["explanations"]) == len(answer["pairs"]) + (answer["bye"] is not None)
    other = "club" if system != "club" else "dubov"
    if system != "team":  # another system pairs players, not teams
        assert run("check", file, "--system", other, "--json", capsys=capsys)[0] == 1


def test_no_legal_pairing_ends_with_exit_code_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "full.trf"
    file.write_text(trf.write(everyone_met(4)), encoding="utf-8")
    for system in ("dubov", "burstein", "lim", "club", "double"):
        assert run("pair", str(file), "--system", system, capsys=capsys)[0] == 1
