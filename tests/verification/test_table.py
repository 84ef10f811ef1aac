"""Every question has an answer, every answer its test, and the page says what the table says."""

from __future__ import annotations

from tests.verification.table import PAGES, SECTIONS, STATES, exists, page, questions, spanish

HARD_AND_OPEN: set[int] = set()


def test_every_question_is_answered_once():
    rows = questions()
    assert [q.number for q in rows] == list(range(1, 226))
    assert {q.section for q in rows} == set(SECTIONS)
    assert {q.state for q in rows} <= set(STATES)


def test_what_is_met_has_a_test_that_exists_and_what_is_not_says_why():
    rows = questions()
    assert [q.number for q in rows if q.test and not exists(q.test)] == []
    assert [q.number for q in rows if q.state == "met" and not q.test] == []
    assert [q.number for q in rows if q.state in ("partly", "off", "paper") and not q.note] == []


def test_no_hard_question_is_missed():
    assert {q.number for q in questions() if q.hard and q.open} == HARD_AND_OPEN


def test_the_page_is_made_from_the_table():
    rows = questions()
    for lang, path in PAGES.items():
        assert path.read_text(encoding="utf-8") == page(rows, lang), "python -m tests.verification"


def test_every_question_and_every_note_is_said_in_spanish():
    must, words = spanish().values()
    rows = questions()
    assert [q.number for q in rows if str(q.number) not in must] == []
    assert {q.note for q in rows if q.note not in words and not q.note.replace(", ", "").isdigit()} == {""}
