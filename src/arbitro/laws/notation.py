"""Notation: writing and reading moves (Appendix C), figurines, the announcements of Appendix D.

    article       matter                                       function
    C.2, C.3      piece letters by language                    LETTERS
    C.8-C.13      short, shorter (no signs) and long form      write_move, read_move, read_any, play_written
    3.1-3.9       why a written move cannot be played          why_unplayed
    C.10          which of two like pieces                     write_move (file, else rank, else both)
    C             other notations are not evidence             conforms
    D.2.1         spoken form with file names and German       announce

Reading is generous (x, +, #, =, hyphens, O or 0, doubled signs are optional); writing is strict.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property, partial

import chess

from arbitro.errors import ArbitroError
from arbitro.i18n import LANGUAGES, current_language, gettext_for
from arbitro.laws.why_not import why_no_castling, why_not
from arbitro.texts import table

_ = gettext_for("laws")

# King, queen, rook, bishop, knight; pawns carry no letter (C.4).
LETTERS: dict[str, tuple[str, ...]] = {language: tuple(row) for language, row in table("letters").items()}
BLACK_FIGURINES = ("♚", "♛", "♜", "♝", "♞")
KINDS = (chess.KING, chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT)
EN_PASSANT = {"en": "e.p.", "de": "e.p.", "nl": "e.p.", "fr": "e.p.", "figurine": "e.p."}  # elsewhere: a.p.

FILE_NAMES = ("Anna", "Bella", "Cesar", "David", "Eva", "Felix", "Gustav", "Hector")
RANK_NAMES = ("eins", "zwei", "drei", "vier", "fuenf", "sechs", "sieben", "acht")
PIECE_NAMES = {
    chess.KING: "Koenig", chess.QUEEN: "Dame", chess.ROOK: "Turm",
    chess.BISHOP: "Laeufer", chess.KNIGHT: "Springer", chess.PAWN: "Bauer",
}  # fmt: skip
LONG_CASTLING, SHORT_CASTLING = "Lange Rochade", "Kurze Rochade"


class NotationForm(Enum):
    """C: how much is written."""

    SHORT = "short"  # Cxd6, exd6 a.p.
    SHORTER = "shorter"  # Cd6, ed6
    LONG = "long"  # Ce4xd6, e5xd6 a.p.


def letters(language: str) -> tuple[str, ...]:
    """The piece letters of a language; an unknown language is refused."""
    try:
        return LETTERS[language]
    except KeyError:
        raise ArbitroError(
            _("no piece letters for {language!r}: one of {known}").format(
                language=language, known=", ".join(sorted(LETTERS))
            )
        ) from None


def write_move(
    board: chess.Board,
    move: chess.Move,
    language: str = "en",
    *,
    form: NotationForm = NotationForm.SHORT,
    suffixes: bool = True,
) -> str:
    """The move as a player writes it; `suffixes` adds + and # (C: optional)."""
    if not board.is_legal(move):
        raise ArbitroError(_("{move} is not a legal move").format(move=move.uci()))
    names = dict(zip(KINDS, letters(language), strict=True))
    if board.is_castling(move):
        text = "0-0" if board.is_kingside_castling(move) else "0-0-0"
    else:
        kind = board.piece_type_at(move.from_square)
        assert kind is not None
        capture = board.is_capture(move)
        target = chess.square_name(move.to_square)
        if form is NotationForm.LONG:
            origin = chess.square_name(move.from_square)
        elif kind == chess.PAWN:
            origin = chess.FILE_NAMES[chess.square_file(move.from_square)] if capture else ""
        else:
            origin = _origin(board, move, kind)
        sign = "x" if capture and form is not NotationForm.SHORTER else ""
        text = names.get(kind, "") + origin + sign + target
        if move.promotion:
            text += names[move.promotion]
        if board.is_en_passant(move) and form is not NotationForm.SHORTER:
            text += " " + EN_PASSANT.get(language, "a.p.")
    if suffixes:
        after = board.copy(stack=False)
        after.push(move)
        if after.is_checkmate():
            text += "#"
        elif after.is_check():
            text += "+"
    return text


def _origin(board: chess.Board, move: chess.Move, kind: chess.PieceType) -> str:
    """C.10: the file if that is enough, else the rank, else both (three or more like pieces)."""
    rivals = [
        other.from_square
        for other in board.legal_moves
        if other.to_square == move.to_square
        and other.from_square != move.from_square
        and board.piece_type_at(other.from_square) == kind
        and not board.is_castling(other)
    ]
    if not rivals:
        return ""
    name = chess.square_name(move.from_square)
    if all(chess.square_file(rival) != chess.square_file(move.from_square) for rival in rivals):
        return name[0]
    if all(chess.square_rank(rival) != chess.square_rank(move.from_square) for rival in rivals):
        return name[1]
    return name


_MARKS = re.compile(r"\s*(?:a\.?\s?p\.?|e\.?\s?p\.?)\s*$|[+#!?†‡]+$|\(=\)$|\s+$", re.IGNORECASE)
_CASTLING = re.compile(r"^[0OО]-?[0OО](-?[0OО])?$", re.IGNORECASE)


