"""Looking for a mate with both sides helping, move by move: sorted by progress towards a mate in a corner.

It finds lines in ordinary positions; behind walls `kings` and `plans` find more. Each search counts what it examines
and stops at its limit: the same position gets the same answer everywhere. A search that visited everything that can
arise without cutting anything is a proof (`exhausted`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

import chess

Key = tuple[int, int, int, int, int, int, int, int, bool, int, int]
Prune = Callable[[chess.Board], bool]

Stage = tuple[int, Callable[[], list[chess.Move]]]  # what each move costs, and the moves

LINE_LIMIT = 400  # plies
GLANCE = 256  # positions: a search this short is depth first
HEAVY = (chess.QUEEN, chess.ROOK)
UNREACHABLE = 99
LIGHT = chess.BB_LIGHT_SQUARES
CORNERS = (chess.A1, chess.H1, chess.A8, chess.H8)
DISTANCE = [[chess.square_distance(a, b) for b in range(64)] for a in range(64)]
KNIGHT_DISTANCE = [[chess.square_knight_distance(a, b) for b in range(64)] for a in range(64)]


@dataclass(frozen=True, slots=True)
class Found:
    """What a search has to say: a line, or that everything was seen, or neither; and how much it looked at."""

    line: tuple[chess.Move, ...] | None
    exhausted: bool
    examined: int


def key_of(board: chess.Board) -> Key:
    """9.2.2: placement, player on move, castling rights, and en passant where it can be played."""
    en_passant = -1
    if board.ep_square is not None and board.has_legal_en_passant():
        en_passant = board.ep_square
    return (
        board.pawns,
        board.knights,
        board.bishops,
        board.rooks,
        board.queens,
        board.kings,
        board.occupied_co[chess.WHITE],
        board.occupied_co[chess.BLACK],
        board.turn,
        board.castling_rights,
        en_passant,
    )


def place(board: chess.Board, key: Key) -> None:
    """Put a position on the board (the reverse of `key_of`)."""
    board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings = key[:6]
    board.occupied_co[chess.WHITE], board.occupied_co[chess.BLACK] = key[6], key[7]
    board.occupied = key[6] | key[7]
    board.turn, board.castling_rights = key[8], key[9]
    board.ep_square = key[10] if key[10] >= 0 else None


def _after(board: chess.Board, key: Key, move: chess.Move) -> Key | None:
    """The position after an ordinary move of a piece; None where pawns or castling rights make it special."""
    pawns, knights, bishops, rooks, queens, kings, white, black, turn, castling, _ = key
    start, goal = chess.BB_SQUARES[move.from_square], chess.BB_SQUARES[move.to_square]
    if castling or pawns & start:
        return None
    if board.occupied & goal:
        pawns, knights, bishops, rooks, queens = (
            pawns & ~goal,
            knights & ~goal,
            bishops & ~goal,
            rooks & ~goal,
            queens & ~goal,
        )
        white, black = (white, black & ~goal) if turn else (white & ~goal, black)
    step = start | goal
    if knights & start:
        knights ^= step
    elif bishops & start:
        bishops ^= step
    elif rooks & start:
        rooks ^= step
    elif queens & start:
        queens ^= step
    else:
        kings ^= step
    if turn:
        white ^= step
    else:
        black ^= step
    return (pawns, knights, bishops, rooks, queens, kings, white, black, not turn, castling, -1)


def ply_after(board: chess.Board, key: Key, move: chess.Move) -> Key:
    """The position after a move; the board stands on `key`."""
    child = _after(board, key, move)
    if child is None:
        board.push(move)
        child = key_of(board)
        board.pop()
    return child


def path_to(came_from: dict[Key, tuple[Key, chess.Move] | None], key: Key) -> tuple[chess.Move, ...]:
    line = []
    while (step := came_from[key]) is not None:
        key, move = step
        line.append(move)
    return tuple(reversed(line))


# ---------------------------------------------------------------- guided search


def _by_promotion(move: chess.Move) -> int:
    return -(move.promotion or 0)


def corners_for(board: chess.Board, side: chess.Color) -> list[chess.Square]:
    """The corners, the most promising first: of the colour of the winner's bishop, on the loser's side of the board."""
    own = board.bishops & board.occupied_co[side]
    if own:
        light = not own & ~LIGHT
        if own & LIGHT and own & ~LIGHT:
            light = True
    else:
        theirs = board.bishops & board.occupied_co[not side]
        light = not (theirs & LIGHT) or bool(theirs & ~LIGHT)
    far = 7 if side == chess.WHITE else 0

    def rank(corner: chess.Square) -> tuple[bool, bool, chess.Square]:
        is_light = bool(chess.BB_SQUARES[corner] & LIGHT)
        return (is_light != light, chess.square_rank(corner) != far, corner)

    return sorted(CORNERS, key=rank)


class Guide:
    """Which moves make progress towards a mate in a corner, for two searches."""

    def __init__(
        self, board: chess.Board, side: chess.Color, corner: chess.Square, limit: int, prune: Prune | None
    ) -> None:
        self.board = board.copy(stack=False)
        self.side = side
        self.corner = corner
        self.beside = chess.BB_KING_ATTACKS[corner]
        self.limit = limit
        self.prune = prune

    def _hopeless(self) -> bool:
        if self.board.has_insufficient_material(self.side) and any(self.board.generate_legal_moves()):
            return True
        return self.prune is not None and self.prune(self.board)

    def _winners_moves(self) -> Iterator[Stage]:
        """Free: promotions, captures, pawn moves, king and knights nearer to the corner. One ply: the rest."""
        board, corner = self.board, self.corner
        own = board.occupied_co[self.side]
        pawns, enemy = board.pawns & own, board.occupied_co[not self.side]
        last = chess.BB_RANK_1 | chess.BB_RANK_8
        if pawns:
            yield 0, lambda: sorted(board.generate_legal_moves(pawns, last), key=_by_promotion)
        yield 0, lambda: list(board.generate_legal_moves(own & ~pawns, enemy))
        if pawns:
            yield 0, lambda: list(board.generate_legal_moves(pawns, ~last))
        men = board.kings | board.knights
        quiet = [] if not own & men else list(board.generate_legal_moves(own & men, ~enemy))
        nearer = [move for move in quiet if self._approaches(move)]
        yield 0, lambda: nearer
        yield 1, lambda: list(board.generate_legal_moves(own & ~men & ~pawns, ~enemy))
        rest = [move for move in quiet if move not in nearer]
        yield 1, lambda: sorted(rest, key=lambda move: DISTANCE[move.to_square][corner])

    def _approaches(self, move: chess.Move) -> bool:
        """The winner's king comes within two squares of the corner, a knight nearer to it."""
        if self.board.knights & chess.BB_SQUARES[move.from_square]:
            return KNIGHT_DISTANCE[move.to_square][self.corner] < KNIGHT_DISTANCE[move.from_square][self.corner]
        before = DISTANCE[move.from_square][self.corner]
        return before > 2 and DISTANCE[move.to_square][self.corner] < before

    def _losers_moves(self) -> Iterator[Stage]:
        """Free: king to the corner, knights (and bishops) beside it, and pawns where the winner needs a blocker.

        A winner without pawns and heavy pieces needs a blocker: then captures and promotions to queen or rook are dear.
        """
        board, corner = self.board, self.corner
        own, enemy = board.occupied_co[not self.side], board.occupied_co[self.side]
        weak = not enemy & (board.queens | board.rooks | board.pawns)
        free = ~enemy if weak else chess.BB_ALL
        king = [
            move
            for move in board.generate_legal_moves(own & board.kings, free)
            if DISTANCE[move.to_square][corner] < DISTANCE[move.from_square][corner]
        ]
        yield 0, lambda: king
        helpers = own & (board.knights | board.bishops if weak else board.knights) & ~self.beside
        helping = [move for move in board.generate_legal_moves(helpers, free) if self._helps(move)] if helpers else []
        yield 0, lambda: helping
        pawns = own & board.pawns
        if weak and pawns:
            yield 0, lambda: [m for m in board.generate_legal_moves(pawns, free) if m.promotion not in HEAVY]
        done = set(king) | set(helping)

        def others() -> list[chess.Move]:
            men = own & ~pawns if weak else own
            moves = [move for move in board.generate_legal_moves(men, free) if move not in done]
            return sorted(moves, key=self._order_of_others)

        def dear() -> list[chess.Move]:
            heavy = [move for move in board.generate_legal_moves(pawns, free) if move.promotion in HEAVY]
            return [*board.generate_legal_moves(own, enemy), *heavy]

        yield 1, others
        if weak:
            yield 3, dear

    def _order_of_others(self, move: chess.Move) -> int:
        """King moves by distance, then pawns, then pieces; a blocker beside the corner stays there."""
        board, bit = self.board, chess.BB_SQUARES[move.from_square]
        if board.kings & bit:
            return DISTANCE[move.to_square][self.corner]
        if board.pawns & bit:
            return 3
        return 6 if bit & self.beside and (board.knights | board.bishops) & bit else 4

    def _helps(self, move: chess.Move) -> bool:
        """A knight or bishop of the loser comes nearer to the squares beside the corner."""
        table = KNIGHT_DISTANCE if self.board.knights & chess.BB_SQUARES[move.from_square] else DISTANCE
        beside = list(chess.scan_forward(self.beside))
        return min(table[move.to_square][s] for s in beside) < min(table[move.from_square][s] for s in beside)


