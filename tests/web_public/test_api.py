"""The API answers whatever is sent to it: Schemathesis makes requests from the schema, and none ends in a failure."""

from __future__ import annotations

import json
from urllib.parse import quote

import jsonschema_rs
import pytest
import schemathesis
from django.test import Client
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from arbitro.desk import store
from arbitro.desk.accounts import set_role
from arbitro.desk.commands import COMMANDS, Role
from arbitro.desk.events import create_event
from arbitro.desk.tokens import make_token
from arbitro.files.forms import WRITTEN, parse
from arbitro.papers.catalogue import files
from tests.web_public.conftest import PRIVATE, Open

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


def keeps_the_contract(document, case, answer) -> None:
    """A status that the description names, and a body as it says."""
    told = document["paths"][case.path][case.method.lower()]["responses"]
    assert str(answer.status_code) in told, (case.path, answer.status_code)
    content = told[str(answer.status_code)].get("content", {})
    if answer.streaming or not content:
        return
    kind = answer["Content-Type"].partition(";")[0]
    assert kind in content, (case.path, answer.status_code, kind)
    if kind == "application/json" and (schema := content[kind].get("schema")):
        jsonschema_rs.validate({**schema, "components": document["components"]}, answer.json())


@pytest.mark.parametrize(
    "who, examples",
    [
        ("nobody", 8),
        ("token", 25),
        pytest.param("nobody", 400, marks=pytest.mark.slow),
        pytest.param("token", 400, marks=pytest.mark.slow),
    ],
)
def test_no_answer_is_a_failure(hall, schema, who, examples):
    """With and without a token: no 5xx, and every answer is one that the description tells of."""
    headers = {"accept-language": "en"}
    if who == "token":
        headers["authorization"] = f"Bearer {make_token(hall.event, 'a program', Role.CHIEF, by=Role.OWNER)}"
    arbiter = Client(headers=headers, raise_request_exception=False)
    document = arbiter.get("/api/openapi.json").json()
    statuses: set[int] = set()
    for operation in operations(schema):

        @given(case=operation.as_strategy(), data=st.data())
        @settings(BOUNDED, max_examples=examples)
        def ask(case, data):
            path = known(hall, data, dict(case.path_parameters or {}))
            if "name" in path and data.draw(st.booleans()):
                path["name"] = data.draw(st.sampled_from(sorted(COMMANDS)))
            address = case.path
            for name, value in path.items():
                plain = str(value).replace("/", "").replace("\0", "").strip(".") or "x"
                address = address.replace(f"{{{name}}}", quote(plain, safe=""))
            query = {k: v for k, v in dict(case.query or {}).items() if v is not None}
            if case.method.upper() == "GET":
                answer = arbiter.get(address, query)
            else:
                body = json.dumps(case.body if isinstance(case.body, dict | list) else {})
                answer = arbiter.post(address, body, "application/json")
            statuses.add(answer.status_code)
            assert answer.status_code < 500, (case.method, address, query, case.body)
            keeps_the_contract(document, case, answer)

        ask()
    assert {200, 404} <= statuses


def test_the_schema_names_every_public_end_point(schema):
    paths = {operation.path for operation in operations(schema)}
    assert len(paths) == 23  # four of them of games, two of files
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


def test_what_more_the_api_tells(hall, visitor):
    base = f"/api/tournaments/{hall.event.slug}/{hall.section.slug}"
    for absent in ("players/999", "rounds/99", "rounds/99/byes"):
        answer = visitor.get(f"{base}/{absent}", headers={"Accept-Language": "en"})
        assert (answer.status_code, answer.json()["detail"][:11]) == (404, "There is no")
    card = visitor.get(f"{base}/players/1").json()
    assert card["name"] == "Player1, Name" and [game["round"] for game in card["games"]] == [1, 2, 3]
    assert card["points"] == sum(game["points"] for game in card["games"])
    assert len(visitor.get(f"{base}/crosstable").json()) == 13
    assert {"number": 2, "kind": "half_bye"} in visitor.get(f"{base}/rounds/2/byes").json()
    times = visitor.get(f"{base}/times").json()
    assert [time["published"] for time in times] == [True, True, True, False, False]
    assert times[2]["missing"] == 2 and times[0]["start"].startswith("2026-05-01T16:00:00")
    assert visitor.get(f"{base}/teams").json() == [] == visitor.get(f"{base}/prizes").json()
    told = visitor.get(f"{base}/changes").json()
    assert [change["round"] for change in told if change["kind"] == "publish"] == [1, 2, 3]
    later = visitor.get(f"{base}/changes?after={told[-2]['number']}").json()
    assert later == told[-1:]
    assert "1987" not in json.dumps([card, told])


