"""Games in PGN: read in the piece letters of any language, and written.

PGN asks for English letters, but many files keep those of their country. A file whose letters are not English, or whose
moves make no sense in English, is tried in the languages of `notation.LETTERS`; the first one in which every move is
legal is taken. A word that looks like a move and is none ends the game there and stands in its `errors`.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from typing import Protocol, TypeVar

import chess
import chess.pgn

from arbitro.errors import ArbitroError
from arbitro.i18n import current_language, gettext_for
from arbitro.laws.notation import BLACK_FIGURINES, LETTERS, letters
from arbitro.laws.replay import play

_ = gettext_for("laws")

_TAG = re.compile(r'\s*\[\w+\s+"')
_NOT_MOVES = re.compile(r'(\{[^}]*(?:\}|\Z)|;[^\n]*|^\s*\[\w+\s+"[^\n]*$|^%[^\n]*$)', re.MULTILINE)
_LETTER = r"([^\W\d_][^\W\d_a-hx]?|[♔-♟])"
_MAN = re.compile(rf"(?<![^\W\d_]){_LETTER}(?=[a-h]?[1-8]?[-x:×]?[a-h][1-8])")
_PROMOTED = re.compile(rf"(?<=[a-h][18])(=?\(?){_LETTER}(?![^\W\d_])")
_WORD = re.compile(r"(?:\d+\s*\.[.\s…]*)?([^\s(){}$.]+(?:\.[^\s(){}$]*)?)")
_MOVE = re.compile(rf"{_LETTER}?[a-h]?[1-8]?[-x:×]?[a-h][1-8](?:=?\(?{_LETTER})?(?:\s?[ae]\.?p)?")
_CLK = re.compile(r"\[%clk\s+(\d+):(\d{1,2}):(\d{1,2}(?:\.\d+)?)\s*\]")
_FIGURINES = dict(zip((*LETTERS["figurine"], *BLACK_FIGURINES), (*LETTERS["en"], *LETTERS["en"]), strict=True))


_SAN = r"(?:[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](?:=?[QRBN])?|O-O(?:-O)?)[+#]?[!?]{0,2}"
# The last + gives nothing back: endless blanks cost one look.
_ENGLISH = re.compile(rf"(?:\s+|\d+\.+|{_SAN}(?=[\s)]|\Z)|\$\d+|[()]|1-0|0-1|1/2-1/2|\*)*+")

_TOKEN = re.compile(
    rf"\s*+(?:(?:\d++\.++\s*+)?(?P<san>{_SAN})(?!\S)(?:\s*+\{{(?P<after>[^{{}}]*+)\}})?"
    r"|\d++\.++|\{(?P<comment>[^{}]*+)\}|\$\d++(?!\S)|(?P<result>1-0|0-1|1/2-1/2|\*)(?!\S)"
    r'|(?m:^)\[(?P<name>[A-Za-z]\w*)[ ]"(?P<value>[^"\r\n]*)"\](?=\r?\n)|\Z)'
)


LONG_LINE = 10_000  # letters


class _Read(Protocol):
    """What every form of a game has after reading."""

    errors: list[Exception]

    @property
    def variations(self) -> Sequence[object]: ...


G = TypeVar("G", bound=_Read)


class _Builder(chess.pgn.GameBuilder[chess.pgn.Game]):
    """Keeps errors with the game instead of logging them."""

    def handle_error(self, error: Exception) -> None:
        self.game.errors.append(error)


class Mainline:
    """A game without its variations: tags, moves, clock times (seconds), the result after the moves, the last board."""

    def __init__(self) -> None:
        self.headers = chess.pgn.Headers()
        self.moves: list[chess.Move] = []
        self.clocks: list[int | None] = []
        self.errors: list[Exception] = []
        self.result = ""
        self.board: chess.Board | None = None

    @property
    def variations(self) -> Sequence[object]:
        return self.moves


class _Lines(chess.pgn.BaseVisitor[Mainline]):
    """Reads the main line alone, in half the time of a tree."""

    def begin_game(self) -> None:
        self.game = Mainline()

    def begin_headers(self) -> chess.pgn.Headers:
        return self.game.headers

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        self.game.headers[tagname] = tagvalue

    def visit_board(self, board: chess.Board) -> None:
        self.game.board = board

    def visit_move(self, board: chess.Board, move: chess.Move) -> None:
        self.game.moves.append(move)
        self.game.clocks.append(None)

    def visit_comment(self, comment: str) -> None:
        if self.game.clocks and (clock := _CLK.search(comment)):
            self.game.clocks[-1] = _seconds(clock)

    def begin_variation(self) -> chess.pgn.SkipType:
        return chess.pgn.SKIP

    def visit_result(self, result: str) -> None:
        self.game.result = result

    def handle_error(self, error: Exception) -> None:
        self.game.errors.append(error)

    def result(self) -> Mainline:
        return self.game


def read_pgn(text: str, language: str | None = None) -> list[chess.pgn.Game]:
    """Every game of a PGN text; without a language its piece letters are found out."""
    games = [game for part in _parts(text.lstrip("\ufeff")) for game in _games(part, language, _Builder)]
    if not games:
        raise ArbitroError(_("no game in PGN form was found"))
    return games


def read_mainlines(text: str) -> Iterator[Mainline]:
    """The same without variations and without a tree, one game after the other: for whole files."""
    for part in _parts(text.lstrip("\ufeff")):
        game = _plain(part)
        yield from [game] if game is not None else _games(part, None, _Lines)


def _plain(part: str) -> Mainline | None:
    """A game as most programs write it: English letters, no variation, the usual start, every move legal.

    Three times as quick as the tree; None: the text needs the whole reader.
    """
    game = Mainline()
    board = game.board = chess.Board()
    place = 0
    for token in _TOKEN.finditer(part):
        if token.start() != place:
            return None
        place = token.end()
        kind = token.lastgroup
        if game.result and kind is not None:
            return None
        if kind in ("san", "after"):
            try:
                game.moves.append(play(board, token["san"]))
            except ValueError:
                return None
            clock = _CLK.search(token["after"]) if kind == "after" else None
            game.clocks.append(_seconds(clock) if clock else None)
        elif kind == "comment":
            if game.clocks and (clock := _CLK.search(token["comment"])):
                game.clocks[-1] = _seconds(clock)
        elif kind == "value":
            if game.moves or token["name"] in ("FEN", "Variant", "SetUp"):
                return None
            game.headers[token["name"]] = token["value"]
        elif kind == "result":
            game.result = token["result"]
    return game if place == len(part) and game.result else None


def _seconds(clock: re.Match[str]) -> int:
    hours, minutes, seconds = clock.groups()
    return 3600 * int(hours) + 60 * int(minutes) + int(float(seconds))


def _parts(text: str) -> Iterator[str]:
    """The text cut before every block of tags that follows moves."""
    part: list[str] = []
    moves = comment = False
    for line in text.splitlines(keepends=True):
        event = line.startswith('[Event "')  # begins a game even where a comment before it was never closed
        tag = event or (not comment and _TAG.match(line) is not None)
        if tag and moves:
            yield "".join(part)
            part, moves, comment = [], False, False
        part.append(line)
        if not tag:
            moves |= bool(line.strip())
            comment = (line.rfind("{") > line.rfind("}")) or (comment and "}" not in line)
    yield "".join(part)


class Unclosed(ValueError):
    """A comment or a variation that never ends: its first words."""


def unplayed(error: Exception) -> str:
    """The word at which the reading of a game stopped; nothing where its error names none."""
    return str(error).partition("'")[2].partition("'")[0]


def _games(part: str, language: str | None, builder: type[chess.pgn.BaseVisitor[G]]) -> list[G]:
    games = _read(part, language, builder)
    if games and (begun := _unclosed(part)) is not None:
        games[-1].errors.append(Unclosed(" ".join(part[begun : begun + 30].split())))
    return games


def _unclosed(part: str) -> int | None:
    """Where a comment or a variation begins that never ends."""
    if part.rfind("{") <= part.rfind("}") and part.count("(") == part.count(")"):
        return None
    comments = [match for match in _NOT_MOVES.finditer(part) if match[0].startswith("{")]
    if comments and not comments[-1][0].endswith("}"):
        return comments[-1].start()
    open_at: list[int] = []
    for bracket in re.finditer(r"[()]", _moves_only(part)):
        if bracket[0] == "(":
            open_at.append(bracket.start())
        elif open_at:
            open_at.pop()
    return open_at[-1] if open_at else None


def _read(part: str, language: str | None, builder: type[chess.pgn.BaseVisitor[G]]) -> list[G]:
    if language is None and _ENGLISH.fullmatch(_NOT_MOVES.sub(" ", part)):
        games = _parsed(part, builder)
        if not any(game.errors for game in games):
            return games
    if (odd := _unreadable(part)) is not None:
        return _up_to(part, odd, language, builder)
    used = _letters_of(part)
    tried: list[G] | None = None
    for candidate in [language] if language else _languages(used):
        games = _parsed(_in_english(part, candidate), builder)
        if not any(game.errors for game in games):
            return games
        tried = tried if tried is not None else games
    if tried is not None:
        return tried
    known = {"P", *LETTERS["en"], *_FIGURINES}  # nobody has all these letters: read up to the first that is not English
    return _up_to(part, next(m.start() for m in _men(part) if m[m.lastindex or 1] not in known), "en", builder)


def _up_to(part: str, place: int, language: str | None, builder: type[chess.pgn.BaseVisitor[G]]) -> list[G]:
    """The games as far as they can be read, the last one with the word that cannot."""
    games = _games(part[:place] + " *", language, builder) or [_empty(builder)]
    games[-1].errors.append(ValueError(f"{part[place:].split()[0]!r}"))
    return games


def _empty(builder: type[chess.pgn.BaseVisitor[G]]) -> G:
    visitor = builder()
    visitor.begin_game()
    return visitor.result()


def _unreadable(part: str) -> int | None:
    """The place of the first word that looks like a move (letters and digits) and is none."""
    for word in _WORD.finditer(_moves_only(part)):
        said = word[1].rstrip("+#!?=).,")
        if re.search(r"[^\W\d_]", said) and re.search(r"\d", said) and not _MOVE.fullmatch(said):
            return word.start(1)
    return None


def _parsed(text: str, builder: type[chess.pgn.BaseVisitor[G]]) -> list[G]:
    try:
        return _built(text, builder)
    except IndexError:  # python-chess breaks down on brackets that do not match
        return _built(_without_variations(text, _moves_only(text)), builder)


def _built(text: str, builder: type[chess.pgn.BaseVisitor[G]]) -> list[G]:
    if max(map(len, text.split("\n"))) > LONG_LINE:  # python-chess copies the rest of a line after each comment
        text = text.replace("}", "}\n")
    stream = io.StringIO(text)
    games = []
    while (game := chess.pgn.read_game(stream, Visitor=builder)) is not None:
        if game.variations or game.errors or _TAG.search(text):
            games.append(game)
    return games


def _moves_only(text: str) -> str:
    """The text with blanks for tags and comments, so that every place stays where it is."""
    return _NOT_MOVES.sub(lambda match: re.sub(r"\S", " ", match[0]), text)


def _without_variations(text: str, blank: str) -> str:
    kept, depth = [], 0
    for letter, seen in zip(text, blank, strict=True):
        depth += seen == "("
        if depth == 0 and seen != ")":
            kept.append(letter)
        depth = max(0, depth - (seen == ")"))
    return "".join(kept)


def _languages(used: set[str]) -> list[str]:
    """The languages that have all these letters: English, the reader's own, then the others."""
    order = dict.fromkeys(("en", current_language(), *LETTERS))
    return [name for name in order if used <= {*letters(name), *_FIGURINES} | ({"P"} if name == "en" else set())]


def _men(text: str) -> Iterator[re.Match[str]]:
    """The letters that stand for pieces, outside tags and comments, with their places in the text."""
    blank = _moves_only(text)
    found = [*_MAN.finditer(blank), *_PROMOTED.finditer(blank)]
    yield from sorted((m for m in found if not m[m.lastindex or 1][0].islower()), key=lambda match: match.start())


def _letters_of(text: str) -> set[str]:
    return {match[match.lastindex or 1] for match in _men(text)}


def _in_english(text: str, language: str) -> str:
    """The same games with English piece letters."""
    names = _FIGURINES | dict(zip(letters(language), LETTERS["en"], strict=True))
    pieces, end = [], 0
    for match in _men(text):
        group = match.lastindex or 1
        pieces += [text[end : match.start(group)], names.get(match[group], match[group])]
        end = match.end(group)
    return "".join((*pieces, text[end:]))
