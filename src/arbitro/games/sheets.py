"""Scoresheets (8.1): moves as people write them, and two sheets side by side.

e4 e5 Cf3 Cc6          piece letters of any language; signs of capture and check may be missing
cf3                    a small letter, where nothing else can be meant
e4e5Cf3Cc6             moves without a space between them, where only one legal reading divides them
Cf3?                   a move that could hardly be read: a doubt
Cf3 1:23               the clock after the move, hours and minutes (or 1:23:45)
"""

from __future__ import annotations

import re
from collections import deque
from dataclasses import dataclass, replace
from itertools import islice, takewhile

import chess

from arbitro.games.game import RecordedGame, Source, start_board
from arbitro.i18n import gettext_for
from arbitro.laws.notation import (
    COMMENT,
    MoveError,
    languages,
    letters,
    numbered,
    read_move,
    split_moves,
    stated_result,
)

_ = gettext_for("games")
_CLOCK = re.compile(r"(\d{1,2}):([0-5]\d)(?::([0-5]\d))?")
_SQUARE, _SQUARES = re.compile("[a-h][1-8]"), re.compile("[a-h][1-8][a-h][1-8]")
_CASTLES = re.compile("([0OО]-?[0OО])(-?[0OО])?[+#!?]*", re.IGNORECASE)
_ENDS = re.compile("[a-h][1-8]|[0OО]-?[0OО]", re.IGNORECASE)
_SIGNS = re.compile(r"[+#!?†‡]*")
_PROMOTED = re.compile(r"(?<=[18])=?\(?[^\W\d_]\)?[+#!?†‡]*")
_SMALL_PROMOTED = re.compile(r"(?<=[a-h][18])=?[a-z](?=[+#!?]*$)")
_ONE = re.compile(r"[^\W\d_]{0,2}[a-h]?[1-8]?[-x:×]?[a-h][1-8][+#!?†‡]*")
_JOINED = frozenset(" -x:×=()")  # no move begins so
MOST_WAYS = 16  # to divide a word


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
    at: int = -1  # where the word stands in the text


@dataclass(frozen=True, slots=True)
class Typed:
    """A game as far as it was read."""

    game: RecordedGame
    stopped: Stop | None = None
    language: str = "en"  # of the piece letters
    passed: tuple[str, ...] = ()  # the words before the one at which the reading stops

    def kept(self) -> RecordedGame:
        """The game up to the place that cannot be played, which is marked, and what follows it in words."""
        if (stop := self.stopped) is None:
            return self.game
        return replace(self.game, stopped=f"{stop.number} {stop.word}", rest=" ".join(stop.after))


@dataclass(frozen=True, slots=True)
class SheetDifference:
    """A half-move (from 1) at which two sheets say different things; empty: the sheet has ended."""

    ply: int
    one: str
    other: str


def typed(text: str, start: str = "", notation: str | None = None) -> Typed:
    """Read a sheet in the piece letters of a language, or in those that take it farthest (the reader's own first)."""
    words = split_moves(text)
    best: Typed | None = None
    used = {letter for letter in text if letter.isupper()} - {"O", "О"}
    known = [language for language in languages() if used <= set("".join(letters(language)))]
    for language in [notation] if notation else known or languages():
        sheet = _read(words, start, language)
        if best is None or len(sheet.game.line) > len(best.game.line):
            best = sheet
        if sheet.stopped is None:
            break
    assert best is not None
    if best.stopped is not None:
        best = replace(best, stopped=replace(best.stopped, at=_place(text, best.passed, best.stopped.word)))
    return replace(best, game=replace(best.game, result=stated_result(text)))


def _place(text: str, passed: tuple[str, ...], word: str) -> int:
    """Where a word stands in a text, after those that were read."""
    bare, at = COMMENT.sub(lambda found: " " * len(found[0]), text), 0
    for read in passed:
        at = max(at, bare.find(read, at) + len(read))
    return bare.find(word, at)


def _read(words: list[str], start: str, language: str) -> Typed:
    board = start_board(start)
    line: list[str] = []
    clocks: list[int | None] = []
    doubts: list[int] = []
    stop = None
    ahead = deque(words)
    passed: list[str] = []
    squares = False  # has the sheet a move that is written as two squares?
    while ahead:
        word = ahead.popleft()
        if (clock := _CLOCK.fullmatch(word)) and clocks:
            hours, minutes, seconds = (int(part or 0) for part in clock.groups())
            clocks[-1] = 3600 * hours + 60 * minutes + seconds
            passed.append(word)
            continue
        try:
            if not (squares and _SQUARES.match(word)) and len(parts := divided(board, word, language)) > 1:
                ahead.extendleft(reversed(parts[1:]))
                word = parts[0]
            move = _move(board, word, language)
        except MoveError as error:
            readings = _readings(board, word, language)
            stop = Stop(len(line) + 1, numbered(board), word, error.reason, readings, tuple(ahead))
            break
        squares |= _SQUARES.match(word) is not None
        if word.endswith("?") and not word.endswith("!?"):
            doubts.append(len(line) + 1)
        line.append(move.uci())
        clocks.append(None)
        board.push(move)
        passed.append(word)
    times = tuple(clocks) if any(clock is not None for clock in clocks) else ()
    game = RecordedGame(start, tuple(line), times, source=Source.TYPED, doubts=tuple(doubts))
    return Typed(game, stop, language, tuple(passed))