def test_every_file_for_other_programs_is_listed_and_had_without_birth_dates(hall, visitor):
    base = f"/api/tournaments/{hall.event.slug}/{hall.section.slug}/files"
    listed = visitor.get(base).json()
    assert [one["form"] for one in listed] == list(files()) and set(files()) == set(WRITTEN)
    assert all(one["title"] and (one["about"] or one["form"].startswith("trf")) for one in listed)
    for one in listed:
        answer = visitor.get(one["address"])
        assert answer.status_code == 200 and answer["Content-Disposition"].startswith("attachment"), one
        assert not any(word.encode() in answer.content for word in PRIVATE), one
    assert "birth" in visitor.get(f"{base}/json").json()["players"][0]
    whole = parse(visitor.get(f"{base}/json").content, "x.json")[0]
    assert whole.rounds_paired == 3 and {p.birth for p in whole.players} == {"1987"}
    wrong = visitor.get(f"{base}/papyrus")
    assert wrong.status_code == 404 and "trf16" in wrong.json()["detail"]


def test_a_file_with_a_late_correction_has_no_birth_dates_either(hall, visitor):
    hall("result", round=1, board=1, result="0-1")
    assert store.state_of(hall.section.pk).rounds[0].boards[1].rating_white is not None
    base = f"/api/tournaments/{hall.event.slug}/{hall.section.slug}/files"
    for form in ("json", "uscf"):
        assert b"1987/05/23" not in visitor.get(f"{base}/{form}").content


def test_before_round_1_only_the_files_of_players_are_listed(db, visitor):
    made = Open(create_event("Soon"))
    made.enter(4)
    base = f"/api/tournaments/{made.event.slug}/{made.section.slug}/files"
    forms = [one["form"] for one in visitor.get(base).json()]
    assert "start-list" in forms and "boards" not in forms
    refused = visitor.get(f"{base}/boards")
    assert refused.status_code == 422 and "no round has been paired yet" in refused.json()["detail"]


@pytest.mark.parametrize("path", ["", "nothing", "tournaments/", "tournaments/a/b/c/d", "docs/", "openapi"])
def test_an_address_that_the_api_does_not_have_is_answered_in_json(hall, visitor, path):
    for answer in (visitor.get(f"/api/{path}"), visitor.post(f"/api/{path}", "{}", "application/json")):
        assert answer.status_code == 404 and answer["Content-Type"].startswith("application/json")
        assert answer.json()["detail"] == f"The API has no address /api/{path}; those that it has are at /api/docs."
    spoken = Client(headers={"accept-language": "es"}).get(f"/api/{path}")
    assert spoken.json()["detail"].startswith("La API no tiene")


def test_scripts_of_other_sites_may_read(hall, visitor):
    assert visitor.get("/api/tournaments")["Access-Control-Allow-Origin"] == "*"
    asked = visitor.options("/api/tournaments", headers={"origin": "https://club.example"})
    assert asked.status_code == 204 and "POST" not in asked["Access-Control-Allow-Methods"]
    assert "Access-Control-Allow-Credentials" not in asked
    assert not visitor.get(hall.url("section")).has_header("Access-Control-Allow-Origin")


def test_the_widget_may_be_framed_because_nothing_can_be_pressed(hall, visitor):
    for what in ("pairings", "standings"):
        answer = visitor.get(hall.url("widget", what))
        page = answer.content.decode()
        assert "frame-ancestors *" in answer["Content-Security-Policy"] and not answer.has_header("X-Frame-Options")
        assert "Player1, Name" in page
        assert not any(tag in page for tag in ("<form", "<button", "<script", "<input"))
    hall("exclude", id=store.state_of(hall.section.pk).by_number(1).id)
    assert "Player1, Name" not in visitor.get(hall.url("widget", "standings")).content.decode()
    assert visitor.get(hall.url("widget", "other")).status_code == 404
    assert visitor.get(hall.url("section"))["X-Frame-Options"] == "DENY"


def test_the_widget_of_teams_shows_matches_and_teams(db, visitor):
    made = Open(create_event("League"), system="team", team_boards=2, rounds=3)
    players = [{"name": f"Player{i}, Name", "rating": 2400 - 10 * i} for i in range(1, 9)]
    made("enter", players=players)
    for team in range(4):
        made("team", name=f"Club {team}", members=[2 * team + 1, 2 * team + 2])
    made("number")
    made("lots", sentence="a public sentence")
    made("pair")
    made("publish")
    made("result", board=1, result="1-0")
    for what, cell in (("pairings", "1 : 0"), ("standings", "Club 3")):
        page = visitor.get(made.url("widget", what)).content.decode()
        assert cell in page and "Club 0" in page
        assert "Player1, Name" not in page
