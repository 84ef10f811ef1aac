"""Can this side still mate? Dead positions and losses that become draws.

    article           question                                             function
    5.2.2             can neither side mate any more?                      is_dead
    5.1.2, 6.9, 7.5.5 can the opponent of the loser mate by any series     can_mate
    A.5.3, B, I.8     of legal moves?                                      can_mate

Both sides help, so it is a search for a path, not a game tree. Move counters and repetitions are not considered: the
Laws ask for a series of legal moves. The stages stand in `_Inquiry.answer`, cheap ones first; every verdict of
"winnable" is replayed, every verdict of "unwinnable" carries its proof, and what neither could show is `Undecided`.
"""

from __future__ import annotations

from collections.abc import Mapping

import chess

from arbitro.laws.board import require_playable
from arbitro.laws.mating.kings import KingsClosure
from arbitro.laws.mating.plans import Planner, follow
from arbitro.laws.mating.search import corners_for, guided
from arbitro.laws.mating.shades import shade_proof
from arbitro.laws.mating.static import StaticMemory, static_proof
from arbitro.laws.mating.verdict import (
    ARBITER,
    PATIENT,
    QUICK,
    Budget,
    Proof,
    ProofKind,
    Undecided,
    Unwinnable,
    Verdict,
    Winnable,
)

__all__ = [
    "ARBITER",
    "PATIENT",
    "QUICK",
    "Budget",
    "Proof",
    "ProofKind",
    "Undecided",
    "Unwinnable",
    "Verdict",
    "Winnable",
    "can_mate",
    "is_dead",
]

SHADES = 2_000  # pictures of kings and pawns: walls have some hundred
OPEN_PLAY = 2  # rooks and queens: then a mate in some corner is near
PLIES = 8  # of a line that takes most men of a full board off, for each man


def can_mate(board: chess.Board, side: chess.Color, budget: Budget = ARBITER) -> Verdict:
    """Whether some series of legal moves from this position ends in mate by `side`."""
    require_playable(board)
    if not any(board.generate_legal_moves()):
        if board.turn != side and board.is_check():
            return Winnable(())
        return Unwinnable(Proof(ProofKind.TERMINAL))
    if board.has_insufficient_material(side):
        return Unwinnable(Proof(ProofKind.MATERIAL))
    return _Inquiry(board, side, budget).answer()


def is_dead(
    board: chess.Board, budget: Budget = ARBITER, known: Mapping[chess.Color, Verdict] | None = None
) -> bool | None:
    """5.2.2: true when neither side can mate; None when that is not decided within the budget.

    Mate and stalemate end the game before this article does: mate is not dead, stalemate is. Verdicts that are known
    already are not looked for again.
    """
    known = known or {}
    open_question = False
    for side in sorted(chess.COLORS, key=lambda side: (side not in known, side == board.turn)):
        verdict = known[side] if side in known else can_mate(board, side, budget)
        if isinstance(verdict, Winnable):
            return False
        open_question |= isinstance(verdict, Undecided)
    return None if open_question else True


class _Inquiry:
    """One question and what was spent on it."""

    def __init__(self, board: chess.Board, side: chess.Color, budget: Budget) -> None:
        self.board = board
        self.side = side
        self.budget = budget
        self.examined = 0  # by other searches than the closure
        self.static = StaticMemory(side)
        self.closure = KingsClosure(board, side)
        self.planner: Planner | None = None

    def answer(self) -> Verdict:
        board, budget = self.board, self.budget
        if proof := static_proof(board, self.side):
            return Unwinnable(proof)
        corners = corners_for(board, self.side)
        first, second, third, last = budget.closures
        open_play = (board.rooks | board.queens).bit_count() >= OPEN_PLAY
        if not open_play and (verdict := self._closure(first)):
            return verdict
        glance = max(budget.glance, PLIES * board.occupied.bit_count())
        for corner in corners if open_play else corners[:1]:
            if verdict := self._guided(glance, corner, prune=False):
                return verdict
        if open_play and (verdict := self._closure(first)):
            return verdict
        if self._every_move_is_hopeless():
            return Unwinnable(Proof(ProofKind.EXHAUSTIVE, positions=board.legal_moves.count() + 1))
        if pictures := shade_proof(board, self.side, SHADES):
            return Unwinnable(Proof(ProofKind.WALL, positions=pictures))
        if verdict := self._closure(second):
            return verdict
        weak = self._is_weak()
        if weak and (verdict := self._follow(budget.plans[0])):
            return verdict
        if verdict := self._closure(third):
            return verdict
        if weak and (verdict := self._follow(budget.plans[1])):
            return verdict
        if verdict := self._closure(last):
            return verdict
        pieces = board.knights | board.rooks | board.queens  # else it is a wall, or what goes round one
        if pieces and (verdict := self._guided(budget.search, corners[0], prune=True)):
            return verdict
        return Undecided(self.examined + self.closure.examined)

    # the stages

    def _guided(self, limit: int, corner: chess.Square, *, prune: bool) -> Verdict | None:
        found = guided(self.board, self.side, limit, corner, self.is_hopeless if prune else None)
        return self._verdict(found.line, found.exhausted, found.examined)

    def _closure(self, limit: int) -> Verdict | None:
        found = self.closure.run(limit)  # goes on where it stopped: what it examined is counted once, at the end
        return self._verdict(found.line, found.exhausted, found.examined) if found.line or found.exhausted else None

    def _follow(self, spend: tuple[int, int]) -> Verdict | None:
        """So many plans, so many positions for each."""
        number, limit = spend
        for plan in self._planner().plans()[:number] if number else ():
            found = follow(self.board, self.side, plan, limit)
            if verdict := self._verdict(found.line, False, found.examined):
                return verdict
        return None

    def _planner(self) -> Planner:
        if self.planner is None:
            self.planner = Planner(self.board, self.side)
        return self.planner

    def _is_weak(self) -> bool:
        """The winner has, for ever, knights and bishops only: a mate needs the loser's pieces in the king's way."""
        own = self.board.occupied_co[self.side]
        if own & (self.board.rooks | self.board.queens):
            return False
        return not own & self.board.pawns or not any(man.promoted for man in self._planner().army)

    def _verdict(self, line: tuple[chess.Move, ...] | None, exhausted: bool, examined: int) -> Verdict | None:
        self.examined += examined
        if line is not None:
            return Winnable(line, _replay(self.board, line, self.side))
        if exhausted:
            return Unwinnable(Proof(ProofKind.EXHAUSTIVE, positions=examined))
        return None

    def _every_move_is_hopeless(self) -> bool:
        work = self.board.copy(stack=False)
        for move in self.board.legal_moves:
            work.push(move)
            hopeless = self.is_hopeless(work)
            work.pop()
            if not hopeless:
                return False
        return True

    def is_hopeless(self, board: chess.Board) -> bool:
        """Whether mate is impossible here for a reason that needs no search (never true of a mate on the board)."""
        if not any(board.generate_legal_moves()):
            return not (board.turn != self.side and board.is_check())
        return board.has_insufficient_material(self.side) or self.static.shows_hopeless(board)


def _replay(board: chess.Board, line: tuple[chess.Move, ...], side: chess.Color) -> bool:
    """Play the line: it must be legal and end in mate by `side`. Says whether it passes the 75 moves of 9.6.2."""
    work = board.copy(stack=False)
    passed = False
    for move in line:
        assert work.is_legal(move), f"{move} is not legal in {work.fen()}"
        passed |= work.halfmove_clock >= 150
        work.push(move)
    assert work.is_checkmate() and work.turn != side, f"no mate at the end: {work.fen()}"
    return passed
