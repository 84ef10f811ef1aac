"""The arbiter's exam as a page: the same paper for everybody who has its number, marked with articles."""

from __future__ import annotations

import pytest

from arbitro.exam import make_exam

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("lang", ["es", "en"])
def test_a_paper_with_the_right_answers_is_passed(client, lang):
    client.cookies["django_language"] = lang
    page = client.get("/exam?seed=11").content.decode()
    paper = make_exam(11, 10)
    assert page.count("<fieldset") == len(paper.questions)
    right = {f"q{q.number}": str(q.correct + 1) if q.choices else q.short_answer for q in paper.questions}
    marked = client.get("/exam", {"seed": "11", "marked": "1"} | right).content.decode()
    assert ("Apto." if lang == "es" else "Passed.") in marked
    assert paper.questions[0].articles[0] in marked


def test_wrong_and_missing_answers_are_told_the_right_one(client):
    client.cookies["django_language"] = "en"
    marked = client.get("/exam", {"seed": "11", "marked": "1", "q1": "x" * 500}).content.decode()
    assert "Not passed yet." in marked
    assert marked.count("Wrong.") >= 9


def test_any_number_gives_a_paper(client):
    for seed in ("", "-1", "abc", "9" * 40):
        assert client.get(f"/exam?seed={seed}").status_code == 200
