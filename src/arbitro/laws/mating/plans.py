"""Looking for a mate by plan: thinkable mates first, then a search that walks towards one of them.

The static sets (`static.Reachable`) say where each piece may ever stand. Within them a plan is a picture of a mate: the
losing king on a square, a piece that gives check, and for every square of flight a piece that guards it or stands on
it. Plans are ordered by the moves that they seem to need; the search follows one plan at a time, best first, and
counts only the pieces of the plan. A plan is a guess: what the search finds is a mate on the board or nothing.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import count

import chess

from arbitro.laws.mating.search import DISTANCE, UNREACHABLE, Found, Key, key_of, path_to, place, ply_after
from arbitro.laws.mating.static import ALL, Man, Reachable, attacks_of

Table = list[int]  # moves from each square to a goal

MOST_PLANS = 48
KING_SQUARES = 14  # squares of the losing king that are looked at, the barest first
ORIGINS = 5  # squares of the checking piece
PICTURES = 8  # mates kept for each square of the losing king
TRIED = 60  # and pictures looked at
CLOSERS = (4, 3, 2, 1)  # pieces tried for the last flight, the one before it …
STANDS = 6  # squares of the winner's king
MATING = (chess.PAWN, chess.QUEEN, chess.KNIGHT)  # what the winner's pawn may be
BLOCKING = (chess.PAWN, chess.KNIGHT, chess.BISHOP, chess.ROOK)  # and the loser's, in the king's way


@dataclass(frozen=True, slots=True)
class Task:
    """One piece of a plan: where it stands now, and how many moves it needs from every square."""

    square: chess.Square
    moves: Table  # as the piece that the plan wants
    as_pawn: Table | None = None  # before it is promoted to that piece
    kind: chess.PieceType | None = None  # which is this one

    def left(self, square: chess.Square, pawns: int) -> int:
        table = self.as_pawn if self.as_pawn is not None and pawns >> square & 1 else self.moves
        return table[square]


@dataclass(frozen=True, slots=True)
class Plan:
    """The losing king, the piece that gives check, and others, with their goals; the cost is what they need."""

    cost: int
    tasks: tuple[Task, ...]
    lines: int  # the diagonals of the losing king's goal, past the pieces that never move

    def left(self, squares: tuple[chess.Square, ...], key: Key, side: chess.Color) -> int:
        """Moves that the pieces still need from these squares, and what else is in the way.

        Until all others are in place the check is still to come, and before the king arrives nothing may look at its
        goal: it does not walk into check.
        """
        king, check, *others = [task.left(square, key[0]) for task, square in zip(self.tasks, squares, strict=True)]
        left = king + sum(others)
        left += max(check, 1) if left else check
        if king:
            left += (self.lines & key[2] & key[7 - side]).bit_count()
        return left + ((key[3] | key[4]) & key[6 + side]).bit_count()  # the loser's rooks and queens: better gone


@dataclass(frozen=True, slots=True)
class Errand:
    """A piece, the square that it should come to and what it should be there, with the moves that it seems to need."""

    cost: int
    man: Man
    kind: chess.PieceType
    goal: chess.Square


class Planner:
    """Thinkable mates of one position."""

    def __init__(self, board: chess.Board, side: chess.Color) -> None:
        self.sets = Reachable(board, side, complete=True)
        self.frozen = 0
        for man in self.sets.men:
            if man.frozen:
                self.frozen |= man.reach
        self.army = [man for man in self.sets.men if man.white == side and man.kind != chess.KING]
        self.fillers = [m for m in self.sets.men if m.white != side and m.kind != chess.KING]
        self.winner, self.loser = self.sets.kings[side], self.sets.kings[not side]
        self._tables: dict[tuple[chess.PieceType, chess.Square, int], Table] = {}
        self._costs: dict[tuple[chess.Square, chess.PieceType], Table] = {}
        self._closing: dict[tuple[chess.Square, chess.Square], list[Errand]] = {}
        self._plans: list[Plan] | None = None
        self.scene = chess.Board.empty()
        self.scene.turn = not side
        for man in self.sets.men:
            if man.frozen:
                self.scene.set_piece_at(man.square, chess.Piece(man.kind, man.white))

    def _kinds(self, man: Man) -> tuple[chess.PieceType, ...]:
        """What a piece may be one day."""
        if not man.promoted:
            return (man.kind,)
        return MATING if man.white == self.winner.white else BLOCKING

    # how far

    def _table(self, kind: chess.PieceType, goal: chess.Square, inside: int = ALL) -> Table:
        """Moves of a piece between the goal and every square, past the pieces that never move."""
        name = (kind, goal, inside)
        if name not in self._tables:
            open_squares = inside & (ALL if inside != ALL else ~self.frozen)
            self._tables[name] = distances(kind, goal, open_squares, self.frozen)
        return self._tables[name]

    def _cost(self, man: Man, kind: chess.PieceType) -> Table:
        """Moves that a piece needs from where it stands to every square, as itself or promoted."""
        name = (man.square, kind)
        if name not in self._costs:
            if man.kind == chess.KING:
                self._costs[name] = self._table(kind, man.square, man.reach)
            elif man.kind != chess.PAWN:
                self._costs[name] = self._table(kind, man.square)
            elif kind == chess.PAWN:
                self._costs[name] = _pawn_steps(man.square, not man.white)
            else:
                last = 56 if man.white else 0
                ranks = abs(chess.square_rank(man.square) - chess.square_rank(last))
                file = chess.square_file(man.square)
                files = _files(file, ranks if self._takes(man) else 0)
                tables = [(ranks + abs(f - file), self._table(kind, last + f)) for f in files]
                self._costs[name] = [min(step + table[s] for step, table in tables) for s in chess.SQUARES]
        return self._costs[name]

    def _task(self, errand: Errand) -> Task:
        man, goal = errand.man, errand.goal
        if man.kind == chess.KING:
            return Task(man.square, self._table(chess.KING, goal, man.reach))
        if errand.kind == chess.PAWN:
            return Task(man.square, _pawn_steps(goal, man.white))
        after = self._table(errand.kind, goal)
        if man.kind != chess.PAWN:
            return Task(man.square, after)
        return Task(man.square, after, _before_promotion(man.white, after, self._takes(man)), errand.kind)

    def _takes(self, man: Man) -> bool:
        return man.white == self.winner.white or self.sets.loser_captures

    # pictures of mate

    def plans(self) -> list[Plan]:
        """The cheapest plans, for different squares of the losing king first."""
        if self._plans is None:
            self._plans = self._pictures()
        return self._plans

    def _pictures(self) -> list[Plan]:
        far = self._cost(self.loser, chess.KING)
        squares = sorted(
            (far[square] + 3 * (chess.BB_KING_ATTACKS[square] & self.loser.reach).bit_count(), square)
            for square in chess.scan_forward(self.loser.reach)
            if far[square] < UNREACHABLE
        )
        by_square = []
        for _, square in squares[:KING_SQUARES]:
            pictures = []
            for picture in sorted(self._on(square), key=lambda picture: picture[0])[:TRIED]:
                if self.is_mate(picture[1]):
                    pictures.append(picture)
                    if len(pictures) == PICTURES:
                        break
            if pictures:
                by_square.append(pictures)
        by_square.sort(key=lambda pictures: pictures[0][0])
        taken = [picture for row in range(PICTURES) for pictures in by_square for picture in pictures[row : row + 1]]
        return [
            Plan(cost, tuple(map(self._task, errands)), attacks_of(chess.BISHOP, True, errands[0].goal, self.frozen))
            for cost, errands in taken[:MOST_PLANS]
        ]

    def _on(self, square: chess.Square) -> Iterator[tuple[int, list[Errand]]]:
        """Pictures of mate with the king on this square."""
        king = Errand(self._cost(self.loser, chess.KING)[square], self.loser, chess.KING, square)
        around, target = chess.BB_KING_ATTACKS[square], chess.BB_SQUARES[square]
        for man in self.army:
            if man.frozen:
                continue
            for kind in self._kinds(man):
                cost = self._cost(man, kind)
                origins = attacks_of(kind, not man.white, square, self.frozen) & man.reach & ~target
                checks = sorted(  # from near by nothing can stand between
                    (cost[o] + DISTANCE[o][square], cost[o], o)
                    for o in chess.scan_forward(origins)
                    if cost[o] < UNREACHABLE
                )
                for _, moves, origin in checks[:ORIGINS]:
                    seen = attacks_of(kind, man.white, origin, self.frozen & ~target)
                    flights = around & self.loser.reach & ~seen & ~chess.BB_SQUARES[origin]
                    guarded = around & chess.BB_SQUARES[origin]  # a checking piece beside the king must be guarded
                    checker = Errand(moves, man, kind, origin)
                    yield from self._closed(square, [king, checker], flights, guarded)

    def _closed(
        self, square: chess.Square, errands: list[Errand], flights: int, guarded: int
    ) -> Iterator[tuple[int, list[Errand]]]:
        """The cheapest ways to close the flights: by the winner's king from one square, by guards, by own pieces."""
        near = chess.BB_KING_ATTACKS[square] | chess.BB_SQUARES[square]
        cost = self._cost(self.winner, chess.KING)
        stands: dict[int, Errand | None] = {0: None}
        for stand in chess.scan_forward(self.winner.reach & ~near):
            cover = chess.BB_KING_ATTACKS[stand] & (flights | guarded)
            if cover and cost[stand] < UNREACHABLE:
                known = stands.get(cover)
                if known is None or cost[stand] < known.cost:
                    stands[cover] = Errand(cost[stand], self.winner, chess.KING, stand)
        best_first = sorted(
            stands.items(), key=lambda stand: (stand[1].cost if stand[1] else 0) - 4 * stand[0].bit_count()
        )
        for cover, king in best_first[:STANDS]:
            chosen = [*errands, king] if king else list(errands)
            used = {errand.man.square for errand in chosen}
            here = [m for m in self.fillers if m.square not in used and flights & ~cover & chess.BB_SQUARES[m.square]]
            for man in here:  # who stands in the way already stays there
                chosen.append(Errand(0, man, man.kind, man.square))
                cover |= chess.BB_SQUARES[man.square]
            yield from self._filled(list(chess.scan_forward((flights | guarded) & ~cover)), guarded, chosen)

    def _filled(
        self, flights: list[chess.Square], guarded: int, chosen: list[Errand]
    ) -> Iterator[tuple[int, list[Errand]]]:
        """The pictures that close the remaining flights by different pieces, a few for each flight."""
        if not flights:
            yield sum(errand.cost for errand in chosen), chosen
            return
        if len(flights) > len(CLOSERS):
            return
        flight, *rest = flights
        used = {errand.man.square for errand in chosen}
        men = self.army if guarded >> flight & 1 else [*self.fillers, *self.army]
        found = [errand for man in men if man.square not in used for errand in self._closers(man, flight)]
        for errand in sorted(found, key=lambda errand: errand.cost)[: CLOSERS[len(flights) - 1]]:
            yield from self._filled(rest, guarded, [*chosen, errand])

    def is_mate(self, errands: list[Errand]) -> bool:
        """Whether the picture is a mate, with the pieces that never move."""
        picture = self.scene.copy(stack=False)
        for errand in errands:
            if picture.piece_at(errand.goal) is not None and errand.man.square != errand.goal:
                return False
            picture.set_piece_at(errand.goal, chess.Piece(errand.kind, errand.man.white))
        return picture.is_checkmate()

    def _closers(self, man: Man, flight: chess.Square) -> list[Errand]:
        """How a piece closes a flight: a piece of the loser by standing there, one of the winner's by guarding it."""
        name = (man.square, flight)
        if name not in self._closing:
            found = []
            for kind in self._kinds(man):
                cost = self._cost(man, kind)
                goals = chess.BB_SQUARES[flight]
                if man.white == self.winner.white:
                    goals = attacks_of(kind, not man.white, flight, self.frozen)
                ways = [Errand(cost[g], man, kind, g) for g in chess.scan_forward(goals & man.reach)]
                found += sorted((way for way in ways if way.cost < UNREACHABLE), key=lambda way: way.cost)[:1]
            self._closing[name] = found
        return self._closing[name]


