"""The systems behind `generate`, `check` and `pair`."""

from __future__ import annotations

import json
from itertools import product
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
    made = (
        "generate",
        "--plain",
        "--players",
        "36",
        "--rounds",
        "5",
        "--seed",
        "9",
        "--forfeits",
        "2%",
        "--version",
        "26",
    )
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


@pytest.mark.parametrize(
    ("system", "edition"),
    [*product(["dutch", "dubov", "burstein", "double", "team"], ["2017", "2026"]), ("team", "2024")],
)
def test_a_file_remembers_its_text(
    system: str, edition: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "event.trf"
    chosen = ("--system", system, "--edition", edition, "--version", "26")
    assert run("generate", "--players", "12", "--rounds", "4", "--seed", "3", *chosen, "-o", str(file), capsys=capsys)
    assert trf.parse(file.read_text()).tournament.editions.swiss == edition
    assert run("check", str(file), capsys=capsys)[0] == 0


def test_the_lim_example_of_a_floater_exchanged_in_the_median(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:  # 3.5
    file = tmp_path / "lim.trf"
    made = (
        "generate",
        "--plain",
        "--players",
        "18",
        "--rounds",
        "5",
        "--seed",
        "5010",
        "--system",
        "lim",
        "--draws",
        "0",
    )
    assert run(*made, "-o", str(file), capsys=capsys)[0] == 0
    second = trf.parse(file.read_text()).tournament
    opponents = {p.number: second.results[i][1].opponent for i, p in enumerate(second.players)}
    assert opponents[12] == 11
    winners = {1, 2, 4, 5, 6, 7, 8, 9}
    assert {opponents[n] for n in winners} == winners


@pytest.mark.parametrize("system", ["dubov", "burstein", "lim", "club", "double", "team"])
def test_a_file_remembers_its_system(system: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = str(tmp_path / "event.trf")
    made = (
        "generate",
        "--plain",
        "--seed",
        "0",
        "--players",
        "32",
        "--rounds",
        "4",
        "--system",
        system,
        "--edition",
        "2026",
        "--version",
        "26",
    )
    assert run(*made, "-o", file, capsys=capsys)[0] == 0
    assert json.loads(run("pair", file, "--json", capsys=capsys)[1])["system"] == system
    assert run("check", file, capsys=capsys)[0] == 0


def test_no_legal_pairing_ends_with_exit_code_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "full.trf"
    file.write_text(trf.write(everyone_met(4)), encoding="utf-8")
    for system in ("dubov", "burstein", "lim", "club", "double"):
        assert run("pair", str(file), "--system", system, capsys=capsys)[0] == 1


LISTED = {
    "dubov": {"rating", "average_opposition", "rises"},
    "burstein": {"sonneborn_berger", "buchholz"},
    "lim": {"side"},
    "club": {"rating"},
    "double": set(),
    "team": {"secondary"},
    "dutch": set(),
}


@pytest.mark.parametrize("system", LISTED)
@pytest.mark.parametrize("edition", ["2017", "2026"])
def test_the_list_that_a_round_is_paired_from(
    system: str, edition: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(tmp_path / "event.trf")
    chosen = ("--system", system, "--edition", edition)
    made = ("generate", "--plain", "--players", "24", "--rounds", "5", "--seed", "3", "--version", "26")
    assert run(*made, *chosen, "-o", file, capsys=capsys)[0] == 0
    code, out = run("pair", file, *chosen, "--list", "--json", capsys=capsys)
    rows = json.loads(out)["list"]
    assert (code, len(rows)) == (0, 6 if system == "team" else 24)
    assert LISTED[system] <= rows[0].keys()
    assert [r["score"] for r in rows] == sorted((r["score"] for r in rows), reverse=True)
    t = trf.read(file).tournament
    if system != "team":
        assert [list(t.opponents(r["number"])) for r in rows] == [r["met"] for r in rows]
    if system == "dubov":
        for r in rows:
            met = [t.player(n).rating for n in r["met"]]
            assert r["average_opposition"] == pytest.approx(sum(met) / len(met), abs=0.05 if edition == "2017" else 0.5)
    if system == "burstein":
        for r in rows:
            assert r["buchholz"] == sum(t.score(n) for n in r["met"]) / 10
    code, out = run("pair", file, *chosen, "--list", "--lang", "es", capsys=capsys)
    assert code == 0
    assert "Puede tener el bye" in out


def test_why_not_and_options_are_asked_on_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:  # fmt: skip
    file = str(tmp_path / "event.trf")
    run(
        "generate",
        "--plain",
        "--seed",
        "0",
        "--edition",
        "2017",
        "--players",
        "20",
        "--rounds",
        "4",
        "--system",
        "lim",
        "-o",
        file,
        capsys=capsys,
    )
    code, out = run("pair", file, "--system", "lim", "--why-not", "1", "2", "--json", capsys=capsys)
    assert code == 0
    assert json.loads(out)["why_not"]
    plain = run("pair", file, "--system", "lim", capsys=capsys)
    maxi = run("pair", file, "--system", "lim", "--option", "maxi", capsys=capsys)
    assert plain[0] == maxi[0] == 0
    assert plain != maxi
    assert run("pair", file, "--system", "lim", "--option", "small-event", capsys=capsys)[0] == 2
    assert run("pair", file, "--system", "lim", "--edition", "blue", capsys=capsys)[0] == 2


@pytest.mark.parametrize("system", ["dutch", "dubov", "burstein", "lim", "double", "club"])
def test_a_system_that_fide_discourages_says_so(
    system: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:  # C.04.4
    file = str(tmp_path / "event.trf")
    run(
        "generate",
        "--plain",
        "--seed",
        "0",
        "--players",
        "10",
        "--rounds",
        "2",
        "--system",
        system,
        "-o",
        file,
        capsys=capsys,
    )
    with pytest.raises(SystemExit):
        main(["pair", file, "--system", system, "--lang", "es"])
    assert ("FIDE" in capsys.readouterr().err) is (system != "dutch")
    _, out = run("pair", file, "--system", system, "--json", capsys=capsys)
    assert ("notice" in json.loads(out)) is (system != "dutch")