class _Stop(Exception):
    """The limit is reached."""


class Glance(Guide):
    """Depth first with iterative deepening: generates no more moves than it needs, and is quick where much is mate."""

    def run(self) -> Found:
        """Deepen until a mate is found, everything was seen, or the limit is reached."""
        self.nodes = 0
        self.seen: dict[Key, int] = {}
        self.line: list[chess.Move] = []
        try:
            for depth in range(LINE_LIMIT):
                self.cut = False
                self.seen.clear()
                if self._visit(depth, False):
                    return Found(tuple(self.line), False, self.nodes)
                if not self.cut:
                    return Found(None, True, self.nodes)
        except _Stop:
            pass
        return Found(None, False, self.nodes)

    def _visit(self, depth: int, after_progress: bool) -> bool:
        board = self.board
        key = key_of(board)
        if self.seen.get(key, -1) >= depth:
            return False
        self.seen[key] = depth
        self.nodes += 1
        if self.nodes > self.limit:
            raise _Stop
        if len(self.line) >= LINE_LIMIT:
            self.cut = True
            return False
        stuck = True
        stages = self._winners_moves() if board.turn == self.side else self._losers_moves()
        for cost, moves in stages:
            spent = 0 if cost == 1 and after_progress else cost
            if spent > depth:
                self.cut = True
                break
            for move in moves():
                stuck = False
                one_way = bool(board.castling_rights) or board.is_zeroing(move)
                board.push(move)
                self.line.append(move)
                if not (one_way and self._hopeless()) and self._visit(depth - spent, cost == 0):
                    return True
                self.line.pop()
                board.pop()
        if stuck and not any(board.generate_legal_moves()):
            return board.turn != self.side and board.is_check()
        return False


