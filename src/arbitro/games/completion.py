"""What a half-written or unreadable word of a scoresheet may mean.

completions     Cf -> Cf3: the legal moves whose notation begins like the word
fillings        ? -> the legal moves after which most of the following words can be played
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import chess

from arbitro.games.sheets import divided
from arbitro.laws.notation import Form, MoveError, read_move, write_move

LOOK_AHEAD = 8  # words after an unreadable one
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
            _plain(write_move(board, move, language, form=form, suffixes=False)) for form in (Form.SHORT, Form.LONG)
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


def fillings(board: chess.Board, after: Sequence[str], language: str) -> list[str]:
    """The moves that may stand at an unreadable place: those after which the sheet goes on longest."""
    words = after[:LOOK_AHEAD]
    if not words:
        return []
    reach = {move: _read_on(board, move, words, language) for move in list(board.legal_moves)}
    most = max(reach.values(), default=0)
    return sorted(write_move(board, move, language) for move, read in reach.items() if most and read == most)


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
