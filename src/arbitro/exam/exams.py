"""Exams for arbiters: questions made from our own rules and positions, with diagrams, answers and grading.

Every answer is computed by the rooms' own functions when the question is made (`laws.rulings`, `laws.mating`,
`swiss.colours` …), so questions cannot disagree with the program. The Laws carry 55 per cent of the marks, as in the
seminars' exams; the other subjects share the rest evenly (our choice: no rule sets it).
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from arbitro.errors import ArbitroError
from arbitro.exam import moves, numbers
from arbitro.exam.questions import Maker, Question, Subject, case_of
from arbitro.i18n import N_, gettext_for
from arbitro.laws.rulings import Say

_ = gettext_for("laws")

PASS_SHARE = Fraction(4, 5)
SHARES: dict[Subject, int] = {  # of the marks, in per cent
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
MAKERS: dict[Subject, tuple[Maker, ...]] = {
    Subject.LAWS: (
        moves.touch_move,
        moves.flag_fall,
        moves.illegal_move,
        moves.repetition,
        moves.castling,
        case_of("act"),
        moves.wrong_claim,
        moves.recording,
        moves.en_passant,
        case_of("start"),
        case_of("offer"),
        moves.legality,
        case_of("quickplay"),
        case_of("position"),
        case_of("sheet"),
        case_of("adjournment"),
        case_of("impaired"),
        moves.flag_fall,
        moves.illegal_move,
    ),
    Subject.CLOCKS: (numbers.time_class, numbers.display, numbers.session, case_of("clock")),
    Subject.SYSTEMS: (numbers.round_robin, numbers.sonneborn_berger, numbers.buchholz, numbers.colours),
    Subject.FAIR_PLAY: (case_of("device"), case_of("conduct")),
    Subject.COMPETITION: (numbers.default_time, numbers.staff, numbers.supervision, numbers.scores),
    Subject.RATINGS: (numbers.rating_list, numbers.first_control),
}


@dataclass(frozen=True, slots=True)
class Exam:
    """The questions of a seed."""

    seed: int
    questions: tuple[Question, ...]

    @property
    def points(self) -> int:
        return sum(question.points for question in self.questions)


@dataclass(frozen=True, slots=True)
class Grade:
    """An exam marked."""

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
            question = makers[(turn[topic] + attempt) % len(makers)](rng)
            mark = (f"{question.ask}", question.fen)
            if mark not in used or attempt == 59:
                used.add(mark)
                turn[topic] += attempt + 1
                break
        questions.append(replace(question, number=number, subject=topic, choices=_shuffled(question, rng)))
    return Exam(seed, tuple(questions))


def _shuffled(question: Question, rng: random.Random) -> tuple[Say, ...]:
    """At most four choices, in any order."""
    if not question.choices:
        return ()
    wrong = list(question.choices[1:])
    rng.shuffle(wrong)
    shown = [question.answer, *wrong[:3]]
    rng.shuffle(shown)
    return tuple(shown)


def _plain(text: str) -> str:
    return "".join(text.lower().replace("½", "1/2").replace("=", "").split())


def is_right(question: Question, answer: object) -> bool:
    """A choice by its letter or number (from 1), or the short answer of an open question."""
    if answer is None:
        return False
    text = str(answer).strip()
    if not question.choices:
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
