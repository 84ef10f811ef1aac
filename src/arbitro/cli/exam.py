"""arbitro exam: a paper for arbiters, made from a seed; with --grade, marked."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import chess
import click

from arbitro import words
from arbitro.cli.common import answer_no, common_options, print_json, print_table
from arbitro.errors import FileError
from arbitro.exam import NAMES, Exam, Question, Subject, grade, make_exam
from arbitro.i18n import gettext_for
from arbitro.outputs import write_whole
from arbitro.records import load

_ = gettext_for("laws")


@click.command()
@click.option("--seed", type=int, default=1, show_default=True, help=_("The same seed gives the same exam."))
@click.option(
    "--questions", "count", type=click.IntRange(1, 200), default=20, show_default=True, help=_("How many questions.")
)
@click.option("--subject", help=_("One subject only: laws, clocks, systems, fair_play, competition, ratings."))
@click.option("--answers", is_flag=True, help=_("Show the answers with articles and reasons."))
@click.option(
    "--svg", "folder", type=click.Path(file_okay=False, path_type=Path), help=_("Write the diagrams into this folder.")
)
@click.option(
    "--grade", "paper", type=click.Path(exists=True, dir_okay=False, path_type=Path), help=_("Mark these answers.")
)
@common_options
def command(
    seed: int, count: int, subject: str | None, answers: bool, folder: Path | None, paper: Path | None, as_json: bool
) -> None:
    known = [s.value for s in Subject]
    if subject is not None and subject not in known:
        raise click.UsageError(
            _("unknown subject {subject!r}: one of {known}").format(subject=subject, known=", ".join(known))
        )
    exam = make_exam(seed, count, subject=Subject(subject) if subject else None)
    if paper is not None:
        _grade(exam, paper, as_json)
        return
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        for question in exam.questions:
            if (picture := question.svg()) is not None:
                write_whole(folder / f"{question.number:03d}.svg", picture)
    if as_json:
        questions = [_document(question, answers) for question in exam.questions]
        print_json({"seed": seed, "points": exam.points, "questions": questions})
        return
    for question in exam.questions:
        _print(question, answers)


def _document(question: Question, answers: bool) -> dict[str, Any]:
    document: dict[str, Any] = {
        "number": question.number,
        "subject": question.subject.value,
        "kind": "choice" if question.choices else "open",
        "text": question.ask.text(),
        "choices": [choice.text() for choice in question.choices],
        "points": question.points,
        "fen": question.fen,
        "svg": question.svg(),
    }
    if answers:
        document |= {
            "answer": question.key,
            "answer_text": question.answer.text(),
            "reasoning": question.reasoning.text(),
            "articles": list(question.articles),
        }
    return document


def _print(question: Question, answers: bool) -> None:
    head = f"{question.number}. {_(NAMES[question.subject])}, {words.count(question.points, 'point')}"
    click.echo(head)
    if question.fen:
        click.echo("\n".join(f"    {line}" for line in str(chess.Board(question.fen)).splitlines()))
        click.echo(f"    {question.fen}")
    click.echo(f"   {question.ask.text()}")
    for letter, choice in zip("abcd", question.choices, strict=False):
        click.echo(f"     {letter}) {choice.text()}")
    if answers:
        click.echo(
            _("   Answer: {answer}. {reasoning} ({articles})").format(
                answer=question.key.replace("1/2", "½"),
                reasoning=question.reasoning.text(),
                articles=", ".join(question.articles),
            )
        )
    click.echo("")


def _grade(exam: Exam, paper: Path, as_json: bool) -> None:
    try:
        document = load(paper)
        given = {int(number): answer for number, answer in document.items()}
    except (json.JSONDecodeError, AttributeError, ValueError, RecursionError):
        raise FileError(paper, expected=_('answers as JSON, for example {"1": "b", "2": "½-½"}')) from None
    marked = grade(exam, given)
    if as_json:
        print_json(
            {
                "points": marked.points,
                "maximum": marked.maximum,
                "share": float(marked.share),
                "passed": marked.passed,
                "right": list(marked.right),
                "subjects": {s.value: {"points": p, "maximum": m} for s, (p, m) in marked.by_subject.items()},
            }
        )
    else:
        print_table(
            "",
            [_("Subject"), (_("Points"), "right"), (_("Of"), "right")],
            [(_(NAMES[s]), p, m) for s, (p, m) in marked.by_subject.items()],
        )
        verdict = _("passed") if marked.passed else _("not passed")
        click.echo(
            _("{points} of {maximum} points, {share:.0%}: {verdict}").format(
                points=marked.points, maximum=marked.maximum, share=float(marked.share), verdict=verdict
            )
        )
    if not marked.passed:
        answer_no()
