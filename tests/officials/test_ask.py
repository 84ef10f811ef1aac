"""Every question of the table has a rule that answers it, with labels for its parameters."""

from __future__ import annotations

import inspect
import json

import pytest
from click.testing import CliRunner

from arbitro.cli.ask import command, function_of, questions
from arbitro.errors import ArbitroError
from tests.speaking import speak


def ask(*words: str) -> str:
    result = CliRunner().invoke(command, words, catch_exceptions=False)
    assert result.exit_code == 0
    return result.output.strip()


@pytest.mark.parametrize("name", questions())
def test_a_question_is_complete(name: str) -> None:
    question = questions()[name]
    parameters = inspect.signature(function_of(question)).parameters
    assert question["article"] and question["ask"].endswith("?")
    assert set(question.get("with", {})) <= set(parameters)
    assert "question" in json.loads(ask(name, "--json"))  # what it needs can be shown


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("ban-end start=2024-01-01 months=6", "2024-06-30 (Code 20.7)"),
        ('ban-end start=2024-01-01 months=6 evaded=[["2024-02-01","2024-02-10"]]', "2024-07-10 (Code 20.7)"),
        ("may-appeal appellant=captain against=arbiter", "yes (C.05 10.3)"),
        ("exam-passed score=79.5 total=100", "no (B.06.1 3.7)"),
        ("no-show explained_before_pairing=no reasons_accepted=no", "counts as withdrawn (C.05 6.5)"),
        ("exam-paper marks=10,5,5 laws=1,2", "total 20, laws 15, laws_pct 75, pass_mark 16 (B.06.2 3.4)"),
        ('recusals members=[{"fed":"MEX","name":"Ana"},{"fed":"ESP"}] federations=MEX', "Ana (Code 3.13)"),
    ],
)  # fmt: skip
def test_questions_are_answered_with_their_article(words: str, answer: str) -> None:
    assert ask(*words.split()) == answer


def test_answers_speak_spanish() -> None:
    words = ("late-pair", "level=2", "arbiter_agrees=sí", "both_agree=sí", "have_met=no")
    assert speak("es", ask, *words) == "sí (C.05 6.7.3)"
    assert "retirado" in speak("es", ask, "no-show", "explained_before_pairing=no", "reasons_accepted=no")


@pytest.mark.parametrize("words", ["nothing", "ban-end start=soon months=6", "ban-end start", "may-appeal who=x"])
def test_a_wrong_question_is_one_sentence(words: str) -> None:
    with pytest.raises(ArbitroError):
        CliRunner().invoke(command, words.split(), catch_exceptions=False)
