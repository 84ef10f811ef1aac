"""Every page asks the database a fixed number of questions, however many players, rounds and tournaments there are."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from arbitro.desk.commands import Role
from arbitro.desk.events import create_event, create_section
from arbitro.web import urls

ARGUMENTS = {
    "what": "standings",
    "number": 1, "board": 1, "id": 1, "round": 1, "player": 1, "paper": "start-list", "procedure": "adjournment",
}  # fmt: skip
NOT_PAGES = {
    "stream", "round-games-stream", "team", "enter",  # the form answers while entries are open
    "desk-do", "desk-undo", "desk-redo", "desk-board", "desk-apart", "desk-hall-now",
    "desk-table", "desk-hall-apply", "desk-hall-ask", "desk-hall-note",
}  # fmt: skip


def pages_of(hall):
    """The address of every page of the tournament, by its name."""
    found = {}
    for page in [*urls.desk, *urls.tournament, *urls.screens]:
        if page.name not in NOT_PAGES:
            found[page.name] = hall.url(page.name, *(ARGUMENTS[key] for key in page.pattern.converters))
    return found


def questions(hall, address):
    hall.owner.get(address)  # sessions, compiled templates and caches are there now
    with CaptureQueriesContext(connection) as asked:
        answer = hall.owner.get(address)
    assert answer.status_code in (200, 302, 405, 409), address  # 302: leads on; 405: only takes what is sent
    return len(asked)


@pytest.mark.django_db
def test_no_page_asks_more_often_for_more_players(hall):
    create_section(hall.event, {"name": "B", "rounds": 3}, who="ana", role=Role.OWNER)
    hall.start(20)
    hall.give("game", board=1, moves="e4 e5")
    few = {name: questions(hall, address) for name, address in pages_of(hall).items()}
    hall.give("enter", players=[{"name": f"Late {i}", "fide_id": f"88{i:05d}"} for i in range(90)])
    many = {name: questions(hall, address) for name, address in pages_of(hall).items()}
    grown = {name: n - few[name] for name, n in many.items() if n > few[name] + 2}  # 2: a longer journal is verified
    assert not grown
    assert max(many.values()) <= 16, many


@pytest.mark.django_db
def test_the_lists_of_tournaments_read_each_journal_once(hall):
    """One question a tournament is the price of knowing its state; nothing else may grow with them."""
    addresses = ["/", "/desk/", f"/e/{hall.event.slug}/", "/api/tournaments"]
    for name in "BC":
        create_section(hall.event, {"name": name, "rounds": 3}, who="ana", role=Role.OWNER)
    three = [questions(hall, address) for address in addresses]
    for name in "DEFGH":
        create_section(hall.event, {"name": name, "rounds": 3}, who="ana", role=Role.OWNER)
    other = create_event("Other", hall.owner_user)
    create_section(other, {"name": "I", "rounds": 3}, who="ana", role=Role.OWNER)
    nine = [questions(hall, address) for address in addresses]
    assert [late - early for early, late in zip(three, nine, strict=True)] == [6, 6, 5, 6]
