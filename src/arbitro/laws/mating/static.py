"""Proof by immobility: squares that no series of legal moves can ever reach (Laws 5.2.2, 6.9).

For each man the set of squares it may ever stand on is grown from its present square until nothing changes. One
principle keeps this sound: a step is refused only for a reason that holds in every position in which all men stand
inside their sets. So the first move of a real game to leave the sets cannot exist, and the sets cover every game.
Then, if in no position within the sets the losing king could be mated, mate is impossible.

The test knows nothing of tempo or stalemate; it may fail to prove, it never proves wrongly. It does not search.
"""

from __future__ import annotations

from dataclasses import dataclass

import chess

from arbitro.laws.mating.verdict import Proof, ProofKind

ALL = chess.BB_ALL
NOT_A = ALL & ~chess.BB_FILE_A
NOT_H = ALL & ~chess.BB_FILE_H
KING_ATTACKS = chess.BB_KING_ATTACKS
KNIGHT_ATTACKS = chess.BB_KNIGHT_ATTACKS
PAWN_ATTACKS = chess.BB_PAWN_ATTACKS
LAST_RANK = (chess.BB_RANK_1, chess.BB_RANK_8)  # by colour: black, white


@dataclass(slots=True)
class Man:
    """One man and the squares it may ever stand on."""

    square: chess.Square
    kind: chess.PieceType
    white: bool
    reach: int
    frozen: bool = True
    promoted: bool = False


def _orthogonal(squares: int) -> int:
    return (squares << 8 | squares >> 8 | (squares & NOT_H) << 1 | (squares & NOT_A) >> 1) & ALL


def diagonal_steps(squares: int) -> int:
    right, left = squares & NOT_H, squares & NOT_A
    return (right << 9 | right >> 7 | left << 7 | left >> 9) & ALL


def _knight(squares: int) -> int:
    found = 0
    while squares:
        lowest = squares & -squares
        found |= KNIGHT_ATTACKS[lowest.bit_length() - 1]
        squares ^= lowest
    return found


def pawn_attacks(squares: int, white: bool) -> int:
    if white:
        return ((squares & NOT_A) << 7 | (squares & NOT_H) << 9) & ALL
    return (squares & NOT_A) >> 9 | (squares & NOT_H) >> 7


def _steps(kind: chess.PieceType, squares: int) -> int:
    """One step of a piece from any of the squares; sliders go step by step."""
    if kind == chess.BISHOP:
        return diagonal_steps(squares)
    if kind == chess.ROOK:
        return _orthogonal(squares)
    if kind == chess.KNIGHT:
        return _knight(squares)
    return diagonal_steps(squares) | _orthogonal(squares)


def _rays(square: chess.Square, occupied: int) -> tuple[int, int]:
    """Squares seen along ranks and files, and along diagonals, up to and including the first occupied one."""
    straight = (
        chess.BB_RANK_ATTACKS[square][chess.BB_RANK_MASKS[square] & occupied]
        | chess.BB_FILE_ATTACKS[square][chess.BB_FILE_MASKS[square] & occupied]
    )
    return straight, chess.BB_DIAG_ATTACKS[square][chess.BB_DIAG_MASKS[square] & occupied]


def attacks_of(kind: chess.PieceType, white: bool, square: chess.Square, occupied: int) -> int:
    """What a piece attacks from a square."""
    if kind == chess.PAWN:
        return PAWN_ATTACKS[white][square]
    if kind == chess.KNIGHT:
        return KNIGHT_ATTACKS[square]
    if kind == chess.KING:
        return KING_ATTACKS[square]
    straight, diagonal = _rays(square, occupied)
    if kind == chess.ROOK:
        return straight
    return diagonal if kind == chess.BISHOP else straight | diagonal


def _attacks(man: Man, square: chess.Square, occupied: int) -> int:
    """What the man, unpromoted, attacks from a square."""
    return attacks_of(man.kind, man.white, square, occupied)


