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

from collections.abc import Mapping, Sequence

import chess

from arbitro.laws.board import require_playable
from arbitro.laws.mating.crowd import CrowdClosure
from arbitro.laws.mating.plans import Planner, follow
from arbitro.laws.mating.search import Closure, corners_for, guided
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
from arbitro.laws.mating.walks import WAYS, Walks, Way, region

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

LEAST_SEARCH = 500  # positions that every corner gets in each round
WEAK_SEARCH = 2_000  # where the winner has knights and bishops only: a corner decides, not a promotion
HOPELESS_SEARCH = 40  # positions: where nearly every move is hopeless, this is all there is
SHADES = 2_000  # pictures of kings and pawns: walls have some hundred
GLANCES = 3  # ways to walk that are tried early
FEW_MOVES = 3  # then the line is probably forced, and everything is looked at first
SOME_MOVES = 12  # or soon
WITH_CASTLING = 30  # closures that castle are dearer


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
        self.examined = 0
        self.static = StaticMemory(side)
        self.closure: Closure | CrowdClosure | None = None
        self.planner: Planner | None = None

    def answer(self) -> Verdict:
        corners = corners_for(self.board, self.side)
        budget = self.budget
        first, second = budget.glances
        if proof := static_proof(self.board, self.side):
            return Unwinnable(proof)
        if self.board.legal_moves.count() <= FEW_MOVES and (verdict := self._closure(budget.forced)):
            return verdict
        for corner in corners[:2]:
            if verdict := self._guided(first, corner, prune=False):
                return verdict
        if self._every_move_is_hopeless():
            return Unwinnable(Proof(ProofKind.EXHAUSTIVE, positions=self.board.legal_moves.count() + 1))
        if pictures := shade_proof(self.board, self.side, SHADES):
            return Unwinnable(Proof(ProofKind.WALL, positions=pictures))
        if verdict := self._guided(HOPELESS_SEARCH, corners[0], prune=True):
            return verdict
        early, later = budget.closures
        if self.board.legal_moves.count() <= SOME_MOVES and (verdict := self._closure(early)):
            return verdict
        weak = self._is_weak()
        ways = () if weak else WAYS[: budget.walks]
        for corner in corners[2:]:
            if verdict := self._guided(first, corner, prune=False):
                return verdict
        if verdict := self._closure(early) or self._walks(ways[:GLANCES]):
            return verdict
        if weak and (verdict := self._follow(budget.first_plans)):
            return verdict
        if verdict := self._closure(later) or self._walks(ways[GLANCES:]):
            return verdict
        if self.board.knights | self.board.rooks | self.board.queens:  # else walls are likely, and what goes round them
            for corner in corners:
                if verdict := self._guided(second, corner, prune=False):
                    return verdict
        for closure, search, plans in budget.rounds:
            least = WEAK_SEARCH if weak else LEAST_SEARCH
            if search and (verdict := self._guided(max(search, least), corners[0], prune=True)):
                return verdict
            if verdict := self._closure(closure):
                return verdict
            for i, corner in enumerate(
                corners[1:] if plans[0] else (), 1
            ):  # the later it comes, the less is hoped of it
                if verdict := self._guided(max(search >> i, least), corner, prune=True):
                    return verdict
            if verdict := self._follow(plans):
                return verdict
        return Undecided(self.examined)

    # the stages

    def _guided(self, limit: int, corner: chess.Square, *, prune: bool) -> Verdict | None:
        found = guided(self.board, self.side, limit, corner, self.is_hopeless if prune else None)
        return self._verdict(found.line, found.exhausted, found.examined)

    def _closure(self, limit: int) -> Verdict | None:
        castling = self.board.clean_castling_rights()
        if self.closure is None and castling:
            self.closure = Closure(self.board, self.side, self.is_hopeless)
        elif self.closure is None:
            self.closure = CrowdClosure(self.board, self.side, self._rover())
        found = self.closure.run(limit // WITH_CASTLING if castling else limit)
        return self._verdict(found.line, found.exhausted, found.examined)

    def _rover(self) -> chess.Color:
        """The king with more room between the pawns; the loser's where it is the same."""
        winners, losers = (region(self.board, side).bit_count() for side in (self.side, not self.side))
        return self.side if winners > losers else not self.side

    def _follow(self, spend: tuple[int, int]) -> Verdict | None:
        """So many plans, so many positions for each."""
        number, limit = spend
        for plan in self._planner().plans()[:number] if number else ():
            found = follow(self.board, self.side, plan, limit)
            if verdict := self._verdict(found.line, False, found.examined):
                return verdict
        return None

    def _walks(self, ways: Sequence[Way]) -> Verdict | None:
        for way in ways if self.board.pawns else ():
            found = Walks(self.board, self.side, self.is_hopeless, way).run()
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
