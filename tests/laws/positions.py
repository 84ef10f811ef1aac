"""Positions for the tests: random games, walls, small endings. All from a seed."""

from __future__ import annotations

import random
from collections import deque
from typing import NamedTuple

import chess


def random_game(rng: random.Random, plies: int) -> chess.Board:
    """A board with a random legal game on its stack."""
    board = chess.Board()
    for _ in range(plies):
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(rng.choice(moves))
    return board


def wall(rng: random.Random) -> chess.Board:
    """A more or less blocked position, legal to play from."""
    while True:
        board = chess.Board.empty()
        for file in range(8):
            if rng.random() < 0.8:
                rank = rng.randint(2, 4)
                board.set_piece_at(chess.square(file, rank), chess.Piece(chess.PAWN, chess.WHITE))
                if rng.random() < 0.95:
                    board.set_piece_at(chess.square(file, rank + 1), chess.Piece(chess.PAWN, chess.BLACK))
        men = [(chess.KING, True), (chess.KING, False)]
        men += [(rng.choice((chess.BISHOP, chess.KNIGHT)), rng.random() < 0.5) for _ in range(rng.choice((0, 0, 1)))]
        free = [square for square in chess.SQUARES if board.piece_at(square) is None]
        for square, (kind, colour) in zip(rng.sample(free, len(men)), men, strict=True):
            board.set_piece_at(square, chess.Piece(kind, colour))
        board.turn = rng.random() < 0.5
        if board.is_valid() and any(board.legal_moves):
            return board


def ending(rng: random.Random, white: str, black: str) -> chess.Board:
    """Kings and these men at random, legal to play from."""
    kinds = {"q": chess.QUEEN, "r": chess.ROOK, "b": chess.BISHOP, "n": chess.KNIGHT, "p": chess.PAWN, "k": chess.KING}
    while True:
        board = chess.Board.empty()
        men = [(kinds[c], True) for c in "k" + white] + [(kinds[c], False) for c in "k" + black]
        for square, (kind, colour) in zip(rng.sample(range(8, 56), len(men)), men, strict=True):
            board.set_piece_at(square, chess.Piece(kind, colour))
        board.turn = rng.random() < 0.5
        if board.is_valid() and any(board.legal_moves):
            return board


def perft(board: chess.Board, depth: int) -> int:
    """How many legal games of this length start here: a check of the wiring."""
    if depth == 0:
        return 1
    if depth == 1:
        return board.legal_moves.count()
    nodes = 0
    for move in board.legal_moves:
        board.push(move)
        nodes += perft(board, depth - 1)
        board.pop()
    return nodes


class Everything(NamedTuple):
    """Whether a mate was seen, whether all that can arise was, and how many positions that were."""

    mate: bool
    exhausted: bool
    positions: int


def everything(board: chess.Board, side: chess.Color, limit: int) -> Everything:
    """Every position that can arise, one by one; where the material left cannot mate, no further."""
    known = {board._transposition_key()}
    queue = deque([board.copy(stack=False)])
    while queue and len(known) <= limit:
        here = queue.popleft()
        if here.turn != side and here.is_checkmate():
            return Everything(True, False, len(known))
        for move in here.legal_moves:
            after = here.copy(stack=False)
            after.push(move)
            key = after._transposition_key()
            if key not in known:
                known.add(key)
                if not (here.is_zeroing(move) and after.has_insufficient_material(side)):
                    queue.append(after)
    return Everything(False, not queue, len(known))
