"""Can a side still mate? Lines are replayed, proofs are attacked."""

from __future__ import annotations

import random

import chess
import pytest

from arbitro.errors import ArbitroError
from arbitro.laws.mating import (
    ARBITER,
    QUICK,
    Budget,
    ProofKind,
    Undecided,
    Unwinnable,
    Winnable,
    can_mate,
    is_dead,
    search,
)
from arbitro.laws.mating.kings import KingsClosure, position_of
from arbitro.laws.mating.plans import Planner, follow
from arbitro.laws.mating.shades import shade_proof
from arbitro.laws.mating.static import static_proof
from arbitro.laws.mating.verdict import explain_verdict
from tests.laws.positions import ending, everything, random_game, wall


def ends_in_mate(board: chess.Board, line: tuple[chess.Move, ...], side: chess.Color) -> bool:
    work = board.copy(stack=False)
    for move in line:
        assert work.is_legal(move)
        work.push(move)
    return work.is_checkmate() and work.turn != side


def attack(board: chess.Board, side: chess.Color, rng: random.Random, games: int, plies: int = 60) -> bool:
    """Random play with both sides helping: does it ever end in mate by `side`?"""
    for _ in range(games):
        work = board.copy(stack=False)
        for _ in range(plies):
            moves = list(work.legal_moves)
            if not moves:
                if work.is_checkmate() and work.turn != side:
                    return True
                break
            if work.turn == side:  # give mate if there is one, else promote or check when possible
                good = [m for m in moves if m.promotion == chess.QUEEN or work.gives_check(m)]
                moves = good if good and rng.random() < 0.5 else moves
            work.push(rng.choice(moves))
    return False


@pytest.mark.parametrize("seed", range(12))
def test_ordinary_positions_are_winnable_for_both_and_the_lines_end_in_mate(seed: int) -> None:
    board = random_game(random.Random(seed), 20 + 3 * seed)
    for side in chess.COLORS:
        verdict = can_mate(board, side)
        if isinstance(verdict, Winnable):
            assert ends_in_mate(board, verdict.line, side)
        else:
            assert not isinstance(verdict, Undecided) or len(board.piece_map()) < 8


CLASSICS = [
    ("n", "r", True), ("n", "b", True), ("n", "n", True), ("n", "p", True), ("b", "n", True), ("b", "p", True),
    ("n", "q", False), ("b", "q", False), ("b", "r", False), ("n", "", False), ("b", "", False), ("", "q", False),
    ("nn", "", True), ("bn", "", True), ("r", "q", True), ("p", "q", True),
]  # fmt: skip


@pytest.mark.parametrize(("white", "black", "possible"), CLASSICS)
def test_the_arbiters_classics_of_lone_pieces(white: str, black: str, possible: bool) -> None:  # 6.9
    rng = random.Random(f"{white}/{black}")
    for _ in range(2):
        board = ending(rng, white, black)
        verdict = can_mate(board, chess.WHITE)
        assert not isinstance(verdict, Undecided)
        if isinstance(verdict, Winnable):
            assert possible and ends_in_mate(board, verdict.line, chess.WHITE)
        elif possible:  # only a forced loss of the piece may stand in the way
            assert verdict.proof.kind is ProofKind.EXHAUSTIVE


@pytest.mark.parametrize("seed", range(25))
def test_proofs_of_walls_survive_a_random_attack(seed: int) -> None:
    rng = random.Random(seed)
    board = wall(rng)
    for side in chess.COLORS:
        verdict = can_mate(board, side, QUICK)
        if isinstance(verdict, Unwinnable):
            assert not attack(board, side, rng, games=4)
        elif isinstance(verdict, Winnable):
            assert ends_in_mate(board, verdict.line, side)


@pytest.mark.parametrize("seed", range(10))
def test_kings_together_and_single_positions_examine_the_same(seed: int) -> None:
    rng = random.Random(seed)
    for board in (wall(rng), ending(rng, "bn", "bp"), random_game(rng, 60)):
        for side in chess.COLORS:
            single, together = everything(board, side, 800), KingsClosure(board, side).run(800)
            if together.line is not None:
                assert ends_in_mate(board, together.line, side)
            if together.exhausted:
                assert not single.mate
            if single.exhausted:
                assert together.line is None and (together.examined >= single.positions or not together.exhausted)