@dataclass(frozen=True, slots=True)
class _Way:
    """The beginning of a word divided into moves; `small`: how many of them have a small letter for a piece."""

    parts: tuple[str, ...]
    board: chess.Board
    small: int = 0


def divided(board: chess.Board, word: str, language: str) -> list[str]:
    """The moves of a word without spaces between them; the word itself where it is one move, or none.

    Every way to divide it is tried. Hardly ever two are legal: no square is both where a piece comes to and where one
    of the same side leaves from. The fewest small letters for pieces are meant; two such ways are ambiguous. A word
    that can be read in part is divided as far as that goes, and the reading stops at the move that cannot be played.
    """
    if not _ENDS.search(word) or _ends(word, 0)[:2] == [len(word)]:
        return [word]
    reached: dict[int, list[_Way]] = {0: [_Way((), board)]}
    for place in range(len(word)):
        for way in reached.get(place, [])[:MOST_WAYS]:
            for end in _ends(word, place):
                part = word[place:end]
                try:
                    move = _move(way.board, part, language)
                except MoveError:
                    continue
                kind = way.board.piece_type_at(move.from_square)
                small = part[0].islower() and kind != chess.PAWN and _SQUARES.match(part) is None
                after = way.board.copy(stack=False)
                after.push(move)
                reached.setdefault(end, []).append(_Way((*way.parts, part), after, way.small + small))
    farthest = max(reached)
    least = min(way.small for way in reached[farthest])
    ways = [way for way in reached[farthest] if way.small == least]
    if len(ways) > 1:
        columns = zip(*(way.parts for way in ways), strict=False)
        sure = [parts[0] for parts in takewhile(lambda parts: len(set(parts)) == 1, columns)]
        if not sure:
            raise MoveError(word, lambda: _("may be read in two ways: put a space between the moves"))
        return [*sure, word[len("".join(sure)) :]]
    rest = word[farthest:]
    if rest[:1] in _JOINED:  # e4-e5: one move, which cannot be played
        return [word]
    one = _ONE.match(rest)
    cut = one.end() if one else len(rest)
    return [part for part in (*ways[0].parts, rest[:cut], rest[cut:]) if part]


def _ends(word: str, place: int) -> list[int]:
    """Where the move that begins at a place of a word may end: after castling, or after its first or second square
    with the piece of a promotion or without; a whole word may be a move in any form."""
    if castles := _CASTLES.match(word, place):
        return [castles.end(1), castles.end()] if castles[2] else [castles.end()]
    if word[place] in _JOINED:
        return []
    squares = [square.end() for square in islice(_SQUARE.finditer(word, place), 2)]
    tails = {tail.end() for end in squares for form in (_SIGNS, _PROMOTED) if (tail := form.match(word, end))}
    return sorted(tails if place else tails | {len(word)})


def _move(board: chess.Board, word: str, language: str) -> chess.Move:
    """The move that a word means; a small letter may stand for a piece where the word means nothing else."""
    piece = word[:1].upper() + word[1:]
    twice = re.match(r"([a-h])\1[1-8]", word)  # cc6: nobody names the file of a pawn that stays on it
    forms = [piece, word] if twice else [word, piece]
    if _SMALL_PROMOTED.search(word):
        forms.append(_SMALL_PROMOTED.sub(lambda found: found[0].upper(), word))
    errors: list[MoveError] = []
    for form in dict.fromkeys(forms):
        try:
            return read_move(board, form, language)
        except MoveError as error:
            errors.append(error)
    raise MoveError(word, next((error for error in errors if error.readable), errors[0]).why)


def _readings(board: chess.Board, word: str, language: str) -> tuple[str, ...]:
    """The legal moves that a word may mean: those to its square, by the piece that its letter names."""
    target = re.search(r"([a-h][1-8])\D*$", word)
    if target is None:
        return ()
    moves = []
    for move in board.legal_moves:
        if chess.square_name(move.to_square) != target[1]:
            continue
        origin = chess.square_name(move.from_square)
        letter = re.match(r"[^\W\d_a-h]+|[♔-♟]", word)
        full = f"{letter[0] if letter else ''}{origin}{target[1]}"
        try:
            if read_move(board, full, language) == move:
                moves.append(board.san(move))
        except MoveError:
            continue
    return tuple(sorted(moves))


def compare(one: RecordedGame, other: RecordedGame) -> list[SheetDifference]:
    """Where two sheets of one game differ, half-move by half-move."""
    first, second = one.sans(), other.sans()
    length = max(len(first), len(second))
    return [
        SheetDifference(ply, a, b)
        for ply, a, b in zip(range(1, length + 1), _padded(first, length), _padded(second, length), strict=True)
        if a != b
    ]


def _padded(sans: list[str], length: int) -> list[str]:
    return sans + [""] * (length - len(sans))
