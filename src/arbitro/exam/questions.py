"""What questions are made of: the question itself, moves in the reader's notation, cases that the rulings answer.

A maker takes a random generator and returns a `Question` without number, subject and order of choices; the exam gives
it those. All sentences are ours.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from functools import cache
from pathlib import Path

import chess
import chess.svg

from arbitro.i18n import N_
from arbitro.laws.edition import Supervision, TimeClass
from arbitro.laws.rulings import Ruling, Say, incident_from, rule
from arbitro.laws.rulings.base import say
from arbitro.records import load

DOMAIN = "laws"  # of the sentences marked here
HOUSE = {"square light": "#efe8d6", "square dark": "#a9bb9f", "margin": "#4c5a46"}  # the board of the site


class Subject(Enum):
    """The syllabus."""

    LAWS = "laws"
    CLOCKS = "clocks"
    SYSTEMS = "systems"
    FAIR_PLAY = "fair_play"
    COMPETITION = "competition"
    RATINGS = "ratings"


@dataclass(frozen=True, slots=True)
class Question:
    """One question: its words come in the reader's language."""

    ask: Say
    answer: Say  # the right answer in words
    choices: tuple[Say, ...]  # the right one and the wrong ones; empty for open questions
    reasoning: Say
    articles: tuple[str, ...]
    short_answer: str = ""  # what an open question expects, e.g. 1-0, 60, c1g5
    fen: str | None = None
    marked: tuple[str, ...] = ()  # squares to mark in the diagram
    points: int = 2
    number: int = 0
    subject: Subject = Subject.LAWS

    @property
    def correct(self) -> int:
        """The index of the right choice; -1 for open questions."""
        return self.choices.index(self.answer) if self.choices else -1

    @property
    def key(self) -> str:
        """What stands in the list of answers: a letter, or the short answer."""
        return "abcd"[self.correct] if self.choices else self.short_answer

    def svg(self) -> str | None:
        """The diagram, with Black below when Black is on move."""
        if self.fen is None:
            return None
        board = chess.Board(self.fen, chess960=False)
        fill = {chess.parse_square(name): "#f5c24288" for name in self.marked}
        return str(chess.svg.board(board, size=320, fill=fill, orientation=board.turn, colors=HOUSE))


Maker = Callable[[random.Random], Question]


def choices(right: Say, *wrong: Say) -> tuple[Say, ...]:
    """The right answer first, then the wrong ones that are not the same."""
    return (right, *(choice for choice in wrong if choice != right))


RAW = "{text}"  # a value that needs no translation: a move, a number, a time


def raw(text: object) -> Say:
    return Say(RAW, {"text": text})


YES, NO = say(N_("Yes")), say(N_("No"))
CLASS_NAMES = {
    TimeClass.STANDARD: say(N_("standard chess")),
    TimeClass.RAPID: say(N_("rapid chess")),
    TimeClass.BLITZ: say(N_("blitz")),
}
SUPERVISION_NAMES = {Supervision.ADEQUATE: say(N_("adequate")), Supervision.INADEQUATE: say(N_("inadequate"))}


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


# ---------------------------------------------------------------- cases in words


@cache
def cases() -> dict[str, tuple[tuple[str, Ruling], ...]]:
    """By topic: each case in words, with its ruling."""
    table = load(Path(__file__).with_name("cases.toml"))
    return {
        topic: tuple((case["ask"], rule(incident_from(case["incident"]))) for case in rows)
        for topic, rows in table.items()
    }


def case_of(topic: str) -> Maker:
    """A maker that asks for the ruling of a case; the wrong choices are the rulings of the other cases."""

    def make(rng: random.Random) -> Question:
        ask, ruling = rng.choice(cases()[topic])
        others = {other.say.key: other.say for _ask, other in reversed(cases()[topic])}
        order = dict.fromkeys(other.say.key for _ask, other in cases()[topic])
        wrong = [key for key in order if key != ruling.say.key]
        picked = [others[key] for key in rng.sample(wrong, min(3, len(wrong)))]
        return Question(say(ask), ruling.say, choices(ruling.say, *picked), ruling.say, ruling.articles)

    return make