class _Waiting(NamedTuple):
    """A position to be looked at, from a stage of its moves on."""

    key: Key
    depth: int
    progress: bool  # the move before made progress: one without is free
    one_way: bool  # it was a capture, a pawn move or the end of a castling right
    stage: int
    paid: int = 0  # what the moves of this stage have cost already


class Guided(Guide):
    """The position on which least was spent comes first, the newest of them first; only moves without progress cost."""

    def run(self) -> Found:
        """Go on until a mate is found, everything was seen, or the limit is reached."""
        root = key_of(self.board)
        self.came_from: dict[Key, tuple[Key, chess.Move] | None] = {root: None}
        self.spent_on = {root: 0}
        self.waiting: list[list[_Waiting]] = [[_Waiting(root, 0, False, False, 0)]]  # by what was spent
        spent, cut = 0, False
        done: set[Key] = set()
        while spent < len(self.waiting):
            if not self.waiting[spent]:
                spent += 1
                continue
            here = self.waiting[spent].pop()
            if here.stage == 0:
                if here.key in done:
                    continue
                done.add(here.key)
                if len(done) > self.limit:
                    return Found(None, False, len(done))
            place(self.board, here.key)
            if here.stage == 0 and here.one_way and self._hopeless():
                continue
            if here.depth >= LINE_LIMIT:
                cut = True
            elif self._expand(here, spent):
                return Found(path_to(self.came_from, here.key), False, len(done))
        return Found(None, not cut, len(done))

    def _expand(self, here: _Waiting, spent: int) -> bool:
        """Let the moves wait that cost nothing more; the others come later. True: it is mate."""
        board, moved = self.board, here.stage > 0
        children: list[tuple[chess.Move, bool]] = []
        stages = self._winners_moves() if board.turn == self.side else self._losers_moves()
        for stage, (cost, moves) in enumerate(stages):
            if stage < here.stage:
                continue
            price = 0 if cost == 1 and here.progress else cost
            if price > here.paid:
                self._wait(spent + price - here.paid, here._replace(stage=stage, paid=price))
                break
            children += [(move, cost == 0) for move in moves()]
        for move, advances in reversed(children):
            child = ply_after(board, here.key, move)
            if self.spent_on.get(child, spent + 1) > spent:
                self.spent_on[child] = spent
                self.came_from[child] = (here.key, move)
                gone = bool(board.castling_rights) or board.is_zeroing(move)
                self._wait(spent, _Waiting(child, here.depth + 1, advances, gone, 0))
        mated = not children and not moved and board.turn != self.side and board.is_check()
        return mated and not any(board.generate_legal_moves())

    def _wait(self, spent: int, entry: _Waiting) -> None:
        while len(self.waiting) <= spent:
            self.waiting.append([])
        self.waiting[spent].append(entry)


def guided(
    board: chess.Board, side: chess.Color, limit: int, corner: chess.Square, prune: Prune | None = None
) -> Found:
    """One search towards a mate in the given corner (a preference, not a condition); a short one is a glance."""
    search = Glance if limit <= GLANCE else Guided
    return search(board, side, corner, limit, prune).run()
