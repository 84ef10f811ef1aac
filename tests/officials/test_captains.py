"""Captains (C.10)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arbitro.officials.captains import Captain, CaptainAct, captain_may, check_captain, contact
from arbitro.officials.competition import check_event

GOOD = Captain("Ana", "5100001", "ana.ruiz@example.org", "+52 81 1234 5678", sanctioned=False)


def failing(captain: Captain) -> list[str]:
    return [row.article for row in check_captain(captain) if row.met is False]


@pytest.mark.parametrize(
    ("change", "articles"),
    [
        ({}, []),
        ({"fide_id": ""}, ["C.10 4.1"]),
        ({"fide_id": "ABC"}, ["C.10 4.1"]),
        ({"email": "info@chess.example"}, ["C.10 4.2"]),
        ({"email": "info@chess.example", "generic_email": False}, []),
        ({"email": "ana"}, ["C.10 4.2"]),
        ({"generic_email": True}, ["C.10 4.2"]),
        ({"telephone": ""}, ["C.10 4.2"]),
        ({"sanctioned": True}, ["C.10 5"]),
        ({"sanctioned": None, "on_probation": True}, ["C.10 5"]),
    ],
)
def test_a_captain_needs_an_identity_and_an_address_of_his_own(change: dict[str, object], articles: list[str]) -> None:
    assert failing(replace(GOOD, **change)) == articles


def test_what_is_not_stated_about_sanctions_does_not_fail() -> None:
    assert failing(replace(GOOD, sanctioned=None)) == []


def test_the_event_check_names_the_captain() -> None:
    report = check_event({"captains": [{"name": "C", "fide_id": "1", "email": "info@fed.org", "telephone": "1"}]})
    assert "CAP-4" in report.fails
    assert any(row.text.startswith("C: ") for row in report)


def test_a_captain_gives_no_advice() -> None:  # C.10 3.2.5 against C.05 7.7
    assert not captain_may(CaptainAct.DRAW_ADVICE)
    assert captain_may(CaptainAct.DRAW_ADVICE, draw_advice_allowed=True)
    assert not captain_may(CaptainAct.COMMENT_ON_POSITION, draw_advice_allowed=True)
    assert captain_may(CaptainAct.SPEAK_THROUGH_ARBITER)
    assert not captain_may(CaptainAct.STAND_BEHIND_OPPONENTS)
    assert captain_may(CaptainAct.LEAVE_AND_RETURN) and not captain_may(CaptainAct.LEAVE_UNASKED)


def test_without_a_head_of_delegation_the_captain_is_the_contact() -> None:  # C.10 2.1
    assert contact("", "Ana") == "Ana"
    assert contact("Beto", "Ana") == "Beto"
