"""What a half-written or unreadable word of a scoresheet may mean.

completions     Cf -> Cf3: the legal moves whose notation begins like the word
fillings        ? -> the legal moves after which most of the following words can be played
misread         Cd6 -> of these the ones that look like a word that cannot be played
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher

import chess

from arbitro.games.sheets import divided
from arbitro.laws.notation import MoveError, NotationForm, read_move, write_move

LOOK_AHEAD = 8  # words after an unreadable one
LEAST_AHEAD = 2  # of them to guess what a word that cannot be played was
MOST_GUESSES = 4
_SIGNS = re.compile(r"[-x:×=()+#!?]")


def _plain(text: str) -> str:
    return _SIGNS.sub("", text.replace("O", "0").replace("o", "0"))


def completions(board: chess.Board, word: str, language: str) -> list[str]:
    """The legal moves that begin like a word, as the language writes them; a small letter may mean a piece where no
    pawn can move so."""
    begun = _plain(word)
    if not begun:
        return []
    forms = {
        write_move(board, move, language): [
            _plain(write_move(board, move, language, form=form, suffixes=False))
            for form in (NotationForm.SHORT, NotationForm.LONG)
        ]
        for move in board.legal_moves
    }
    found = _begun(forms, begun)
    if not found and begun[0].islower():
        found = _begun(forms, begun[0].upper() + begun[1:])
    taking = [written for written in found if "x" in written] if re.search("[x:×]", word) else []
    return sorted(taking or found)


def _begun(forms: Mapping[str, list[str]], begun: str) -> list[str]:
    return [written for written, plain in forms.items() if any(form.startswith(begun) for form in plain)]


def fillings(board: chess.Board, after: Sequence[str], language: str, *, least: int = 1) -> list[str]:
    """The moves that may stand at an unreadable place: those after which most words, `least` or more, can be read."""
    words = after[:LOOK_AHEAD]
    if len(words) < least:
        return []
    reach = {move: _read_on(board, move, words, language) for move in list(board.legal_moves)}
    most = max(reach.values(), default=0)
    return sorted(write_move(board, move, language) for move, read in reach.items() if most >= least and read == most)


def misread(board: chess.Board, word: str, after: Sequence[str], language: str) -> list[str]:
    """What a word that cannot be played was perhaps: of the moves that let the sheet go on those written most like it,
    the likeliest first. Guesses, to be shown and never taken."""
    likeness = {
        move: SequenceMatcher(None, _plain(word), _plain(move)).ratio()
        for move in fillings(board, after, language, least=LEAST_AHEAD)
    }
    near = sorted((move for move, like in likeness.items() if like >= 0.5), key=lambda move: (-likeness[move], move))
    return near[:MOST_GUESSES]


def _read_on(board: chess.Board, move: chess.Move, words: Sequence[str], language: str) -> int:
    """How many of the words can be played after a move."""
    after = board.copy(stack=False)
    after.push(move)
    for read, word in enumerate(words):
        try:
            for part in divided(after, word, language):
                after.push(read_move(after, part, language))
        except MoveError:
            return read
    return len(words)