SPECIAL_MOVES = [
    "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",  # en passant would open the rank
    "8/8/8/1k6/3Pp3/8/8/4K2B b - d3 0 1",
    "k7/8/8/r2pP2K/8/8/8/8 w - d6 0 1",
    "4k3/4r3/8/8/4N3/8/8/4K3 w - - 0 1",
    "7k/5P2/8/8/8/8/1p6/K7 w - - 0 1",
    "4k3/2p3p1/8/1P3P2/8/8/8/4K3 b - - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "r3k2r/8/8/8/2b5/8/8/R3K2R w KQkq - 0 1",  # White may castle on one side only
    "1r6/8/8/8/8/5k2/8/R3K3 w Q - 0 1",  # the rook may pass an attacked square
    "r3k3/1P6/8/8/8/8/6p1/4K2R b Kq - 0 1",  # promotions that take a rook and its right
]


@pytest.mark.parametrize("fen", SPECIAL_MOVES)
@pytest.mark.parametrize("side", chess.COLORS)
def test_kings_together_play_the_legal_moves_and_no_others(fen: str, side: chess.Color) -> None:
    board, rng = chess.Board(fen), random.Random(fen)
    closure = KingsClosure(board, side)
    closure.run(300)
    for shape in rng.sample(list(closure.shapes.values()), min(60, len(closure.shapes))):
        for turn in chess.COLORS:
            pairs = shape.known[turn] & sum(origin.pairs for origin in shape.origins if origin.turn == turn)
            if not pairs:
                continue
            pair = 1 << rng.choice([i for i in range(64 * 64) if pairs >> i & 1])
            here = board.copy()
            for move in closure.line_to(shape, pair, turn):
                assert here.is_legal(move)
                here.push(move)
            assert here.turn == turn and position_of(here)[0][:7] == shape.men[:7] and position_of(here)[1] == pair
            if not shape.pending[turn] & pair:
                for move in here.legal_moves:
                    here.push(move)
                    men, after = position_of(here)
                    reached = [s for s in closure.shapes.values() if s.men[:7] == men[:7] and s.men[8] == men[8]]
                    assert any(s.known[not turn] & after for s in reached)
                    here.pop()


def test_static_proofs_agree_with_the_examination_of_every_position() -> None:
    rng = random.Random(7)
    proofs = 0
    while proofs < 6:
        board = wall(rng)
        side = rng.random() < 0.5
        if static_proof(board, side) is None:
            continue
        proofs += 1
        assert not everything(board, side, 1_500).mate


@pytest.mark.slow
def test_static_proofs_agree_with_the_examination_of_every_position_at_length() -> None:
    rng = random.Random(8)
    complete = 0
    while complete < 150:
        board = wall(rng)
        side = rng.random() < 0.5
        if static_proof(board, side) is not None:
            found = everything(board, side, 30_000)
            assert not found.mate, board.fen()
            complete += found.exhausted


@pytest.mark.slow
def test_no_verdict_is_wrong_on_many_walls_and_endings() -> None:
    rng = random.Random(11)
    for _ in range(150):
        board = wall(rng)
        side = rng.random() < 0.5
        verdict = can_mate(board, side)
        truth = everything(board, side, 20_000)
        if truth.exhausted:
            assert not isinstance(verdict, Winnable), board.fen()
        if truth.mate:
            assert not isinstance(verdict, Unwinnable), board.fen()


LOCKED = [  # who can mate, and the position: walls that leave one king much room
    ("--", "8/b1b5/k6p/5p1P/5p2/5PpK/6P1/8 w - - 0 1"),
    ("-B", "k7/p1p1p3/8/8/P7/6p1/2P1P1Pp/7K w - - 0 1"),
    ("--", "2B1B1B1/pBpBpBpB/P1P1P1P1/4k3/8/8/4K3/8 w - - 0 1"),
    ("W-", "7b/1k5B/7b/8/1p1p1p1p/1PpP1P1P/2P3K1/N7 b - - 0 1"),
    ("-B", "8/p1p1p1k1/8/p7/6p1/6pb/P1P1P1p1/6K1 b - - 0 1"),  # White's pawns run out of moves
]