def _no_move() -> str:
    return _("not a move in algebraic notation")


class MoveError(ArbitroError):
    """A written move that cannot be played: what stands there, and why not, found out when it is asked; `readable`: it
    is a move in notation."""

    def __init__(self, written: str, why: Callable[[], str]) -> None:
        super().__init__(written)
        self.written, self.why, self.readable = written, why, why is not _no_move

    @cached_property
    def reason(self) -> str:
        return self.why()

    def __str__(self) -> str:
        return f"{self.written[:60]!r}: {self.reason}"


def read_move(board: chess.Board, text: str, language: str = "en") -> chess.Move:
    """A written move, in any form the Laws allow; what is illegal or ambiguous is refused with the reason."""
    move = _read(board, text, language)
    if isinstance(move, chess.Move):
        return move
    raise MoveError(text, move)


def languages() -> list[str]:
    """The languages of piece letters: the reader's own first, then those of the program, then the others."""
    return list(dict.fromkeys((current_language(), *LANGUAGES, *LETTERS)))


def read_any(board: chess.Board, text: str) -> chess.Move:
    """A move written in any language of piece letters; the reason why not is that of the first that can read it."""
    errors: list[MoveError] = []
    for language in languages():
        try:
            return read_move(board, text, language)
        except MoveError as error:
            errors.append(error)
    raise next((error for error in errors if error.readable), errors[0])


def why_unplayed(board: chess.Board, text: str, *, first: str = "en") -> str:
    """Why a word of a game cannot be played, tried in one language of piece letters before the others; nothing where
    one of them can play it."""
    if not text:
        return ""
    try:
        read_move(board, text, first)
    except MoveError as error:
        if error.readable:
            return error.reason
        try:
            read_any(board, text)
        except MoveError as other:
            return other.reason
    return ""


def written_origin(board: chess.Board, text: str) -> chess.Square | None:
    """The square of the piece that a written move means, legal or not; None where the text does not tell."""
    body = text.strip().lower()
    if re.fullmatch(r"[a-h][1-8][a-h][1-8][qrbn]?", body):
        return chess.parse_square(body[:2])
    for language in languages():
        kind, rest = _piece_letter(text.strip(), language)
        squares = [square for square in board.pieces(kind, board.turn) if kind != chess.PAWN]
        if len(squares) == 1 and re.fullmatch(r"([a-h])?([1-8])?[-x:×]?[a-h][1-8][+#]?", rest):
            return squares[0]
    return None


def _read(board: chess.Board, text: str, language: str) -> chess.Move | Callable[[], str]:
    """The move, or who can tell why there is none."""
    body = text.strip()
    while (shorter := _MARKS.sub("", body)) != body:
        body = shorter
    if _CASTLING.match(body):
        long = len(re.sub("[^0OО]", "", body, flags=re.IGNORECASE)) == 3
        castlings = [m for m in board.generate_castling_moves() if board.is_queenside_castling(m) == long]
        return castlings[0] if castlings else partial(why_no_castling, board, long=long)
    if re.fullmatch(r"[a-h][1-8][a-h][1-8][qrbn]?", body):
        move = chess.Move.from_uci(body)
        if board.is_legal(move):
            return move
        stands = board.piece_type_at(move.from_square) or chess.PAWN
        return partial(why_not, board, stands, move.to_square, move.promotion, chess.BB_SQUARES[move.from_square])
    kind, rest = _piece_letter(body, language)
    match = re.fullmatch(r"([a-h])?([1-8])?[-x:×]?([a-h][1-8])=?\(?(.*?)\)?", rest)
    if not match:
        return _no_move
    file, rank, target, promoted = match.groups()
    promotion = None
    if promoted:
        promotion, left = _piece_letter(promoted, language)
        if left or promotion in (chess.PAWN, chess.KING):
            return _no_move
    candidates = [
        move
        for move in board.legal_moves
        if chess.square_name(move.to_square) == target
        and board.piece_type_at(move.from_square) == kind
        and move.promotion == promotion
        and not board.is_castling(move)
        and (file is None or chess.square_name(move.from_square)[0] == file)
        and (rank is None or chess.square_name(move.from_square)[1] == rank)
    ]
    if kind == chess.PAWN and file is None:
        candidates = [move for move in candidates if not board.is_capture(move)] or candidates
    if len(candidates) == 1:
        return candidates[0]
    if candidates:
        return lambda: _("ambiguous")
    among = (chess.BB_FILES[ord(file) - ord("a")] if file else chess.BB_ALL) & (
        chess.BB_RANKS[int(rank) - 1] if rank else chess.BB_ALL
    )
    return partial(why_not, board, kind, chess.parse_square(target), promotion, among)


def _piece_letter(text: str, language: str) -> tuple[chess.PieceType, str]:
    """The kind of piece that the text begins with, and the rest; a pawn where no letter stands."""
    names = list(zip(letters(language), KINDS, strict=True))
    names += list(zip(LETTERS["figurine"], KINDS, strict=True)) + list(zip(BLACK_FIGURINES, KINDS, strict=True))
    for name, kind in sorted(names, key=lambda item: -len(item[0])):
        if text.startswith(name):
            return kind, text[len(name) :]
    return chess.PAWN, text


