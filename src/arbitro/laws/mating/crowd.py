"""Everything that can arise, most hopeful first, with all squares of one king at once (Laws 5.2.2, 6.9).

Positions that differ only in where one king stands, the roving one, are a crowd: the placement of all other men, and
a set of squares for that king. A move of another man is legal for those of them on which no own king is attacked
afterwards and the roving one is not in the way; a move of the roving king spreads the whole set. So one step does the
work of up to sixty, and walls that leave a king much room are examined completely in the time of some thousand
positions.

Crowds wait by the moves that led to them, less what the winner has got: advanced pawns, rooks and queens, men taken.
The search finds a line or proves that there is none; what has too little material left for a mate is not followed.
Castling is not played here: a position with castling rights belongs to `search.Closure`.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from typing import NamedTuple

import chess

from arbitro.laws.mating.search import Found
from arbitro.laws.mating.static import (
    ALL,
    KING_ATTACKS,
    KNIGHT_ATTACKS,
    LAST_RANK,
    NOT_A,
    NOT_H,
    PAWN_ATTACKS,
    attacks_of,
    pawn_attacks,
)

LIGHT = chess.BB_LIGHT_SQUARES
KINDS = (chess.QUEEN, chess.KNIGHT, chess.ROOK, chess.BISHOP)
HOME_RANK = (chess.BB_RANK_7, chess.BB_RANK_2)  # by colour: black, white


class Crowd(NamedTuple):
    """All men but the roving king. Kinds as sets of squares, then the men of the other side and those of the rover."""

    pawns: int
    knights: int
    bishops: int
    rooks: int
    queens: int
    steady: int  # with the king
    roving: int  # without
    stand: chess.Square  # of the steady king
    rover_moves: int  # whether the rover's side is on move
    en_passant: int  # a square, or -1


class Origin(NamedTuple):
    """How squares of a crowd were reached: from a crowd with the king on one of some squares, by a move."""

    squares: int
    before: Crowd
    kings: int
    move: chess.Move | None  # None: the roving king moved


class CrowdClosure:
    """Every position that can arise; it can be asked again with a higher limit and goes on where it stopped."""

    def __init__(self, board: chess.Board, side: chess.Color, rover: chess.Color) -> None:
        self.rover_wins, self.steady = rover == side, not rover
        king, stand = board.king(rover), board.king(not rover)
        assert king is not None and stand is not None
        en_passant = board.ep_square if board.ep_square is not None and board.has_legal_en_passant() else -1
        root = Crowd(
            board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.occupied_co[not rover],
            board.occupied_co[rover] & ~(1 << king), stand, board.turn == rover, en_passant,
        )  # fmt: skip
        self.root = (root, 1 << king)
        self.known: dict[Crowd, int] = {root: 1 << king}
        self.origins: dict[Crowd, list[Origin]] = {root: []}
        self.pending: dict[Crowd, int] = {root: 1 << king}
        self.waiting: list[tuple[int, int, int, Crowd]] = [(0, 0, 0, root)]  # hope, order, moves before
        self.examined = 1  # positions
        self.made = 0  # moves of crowds

    def run(self, limit: int) -> Found:
        """Expand until a mate appears, nothing is left, or more than `limit` moves of crowds were made."""
        while self.waiting:
            if self.made > limit:
                return Found(None, False, self.examined)
            _, _, self.depth, crowd = heapq.heappop(self.waiting)
            kings = self.pending.pop(crowd)
            mated = self._rovers_turn(crowd, kings) if crowd.rover_moves else self._steady_turn(crowd, kings)
            if mated and crowd.rover_moves != self.rover_wins:
                return Found(self._line(crowd, mated & -mated), False, self.examined)
        return Found(None, True, self.examined)

    def _add(self, crowd: Crowd, squares: int, origin: tuple[Crowd, int, chess.Move | None], *, for_good: bool) -> None:
        self.made += 1
        known = self.known.get(crowd, 0)
        squares &= ~known
        if not squares:
            return
        self.known[crowd] = known | squares
        self.examined += squares.bit_count()
        if for_good and _has_too_little(crowd, rover=self.rover_wins):
            return
        self.origins.setdefault(crowd, []).append(Origin(squares, *origin))
        if crowd in self.pending:
            self.pending[crowd] |= squares
        else:
            self.pending[crowd] = squares
            depth = self.depth + 1
            heapq.heappush(self.waiting, (depth - self._hope(crowd), len(self.known), depth, crowd))

    def _hope(self, crowd: Crowd) -> int:
        """What the winner has got."""
        own, others = (crowd.roving, crowd.steady) if self.rover_wins else (crowd.steady, crowd.roving)
        white = self.steady != self.rover_wins
        ranks = sum(square >> 3 if white else 7 - (square >> 3) for square in chess.scan_forward(crowd.pawns & own))
        return 3 * ranks + 30 * (own & (crowd.rooks | crowd.queens)).bit_count() - 4 * others.bit_count()

    # moves

    def _rovers_turn(self, crowd: Crowd, kings: int) -> int:
        """Play every move of the rover's side; the squares on which the roving king is mated."""
        side, occupied = self.steady, crowd.steady | crowd.roving
        attacked = _attacked(crowd, side)
        around = _around(kings)
        free = ALL & ~occupied & ~attacked
        quiet = around & free
        if quiet:
            self._add(crowd._replace(rover_moves=False, en_passant=-1), quiet, (crowd, kings, None), for_good=False)
        taken = around & crowd.steady & ~attacked & ~(1 << crowd.stand)
        for target in chess.scan_forward(taken):
            after = _without(crowd, 1 << target)._replace(rover_moves=False, en_passant=-1)
            self._add(after, 1 << target, (crowd, kings, None), for_good=True)
        mated = kings & attacked & ~_around((free & around) | taken)
        sliding = crowd.steady & (crowd.bishops | crowd.rooks | crowd.queens)
        for move, after, in_the_way, for_good in _moves(crowd, not side, crowd.roving):
            squares = kings & ~in_the_way
            if squares:
                squares &= ~(_attacked(after, side) if sliding or for_good else attacked)
            if squares:
                mated &= ~squares
                self._add(after, squares, (crowd, kings, move), for_good=for_good)
        return mated

    def _steady_turn(self, crowd: Crowd, kings: int) -> int:
        """Play every move of the other side; the squares of the roving king for which it is mated."""
        side = self.steady
        mated = kings & ~self._allowed(crowd)
        for move, after, in_the_way, for_good in _moves(crowd, side, crowd.steady & ~(1 << crowd.stand)):
            squares = kings & ~in_the_way
            squares &= squares and self._allowed(after)
            if squares:
                mated &= ~squares
                self._add(after, squares, (crowd, kings, move), for_good=for_good)
        for target in chess.scan_forward(KING_ATTACKS[crowd.stand] & ~crowd.steady):
            squares = kings & ~KING_ATTACKS[target] & ~(1 << target)
            if not squares:
                continue
            bit = 1 << target
            takes = bool(crowd.roving & bit)
            after = (_without(crowd, bit) if takes else crowd)._replace(
                steady=crowd.steady & ~(1 << crowd.stand) | bit, stand=target, rover_moves=True, en_passant=-1
            )
            squares &= self._allowed(after)
            if squares:
                mated &= ~squares
                self._add(after, squares, (crowd, kings, chess.Move(crowd.stand, target)), for_good=takes)
        return mated

    def _allowed(self, crowd: Crowd) -> int:
        """The squares of the roving king for which the other is not attacked: it may stand before its own pieces."""
        stand, roving = crowd.stand, crowd.roving
        if roving & crowd.pawns & PAWN_ATTACKS[self.steady][stand] or roving & crowd.knights & KNIGHT_ATTACKS[stand]:
            return 0
        squares = ALL
        lines = roving & (crowd.bishops | crowd.rooks | crowd.queens)
        if lines:
            occupied = crowd.steady | roving
            straight = attacks_of(chess.ROOK, True, stand, occupied) & (crowd.rooks | crowd.queens)
            diagonal = attacks_of(chess.BISHOP, True, stand, occupied) & (crowd.bishops | crowd.queens)
            for attacker in chess.scan_forward((straight | diagonal) & roving):
                squares &= chess.between(attacker, stand)
        return squares

    # the line

    def _line(self, crowd: Crowd, king: int) -> tuple[chess.Move, ...]:
        line: list[chess.Move] = []
        while (crowd, king) != self.root:
            origin = next(o for o in self.origins[crowd] if o.squares & king)
            if origin.move is None:
                square = king.bit_length() - 1
                before = origin.kings & KING_ATTACKS[square]
                before &= -before
                line.append(chess.Move(before.bit_length() - 1, square))
                king = before
            else:
                line.append(origin.move)
            crowd = origin.before
        return tuple(reversed(line))


