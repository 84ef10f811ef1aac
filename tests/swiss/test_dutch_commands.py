"""The commands pair, check, generate and engine, as other programs call them."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import arbitro
from arbitro.cli import main
from arbitro.files import trf
from arbitro.model import Colour
from arbitro.swiss.generator import Recipe, generate


def run(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as left:
        main([str(w) for w in words])
    out, err = capsys.readouterr()
    return int(left.value.code or 0), out, err


SAME = ("--plain", "--edition", "2017", "--version", "16")  # nothing drawn but ratings and results


@pytest.fixture
def file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    path = tmp_path / "open.trf"
    code, _, _ = run(
        capsys, "generate", *SAME, "--players", 21, "--rounds", 5, "--seed", 7, "--forfeits", "5%", "-o", path
    )
    assert code == 0
    return path


def test_generate_is_repeatable_and_check_agrees(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    again = tmp_path / "again.trf"
    run(capsys, "generate", *SAME, "--players", 21, "--rounds", 5, "--seed", 7, "--forfeits", "5%", "-o", again)
    assert again.read_bytes() == file.read_bytes()
    code, out, _ = run(capsys, "check", file, "--json")
    document = json.loads(out)
    assert code == 0
    assert document["rounds_checked"] == 5 and document["rounds_different"] == 0
    assert document["files"][0]["differences"] == []


@pytest.mark.parametrize("edition", ["2017", "2026"])
def test_pair_prints_pairs_and_json(file: Path, edition: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = file.read_text()
    file.write_text(text.replace("XXR 5", "XXR 9").replace("142 5", "142 9"))
    code, out, err = run(capsys, "pair", file, "--edition", edition, "--json", "--explain")
    assert not err
    document = json.loads(out)
    assert code == 0
    assert document["round"] == 6 and document["system"] == "dutch" and document["edition"] == edition
    assert len(document["pairs"]) == 10 and isinstance(document["bye"], int)
    assert len(document["explanations"]) == 11
    assert set(document["explanations"][0]) >= {"pair", "bracket", "text", "criteria"}
    code, out, _ = run(capsys, "pair", file, "--edition", edition)
    lines = out.split("\n")
    assert lines[0] == "11"
    assert [list(map(int, line.split())) for line in lines[1:11]] == document["pairs"]
    assert lines[11] == f"{document['bye']} 0"


def test_check_finds_a_changed_pair(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = file.read_text().split("\n")
    rows = [i for i, line in enumerate(lines) if line.startswith("001")]
    first, second = [i for i in rows if lines[i][96] == "w"][:2]
    for mine, theirs in ((first, second), (second, first)):
        opponent = int(lines[mine][91:95])
        target = next(i for i in rows if int(lines[i][4:8]) == opponent)
        lines[target] = lines[target][:91] + f"{int(lines[theirs][4:8]):4}" + lines[target][95:]
    a, b = lines[first][91:95], lines[second][91:95]
    lines[first] = lines[first][:91] + b + lines[first][95:]
    lines[second] = lines[second][:91] + a + lines[second][95:]
    file.write_text("\n".join(lines))
    code, out, _ = run(capsys, "check", file, "--json")
    document = json.loads(out)
    assert code == 1
    assert document["files"][0]["differences"][0]["round"] == 1


def test_engine_is_a_drop_in(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text(file.read_text().replace("XXR 5", "XXR 9").replace("142 5", "142 9"))
    out_file = tmp_path / "pairs"
    code, _, _ = run(capsys, "engine", "--dutch", file, "-p", out_file, "-w")
    assert code == 0
    assert out_file.read_text().split("\n")[0] == "11"
    code, out, _ = run(capsys, "engine", "--dutch", file, "-c")
    rounds = [line for line in out.splitlines() if "Round" in line]
    assert code == 0 and rounds == [f"{file.stem}: Round #{k}" for k in range(1, 6)]
    made = tmp_path / "made.trf"
    assert run(capsys, "engine", "--dutch", "-g", "-o", made, "-s", 42)[0] == 0
    assert run(capsys, "engine", "--dutch", made, "-c")[0] == 0
    assert run(capsys, "engine", "--dutch", tmp_path / "nothing.trf", "-p")[0] == 5
    assert run(capsys, "engine", "--dutch", file)[0] == 3
    broken = tmp_path / "broken.trf"
    broken.write_text("001  abc\n")
    assert run(capsys, "engine", broken, "-p")[0] == 3


def test_the_engine_checks_in_the_columns_that_programs_read(tmp_path: Path, capsys) -> None:
    """As bbpPairings prints them: every round, ours and the file's pairs side by side, the bye as 0."""
    event = generate(Recipe(players=7, rounds=3, seed=3, edition="2026"))
    games = {g.white: g for g in event.games(3)}
    white = min(games)
    black = games[white].black
    turned = [list(rounds) for rounds in event.results]
    for number in (white, black):
        rounds = turned[event.index[number]]
        rounds[2] = rounds[2]._replace(colour=rounds[2].colour.other)
    file = tmp_path / "club.trf"
    file.write_text(trf.write(replace(event, results=tuple(map(tuple, turned))), 16), encoding="utf-8")
    code, out, _ = run(capsys, "engine", "--dutch", file, "-c")
    assert code == 0
    assert out.splitlines() == [
        "club: Round #1", "club: Round #2", "club: Round #3", "  Checker pairings        Tournament pairings ",
        f"    {white:3} - {black:3}                {black:3} - {white:3}", "", "",
    ]  # fmt: skip


