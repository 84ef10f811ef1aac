"""`arbitro rate` and `arbitro rate-period`."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from bench._open import open_tournament

from arbitro.cli import main
from arbitro.files import trf
from arbitro.model import Colour, Outcome, Player, PlayerRound, System, Tournament


def run(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as leave:
        main(list(argv))
    out, err = capsys.readouterr()
    return int(leave.value.code or 0), out, err


@pytest.fixture
def event(tmp_path: Path) -> str:
    path = tmp_path / "events" / "open.trf"
    path.parent.mkdir()
    path.write_text(trf.write(open_tournament(30, 7)), encoding="utf-8")
    return str(path)


def test_rate_as_json(event: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "rate", event, "--json")
    assert code == 0
    players = json.loads(out)["players"]
    assert len(players) == 30
    keys = {"number", "rating", "games", "score", "expected", "k", "change", "new_rating", "performance"}
    assert all(keys <= player.keys() for player in players)
    assert all(player["new_rating"] == player["rating"] + player["change"] for player in players)


def test_a_k_file_by_number_or_fide_id(event: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = tmp_path / "k.csv"
    table.write_text("number,k\n1,40\n1001,15\n", encoding="utf-8")
    _, out, _ = run(capsys, "rate", event, "--k", str(table), "--json")
    players = json.loads(out)["players"]
    assert [player["k"] for player in players[:2]] == [40, 15]
    table.write_text('{"3": 30}', encoding="utf-8")
    _, out, _ = run(capsys, "rate", event, "--k", str(table), "--player", "3", "--json")
    (player,) = json.loads(out)["players"]
    assert player["k"] == 30 and len(player["sheet"]) == player["games"]


@pytest.mark.parametrize(
    "text", ["999,20", "1,x", "1", "{", "1,0", '{"1": null}', '{"1": [1]}', "number,k\nx12,40", "1,20\ntwo,40"]
)
def test_a_wrong_k_file_is_one_line(text: str, event: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = tmp_path / "k.csv"
    table.write_text(text, encoding="utf-8")
    code, out, err = run(capsys, "rate", event, "--k", str(table))
    assert (code, out) == (2, "") and len(err.splitlines()) == 1


@pytest.mark.parametrize("edition", ["2022", "2024", "2025", "club"])
def test_text_for_people(edition: str, event: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "rate", event, "--edition", edition, "--player", "1")
    assert code == 0 and "Player 1" in out and edition in out


def test_the_sheet_speaks_spanish(event: str) -> None:
    argv = [
        sys.executable,
        "-c",
        "from arbitro.cli import main; main()",
        "rate",
        event,
        "--player",
        "1",
        "--lang",
        "es",
    ]
    out = subprocess.run(argv, capture_output=True, check=True, encoding="utf-8").stdout
    assert "Ronda" in out and "Diferencia" in out


def test_a_period_from_tournament_files(event: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pl = pytest.importorskip("polars")
    names = tmp_path / "list.csv"
    rows = [f"{player.fide_id},{player.name},{player.rating}" for player in open_tournament(30, 7).players]
    names.write_text("\n".join(["fideid,name,rating", *rows[:-1]]) + "\n", encoding="utf-8")  # one is missing
    new, problems, report = (str(tmp_path / name) for name in ("new.csv", "problems.csv", "report.json"))
    argv = ("rate-period", str(names), str(Path(event).parent), "-o", new, "--problems", problems, "--report", report)
    code, out, _ = run(capsys, *argv, "--date", "2023-06-01", "--json")
    assert code == 0
    document = json.loads(out)
    assert document["players"] == 29 and document["edition"] == "2022"
    missing = sum(n for n in document["problems"].values())
    assert missing == pl.read_csv(problems).height > 0
    assert json.loads(Path(report).read_text(encoding="utf-8")) == document
    _, rated, _ = run(capsys, "rate", event, "--json")
    without_last = {
        p["number"]: p["change"] for p in json.loads(rated)["players"] if all(
            g.opponent != 30 for g in open_tournament(30, 7).rounds_of(p["number"])
        )
    }  # fmt: skip
    changes = dict(pl.read_csv(new).select("id", "change").iter_rows())
    assert without_last
    for number, change in without_last.items():
        if number != 30:
            assert changes[1000 + number - 1] == change


def test_a_period_from_a_list_as_fide_publishes_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pl = pytest.importorskip("polars")
    rows = [
        "ID Number      Name                           Fed Sex Tit  WTit OTit FOA MAY23 Gms K  B-day Flag",
        "101            Ana                            MEX F                      2000  0   20 1990  w",
        "102            Bruno                          MEX M                      2000  0   40 2001",
    ]
    names, games, new = tmp_path / "standard.txt", tmp_path / "games.csv", tmp_path / "new.parquet"
    names.write_text("\n".join(rows) + "\n", encoding="latin-1")
    games.write_text("white,black,result\n101,102,1-0\n", encoding="utf-8")
    code, _, err = run(capsys, "rate-period", str(names), str(games), "-o", str(new), "--date", "2023-06-01")
    assert (code, err) == (0, "")
    assert pl.read_parquet(new).select("name", "rating", "change", "k").rows() == [
        ("Ana", 2010, 10, 20),
        ("Bruno", 1980, -20, 40),
    ]


def test_bad_tables_are_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("polars")
    names, games = tmp_path / "list.csv", tmp_path / "games.csv"
    names.write_text("id,rating\n1,2000\n", encoding="utf-8")
    new = str(tmp_path / "new.csv")
    for text in ("white,black\n1,1\n", "", "a,a\n1,2\n", "\x00\x01\x02"):
        games.write_text(text, encoding="utf-8")
        code, out, err = run(capsys, "rate-period", str(names), str(games), "-o", new)
        assert (code, out) == (2, "") and len(err.splitlines()) == 1, (text, err)
        assert not Path(new).exists()
    games.write_text("white,black,result\n1,1,1-0\n", encoding="utf-8")
    code, _, err = run(capsys, "rate-period", str(names), str(games), "-o", new, "--date", "junk")
    assert code == 2 and "YYYY-MM-DD" in err


def test_a_second_month_starts_from_what_the_first_wrote(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pl = pytest.importorskip("polars")
    names, first, second = (tmp_path / name for name in ("list.csv", "may.csv", "june.csv"))
    names.write_text("id,rating\n1,0\n" + "".join(f"{n},1600\n" for n in range(10, 15)), encoding="utf-8")
    first.write_text("white,black,score\n1,10,1\n1,11,0\n1,12,0.5\n", encoding="utf-8")
    second.write_text("white,black,score\n1,13,1\n1,14,0\n", encoding="utf-8")
    new, newer, waiting = (str(tmp_path / name) for name in ("new.csv", "newer.csv", "waiting.csv"))
    argv = ("rate-period", str(names), str(first), "-o", new, "--date", "2023-06-01", "--pending-out", waiting)
    assert run(capsys, *argv)[0] == 0
    argv = ("rate-period", new, str(second), "-o", newer, "--date", "2023-07-01", "--pending", waiting)
    code, _, err = run(capsys, *argv)
    assert (code, err) == (0, "")
    row = pl.read_csv(newer).row(0, named=True)
    assert (row["rating"], row["k"], row["career_games"], row["status"]) == (1600, 40, 5, "new")


def test_tournament_files_of_another_list_or_given_twice_are_reported(
    event: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pl = pytest.importorskip("polars")
    folder = Path(event).parent
    tournament = open_tournament(30, 7)
    blitz = replace(tournament, info=replace(tournament.info, time_control="3+2"))
    (folder / "blitz.trf").write_text(trf.write(blitz), encoding="utf-8")
    (folder / "copy.trf").write_bytes(Path(event).read_bytes())
    (folder / "junk.trf").write_text("001 nonsense\n", encoding="utf-8")
    names = tmp_path / "list.csv"
    rows = [f"{player.fide_id},{player.rating}" for player in tournament.players]
    names.write_text("\n".join(["id,rating", *rows]) + "\n", encoding="utf-8")
    new, problems = str(tmp_path / "new.csv"), str(tmp_path / "problems.csv")
    argv = ("rate-period", str(names), str(folder), "-o", new, "--problems", problems, "--date", "2023-06-01")
    code, out, _ = run(capsys, *argv, "--json")
    document = json.loads(out)
    games = sum(len(tournament.games(r)) for r in range(1, 8))
    assert code == 0
    assert document["problems"] == {
        "the file cannot be read": 1,
        "the same tournament file twice": 1,
        "the time control belongs to another list": games,
    }
    assert document["games_counted"] + document["games_not_played"] == games
    assert pl.read_csv(problems).height == games + 2
    _, out, _ = run(capsys, *argv, "--lang", "es")
    assert "el ritmo de juego corresponde a otra lista" in out


def test_a_k_file_says_which_line_is_wrong(event: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = tmp_path / "k.csv"
    table.write_text("number,k\n1,20\nx12,40\n", encoding="utf-8")
    _, _, err = run(capsys, "rate", event, "--k", str(table), "--lang", "en")
    assert 'line 3: found "x12"' in err
    table.write_bytes(b"1,20\n\xff\xfe\n")
    code, _, err = run(capsys, "rate", event, "--k", str(table))
    assert code == 2 and len(err.splitlines()) == 1


def test_the_text_is_that_of_the_first_day_and_an_older_one_is_warned_of(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:  # 0.1
    tournament = open_tournament(20, 7)
    path = tmp_path / "open.trf"
    for start, rating, title in (
        ("2023/05/01", "2022", "2023"),
        ("2024/05/01", "2024", "2024"),
        ("2026/05/01", "2025", "2024"),
    ):
        event = replace(tournament, info=replace(tournament.info, start=start, end=start))
        path.write_text(trf.write(event), encoding="utf-8")
        for command, in_force, old in (("rate", rating, "2022"), ("norms", title, "2023")):
            _code, out, err = run(capsys, command, str(path), "--json")
            assert json.loads(out)["edition"] == in_force
            assert "was in force" not in err
            _code, out, err = run(capsys, command, str(path), "--json", "--edition", old)
            assert json.loads(out)["edition"] == old
            assert (f"the edition {in_force} was in force" in err) is (in_force != old)


def test_the_next_game_and_the_lists_are_told(event: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "rate", event, "--player", "1", "--against", "2600", "--lang", "en")
    assert code == 0 and "Next game against 2600: a win +" in out
    assert "Ratings of the list of 2023-05-01; rated in that of 2023-06-01, at the latest in that of 2023-08-01" in out
    _, out, _ = run(capsys, "rate", event, "--player", "1", "--against", "2600", "--json")
    assert json.loads(out)["what_if"]["win"] > 0 > json.loads(out)["what_if"]["loss"]


@pytest.mark.parametrize(
    "argv",
    [("--against", "2000"), ("--worksheet",), ("--k-set", "uanl"), ("--edition", "club", "--worksheet"),
     ("--edition", "club", "--player", "1", "--against", "2000")],
)  # fmt: skip
def test_options_that_do_not_agree_are_one_line(
    argv: tuple[str, ...], event: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(capsys, "rate", event, *argv)
    assert (code, out) == (2, "") and len(err.splitlines()) == 1


def all_play_all() -> Tournament:
    """Four players, three of them rated; the higher number wins, but 1 beats 4."""
    names = ((1, 2300), (2, 2200), (3, 2100), (4, 0))
    players = tuple(Player(number=n, name=f"P{n}", rating=rating) for n, rating in names)
    rows: list[list[PlayerRound]] = [[] for _ in players]
    for k, pairs in enumerate((((1, 4), (2, 3)), ((4, 3), (1, 2)), ((2, 4), (3, 1))), 1):
        for white, black in pairs:
            mine = Outcome.WIN if white > black or (white, black) == (1, 4) else Outcome.LOSS
            rows[white - 1].append(PlayerRound(k, black, Colour.WHITE, mine))
            rows[black - 1].append(PlayerRound(k, white, Colour.BLACK, mine.opposite))
    results = tuple(map(tuple, rows))
    return Tournament(players=players, results=results, planned_rounds=3, system=System.ROUND_ROBIN)


def test_the_worksheet_of_an_all_play_all(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:  # RAT-10
    path = tmp_path / "closed.trf"
    path.write_text(trf.write(all_play_all()), encoding="utf-8")
    argv = ("rate", str(path), "--edition", "club", "--worksheet")
    code, out, _ = run(capsys, *argv, "--json")
    assert code == 0
    sheet = json.loads(out)
    assert sheet["mean_rated"] == 2200 and sheet["players"] == 4
    rows = {row["player"]: row for row in sheet["rows"]}
    assert rows["P4"]["rating"] is None and rows["P4"]["new_rating"] == rows["P4"]["performance"]
    assert rows["P3"]["new_rating"] > 2100 > 0
    _, out, _ = run(capsys, *argv, "--k-set", "fide-1972", "--json")
    halved = {row["player"]: row for row in json.loads(out)["rows"]}
    assert 2 * halved["P3"]["change"] == pytest.approx(rows["P3"]["change"])
    _, out, _ = run(capsys, *argv, "--lang", "es")
    assert "Hoja de cálculo" in out and "K(W - We)" in out


def test_what_stands_between_an_event_and_its_rating_is_said(event: str, capsys: pytest.CaptureFixture[str]) -> None:
    argv = ("rate", event, "--lang", "en", "--registered", "2023-04-30", "--hybrid", "--json")
    warnings = json.loads(run(capsys, *argv)[1])["warnings"]
    assert [warning.split(":")[0] for warning in warnings] == ["0.2", "0.2", "9.4"]
    assert (
        json.loads(run(capsys, "rate", event, "--registered", "2023-04-01", "--norms", "--json")[1])["warnings"] == []
    )
    code, _, err = run(capsys, "rate", event, "--registered", "soon")
    assert code == 2 and len(err.splitlines()) == 1


def test_a_broken_table_is_named_with_its_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("polars")
    names, games, new = (tmp_path / name for name in ("list.csv", "games.csv", "new.csv"))
    names.write_text("id,rating\n1,2000\n2,2000\n", encoding="utf-8")
    for text, line in (
        ("white,black,result\n1,2,1-0\n1,2,1-0,x,y\n", 3),
        ('white,black,result\n1,2,1-0\n"3,4\n5,6\n', 4),
    ):
        games.write_text(text, encoding="utf-8")
        code, out, err = run(capsys, "rate-period", str(names), str(games), "-o", str(new), "--lang", "en")
        assert (code, out) == (2, "") and err.startswith(f"{games}, line {line}: ") and len(err.splitlines()) == 1
    waiting = tmp_path / "waiting.csv"
    waiting.write_text("id,list_date,games,score,rating_sum\n1,2023-05-01,1,5,2000\n1,May,1,5,2000\n", encoding="utf-8")
    games.write_text("white,black,result\n1,2,1-0\n", encoding="utf-8")
    argv = ("rate-period", str(names), str(games), "-o", str(new), "--pending", str(waiting), "--lang", "en")
    code, _, err = run(capsys, *argv)
    assert code == 2 and "row 2 of the waiting results" in err
    assert not new.exists()


def test_nothing_is_written_where_it_should_not_be(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("polars")
    names, games, new = (tmp_path / name for name in ("list.csv", "games.csv", "new.csv"))
    names.write_text("id,rating\n1,2000\n2,2000\n", encoding="utf-8")
    games.write_text("white,black,result\n1,2,1-0\n", encoding="utf-8")
    base = ("rate-period", str(names), str(games), "-o")
    for argv in (
        (*base, str(names)),
        (*base, str(tmp_path / "none" / "new.csv")),
        (*base, str(new), "--report", str(tmp_path / "none" / "report.json")),
        (*base, str(new), "--date", "2023-06-15"),
    ):
        code, out, err = run(capsys, *argv)
        assert (code, out) == (2, "") and len(err.splitlines()) == 1
        assert not new.exists() and names.read_text(encoding="utf-8").startswith("id,rating\n1,2000")


def test_many_files_read_by_several_processes_say_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("polars")
    folder, names = tmp_path / "events", tmp_path / "list.csv"
    folder.mkdir()
    for seed in range(6):
        (folder / f"{seed}.trf").write_text(trf.write(open_tournament(12, 5, seed)), encoding="utf-8")
    (folder / "9.trf").write_text("001 nonsense\n", encoding="utf-8")
    names.write_text("id,rating\n" + "".join(f"{n},2500\n" for n in range(1000, 1012)), encoding="utf-8")
    written = []
    for enough in (100, 2):
        monkeypatch.setattr("arbitro.cli.rate_period.ENOUGH_FOR_PROCESSES", enough)
        new, problems = tmp_path / f"new{enough}.csv", tmp_path / f"problems{enough}.csv"
        argv = ("rate-period", str(names), str(folder), "-o", str(new), "--problems", str(problems), "--lang", "es")
        assert run(capsys, *argv)[0] == 0
        written.append((new.read_bytes(), problems.read_bytes()))
    assert written[0] == written[1]
    assert "se encontró" in written[0][1].decode()


def test_completed_games_make_a_player_new_or_provisional(
    event: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:  # 8.3.3, RAT-1
    table = tmp_path / "career.csv"
    table.write_text("number,games\n20,29\n21,30\n1022,15\n", encoding="utf-8")
    rows = json.loads(run(capsys, "rate", event, "--career", str(table), "--json")[1])["players"]
    weaker = [row["k"] for row in rows[19:21]]
    assert rows[19]["rating"] >= 2400 and weaker == [10, 10]  # 2400 goes before
    club = json.loads(run(capsys, "rate", event, "--edition", "club", "--career", str(table), "--json")[1])["players"]
    assert club[22]["k"] is None and club[22]["new_rating"] == club[22]["performance"]  # the 16 first games
    assert (club[19]["k"], club[0]["k"]) == (20, 20)
    table.write_text("20,many\n", encoding="utf-8")
    code, _, err = run(capsys, "rate", event, "--career", str(table))
    assert code == 2 and len(err.splitlines()) == 1