def _around(squares: int) -> int:
    """The squares beside any of these."""
    right, left = (squares & NOT_H) << 1, (squares & NOT_A) >> 1
    row = squares | right | left
    return (right | left | row << 8 | row >> 8) & ALL


def _has_too_little(crowd: Crowd, *, rover: bool) -> bool:
    """No mating position exists with the winner's material (see `chess.Board.has_insufficient_material`)."""
    men, others = crowd.steady & ~(1 << crowd.stand), crowd.roving
    if rover:
        men, others = others, men
    if men & (crowd.pawns | crowd.rooks | crowd.queens):
        return False
    if men & crowd.knights:
        return not men & (men - 1) and not others & ~crowd.queens
    one_colour = not crowd.bishops & LIGHT or not crowd.bishops & ~LIGHT
    return not men or (one_colour and not crowd.pawns and not crowd.knights)


def _attacked(crowd: Crowd, side: bool) -> int:
    """What the steady side attacks; the roving king stops nothing."""
    pawns, knights, bishops, rooks, queens, steady, roving, stand, _, _ = crowd
    found = pawn_attacks(pawns & steady, side) | KING_ATTACKS[stand]
    for square in chess.scan_forward(knights & steady):
        found |= KNIGHT_ATTACKS[square]
    occupied = steady | roving
    for square in chess.scan_forward((bishops | queens) & steady):
        found |= chess.BB_DIAG_ATTACKS[square][chess.BB_DIAG_MASKS[square] & occupied]
    for square in chess.scan_forward((rooks | queens) & steady):
        found |= chess.BB_RANK_ATTACKS[square][chess.BB_RANK_MASKS[square] & occupied]
        found |= chess.BB_FILE_ATTACKS[square][chess.BB_FILE_MASKS[square] & occupied]
    return found


