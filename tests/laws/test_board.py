"""Legality of moves and positions, perft, Chess960."""

from __future__ import annotations

import random

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbitro.errors import ArbitroError
from arbitro.laws.board import (
    MoveFault,
    PositionFault,
    castling_kind,
    examine_move,
    illegalities,
    is_start_array,
    position,
    start_arrays,
    state_of,
)
from arbitro.laws.scores import GameResult
from tests.laws.positions import perft, random_game

PERFT = [
    (chess.STARTING_FEN, False, [20, 400, 8902]),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", False, [48, 2039]),
    ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", True, [21, 528, 12189]),
    ("2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", True, [21, 807]),
]


@pytest.mark.parametrize(("fen", "chess960", "nodes"), PERFT)
def test_perft_of_standard_and_chess960_positions(fen: str, chess960: bool, nodes: list[int]) -> None:
    assert [perft(position(fen, chess960=chess960), depth) for depth in range(1, len(nodes) + 1)] == nodes


def test_every_chess960_start_has_eighteen_to_twenty_one_moves() -> None:
    for number in range(0, 960, 37):
        assert 18 <= perft(chess.Board.from_chess960_pos(number), 1) <= 21


def test_there_are_960_start_arrays_and_number_518_is_the_orthodox_one() -> None:  # II.2
    arrays = start_arrays()
    assert len(set(arrays)) == 960 and all(map(is_start_array, arrays)) and arrays[518] == "RNBQKBNR"


FAULTS = [
    ("4k3/8/8/8/8/5r2/8/R3K2R w KQ - 0 1", "e1g1", MoveFault.CASTLING_CROSSES_ATTACK),
    ("4k3/8/8/8/8/6r1/8/R3K2R w KQ - 0 1", "e1g1", MoveFault.CASTLING_INTO_ATTACK),
    ("4k3/4r3/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", MoveFault.CASTLING_IN_CHECK),
    ("4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1", "e1c1", MoveFault.CASTLING_BLOCKED),
    ("4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "e1g1", MoveFault.CASTLING_RIGHT_LOST),
    ("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "e5d6", MoveFault.EN_PASSANT_TOO_LATE),
    ("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1", "e5d6", MoveFault.KING_LEFT_IN_CHECK),
    ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8k", MoveFault.PROMOTION_PIECE),
    ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8", MoveFault.PROMOTION_MISSING),
    ("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", "e2c3", MoveFault.KING_LEFT_IN_CHECK),
    (chess.STARTING_FEN, "a1a3", MoveFault.JUMPS),
    (chess.STARTING_FEN, "b1d2", MoveFault.OWN_PIECE_ON_TARGET),
    (chess.STARTING_FEN, "b1b3", MoveFault.NOT_ITS_MOVE),
    (chess.STARTING_FEN, "e7e5", MoveFault.NO_PIECE),
    (chess.STARTING_FEN, "z9", MoveFault.NO_SUCH_MOVE),
]


@pytest.mark.parametrize(("fen", "move", "fault"), FAULTS)
def test_an_illegal_move_is_told_why(fen: str, move: str, fault: MoveFault) -> None:
    examined = examine_move(position(fen), move)
    assert not examined.legal and examined.fault is fault and examined.article


ILLEGAL = [
    ("4k3/4R3/8/8/8/8/4r3/4K3 w - - 0 1", PositionFault.BOTH_KINGS_IN_CHECK),
    ("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", PositionFault.OPPONENT_IN_CHECK),
    ("P3k3/8/8/8/8/8/8/4K3 b - - 0 1", PositionFault.PAWN_ON_LAST_RANK),
    ("4k3/8/8/8/8/8/PPPPPPPP/2B1K1B1 w - - 0 1", PositionFault.TOO_MANY_PROMOTIONS),
    ("rnbqkbnr/pppppppp/8/8/8/P7/PP1PPPPP/RNBQKBNR w KQkq - 0 1", PositionFault.PAWN_CAPTURES),
    ("4k3/8/8/8/8/8/8/8 w - - 0 1", PositionFault.KINGS),
]


@pytest.mark.parametrize(("fen", "fault"), ILLEGAL)
def test_an_illegal_position_is_told_why(fen: str, fault: PositionFault) -> None:  # 3.10.3
    assert fault in illegalities(chess.Board(fen))


def test_two_bishops_of_one_colour_are_legal_with_a_pawn_missing() -> None:
    assert illegalities(position("4k3/8/8/8/8/8/PPPPPPP1/2B1K1B1 w - - 0 1")) == []


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.integers(0, 120))
def test_a_position_that_arose_in_a_game_is_never_called_illegal(seed: int, plies: int) -> None:
    assert illegalities(random_game(random.Random(seed), plies)) == []


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.integers(0, 80), st.integers(0, 63), st.integers(0, 63))
def test_examination_agrees_with_the_move_generator(seed: int, plies: int, start: int, end: int) -> None:
    board = random_game(random.Random(seed), plies)
    uci = chess.square_name(start) + chess.square_name(end)
    if start == end:
        return
    examined = examine_move(board, uci)
    assert examined.legal == (chess.Move.from_uci(uci) in board.legal_moves)
    assert examined.legal == (examined.fault is None)


def test_state_of_play() -> None:
    state = state_of(position("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"))
    assert state.checkmate and state.result is GameResult.BLACK_WINS and state.legal_moves == ()


@pytest.mark.parametrize("text", ["", "nonsense", "8/8/8/8 w - -", "4k3/8/8/8/8/8/8/4K3 x - - 0 1"])
def test_a_text_that_is_no_position_is_refused(text: str) -> None:
    with pytest.raises(ArbitroError):
        position(text)


def test_chess960_castling_kinds() -> None:  # II.3.2
    for fen, move, kind in [
        ("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", "transposition"),
        ("4k3/8/8/8/8/8/8/4KR2 w F - 0 1", "e1f1", "king only"),
        ("4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1", "rook only"),
        ("4k3/8/8/8/8/8/8/RK6 w A - 0 1", "b1a1", "double move"),
    ]:
        board = position(fen, chess960=True)
        found = castling_kind(board, board.parse_uci(move))
        assert found is not None and found.value == kind


def test_outside_chess960_the_king_does_not_take_his_own_rook() -> None:  # 3.1
    fen = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"
    assert examine_move(position(fen), "e1h1").fault is MoveFault.OWN_PIECE_ON_TARGET
    assert examine_move(position(fen), "e1g1").legal
    assert examine_move(position(fen, chess960=True), "e1h1").legal
