"""Make the games of the demonstration: python tools/demo_games.py > src/arbitro/desk/demo_games.txt

Our own play-outs from a fixed seed: known openings, then each side looks one move ahead and through the captures after
it, with a little chance in its choice. A side that is a rook down for some moves resigns, a quiet even game is agreed
drawn, mates and repetitions happen. One line a game: its result, then its moves in the journal's short form.
"""

from __future__ import annotations

import random

import chess

from arbitro.games.packing import pack_line
from arbitro.laws.notation import play_written

WANTED = {"1-0": 62, "0-1": 52, "1/2-1/2": 56}
OPENINGS = """
e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7
e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d3
e4 e5 Nf3 Nf6 Nxe5 d6 Nf3 Nxe4 d4 d5
e4 e5 Nf3 Nc6 d4 exd4 Nxd4 Nf6 Nc3 Bb4
e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6
e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 g6
e4 c5 Nf3 e6 d4 cxd4 Nxd4 a6
e4 c5 c3 Nf6 e5 Nd5 d4 cxd4
e4 e6 d4 d5 Nc3 Nf6 Bg5 Be7
e4 e6 d4 d5 e5 c5 c3 Nc6 Nf3
e4 c6 d4 d5 e5 Bf5 Nf3 e6 Be2
e4 c6 d4 d5 exd5 cxd5 c4 Nf6 Nc3
e4 d5 exd5 Qxd5 Nc3 Qa5 d4 Nf6
e4 d6 d4 Nf6 Nc3 g6 Nf3 Bg7
d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7 e3 O-O
d4 d5 c4 c6 Nf3 Nf6 Nc3 dxc4 a4 Bf5
d4 d5 c4 dxc4 Nf3 Nf6 e3 e6 Bxc4 c5
d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Nf3 O-O
d4 Nf6 c4 e6 Nc3 Bb4 e3 O-O Bd3 d5
d4 Nf6 c4 e6 Nf3 b6 g3 Bb7 Bg2 Be7
d4 Nf6 c4 c5 d5 e6 Nc3 exd5 cxd5 d6
d4 d5 Nf3 Nf6 Bf4 c5 e3 Nc6
d4 f5 g3 Nf6 Bg2 e6 Nf3 Be7
c4 e5 Nc3 Nf6 Nf3 Nc6 g3 d5 cxd5 Nxd5
c4 c5 Nf3 Nf6 g3 g6 Bg2 Bg7
Nf3 d5 g3 Nf6 Bg2 c6 O-O Bg4
""".strip().splitlines()
VALUE = (0, 100, 320, 330, 500, 900, 0)
CENTRE = [6 - abs(2 * (s % 8) - 7) // 2 - abs(2 * (s // 8) - 7) // 2 for s in range(64)]


def placed(kind: int, square: int, rank: int, late: bool) -> int:
    """What a piece is worth where it stands; `rank` counts from its own side."""
    if kind == chess.PAWN:
        return 100 + (6 * rank * rank // 3 if late else 4 * CENTRE[square] + 3 * rank)
    if kind == chess.KING:
        return 12 * CENTRE[square] if late else (25 if square % 8 in (1, 2, 6) and rank == 0 else -18 * rank)
    return VALUE[kind] + {chess.KNIGHT: 8, chess.BISHOP: 5, chess.ROOK: 1, chess.QUEEN: 1}[kind] * CENTRE[square]


def _table(late: bool) -> dict[tuple[int, bool], list[int]]:
    """The values by kind, colour and square."""
    return {
        (kind, colour): [placed(kind, square, square // 8 if colour else 7 - square // 8, late) for square in range(64)]
        for kind in range(1, 7)
        for colour in (True, False)
    }


EARLY, LATE = _table(False), _table(True)
Table = dict[tuple[int, bool], list[int]]


def table_for(board: chess.Board) -> Table:
    men = board.piece_map().values()
    return LATE if sum(VALUE[m.piece_type] for m in men if m.piece_type > 1) < 2600 else EARLY


def value(board: chess.Board, table: Table) -> int:
    """For the side to move, in hundredths of a pawn."""
    men = board.piece_map().items()
    return sum(table[man.piece_type, man.color][square] * (1 if man.color == board.turn else -1) for square, man in men)


def gain(board: chess.Board, move: chess.Move, table: Table) -> int:
    """What a move changes for the side that makes it."""
    side, kind = board.turn, board.piece_type_at(move.from_square) or 1
    change = table[move.promotion or kind, side][move.to_square] - table[kind, side][move.from_square]
    taken = board.piece_type_at(move.to_square)
    if taken:
        change += table[taken, not side][move.to_square]
    elif kind == chess.PAWN and move.from_square % 8 != move.to_square % 8:
        change += 100  # en passant
    elif kind == chess.KING and abs(move.from_square - move.to_square) == 2:
        change += 40
    return change


def quiet(board: chess.Board, table: Table, stand: int, low: int, high: int, depth: int) -> int:
    """The value once the captures are over; `stand` is the value now."""
    if stand >= high or depth == 0:
        return stand
    low = max(low, stand)
    captures = sorted(
        ((gain(board, move, table), move) for move in board.generate_legal_captures()), key=lambda c: -c[0]
    )
    for won, move in captures[:5]:
        if stand + won <= low:
            break
        board.push(move)
        low = max(low, -quiet(board, table, -stand - won, -high, -low, depth - 1))
        board.pop()
        if low >= high:
            break
    return low


def choose(board: chess.Board, rng: random.Random, slack: int) -> tuple[chess.Move, int]:
    """One of the best moves, and the value of the best."""
    table = table_for(board)
    now = value(board, table)
    rated = []
    best = -20_000
    for move in board.legal_moves:
        after = -now - gain(board, move, table)
        board.push(move)
        if board.is_check() and board.is_checkmate():
            board.pop()
            return move, 10_000
        again = board.halfmove_clock > 3 and board.is_repetition(2)
        worth = 0 if again else -quiet(board, table, after, -20_000, slack - best, 4)
        board.pop()
        best = max(best, worth)
        rated.append((worth, move))
    return rng.choice([move for worth, move in rated if worth > best - slack]), best


def play_out(rng: random.Random) -> tuple[str, list[str]]:
    """A game from an opening to its end."""
    board = play_written(chess.Board(), rng.choice(OPENINGS).split())
    slack = {chess.WHITE: rng.choice((12, 25, 45)), chess.BLACK: rng.choice((12, 25, 45))}
    losing, even, length = 0, 0, rng.randint(62, 96)
    while True:
        outcome = board.outcome(claim_draw=True)
        if outcome is not None:
            return outcome.result(), [m.uci() for m in board.move_stack]
        move, worth = choose(board, rng, slack[board.turn])
        losing = losing + 1 if worth < -480 else 0 if board.turn or worth > -300 else losing
        even = even + 1 if abs(worth) < 90 else 0
        ply = len(board.move_stack)
        if losing and worth < -480 and (losing > 2 or worth < -900) and ply > 44:
            return ("0-1" if board.turn else "1-0"), [m.uci() for m in board.move_stack]
        if ply >= length and even >= 8:
            return "1/2-1/2", [m.uci() for m in board.move_stack]
        if ply > 190:
            return "*", []
        board.push(move)


def main() -> None:
    rng = random.Random(64)
    left, seen = dict(WANTED), set()
    while any(left.values()):
        result, line = play_out(rng)
        packed = pack_line(line)
        if left.get(result, 0) and packed[:60] not in seen:
            left[result] -= 1
            seen.add(packed[:60])
            print(result, packed, flush=True)


if __name__ == "__main__":
    main()