class Reachable:
    """The squares that each man may ever reach, grown until they are complete or a mate within them is thinkable."""

    def __init__(self, board: chess.Board, winner: chess.Color, *, complete: bool = False) -> None:
        self.winner = winner
        self.men = [
            Man(square, piece.piece_type, piece.color, chess.BB_SQUARES[square])
            for square, piece in board.piece_map().items()
        ]
        self.kings = {man.white: man for man in self.men if man.kind == chess.KING}
        # With one man besides the king, the winner never loses it in a line that wins: the loser captures nothing.
        self.loser_captures = sum(man.white == winner for man in self.men) > 2
        self._castling(board)
        self._files = self._pawns_by_file()
        self.thinkable = False  # whether some position within the sets might be mate
        rounds = 0
        while complete and self._grow():
            pass
        while not self.thinkable and self._grow():
            rounds += 1
            if rounds % 2 == 0:  # the sets only grow: once a mate is thinkable, it stays so
                self.thinkable = self._mate_is_thinkable()
        self.thinkable = self.thinkable or self._mate_is_thinkable()

    def _castling(self, board: chess.Board) -> None:
        for rook in chess.scan_forward(board.clean_castling_rights()):
            white = bool(chess.BB_SQUARES[rook] & chess.BB_RANK_1)
            king = self.kings[white]
            rank = 0 if white else 56
            king_to, rook_to = (6, 5) if rook > king.square else (2, 3)
            king.reach |= chess.BB_SQUARES[rank + king_to]
            for man in self.men:
                if man.square == rook:
                    man.reach |= chess.BB_SQUARES[rank + rook_to]

    def _pawns_by_file(self) -> list[list[Man]]:
        files: list[list[Man]] = [[] for _ in range(8)]
        for man in self.men:
            if man.kind == chess.PAWN:
                files[man.square & 7].append(man)
        return [sorted(file, key=lambda man: man.square) for file in files]

    def captures_of(self, white: bool) -> int:
        """Squares on which a side may ever capture."""
        if white != self.winner and not self.loser_captures:
            return 0
        found = 0
        for man in self.men:
            if man.white == white:
                pawn = man.kind == chess.PAWN and not man.promoted
                found |= pawn_attacks(man.reach, white) if pawn else man.reach
        return found

    def _grow(self) -> bool:
        """One round: true while a set grew or a man ceased to be frozen."""
        captures = {white: self.captures_of(white) for white in (True, False)}
        changed = False
        for man in self.men:
            if man.frozen and (
                man.reach & (man.reach - 1) or (man.kind != chess.KING and man.reach & captures[not man.white])
            ):
                man.frozen = False
                changed = True
        frozen = dict.fromkeys((True, False), 0)
        stands = dict.fromkeys((True, False), 0)  # where a man other than the king may stand
        for man in self.men:
            if man.frozen:
                frozen[man.white] |= man.reach
            if man.kind != chess.KING:
                stands[man.white] |= man.reach
        for man in self.men:
            closed = frozen[man.white]
            enemy_king = self.kings[not man.white]
            if enemy_king.frozen:
                closed |= enemy_king.reach
            takes = man.white == self.winner or self.loser_captures
            if not takes:
                closed |= frozen[not man.white]
            grown = self._grown(man, closed & ~man.reach, frozen, stands, captures, takes)
            if grown != man.reach:
                man.reach = grown
                changed = True
        return changed

    def _grown(
        self,
        man: Man,
        closed: int,
        frozen: dict[bool, int],
        stands: dict[bool, int],
        captures: dict[bool, int],
        takes: bool,
    ) -> int:
        if man.promoted:
            return ALL & ~closed
        if man.kind == chess.PAWN:
            reach = man.reach
            pushes = (reach << 8 if man.white else reach >> 8) & ALL
            reach |= pushes & ~frozen[True] & ~frozen[False] & self._open_file(man, captures)
            if takes:
                reach |= pawn_attacks(man.reach, man.white) & stands[not man.white]
            if reach & LAST_RANK[man.white]:
                man.promoted = True
                return ALL & ~closed
            return reach
        if man.kind == chess.KING:
            closed |= self._always_attacked(man, captures) & ~man.reach
        reach, open_squares = man.reach, ALL & ~closed
        while (grown := reach | _steps(man.kind, reach) & open_squares) != reach:
            reach = grown
        return reach

    def _open_file(self, man: Man, captures: dict[bool, int]) -> int:
        """Squares that the other pawns of the file leave to a pawn that never leaves its file.

        An enemy pawn ahead that stays on the file and cannot be taken is never passed; nor is an own one.
        """
        file = chess.BB_FILES[man.square & 7]
        if man.reach & ~file:
            return ALL
        open_squares = ALL
        for other in self._files[man.square & 7]:
            ahead = other.square > man.square if man.white else other.square < man.square
            if not ahead or other.promoted or other.reach & ~file or other.reach & captures[not other.white]:
                continue
            if other.white != man.white:
                stop = other.square
            else:  # the own pawn may advance: never onto or past the last square it can reach
                stop = other.reach.bit_length() - 1 if man.white else (other.reach & -other.reach).bit_length() - 1
            behind = (1 << stop) - 1
            open_squares &= behind if man.white else ALL & ~behind & ~chess.BB_SQUARES[stop]
        return open_squares

    def _always_attacked(self, king: Man, captures: dict[bool, int]) -> int:
        """Squares that are attacked by an enemy man wherever the other men stand within their sets."""
        others = 0
        for man in self.men:
            if man is not king:
                others |= man.reach
        found = 0
        for man in self.men:
            if man.white == king.white or man.promoted or man.reach.bit_count() > 4:
                continue
            if man.kind != chess.KING and man.reach & captures[king.white]:
                continue
            always = ALL
            for square in chess.scan_forward(man.reach):
                always &= _attacks(man, square, others & ~chess.BB_SQUARES[square])
                # a slider's last square may be occupied: it is attacked all the same
            found |= always
        return found

    # the mate test

    def _mate_is_thinkable(self) -> bool:
        """Whether some position within the sets might be mate; false is a proof that none is."""
        loser = self.kings[not self.winner]
        frozen = 0
        for man in self.men:
            if man.frozen:
                frozen |= man.reach
        army = [man for man in self.men if man.white == self.winner and man.kind != chess.KING]
        movers = [man for man in army if not man.frozen]
        fillers = [man for man in self.men if man.white != self.winner and man.kind != chess.KING]
        for square in chess.scan_forward(loser.reach):
            checks = [(man, self._attackers(man, square, frozen)) for man in movers]
            checks = [(man, origins) for man, origins in checks if origins]
            if not checks:
                continue
            escapes = KING_ATTACKS[square] & loser.reach
            if len(movers) == 1 and not movers[0].promoted:
                man, origins = checks[0]
                helpers = [other for other in army if other is not man]
                guarded = self._guarded(helpers, escapes, frozen)
                if any(
                    self._closes(square, escapes & ~guarded & ~self._seen(man, origin, square, frozen), fillers)
                    for origin in chess.scan_forward(origins)
                ):
                    return True
            elif self._closes(square, escapes & ~self._guarded(army, escapes, frozen), fillers):
                return True
        return False

    @staticmethod
    def _seen(man: Man, origin: chess.Square, king: chess.Square, frozen: int) -> int:
        """Squares that the checking man covers from where it checks, through the king it checks."""
        return _attacks(man, origin, frozen & ~chess.BB_SQUARES[king])

    @staticmethod
    def _attackers(man: Man, target: chess.Square, frozen: int) -> int:
        """The squares within the man's set from which it may attack the target."""
        if man.promoted:
            return man.reach
        if man.kind == chess.PAWN:
            return man.reach & PAWN_ATTACKS[not man.white][target]
        if man.kind == chess.KNIGHT:
            return man.reach & KNIGHT_ATTACKS[target]
        straight, diagonal = _rays(target, frozen)
        if man.kind == chess.ROOK:
            return man.reach & straight
        return man.reach & (diagonal if man.kind == chess.BISHOP else straight | diagonal)

    def _guarded(self, men: list[Man], squares: int, frozen: int) -> int:
        found = 0
        for square in chess.scan_forward(squares):
            if any(self._attackers(man, square, frozen) for man in men):
                found |= chess.BB_SQUARES[square]
        return found

    def _closes(self, square: chess.Square, escapes: int, fillers: list[Man]) -> bool:
        """Whether the winner's king, from one square, and the loser's own men can close all these escapes."""
        if not escapes:
            return True
        near = KING_ATTACKS[square] | chess.BB_SQUARES[square]
        covers = {
            KING_ATTACKS[king] & escapes for king in chess.scan_forward(self.kings[self.winner].reach & ~near)
        } | {0}
        return any(_filled(list(chess.scan_forward(escapes & ~cover)), fillers) for cover in covers)


