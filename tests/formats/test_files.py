"""Every format survives its report file with its plan, in both versions of TRF and in JSON; who reads it follows."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from arbitro.cli import main
from arbitro.files import document, trf
from arbitro.formats import finished, next_round
from arbitro.formats.checker import differences
from arbitro.model import Double, Info, Plan, System, Tournament
from arbitro.model.plan import BLITZ, RAPID
from tests.formats import event, play, strongest_wins, team_event
from tests.formats.test_rounds import start_of

FORMATS = [system for system in System if system.has_table]
PLANS = {
    System.KNOCKOUT: Plan(games=2, ladder=(RAPID, BLITZ), third_place=True, awarded=frozenset({(2, 7)})),
    System.MATCH: Plan(games=4, play_on=True),
    System.DOUBLE_ROUND_ROBIN: Plan(double=Double.EACH),
    System.ROUND_ROBIN: Plan(groups=((1, 4), (2, 3, 5))),
    System.SKALITZKA: Plan(boards=2),
}


def started(system: System) -> Tournament:
    """An event of a format after two rounds at most."""
    t = replace(start_of(system), plan=PLANS.get(system, Plan()))
    for _ in range(2):
        if not finished(t):
            t = play(t, next_round(t), strongest_wins)
    return t


def again(t: Tournament, version: int) -> Tournament:
    if not version:
        return document.loads(document.dumps(t))
    return trf.parse(trf.write(t, version)).tournament


@pytest.mark.parametrize("system", FORMATS)
@pytest.mark.parametrize("version", [16, 26, 0])
def test_a_format_survives_its_file(system: System, version: int) -> None:
    t = started(system)
    read = again(t, version)
    assert (read.system, read.plan) == (t.system, t.plan)
    assert differences(read) == ()
    if not finished(t):
        assert next_round(read) == next_round(t)


@pytest.mark.parametrize("system", [s for s in System if s is not System.OTHER])
def test_the_desk_s_own_words_are_read_back(system: System) -> None:
    t = replace(start_of(System.MATCH), system=System.DUTCH, info=Info(type=system.value))
    teams = team_event(2, 2, System.DUTCH, info=Info(type=system.value))
    text = trf.write(teams if system is System.TEAM else t).replace(f"092 {System.DUTCH.value}", f"092 {system.value}")
    assert trf.parse(text).tournament.system is system


def test_a_free_text_that_names_the_system_is_kept() -> None:
    t = event(4, System.ROUND_ROBIN, info=Info(type="Individual: Round-Robin, 4 players"))
    assert "092 Individual: Round-Robin, 4 players" in trf.write(t)
    assert "092 " not in trf.write(event(4, System.DUTCH))
    other = replace(t, system=System.KNOCKOUT)  # a text that says otherwise gives way
    assert trf.parse(trf.write(other)).tournament.system is System.KNOCKOUT


@pytest.mark.parametrize(
    ("said", "system"),
    [
        ("Match (6 partidas)", System.MATCH),
        ("match of 10 games", System.MATCH),
        ("Match of two clubs on 6 boards", System.DUTCH),  # nothing that we know
        ("Eliminación directa", System.KNOCKOUT),
        ("Copa K.O.", System.KNOCKOUT),
        ("Double Swiss", System.DOUBLE),
        ("Liga a doble vuelta", System.DOUBLE_ROUND_ROBIN),
    ],
)
def test_other_programs_name_the_format_in_their_own_words(said: str, system: System) -> None:
    text = trf.write(event(4, System.ROUND_ROBIN, info=Info(type="round-robin")))
    read = trf.parse(text.replace("092 round-robin", f"092 {said}").replace("\n192", "\n### 192")).tournament
    assert read.system is system


def test_a_plan_that_cannot_be_read_names_its_line() -> None:
    text = trf.write(event(2, System.MATCH, plan=Plan(games=6)))
    with pytest.raises(trf.TrfError, match="games"):
        trf.parse(text.replace('{"games": 6}', '{"games": "many"}'))


@pytest.mark.parametrize("version", [16, 26])
def test_a_match_from_its_file_is_rated_and_checked_as_one(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, version: int
) -> None:  # B.02 6.1, 6.2
    t = event(2, System.MATCH, plan=Plan(games=6, play_on=True), planned_rounds=6, info=Info(time_control="90+30"))
    while not finished(t):
        t = play(t, next_round(t), strongest_wins)
    assert t.rounds_paired == 6
    path = tmp_path / "match.trf"
    path.write_text(trf.write(t, version), encoding="utf-8")
    answers = {}
    for words in (("rate", str(path)), ("check", str(path))):
        with pytest.raises(SystemExit) as end:
            main([*words, "--json"])
        assert not end.value.code
        answers[words[0]] = json.loads(capsys.readouterr().out)
    assert [player["games"] for player in answers["rate"]["players"]] == [4, 4]
    assert answers["check"]["rounds_different"] == 0
    unrated = replace(t, players=(t.players[0], replace(t.players[1], rating=0)))
    path.write_text(trf.write(unrated, version), encoding="utf-8")
    with pytest.raises(SystemExit):
        main(["rate", str(path), "--json"])
    players = json.loads(capsys.readouterr().out)["players"]
    assert [player["games"] for player in players] == [0, 0]


def test_a_decided_match_played_to_its_end_is_no_difference_though_its_file_does_not_say_so():
    t = replace(start_of(System.MATCH), plan=Plan(games=6, play_on=True))
    for _ in range(6):
        t = play(t, next_round(t), strongest_wins)
    assert differences(replace(t, plan=Plan(games=6))) == ()


@pytest.mark.parametrize("version", [16, 26])
def test_a_match_whose_file_states_no_length_is_checked_as_it_was_played(version: int) -> None:
    t = replace(start_of(System.MATCH), plan=Plan(games=6))
    while not finished(t):
        t = play(t, next_round(t), strongest_wins)
    silent = trf.parse(trf.write(replace(t, plan=Plan(), planned_rounds=None), version)).tournament
    assert (silent.system, silent.planned_rounds) == (System.MATCH, None)
    assert differences(silent) == ()
