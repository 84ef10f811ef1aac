"""`arbitro norms` and `arbitro title-check`."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from arbitro.cli import main
from arbitro.files import trf
from arbitro.model import Outcome
from tests.titles.test_tournament import norm_maker


def run(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as leave:
        main(list(argv))
    out, err = capsys.readouterr()
    return int(leave.value.code or 0), out, err


@pytest.fixture
def event(tmp_path: Path) -> str:
    path = tmp_path / "open.trf"
    path.write_text(trf.write(norm_maker()), encoding="utf-8")
    return str(path)


def test_norms_as_json(event: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "norms", event, "--player", "1", "--title", "GM", "--json")
    assert code == 0
    (norm,) = json.loads(out)["norms"]
    keys = ("number", "title", "achieved", "games", "score", "average", "performance", "failed")
    assert [norm[key] for key in keys] == [1, "GM", True, 9, 7.0, 2447, 2667, []]
    assert all(requirement["met"] for requirement in norm["requirements"])


def test_no_norm_is_exit_code_1(event: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "norms", event, "--player", "2", "--title", "GM", "--lang", "en")
    assert code == 1
    assert "at least 9 needed" in out


def test_what_is_needed_is_said_in_either_language(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "open.trf"
    path.write_text(trf.write(norm_maker().after(8)), encoding="utf-8")
    code, out, _ = run(capsys, "norms", str(path), "--lang", "en")
    assert code == 1
    assert "For the GM norm: a draw against an opponent rated 2312 or more or a win." in out
    _, out, _ = run(capsys, "norms", str(path), "--lang", "es")
    assert "Para la norma de GM: unas tablas contra un oponente de 2312 o más o una victoria." in out


def test_an_unknown_player_is_bad_input(event: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "norms", event, "--player", "99")
    assert code == 2 and "99" in err and len(err.splitlines()) == 1


def application(tmp_path: Path, **facts: object) -> str:
    norm = {
        "title": "GM", "games": 9, "counts_as": 9, "date": "2023-01-01", "kind_1_5_6": "a", "normal_foreigners": True,
        "one_round_a_day_3_days": True,
    }  # fmt: skip
    path = tmp_path / "application.json"
    path.write_text(json.dumps({"title": "GM", "max_rating": 2505, "norms": [norm] * 3, **facts}), encoding="utf-8")
    return str(path)


def test_an_application_is_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "title-check", application(tmp_path), "--json")
    assert code == 0 and json.loads(out)["games"] == 27
    code, out, _ = run(capsys, "title-check", application(tmp_path, max_rating=2499), "--json")
    assert code == 1 and json.loads(out)["missing"] == ["1.5.3"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{",
        "{}",
        '"x"',
        '{"norms": 3, "title": "GM"}',
        '{"title": "XX", "max_rating": 1, "norms": []}',
        '{"event": "Nothing", "max_rating": 2000}',
        '{"max_rating": "a", "rated_games": 3, "date": "2023-01-01"}',
        '{"max_rating": 2300, "rated_games": 3, "date": "yesterday"}',
        '{"max_rating": 2300, "rated_games": 3, "date": 7}',
        '{"title": "GM", "max_rating": 2500, "norms": [3]}',
        '{"title": "GM", "max_rating": 2500, "norms": [{"games": 9, "date": "2023-01-01", "normal_foreigners": "no"}]}',
        '{"title": "GM", "max_rating": 2500, "norms": [{"games": 9, "date": "2023-01-01", "kind_1_5_6": "z"}]}',
        '{"event": "World U16", "place": "fourth", "max_rating": 2000}',
        '{"event": "World U16", "place": "gold", "max_rating": 2000, "colour": "white"}',
        '{"event": "Olympiad", "score_pct": "half", "games": 9, "max_rating": 2000}',
    ],
)
def test_bad_applications_are_one_line(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bad.json"
    path.write_text(text, encoding="utf-8")
    code, out, err = run(capsys, "title-check", str(path))
    assert (code, out) == (2, "") and len(err.splitlines()) == 1


def test_titles_by_rating_and_direct_titles(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "rating.json"
    path.write_text(json.dumps({"max_rating": 2300, "rated_games": 30, "date": "2023-01-01"}), encoding="utf-8")
    code, out, _ = run(capsys, "title-check", str(path), "--json")
    assert code == 0 and json.loads(out)["titles"] == ["FM", "CM"]
    path.write_text(json.dumps({"event": "World U16", "place": "silver", "max_rating": 2050}), encoding="utf-8")
    code, out, _ = run(capsys, "title-check", str(path), "--json")
    assert code == 0
    assert json.loads(out)["awards"] == [
        {"title": "FM", "kind": "title", "final": False, "min_rating": 2100, "min_games": 0, "available_now": "CM"}
    ]


def test_an_open_game_is_forecast(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "open.trf"
    path.write_text(trf.write(norm_maker(Outcome.PENDING)), encoding="utf-8")
    code, out, _ = run(capsys, "norms", str(path), "--player", "1", "--title", "GM", "--json")
    assert code == 1
    assert json.loads(out)["norms"][0]["forecast"]["status"] == "possible"


def test_a_wrong_field_is_named_in_either_language(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bad.json"
    norm = {"games": 9, "date": "01/02/2023"}
    path.write_text(json.dumps({"title": "GM", "max_rating": 2500, "norms": [norm]}), encoding="utf-8")
    _, _, err = run(capsys, "title-check", str(path), "--lang", "en")
    assert 'bad.json: norms[0].date: found "01/02/2023", expected an ISO date' in err
    _, _, err = run(capsys, "title-check", str(path), "--lang", "es")
    assert "se encontró" in err and "se esperaba" in err


def test_a_continental_gold_without_its_size_gives_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:  # 1.2.3
    path = tmp_path / "gold.json"
    gold = {"event": "Continental Individual", "place": "gold", "max_rating": 2400}
    small, large = {"players": 4, "rounds": 5, "federations": 1}, {"players": 30, "rounds": 9, "federations": 8}
    for size, code in (({}, 1), (small, 1), (large, 0)):
        path.write_text(json.dumps(gold | size), encoding="utf-8")
        assert run(capsys, "title-check", str(path))[0] == code


def test_the_sentences_say_what_was_done_with_each_norm(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:  # 1.4.1a, 1.7
    norms = [{"games": n, "date": "2020-05-01", "normal_foreigners": True} for n in (14, 13, 5)]
    file = application(tmp_path, title="IM", norms=norms)
    code, out, _ = run(capsys, "title-check", file, "--lang", "en")
    assert code == 1 and "Norm 1 counts 13 games only (1.7)" in out
    assert "Norm 3 does not count: 1.4.1a fewer than nine games" in out


def test_a_late_application_costs_more(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:  # 2.3
    dates = {"applied": "2023-08-03", "meeting": "2023-09-01"}
    code, out, _ = run(capsys, "title-check", application(tmp_path, **dates), "--lang", "en")
    assert code == 0 and "less than 30 days before the meeting" in out
    _, out, _ = run(capsys, "title-check", application(tmp_path, **dates | {"applied": "2023-08-02"}), "--json")
    assert json.loads(out)["late"] is False


def test_championship_exemptions_are_for_players_of_the_host(
    event: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:  # 1.4.3a, b
    tournament = norm_maker()
    everybody_french = tuple(replace(p, federation="FRA") if p.number > 1 else p for p in tournament.players)
    path = tmp_path / "championship.trf"
    for host, code in (("USA", 0), ("FRA", 1)):
        info = replace(tournament.info, federation=host)
        path.write_text(trf.write(replace(tournament, players=everybody_french, info=info)), encoding="utf-8")
        argv = ("norms", str(path), "--player", "1", "--title", "GM", "--exempt")
        assert run(capsys, *argv, "1.4.3a")[0] == code
        assert run(capsys, *argv, "1.4.3c")[0] == 0
