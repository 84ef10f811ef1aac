"""The API answers whatever is sent to it: Schemathesis makes requests from the schema, and none ends in a failure."""

from __future__ import annotations

import json

import pytest
import schemathesis
from django.test import Client
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from arbitro.desk import store
from arbitro.desk.accounts import set_role
from arbitro.desk.commands import COMMANDS, Role

BOUNDED = settings(
    max_examples=25,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
    derandomize=True,
)


@pytest.fixture
def schema(hall, visitor):
    return schemathesis.openapi.from_dict(visitor.get("/api/openapi.json").json())


def operations(schema):
    return [result.ok() for result in schema.get_all_operations()]


def known(hall, data, path: dict[str, object]) -> dict[str, object]:
    """Half of the time the tournament is the one that exists."""
    mine = {"event": hall.event.slug, "tournament": hall.section.slug}
    return {k: mine.get(k, v) if data.draw(st.booleans()) else v for k, v in path.items()}


def test_no_answer_is_a_failure(hall, schema, django_user_model):
    user = django_user_model.objects.create_user("ben")
    set_role(hall.event, user, Role.CHIEF, by=Role.OWNER)
    arbiter = Client(headers={"accept-language": "en"}, raise_request_exception=False)
    arbiter.force_login(user)
    statuses: set[int] = set()
    for operation in operations(schema):

        @given(case=operation.as_strategy(), data=st.data())
        @BOUNDED
        def ask(case, data):
            path = known(hall, data, dict(case.path_parameters or {}))
            if "name" in path and data.draw(st.booleans()):
                path["name"] = data.draw(st.sampled_from(sorted(COMMANDS)))
            address = case.path
            for name, value in path.items():
                address = address.replace(f"{{{name}}}", str(value).replace("/", "").replace("\0", "") or "x")
            query = {k: v for k, v in dict(case.query or {}).items() if v is not None}
            if case.method.upper() == "GET":
                answer = arbiter.get(address, query)
            else:
                body = json.dumps(case.body if isinstance(case.body, dict | list) else {})
                answer = arbiter.post(address, body, "application/json")
            statuses.add(answer.status_code)
            assert answer.status_code < 500, (case.method, address, query, case.body)

        ask()
    assert {200, 404} <= statuses


def test_the_schema_names_every_public_end_point(schema):
    paths = {operation.path for operation in operations(schema)}
    assert len(paths) == 11  # four of them of games
    assert all(path.startswith("/api/tournaments") for path in paths)


def test_wrong_arguments_of_commands_are_answers(hall, django_user_model):
    """Whatever a program sends as a command's arguments: a refusal, never a failure."""
    user = django_user_model.objects.create_user("ben")
    set_role(hall.event, user, Role.OWNER, by=Role.OWNER)
    client = Client(headers={"accept-language": "en"}, raise_request_exception=False)
    client.force_login(user)
    base = f"/api/tournaments/{hall.event.slug}/{hall.section.slug}/commands"
    strange = [{}, {"board": "x"}, {"board": None, "result": None}, {"id": {}}, {"players": 7}, {"ids": "abc"},
               {"changes": {"rounds": "many"}}, {"round": -1}, {"unknown": True}]  # fmt: skip
    failures = []
    for name in sorted(COMMANDS):
        for arguments in strange:
            body = json.dumps({"arguments": arguments, "confirm": 4, "why": "a test"})
            answer = client.post(f"{base}/{name}", body, "application/json")
            if answer.status_code >= 500:
                failures.append((name, arguments))
    assert not failures


def test_a_viewer_is_refused_every_command(hall, django_user_model):
    user = django_user_model.objects.create_user("vera")
    set_role(hall.event, user, Role.VIEWER, by=Role.OWNER)
    client = Client(headers={"accept-language": "en"})
    client.force_login(user)
    before = store.last_number(hall.section.pk)
    for name in sorted(COMMANDS):
        address = f"/api/tournaments/{hall.event.slug}/{hall.section.slug}/commands/{name}"
        answer = client.post(address, json.dumps({"arguments": {}, "confirm": 4}), "application/json")
        assert answer.status_code == (404 if name == "create" else 403), name
    assert store.last_number(hall.section.pk) == before
