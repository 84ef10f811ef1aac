"""The commands `officials`, `case`, `online` and `fairplay`: exit codes, JSON, one-line errors."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.fairplay.corpus import pgn
from tests.officials.conftest import Run

NORMS = [
    {
        "system": "swiss",
        "level": "international",
        "players": 60,
        "rated": 40,
        "feds": 3,
        "rounds": 7,
        "end": "2023-03-10",
    },
    {
        "system": "swiss",
        "level": "international",
        "players": 60,
        "rated": 40,
        "feds": 3,
        "rounds": 7,
        "end": "2023-01-10",
    },
    {"system": "rr", "level": "national", "players": 10, "rated": 10, "feds": 1, "rounds": 9, "end": "2023-02-01"},
]
APPLICATION = {
    "application": "2023-07-01", "birth": "1990-05-05", "national_arbiter_registered": True,
    "seminar": {"score_pct": 85, "end": "2022-01-15"}, "norms": NORMS,
}  # fmt: skip


def test_an_application_that_holds_is_yes(run: Run):
    code, report, _err = run("officials", "check", "fa", APPLICATION, "--json")
    assert code == 0
    assert report["ok"]
    assert {"rule", "article", "found", "needed", "met", "level"} <= set(report["requirements"][0])


def test_an_application_that_fails_is_no_and_names_the_rule(run: Run):
    code, report, _err = run("officials", "check", "fa", APPLICATION | {"norms": NORMS[:2]}, "--json")
    assert code == 1
    assert "ARB-T5.4.3" in report["fails"]
    code, text, _err = run("officials", "check", "fa", APPLICATION | {"norms": NORMS[:2]}, lang="es")
    assert code == 1
    assert "No se cumple" in text


@pytest.mark.parametrize("bad", [{"application": "soon", "birth": "1990-05-05"}, {"birth": 3}, {"colour": "red"}])
def test_bad_input_is_one_line_and_exit_code_2(run: Run, bad: dict[str, Any]):
    code, out, err = run("officials", "check", "fa", bad)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert "expected" in err


def test_what_is_no_json_names_line_and_column(run: Run, tmp_path: Path):
    path = tmp_path / "x.json"
    path.write_text('{"a": 1,\n "b" 2}')
    code, _out, err = run("officials", "event-check", path)
    assert code == 2
    assert "x.json, line 2, column 6" in err
    path.write_text("[1]")
    assert run("officials", "event-check", path)[0] == 2


def test_event_check_lists_what_is_open(run: Run):
    code, report, _err = run("officials", "event-check", {"name": "Open"}, "--json")
    assert code == 1
    assert "ORG-1.1" in report["fails"]
    assert run("officials", "event-check", {"name": "Open"}, "--open")[0] == 1


@pytest.mark.parametrize("kind", ["upgrade", "lecturer", "appointments", "ia"])
def test_the_other_checks_answer(run: Run, kind: str):
    inputs: dict[str, dict[str, Any]] = {
        "upgrade": {"target": "C", "application": "2023-07-01", "ia_award": "2020-01-01", "active": True,
                    "sanctioned": False},
        "lecturer": {"title": "IA", "category": "C", "active": True, "programme_accepted": True,
                     "teaching_demonstrated": True},
        "appointments": {"arbiters": []},
        "ia": APPLICATION,
    }  # fmt: skip
    code, report, _err = run("officials", "check", kind, inputs[kind], "--json")
    assert code == 1
    assert report["fails"]


def test_norm_form_checklist_staff_and_fees(run: Run):
    assert run("officials", "norm", NORMS[0], "--json")[1] == {
        "fa_route": "ARB-T3.8.1", "ia_route": None, "certificates": 3,
    }  # fmt: skip
    assert run("officials", "norm", {"system": "swiss", "rated": 3})[0] == 1
    code, form, _err = run("officials", "form", "fa1", {"name": "Ana"}, "--json")
    assert code == 1
    assert "birth" in form["missing"]
    assert run("officials", "form", "FA9", {})[0] == 2
    items = run("officials", "checklist", "--phase", "before_round", "--with", "team", "--json")[1]["items"]
    assert "line_ups" in {item["key"] for item in items}
    assert run("officials", "staff", "100", "--json")[1]["arbiters_max"] == 5
    assert run("officials", "staff", "95", "--school", "--json")[1]["arbiters_min"] == 4
    assert run("officials", "fees", "--json")[1]["licences_2013"]["IA A"] == 300


def test_an_appeal_as_a_file(run: Run, tmp_path: Path):
    path = tmp_path / "appeal.json"
    assert run("case", "new", "appeal", path, "--deadline", "60")[0] == 0
    assert run("case", "new", "appeal", path)[0] == 2
    decided = ("--at", "2023-06-15T12:00", "--by", "chief arbiter", "--fact", "ruling=loss")
    assert run("case", "act", path, "decision", *decided, "--json")[1]["state"] == "may be appealed"
    before = path.read_text()
    filed = ("--by", "player", "--fact", "written=yes", "--fact", "deposit=100")
    code, _out, err = run("case", "act", path, "appeal", "--at", "2023-06-15T13:01", *filed)
    assert code == 2
    assert "C.05 10.4" in err
    assert path.read_text() == before
    assert run("case", "act", path, "appeal", "--at", "2023-06-15T13:00", *filed, "--json")[1]["state"] == "filed"
    shown = run("case", "show", path, "--json")[1]
    assert [entry["act"] for entry in shown["entries"]] == ["decision", "appeal"]
    assert "seat" in {act["act"] for act in shown["possible"]}


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"procedure": "duel"},
        {"procedure": "appeal", "entries": [3]},
        {"procedure": "appeal", "entries": [{"act": "seat", "at": "2023-01-01"}]},
    ],
)
def test_a_broken_case_file_is_one_line(run: Run, data: dict[str, Any]):
    code, _out, err = run("case", "show", data)
    assert code == 2
    assert err.count("\n") == 1


def test_deadlines_sanctions_and_admissibility(run: Run):
    latest = run("case", "deadlines", "2023-03-05", "--json")[1]["latest"]
    assert latest["appeal_edc"] == "2023-03-27"
    assert latest["appeal_dsc"] == "2023-03-20"
    assert run("case", "deadlines", "tomorrow")[0] == 2
    assert run("case", "sanction", {"type": "ban", "months": 19}, "--body", "DSC", "--json")[0] == 1
    assert run("case", "sanction", {"type": "ban", "months": 19}, "--body", "DSC", "--repeat")[0] == 0
    filing = {"act": "2022-06-01", "received": "2023-06-01", "complainant": "k", "respondent": "k",
              "offences": ["11.7 e"], "directly_affected": True}  # fmt: skip
    assert run("case", "check", filing)[0] == 0
    assert run("case", "check", filing | {"act": "2012-06-01"}, "--json")[1]["fails"] == ["ETH-5.1e"]


def test_the_register_for_the_public_and_for_a_reader(run: Run):
    decision = {"number": "1/2023", "route": "arbiters", "body": "DSC", "date": "2023-06-01", "respondent": "N. N.",
                "offences": ["3.5 b"], "outcome": "reprimand", "final": True}  # fmt: skip
    document = {"decisions": [decision, decision | {"number": "2/2023", "final": False}]}
    public = run("case", "register", document, "--json")[1]
    assert [(d["number"], d["respondent"]) for d in public["decisions"]] == [("1/2023", "X")]
    assert public["withheld"] == 1
    assert len(run("case", "register", document, "--reader", "party", "--json")[1]["decisions"]) == 2
    assert run("case", "register", document, "--reader", "press", "--json")[1]["decisions"] == []
    assert run("case", "register", document, lang="es")[0] == 0


def test_online(run: Run):
    assert run("online", "check", {"type": "hybrid"}, "--json")[0] == 1
    assert len(run("online", "differences", "--json")[1]["differences"]) == 10
    flag = run("online", "flag", "8/8/8/8/4N3/7p/5K2/7k b - - 0 1", "black", "--json")[1]
    assert flag["result"] == "1-0"
    assert run("online", "flag", "xyz", "black")[0] == 2


def test_fair_play_rules(run: Run):
    event = {"fide_level": 2, "start": "2023-06-01", "measures": {"annex_a": ["hand-held metal detector"]}}
    code, found, _err = run("fairplay", "level", event, "--json")
    assert code == 1
    assert found["level"] == "enhanced"
    assert "annex_a" in found["breaches"]
    assert found["waiver"] == {"authority": "FIDE_QC", "latest": "2023-05-04"}
    complaint = {"kind": "ITC", "complainant_fide_id": True, "written": True}
    assert run("fairplay", "complaint", complaint, "--json")[1]["verdict"] == "admissible"
    assert run("fairplay", "complaint", complaint | {"written": False})[0] == 1
    assert run("fairplay", "form", "itc", {"event": "Open"}, "--json")[1]["complete"] is False
    assert run("fairplay", "form", "PTC", {"colour": "red"})[0] == 2
    search = {"player_gender": "f", "searcher_gender": "m", "witness_gender": "f", "private_room": True,
              "ground": "suspicion"}  # fmt: skip
    assert run("fairplay", "search", search, "--json")[1]["faults"][0]["rule"] == "FP-4.2.gender"
    typo = event | {"measures": {"done": {"areaz": True}}}
    code, _found, err = run("fairplay", "level", typo, "--lang", "es")
    assert code == 2 and "no hay ningún deber areaz" in err
    words = ("fairplay", "draw", "Open", "--round", "3", "--players", "60", "--number", "4", "--without", "7")
    drawn = run(*words, "--lot", "5 2 6", "--json")[1]["drawn"]
    assert len(drawn) == 4 and 7 not in drawn and drawn == run(*words, "--lot", "5 2 6", "--json")[1]["drawn"]
    assert run(*words, "--lot", " ")[0] == 2
    z = run("fairplay", "z", "5.2", "--json")[1]
    assert z["presumption"]
    assert not z["disqualify_on_the_spot"]
    assert run("fairplay", "z", "1e9")[0] == 2


def test_screening_from_the_command_line(run: Run, tmp_path: Path):
    text = pgn("helped")
    path = tmp_path / "games.pgn"
    path.write_text(text[: text.index("[Event ", 10)], encoding="utf-8")
    cache = tmp_path / "cache.db"
    code, found, err = run("fairplay", "screen", path, "--nodes", "1000", "--lines", "3", "--cache", cache, "--json")
    if code == 2 and "no UCI engine" in err:
        pytest.fail("no UCI engine: apt install stockfish (make test does it as root)")
    assert code == 0
    assert found["computed"] == found["positions"]
    assert {line["player"] for line in found["players"]} == {"Helped", "Level 1600"}
    again = run("fairplay", "screen", path, "--nodes", "1000", "--lines", "3", "--cache", cache, "--json")[1]
    assert again["computed"] == 0
    assert again["players"] == found["players"]
    assert (
        "nunca condena"
        in run("fairplay", "screen", path, "--nodes", "1000", "--lines", "3", "--cache", cache, lang="es")[1]
    )


def test_a_screening_without_engine_or_games_is_one_line(run: Run, tmp_path: Path):
    path = tmp_path / "games.pgn"
    path.write_text(pgn("helped")[:3000], encoding="utf-8")
    code, _out, err = run("fairplay", "screen", path, "--engine", "no-such-engine")
    assert code == 2
    assert "no-such-engine" in err
    path.write_text("")
    assert run("fairplay", "screen", path)[0] == 2
    assert run("fairplay", "screen", path, "--player", "Nobody")[0] == 2
