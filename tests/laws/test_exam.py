"""The exam: seeded, answered by the rules themselves, graded."""

from __future__ import annotations

import json
import random
import re
from collections import Counter

import pytest

from arbitro.errors import ArbitroError
from arbitro.exam import MAKERS, SHARES, Subject, grade, is_right, make_exam
from arbitro.exam.questions import cases
from arbitro.i18n import speaking


def test_the_same_seed_gives_the_same_exam_and_another_gives_another() -> None:
    assert make_exam(3, 15) == make_exam(3, 15)
    assert make_exam(3, 15) != make_exam(4, 15)


def test_the_laws_carry_55_per_cent() -> None:
    counts = Counter(question.subject for question in make_exam(1, 100).questions)
    assert counts == SHARES and sum(SHARES.values()) == 100


@pytest.mark.parametrize("seed", range(4))
def test_questions_are_whole_in_both_languages(seed: int) -> None:
    for question in make_exam(seed, 40).questions:
        asked = []
        for lang in ("en", "es"):
            with speaking(lang):
                texts = [question.ask.text(), question.reasoning.text(), question.answer.text()]
                choices = [choice.text() for choice in question.choices]
            asked.append(texts[0])
            assert all(text and "{" not in text for text in texts + choices)
            assert len(set(choices)) == len(choices)
        assert asked[0] != asked[1]
        assert question.articles
        if question.choices:
            assert 2 <= len(question.choices) <= 4 and question.choices[question.correct] == question.answer
        else:
            assert question.short_answer
        if question.fen is not None:
            assert re.match(r"<svg", question.svg() or "")


def test_a_perfect_paper_passes_and_an_empty_one_does_not() -> None:
    exam = make_exam(7, 25)
    right = {q.number: q.key for q in exam.questions}
    full = grade(exam, right)
    assert full.points == full.maximum == exam.points and full.passed and len(full.right) == 25
    assert not grade(exam, {}).passed


def test_eighty_per_cent_is_enough() -> None:
    exam = make_exam(2, 10, subject=Subject.FAIR_PLAY)  # two points each
    answers = {q.number: "abcd"[q.correct] for q in exam.questions}
    for number, passed in ((9, True), (10, True)):
        answers[number] = "z"
        assert grade(exam, answers).passed is passed
    answers[8] = None  # type: ignore[assignment]
    assert not grade(exam, answers).passed


def test_answers_are_read_generously() -> None:
    questions = (q for seed in range(60) for q in make_exam(seed, 30, subject=Subject.LAWS).questions)
    choice = next(q for q in make_exam(1, 30).questions if q.choices)
    assert is_right(choice, "ABCD"[choice.correct]) and is_right(choice, choice.correct + 1)
    openq = next(q for q in questions if q.short_answer == "1/2-1/2" and not q.choices)
    assert is_right(openq, "½-½") and is_right(openq, " 1/2 - 1/2 ") and not is_right(openq, "1-0")


def test_every_maker_makes_whole_questions() -> None:
    for subject, makers in MAKERS.items():
        for maker in makers:
            question = maker(random.Random(f"{subject}"))
            assert question.articles and question.choices.count(question.answer) == bool(question.choices)
            assert len(question.choices) > 1 or question.short_answer


def test_the_cases_of_a_topic_have_different_rulings() -> None:
    for topic, found in cases().items():
        assert len({ruling.say.key for _ask, ruling in found}) >= 3, topic
        assert all(ruling.row != "mating.question" and ruling.articles for _ask, ruling in found)


def test_an_exam_without_questions_is_refused() -> None:
    with pytest.raises(ArbitroError):
        make_exam(1, 0)


def test_the_exam_is_plain_data() -> None:
    assert json.dumps([q.fen for q in make_exam(1, 5).questions])
