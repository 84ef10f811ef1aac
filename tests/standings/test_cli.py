"""The commands `standings` and `crosstable`: JSON as promised, one line for every mistake."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from arbitro.cli import main
from tests.standings.events import ORACLE

WORKED = ORACLE.parent / "vectors" / "swiss-worked-tournament.trf"


def run(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as left:
        main([*argv, "--lang", "en"])
    captured = capsys.readouterr()
    return int(left.value.code or 0), captured.out, captured.err


def test_standings_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "standings", str(WORKED), "--tiebreaks", "BH/C1,BH,SB,DE", "--json")
    document = json.loads(out)
    assert code == 0
    first = document["standings"][0]
    assert first | {"rank": 1, "number": 5, "points": 5.5} == first
    assert first["tiebreaks"] == {"BH/C1": 17.5, "BH": 20.0, "SB": 18.25, "DE": 0.0}
    assert document["edition"] == "2023"


def test_standings_after_a_round_by_another_edition(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "standings", str(WORKED), "-t", "BH", "--edition", "2026", "--after", "3", "--json")
    document = json.loads(out)
    assert (document["edition"], document["after"]) == ("2026", 3)
    assert max(row["points"] for row in document["standings"]) == 3.0


def test_explanations(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "standings", str(WORKED), "-t", "BH/C1,SB", "--explain", "3", "--json")
    told = json.loads(out)["explanations"]
    assert [one["tiebreak"] for one in told] == ["BH/C1", "SB"]
    kept = [term["value"] for term in told[0]["terms"] if not term["cut"]]
    assert sum(kept) == told[0]["value"]
    _, text, _ = run(capsys, "standings", str(WORKED), "-t", "BH/C1", "--explain", "3")
    assert "Round 1" in text


def test_cross_table(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "crosstable", str(WORKED), "--json")
    document = json.loads(out)
    assert code == 0
    assert document["style"] == "swiss"
    assert len(document["rows"]) == 40
    assert all(len(row["cells"]) == 6 for row in document["rows"])
    _, text, _ = run(capsys, "crosstable", str(WORKED), "--style", "round-robin")
    assert "*" in text


@pytest.mark.parametrize(
    "options",
    [
        ("--tiebreaks", "BUC1H"),
        ("--tiebreaks", "BH/Z9"),
        ("--tiebreaks", "SSSC"),
        ("--edition", "1999"),
        ("--explain", "999"),
        ("--category", "girls"),
        ("--withdrawn", "x"),
        ("--after", "-1"),
    ],
)
def test_mistakes_are_one_line_and_exit_code_two(capsys: pytest.CaptureFixture[str], options: tuple[str, ...]) -> None:
    code, out, err = run(capsys, "standings", str(WORKED), *options)
    assert (code, out) == (2, "")
    assert len(err.strip().splitlines()) == 1
    assert "Traceback" not in err


def test_a_missing_file_is_bad_input(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, out, err = run(capsys, "standings", str(tmp_path / "none.trf"))
    assert (code, out) == (2, "")
    assert "none.trf" in err