_NUMBER = re.compile(r"(?<!\w)\d+\s*\.(?:\s*\.\.|\.\.)?\s*|(?<![\w(])\d+\s*[…)]\s*")
COMMENT = re.compile(r"\{[^}]*\}|;(?!\s*\d+\s*\.)[^\n]*")  # a semicolon before the next number only ends a line
_RESULT = re.compile(r"(1[-–]0|0[-–]1|(?:1/2|½)(?:[-–](?:1/2|½))?|\*)\s*$")
_DRAW_OFFER = re.compile(r"\(=\)|(?<!\S)=(?!\S)")


def stated_result(movetext: str) -> str:
    """The result at the end of a written game, as PGN writes it; a half alone is a draw."""
    said = _RESULT.search(movetext.strip())
    if said is None:
        return "*"
    return "1/2-1/2" if said[1][0] == "½" or said[1].startswith("1/2") else said[1].replace("–", "-")


def split_moves(movetext: str) -> list[str]:
    """The single moves of a written game, without numbers, comments, result, draw offers."""
    text = COMMENT.sub(" ", movetext).replace(";", " ").replace(",", " ")
    text = _RESULT.sub(" ", text.strip())
    text = _NUMBER.sub(" ", text)
    words: list[str] = []
    for word in _DRAW_OFFER.sub(" ", text).split():
        if words and re.fullmatch(r"a\.?p\.?|e\.?p\.?", word, re.IGNORECASE):
            words[-1] += f" {word}"
        elif word.strip("….") and (not word.isdigit() or not word.strip("0")):  # else a number whose dot was forgotten
            words.append(word.rstrip(".") if re.search(r"[1-8]\.$", word) else word)
    return words


def play_written(start: chess.Board, moves: Sequence[str]) -> chess.Board:
    """The game after these moves, as squares (g1f3) or as written in one language: the reader's or another.

    The move that cannot be played is named with its number, in the language that reads the most of them.
    """
    worst: tuple[int, ArbitroError] | None = None
    for language in languages():
        board = start.copy()
        board.castling_rights = board.clean_castling_rights()
        try:
            for word in moves:
                board.push(read_move(board, word, language))
        except MoveError as error:
            if worst is None or board.ply() > worst[0]:
                said = _("move {number} {error}").format(number=numbered(board), error=error)
                worst = board.ply(), ArbitroError(said)
            continue
        return board
    assert worst is not None
    raise worst[1]


def numbered(board: chess.Board) -> str:
    """The number of the move to be made, as scoresheets write it: 12. or 12..."""
    return f"{board.fullmove_number}{'.' if board.turn else '...'}"


def write_moves(
    moves: list[chess.Move],
    language: str = "en",
    *,
    form: NotationForm = NotationForm.SHORT,
    start: chess.Board | None = None,
) -> str:
    """A game as text with move numbers."""
    board = start.copy() if start else chess.Board()
    words = []
    for i, move in enumerate(moves):
        if board.turn:
            words.append(f"{board.fullmove_number}.")
        elif i == 0:
            words.append(f"{board.fullmove_number}...")
        words.append(write_move(board, move, language, form=form))
        board.push(move)
    return " ".join(words)


_ALGEBRAIC = re.compile(
    r"(?:[0O]-[0O](?:-[0O])?|[^\W\d_a-h]?[a-h]?[1-8]?[-x:×]?[a-h][1-8](?:=?\(?[^\W\d_a-h]\)?)?)"
    r"(?:\+\+|[+#])?(?:\s*(?:a\.\s?p\.|e\.\s?p\.))?(?:\s*\(=\))?"
)


@dataclass(frozen=True, slots=True)
class Conformity:
    """Whether a written move follows Appendix C, and how it should read."""

    conforms: bool
    correct: str


def conforms(text: str) -> Conformity:
    """C.4, C.8-C.13: algebraic at sight, a pawn without a letter; whether it can be played `read_move` tells."""
    given = text.strip()
    stripped = re.sub(r"^[Pp](?=[a-h]x?[a-h]?[1-8])", "", given)
    return Conformity(stripped == given and _ALGEBRAIC.fullmatch(given) is not None, stripped)


def announce(uci: str, *, castling: bool = False, piece: chess.PieceType | None = None) -> str:
    """D.2.1: a move as it is said aloud to a visually impaired opponent."""
    move = chess.Move.from_uci(uci)
    if castling:
        return (
            SHORT_CASTLING if chess.square_file(move.to_square) > chess.square_file(move.from_square) else LONG_CASTLING
        )
    squares = f"{_spoken(move.from_square)} - {_spoken(move.to_square)}"
    words = [PIECE_NAMES[piece]] if piece else []
    words.append(squares)
    if move.promotion:
        words.append(PIECE_NAMES[move.promotion])
    return " ".join(words)


def _spoken(square: chess.Square) -> str:
    return f"{FILE_NAMES[chess.square_file(square)]} {RANK_NAMES[chess.square_rank(square)]}"
