"""What people and programs send by mistake or malice is answered in a sentence: no page breaks."""

from __future__ import annotations

import json

import pytest
from django.db import OperationalError, connection

from arbitro.desk.commands import Role
from arbitro.desk.events import create_event, create_section

HIDDEN = ["a\x00b", "Ana\u202eanA", "\ud800", "tab\x07"]
DEEP: object = []
for _ in range(60):
    DEEP = [DEEP]


def refused(answer) -> None:
    assert 400 <= answer.status_code < 500, (answer.status_code, answer.content[:300])


@pytest.mark.parametrize("fields", [{}, {"name": ""}, {"name": "   "}, {"name": "x" * 201}, {"name": "a\x00b"}])
def test_a_new_event_without_a_usable_name(hall, fields):
    refused(hall.owner.post("/desk/new", fields))


@pytest.mark.parametrize(
    "fields",
    [
        {"action": "invite"},
        {"action": "invite", "role": "king"},
        {"action": "invite", "role": "arbiter", "hours": "9" * 400},
        {"action": "role"},
        {"action": "role", "user": "9" * 400, "role": "arbiter"},
        {"action": "password", "user": "x"},
    ],
)
def test_the_page_of_users(hall, fields):
    answer = hall.owner.post(f"/desk/{hall.event.slug}/users", fields)
    assert answer.status_code < 500


@pytest.mark.parametrize(
    ("command", "args"),
    [
        ("configure", {"changes": {"plan": {"a": DEEP}}}),
        ("configure", {"changes": DEEP}),
        ("configure", {"changes": {"prizes": "a." * 30_000 + "b = 1"}}),
        ("configure", {"changes": {"rounds": 10**5000}}),
        ("configure", {"changes": {"tiebreaks": ["BH/C" + "9" * 5000]}}),
        ("enter", {"players": [{"name": "x" * 100_000}]}),
        ("enter", {"players": [{"name": DEEP}]}),
        ("enter", {"players": [{"player": {"name": "Ana"}, "byes": {"9" * 5000: "HALF_BYE"}}]}),
        ("result", {"board": 10**30, "result": "1-0"}),
        ("incident", {"text": "\ud800"}),
        *[("enter", {"players": [{"name": name}]}) for name in HIDDEN],
    ],
)
def test_arguments_of_commands(hall, command, args):
    hall.start()
    number = hall.state.number
    refused(hall.owner.post(hall.url("desk-do", command), {"args": dumps(args)}))
    url = f"/api/tournaments/{hall.event.slug}/{hall.section.slug}/commands/{command}"
    refused(hall.owner.post(url, dumps({"arguments": args}), content_type="application/json"))
    assert hall.state.number == number


def dumps(value: object) -> str:
    import sys

    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        return json.dumps(value)
    finally:
        sys.set_int_max_str_digits(limit)


@pytest.mark.parametrize("seed", ["9" * 5000, "-1", "x", "１２", ""])
def test_the_seed_of_an_exam(client, db, seed):
    assert client.get("/exam", {"seed": seed}).status_code == 200


@pytest.mark.parametrize("name", ["x" * 151, "a\x00b", "ana\u202e", ""])
def test_names_at_the_login(hall, name):
    body = {"username": name, "password": "x"}
    refused(hall.client().post("/accounts/login", body))


def test_the_same_name_twice_makes_two_events(db):
    assert create_event("Open").slug != create_event("Open").slug


@pytest.mark.parametrize("name", HIDDEN)
def test_names_of_tournaments(db, name):
    from arbitro.errors import Refused

    event = create_event("Open")
    with pytest.raises(Refused):
        create_section(event, {"name": name}, who="ana", role=Role.OWNER)
    with pytest.raises(Refused):
        create_event(name)


@pytest.mark.parametrize("address", ["/accounts/login", "/", "/desk/"])
def test_a_database_that_fails_is_said_in_a_sentence(hall, address):
    """A full disk, a file without the right to write, a server that is gone: the same error for the site."""

    def fails(execute, sql, params, many, context):
        raise OperationalError("database or disk is full")

    client = hall.client(hall.owner_user, raise_request_exception=False)
    with connection.execute_wrapper(fails):
        answer = (
            client.post(address, {"username": "ana", "password": "x"}) if "login" in address else client.get(address)
        )
    assert answer.status_code == 503
    assert "database" in answer.content.decode().casefold()


def test_a_sheet_sent_back_with_endless_numbers(hall):
    sent = {"rows": "name,rating\nAna,2000\n", "header": "9" * 5000, "header_was": "9" * 5000, "skip": "9" * 5000}
    assert hall.owner.post(hall.url("desk-import"), sent | {"column": ["name", "rating"]}).status_code == 200
