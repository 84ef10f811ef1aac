"""Training for arbiters: questions made from our own rules and positions, with diagrams, answers and grading.

    make_exam(seed, count)      the same seed gives the same exam on every machine
    grade(exam, answers)        points, share, passed (80 per cent, as in the seminars)

Every answer is computed by the room's own functions when the question is made (`laws.rulings`, `laws.mating`,
`laws.claims` …), so questions cannot disagree with the program. The Laws carry 55 per cent of the marks, as in the
seminars' exams; the other subjects share the rest evenly (our choice: no rule sets it).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

import chess
import chess.svg

from arbitro.errors import ArbitroError
from arbitro.exam import bank
from arbitro.exam.questions import Draft, Kind
from arbitro.i18n import gettext_for
from arbitro.laws.rulings.base import Say

_ = gettext_for("laws")
N_ = gettext_for("laws", "en")

PASS_SHARE = Fraction(4, 5)


class Subject(Enum):
    """The syllabus, with the share of marks in per cent."""

    LAWS = "laws"
    CLOCKS = "clocks"
    SYSTEMS = "systems"
    FAIR_PLAY = "fair_play"
    COMPETITION = "competition"
    RATINGS = "ratings"


SHARES: dict[Subject, int] = {
    Subject.LAWS: 55,
    Subject.CLOCKS: 9,
    Subject.SYSTEMS: 9,
    Subject.FAIR_PLAY: 9,
    Subject.COMPETITION: 9,
    Subject.RATINGS: 9,
}
NAMES: dict[Subject, str] = {
    Subject.LAWS: N_("Laws of Chess"),
    Subject.CLOCKS: N_("Clocks and time controls"),
    Subject.SYSTEMS: N_("Playing systems and tie-breaks"),
    Subject.FAIR_PLAY: N_("Fair play"),
    Subject.COMPETITION: N_("Competition rules"),
    Subject.RATINGS: N_("Ratings"),
}
MAKERS: dict[Subject, tuple[Callable[[random.Random], Draft], ...]] = {
    Subject.LAWS: bank.LAWS,
    Subject.CLOCKS: bank.CLOCKS,
    Subject.SYSTEMS: bank.SYSTEMS,
    Subject.FAIR_PLAY: bank.FAIR_PLAY,
    Subject.COMPETITION: bank.COMPETITION,
    Subject.RATINGS: bank.RATINGS,
}


@dataclass(frozen=True, slots=True)
class Question:
    """One question: its words come in the reader's language."""

    number: int
    subject: Subject
    kind: Kind
    ask: Say
    choices: tuple[Say, ...]  # empty for open questions
    correct: int  # index of the right choice; -1 for open questions
    answer: Say  # the right answer in words
    short_answer: str  # what an open question expects, e.g. 1-0, 60, c1g5
    reasoning: Say
    articles: tuple[str, ...]
    points: int
    fen: str | None = None
    marked: tuple[str, ...] = ()  # squares to mark in the diagram

    def text(self, lang: str | None = None) -> str:
        return self.ask.text(lang)

    def choice_texts(self, lang: str | None = None) -> list[str]:
        return [choice.text(lang) for choice in self.choices]

    def svg(self, size: int = 320) -> str | None:
        """The diagram, with Black below when Black is on move."""
        if self.fen is None:
            return None
        board = chess.Board(self.fen, chess960=False)
        fill = {chess.parse_square(name): "#f5c24288" for name in self.marked}
        return str(chess.svg.board(board, size=size, fill=fill, orientation=board.turn))


@dataclass(frozen=True, slots=True)
class Exam:
    """A paper."""

    seed: int
    questions: tuple[Question, ...]

    @property
    def points(self) -> int:
        return sum(question.points for question in self.questions)


@dataclass(frozen=True, slots=True)
class Grade:
    """A paper marked."""

    points: int
    maximum: int
    right: tuple[int, ...]  # numbers of the questions answered right
    by_subject: Mapping[Subject, tuple[int, int]]

    @property
    def share(self) -> Fraction:
        return Fraction(self.points, self.maximum) if self.maximum else Fraction(0)

    @property
    def passed(self) -> bool:
        return self.share >= PASS_SHARE


def _quota(count: int) -> list[Subject]:
    """How many questions each subject gets: shares rounded by largest remainder, the Laws first."""
    exact = {subject: Fraction(count * share, 100) for subject, share in SHARES.items()}
    given = {subject: int(value) for subject, value in exact.items()}
    order = sorted(SHARES, key=lambda s: (-(exact[s] - given[s]), list(SHARES).index(s)))
    for subject in order[: count - sum(given.values())]:
        given[subject] += 1
    return [subject for subject in SHARES for _ in range(given[subject])]


def make_exam(seed: int, count: int = 20, *, subject: Subject | None = None) -> Exam:
    """An exam of `count` questions; one subject only, if asked."""
    if not 1 <= count <= 200:
        raise ArbitroError(_("an exam has between 1 and 200 questions"))
    subjects = [subject] * count if subject else _quota(count)
    questions: list[Question] = []
    used: set[tuple[str, str | None]] = set()
    turn: dict[Subject, int] = {}
    for number, topic in enumerate(subjects, 1):
        makers = MAKERS[topic]
        for attempt in range(60):
            rng = random.Random(f"{seed}/{number}/{attempt}")
            if topic not in turn:
                turn[topic] = rng.randrange(len(makers))
            draft = makers[(turn[topic] + attempt) % len(makers)](rng)
            mark = (draft.ask.text("en"), draft.fen)
            if mark not in used or attempt == 59:
                used.add(mark)
                turn[topic] += attempt + 1
                break
        questions.append(_question(number, topic, draft, rng))
    return Exam(seed, tuple(questions))


def _question(number: int, subject: Subject, draft: Draft, rng: random.Random) -> Question:
    choices: list[Say] = []
    if draft.kind is Kind.CHOICE:
        wrong = list(draft.wrong)
        rng.shuffle(wrong)
        choices = [draft.answer, *wrong[:3]]
        rng.shuffle(choices)
    return Question(
        number, subject, draft.kind, draft.ask, tuple(choices),
        choices.index(draft.answer) if choices else -1,
        draft.answer, draft.short_answer, draft.reasoning, draft.articles, draft.points, draft.fen, draft.marked,
    )  # fmt: skip


def _plain(text: str) -> str:
    return "".join(text.lower().replace("½", "1/2").replace("=", "").split())


def is_right(question: Question, answer: object) -> bool:
    """A choice by its letter or number (from 1), or the short answer of an open question."""
    if answer is None:
        return False
    text = str(answer).strip()
    if question.kind is Kind.OPEN:
        return _plain(text) == _plain(question.short_answer)
    if text.isdigit():
        return int(text) == question.correct + 1
    return len(text) == 1 and ord(text.lower()) - ord("a") == question.correct


def grade(exam: Exam, answers: Mapping[int, object]) -> Grade:
    """Mark a paper: answers by question number."""
    right, points = [], 0
    subjects: dict[Subject, tuple[int, int]] = {}
    for question in exam.questions:
        ok = is_right(question, answers.get(question.number))
        got = question.points if ok else 0
        if ok:
            right.append(question.number)
        points += got
        before = subjects.get(question.subject, (0, 0))
        subjects[question.subject] = (before[0] + got, before[1] + question.points)
    return Grade(points, exam.points, tuple(right), subjects)
