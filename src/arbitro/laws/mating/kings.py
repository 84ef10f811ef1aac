"""Everything that can arise, most hopeful first, with all placements of both kings at once (Laws 5.2.2, 6.9).

A shape is where all men but the kings stand. With each shape goes a set of pairs of squares, those of the white and
the black king, for either side on move: a number of 4,096 bits, so that one step of a king, a move of another man or
the question who is in check is some operations on numbers, whatever the number of positions. Walls that leave the
kings much room are examined completely in the time of some hundred shapes.

Shapes wait by the moves that led to them, less what the winner has got: advanced pawns, rooks and queens, men taken.
The search finds a line or proves that there is none; what has too little material left for a mate is not followed.
A king that may castle does not walk: its shapes know their castling rights, and a step of the king ends them.
"""

from __future__ import annotations

import heapq
from functools import cache
from itertools import count
from typing import NamedTuple

import chess

from arbitro.laws.mating.search import Found
from arbitro.laws.mating.static import (
    ALL,
    KING_ATTACKS,
    KNIGHT_ATTACKS,
    LAST_RANK,
    PAWN_ATTACKS,
    attacks_of,
    pawn_attacks,
)

LIGHT = chess.BB_LIGHT_SQUARES
KINDS = (chess.QUEEN, chess.KNIGHT, chess.ROOK, chess.BISHOP)
FLOOD = 10  # what letting the kings walk costs, in moves of shapes

Pairs = int  # a set of pairs: bit 64 * (square of the white king) + (square of the black king)
EVERYWHERE = (1 << 64 * 64) - 1
EACH = EVERYWHERE // ALL  # the first bit of every row


ROWS = [b"".join((b"\xff" if byte >> i & 1 else b"\0") * 8 for i in range(8)) for byte in range(256)]


def _white_on(squares: int) -> Pairs:
    return int.from_bytes(b"".join([ROWS[byte] for byte in squares.to_bytes(8, "little")]), "little")


ON = [(EACH << square, ALL << 64 * square) for square in chess.SQUARES]  # by colour: black, white
APART = sum((ALL & ~KING_ATTACKS[s] & ~(1 << s)) << 64 * s for s in chess.SQUARES)
WHITE_NOT_A, WHITE_NOT_H = _white_on(ALL & ~chess.BB_FILE_A), _white_on(ALL & ~chess.BB_FILE_H)
NOT_A, NOT_H = EACH * (ALL & ~chess.BB_FILE_A), EACH * (ALL & ~chess.BB_FILE_H)
NOT_1, NOT_8 = EACH * (ALL & ~chess.BB_RANK_1), EACH * (ALL & ~chess.BB_RANK_8)


def _white_steps(pairs: Pairs) -> Pairs:
    right, left = (pairs & WHITE_NOT_H) << 64, (pairs & WHITE_NOT_A) >> 64
    row = pairs | right | left
    return (right | left | row << 512 | row >> 512) & EVERYWHERE


def _black_steps(pairs: Pairs) -> Pairs:
    right, left = (pairs & NOT_H) << 1, (pairs & NOT_A) >> 1
    row = pairs | right | left
    return right | left | (row & NOT_8) << 8 | (row & NOT_1) >> 8


STEPS = (_black_steps, _white_steps)


def _new(pairs: Pairs, known: Pairs) -> Pairs:
    """The pairs that are not known (quicker than by the complement, which is negative)."""
    return (pairs | known) ^ known


@cache
def _clear(squares: int) -> Pairs:
    """No king on any of the squares."""
    taken = 0
    for square in chess.scan_forward(squares):
        taken |= ON[square][False] | ON[square][True]
    return EVERYWHERE & ~taken


# All men but the kings: the squares of pawns, knights, bishops, rooks, queens, black and white men, that of en passant,
# or -1, and rooks that may castle. Plain numbers in plain tuples, moves as numbers too: nothing for the collector.
Men = tuple[int, ...]
Move = int  # from, to and promotion in six bits each
CASTLING = 7  # in the place of a promotion
HOME = (chess.E8, chess.E1)  # by colour: black, white
HOME_RANK = (chess.BB_RANK_8, chess.BB_RANK_1)
RANKS_FROM = (  # by colour: the squares from the second rank on, from the third …
    [ALL >> 8 * rank for rank in range(1, 8)],
    [ALL << 8 * rank & ALL for rank in range(1, 8)],
)
Way = tuple[Men, Pairs, Move, bool]  # the men after a move, the pairs that it needs, and whether it is for good


