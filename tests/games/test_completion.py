"""What half a word of a scoresheet, or an unreadable one, may mean."""

from __future__ import annotations

import chess
import pytest

from arbitro.games import typed
from arbitro.games.completion import completions, fillings, misread


def after(moves: str) -> chess.Board:
    return typed(moves).game.end()


@pytest.mark.parametrize(
    ("moves", "word", "language", "expected"),
    [
        ("e4 e5", "Cf", "es", ["Cf3"]),
        ("e4 e5", "N", "en", ["Na3", "Nc3", "Ne2", "Nf3", "Nh3"]),
        ("e4 e5", "nf", "en", ["Nf3"]),  # a small letter, where no pawn is meant
        ("e4 d5", "ex", "en", ["exd5"]),
        ("e4 d5", "b", "es", ["b3", "b4"]),  # the pawn, not a bishop
        ("e4 e5 Nf3 Nc6 Bc4 Bc5", "O", "en", ["0-0"]),
        ("e4 e5 Nf3 Nc6 Bb5 a6", "Bxc", "en", ["Bxc6"]),
        ("e4 e5 Nf3 Nc6 Bb5 a6", "Bxa", "en", ["Bxa6"]),
        ("e4 e5", "Bxa", "en", ["Ba6"]),  # nothing to take: the sign was too much
        ("e4 e5", "Zz", "en", []),
        ("e4 e5", "?", "en", []),
        ("e4 e5 Qh5 Nc6 Bc4 Nf6", "Qxf", "en", ["Qxf7#"]),
    ],
)
def test_a_word_begins_like_these_legal_moves(moves, word, language, expected):
    assert completions(after(moves), word, language) == expected


def test_an_unreadable_move_is_one_that_lets_the_sheet_go_on():
    board = after("e4 e5 Cf3 Cc6")
    assert fillings(board, ["a6", "Axc6"], "es") == ["Ab5"]
    assert fillings(board, [], "es") == []
    assert fillings(board, ["??"], "es") == []


@pytest.mark.parametrize(
    ("moves", "word", "after", "guesses"),
    [
        ("e4 e5 Cf3 Cc6 Ab5 a6 Aa4 Cf6 0-0", "Ae6", "Te1 b5 Ab3 d6", ["Ae7"]),  # the letter, and what follows
        ("e4 e5 Cf3 Cc6", "Ad5", "a6 Axc6 dxc6", ["Ab5"]),
        ("e4 e5 Cf3 Cc6", "Ad5", "a6", []),  # one word is not enough to guess
        ("e4 e5 Cf3 Cc6", "Ad5", "Dh9 xx zz", []),
        ("e4 e5 Cf3 Cc6", "Rxh8", "a6 Axc6 dxc6", []),  # nothing like it lets the sheet go on
    ],
)
def test_a_word_that_cannot_be_played_was_perhaps_one_that_looks_like_it(moves, word, after, guesses):
    assert misread(typed(moves).game.end(), word, after.split(), "es") == guesses