def distances(kind: chess.PieceType, goal: chess.Square, open_squares: int, frozen: int) -> Table:
    """Moves of a piece between every open square and the goal; pieces that may move away are no hindrance."""
    table = [UNREACHABLE] * 64
    table[goal] = 0
    ring = seen = chess.BB_SQUARES[goal]
    steps = 0
    while ring:
        steps += 1
        following = 0
        for square in chess.scan_forward(ring):
            following |= attacks_of(kind, True, square, frozen)
        ring = following & open_squares & ~seen
        seen |= ring
        for square in chess.scan_forward(ring):
            table[square] = steps
    return table


@cache
def _pawn_steps(goal: chess.Square, white: bool) -> Table:
    """Moves of a pawn from every square to the goal: one rank each; every capture on the way needs a victim, so it
    counts twice."""
    table = [UNREACHABLE] * 64
    for square in chess.SQUARES:
        ranks = chess.square_rank(goal) - chess.square_rank(square)
        ranks = ranks if white else -ranks
        files = abs(chess.square_file(goal) - chess.square_file(square))
        if files <= ranks:
            table[square] = ranks + files
    return table


def _files(file: int, steps: int) -> range:
    return range(max(0, file - steps), min(7, file + steps) + 1)


def _before_promotion(white: bool, after: Table, takes: bool) -> Table:
    """Moves of a pawn that is promoted on the way."""
    table = [UNREACHABLE] * 64
    last = 56 if white else 0
    for square in chess.SQUARES:
        ranks = 7 - chess.square_rank(square) if white else chess.square_rank(square)
        file = chess.square_file(square)
        near = [after[last + f] + abs(f - file) for f in _files(file, ranks if takes else 0)]
        table[square] = min(UNREACHABLE, ranks + min(near))
    return table