class Origin(NamedTuple):
    """How pairs came to a shape: with whom on move, from which pairs of which shape, by what move (None: a king's)."""

    turn: bool
    pairs: Pairs
    before: Shape | None
    source: Pairs
    move: Move | None


class Shape:
    """Men, the pairs of kings known for either side on move, those not yet expanded, and where they came from."""

    __slots__ = ("_legal", "_ways", "depth", "hope", "known", "men", "origins", "pending")

    def __init__(self, men: Men, depth: int, hope: int) -> None:
        self.men, self.depth, self.hope = men, depth, hope
        self.known: list[Pairs] = [0, 0]
        self.pending: list[Pairs] = [0, 0]
        self.origins: list[Origin] = []
        self._legal: list[Pairs | None] = [None, None]
        self._ways: list[list[Way] | None] = [None, None]

    def legal(self, white: bool) -> Pairs:
        """The pairs that this side may leave behind: kings apart, on empty squares, its own not attacked."""
        found = self._legal[white]
        if found is None:
            found = self._legal[white] = _legal(self.men, white)
        return found

    def ways(self, white: bool) -> list[Way]:
        found = self._ways[white]
        if found is None:
            found = self._ways[white] = _moves(self.men, white)
        return found


def _legal(men: Men, white: bool) -> Pairs:
    pawns, knights, bishops, rooks, queens, black, whites, _, _ = men
    enemy, occupied = black if white else whites, black | whites
    empty = ALL & ~occupied
    safe = empty & ~pawn_attacks(pawns & enemy, not white)
    if knights & enemy:
        for square in chess.scan_forward(knights & enemy):
            safe &= ~KNIGHT_ATTACKS[square]
    if not enemy & (bishops | rooks | queens):
        return (_white_on(safe) & EACH * empty if white else _white_on(empty) & EACH * safe) & APART
    sliders = [(s, chess.BISHOP) for s in chess.scan_forward((bishops | queens) & enemy)]
    sliders += [(s, chess.ROOK) for s in chess.scan_forward((rooks | queens) & enemy)]
    seen = [attacks_of(kind, True, square, occupied) & empty for square, kind in sliders]
    if white:  # the black king may stand between
        covered: dict[chess.Square, int] = {}
        for (slider, _kind), squares in zip(sliders, seen, strict=True):
            for square in chess.scan_forward(squares & safe):
                covered[square] = covered.get(square, ALL) & chess.between(slider, square)
        for squares in seen:
            safe &= ~squares
        found = _white_on(safe) & EACH * empty
        for square, blockers in covered.items():
            found |= blockers << 64 * square
        return found & APART
    lines = 0
    for squares in seen:
        lines |= squares
    found = _white_on(empty) & EACH * (safe & ~lines)
    for square in chess.scan_forward(lines):  # the white king may stand between
        free = safe
        for (slider, kind), squares in zip(sliders, seen, strict=True):
            free &= ~(attacks_of(kind, True, slider, occupied | 1 << square) if squares >> square & 1 else squares)
        found |= free << 64 * square
    return found & APART


def position_of(board: chess.Board) -> tuple[Men, Pairs]:
    """The men and the one pair of kings of a board."""
    black, white = board.king(chess.BLACK), board.king(chess.WHITE)
    assert black is not None and white is not None
    en_passant = board.ep_square if board.ep_square is not None and board.has_legal_en_passant() else -1
    sides = board.occupied_co[False] & ~board.kings, board.occupied_co[True] & ~board.kings
    kinds = board.pawns, board.knights, board.bishops, board.rooks, board.queens
    return (*kinds, *sides, en_passant, board.clean_castling_rights()), 1 << 64 * white + black