@pytest.mark.parametrize(("who", "fen"), LOCKED)
def test_walls_around_a_free_king_are_decided(who: str, fen: str) -> None:  # 5.2.2
    for side, letter in ((chess.WHITE, who[0]), (chess.BLACK, who[1])):
        assert isinstance(can_mate(chess.Board(fen), side), Unwinnable if letter == "-" else Winnable)


def flipped(board: chess.Board) -> chess.Board:
    """Left and right exchanged (without castling rights)."""
    return board.transform(chess.flip_horizontal)


# Bishops with millions of placements: the moves of kings and pawns alone show that there is no mate.
BISHOPS_BEHIND_WALLS = [
    ("8/1p2B1B1/1PpB1B2/k1P5/p1P5/P7/5K2/8 w - - 0 1", chess.WHITE),  # who takes on b7 gives stalemate
    ("8/8/3b3p/5p1P/3b1p1K/5Pp1/6P1/5kb1 b - - 0 1", chess.WHITE),
    ("8/b7/1b5p/2b2p1P/3b1p1K/4bPp1/6P1/5kb1 b - - 0 1", chess.WHITE),
    ("8/1p6/1Pp5/k1P5/p1P5/P1K1B3/3B4/8 w - - 0 1", chess.BLACK),
]


@pytest.mark.parametrize(("fen", "side"), BISHOPS_BEHIND_WALLS)
def test_walls_are_proven_wherever_the_bishops_stand(fen: str, side: chess.Color) -> None:  # 5.2.2
    verdict = can_mate(chess.Board(fen), side)
    assert isinstance(verdict, Unwinnable) and verdict.proof.kind is ProofKind.WALL
    assert str(verdict.proof.positions) in explain_verdict(chess.Board(fen), side, verdict)


def bishops_behind(rng: random.Random) -> chess.Board:
    """One of these walls, sometimes without a pawn, with other bishops: one to three of any colour."""
    while True:
        board = chess.Board(rng.choice(BISHOPS_BEHIND_WALLS)[0])
        for square in chess.SquareSet(board.bishops):
            board.remove_piece_at(square)
        if rng.random() < 0.3:
            board.remove_piece_at(rng.choice(list(chess.SquareSet(board.pawns))))
        free = [square for square in chess.SQUARES if board.piece_at(square) is None]
        for square in rng.sample(free, rng.randint(1, 3)):
            board.set_piece_at(square, chess.Piece(chess.BISHOP, rng.random() < 0.5))
        board.turn = rng.random() < 0.5
        if board.is_valid() and any(board.legal_moves):
            return board


def shades_agree(seed: int, limit: int) -> bool:
    """Whether a wall is proven by shades; then no search finds a mate, neither here nor after some moves."""
    rng = random.Random(seed)
    board, side = bishops_behind(rng), rng.random() < 0.5
    if not shade_proof(board, side, 2_000):
        return False
    assert KingsClosure(board, side).run(limit).line is None
    assert not attack(board, side, rng, games=3)
    return True


def test_what_shades_prove_no_search_refutes() -> None:
    assert sum(shades_agree(seed, 400) for seed in range(300)) > 10


@pytest.mark.slow
def test_what_shades_prove_no_search_refutes_at_length() -> None:
    assert sum(shades_agree(seed, 20_000) for seed in range(1_000, 6_000)) > 200


