"""What questions are made of: drafts, moves in the reader's notation, cases that the rulings answer."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

import chess

from arbitro.i18n import current_language, gettext_for
from arbitro.laws.edition import Supervision, TimeClass
from arbitro.laws.notation import write_move, write_moves
from arbitro.laws.rulings import rule
from arbitro.laws.rulings.base import Conditions, Incident, Ruling, Say, say

N_ = gettext_for("laws", "en")


class Kind(Enum):
    """How a question is answered."""

    CHOICE = "choice"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Draft:
    """A question before it gets its number and the order of its choices."""

    ask: Say
    answer: Say
    wrong: tuple[Say, ...]
    reasoning: Say
    articles: tuple[str, ...]
    kind: Kind = Kind.CHOICE
    short_answer: str = ""
    fen: str | None = None
    marked: tuple[str, ...] = ()
    points: int = 2


RAW = "{text}"  # a value that needs no translation: a move, a number, a time


def raw(text: object) -> Say:
    return Say(RAW, {"text": text})


@dataclass(frozen=True, slots=True)
class Written(Say):
    """Moves in the reader's own notation, with numbers if there are several."""

    fen: str = chess.STARTING_FEN
    moves: tuple[str, ...] = ()

    def text(self, lang: str | None = None) -> str:
        language = lang or current_language()
        board = chess.Board(self.fen)
        moves = [chess.Move.from_uci(uci) for uci in self.moves]
        if len(moves) == 1:
            return write_move(board, moves[0], language)
        return write_moves(moves, language, start=board)


def written(board: chess.Board, *moves: str) -> Say:
    return Written("", {}, board.fen(), moves)


def class_name(time_class: TimeClass) -> Say:
    return say(
        {TimeClass.STANDARD: N_("standard chess"), TimeClass.RAPID: N_("rapid chess"), TimeClass.BLITZ: N_("blitz")}[
            time_class
        ]
    )


def supervision_name(supervision: Supervision) -> Say:
    return say(N_("adequate") if supervision is Supervision.ADEQUATE else N_("inadequate"))


def random_position(rng: random.Random, plies: tuple[int, int]) -> chess.Board:
    """A position from a random game that is not over."""
    while True:
        board = chess.Board()
        for _ in range(rng.randint(*plies)):
            moves = list(board.legal_moves)
            if not moves:
                break
            captures = [m for m in moves if board.is_capture(m)]
            board.push(rng.choice(captures if captures and rng.random() < 0.4 else moves))
        if any(board.generate_legal_moves()):
            return chess.Board(board.fen())


@dataclass(frozen=True, slots=True)
class Case:
    """A situation in words with the incident that the rulings answer."""

    ask: str
    incident: Incident


def from_cases(cases: tuple[Case, ...]) -> Callable[[random.Random], Draft]:
    """A maker that asks for the ruling; the wrong choices are the rulings of the other cases."""

    def make(rng: random.Random) -> Draft:
        case = rng.choice(cases)
        ruling = rule(case.incident)
        others: list[Ruling] = [rule(other.incident) for other in cases if other is not case]
        wrong = list(dict.fromkeys(r.say.key for r in others if r.say.key != ruling.say.key))
        picked = [next(r.say for r in others if r.say.key == key) for key in rng.sample(wrong, min(3, len(wrong)))]
        return Draft(say(case.ask), ruling.say, tuple(picked), ruling.say, ruling.articles)

    return make


STANDARD = Conditions()


RAPID = Conditions(time_class=TimeClass.RAPID, supervision=Supervision.INADEQUATE)