class KingsClosure:
    """Every position that can arise; it can be asked again with a higher limit and goes on where it stopped."""

    def __init__(self, board: chess.Board, side: chess.Color) -> None:
        self.side = side
        self.shapes: dict[Men, Shape] = {}
        self.waiting: list[tuple[int, int, Shape]] = []
        self.pawn_hopes: dict[tuple[int, int], int] = {}
        self.order = count()
        self.made = 0  # moves of shapes
        self.mate: tuple[Shape, Pairs] | None = None
        men, pair = position_of(board)
        self._add(self._shape(men, 0), Origin(board.turn, pair, None, 0, None))

    @property
    def examined(self) -> int:
        """Positions known."""
        return sum(shape.known[False].bit_count() + shape.known[True].bit_count() for shape in self.shapes.values())

    def run(self, limit: int) -> Found:
        """Expand until a mate appears, nothing is left, or more than `limit` moves of shapes were made."""
        while self.waiting and self.mate is None:
            if self.made > limit:
                return Found(None, False, self.examined)
            self._expand(heapq.heappop(self.waiting)[2])
        if self.mate is not None:
            return Found(self.line_to(*self.mate, not self.side), False, self.examined)
        return Found(None, True, self.examined)

    def _shape(self, men: Men, depth: int) -> Shape:
        shape = self.shapes.get(men)
        if shape is None:
            shape = self.shapes[men] = Shape(men, depth, self._hope(men))
            self.made += (men[2] | men[3] | men[4]).bit_count()  # who sees far is dear
        return shape

    def _add(self, shape: Shape, origin: Origin, *, for_good: bool = False) -> None:
        """Pairs that are new to a shape wait there."""
        turn, pairs = origin.turn, origin.pairs
        fresh = not shape.pending[False] and not shape.pending[True]
        shape.known[turn] |= pairs
        if for_good and _has_too_little(shape.men, self.side):
            return
        shape.origins.append(origin)
        shape.pending[turn] |= pairs
        if turn != self.side:
            self._look_for_mate(shape, pairs)
        if fresh:
            heapq.heappush(self.waiting, (shape.depth - shape.hope, next(self.order), shape))

    def _hope(self, men: Men) -> int:
        """What the winner has got: pieces, men taken, pawns with a free file; moves of locked pawns are kept."""
        pawns, _, _, rooks, queens, blacks, whites, _, _ = men
        own, others = (whites, blacks) if self.side else (blacks, whites)
        hope = 30 * (own & (rooks | queens)).bit_count() - 8 * others.bit_count()
        return hope + self._pawn_hope(pawns & whites, pawns & blacks) if pawns else hope

    def _pawn_hope(self, whites: int, blacks: int) -> int:
        hope = self.pawn_hopes.get((whites, blacks))
        if hope is None:
            locked = whites & _behind(blacks, down=True) | blacks & _behind(whites, down=False)
            own, others = (whites, blacks) if self.side else (blacks, whites)
            free, stuck, facing = own & ~locked, own & locked, others & locked
            hope = 6 * free.bit_count() - 10 * facing.bit_count()
            for ahead in RANKS_FROM[self.side]:  # each rank once more for the pawns that have passed it
                hope += 3 * (free & ahead).bit_count() - 2 * (stuck & ahead).bit_count() + (facing & ahead).bit_count()
            self.pawn_hopes[whites, blacks] = hope
        return hope

    def _expand(self, shape: Shape) -> None:
        self.made += FLOOD
        men = shape.men
        fresh = shape.pending
        shape.pending = [0, 0]
        if men[7] < 0 and not men[8]:
            fresh = self._walk(shape, fresh)
        else:
            for white in chess.COLORS:
                target = self._shape(_king_moved(men, 0, white), shape.depth + 1)
                self._move(target, white, STEPS[white](fresh[white]), shape, fresh[white], None)
                if men[8] & HOME_RANK[white]:
                    self._castle(shape, white, fresh[white])
        for white in chess.COLORS:
            pairs = fresh[white]
            if not pairs:
                continue
            around = STEPS[white](pairs)
            for square in chess.scan_forward(men[5] if white else men[6]):
                taking = around & ON[square][white]
                if taking:
                    target = self._shape(_king_moved(men, 1 << square, white), shape.depth + 1)
                    self._move(target, white, taking, shape, pairs, None, for_good=True)
            for after, free, move, for_good in shape.ways(white):
                moved = pairs & free
                if moved:
                    self._move(self._shape(after, shape.depth + 1), white, moved, shape, pairs, move, for_good=for_good)

    def _castle(self, shape: Shape, white: bool, pairs: Pairs) -> None:
        men, home, legal = shape.men, HOME[white], shape.legal(white)
        for rook in chess.scan_forward(men[8] & HOME_RANK[white]):
            way = chess.between(home, rook)
            if way & (men[5] | men[6]):
                continue
            step = 1 if rook > home else -1
            moved = _shifted(pairs & _clear(way), 2 * step, white)
            for passed in range(3):  # squares of the king that must not be attacked
                moved &= _shifted(legal & ON[home + passed * step][white], (2 - passed) * step, white)
            sets = list(_king_moved(men, 0, white))
            jump = 1 << rook | 1 << (home + step)
            sets[3] ^= jump
            sets[5 + white] ^= jump
            if moved:
                move = home | (home + 2 * step) << 6 | CASTLING << 12
                self._move(self._shape(tuple(sets), shape.depth + 1), white, moved, shape, pairs, move)

    def _walk(self, shape: Shape, fresh: list[Pairs]) -> list[Pairs]:
        """Let the kings walk as far as they can; everything that is new in this shape."""
        found, front, known = list(fresh), fresh, shape.known
        legal = shape.legal(False), shape.legal(True)
        while front[False] or front[True]:
            following = [0, 0]
            for white in chess.COLORS:
                if front[white]:
                    moved = _new(STEPS[white](front[white]) & legal[white], known[not white])
                    if moved:
                        known[not white] |= moved
                        found[not white] |= moved
                        following[not white] = moved
                        shape.origins.append(Origin(not white, moved, shape, front[white], None))
                        if white == self.side:
                            self._look_for_mate(shape, moved)
            front = following
        return found

    def _move(
        self, target: Shape, white: bool, pairs: Pairs, before: Shape, source: Pairs, move: Move | None,
        *, for_good: bool = False,
    ) -> None:  # fmt: skip
        self.made += 1
        moved = _new(pairs & target.legal(white), target.known[not white])
        if moved:
            self._add(target, Origin(not white, moved, before, source, move), for_good=for_good)

    def _look_for_mate(self, shape: Shape, pairs: Pairs) -> None:
        """Whether the loser, on move with these kings, is mated by one of them."""
        loser = not self.side
        mated = _new(pairs, shape.legal(loser))
        if not mated:
            return
        men, steps = shape.men, STEPS[loser]
        mated = _new(mated, steps(shape.legal(loser)))
        if not mated:
            return
        for square in chess.scan_forward(men[6] if self.side else men[5]):
            around = steps(mated) & ON[square][loser]
            if around:
                mated = _new(mated, steps(around & _legal(_king_moved(men, 1 << square, loser), loser)))
        for after, free, _, _ in shape.ways(loser):
            if not mated:
                return
            if mated & free:
                mated = _new(mated, free & self._shape(after, shape.depth + 1).legal(loser))
        if mated:
            self.mate = shape, mated & -mated

    def line_to(self, shape: Shape, pair: Pairs, turn: bool) -> tuple[chess.Move, ...]:
        """The moves that led to a known position."""
        line: list[chess.Move] = []
        while True:
            origin = next(o for o in shape.origins if o.turn == turn and o.pairs & pair)
            if origin.before is None:
                return tuple(reversed(line))
            turn, shape = not turn, origin.before
            if origin.move is not None:
                start, goal, kind = origin.move & 63, origin.move >> 6 & 63, origin.move >> 12
                line.append(chess.Move(start, goal, kind if 0 < kind < CASTLING else None))
                if kind == CASTLING:
                    pair = _shifted(pair, start - goal, turn)
                continue
            before = STEPS[turn](pair) & origin.source
            before &= -before
            line.append(chess.Move(_square(before, turn), _square(pair, turn)))
            pair = before