@pytest.mark.parametrize(
    "fen",
    [
        "4k3/8/8/p2p2p1/P2P2P1/8/8/4K3 w - - 0 1",
        "8/2b5/3k3p/pBp1p1pP/P1P1P1P1/3K4/8/8 w - - 5 48",
        "8/8/2p1k3/1pP1p2p/1P2P2P/K7/8/8 w - - 0 49",
        "4k3/1p4p1/1Pp2pP1/n1P2P1n/N1p2p1N/1pP2Pp1/1P4P1/4K3 w - - 0 1",
    ],
)
def test_a_proof_survives_colour_flip_and_mirror_and_every_move(fen: str) -> None:
    board = chess.Board(fen)
    for side in chess.COLORS:
        if not isinstance(can_mate(board, side, QUICK), Unwinnable):
            continue
        assert isinstance(can_mate(board.mirror(), not side, QUICK), Unwinnable)
        assert isinstance(can_mate(flipped(board), side, QUICK), Unwinnable)
        for move in board.legal_moves:
            child = board.copy(stack=False)
            child.push(move)
            assert not isinstance(can_mate(child, side, QUICK), Winnable)


def test_the_right_to_capture_en_passant_decides_a_wall() -> None:
    wall_now = "8/8/2p1k3/1pP1p2p/1P2P2P/K7/8/8 w - {} 0 49"
    assert isinstance(can_mate(chess.Board(wall_now.format("b6")), chess.WHITE), Winnable)
    assert isinstance(can_mate(chess.Board(wall_now.format("-")), chess.WHITE), Unwinnable)


def test_mate_on_the_board_is_winnable_and_stalemate_is_dead() -> None:  # 5.1.1, 5.2.1
    mate = chess.Board("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1")
    assert can_mate(mate, chess.WHITE) == Winnable(())
    assert is_dead(mate) is False
    assert is_dead(chess.Board("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")) is True


def test_a_forced_capture_that_leaves_bare_kings_is_already_dead() -> None:  # 5.2.2
    board = chess.Board("7k/8/8/8/8/8/6q1/7K w - - 0 1")
    assert is_dead(board) is True
    verdict = can_mate(board, chess.BLACK)
    assert "Kxg2" in explain_verdict(board, chess.BLACK, verdict)


def test_the_same_position_gets_the_same_answer() -> None:
    board = chess.Board("8/8/4k3/7p/8/2K1N3/8/8 w - - 0 1")
    assert can_mate(board, chess.WHITE, ARBITER) == can_mate(board, chess.WHITE, ARBITER)


def test_a_line_that_passes_75_moves_is_told() -> None:  # 9.6.2
    board = chess.Board("8/8/4k3/8/3N4/2K1N3/8/8 b - - 149 200")
    verdict = can_mate(board, chess.WHITE)
    assert isinstance(verdict, Winnable) and verdict.passes_75_moves


@pytest.mark.parametrize("fen", ["8/8/8/8/8/8/8/K7 w - - 0 1", "P3k3/8/8/8/8/8/8/4K3 b - - 0 1"])
def test_positions_that_cannot_be_played_are_refused(fen: str) -> None:
    with pytest.raises(ArbitroError):
        can_mate(chess.Board(fen), chess.WHITE)


def test_the_short_way_to_the_next_position_is_the_long_one() -> None:
    rng = random.Random(4)
    ordinary = 0
    for _game in range(20):
        board = chess.Board()
        while any(board.generate_legal_moves()) and board.ply() < 120:
            key = search.key_of(board)
            for move in board.legal_moves:
                short = search._after(board, key, move)
                board.push(move)
                assert short in (None, search.key_of(board))
                board.pop()
                ordinary += short is not None
            board.push(rng.choice(list(board.legal_moves)))
    assert ordinary > 1000


def test_what_was_examined_is_counted_once() -> None:
    board = chess.Board("k6B/1b4B1/2b2B2/4B3/3B4/1pB1B3/pP1B4/K7 w - - 0 1")
    verdict = can_mate(board, chess.WHITE, Budget(closures=(100, 200, 300, 500), plans=((0, 0), (0, 0)), search=0))
    assert isinstance(verdict, Undecided)
    glance = 8 * len(board.piece_map()) + 1
    assert verdict.examined <= KingsClosure(board, chess.WHITE).run(500).examined + glance