def _without(crowd: Crowd, gone: int) -> Crowd:
    """The crowd without the men on some squares."""
    keep = ~gone
    pawns, knights, bishops, rooks, queens, steady, roving, *rest = crowd
    return Crowd(
        pawns & keep, knights & keep, bishops & keep, rooks & keep, queens & keep, steady & keep, roving & keep, *rest
    )


def _moves(crowd: Crowd, white: bool, men: int) -> Iterator[tuple[chess.Move, Crowd, int, bool]]:
    """Moves of men that are no kings: the move, the crowd after it, squares where the king would be in the way, and
    whether it can not be taken back."""
    pawns, knights, bishops, rooks, _, steady, roving, stand, rover_moves, _ = crowd
    occupied = steady | roving
    own, enemy = (roving, steady & ~(1 << stand)) if rover_moves else (steady, roving)
    for square in chess.scan_forward(men & pawns):
        yield from _pawn_moves(crowd, white, square, own, enemy, occupied)
    for square in chess.scan_forward(men & ~pawns):
        bit = 1 << square
        kind = 1 if knights & bit else 2 if bishops & bit else 3 if rooks & bit else 4
        goals = attacks_of(kind + 1, white, square, occupied) & ~own & (enemy | ~occupied)
        for goal in chess.scan_forward(goals):
            to = 1 << goal
            takes = bool(enemy & to)
            sets = list(crowd)
            if takes:
                sets[:7] = [s & ~to for s in sets[:7]]
            sets[kind] ^= bit | to
            sets[6 if rover_moves else 5] ^= bit | to
            sets[8], sets[9] = not rover_moves, -1
            way = to if kind == 1 else to | chess.between(square, goal)
            yield chess.Move(square, goal), Crowd(*sets), way, takes


def _pawn_moves(
    crowd: Crowd, white: bool, square: chess.Square, own: int, enemy: int, occupied: int
) -> Iterator[tuple[chess.Move, Crowd, int, bool]]:
    bit, ahead = 1 << square, 8 if white else -8
    goals: list[tuple[chess.Square, int, int]] = []  # goal, squares in the way, taken
    goal = square + ahead
    double = -1
    if not occupied >> goal & 1:
        goals.append((goal, 1 << goal, 0))
        far = goal + ahead
        if HOME_RANK[white] & bit and not occupied >> far & 1:
            goals.append((far, 1 << goal | 1 << far, 0))
            if PAWN_ATTACKS[white][goal] & enemy & crowd.pawns:
                double = far
    goals += [(target, 1 << target, 1 << target) for target in chess.scan_forward(PAWN_ATTACKS[white][square] & enemy)]
    if crowd.en_passant >= 0 and PAWN_ATTACKS[white][square] >> crowd.en_passant & 1:
        goals.append((crowd.en_passant, 1 << crowd.en_passant, 1 << (crowd.en_passant - ahead)))
    for goal, way, taken in goals:
        base = _without(crowd, bit | taken)
        to = 1 << goal
        for kind in KINDS if LAST_RANK[white] & to else (chess.PAWN,):
            sets = list(base)
            sets[kind - 1] |= to
            sets[6 if crowd.rover_moves else 5] |= to
            sets[8], sets[9] = not crowd.rover_moves, goal - ahead if goal == double else -1
            yield chess.Move(square, goal, None if kind == chess.PAWN else kind), Crowd(*sets), way, True