def test_the_engine_leaves_an_empty_file_where_no_pairing_exists_and_names_itself(tmp_path: Path, capsys) -> None:
    event = generate(Recipe(players=2, rounds=1, seed=1, edition="2026"))
    file, out_file = tmp_path / "two.trf", tmp_path / "pairs"
    file.write_text(trf.write(replace(event, planned_rounds=3), 16), encoding="utf-8")
    out_file.write_text("of the round before")
    assert run(capsys, "engine", "--dutch", file, "-p", out_file)[0] == 1
    assert out_file.read_text() == ""
    for words in (["-r"], ["engine", "-r"]):
        assert run(capsys, *words)[:2] == (0, f"arbitro {arbitro.__version__}\n")


def test_the_engine_pairs_nothing_from_a_file_that_contradicts_itself(file: Path, tmp_path: Path, capsys) -> None:
    """As bbpPairings, code 3 and no answer; -c says the contradiction and goes on, and refuses what is no file."""
    text, out_file = file.read_text(), tmp_path / "pairs.txt"
    line = next(line for line in text.splitlines() if line.startswith("001"))
    result = "0" if line[98] != "0" else "1"
    broken = {
        "points": text.replace(line, f"{line[:80]} 9.5{line[84:]}"),
        "result": text.replace(line, f"{line[:98]}{result}{line[99:]}"),
        "opponent": text.replace(line, f"{line[:91]}  99{line[95:]}"),
    }
    path = tmp_path / "broken.trf"
    for what, content in broken.items():
        path.write_text(content)
        code, said, err = run(capsys, "engine", "--dutch", path, "-p", out_file)
        assert (code, said, err.count("\n")) == (3, "", 1) and "broken.trf, line" in err, what
        assert not out_file.exists()
        code, said, err = run(capsys, "engine", "--dutch", path, "-c")
        assert code == 0 and said and "broken.trf, line" in err, what
    path.write_text("no tournament\n")
    for action in ("-p", "-c"):
        code, said, err = run(capsys, "engine", "--dutch", path, action)
        assert (code, said) == (3, "") and "expected at least one player" in err


def test_another_program_drives_the_engine_and_reads_its_answers(tmp_path: Path, capsys) -> None:
    """Its calls: `--dutch FILE -p OUT [-l]`; it counts lines, splits at one blank, and reads the list by tabs."""
    made = tmp_path / "made.trf"
    assert run(capsys, "engine", "--dutch", "-g", "-o", made, "-s", 7)[0] == 0
    lines = [line for line in made.read_text().splitlines() if line.startswith("001")]
    start = [f"{line[:80]} 0.0" + line[84:89] for line in lines]
    name = tmp_path / "Open de Año.trfx"
    name.write_text("\n".join(["012 Open", "XXR 9", "XXC white1", *start, ""]), encoding="utf-8")
    out_file = tmp_path / "Open de Año-pairings.txt"
    code, said, _err = run(capsys, "engine", "--dutch", name, "-p", out_file, "-l")
    assert (code, said) == (0, "")
    count, *pairs = out_file.read_text(encoding="utf-8").splitlines()
    found = [tuple(map(int, pair.split(" "))) for pair in pairs]
    assert len(found) == int(count) == (len(start) + 1) // 2
    assert sorted(n for pair in found for n in pair if n) == list(range(1, len(start) + 1))
    head, *rows = [row.split("\t") for row in name.with_suffix(".list").read_text().splitlines() if "\t" in row]
    assert [cell.strip() for cell in head] == ["ID", "Pts", "-", "Pref", "C2", "C14", "C16", "Cur", "", ""]
    cells = {int(row[0]): [cell.strip() for cell in row[1:8]] for row in rows}
    white, black = found[0]
    assert cells[white] == ["0.0", "", "A", "Y", "", "", f"({black}W)"]
    assert cells[black][-1] == f"({white}B)"
    assert run(capsys, "engine", "--dutch", name, "-p", "beside.txt")[0] == 0
    assert (tmp_path / "beside.txt").read_text() == out_file.read_text()


