"""Why a written move cannot be played: the sentence that scoresheets, files, claims and the terminal say (3.1-3.9)."""

from __future__ import annotations

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbitro.i18n import speaking
from arbitro.laws.notation import MoveError, play_written, read_any, read_move, why_unplayed

START = chess.Board()


def why(moves: str, word: str, language: str = "en") -> str:
    with pytest.raises(MoveError) as error:
        read_move(play_written(START, moves.split()), word, language)
    return error.value.reason


@pytest.mark.parametrize(
    ("moves", "word", "reason"),
    [
        ("e4 d5 Bb5 Nc6 a3", "Nb4", "the piece on c6 is pinned: its king would be left in check"),
        ("e4 e5", "Bg5", "the way from c1 to g5 is blocked on d2"),
        ("e4 e5", "e5", "the way from e4 to e5 is blocked on e5"),
        ("e4 e5 Nf3 d6 Bb5", "a6", "the king is in check and would stay so"),
        ("e4 e5 Qh5 a6 Ke2 a5 Kf3 a4", "Kf4", "the king would be in check on f4"),
        ("e4 e5", "Ng4", "no such piece can reach g4"),
        ("e4 e5", "e2", "no pawn can reach e2"),
        ("e4 e5", "exd5", "there is nothing to take on d5"),
        ("e4 e5", "Nf6", "a move of Black, and White is on move"),
        ("e4", "g1f3", "a move of White, and Black is on move"),
        ("e4 e5", "a3a4", "no piece of the player on move stands on that square"),
        ("e4 d5 exd5 Qxd5 Nc3 Qe5 Qe2 Qxe2 Bxe2 a6", "Qd1", "White has no such piece"),
        ("e4 e5", "Bd3c4", "no piece of the player on move stands on that square"),
        ("e4 e5", "Qd2", "a piece of the same colour stands on the target square"),
        ("e4 c5 e5 d5 a3 a6", "exd6", "en passant is only possible at once after the double step"),
        ("d4 e5 dxe5 f6 exf6 Nc6 fxg7 Nb8", "gxh8", "the pawn must be exchanged as part of the move"),
        ("f3 e5 g4 Qh4", "a3", "the game is over by checkmate"),
        ("e4 e5", "0-0", "a piece stands between the king and the rook"),
        ("e4 e5 Nf3 Nc6 Bc4 Bc5 Nxe5 Bxf2", "0-0", "the king is in check"),
        ("e4 b6 Nf3 Ba6 g3 Bxf1 a3 Ba6", "0-0", "the king would cross an attacked square"),
        ("f4 e5 Nf3 Bc5 g3 a6 Bg2 a5", "0-0", "the king would arrive on an attacked square"),
        ("e4 e5 Ke2 a6 Ke1 a5", "0-0-0", "the king or that rook has already moved"),
        ("e4 e5", "Zz", "not a move in algebraic notation"),
        ("d4 d5 Nf3 Nf6", "Nd2", "ambiguous"),
    ],
)
def test_the_reason_is_told(moves, word, reason):
    assert why(moves, word) == reason


def test_the_reason_is_told_in_the_language_that_reads_the_word_and_in_the_readers_words():
    board = play_written(START, ["e4", "e5"])
    assert why_unplayed(board, "Ag5") == "the way from c1 to g5 is blocked on d2"  # Spanish letters, English words
    assert why_unplayed(board, "Nf3") == ""  # it can be played
    with speaking("es"):
        assert why_unplayed(board, "Bg5", first="es") == "el camino de c1 a g5 está ocupado en d2"
        with pytest.raises(MoveError, match="'Cf6': es un movimiento de las negras y las blancas están en juego"):
            read_any(board, "Cf6")


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 959), st.lists(st.integers(0, 99), max_size=60), st.sampled_from("KQRBN "), st.integers(0, 63))
def test_every_word_is_a_legal_move_or_has_a_reason(array, choices, letter, square):
    board = chess.Board.from_chess960_pos(array)
    for choice in choices:
        if moves := list(board.legal_moves):
            board.push(moves[choice % len(moves)])
    for word in (letter.strip() + chess.square_name(square), "0-0", "0-0-0"):
        try:
            assert board.is_legal(read_move(board, word))
        except MoveError as error:
            assert error.reason
