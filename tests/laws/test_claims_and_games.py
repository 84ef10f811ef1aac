"""Repetition, 50 and 75 moves; whole games from PGN; scoresheets."""

from __future__ import annotations

import chess
import pytest

from arbitro.errors import ArbitroError
from arbitro.games import RecordedGame, compare, typed, write_pgn
from arbitro.laws.claims import automatic_draw, occurrences, open_claims, play, repetition_claim
from arbitro.laws.edition import LawsEdition
from arbitro.laws.games import GameFaultKind, check_clock, check_game
from arbitro.laws.pgn import read_pgn
from arbitro.laws.scores import EndedBy, GameResult
from arbitro.laws.timecontrol import parse as parse_control

TOUR = ["g1f3", "g8f6", "f3g1", "f6g8"]


def test_three_occurrences_five_occurrences() -> None:  # 9.2, 9.6.1
    board = play(chess.Board(), TOUR * 2)
    assert occurrences(board) == 3 and repetition_claim(board).valid
    assert not repetition_claim(board, by=chess.BLACK).valid
    assert not repetition_claim(board, touched=True).valid  # 9.4
    assert automatic_draw(board) is None
    assert automatic_draw(board, online=True) is EndedBy.THREEFOLD
    longer = play(chess.Board(), TOUR * 4)
    assert automatic_draw(longer) is EndedBy.FIVEFOLD
    assert automatic_draw(longer, LawsEdition.E2009) is None


def test_a_declared_move_makes_the_claim_before_the_position_stands() -> None:  # 9.2.1.1
    board = play(chess.Board(), (TOUR * 2)[:-1])
    assert not repetition_claim(board).valid and repetition_claim(board, "f6g8").valid
    assert "f6g8" in open_claims(board).repetition_moves


def test_fifty_moves_are_a_claim_and_seventy_five_are_the_end() -> None:  # 9.3, 9.6.2
    for halfmoves, now, declared, automatic in ((98, 0, 0, 0), (99, 0, 1, 0), (100, 1, 1, 0), (150, 1, 1, 1)):
        board = chess.Board(f"8/8/8/8/8/2k5/4R3/4K3 w - - {halfmoves} 120")
        claims = open_claims(board)
        assert (claims.fifty_now, bool(claims.fifty_moves)) == (bool(now), bool(declared))
        assert (automatic_draw(board) is EndedBy.SEVENTY_FIVE) == bool(automatic)


def game(moves: str, result: str, headers: str = "") -> str:
    return f'[White "A"]\n[Black "B"]\n[Result "{result}"]\n{headers}\n{moves} {result}\n'


def report(moves: str, result: str, headers: str = ""):  # type: ignore[no-untyped-def]
    return check_game(read_pgn(game(moves, result, headers))[0])


def test_a_sound_game_has_no_problems() -> None:
    found = report("1. f3 e5 2. g4 Qh4#", "0-1")
    assert found.ok and found.ended_by is EndedBy.CHECKMATE and found.implied is GameResult.BLACK_WINS


@pytest.mark.parametrize(
    ("moves", "result", "kind"),
    [
        ("1. f3 e5 2. g4 Qh4#", "1-0", GameFaultKind.RESULT),
        ("1. f3 e5 2. g4 Qh4#", "*", GameFaultKind.NO_RESULT),
        ("1. e4 e5 2. Ke3", "1-0", GameFaultKind.ILLEGAL_MOVE),
    ],
)
def test_wrong_results_and_illegal_moves_are_found(moves: str, result: str, kind: GameFaultKind) -> None:
    assert [problem.kind for problem in report(moves, result).problems] == [kind]


def test_play_after_a_dead_position_is_found_at_the_right_move() -> None:  # 5.2.2
    start = '[SetUp "1"]\n[FEN "7k/6q1/8/8/8/8/8/7K b - - 0 1"]\n'
    found = report("1... Qg2+ 2. Kxg2 Kg7 3. Kf3", "1/2-1/2", start)
    assert found.ended_by is EndedBy.DEAD
    assert [(p.kind, p.ply) for p in found.problems] == [(GameFaultKind.PLAYED_ON, 1)]


def test_a_win_by_a_side_that_cannot_mate_is_found() -> None:  # 5.1.2, 6.9
    found = report("1. Kd2", "0-1", '[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/5R2/3K4 w - - 0 1"]\n')
    assert [problem.kind for problem in found.problems] == [GameFaultKind.CANNOT_WIN]


def test_open_claims_of_a_game_are_listed() -> None:
    found = report("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8", "1/2-1/2")
    assert [(c.ply, c.declared) for c in found.claims] == [(7, "f6g8"), (8, None), (8, "g1f3")]


def test_pgn_goes_out_and_comes_back() -> None:
    text = write_pgn([RecordedGame(line=("e2e4", "e7e5", "g1f3"), headers={"White": "Ana"}, result="1/2-1/2")])
    found = read_pgn(text)[0]
    assert found.headers["White"] == "Ana" and [m.uci() for m in found.mainline_moves()] == ["e2e4", "e7e5", "g1f3"]
    with pytest.raises(ArbitroError):
        read_pgn("")


SPANISH = "1. e4 e5 2. Cf3 Cc6 3. Ab5 {no Nf6} a6 4. 0-0 *"


@pytest.mark.parametrize("text", [SPANISH, SPANISH.replace("C", "♘").replace("A", "♗"), SPANISH.replace("A", "F")])
def test_the_piece_letters_of_a_file_are_found_out(text: str) -> None:  # C.3
    moves = [move.uci() for move in read_pgn(text)[0].mainline_moves()]
    assert moves == ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "e1g1"]


