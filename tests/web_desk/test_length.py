"""How many rounds: the form of a new tournament follows the players expected, lists say when they do not fit."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from arbitro.desk import store
from arbitro.desk.commands import Role
from arbitro.desk.events import find_section
from arbitro.formats.length import length_of
from arbitro.model import System
from tests.web_desk.test_pages import FORM

NEW = FORM | {"confirm": "2", "rounds": "9", "rounds_advised": "9"}


def made(answer) -> int:
    _desk, event, section, _players = answer["Location"].strip("/").split("/")
    return store.state_of(find_section(f"{event}/{section}").pk).settings.rounds


@pytest.mark.parametrize(
    ("typed", "rounds"),
    [
        ({"expected": "24"}, 5),
        ({"expected": "40"}, 7),
        ({"expected": "4"}, 3),
        ({"expected": "24", "rounds": ""}, 5),
        ({"expected": "24", "rounds": "8"}, 8),  # the organiser's own
        ({"expected": "24", "rounds_advised": ""}, 9),  # typed, though it stood there before
        ({"expected": ""}, 9),
        ({"expected": "many"}, 9),
    ],
)
def test_the_rounds_follow_the_players_expected_until_a_number_is_typed(hall, typed, rounds):
    assert made(hall.owner.post(reverse("desk-new"), NEW | typed)) == rounds


def test_the_advice_names_the_rounds_that_the_form_takes_over(hall):
    def advised(**typed):
        page = hall.owner.post(reverse("desk-advice"), NEW | typed).content.decode()
        return re.findall(r'data-rounds="(\d+)"', page)

    assert advised(expected="60") == ["7"]
    assert advised(expected="60", rounds="11") == []
    assert advised(expected="60", system="round-robin") == []


def test_another_format_keeps_the_players_expected_and_the_rounds_typed(hall):
    typed = NEW | {"expected": "24", "rounds": "8"}
    table = hall.owner.post(reverse("desk-format"), typed | {"system": "round-robin"}).content.decode()
    assert 'name="expected"' in table
    assert 'value="24"' in table
    assert '<input type="hidden" name="rounds" value="8">' in table
    assert 'value="kept"' not in table  # rules "as they are" are for a tournament that has some
    swiss = hall.owner.post(reverse("desk-format"), typed | {"system": "dubov"}).content.decode()
    assert 'name="rounds_advised" value=""' in swiss


def test_the_rules_of_thumb_on_the_page_are_the_rule(hall):
    page = hall.owner.get(reverse("desk-new")).content.decode()
    for rounds, players in re.findall(r"(\d) (?:for )?up to (\d+)", page):
        found = [length_of(System.DUTCH, n) for n in (int(players), int(players) + 1)]
        assert [f.sensible for f in found] == [int(rounds), int(rounds) + 2]


def test_a_list_that_the_rounds_do_not_fit_is_told(hall):
    """Nine players can play nine rounds; twelve cannot be paired."""
    hall.owner.post(hall.url("desk-settings"), {"name": "Open", "rounds": "12"})
    entered = [{"name": f"Player {n:02}"} for n in range(1, 10)]
    notes = []
    store.execute(hall.section.pk, "enter", {"players": entered}, who="ana", role=Role.OWNER, tell=notes.append)
    assert "9 can play 9 rounds" in str(notes[0])
    assert "12 cannot all be paired by the rules" in hall.owner.get(hall.url("desk-players")).content.decode()
    hall.owner.post(hall.url("desk-settings"), {"name": "Open", "rounds": "5"})
    assert "Change the rounds" not in hall.owner.get(hall.url("desk-players")).content.decode()