# ---------------------------------------------------------------- the search


def follow(board: chess.Board, side: chess.Color, plan: Plan, limit: int) -> Found:
    """Best-first search for a mate along one plan; moves that bring it no nearer wait, each longer than the last."""
    work = board.copy(stack=False)
    root = key_of(board)
    came_from: dict[Key, tuple[Key, chess.Move] | None] = {root: None}
    tasks = plan.tasks
    squares = tuple(task.square for task in tasks)
    tie = count()
    heap: list[tuple[int, int, int, int, Key, tuple[chess.Square, ...]]] = [(0, next(tie), 0, plan.cost, root, squares)]
    while heap and len(came_from) <= limit:
        _, _, depth, before, key, squares = heapq.heappop(heap)
        place(work, key)
        moves = list(work.generate_legal_moves())
        if not moves:
            if work.turn != side and work.is_check():
                return Found(path_to(came_from, key), False, len(came_from))
            continue
        idle = 0
        for move in moves:
            child = ply_after(work, key, move)
            if child in came_from:
                continue
            came_from[child] = (key, move)
            if move.to_square in squares:  # a piece of the plan is captured
                continue
            moved = squares
            if move.from_square in squares:
                if move.promotion and tasks[squares.index(move.from_square)].kind != move.promotion:
                    continue
                moved = tuple(move.to_square if square == move.from_square else square for square in squares)
            left = plan.left(moved, child, side)
            if left < UNREACHABLE:
                idle += left >= before
                cost = 4 * left + depth + 1 + (idle if left >= before else 0)
                heapq.heappush(heap, (cost, next(tie), depth + 1, left, child, moved))
    return Found(None, False, len(came_from))
