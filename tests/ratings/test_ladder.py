"""The challenge ladder of a club (MAT-1 to MAT-5), in Python and on the command line."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest

from arbitro.cli import main
from arbitro.i18n import speaking
from arbitro.model.rating_tables import expected_hundredths
from arbitro.ratings.ladder import AfterMatch, Ending, Refusal, after_match, challenge_refused, open_challenges
from arbitro.ratings.texts import ending_text, refusal_text

LADDER = [("Ana", 1950), ("Beto", 1800), ("Carla", 1780), ("David", 1640)]


def test_the_next_free_player_above_may_be_challenged() -> None:  # MAT-1
    assert open_challenges(LADDER) == {"Ana": None, "Beto": "Ana", "Carla": "Beto", "David": "Carla"}
    assert open_challenges(LADDER, frozenset({"Carla"})) == {
        "Ana": None, "Beto": "Ana", "Carla": None, "David": "Beto",
    }  # fmt: skip
    assert challenge_refused(LADDER, "David", "Ana") is Refusal.TOO_FAR


def test_a_challenger_who_wins_takes_the_place() -> None:  # MAT-2, MAT-3
    found = after_match(LADDER, "Carla", "Beto", "LL", 45)
    assert (found.ending, found.gain) == (Ending.LOWER_WINS, 24)
    assert found.ladder == (("Ana", 1950), ("Carla", 1804), ("Beto", 1776), ("David", 1640))


@pytest.mark.parametrize(("games", "gain"), [("H", -21), ("LH", 2), ("L", 0), ("DD", 2)])
def test_points_change_hands_and_places_stay(games: str, gain: int) -> None:
    found = after_match(LADDER, "Carla", "Beto", games, 45)
    assert found.gain == gain
    assert [name for name, _ in found.ladder] == [name for name, _ in LADDER]
    assert sum(rating for _, rating in found.ladder) == sum(rating for _, rating in LADDER)


def test_everything_is_said_in_spanish() -> None:
    endings = [AfterMatch(ending, gain, ()) for ending in Ending for gain in (0, 9)]
    english = [*map(refusal_text, Refusal), *map(ending_text, endings)]
    with speaking("es"):
        spanish = [*map(refusal_text, Refusal), *map(ending_text, endings)]
    assert all(one != other for one, other in zip(english, spanish, strict=True))


def test_a_drawn_match_of_equals_moves_nothing() -> None:  # MAT-3
    found = after_match([("Ana", 1500), ("Blas", 1500)], "Blas", "Ana", "DD", 45)
    assert found.gain == 0 and ending_text(found) == "the match is drawn; no points change hands"
    uneven = after_match([("Ana", 1540), ("Blas", 1500)], "Blas", "Ana", "DD", 45)
    assert uneven.gain > 0 and ending_text(uneven).endswith("the lower rated player gains")


def run(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as leave:
        main(list(argv))
    out, err = capsys.readouterr()
    return int(leave.value.code or 0), out, err


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "ladder.csv"
    path.write_text("name,rating,busy\n" + "".join(f"{n},{r},\n" for n, r in LADDER), encoding="utf-8")
    return str(path)


def test_the_command(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "ladder", file, "--json")
    assert code == 0 and [row["may_challenge"] for row in json.loads(out)["ladder"]] == [None, "Ana", "Beto", "Carla"]
    code, out, _ = run(capsys, "ladder", file, "--challenge", "Carla", "Beto", "--json")
    assert code == 0 and json.loads(out) == {"allowed": True, "challenger": {"win": 24, "draw": 2, "loss": -21}}
    code, out, _ = run(capsys, "ladder", file, "--challenge", "David", "Beto", "--lang", "es")
    assert code == 1 and out == "No se permite: hay un jugador libre entre los dos.\n"
    dates = ("--lost-on", "1974-03-01", "--day", "1974-04-30")
    assert run(capsys, "ladder", file, "--challenge", "Carla", "Beto", *dates)[0] == 1
    code, out, _ = run(capsys, "ladder", file, "--challenge", "Carla", "Beto", "--games", "ll", "--k", "20", "--json")
    answer = json.loads(out)
    assert code == 0 and (answer["outcome"], answer["gain"]) == ("lower_wins", 11)
    assert [row["name"] for row in answer["ladder"]] == ["Ana", "Carla", "Beto", "David"]
    code, out, _ = run(capsys, "ladder", file, "--lang", "en")
    assert code == 0 and "May challenge" in out


def expected_gain(difference: int, games: str, k: int) -> int:
    """MAT-2, MAT-3 literally: what the challenger gains; K(1-p), Kp and K(p-½), halves up."""
    p = expected_hundredths(difference)
    if games[0] == "H" or games in ("DH", "HD"):
        return -((2 * k * (100 - p) + 100) // 200)
    if games in ("LH", "DD"):
        return (2 * k * (p - 50) + 100) // 200
    return (2 * k * p + 100) // 200


def test_every_figure_of_a_match_is_true_on_200_ladders(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "ladder.csv"
    for seed in range(200):
        rng = random.Random(seed)
        rungs = [(f"P{i}", rating) for i, rating in enumerate(sorted(rng.sample(range(1500, 1900), 6), reverse=True))]
        path.write_text("name,rating\n" + "".join(f"{n},{r}\n" for n, r in rungs), encoding="utf-8")
        i, k, games = (
            rng.randrange(1, 6),
            rng.choice([10, 15, 25, 32]),
            rng.choice(["H", "LL", "LH", "LD", "DL", "DD", "DH"]),
        )
        (above, high), (below, low) = rungs[i - 1], rungs[i]
        argv = ("ladder", str(path), "--challenge", below, above, "--k", str(k), "--lang", "en")
        code, out, _ = run(capsys, *argv)
        if high - low >= 250:
            assert code == 1 and "too far apart" in out
            continue
        win, draw, loss = (expected_gain(high - low, g, k) for g in ("LL", "DD", "H"))
        assert f"gains {win} with a win, {draw} with a drawn match, and loses {-loss} otherwise" in out
        code, out, _ = run(capsys, *argv, "--games", games)
        gain = expected_gain(high - low, games, k)
        assert (f"({below} {gain:+d})." in out) == bool(gain)
        rows = re.findall(r"P\d .*?(\d{4})", out)
        assert sorted(map(int, rows)) == sorted(
            [low + gain, high - gain, *(r for n, r in rungs if n not in (above, below))]
        )
        names = re.findall(r"(P\d)\b[^+-]*?\d{4}", out)
        won = games in ("LL", "LD", "DL")
        assert (names.index(below) < names.index(above)) == won


@pytest.mark.parametrize(
    "argv",
    [("--games", "L"), ("--challenge", "Carla", "Nobody"), ("--challenge", "Carla", "Beto", "--games", "X"),
     ("--challenge", "Carla", "Beto", "--lost-on", "then")],
)  # fmt: skip
def test_bad_questions_are_one_line(argv: tuple[str, ...], file: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "ladder", file, *argv)
    assert (code, out) == (2, "") and len(err.splitlines()) == 1


@pytest.mark.parametrize(
    ("text", "line"), [("who,elo\n", 1), ("name,rating\nA,x\n", 2), ("name,rating\nA,1\nA,2\n", 3)]
)
def test_a_bad_list_is_named_by_its_line(
    text: str, line: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bad.csv"
    path.write_text(text, encoding="utf-8")
    code, _, err = run(capsys, "ladder", str(path), "--lang", "en")
    assert code == 2 and f"line {line}: " in err