def _behind(pawns: int, *, down: bool) -> int:
    """The squares on the files of these pawns below or above them."""
    if down:
        pawns |= pawns >> 8
        pawns |= pawns >> 16
        return (pawns | pawns >> 32) >> 8
    pawns |= pawns << 8
    pawns |= pawns << 16
    return (pawns | pawns << 32) << 8


def _square(pair: Pairs, white: bool) -> chess.Square:
    index = pair.bit_length() - 1
    return index >> 6 if white else index & 63


def _has_too_little(men: Men, white: bool) -> bool:
    """No mating position exists with the winner's material (see `chess.Board.has_insufficient_material`)."""
    pawns, knights, bishops, rooks, queens, blacks, whites, _, _ = men
    own, others = (whites, blacks) if white else (blacks, whites)
    if own & (pawns | rooks | queens):
        return False
    if own & knights:
        return not own & (own - 1) and not others & ~queens
    one_colour = not bishops & LIGHT or not bishops & ~LIGHT
    return not own or (one_colour and not pawns and not knights)


def _king_moved(men: Men, gone: int, white: bool) -> Men:
    """The men after a move of a king, without those on some squares."""
    pawns, knights, bishops, rooks, queens, blacks, whites, _, castling = men
    keep = ~gone
    return (
        pawns & keep, knights & keep, bishops & keep, rooks & keep, queens & keep, blacks & keep, whites & keep,
        -1, castling & keep & ~HOME_RANK[white],
    )  # fmt: skip


