"""arbitro board, game, clock, ruling, exam: JSON keys, exit codes, one line for bad input."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from arbitro.cli import main


def run(capsys: pytest.CaptureFixture[str], *argv: str, stdin: str = "", lang: str = "en") -> tuple[int, str, str]:
    old, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(stdin.encode()), encoding="utf-8")
    try:
        with pytest.raises(SystemExit) as left:
            main(["--lang", lang, *argv])
    finally:
        sys.stdin = old
    out = capsys.readouterr()
    code = left.value.code
    return (code if isinstance(code, int) else 0), out.out, out.err


def document(capsys: pytest.CaptureFixture[str], *argv: str, stdin: str = "", code: int = 0) -> dict[str, Any]:
    got, out, err = run(capsys, *argv, "--json", stdin=stdin)
    assert got == code, err
    found: dict[str, Any] = json.loads(out)
    return found


def test_one_minute_is_said_in_the_singular(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["clock", "1", "--lang", "en"])
    assert "1: 1 minute for 60 moves, blitz; a session of 2 minutes for both." in capsys.readouterr().out


def test_board_tells_state_and_mating_chances(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, "board", "7k/8/8/8/8/8/6q1/7K w - - 0 1", "--can-mate", "black", code=1)
    assert found["valid"] is True and found["status"] == "dead" and found["legal_moves"] == ["h1g2"]
    assert found["dead"] is True and found["can_mate"] is False and found["line"] == []
    found = document(capsys, "board", "8/8/8/8/8/N7/p7/k1K5 w - - 0 1", "--can-mate", "white", "--notation", "es")
    assert found["can_mate"] is True and found["line"] == ["a3c2"] and "Cc2#" in found["legal_moves"]


def test_an_illegal_position_is_a_no(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, "board", "4k3/4R3/8/8/8/8/4r3/4K3 w - - 0 1", code=1)
    assert found["valid"] is False and found["reasons"] == ["both kings are in check"]


def test_game_lists_claims_and_problems(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "g.pgn"
    file.write_text('[Result "1-0"]\n\n1. f3 e5 2. g4 Qh4# 1-0\n')
    found = document(capsys, "game", str(file), code=1)
    assert found["moves"] == ["f2f3", "e7e5", "g2g4", "d8h4"] and found["result"] == "1-0"
    assert found["problems"][0]["kind"] == "result" and found["claims"] == []
    assert run(capsys, "game", str(file))[0] == 1


def test_clock_classifies_and_simulates(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, "clock", "5+5", "--used", "3,0,8,0,5,0")
    assert found["class"] == "blitz" and found["rateable"] is True
    assert [row["white_s"] for row in found["moves"]][::2] == [307, 304, 304]
    assert (
        document(capsys, "clock", "90+30", "--sheet", "30,4500,4600,10,10", code=1)["sheet"][0]["difference_s"] == -560
    )


@pytest.mark.parametrize(
    ("control", "reason"),
    [("3", "more than three minutes"), ("2+1", "more than three minutes"), ("1", "more than three minutes"),
     ("W5-B4", "the same time"), ("3+2", ""), ("3+1", ""), ("W5-B5", "")],
)  # fmt: skip
def test_what_is_rated_has_more_than_three_minutes_and_equal_times(
    control: str, reason: str, capsys: pytest.CaptureFixture[str]
) -> None:  # B.02, rapid and blitz 1.1.2
    found = document(capsys, "clock", control, code=int(bool(reason)))
    assert found["rateable"] is not bool(reason)
    assert any(reason in warning for warning in found["warnings"]) if reason else found["class"] == "blitz"
    if control == "W5-B4":
        assert (found["white"]["equivalent_min"], found["black"]["equivalent_min"]) == (5, 4)


def test_ruling_reads_and_writes_json(capsys: pytest.CaptureFixture[str]) -> None:
    incident = '{"kind": "illegal_move", "time_class": "rapid", "supervision": "inadequate", "number": 1}'
    found = document(capsys, "ruling", stdin=incident)
    assert found["ruling"]["code"] == "RESTORE" and found["ruling"]["times"] == [{"party": "opponent", "seconds": 60}]
    assert "7.5.5" in found["articles"] and found["discretion"]
    assert "illegal_move" in document(capsys, "ruling", "--kinds")
    code, out, _ = run(capsys, "ruling", stdin=incident)
    assert code == 0 and "60 seconds" in out


def test_exam_is_printed_and_graded(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    paper = document(capsys, "exam", "--seed", "4", "--questions", "6", "--answers")
    assert len(paper["questions"]) == 6
    answers = tmp_path / "a.json"
    answers.write_text(json.dumps({q["number"]: q["answer"] for q in paper["questions"]}))
    marked = document(capsys, "exam", "--seed", "4", "--questions", "6", "--grade", str(answers))
    assert marked["passed"] is True and marked["points"] == paper["points"]
    answers.write_text("{}")
    assert run(capsys, "exam", "--seed", "4", "--questions", "6", "--grade", str(answers))[0] == 1
    code, out, _ = run(capsys, "exam", "--questions", "3", "--svg", str(tmp_path / "svg"))
    assert code == 0 and out.startswith("1.")


@pytest.mark.parametrize(
    ("argv", "stdin"),
    [
        (["board", "nonsense"], ""),
        (["board", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "--notation", "xx"], ""),
        (["board"], ""),
        (["clock", "*180"], ""),
        (["clock", "5+5", "--used", "three"], ""),
        (["clock", "5+5", "--sheet", "1,2"], ""),
        (["ruling"], "not json"),
        (["ruling"], "[]"),
        (["ruling"], '{"kind": "x"}'),
        (["game", "/no/such/file.pgn"], ""),
        (["game", "-"], ""),
        (["exam", "--questions", "0"], ""),
        (["exam", "--subject", "cooking"], ""),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(capsys: pytest.CaptureFixture[str], argv: list[str], stdin: str) -> None:
    code, out, err = run(capsys, *argv, stdin=stdin)
    assert code == 2 and out == "" and err.count("\n") == 1 and "Traceback" not in err


BAD_INCIDENTS = [
    "", "null", "[]", "3", "{", '{"kind": null}', '{"kind": []}', '{"kind": {}}', '{"kind": "touch"}',
    '{"kind": "touch", "fen": 3}', '{"kind": "clock", "edition": ["2023"]}', '{"kind": "clock", "when": 1}',
    '{"kind": "penalty", "current_points": NaN}', '{"kind": "penalty", "current_points": "1/0"}',
    '{"kind": "illegal_move", "number": ' + "9" * 5000 + "}", '{"a":' * 2000,
]  # fmt: skip


@pytest.mark.parametrize("text", BAD_INCIDENTS, ids=range(len(BAD_INCIDENTS)))
def test_a_bad_incident_is_answered_with_one_line(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "ruling", stdin=text)
    assert (code, out, err.count("\n")) == (2, "", 1)


def test_bytes_that_are_no_text_are_answered_with_one_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "bytes"
    file.write_bytes(bytes(range(256)))
    for argv in (["ruling", str(file)], ["exam", "--grade", str(file)]):
        code, _out, err = run(capsys, *argv)
        assert code == 2 and err.count("\n") == 1


@pytest.mark.parametrize(
    "argv",
    [
        ["9" * 24],
        ["90+30", "--used", "1e400"],
        ["90+30", "--used", "1/0"],
        ["0/90"],
        ["90+1e400"],
        ["90", "--used", "-1"],
    ],
)
def test_a_time_that_no_clock_shows_is_refused(argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "clock", *argv)
    assert (code, out, err.count("\n")) == (2, "", 1)


def test_a_start_position_that_cannot_be_read_is_a_problem_of_the_game(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "g.pgn"
    file.write_text('[SetUp "1"]\n[FEN "bad"]\n\n1. e4 *\n')
    code, out, _err = run(capsys, "game", str(file))
    assert code == 1 and "start position" in out


@pytest.mark.parametrize(
    ("move", "code", "words"),
    [("e1g1", 1, "3.8.2.2"), ("0-0", 1, "attacked square"), ("0-0-0", 0, "0-0-0 is legal"), ("Rh8", 0, "Rh8+"),
     ("e2e4", 1, "1.1"), ("foo", 1, "algebraic")],
)  # fmt: skip
def test_a_move_is_judged_with_the_reason(move: str, code: int, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    found, out, _err = run(capsys, "board", "4k3/8/8/8/8/5r2/8/R3K2R w KQ - 0 1", "--move", move, "--notation", "en")
    assert found == code and words in out.splitlines()[-1]


WRONG = [
    (["board", "xyz"], "", "no es una posición"),
    (["clock", "soon"], "", "no es un ritmo de juego"),
    (["clock", "*180"], "", "reloj de arena"),
    (["game", "-"], "no game here", "PGN"),
    (["ruling"], '{"kind": "x"}', "incidente desconocido"),
    (["ruling"], '{"kind": "flag", "flagged": "green"}', 'se esperaba "white" o "black"'),
    (["ruling"], '{"kind": "illegal_move", "number": -3}', "un número desde 0"),
    (["ruling"], '{"kind": "flag", "fen": "4k3/8/8/8/8/8/8/4K3 w - - 0 1"}', "indique también el jugador"),
    (["ruling"], '{"kind": "touch", "fen": "8/8/8/8/8/8/8/8 w - - 0 1", "touched": ["e1"]}', "un rey por bando"),
    (["ruling"], '{"kind": "touch", "fen": "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "touched": ["z9"]}', "no es una casilla"),
    (["ruling"], '{"kind": "draw_claim", "moves": ["e2e4"], "declared": "zz"}', "no es un movimiento"),
    (["ruling"], '{"kind": "both_late", "start": "25:00"}', "hora del día"),
]


@pytest.mark.parametrize(("argv", "stdin", "words"), WRONG)
def test_what_is_wrong_is_said_in_spanish(
    argv: list[str], stdin: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(capsys, *argv, stdin=stdin, lang="es")
    assert (code, out, err.count("\n")) == (2, "", 1) and words in err


@pytest.mark.parametrize(("lang", "move"), [("en", "To be played: Ng1"), ("es", "Debe jugarse: Cg1")])
def test_the_declared_move_of_a_wrong_claim_is_named_as_players_write_it(
    lang: str, move: str, capsys: pytest.CaptureFixture[str]
) -> None:  # 9.5.3
    claim = {"kind": "draw_claim", "ground": "repetition", "moves": ["Nf3", "Nf6"], "declared": "f3g1"}
    code, out, _ = run(capsys, "ruling", stdin=json.dumps(claim), lang=lang)
    assert code == 0 and move in out.splitlines()


def test_the_fields_of_incidents_are_told_in_the_words_of_json(capsys: pytest.CaptureFixture[str]) -> None:
    kinds = document(capsys, "ruling", "--kinds")
    assert kinds["arrival"] == {
        "default_min": "integer", "start": "string", "arrival": "string", "after_start": "true | false",
        "both_absent": "true | false", "white_absent": "true | false", "black_absent": "true | false",
    }  # fmt: skip
    assert kinds["draw_claim"]["moves"] == kinds["touch"]["touched"] == "array"
    assert kinds["penalty"]["max_points"] == "number"


def test_a_ruling_is_asked_for_in_words_in_both_languages(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "ruling", "illegal move, second, rapid, supervised")
    assert code == 0 and "Understood: Illegal move, rapid" in out and "A.3" in out
    code, out, _ = run(capsys, "ruling", "dos manos, primera, blitz, sin supervisión, negras", lang="es")
    assert code == 0 and "+60 segundos para el oponente" in out
    assert run(capsys, "ruling", "xyzzy")[0] == 2


def test_a_ruling_by_questions_and_answers(capsys: pytest.CaptureFixture[str]) -> None:
    answers = "1\n" * 5 + "2\n" * 2  # illegal move, standard, White, pressed; the second; the opponent can mate
    code, out, _ = run(capsys, "ruling", "--ask", stdin=answers)
    assert code == 0 and "Result: 0-1" in out
    code, out, _ = run(capsys, "ruling", "--cases", "--json")
    assert any(row["case"] == "two-hands" for row in json.loads(out))