def test_each_game_of_a_file_may_have_its_own_letters() -> None:
    text = f'[Event "a"]\n\n{SPANISH}\n\n[Event "b"]\n\n1. Nf3 Nf6 *\n\n[Event "c"]\n\n1. Pf3 Pf6 *\n'
    assert [len(list(found.mainline_moves())) for found in read_pgn(text)] == [7, 2, 2]
    assert read_pgn("1. Rf3 *", "fr")[0].errors  # a king, as asked for, though a rook in English is as wrong


@pytest.mark.parametrize(("text", "stops"), [("1. e4 e5 2. Nf9 Nc6", "2. Nf9"), ("1. e4 e5 2. Yf3 *", "2. Yf3"),
                                             ("1. e4 Ke7", "1... Ke7")])  # fmt: skip
def test_a_word_that_is_no_legal_move_is_named_and_nothing_is_logged(
    text: str, stops: str, caplog: pytest.LogCaptureFixture
) -> None:
    problem = check_game(read_pgn(text)[0]).problems[0]
    assert (problem.kind, problem.detail) == (GameFaultKind.ILLEGAL_MOVE, stops)
    assert problem.text().startswith(f"illegal or unreadable move: {stops} (")
    assert not caplog.records


@pytest.mark.parametrize(
    "text", ["1. e4 e5 ) 2. Nf3 *", "1. e4 (1. d4 e5 2. Nf3 *", "1. e4 e9 ) (2. Nf3 ) ) *", "( e5 ) 1. e4 ) ( Kf3"]
)
def test_brackets_that_do_not_match_break_nothing(text: str) -> None:
    assert next(iter(read_pgn(text)[0].mainline_moves())).uci() == "e2e4"


@pytest.mark.parametrize("text", ["", "hello", "2 people\n\nand some words", "*"])
def test_a_text_without_a_game_is_refused(text: str) -> None:
    with pytest.raises(ArbitroError, match="PGN"):
        read_pgn(text)


@pytest.mark.parametrize("name", ["Atomic", "Fairy 7"])
def test_other_games_are_not_judged_by_the_laws(name: str) -> None:
    found = report("1. e4 e5", "*", f'[Variant "{name}"]\n')
    assert [problem.kind for problem in found.problems] == [GameFaultKind.VARIANT]
    assert report("1. e4 e5", "*", '[Variant "Chess960"]\n[SetUp "1"]\n[FEN "' + chess.STARTING_FEN + '"]\n').ok


def test_scoresheets_are_read_as_far_as_they_go_and_compared() -> None:  # 8.1
    white, black, broken = map(
        typed, (f"1.e4 e5 2.Cf3 {moves} a6" for moves in ("Cc6 3.Ab5", "Cf6 3.Ab5", "Cc6 3.???"))
    )
    assert white.stopped is None and not compare(white.game, white.game)
    assert compare(white.game, black.game)[0].ply == 4 and compare(white.game, broken.game)[0].ply == 5
    assert broken.stopped is not None and broken.stopped.number == "3."


CLOCKED = "1. e4 {{[%clk 0:02:58]}} e5 {{[%clk 0:02:59]}} 2. Nf3 {{[%clk {third}]}} Nc6 {{[%clk 0:02:58]}}"


@pytest.mark.parametrize(
    ("third", "control", "result", "kinds"),
    [
        ("0:02:50", "3+0", "1-0", []),
        ("0:03:00", "3+0", "1-0", [GameFaultKind.CLOCK]),  # 6.3: no time from nowhere
        ("0:03:00", "3+2", "1-0", []),
        ("0:00:00", "3+0", "0-1", [GameFaultKind.FLAG]),  # 6.9
    ],
)
def test_clock_comments_are_checked_against_the_time_control(
    third: str, control: str, result: str, kinds: list[GameFaultKind]
) -> None:
    found = read_pgn(game(CLOCKED.format(third=third), result))[0]
    assert [problem.kind for problem in check_clock(found, parse_control(control))] == kinds


def test_a_draw_agreed_before_both_have_moved_is_refused() -> None:  # 5.2.3
    problems = check_clock(read_pgn(game("1. e4", "1/2-1/2"))[0], parse_control("90+30"))
    assert [(problem.kind, problem.article) for problem in problems] == [(GameFaultKind.REFUSED, "5.2.3")]


@pytest.mark.parametrize(
    ("moves", "begun"),
    [
        ("1. e4 {a comment e5 2. Bc4 Nc6 1-0", "{a comment e5 2. Bc4 Nc6 1-0"),
        ("1. e4 e5 (1... d5 2. exd5 1-0", "(1... d5 2. exd5 1-0"),
        ("1. e4 e5 {good} (1... d5 {x (} 2. exd5) 2. Nf3 {cut", "{cut"),
    ],
)
def test_a_comment_or_variation_that_is_never_closed_is_named(moves, begun):
    (game,) = read_pgn(f'[Event "x"]\n\n{moves}\n')
    report = check_game(game)
    assert not report.ok
    assert (report.problems[0].kind, report.problems[0].detail) == (GameFaultKind.UNCLOSED, begun)


def test_a_hundred_thousand_comments_and_brackets_on_one_line_are_read_in_one_pass():
    (game,) = read_pgn('[Event "x"]\n\n1. e4 ' + "{ a }(" * 100_000)
    assert check_game(game).problems[0].kind is GameFaultKind.UNCLOSED


def test_brackets_that_are_closed_or_stand_in_comments_are_no_problem():
    (game,) = read_pgn('[Event "x"]\n\n1. e4 {( { :-) } e5 (1... d5 (1... c5) 2. exd5) 2. Nf3 ; ( {\n*\n')
    assert check_game(game).ok