def _shifted(pairs: Pairs, squares: int, white: bool) -> Pairs:
    """The pairs with one king so many squares further on its rank (they must have room)."""
    bits = 64 * squares if white else squares
    return pairs << bits if bits > 0 else pairs >> -bits


def _moves(men: Men, white: bool) -> list[Way]:
    """Moves of men that are no kings."""
    pawns, knights, bishops, rooks, _, black, whites, _, castling = men
    own, enemy = (whites, black) if white else (black, whites)
    occupied = black | whites
    ways = _pawn_moves(men, white, own & pawns, enemy, ALL & ~occupied) if own & pawns else []
    for square in chess.scan_forward(own & ~pawns):
        bit = 1 << square
        kind = 1 if knights & bit else 2 if bishops & bit else 3 if rooks & bit else 4
        for goal in chess.scan_forward(attacks_of(kind + 1, white, square, occupied) & ~own):
            to = 1 << goal
            takes = bool(enemy & to)
            sets = [s & ~to for s in men] if takes else [*men]
            sets[kind] ^= bit | to
            sets[5 + white] ^= bit | to
            sets[7], sets[8] = -1, castling & ~(bit | to)
            way = to if kind == 1 else to | chess.between(square, goal)
            ways.append((tuple(sets), _clear(way), square | goal << 6, takes))
    return ways


def _pawn_moves(men: Men, white: bool, pawns: int, enemy: int, empty: int) -> list[Way]:
    ahead = 8 if white else -8
    single = (pawns << 8 if white else pawns >> 8) & empty
    double = (single & chess.BB_RANK_3) << 8 & empty if white else (single & chess.BB_RANK_6) >> 8 & empty
    ways: list[Way] = []
    for goal in chess.scan_forward(single & LAST_RANK[white]):
        _pawn_move(ways, men, white, goal - ahead, goal, 1 << goal, 0, -1)
    pawn_set, *pieces, blacks, whites, _, castling = men
    for goal in chess.scan_forward(single & ~LAST_RANK[white]):
        to, square = 1 << goal, goal - ahead
        step = to | 1 << square
        sides = (blacks, whites ^ step) if white else (blacks ^ step, whites)
        ways.append(((pawn_set ^ step, *pieces, *sides, -1, castling), _clear(to), square | goal << 6, True))
    for goal in chess.scan_forward(double):
        passed = goal - ahead
        seen = PAWN_ATTACKS[white][passed] & enemy & men[0]
        _pawn_move(ways, men, white, passed - ahead, goal, 1 << goal | 1 << passed, 0, passed if seen else -1)
    targets = enemy if men[7] < 0 else enemy | 1 << men[7]
    for goal in chess.scan_forward(pawn_attacks(pawns, white) & targets):
        taken = 1 << (goal if enemy >> goal & 1 else goal - ahead)
        for square in chess.scan_forward(PAWN_ATTACKS[not white][goal] & pawns):
            _pawn_move(ways, men, white, square, goal, 1 << goal, taken, -1)
    return ways


def _pawn_move(
    ways: list[Way], men: Men, white: bool, square: chess.Square, goal: chess.Square, way: int, taken: int, passed: int
) -> None:
    to, keep, free = 1 << goal, ~(1 << square | taken), _clear(way)
    for kind in KINDS if LAST_RANK[white] & to else (chess.PAWN,):
        sets = [s & keep for s in men]
        sets[kind - 1] |= to
        sets[5 + white] |= to
        sets[7] = passed
        promotion = kind if kind != chess.PAWN else 0
        ways.append((tuple(sets), free, square | goal << 6 | promotion << 12, True))
