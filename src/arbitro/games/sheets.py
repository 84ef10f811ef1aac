"""Scoresheets (8.1): moves as people write them, and two sheets side by side.

e4 e5 Cf3 Cc6          piece letters of any language; signs of capture and check may be missing
cf3                    a small letter, where nothing else can be meant
Cf3?                   a move that could hardly be read: a doubt
Cf3 1:23               the clock after the move, hours and minutes (or 1:23:45)
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

import chess

from arbitro.games.game import Game, Source, start_board
from arbitro.i18n import gettext_for
from arbitro.laws.notation import MoveError, languages, numbered, read_move, split_moves

_ = gettext_for("games")
_CLOCK = re.compile(r"(\d{1,2}):([0-5]\d)(?::([0-5]\d))?")


@dataclass(frozen=True, slots=True)
class Stop:
    """Where reading ended: the half-move (from 1), its number as sheets write it, the word, the reason, what it may
    mean."""

    ply: int
    number: str
    word: str
    reason: str
    readings: tuple[str, ...] = ()  # SAN of the moves that an ambiguous word may mean
    after: tuple[str, ...] = ()  # the words that follow


@dataclass(frozen=True, slots=True)
class Typed:
    """A game as far as it was read."""

    game: Game
    stopped: Stop | None = None
    language: str = "en"  # of the piece letters

    def kept(self) -> Game:
        """The game up to the place that cannot be played, which is marked, and what follows it in words."""
        if (stop := self.stopped) is None:
            return self.game
        return replace(self.game, stopped=f"{stop.number} {stop.word}", rest=" ".join(stop.after))


@dataclass(frozen=True, slots=True)
class Difference:
    """A half-move (from 1) at which two sheets say different things; empty: the sheet has ended."""

    ply: int
    one: str
    other: str


def typed(text: str, start: str = "") -> Typed:
    """Read a sheet in the piece letters that take it farthest; the reader's own come first."""
    words = split_moves(text)
    result = re.search(r"(1-0|0-1|1/2-1/2|½-½|\*)\s*$", text.strip())
    best: Typed | None = None
    for language in languages():
        found = _read(words, start, language)
        if best is None or len(found.game.line) > len(best.game.line):
            best = found
        if found.stopped is None:
            break
    assert best is not None
    said = result[1].replace("½-½", "1/2-1/2") if result else "*"
    return replace(best, game=replace(best.game, result=said))


def _read(words: list[str], start: str, language: str) -> Typed:
    board = start_board(start)
    line: list[str] = []
    clocks: list[int | None] = []
    doubts: list[int] = []
    stop = None
    for place, word in enumerate(words, 1):
        if (clock := _CLOCK.fullmatch(word)) and clocks:
            hours, minutes, seconds = (int(part or 0) for part in clock.groups())
            clocks[-1] = 3600 * hours + 60 * minutes + seconds
            continue
        try:
            move = _move(board, word, language)
        except MoveError as error:
            number = numbered(board)
            readings = _readings(board, word, language)
            stop = Stop(len(line) + 1, number, word, error.reason, readings, tuple(words[place:]))
            break
        if word.endswith("?") and not word.endswith("!?"):
            doubts.append(len(line) + 1)
        line.append(move.uci())
        clocks.append(None)
        board.push(move)
    times = tuple(clocks) if any(clock is not None for clock in clocks) else ()
    game = Game(start, tuple(line), times, source=Source.TYPED, doubts=tuple(doubts))
    return Typed(game, stop, language)


def _move(board: chess.Board, word: str, language: str) -> chess.Move:
    """The move that a word means; a small letter may stand for a piece where the word means nothing else."""
    piece = word[:1].upper() + word[1:]
    twice = re.match(r"([a-h])\1[1-8]", word)  # cc6: nobody names the file of a pawn that stays on it
    first, second = (piece, word) if twice else (word, piece)
    try:
        return read_move(board, first, language)
    except MoveError as error:
        try:
            return read_move(board, second, language)
        except MoveError:
            raise error from None


def _readings(board: chess.Board, word: str, language: str) -> tuple[str, ...]:
    """The legal moves that a word may mean: those to its square, by the piece that its letter names."""
    target = re.search(r"([a-h][1-8])\D*$", word)
    if target is None:
        return ()
    found = []
    for move in board.legal_moves:
        if chess.square_name(move.to_square) != target[1]:
            continue
        origin = chess.square_name(move.from_square)
        letter = re.match(r"[^\W\d_a-h]+|[♔-♟]", word)
        full = f"{letter[0] if letter else ''}{origin}{target[1]}"
        try:
            if read_move(board, full, language) == move:
                found.append(board.san(move))
        except MoveError:
            continue
    return tuple(sorted(found))


def compare(one: Game, other: Game) -> list[Difference]:
    """Where two sheets of one game differ, half-move by half-move."""
    first, second = one.sans(), other.sans()
    length = max(len(first), len(second))
    return [
        Difference(ply, a, b)
        for ply, a, b in zip(range(1, length + 1), _padded(first, length), _padded(second, length), strict=True)
        if a != b
    ]


def _padded(sans: list[str], length: int) -> list[str]:
    return sans + [""] * (length - len(sans))
