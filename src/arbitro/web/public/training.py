"""Training for arbiters: an exam made from our own rules, the same for everybody who has its number."""

from __future__ import annotations

import random
from base64 import b64encode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from arbitro.exam import Exam, Question, grade, is_right, make_exam

QUESTIONS = 10
MOST = 10**6


def _picture(question: Question) -> str:
    """The diagram as a picture: an SVG inside the page could bring its own styles."""
    drawing = question.svg()
    return f"data:image/svg+xml;base64,{b64encode(drawing.encode()).decode()}" if drawing else ""


def _rows(exam: Exam, answers: dict[int, str] | None) -> list[dict[str, object]]:
    return [
        {
            "number": q.number,
            "text": q.ask.text(),
            "choices": [(str(i), text) for i, text in enumerate((choice.text() for choice in q.choices), 1)],
            "picture": _picture(q),
            "given": (answers or {}).get(q.number, ""),
            "right": None if answers is None else is_right(q, answers.get(q.number)),
            "answer": q.answer.text(),
            "reasoning": q.reasoning.text(),
            "articles": q.articles,
        }
        for q in exam.questions
    ]


@require_safe
def exam(request: HttpRequest) -> HttpResponse:
    """Ten questions; answered, each is marked with its article and reasoning. Nothing is kept, no cookie is set."""
    asked = request.GET.get("seed", "")
    seed = int(asked) if asked.isdecimal() and len(asked) < 12 and int(asked) <= MOST else random.randrange(1, MOST)
    paper = make_exam(seed, QUESTIONS)
    answers: dict[int, str] | None = None
    if "marked" in request.GET:
        answers = {q.number: request.GET.get(f"q{q.number}", "")[:80] for q in paper.questions}
    context = {"seed": seed, "rows": _rows(paper, answers), "grade": grade(paper, answers) if answers else None}
    return render(request, "public/exam.html", context)
