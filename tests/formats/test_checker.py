"""Past rounds of tables and brackets, paired again; and the same from the command line."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from arbitro.cli import main
from arbitro.files import trf
from arbitro.formats import finished, next_round
from arbitro.formats.checker import differences
from arbitro.model import Pair, Plan, System, Tournament
from tests.formats import event, finished_round_robin, planned, play, strongest_wins, team_event


def played_out(t: Tournament, plan: Plan | None = None) -> Tournament:
    while not finished(planned(t, plan or Plan())):
        t = play(t, next_round(planned(t, plan or Plan())), strongest_wins)
    return t


@pytest.mark.parametrize("players", [2, 5, 8])
@pytest.mark.parametrize("system", [System.ROUND_ROBIN, System.DOUBLE_ROUND_ROBIN, System.KNOCKOUT])
def test_what_is_paired_by_the_rules_is_found_right(players: int, system: System) -> None:
    t = played_out(event(players, system))
    assert t.rounds_paired > 0
    assert differences(t) == ()


@pytest.mark.parametrize(
    ("system", "teams", "boards"),
    [
        (System.SCHEVENINGEN, 2, 6),
        (System.SEMI_SCHEVENINGEN, 2, 4),
        (System.SCHILLER, 3, 3),
        (System.SKALITZKA, 3, 4),
        (System.HILTON, 4, 3),
    ],
)
def test_team_tables_are_found_right(system: System, teams: int, boards: int) -> None:
    t = played_out(team_event(teams, boards, system))
    assert differences(t) == ()
    assert trf.parse(trf.write(t, 26)).tournament.system is system
    assert differences(planned(replace(t, system=System.ROUND_ROBIN), Plan(by_team=False)))


def test_team_round_robins_are_compared_by_teams() -> None:
    t = finished_round_robin(5, 4)
    assert differences(t) == ()
    assert differences(replace(t, teams=t.teams[::-1])) == ()


def test_a_wrong_round_is_named_with_what_it_should_have_been() -> None:
    t = event(4, System.ROUND_ROBIN)
    t = play(t, next_round(t)._replace(pairs=(Pair(4, 1), Pair(2, 3))), strongest_wins)
    (wrong,) = differences(t)
    assert (wrong.round, wrong.recorded, wrong.computed, wrong.impossible) == (1, (Pair(4, 1),), (Pair(1, 4),), False)


def test_a_round_after_the_end_is_impossible() -> None:
    t = played_out(event(3, System.ROUND_ROBIN))
    t = play(t, next_round(event(3, System.ROUND_ROBIN))._replace(round=4), strongest_wins)
    assert [(d.round, d.impossible) for d in differences(t)] == [(4, True)]


def test_pair_and_check_take_round_robins(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def run(*words: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as end:
            main([*words, "--lang", "es"])
        return int(end.value.code or 0), *capsys.readouterr()

    t = event(6, System.ROUND_ROBIN)
    file = tmp_path / "liga.trf"
    file.write_text(trf.write(t, 26), encoding="utf-8")
    assert "sorteo" in run("pair", str(file))[2]  # the numbers follow the ratings
    t = play(t, next_round(t), strongest_wins)
    file.write_text(trf.write(t, 26), encoding="utf-8")
    code, out, _ = run("pair", str(file), "--explain", "--json")
    answer = json.loads(out)
    assert (code, answer["round"], answer["pairs"]) == (0, 2, [[6, 4], [5, 3], [1, 2]])
    assert "Tabla" in answer["explanations"][0]["sentence"] or "tabla" in answer["explanations"][0]["sentence"]
    assert run("pair", str(file))[1] == "3\n6 4\n5 3\n1 2\n"
    assert run("check", str(file))[0] == 0
    code, _, err = run("pair", str(file), "--why-not", "1", "2")
    assert code == 2
    assert "tabla" in err
    over = tmp_path / "over.trf"
    over.write_text(trf.write(played_out(t), 26), encoding="utf-8")
    assert run("pair", str(over))[0] == 1