def test_a_known_verdict_is_not_looked_for_again() -> None:
    board = chess.Board("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")
    assert is_dead(board, QUICK) is False
    assert is_dead(board, QUICK, {chess.WHITE: Undecided(1)}) is None  # taken as told; Black's bare king is looked at


# Mates that need pieces of the loser in the king's way: the plan finds them, the guided search does not.
BY_PLAN = [
    ("7b/1k5B/7b/8/1p1p1p1p/1PpP1P1P/2P3K1/N7 b - - 0 1", chess.WHITE),  # both bishops beside the cornered king
    ("8/8/8/8/2b5/1kB5/1B6/BKB5 w - - 0 1", chess.WHITE),
    ("8/2pN4/3p4/3k4/r7/8/5K2/8 b - - 0 1", chess.WHITE),
    ("2k5/3p4/8/8/8/8/8/2KB4 w - - 0 1", chess.WHITE),  # the pawn becomes a knight on a7
    ("8/8/4k3/7p/8/2K1N3/8/8 w - - 0 1", chess.WHITE),
    ("8/8/1k6/8/1P2R3/K7/8/4b3 w - - 0 1", chess.BLACK),  # the pawn becomes a knight, and nothing else, beside a1
    ("2B5/2K1kp2/4q3/8/8/8/8/8 b - - 0 1", chess.WHITE),  # the queen must go first
    ("5k2/1B2b3/2Bb4/3B4/4B3/5Bp1/6Pp/7K b - - 0 1", chess.WHITE),  # all must leave the diagonal of a8, one comes back
    ("2k5/3b4/1b2b3/p2p1p2/P2P1P2/1B6/4B3/3K1B2 b - - 0 1", chess.WHITE),
]


@pytest.mark.parametrize(("fen", "side"), BY_PLAN)
def test_a_plan_finds_mates_behind_walls_and_with_few_pieces(fen: str, side: chess.Color) -> None:  # 6.9
    board = chess.Board(fen)
    verdict = can_mate(board, side, Budget(closures=(0, 0, 0, 0), search=0))
    assert isinstance(verdict, Winnable) and ends_in_mate(board, verdict.line, side)


def test_every_plan_is_a_picture_of_a_mate_from_here() -> None:
    for seed in range(6):
        board = ending(random.Random(seed), "bn", "rp")
        for plan in Planner(board, chess.WHITE).plans():
            assert plan.cost < 99 and all(board.piece_at(task.square) for task in plan.tasks)
            found = follow(board, chess.WHITE, plan, 500)
            assert found.line is None or ends_in_mate(board, found.line, chess.WHITE)


@pytest.mark.parametrize(
    ("fen", "side"),
    [
        ("8/8/7p/1k3p2/3p1P2/1p1P1PpP/1P4P1/K7 b - - 0 1", chess.WHITE),  # a pawn is offered to a king that came near
        ("8/7k/5p1p/5P2/p1p2PpP/P1P1p1P1/4P3/K7 b - - 0 1", chess.WHITE),
        ("8/7p/2p2p2/1kPp1PpP/1p1P2P1/1P6/8/3K4 w - - 0 1", chess.WHITE),
        ("k5b1/Pp3p2/1P3Pp1/6P1/8/8/8/4K3 w - - 0 1", chess.BLACK),  # 72 half-moves, with a promotion given away
        ("k1bK4/1p1p4/1PpPp3/2P1Pp2/2p1pP2/2p1P3/2P5/8 w - - 0 1", chess.BLACK),  # the loser's king opens the wall
        ("7b/1k5B/7b/8/1p1p1p1p/1PpP1P1P/2P3K1/N7 b - - 0 1", chess.WHITE),
        ("8/p1p1pk2/8/2P5/6p1/6pb/P1P1P1p1/6K1 b - - 0 1", chess.WHITE),  # only pawns move: none may be wasted
    ],
)
def test_walls_are_opened(fen: str, side: chess.Color) -> None:
    """Locked pawns: what must be taken or given away lies many king moves apart."""
    verdict = can_mate(chess.Board(fen), side)
    assert isinstance(verdict, Winnable) and ends_in_mate(chess.Board(fen), verdict.line, side)
