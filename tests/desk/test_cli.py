"""A tournament run from the command line alone, as somebody new to the program would do it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from arbitro.cli import main
from arbitro.desk import store
from arbitro.desk.events import find_section
from arbitro.files import forms, trf
from tests.files.tournaments import WORKED


@pytest.fixture
def arbitro(db, capsys, monkeypatch, tmp_path):
    """Run a command; gives exit code, output and errors."""
    store.forget()
    monkeypatch.setenv("ARBITRO_TRACEBACK", "1")
    monkeypatch.setenv("ARBITRO_BACKUPS", str(tmp_path / "copies"))
    monkeypatch.setenv("LANG", "en")

    def run(*words: object, code: int = 0) -> str:
        capsys.readouterr()
        with pytest.raises(SystemExit) as left:
            main([str(word) for word in words])
        out, err = capsys.readouterr()
        assert left.value.code == code, out + err
        return out if code == 0 else out + err

    def read(*words: object) -> dict:
        return json.loads(run(*words, "--json"))

    run.json = read
    return run


def open_event(arbitro, players: int = 6, **settings: object) -> str:
    words = [f"{name}={json.dumps(value)}" for name, value in ({"rounds": 3} | settings).items()]
    event = arbitro("event", "create", "Torneo Ñandú", *words).strip()
    for i in range(1, players + 1):
        arbitro("event", "enter", event, f"Player {i}", "--rating", 2100 - 10 * i, "--federation", "MEX")
    return event


def test_a_file_paired_otherwise_is_imported_only_on_confirmation(arbitro, tmp_path):  # verification 55
    rows = [f"001{n:>5}      {'P' + str(n):33} {2400 - 100 * n} " + " " * 37 for n in range(1, 5)]
    games = ("   2 w 1", "   1 b 0", "   4 w 1", "   3 b 0")
    lines = [row.ljust(91) + game for row, game in zip(rows, games, strict=True)]
    report = tmp_path / "otherwise.trf"
    report.write_text("\n".join(["012 Otherwise", "XXR 3", *lines]) + "\n", encoding="utf-8")
    assert "--confirm" in arbitro("import", report, code=2)
    answer = arbitro.json("import", report, "--confirm")
    assert any("paired otherwise" in note for note in answer["adjustments"])
    assert any("no line 152" in note for note in answer["adjustments"])
    report = arbitro("event", "trf", answer["event"])
    assert "### Import @ Round 1: 1-3 4-2 => 1-2 3-4" in report


@pytest.mark.parametrize("lang", ["en", "es"])
def test_what_is_made_in_the_shell_speaks_as_the_shell_does(arbitro, monkeypatch, lang):
    monkeypatch.setenv("LANG", lang)
    monkeypatch.setenv("LC_ALL", lang)
    created = arbitro("event", "create", "Open", "rounds=3").strip()
    imported = arbitro.json("import", WORKED)["event"]
    for event in (created, imported):
        assert store.state_of(find_section(event).pk).settings.language == lang


def test_a_folder_of_mixed_files_is_sorted_and_explained_in_the_shell(arbitro, tmp_path: Path):
    heap = tmp_path / "from the hall"
    (heap / "more").mkdir(parents=True)
    (heap / "open.trf").write_bytes(WORKED.read_bytes())
    arbitro("convert", WORKED, heap / "upload.xml")
    (heap / "more" / "players.csv").write_text(
        "N°;Nom;Elo\n1;Dupont Élise;2050 F\n2;Martin Luc;1900 N\n", encoding="utf-8"
    )
    (heap / "photo.jpg").write_bytes(b"\xff\xd8\xff\xe0\0")
    (heap / "open.TUNX").write_bytes(b"\x93\xff\x89D\0")
    said = arbitro("import", heap)
    assert f"arbitro import '{heap / 'open.trf'}'" in said and "the same players and points as" in said
    assert f"arbitro event enter-file EVENT '{heap / 'more' / 'players.csv'}'" in said
    assert "photo.jpg: a picture" in said and "open.TUNX: Swiss-Manager's own file" in said
    found = arbitro.json("import", heap / "open.trf", heap / "photo.jpg")["files"]
    assert [(Path(one["file"]).name, one["kind"]) for one in found] == [
        ("open.trf", "tournament"),
        ("photo.jpg", "unknown"),
    ]
    assert arbitro.json("event", "list") == {"events": []}


def test_the_lists_of_all_rounds_become_an_event(arbitro, tmp_path: Path):
    folder = tmp_path / "lists"
    folder.mkdir()
    arbitro("convert", WORKED, folder / "start.csv", "--to", "start-list")
    event = trf.read(WORKED).tournament
    for k in range(1, event.rounds_paired + 1):
        (folder / f"round {k}.csv").write_bytes(forms.encoded(event.after(k), "pairing-list"))
    answer = arbitro.json("import", folder, "--confirm", "--name", "Lists")
    assert answer["event"] == "lists/lists"
    (folder / "photo.jpg").write_bytes(b"\xff\xd8\xff\xe0\0")
    said = arbitro("import", folder)  # with something else beside them they are told, with the command
    assert f"arbitro import {folder / 'start.csv'} '{folder / 'round 1.csv'}'" in said


def test_files_of_any_form_become_events(arbitro, tmp_path: Path):
    for ending in ("xml", "pgn", "json"):
        arbitro("convert", WORKED, tmp_path / f"open.{ending}")
        answer = arbitro.json("import", tmp_path / f"open.{ending}", "--confirm", "--name", ending)
        assert answer["event"] == f"{ending}/{ending}"


def test_a_small_open_from_the_first_entry_to_the_report(arbitro, tmp_path: Path):
    event = open_event(arbitro)
    assert event == "torneo-nandu/torneo-nandu"
    assert "torneo-nandu" in arbitro("event", "list")
    assert "start list" in arbitro("event", "pair", event, code=2)
    arbitro("event", "start-list", event)
    arbitro("event", "lots", event, "first headline of the day")
    arbitro("event", "keep-apart", event, "1,4")
    arbitro("event", "bye", event, "6", 2)
    arbitro("event", "pair", event, "--publish")
    shown = arbitro.json("event", "show", event)
    assert [b["board"] for b in shown["boards"]] == [1, 2, 3]
    assert all({b["white"], b["black"]} != {1, 4} for b in shown["boards"])
    arbitro("event", "result", event, 1, "1-0", 2, "=", 3, "1-0")
    assert "already" in arbitro("event", "result", event, 1, "1-0", code=2)

    # a wrong result: corrected, undone, given back
    assert "--confirm 2" in arbitro("event", "result", event, 1, "0-1", code=1)
    arbitro("event", "result", event, 1, "0-1", "--confirm", 2, "--why", "scoresheets")
    arbitro("event", "undo", event)
    assert arbitro.json("event", "show", event)["boards"][0]["result"] == "1-0"
    arbitro("event", "redo", event)
    assert arbitro.json("event", "show", event)["boards"][0]["result"] == "0-1"
    arbitro("event", "swap-colours", event, 2, "--confirm", 2)
    arbitro("event", "undo", event)
    arbitro("event", "close-round", event)

    # round 2: a late entry, a withdrawal, the bye, a pairing by hand that is refused once published
    arbitro("event", "enter", event, "Late, Zoe", "--rating", 2055)
    players = {p["name"]: p for p in arbitro.json("event", "players", event)["players"]}
    assert players["Late, Zoe"]["number"] == 5
    assert "from round 2" in arbitro("event", "players", event)
    arbitro("event", "withdraw", event, players["Player 3"]["number"])
    arbitro("event", "pair", event)
    before = arbitro.json("event", "show", event)["boards"]
    assert len(before) == 2
    swap = [f"1:{before[0]['white']}-{before[1]['black']}", f"2:{before[1]['white']}-{before[0]['black']}"]
    assert "reason" in arbitro("event", "override", event, *swap, code=2)
    arbitro("event", "publish", event)
    arbitro("event", "manual", event, "start")
    assert "D.10" in arbitro("event", "override", event, *swap, "--why", "x", "--confirm", 4, code=2)
    arbitro("event", "manual", event, "end")
    for board in before:
        arbitro("event", "result", event, board["board"], "1/2-1/2" if board["board"] == 1 else "+/-")
    arbitro("event", "incident", event, "Mobile phone rang", "--board", 1, "--ruling", "loss", "--article", "11.3.2.1")

    # round 3 and the end
    arbitro("event", "pair", event, "--publish")
    assert "missing" in arbitro("event", "close", event, code=2)
    for board in arbitro.json("event", "show", event)["boards"]:
        arbitro("event", "result", event, board["board"], "1-0")
    arbitro("event", "result", event, 2, "½-½", "--round", 1, "--why", "found later", code=2)
    standings = arbitro.json("event", "standings", event)["standings"]
    assert [row["rank"] for row in standings] == sorted(row["rank"] for row in standings)
    assert len(standings) == 7
    assert "Late, Zoe" in arbitro("event", "standings", event)
    arbitro("event", "close", event)
    assert "reopen" in arbitro("event", "enter", event, "Too Late", code=2)
    arbitro("event", "reopen", event, "--why", "a claim", "--confirm", 3)
    arbitro("event", "close", event)

    # the journal, the report, the check of the report, another program's view
    text = arbitro("event", "journal", event)
    assert "scoresheets" in text
    log = arbitro.json("event", "journal", event, "--integrity")["entries"]
    assert any("colours corrected" in line["text"] for line in log)
    assert any("Late entry" in line["text"] for line in log)
    report = tmp_path / "open.trf"
    arbitro("event", "trf", event, "-o", report)
    assert "###" in report.read_text(encoding="utf-8")
    checked = arbitro.json("check", str(report))
    assert (checked["rounds_checked"], checked["rounds_different"]) == (3, 0)
    assert "No differences" in arbitro("event", "shadow", event, report)


def test_each_command_is_a_process_of_its_own(tmp_path: Path):
    """Nothing is ready before a command begins: neither Django nor the tables."""

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        code = "from arbitro.cli import main; main()"
        environment = os.environ | {"ARBITRO_DATA": str(tmp_path), "LANG": "en", "ARBITRO_BACKUP_MINUTES": "10"}
        environment = {k: v for k, v in environment.items() if k not in ("DJANGO_SETTINGS_MODULE", "DATABASE_URL")}
        return subprocess.run([sys.executable, "-c", code, *words], env=environment, capture_output=True, text=True)

    assert run("event", "enter", "--help").returncode == 0
    assert not list(tmp_path.glob("*.sqlite3"))
    assert run("event", "create", "Open").stdout.strip() == "open/open"
    entered = run("event", "enter", "open", "Ana")
    assert (entered.returncode, entered.stdout.strip()) == (0, "#2 Entered: Ana"), entered.stderr
    assert "Ana" in run("event", "players", "open").stdout
    assert len(list((tmp_path / "backups").glob("open-*.arbitro"))) == 1  # the schedule: the first write makes a copy
    assert run("event", "show", "nowhere").returncode == 2


def test_copies_go_to_another_laptop_and_come_back(arbitro, tmp_path: Path):
    from arbitro.desk.models import Event

    event = open_event(arbitro)
    arbitro("event", "start-list", event)
    arbitro("event", "lots", event, "x")
    arbitro("event", "pair", event, "--publish")
    arbitro("event", "result", event, 1, "1-0")
    copy = Path(arbitro("backup", "torneo-nandu", "-o", tmp_path / "stick").strip())
    file = tmp_path / "whole.arbitro"
    arbitro("export", event, file)

    Event.objects.all().delete()
    store.forget()
    assert "no event" in arbitro("event", "show", event, code=2)
    assert arbitro("restore", copy).strip() == "torneo-nandu"
    assert arbitro.json("event", "show", event)["boards"][0]["result"] == "1-0"
    assert "same up to" in arbitro("restore", "--compare", file)

    arbitro("event", "result", event, 2, "0-1")  # this laptop goes on
    ours = Path(arbitro("backup", "torneo-nandu", "-o", tmp_path / "mine.arbitro").strip())
    assert ours == tmp_path / "mine.arbitro"
    assert ours.is_file()
    assert "name it" in arbitro("backup", "-o", ours, code=2)
    assert "There is no event /x/y.zip;" in arbitro("backup", "/x/y.zip", code=2)
    assert "1 entry here" in arbitro("restore", "--compare", copy, code=1)
    assert arbitro("restore", copy).strip() == "torneo-nandu"  # an older copy adds nothing
    arbitro("event", "undo", event)
    store.forget()
    Event.objects.all().delete()
    arbitro("restore", copy)
    arbitro("event", "result", event, 3, "½-½")  # and the other one did something else
    assert "different ways" in arbitro("restore", ours, code=2)
    assert arbitro.json("event", "show", event)["missing_results"] == 1


def test_a_risky_act_makes_a_copy_first(arbitro, tmp_path: Path):
    event = open_event(arbitro)
    arbitro("event", "start-list", event)
    arbitro("event", "lots", event, "x")
    arbitro("event", "pair", event, "--publish")
    assert not list((tmp_path / "copies").glob("*"))
    arbitro("event", "unpair", event, code=1)
    assert not list((tmp_path / "copies").glob("*"))
    arbitro("event", "unpair", event, "--confirm", 4)
    assert len(list((tmp_path / "copies").glob("torneo-nandu-*.arbitro"))) == 1


def test_another_programs_file_becomes_an_event_and_every_adjustment_is_listed(arbitro, tmp_path: Path):
    event = open_event(arbitro, 6)
    arbitro("event", "start-list", event)
    arbitro("event", "lots", event, "x")
    for _ in range(2):
        arbitro("event", "pair", event, "--publish")
        for board in arbitro.json("event", "show", event)["boards"]:
            arbitro("event", "result", event, board["board"], "1-0")
    report = tmp_path / "open.trf"
    arbitro("event", "trf", event, "-o", report)
    text = report.read_text(encoding="utf-8")
    report.write_text(text + "999 something of another program\n", encoding="utf-8")
    answer = arbitro.json("import", report, "--name", "Copy")
    assert any("not understood" in note or "999" in note for note in answer["adjustments"])
    assert not any("paired otherwise" in note for note in answer["adjustments"])
    copy = answer["event"]
    assert "Imported" in arbitro("event", "journal", copy, "--integrity")
    arbitro("event", "pair", copy, "--publish")
    arbitro("event", "pair", event, "--publish")
    assert arbitro.json("event", "show", copy)["boards"] == arbitro.json("event", "show", event)["boards"]
    assert "pairing" in arbitro("event", "shadow", event, report, code=1)  # the file knows two rounds only


def test_teams_from_the_command_line(arbitro):
    event = open_event(arbitro, 8, system="team", team_boards=2, board_colours="WB")
    for i, name in enumerate("ABCD"):
        arbitro("event", "team", event, name, f"id:{2 * i + 1}", f"id:{2 * i + 2}")
    arbitro("event", "start-list", event)
    arbitro("event", "line-up", event, 1, "id:1", "-")
    arbitro("event", "pair", event, "--publish")
    boards = arbitro.json("event", "show", event)["boards"]
    for board in boards:
        if not board["result"]:
            arbitro("event", "result", event, board["board"], "1-0")
    assert len(arbitro.json("event", "standings", event)["standings"]) == 4
    arbitro("event", "team-withdraw", event, 4)
    arbitro("event", "team-bye", event, 3, 3, "--zero")
    listed = {team["number"]: team for team in arbitro.json("event", "teams", event)["teams"]}
    assert (listed[4]["withdrawn_after"], listed[3]["byes"]) == (1, {"3": "ZERO_BYE"})
    assert "withdrawn after round 1" in arbitro("event", "teams", event)
    arbitro("event", "team-return", event, 4)
    arbitro("event", "pair", event)
    teams = {id: team["number"] for team in listed.values() for id in team["ids"]}
    ids = {p["number"]: p["id"] for p in arbitro.json("event", "players", event)["players"]}
    first = arbitro.json("event", "show", event)["boards"][::2]
    (a, b), (c, d) = ((teams[ids[board["white"]]], teams[ids[board["black"]]]) for board in first)
    arbitro("event", "manual", event, "start")
    assert "MATCH:TEAM-TEAM" in arbitro("event", "override", event, "1:id:2-3", "--why", "x", code=2)
    arbitro("event", "override", event, f"1:{b}-{a}", f"2:{d}-{c}", "--why", "colours", "--confirm", 4)
    now = arbitro.json("event", "show", event)["boards"][0]
    assert teams[ids[now["white"]]] == b
    assert "before round 1" not in arbitro("event", "team-remove", event, 1, code=2)


def test_the_journal_speaks_in_words_and_json_is_one_document(arbitro):
    event = open_event(arbitro, 4, start_order="hand")
    arbitro("event", "start-list", event, "--order", "id:4,id:3,id:2,id:1", "--confirm", 3)
    assert arbitro.json("event", "players", event)["players"][0]["id"] == 4
    arbitro("event", "lots", event, "x")
    made = arbitro.json("event", "pair", event, "--publish")
    assert [entry["kind"] for entry in made["entries"]] == ["pair", "publish"]
    made = arbitro.json("event", "result", event, 1, "1-0", 2, "=")
    assert len(made["entries"]) == 2
    arbitro("event", "remark", event, "clock", "board 3 had the wrong time")
    arbitro("event", "tick", event, "clocks set")
    text = arbitro("event", "journal", event)
    assert "Round 1, board 2: ½-½" in text
    assert "Entered: Player 4" in text
    assert "clock: board 3 had the wrong time" in arbitro("event", "journal", event, "--integrity")
    assert "Ronda 1, tablero 2: ½-½" in arbitro("--lang", "es", "event", "journal", event)
    assert "will not be paired again" in arbitro("event", "withdraw", event, 1)  # a note is shown
    assert arbitro.json("event", "withdraw", event, 2)["notes"]


def test_a_database_that_cannot_be_used_is_said_in_one_line(tmp_path: Path):
    (tmp_path / "text.sqlite3").write_text("no database at all, but long enough to be taken for one" * 20)
    for url, said in (
        ("postgres://nobody@127.0.0.1:1/x", "127.0.0.1"),
        (f"sqlite:///{tmp_path}/no/such/folder.sqlite3", "folder.sqlite3"),
        (f"sqlite:///{tmp_path}/text.sqlite3", "not a database"),
        ("mysql://x", "DATABASE_URL"),
    ):
        environment = os.environ | {"ARBITRO_DATA": str(tmp_path), "LANG": "en", "DATABASE_URL": url}
        environment.pop("DJANGO_SETTINGS_MODULE", None)
        code = "from arbitro.cli import main; main(['event', 'list'])"
        done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True)
        assert done.returncode == 2
        assert said in done.stderr
        assert done.stderr.count("\n") == 1
        assert "defect" not in done.stderr


def test_groups_and_a_final(arbitro):
    first = open_event(arbitro, 4, system="round-robin")
    slug = first.partition("/")[0]
    final = arbitro("event", "create", "Final", "--event", slug, "system=knockout").strip()
    arbitro("event", "lots", first, "dice", "--numbers")
    for _ in range(3):
        arbitro("event", "pair", first, "--publish")
        for board in arbitro.json("event", "show", first)["boards"]:
            arbitro("event", "result", first, board["board"], "1-0")
    assert "Player" in arbitro("event", "advance", first, final, "--places", 2)
    assert len(arbitro.json("event", "players", final)["players"]) == 2


def test_words_that_cannot_be_meant_are_answered_in_one_line(arbitro):
    event = open_event(arbitro, 2)
    for words in (
        ("show", "nowhere"),
        ("configure", event, "rounds"),
        ("configure", event, "rounds=many"),
        ("do", event, "bye", "[]"),
        ("do", event, "fly", "{}"),
        ("result", event, 1),
        ("override", event, "1:x", "--why", "y"),
        ("withdraw", event, "77"),
        ("enter", event, "--fide-id", "1"),
        ("edit", event, "id:1", "rating=heavy"),
    ):
        assert arbitro("event", *words, code=2).count("\n") == 1


def test_accounts_and_invitations(arbitro):
    from django.contrib.auth import get_user_model

    event = open_event(arbitro, 2)
    arbitro("event", "user", "eva", "--event", "torneo-nandu", "--role", "chief", "--password", "a long pass phrase")
    assert get_user_model().objects.get(username="eva").check_password("a long pass phrase")
    assert len(arbitro.json("event", "invite", event, "--role", "arbiter")["secret"]) >= 32
    assert "too" in arbitro("event", "user", "bob", "--password", "short", code=2)


def test_an_event_is_archived_and_restored(arbitro, tmp_path: Path, monkeypatch):
    monkeypatch.setenv("ARBITRO_BACKUPS", str(tmp_path / "backups"))
    event = open_event(arbitro, 4)
    copy = arbitro.json("event", "archive", event, "--yes")["copy"]
    assert "torneo-nandu" not in arbitro("event", "list")
    arbitro("restore", copy)
    assert "torneo-nandu" in arbitro("event", "list")


def test_the_register_from_the_command_line(arbitro, tmp_path: Path):
    from bench._rating_list import write_text

    write_text(tmp_path / "list.txt", 200)
    assert "200" in arbitro("register", "import", tmp_path / "list.txt")
    found = arbitro.json("register", "search", "garcía", "ana")["players"]
    assert all("Garc" in p["name"] for p in found)
    event = open_event(arbitro, 0)
    arbitro("event", "enter", event, "--fide-id", found[0]["fide_id"])
    assert arbitro.json("event", "players", event)["players"][0]["name"] == found[0]["name"]


def test_copies_that_went_different_ways_are_compared_and_merged(arbitro, tmp_path: Path):
    from arbitro.desk.models import Event

    event = open_event(arbitro, 8)
    arbitro("event", "start-list", event)
    arbitro("event", "lots", event, "x")
    arbitro("event", "pair", event, "--publish")
    common = arbitro("backup", "torneo-nandu", "-o", tmp_path / "common").strip()
    arbitro("event", "result", event, 1, "1-0", 3, "=")
    there = arbitro("backup", "torneo-nandu", "-o", tmp_path / "there").strip()
    Event.objects.all().delete()
    store.forget()
    arbitro("restore", common)
    arbitro("event", "result", event, 1, "0-1", 2, "1-0")
    assert "different ways" in arbitro("restore", there, code=2)
    told = arbitro("restore", there, "--compare", code=1)
    assert "Player 1: " in told
    assert "board 1: 1-0" in told
    assert "points" not in told  # the round is not over: they only say the results again
    found = json.loads(arbitro("restore", there, "--compare", "--json", code=1))["sections"][0]
    assert found["common"] == 13
    assert {row["what"] for row in found["differences"]} == {"result"}
    merged = arbitro("restore", there, "--merge", "--ours", code=1)
    assert "board 3" in merged
    assert "this side stays" in merged
    assert [board["result"] for board in arbitro.json("event", "show", event)["boards"]] == ["0-1", "1-0", "½-½", ""]
    assert "in order" in arbitro("event", "verify", event)
    assert arbitro.json("event", "verify")["journals"][0]["broken"] is None


def test_a_changed_entry_is_named_by_verify_and_not_copied(arbitro, tmp_path: Path):
    from django.db import connection

    event = open_event(arbitro)
    arbitro("event", "start-list", event)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE desk_journalentry SET payload = '{}' WHERE number = 8")
    store.forget()
    assert "entry 8 is not as it was written" in arbitro("event", "verify", event, code=1)
    assert "entry 8" in arbitro("backup", "torneo-nandu", "-o", tmp_path, code=2)
    assert "damaged" in arbitro("event", "show", event, code=2)
    assert arbitro("backup", "torneo-nandu", "-o", tmp_path, "--damaged").strip().endswith(".damaged")


def test_a_ladder_from_the_command_line(arbitro):  # MAT-1, MAT-2
    event = open_event(arbitro, system="ladder")
    arbitro("event", "challenge", event, "Player 3", "Player 2", "--day", "2026-03-01")
    busy = arbitro("event", "challenge", event, "Player 3", "Player 1", code=2)
    assert "Player 3 is in another match" in busy
    assert "1, ½, 0" in arbitro("event", "challenge-games", event, "Player 3", "2", code=2).replace("'", "")
    arbitro("event", "challenge-games", event, "Player 3", "1", "--second", "½")
    assert "Player 3" in arbitro("event", "journal", event).splitlines()[-1]
    assert "challenged anybody" in arbitro("event", "challenge-games", event, "Player 3", "1", code=2)
