"""Looking for a mate in steps that cannot be taken back: captures and pawn moves, with walks between them.

Where pawns lock the board, a search by single moves drowns in the kings' walks. Here one step is a whole errand: a
piece walks to where it can capture, or where a pawn can capture it, and that is done. Errands are ordered by what they
open for the winner: promotions, captures, free pawns first, what the loser takes last. Each is played out by a short
search that follows the walking piece; once the winner has a queen or a rook, a glance looks for the mate. What is
found is a line on the board; nothing is ever proven here.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

import chess

from arbitro.laws.mating.plans import Table, distances
from arbitro.laws.mating.search import (
    UNREACHABLE,
    Found,
    Glance,
    Key,
    Prune,
    corners_for,
    key_of,
    path_to,
    place,
    ply_after,
)
from arbitro.laws.mating.static import attacks_of

STEPS = 60  # errands in a line
LOOK = 120  # positions of a glance


@dataclass(frozen=True, slots=True)
class Errand:
    """A move that cannot be taken back, and the piece that has to walk before it can be played."""

    rank: Rank
    cost: int  # moves of the walk
    mover: chess.Square
    target: chess.Square
    walker: chess.Square
    promotion: chess.PieceType | None = None
    beside: chess.Square | None = None  # where the walker waits, if not on the target


class Way(NamedTuple):
    """How to look: positions in all and for one walk, and the order of errands by their ranks."""

    limit: int
    walk: int
    ranks: tuple[int, ...]


class Rank(IntEnum):
    """What an errand is, in the usual order of hope."""

    PROMOTION = 0
    WINNER_TAKES = 1
    FREE_PAWN = 2
    LOSERS_FREE_PAWN = 3
    PAWN = 4  # towards another one
    OFFER = 5  # a pawn is pushed beside the other king
    LOSER_TAKES_PAWN = 6
    LOSER_TAKES_PIECE = 7


OPENING = (0, 1, 1, 3, 3, 2, 2, 3)  # what opens the wall comes sooner
GIVING = (0, 3, 2, 2, 3, 1, 1, 1)  # what the loser takes comes first
WAYS = (  # short ones first: what is found at all is mostly found soon
    Way(500, 120, tuple(Rank)),
    Way(500, 200, OPENING),
    Way(500, 200, GIVING),
    Way(2_500, 150, tuple(Rank)),
    Way(5_000, 1_500, OPENING),
    Way(5_000, 400, GIVING),
)


class Walks:
    """Depth first over errands; no shape of the position (all but the kings) is looked at twice."""

    def __init__(self, board: chess.Board, side: chess.Color, prune: Prune, way: Way) -> None:
        self.board, self.side, self.prune, self.limit = board, side, prune, way.limit
        self.way = way
        self.examined = 0
        self.seen: set[tuple[int, ...]] = set()
        self.line: list[chess.Move] = []

    def run(self) -> Found:
        found = self._visit(self.board.copy(stack=False), STEPS)
        return Found(tuple(self.line) if found else None, False, self.examined)

    def _visit(self, board: chess.Board, steps: int) -> bool:
        shape = (
            board.pawns, board.knights, board.bishops, board.rooks, board.queens,
            board.occupied_co[self.side] & ~board.kings, region(board, chess.WHITE), region(board, chess.BLACK),
        )  # fmt: skip
        if shape in self.seen or self.examined > self.limit:
            return False
        self.seen.add(shape)
        if board.occupied_co[self.side] & (board.queens | board.rooks) and self._mates(board):
            return True
        if steps == 0:
            return False
        for errand in sorted(self._errands(board), key=lambda e: (self.way.ranks[e.rank], e.cost)):
            if self.examined > self.limit:
                return False
            walk = self._walk(board, errand)
            if walk is None:
                continue
            after = board.copy(stack=False)
            for move in walk:
                after.push(move)
            after.clear_stack()
            if self.prune(after):
                continue
            self.line += walk
            if self._visit(after, steps - 1):
                return True
            del self.line[-len(walk) :]
        return False

    def _mates(self, board: chess.Board) -> bool:
        for corner in corners_for(board, self.side)[:2]:
            found = Glance(board, self.side, corner, LOOK, None).run()
            self.examined += found.examined
            if found.line is not None:
                self.line += found.line
                return True
        return False

    # what can be done

    def _errands(self, board: chess.Board) -> Iterator[Errand]:
        for white in chess.COLORS:
            own, enemy = board.occupied_co[white], board.occupied_co[not white]
            wins = white == self.side
            for square in chess.scan_forward(own & ~board.pawns):
                yield from self._captures(board, square, white, wins=wins)
            for square in chess.scan_forward(own & board.pawns):
                yield from self._pawn(board, square, white, enemy, wins=wins)

    def _captures(self, board: chess.Board, square: chess.Square, white: bool, *, wins: bool) -> Iterator[Errand]:
        """A piece takes what it can walk to."""
        kind = board.piece_type_at(square)
        assert kind is not None
        reach = _ways(board, square, kind, white)
        for victim in chess.scan_forward(board.occupied_co[not white] & ~board.kings):
            if kind == chess.KING and chess.BB_PAWN_ATTACKS[white][victim] & board.pawns & board.occupied_co[not white]:
                continue
            near = attacks_of(kind, white, victim, board.pawns)
            cost = min((reach[s] for s in chess.scan_forward(near)), default=UNREACHABLE)
            if cost < UNREACHABLE:
                piece = not board.pawns >> victim & 1
                rank = Rank.LOSER_TAKES_PIECE if piece else Rank.LOSER_TAKES_PAWN
                yield Errand(Rank.WINNER_TAKES if wins else rank, cost + 1, square, victim, square)

    def _pawn(
        self, board: chess.Board, square: chess.Square, white: bool, enemy: int, *, wins: bool
    ) -> Iterator[Errand]:
        """A pawn advances, or takes what stands before it or walks there."""
        ahead = square + 8 if white else square - 8
        last = chess.square_rank(ahead) in (0, 7)
        promotion = (chess.QUEEN if wins else chess.KNIGHT) if last else None
        if not board.pawns >> ahead & 1:
            file = chess.BB_FILES[square & 7]
            front = file & (chess.BB_ALL << ahead if white else (1 << (ahead + 1)) - 1)
            free = not front & board.pawns
            rank = Rank.PAWN if not free else Rank.FREE_PAWN if wins else Rank.LOSERS_FREE_PAWN
            rank = Rank.PROMOTION if last and wins else rank
            yield Errand(rank, 2 * bool(board.occupied >> ahead & 1), square, ahead, square, promotion)
            yield from self._offers(board, square, ahead, white, promotion)
        for target in chess.scan_forward(chess.BB_PAWN_ATTACKS[white][square]):
            rank = Rank.WINNER_TAKES if wins else Rank.LOSER_TAKES_PAWN
            if enemy & ~board.kings & chess.BB_SQUARES[target]:
                yield Errand(rank, 0, square, target, square, promotion)
            if board.pawns >> target & 1:
                continue
            for piece in chess.scan_forward(enemy & ~board.pawns & ~board.kings):
                kind = board.piece_type_at(piece)
                assert kind is not None
                cost = _ways(board, piece, kind, not white)[target]
                if 0 < cost < UNREACHABLE:
                    yield Errand(rank, cost + 1, square, target, piece, promotion)

    def _offers(
        self, board: chess.Board, square: chess.Square, ahead: chess.Square, white: bool, promotion: int | None
    ) -> Iterator[Errand]:
        """A pawn is pushed where the other king, come near before, can take it."""
        protected = chess.BB_PAWN_ATTACKS[not white][ahead] & board.pawns & board.occupied_co[white]
        king = board.king(not white)
        if protected or king is None:
            return
        reach = _ways(board, king, chess.KING, not white)
        near = [(reach[s], s) for s in chess.scan_forward(chess.BB_KING_ATTACKS[ahead]) if 0 < reach[s] < UNREACHABLE]
        for cost, beside in sorted(near)[:2]:
            yield Errand(Rank.OFFER, cost, square, ahead, king, promotion, beside)

    # how it is done

    def _walk(self, board: chess.Board, errand: Errand) -> list[chess.Move] | None:
        """The moves that play an errand out: the walker walks, everybody else waits or makes way."""
        mover_white = bool(board.occupied_co[chess.WHITE] >> errand.mover & 1)
        kind = board.piece_type_at(errand.walker)
        assert kind is not None
        table: Table | None = None
        goal = errand.target if errand.beside is None else errand.beside
        if kind != chess.PAWN:
            table = _ways(board, goal, kind, bool(board.occupied_co[chess.WHITE] >> errand.walker & 1))
        work = board.copy(stack=False)
        root = key_of(board)
        came_from: dict[Key, tuple[Key, chess.Move] | None] = {root: None}
        heap: list[tuple[int, int, int, Key, chess.Square]] = [(0, 0, 0, root, errand.walker)]
        while heap and len(came_from) <= self.way.walk:
            _, _, depth, key, walker = heapq.heappop(heap)
            place(work, key)
            if work.turn == mover_white:
                start = walker if errand.walker == errand.mover else errand.mover
                move = chess.Move(start, errand.target, errand.promotion)
                there = errand.walker == errand.mover or walker == goal
                if there and work.is_legal(move):
                    self.examined += len(came_from)
                    return [*path_to(came_from, key), move]
            quiet = list(work.generate_legal_moves(~work.pawns, ~work.occupied))
            for move in quiet or work.legal_moves:  # who cannot wait must do something
                child = ply_after(work, key, move)
                if child in came_from or move.to_square == walker:
                    continue
                came_from[child] = (key, move)
                now = move.to_square if move.from_square == walker else walker
                left = table[now] if table is not None else 0
                if left < UNREACHABLE:
                    heapq.heappush(heap, (4 * left + depth + 1, -len(came_from), depth + 1, child, now))
        self.examined += len(came_from)
        return None


def _ways(board: chess.Board, square: chess.Square, kind: chess.PieceType, white: bool) -> Table:
    """Moves of a piece between a square and every other, past the pawns; a king shuns what pawns attack."""
    walls = _walls(board)
    open_squares = ~walls
    if kind == chess.KING:
        for pawn in chess.scan_forward(board.pawns & board.occupied_co[not white]):
            open_squares &= ~chess.BB_PAWN_ATTACKS[not white][pawn]
    return distances(kind, square, open_squares & chess.BB_ALL, walls & ~chess.BB_SQUARES[square])


def _walls(board: chess.Board) -> int:
    """The pawns, and the pieces that they leave no square."""
    walls = board.pawns
    for square in chess.scan_forward(board.occupied & ~board.pawns & ~board.kings):
        kind = board.piece_type_at(square)
        assert kind is not None
        if not attacks_of(kind, True, square, board.pawns) & ~board.pawns:
            walls |= chess.BB_SQUARES[square]
    return walls


def region(board: chess.Board, white: bool) -> int:
    """The squares that a king can walk to between the pawns."""
    king = board.king(white)
    assert king is not None
    table = _ways(board, king, chess.KING, white)
    return sum(chess.BB_SQUARES[square] for square in chess.SQUARES if table[square] < UNREACHABLE)