def _filled(squares: list[chess.Square], fillers: list[Man]) -> bool:
    """Whether distinct men can stand on all the squares (a matching, by augmenting paths)."""
    if len(squares) > len(fillers):
        return False
    holder: dict[int, int] = {}

    def place(i: int, tried: set[int]) -> bool:
        for j, man in enumerate(fillers):
            if j not in tried and man.reach & chess.BB_SQUARES[squares[i]]:
                tried.add(j)
                if j not in holder or place(holder[j], tried):
                    holder[j] = i
                    return True
        return False

    return all(place(i, set()) for i in range(len(squares)))


def static_proof(board: chess.Board, winner: chess.Color) -> Proof | None:
    """A proof that `winner` cannot mate, or None: nothing shown.

    With an en passant capture on the board nothing is concluded, since it is a move the sets do not describe.
    """
    if board.ep_square is not None and board.has_legal_en_passant():
        return None
    sets = Reachable(board, winner)
    if sets.thinkable:
        return None
    return Proof(
        ProofKind.STATIC,
        frozen=tuple(sorted(man.square for man in sets.men if man.frozen)),
        region=tuple(chess.scan_forward(sets.kings[not winner].reach)),
    )


class StaticMemory:
    """The static test for many positions of one search, remembered by the placement of all men but the kings.

    A proof holds for every placement of the kings inside its sets, since the sets are closed under all moves. After
    two failures the same placement is not tried again: to prove nothing is always allowed.
    """

    TRIES = 2

    def __init__(self, winner: chess.Color) -> None:
        self.winner = winner
        self._proven: dict[tuple[int, ...], list[tuple[int, int]]] = {}
        self._failed: dict[tuple[int, ...], int] = {}

    def shows_hopeless(self, board: chess.Board) -> bool:
        if board.ep_square is not None and board.has_legal_en_passant():
            return False
        shape = (
            board.pawns, board.knights, board.bishops, board.rooks, board.queens,
            board.occupied_co[chess.WHITE] & ~board.kings, board.castling_rights,
        )  # fmt: skip
        white = board.kings & board.occupied_co[chess.WHITE]
        black = board.kings & board.occupied_co[chess.BLACK]
        if any(white & w and black & b for w, b in self._proven.get(shape, ())):
            return True
        if self._failed.get(shape, 0) >= self.TRIES:
            return False
        sets = Reachable(board, self.winner)
        if sets.thinkable:
            self._failed[shape] = self._failed.get(shape, 0) + 1
            return False
        self._proven.setdefault(shape, []).append((sets.kings[chess.WHITE].reach, sets.kings[chess.BLACK].reach))
        return True
