"""`arbitro schedule` and `arbitro draw`: JSON, text, exit codes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from arbitro.cli import main
from arbitro.files import trf
from arbitro.formats.stages import seeding_order


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as end:
        main([*words, "--lang", "en"])
    out, err = capsys.readouterr()
    return int(end.value.code or 0), out, err


def document(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    code, out, err = run(capsys, *words, "--json")
    assert (code, err) == (0, "")
    return json.loads(out)


@pytest.mark.parametrize(
    ("words", "rounds", "first"),
    [
        (("berger", "6"), 5, [1, 6]),
        (("berger", "6", "--double", "first"), 10, [1, 6]),
        (("berger", "7"), 7, [2, 7]),
        (("varma", "10"), 9, [1, 10]),
        (("scheveningen", "4"), 4, ["A1", "B1"]),
        (("semi-scheveningen", "8"), 4, ["A1", "B1"]),
        (("schiller", "4", "3"), 9, ["A1", "D1"]),
        (("skalitzka", "6"), 2, ["A1", "B1"]),
        (("hilton", "6"), 3, ["E1", "B1"]),
        (("knockout", "16"), 4, [1, 16]),
        (("match", "3"), 3, [1, 2]),
        (("playoff", "4"), 2, [1, 4]),
    ],
)
def test_schedules_as_json(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], rounds: int, first: list[object]
) -> None:
    found = document(capsys, "schedule", *words)
    assert len(found["rounds"]) == rounds
    assert found["rounds"][0][0] == first


@pytest.mark.parametrize(
    "words",
    [
        ("berger", "5"), ("varma", "12", "--printed"), ("scheveningen", "3"), ("semi-scheveningen", "4"),
        ("schiller", "3", "2"), ("skalitzka", "4", "--balanced"), ("hilton", "4"), ("knockout", "5"), ("match", "2"),
        ("belgrade", "16", "4"), ("playoff", "2"), ("playoff", "6"), ("playoff", "12"),
        ("knockout", "14"), ("line-ups", "5", "4"),
    ],
)  # fmt: skip
def test_schedules_for_people(capsys: pytest.CaptureFixture[str], words: tuple[str, ...]) -> None:
    code, out, err = run(capsys, "schedule", *words)
    assert (code, err) == (0, "")
    assert out.count("\n") >= 3


@pytest.mark.parametrize(
    "words",
    [
        ("berger", "1"), ("berger", "x"), ("varma", "8"), ("scheveningen", "0"), ("semi-scheveningen", "3"),
        ("schiller", "1", "3"), ("skalitzka", "5"), ("skalitzka", "6", "--balanced"), ("hilton", "7"),
        ("knockout", "1"), ("match", "0"), ("belgrade", "4", "9"), ("playoff", "1"),
    ],
)  # fmt: skip
def test_impossible_schedules_are_one_line_and_code_2(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    code, out, err = run(capsys, "schedule", *words)
    assert (code, out) == (2, "")
    assert len(err.strip().splitlines()) == 1


def test_a_draw_is_written_and_checked(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    names = tmp_path / "names.txt"
    names.write_text("Ana;MEX\nBeto;MEX\n\nCarla;ESP\nDiego;FRA\n", encoding="utf-8")
    protocol = str(tmp_path / "draw.json")
    found = document(capsys, "draw", str(names), "--sentence", "Hoy llueve", "-o", protocol)
    assert sorted(entry["name"] for entry in found["numbers"]) == ["Ana", "Beto", "Carla", "Diego"]
    assert json.loads(Path(protocol).read_text(encoding="utf-8")) == found
    assert run(capsys, "draw", "--check", protocol)[0] == 0
    found["numbers"][0]["number"], found["numbers"][1]["number"] = 2, 1
    Path(protocol).write_text(json.dumps(found), encoding="utf-8")
    code, out, _ = run(capsys, "draw", "--check", protocol)
    assert code == 1
    assert "Not the draw" in out
    found["numbers"][0]["number"], found["numbers"][1]["number"] = 1, 2
    found["lots"][0]["hash"] = "0"
    Path(protocol).write_text(json.dumps(found), encoding="utf-8")
    assert run(capsys, "draw", "--check", protocol)[0] == 1


def test_a_restricted_draw_keeps_compatriots_apart(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    names = tmp_path / "names.txt"
    names.write_text("".join(f"P{i};{fed}\n" for i, fed in enumerate(["MEX"] * 3 + ["ESP"] * 3 + ["FRA"] * 4)))
    protocol = str(tmp_path / "draw.json")
    found = document(capsys, "draw", str(names), "--restricted", "--dice", "3 5 1 6", "-o", protocol)
    assert found["seed"] == "dice 3 5 1 6"
    assert found["method"] == "search"  # four of one federation have no envelope among ten players
    assert found["late_meetings"] == []
    assert run(capsys, "draw", "--check", protocol)[0] == 0
    code, out, _ = run(capsys, "draw", str(names), "--restricted", "--sentence", "x")
    assert code == 0
    assert "last three rounds" in out


@pytest.mark.parametrize(
    "words",
    [
        ("--name", "Ana"),
        ("--name", "Ana", "--sentence", "x", "--dice", "1"),
        ("--sentence", "x"),
        ("--name", "Ana", "--name", "Ana", "--sentence", "x"),
        ("--name", "Ana", "--dice", "9"),
        ("--name", "Ana", "--sentence", "x", "--restricted"),
        ("--check",),
        ("no-such-file", "--sentence", "x"),
    ],
)
def test_impossible_draws_are_one_line_and_code_2(capsys: pytest.CaptureFixture[str], words: tuple[str, ...]) -> None:
    code, out, err = run(capsys, "draw", *words)
    assert (code, out) == (2, "")
    assert len(err.strip().splitlines()) == 1


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", "null", '{"entries": 5}', '{"entries": [], "seed": 1, "method": "", "numbers": []}']
)
def test_what_is_no_protocol_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str) -> None:
    path = tmp_path / "draw.json"
    path.write_text(text)
    code, _, err = run(capsys, "draw", "--check", str(path))
    assert code == 2
    assert len(err.strip().splitlines()) == 1


def test_players_come_from_a_tournament_file_whatever_its_name(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    source = Path(__file__).parents[1] / "data" / "vectors" / "swiss-worked-tournament.trf"
    copy = tmp_path / "players.txt"
    copy.write_bytes(source.read_bytes())
    found = [document(capsys, "draw", str(path), "--dice", "123456") for path in (source, copy)]
    assert found[0] == found[1]
    assert len(found[0]["numbers"]) == 40


def test_belgrade_groups_name_the_players_by_strength(capsys: pytest.CaptureFixture[str]) -> None:
    source = Path(__file__).parents[1] / "data" / "vectors" / "swiss-worked-tournament.trf"
    groups = document(capsys, "schedule", "belgrade", "8", "4", "--file", str(source))["groups"]
    players = seeding_order(trf.read(source).tournament.players)
    assert groups[0] == [players[0].name, players[7].name]


def test_every_line_up_in_the_board_order_is_listed(capsys: pytest.CaptureFixture[str]) -> None:  # C.05 7
    found = document(capsys, "schedule", "line-ups", "5", "4")["line_ups"]
    assert found == [[1, 2, 3, 4], [1, 2, 3, 5], [1, 2, 4, 5], [1, 3, 4, 5], [2, 3, 4, 5]]
