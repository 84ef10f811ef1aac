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
        ("--withdrawn", "4,99"),
        ("--withdrawn", "4"),  # a Swiss event
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


@pytest.fixture
def four_teams(tmp_path: Path) -> Path:
    """Two boards, one round: team 1 beats team 4, teams 2 and 3 draw; the file states no tie-breaks."""
    results = (
        (7, "w", "1"),
        (8, "b", "1"),
        (5, "w", "="),
        (6, "b", "="),
        (3, "b", "="),
        (4, "w", "="),
        (1, "b", "0"),
        (2, "w", "0"),
    )
    lines = ["012 Four teams", "142 3", "192 FIDE_TEAM", "352 WB", "362 TW 3.0   TD 1.0   TL 0.0"]
    for number, (opponent, colour, result) in enumerate(results, 1):
        points = {"1": "1.0", "=": "0.5", "0": "0.0"}[result]
        name, rating = f"Player {number}", 2400 - number
        lines.append(f"001 {number:4}      {name:<33} {rating}{points:>32} {number:4}  {opponent:4} {colour} {result}")
    lines += [f"310 {team:3} {f'Team {team}':<62}     {2 * team - 1:4} {2 * team:4}" for team in range(1, 5)]
    path = tmp_path / "teams.trf"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_a_team_file_without_tiebreaks_has_the_usual_lists(
    four_teams: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(capsys, "standings", str(four_teams), "--json")
    document = json.loads(out)
    assert (code, err) == (0, "")
    assert [(row["rank"], row["number"]) for row in document["teams"]] == [(1, 1), (2, 2), (2, 3), (4, 4)]
    assert document["teams"][0]["tiebreaks"]["GP"] == 2.0
    code, out, _ = run(capsys, "crosstable", str(four_teams), "--json")
    table = json.loads(out)
    assert (code, table["rows"][0]["cells"]) == (0, ["7w1"])
    assert [row["cells"] for row in table["teams"]["rows"]] == [["4:2"], ["3:1"], ["2:1"], ["1:0"]]
    assert "Team 4" in run(capsys, "crosstable", str(four_teams))[1]


def test_the_score_that_does_not_rank_first_breaks_the_tie(
    four_teams: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for primary, first in (("MP", 2.0), ("GP", 3.0)):
        _, out, _ = run(capsys, "standings", str(four_teams), "-t", "mpvgp", "--primary", primary, "--json")
        assert json.loads(out)["teams"][0]["tiebreaks"] == {"MPvGP": first}


def test_a_team_is_explained_by_its_own_name(four_teams: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "standings", str(four_teams), "-t", "GP", "--explain-team", "2")
    assert "2 Team 2: Game points (GP, C.07 12.1) = 1" in out


def test_boards_manned_out_of_order_are_named_with_what_counts(  # C.05 7
    four_teams: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "Every board was manned" in run(capsys, "standings", str(four_teams), "--board-order", "fixed")[1]
    turned = four_teams.read_text(encoding="utf-8").replace("Team 1", "Team 1", 1)
    turned = turned.replace("   1    2\n310   2", "   2    1\n310   2")
    four_teams.write_text(turned + "300   1   1   4    1    2\n300   1   4   1    7    8\n", encoding="utf-8")
    _, out, _ = run(capsys, "standings", str(four_teams), "--board-order", "fixed", "--json")
    assert json.loads(out)["out_of_order"] == [
        {"round": 1, "teams": [1, 4], "boards": [1, 2], "rated": [2.0, 0.0], "counts": [0.0, 2.0]}
    ]
    _, out, _ = run(capsys, "standings", str(four_teams), "--board-order", "fixed")
    assert "2-0 is rated, 0-2 counts" in out
    assert "Board 1: Player 1 sits out of the board order." in out


def test_a_list_of_the_file_is_used_as_far_as_it_can_be(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The file states ARO, a name of its own and BH, and has an unrated player: what is asked for by name is refused,
    what the file says is left out with the reason."""
    text = WORKED.read_text(encoding="utf-8")
    first = next(line for line in text.splitlines() if line.startswith("001"))
    unrated = f"{first[:48]}    {first[52:]}"
    path = tmp_path / "stated.trf"
    path.write_text(text.replace(first, unrated) + "202 ARO,XBH,BH\n", encoding="utf-8")
    code, out, err = run(capsys, "standings", str(path), "--json")
    document = json.loads(out)
    assert (code, document["tiebreaks"]) == (0, ["BH"])
    assert [left["tiebreak"] for left in document["left_out"]] == ["ARO", "XBH"]
    assert "C.07 4.5" in err
    assert run(capsys, "crosstable", str(path), "--json")[0] == 0
    code, out, err = run(capsys, "standings", str(path), "-t", "ARO")
    assert (code, out) == (2, "")
    assert "C.07 4.5" in err


def test_the_title_names_the_text_of_the_rules(capsys: pytest.CaptureFixture[str]) -> None:
    for edition, title in (("2026", "C.07 2026"), ("2009", "C.06 2009"), ("club", "round 6, club")):
        _, out, _ = run(capsys, "standings", str(WORKED), "-t", "SB", "--edition", edition, "--explain", "3")
        assert out.splitlines()[0].endswith(title)
    assert "Sonneborn-Berger (SB)" in out


def test_another_edition_is_set_beside(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "standings", str(WORKED), "-t", "BH", "--compare", "2009,2026")
    assert "What C.06 2009 changes:" in out
    changed = out.partition("What C.07 2026 changes:")[2].splitlines()
    assert any("Jugador 12" in line and "22.0  22.5" in line for line in changed)
    _, out, _ = run(capsys, "standings", str(WORKED), "-t", "BH", "--compare", "2026", "--json")
    rows = {row["number"]: row for row in json.loads(out)["compared"]["2026"]}
    assert rows[12]["tiebreaks"] == {"BH": 22.0}
    _, out, _ = run(capsys, "standings", str(WORKED), "-t", "WIN", "--compare", "2026")
    assert out.rstrip().endswith("nothing")


def test_what_if(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "standings", str(WORKED), "-t", "BH", "--assume", "5:0", "--json")
    assert json.loads(out)["standings"][0] | {"number": 1, "points": 5.5} == json.loads(out)["standings"][0]
    code, out, err = run(capsys, "standings", str(WORKED), "--assume", "5:9")
    assert (code, out, len(err.splitlines())) == (2, "", 1)
