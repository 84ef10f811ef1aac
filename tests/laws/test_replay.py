"""The quick way through a written game makes the moves that python-chess makes, and refuses what it refuses."""

from __future__ import annotations

import os

import chess
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from arbitro.laws.replay import play

PIECES = st.sampled_from(["", "N", "B", "R", "Q", "K"])
SQUARES = st.sampled_from(chess.SQUARE_NAMES)
WORDS = st.builds(
    lambda piece, origin, takes, square, promoted: piece + origin + takes + square + promoted,
    PIECES,
    st.sampled_from(["", "", "", "a", "d", "e", "h", "1", "7", "e4"]),
    st.sampled_from(["", "", "x"]),
    SQUARES,
    st.sampled_from(["", "", "", "=Q", "N", "+", "#!", "=K"]),
) | st.sampled_from(["O-O", "O-O-O", "0-0"])


def slowly(board: chess.Board, san: str) -> chess.Move | None:
    try:
        move = board.parse_san(san.rstrip("!?"))
    except ValueError:
        return None
    board.push(move)
    return move


@settings(max_examples=int(os.environ.get("REPLAY_EXAMPLES", "40")), phases=(Phase.explicit, Phase.generate))
@given(st.lists(st.tuples(st.integers(0, 300), st.lists(WORDS, max_size=3)), min_size=30, max_size=120))
def test_every_move_is_the_one_of_python_chess(choices):
    board, quick = chess.Board(), chess.Board()
    for choice, strange in choices:
        for word in strange:
            one, two = board.copy(), board.copy(stack=False)
            wanted = slowly(one, word)
            try:
                found = play(two, word)
            except ValueError:
                found = None
            assert (found, found and two.fen()) == (wanted, wanted and one.fen()), (board.fen(), word)
        moves = sorted(board.legal_moves, key=lambda move: (not board.is_castling(move), move.uci()))
        if not moves:
            break
        move = moves[choice % len(moves)]
        san = board.san(move)
        board.push(move)
        assert play(quick, san) == move and quick.fen() == board.fen(), san
