"""Appendix C: what is written can be read again, in every language and form."""

from __future__ import annotations

import random

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbitro.errors import ArbitroError
from arbitro.games import typed
from arbitro.i18n import speaking
from arbitro.laws.notation import (
    LETTERS,
    NotationForm,
    announce,
    conforms,
    play_written,
    read_any,
    read_move,
    write_move,
    write_moves,
)
from tests.laws.positions import random_game

SAMPLE = (
    "1.e4 e5 2.Cf3 Cf6 3.d4 exd4 4.e5 Ce4 5.Dxd4 d5 6.exd6 a.p. Cxd6 7.Ag5 Cc6 8.De3+ Ae7 "
    "9.Cbd2 0-0 10.0-0-0 Te8 11.Rb1 (=)"
)
SHORTER = "1.e4 e5 2.Cf3 Cf6 3.d4 ed4 4.e5 Ce4 5.Dd4 d5 6.ed6 Cd6 7.Ag5 Cc6 8.De3 Ae7 9.Cbd2 0-0 10.0-0-0 Te8 11.Rb1"
LONG = (
    "1.e2e4 e7e5 2.Cg1f3 Cg8f6 3.d2d4 e5xd4 4.e4e5 Cf6e4 5.Dd1xd4 d7d5 6.e5xd6 a.p. Ce4xd6 7.Ac1g5 Cb8c6 "
    "8.Dd4e3 Af8e7 9.Cb1d2 0-0 10.0-0-0 Tf8e8 11.Rc1b1"
)


def test_the_three_forms_of_a_game_are_the_same_game() -> None:
    games = [typed(text, notation="es").game.line for text in (SAMPLE, SHORTER, LONG)]
    assert games[0] == games[1] == games[2] and len(games[0]) == 21


@settings(max_examples=40, deadline=None)
@given(
    st.integers(0, 10**6),
    st.integers(0, 100),
    st.sampled_from(sorted(LETTERS)),
    st.sampled_from((NotationForm.SHORT, NotationForm.LONG)),
)
def test_every_legal_move_is_read_as_it_was_written(seed: int, plies: int, language: str, form: NotationForm) -> None:
    board = random_game(random.Random(seed), plies)
    texts = {write_move(board, move, language, form=form): move for move in board.legal_moves}
    assert len(texts) == board.legal_moves.count()
    for text, move in texts.items():
        assert read_move(board, text, language) == move


def test_a_whole_game_goes_out_and_comes_back() -> None:
    board = random_game(random.Random(3), 60)
    text = write_moves(list(board.move_stack), "es")
    assert typed(text, notation="es").game.line == tuple(move.uci() for move in board.move_stack)


@pytest.mark.parametrize(
    ("text", "word"),
    [("Ag5", "is blocked on d2"), ("Z9", "algebraic"), ("0-0", "stands between")],
)
def test_an_unreadable_move_is_refused_with_the_reason(text: str, word: str) -> None:
    with pytest.raises(ArbitroError, match=word):
        read_move(chess.Board(), text, "es")


def test_an_ambiguous_move_is_refused() -> None:
    with pytest.raises(ArbitroError, match="ambiguous"):
        read_move(chess.Board("8/8/8/8/8/8/8/k2KN1N1 w - - 0 1"), "Cf3", "es")


def test_three_like_pieces_may_need_file_and_rank() -> None:
    board = chess.Board("k7/8/8/8/4Q2Q/8/8/K6Q w - - 0 1")
    assert write_move(board, chess.Move.from_uci("h4e1"), "es", suffixes=False) == "Dh4e1"


def test_pawn_letters_do_not_conform() -> None:  # C.4
    assert conforms("Pd4").correct == "d4" and not conforms("pe5").conforms and conforms("e5").conforms


def test_announcements_for_visually_impaired_players() -> None:  # D.2.1
    assert announce("e2e4") == "Eva zwei - Eva vier"
    assert announce("e1g1", castling=True) == "Kurze Rochade"
    assert announce("g1f3", piece=chess.KNIGHT) == "Springer Gustav eins - Felix drei"


@pytest.mark.parametrize(
    ("printed", "clean"),
    [
        (SAMPLE.replace("Cxd6 7.", "Cxd6; 7.").replace(" (=)", "(=)."), SAMPLE),
        (SHORTER.replace("9.Cbd2", "9 Cbd2"), SHORTER),
        (LONG.replace("11.Rc1b1", "11. Rb1"), LONG),
        ("1.e4,e5 2.Cf3,Cf6.", "1.e4 e5 2.Cf3 Cf6"),
        ("1.e4 e5 ; the usual reply\n2.Cf3", "1.e4 e5 2.Cf3"),
    ],
)
def test_sheets_are_read_as_people_write_them(printed: str, clean: str) -> None:
    sheet = typed(printed, notation="es")
    assert sheet.stopped is None and sheet.game.line == typed(clean, notation="es").game.line


@pytest.mark.parametrize("text", ["P-K4", "P4R", "Pd4", "pe5", "e9", "castles"])
def test_other_notations_do_not_conform(text: str) -> None:  # C.4, C.8
    assert not conforms(text).conforms


@pytest.mark.parametrize("text", ["d4", "Cf3", "exd6 a.p.", "0-0-0", "Cg1f3", "C5xf3+", "d8D", "exf8C#", "Ta8++"])
def test_algebraic_moves_conform_in_every_form(text: str) -> None:
    assert conforms(text).conforms and conforms(text).correct == text


@pytest.mark.parametrize("text", ["Cf3", "Nf3", "♘f3", "Sf3", "g1f3", "Cg1-f3"])
def test_a_move_is_read_in_any_language(text: str) -> None:  # C.3
    assert read_any(chess.Board(), text).uci() == "g1f3"


def test_the_readers_own_language_comes_first() -> None:
    board = chess.Board("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")
    assert read_any(board, "Rd1").uci() == "a1d1"  # an English rook
    with speaking("es"):
        assert read_any(board, "Rd1").uci() == "e1d1"  # a Spanish king


def test_a_whole_game_is_read_in_one_language() -> None:
    moves = ("e4", "e5", "Cf3", "Cc6", "Ab5")
    assert [move.uci() for move in play_written(chess.Board(), moves).move_stack][-1] == "f1b5"
    with pytest.raises(ArbitroError, match=r"2\. 'Cf9'"):
        play_written(chess.Board(), ("e4", "e5", "Cf9"))
    with pytest.raises(ArbitroError, match=r"move 1\.\.\. 'Cf9'"):  # the language that gets farthest says where
        play_written(chess.Board(), ("Cf3", "Cf9"))
