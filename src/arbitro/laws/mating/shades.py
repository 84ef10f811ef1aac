"""Proof behind walls, with bishops that are everywhere at once (Laws 5.2.2, 6.9).

Some bishops behind a wall have millions of placements and mean nothing. Here a side's bishops are one shade: the
squares that any of them may have come to past the pawns. Kings and pawns stand and move as they are. A shade may take
and be taken on each of its squares, guards and gives check along every open diagonal, stands in nobody's way, and its
move leaves kings and pawns as they were. So every game has its picture here and every mate its picture of a mate: if
none can arise among the pictures, mate is impossible. Nothing is ever found here, and with other pieces or a promotion
nothing is concluded.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import chess

from arbitro.laws.mating.static import (
    ALL,
    KING_ATTACKS,
    LAST_RANK,
    PAWN_ATTACKS,
    diagonal_steps,
    pawn_attacks,
)

Pair = tuple[int, int]  # by colour: black, white
START_RANK = (chess.BB_RANK_7, chess.BB_RANK_2)


class Picture(NamedTuple):
    """Pawns, shades and kings by colour, who is on move, and a pawn that may be taken en passant (or -1)."""

    pawns: Pair
    shades: Pair
    kings: Pair
    white_moves: bool
    en_passant: chess.Square


class _Promotion(Exception):
    """Something becomes a piece that has no shade."""


def shade_proof(board: chess.Board, side: chess.Color, limit: int) -> int:
    """The number of pictures that were examined, none of them a mate by `side`; 0: nothing shown within the limit."""
    if board.occupied & ~(board.pawns | board.bishops | board.kings) or not board.bishops:
        return 0
    by_colour = board.occupied_co
    black, white = board.king(chess.BLACK), board.king(chess.WHITE)
    assert black is not None and white is not None
    en_passant = board.ep_square if board.ep_square is not None and board.has_legal_en_passant() else -1
    pawns = (board.pawns & by_colour[False], board.pawns & by_colour[True])
    bishops = (board.bishops & by_colour[False], board.bishops & by_colour[True])
    root = Picture(pawns, _spread(bishops, pawns), (black, white), board.turn, en_passant)
    fillers = bishops[not side].bit_count()
    known, waiting = {root}, [root]
    try:
        while waiting:
            if len(known) > limit:
                return 0
            picture = waiting.pop()
            for after, left in _moves(picture):
                if picture.white_moves == side and _may_be_mate(after, side, fillers, left):
                    return 0
                if after not in known:
                    known.add(after)
                    waiting.append(after)
    except _Promotion:
        return 0
    return len(known)


def _spread(shades: Pair, pawns: Pair) -> Pair:
    """The squares that the shades come to past the pawns."""
    free = ALL & ~(pawns[False] | pawns[True])
    found = []
    for shade in shades:
        shade &= free
        while (grown := shade | diagonal_steps(shade) & free) != shade:
            shade = grown
        found.append(shade)
    return found[0], found[1]


def _moves(picture: Picture) -> Iterator[tuple[Picture, chess.Square]]:
    """Every move: the picture after it, and the square that a king left (-1: none)."""
    pawns, shades, kings, white, _ = picture
    own, enemy, king, other = pawns[white], pawns[not white], kings[white], kings[not white]
    attacked = pawn_attacks(enemy, not white)
    in_check = attacked >> king & 1
    if shades[white] & (shades[white] - 1) and not in_check:
        yield picture._replace(white_moves=not white, en_passant=-1), -1
    for target in chess.scan_forward(KING_ATTACKS[king] & ~own & ~attacked & ~KING_ATTACKS[other]):
        gone = 1 << target & enemy
        yield _after(picture, 0, 0, gone, _pair(white, target, other)), king
    for target in chess.scan_forward(diagonal_steps(shades[white]) & enemy):
        after = _after(picture, 0, 0, 1 << target, kings, 1 << target)
        if not pawn_attacks(after.pawns[not white], not white) >> king & 1:
            yield after, -1
    for square in chess.scan_forward(own):
        for after in _pawn_moves(picture, square):
            if not pawn_attacks(after.pawns[not white], not white) >> king & 1:
                yield after, -1


def _pawn_moves(picture: Picture, square: chess.Square) -> Iterator[Picture]:
    pawns, shades, kings, white, en_passant = picture
    bit, ahead, enemy = 1 << square, 8 if white else -8, pawns[not white]
    occupied = pawns[False] | pawns[True] | 1 << kings[False] | 1 << kings[True]
    goals: list[tuple[chess.Square, int, chess.Square]] = []  # goal, taken, en passant
    goal = square + ahead
    if not occupied >> goal & 1:
        goals.append((goal, 0, -1))
        far = goal + ahead
        if START_RANK[white] & bit and not occupied >> far & 1:
            goals.append((far, 0, goal if PAWN_ATTACKS[white][goal] & enemy else -1))
    targets = PAWN_ATTACKS[white][square] & (enemy | shades[not white] & ~occupied)
    goals += [(target, 1 << target & enemy, -1) for target in chess.scan_forward(targets)]
    if en_passant >= 0 and PAWN_ATTACKS[white][square] >> en_passant & 1:
        goals.append((en_passant, 1 << (en_passant - ahead), -1))
    for goal, taken, passed in goals:
        if LAST_RANK[white] >> goal & 1:
            raise _Promotion
        yield _after(picture, bit, 1 << goal, taken, kings)._replace(en_passant=passed)


def _after(picture: Picture, start: int, goal: int, taken: int, kings: Pair, entered: int = 0) -> Picture:
    """The picture after a move of the side on move; a shade may have entered a square."""
    white = picture.white_moves
    pawns, shades = picture.pawns, picture.shades
    if start or taken:
        pawns = _pair(white, pawns[white] & ~start | goal, pawns[not white] & ~taken)
        shades = _spread(_pair(white, shades[white] | entered, shades[not white]), pawns)
    return Picture(pawns, shades, kings, not white, -1)


def _pair(white: bool, own: int, other: int) -> Pair:
    return (other, own) if white else (own, other)


def _may_be_mate(picture: Picture, side: chess.Color, fillers: int, left: chess.Square) -> bool:
    """Whether the loser's king may be mated here; where the winner's king has moved, by what it uncovered."""
    pawns, shades, kings, _, _ = picture
    king, winner = kings[not side], kings[side]
    blocked = pawns[False] | pawns[True] | 1 << winner
    guarded = pawn_attacks(pawns[side], side)
    seen = chess.BB_DIAG_ATTACKS[king][chess.BB_DIAG_MASKS[king] & blocked]
    if left >= 0:
        behind = chess.ray(king, left) & ~chess.between(king, left) if seen >> left & 1 else 0
        if not seen & behind & shades[side]:
            return False
    elif not (guarded >> king & 1 or seen & shades[side]):
        return False
    flights = KING_ATTACKS[king] & ~KING_ATTACKS[winner] & ~guarded & ~pawns[not side]
    filled = 0
    for flight in chess.scan_forward(flights):
        if chess.BB_DIAG_ATTACKS[flight][chess.BB_DIAG_MASKS[flight] & blocked] & shades[side]:
            continue
        if not shades[not side] >> flight & 1 or filled == fillers:
            return False
        filled += 1
    return True