def test_another_program_calls_the_engine_as_its_own_every_round(tmp_path: Path) -> None:
    """The calls of Sharly Chess: `EXECUTABLE --dutch FILE.trfx -p OUT [-l LIST]`, round after round, as a process.

    What it expects: the answer exists if and only if a pairing does; a line with the number of pairs, then two
    numbers parted by one blank; a list by tabs whose third heading has a dash more than rounds were played, a blank
    and the colours of the games below it, and the opponents from the tenth column on.
    """
    program = [sys.executable, "-c", "from arbitro.cli import main; main()"]
    folder = tmp_path / "tmp dir"
    folder.mkdir()
    source, answer, list_ = (folder / name for name in ("pairings-input.trfx", "pairings-output.txt", "checklist.txt"))
    event = generate(Recipe(players=13, rounds=4, seed=5, edition="2026", half_point_byes=0.1))
    players = tuple(replace(p, stated_points=event.score(p.number, 3)) for p in event.players)
    known = replace(event, players=players, results=tuple(rounds[:3] for rounds in event.results), planned_rounds=9)
    source.write_text(trf.write(known, 16), encoding="utf-8")
    called = [*program, "--dutch", str(source), "-p", str(answer)]
    done = subprocess.run([*called, "-l", str(list_)], capture_output=True, encoding="utf-8", check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    with open(answer, encoding="utf-8") as file:
        count = int(file.readline())
        pairs = [tuple(map(int, line.split(" "))) for line in file.readlines()]
    assert len(pairs) == count and sorted(n for pair in pairs for n in pair if n) == list(known.numbers)
    seen = {}
    rounds = 0
    for line in list_.read_text(encoding="utf-8").split("\n"):
        parts = line.split("\t")
        if line.strip().startswith("ID\t"):
            rounds = parts[2].count("-") - 1
        elif parts[0].strip().isdigit():
            assert len(parts) >= 9 + rounds
            seen[int(parts[0])] = parts
    assert rounds == 3 and set(seen) == set(known.numbers)
    for number, parts in seen.items():
        rows = known.rounds_of(number)
        assert float(parts[1]) == known.score(number) / 10
        played = "".join("W" if r.colour is Colour.WHITE else "B" for r in rows if r.outcome.played)
        assert parts[2] == f" {played:>3}"
        assert parts[3].strip() in ("W", "B", "(W)", "(B)", "w", "b", "A") and parts[4].strip() in ("Y", "N", "")
        assert {parts[5].strip(), parts[6].strip()} <= {"U", "D", ""}
        opponents = [r.opponent if r.outcome.played else None for r in rows]
        assert [int(cell) if cell.strip().isdigit() else None for cell in parts[9 : 9 + rounds]] == opponents
        now = re.search(r"\((\d+)([WB])\)", parts[7])
        paired = next((pair for pair in pairs if number in pair and 0 not in pair), None)
        expected = paired and (sum(paired) - number, "W" if paired[0] == number else "B")
        assert (now and (int(now[1]), now[2])) == expected
    answer.unlink()
    source.write_text(trf.write(known, 16) + "XXP " + " ".join(map(str, known.numbers)) + "\n", encoding="utf-8")
    done = subprocess.run(called, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 1 and done.stderr and answer.read_text() == ""  # an empty answer: no pairing is possible


@pytest.mark.parametrize(
    ("head", "edition"),
    [("", "2026"), ("042 2019/05/01\n", "2017"), ("042 2026/05/01\n", "2026"), ("192 FIDE_DUTCH_2017\n", "2017")],
)
def test_the_engine_pairs_by_the_files_text_else_by_the_newest(tmp_path: Path, capsys, monkeypatch, head, edition):
    from arbitro.cli import drop_in as engine

    asked = []
    real = engine.swiss.next_round
    monkeypatch.setattr(
        engine.swiss, "next_round", lambda t, s, e: asked.append(engine.swiss.edition_of(t, s, e)) or real(t, s, e)
    )
    path = tmp_path / "open.trf"
    path.write_text(head + "XXR 5\n" + "".join(f"001 {n:>4}      Player {n}".ljust(80) + " 0.0\n" for n in range(1, 7)))
    assert run(capsys, "engine", "--dutch", path, "-p")[0] == 0
    assert run(capsys, "engine", "--dutch", path, "-p", "--edition", "2017")[0] == 0
    monkeypatch.setenv("ARBITRO_EDITION", "2017")
    assert run(capsys, "engine", "--dutch", path, "-p")[0] == 0
    assert asked == [edition, "2017", "2017"]


def test_no_legal_pairing_is_answered_with_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "two.trf"
    path.write_text(
        "001    1      Ana                               2100                             1.0    1     2 w 1\n"
        "001    2      Bea                               2000                             0.0    2     1 b 0\n"
        "XXR 3\n"
    )
    code, _, err = run(capsys, "pair", path)
    assert code == 1 and err and "Traceback" not in err
    assert run(capsys, "engine", "--dutch", path, "-p")[0] == 1


def test_nothing_is_written_when_the_question_is_wrong(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "pairs.txt"
    code, stdout, err = run(capsys, "pair", file, "--why-not", 3, 99, "-o", out)
    assert (code, stdout, err.count("\n")) == (2, "", 1)
    assert "99" in err and not out.exists()


def test_a_round_beyond_those_planned_is_noted(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, stdout, err = run(capsys, "pair", file, "--lang", "es")
    assert code == 0 and stdout and "estaban previstas 5 rondas" in err


def test_the_whole_account_needs_no_second_option(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "pair", file, "--full")[1] == run(capsys, "pair", file, "--explain", "--full")[1]


@pytest.mark.parametrize(
    "words",
    [("--draws", "35"), ("--draws", "x"), ("--forfeits", "120%"), ("--forfeits", "1.5"), ("--half-point-byes", "-1")],
)
def test_amounts_that_mean_nothing_are_refused(words: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    code, stdout, err = run(capsys, "generate", "--players", 8, "--rounds", 3, *words)
    assert (code, stdout, err.count("\n")) == (2, "", 1) and words[1] in err


def test_everybody_away_and_nobody_left_are_noted(capsys: pytest.CaptureFixture[str]) -> None:
    code, stdout, err = run(capsys, "generate", *SAME, "--players", 8, "--rounds", 3, "--half-point-byes", "100%")
    assert code == 0 and stdout and "round 1 cannot be paired" in err
    code, stdout, err = run(capsys, "generate", *SAME, "--players", 2, "--rounds", 3)
    assert code == 0 and stdout and "the tournament ends after 1" in err


def test_the_engine_makes_tournaments_with_other_points(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config, made = tmp_path / "config", tmp_path / "made.trf"
    config.write_text("PlayersNumber=11\nRoundsNumber=5\nPointsForWin=3\nPointsForDraw=1\nPointsForPAB=1\n")
    assert run(capsys, "engine", "--dutch", "-g", config, "-o", made, "-s", 4)[0] == 0
    assert "PAB=1.0" in made.read_text()
    assert run(capsys, "check", made)[0] == 0
    config.write_text("PointsForWin=0.123\n")
    code, _, err = run(capsys, "engine", "--dutch", "-g", config, "-o", made)
    assert code == 3 and err.count("\n") == 1


def test_an_older_text_than_the_one_in_force_is_warned_of(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    dated = file.with_name("dated.trf")
    dated.write_text("042 2026/05/01\n" + file.read_text(encoding="utf-8"), encoding="utf-8")
    code, out, err = run(capsys, "pair", str(dated), "--edition", "2017", "--json")
    assert code == 0 and json.loads(out)["edition"] == "2017"
    assert "2026-05-01" in err and "2017" in err
    code, out, err = run(capsys, "pair", str(dated), "--json")
    assert code == 0 and json.loads(out)["edition"] == "2026" and "2017" not in err


def test_the_engine_answers_in_the_language_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    missing = tmp_path / "broken.trf"
    missing.write_text("001  abc\n")
    assert run(capsys, "--lang", "es", "engine", missing, "-p") != run(capsys, "--lang", "en", "engine", missing, "-p")
    assert run(capsys, "engine", missing, "--sideways")[0] == 3
