"""Tokens: programs act in one event with one role; shown once, listed with their last use, revoked at once."""

from __future__ import annotations

import json
import re

import pytest
from django.test import Client

from arbitro.cli.event.people import ROLES_OF_TOKENS, SCOPES
from arbitro.desk import store
from arbitro.desk.accounts import set_role
from arbitro.desk.commands import COMMANDS, Role
from arbitro.desk.events import create_event, create_section
from arbitro.desk.models import Token
from arbitro.desk.tokens import COMMANDS_OF, Scope, make_token, revoke, roles_for
from arbitro.errors import ArbitroError, Refused

BASE = "/api/tournaments/open/open"


SEEN = {"about": "", "text": "seen"}


def give(client: Client, name: str = "remark", arguments: dict[str, object] = SEEN) -> int:
    body = json.dumps({"arguments": arguments, "confirm": 4, "why": "a test"})
    return int(client.post(f"{BASE}/commands/{name}", body, "application/json").status_code)


def made(client: Client, **fields: object) -> str:
    page = client.post("/desk/open/tokens", {"name": "Results board", "role": "arbiter"} | fields).content.decode()
    found = re.search(r"arbitro_[\w-]{32}", page)
    return found[0] if found else ""


def test_a_token_made_on_its_page_writes_and_is_listed_with_its_last_use(hall):
    hall.start()
    secret = made(hall.owner)
    page = hall.owner.get("/desk/open/tokens").content.decode()
    assert secret not in page  # shown once
    assert "Results board" in page
    assert "never" in page
    program = hall.program(secret)
    program.handler.enforce_csrf_checks = True
    assert give(program) == 200
    assert store.entries(hall.section.pk)[-1].who == "token: Results board"
    assert "never" not in hall.owner.get("/desk/open/tokens").content.decode()


def test_a_revoked_token_does_nothing_any_more(hall):
    hall.start()
    program = hall.program(made(hall.owner))
    assert program.get(f"{BASE}/players").status_code == 200
    (token,) = Token.objects.all()
    assert hall.owner.post("/desk/open/tokens", {"revoke": token.pk}).status_code == 302
    assert give(program) == 401
    assert program.get(f"{BASE}/players").status_code == 401
    assert "Results board" not in hall.owner.get("/desk/open/tokens").content.decode()


@pytest.mark.parametrize("role", roles_for(Role.OWNER), ids=lambda role: role.value)
def test_a_token_may_what_its_role_may(hall, role):
    hall.start()
    program = hall.program(make_token(hall.event, "x", role, by=Role.OWNER))
    for name in sorted(COMMANDS):
        body = json.dumps({"arguments": {"no such": 1}, "confirm": 4, "why": "t"})
        status = program.post(f"{BASE}/commands/{name}", body, "application/json").status_code
        assert status == (404 if name == "create" else 422 if store.allowed(name, role) else 403), name


def test_no_token_is_an_owner_however_it_is_asked_for(hall):
    with pytest.raises(Refused, match="No program is an owner"):
        make_token(hall.event, "x", Role.OWNER, by=Role.OWNER)
    assert hall.owner.post("/desk/open/tokens", {"name": "x", "role": "owner"}).status_code == 422
    assert 'value="owner"' not in hall.owner.get("/desk/open/tokens").content.decode()
    assert [role.value for role in roles_for(Role.OWNER)] == ROLES_OF_TOKENS
    assert Token.objects.count() == 0


def test_a_token_opens_its_own_event_and_no_other(hall):
    theirs = create_event("Theirs")
    create_section(theirs, {"name": "Theirs", "rounds": 5}, who="x", role=Role.OWNER)
    hall.start()
    hall.give("configure", changes={"public": False})
    ours = hall.program(make_token(hall.event, "x", Role.VIEWER, by=Role.OWNER))
    other = hall.program(make_token(theirs, "x", Role.CHIEF, by=Role.OWNER))
    assert ours.get(BASE).status_code == 200
    assert [t["event"] for t in ours.get("/api/tournaments").json()] == ["theirs", "open"]
    assert other.get(BASE).status_code == 404
    assert [t["event"] for t in other.get("/api/tournaments").json()] == ["theirs"]
    assert give(other) == 404
    assert ours.get("/e/open/open/").status_code == 404  # the API only


def test_a_wrong_token_is_refused_even_beside_a_session(hall):
    hall.start()
    for word in ("Bearer guess", "Basic YTpi", "Bearer", ""):
        client = Client(headers={"authorization": word})
        client.force_login(hall.owner_user)
        assert give(client) == 401, word


def test_guessing_is_stopped_and_the_right_token_is_not(hall):
    hall.start()
    statuses = [hall.program(f"guess {n}").get(BASE).status_code for n in range(32)]
    assert statuses == [401] * 30 + [429] * 2
    assert hall.program(made(hall.owner)).get(BASE).status_code == 200


def test_a_chief_gives_and_takes_no_more_than_they_may_name(hall):
    chief = hall.person("carla", Role.CHIEF)
    assert not made(chief, role="chief")
    assert not made(hall.owner, role="nonsense")
    assert made(chief)
    make_token(hall.event, "high", Role.CHIEF, by=Role.OWNER)
    high = Token.objects.get(name="high")
    assert chief.post("/desk/open/tokens", {"revoke": high.pk}).status_code == 403
    assert (
        hall.person("blas", Role.ARBITER).post("/desk/open/tokens", {"name": "x", "role": "viewer"}).status_code == 403
    )
    assert Token.objects.filter(revoked=None).count() == 2


def test_who_is_a_chief_no_longer_leaves_no_token_behind(hall):
    hall.start()
    program = hall.program(made(hall.person("carla", Role.CHIEF)))
    assert give(program) == 200
    carla = Token.objects.get().maker
    set_role(hall.event, carla, Role.ARBITER, by=Role.OWNER)
    assert give(program) == 401


@pytest.mark.parametrize("name", ["", "  ", "x" * 81, "a\x00b", "a‮b"])
def test_a_token_has_a_plain_name(hall, name):
    with pytest.raises(ArbitroError):
        make_token(hall.event, name, Role.ARBITER, by=Role.OWNER)


def test_the_command_makes_lists_and_revokes(hall):
    from click.testing import CliRunner

    from arbitro.cli.event import command

    def said(*words: str) -> str:
        done = CliRunner().invoke(command, ["token", "open", *words], catch_exceptions=False)
        return done.output.strip()

    secret = said("--name", "Board")
    assert hall.program(secret).get(BASE).status_code == 200
    listed = json.loads(said("--json"))["tokens"]
    assert [(row["name"], row["role"]) for row in listed] == [("Board", "arbiter")]
    assert listed[0]["last_used"]
    assert "Board · arbiter" in said()
    assert said("--revoke", str(listed[0]["number"])) == ""
    assert hall.program(secret).get(BASE).status_code == 401


@pytest.mark.parametrize("scopes", [["read"], ["results"], ["entries"], ["pair"], ["results", "entries"]], ids=" ".join)
def test_a_token_gives_the_commands_of_its_scopes_and_no_others(hall, scopes):
    hall.start()
    hall.give("configure", changes={"public": False})
    program = hall.program(made(hall.owner, role="chief", scope=scopes))
    assert program.get(f"{BASE}/players").status_code == 200  # every token reads
    mine = frozenset[str]().union(*(COMMANDS_OF[Scope(scope)] for scope in scopes))
    assert mine <= set(COMMANDS)
    for name in sorted(set(COMMANDS) - {"create"}):
        body = json.dumps({"arguments": {"no such": 1}, "confirm": 4, "why": "t"})
        answer = program.post(f"{BASE}/commands/{name}", body, "application/json")
        assert answer.status_code == (422 if name in mine else 403), name
    shown = hall.owner.get("/desk/open/tokens").content.decode()
    assert ("results and games" in shown.partition("<form")[2].partition("New token")[0]) is ("results" in scopes)


def test_the_command_makes_a_token_for_less(hall):
    from click.testing import CliRunner

    from arbitro.cli.event import command

    assert [scope.value for scope in Scope if scope is not Scope.ALL] == SCOPES
    words = ["token", "open", "--name", "Board", "--scope", "results", "--scope", "entries", "--json"]
    told = json.loads(CliRunner().invoke(command, words, catch_exceptions=False).output)
    assert (told["role"], told["scopes"]) == ("arbiter", ["results", "entries"])
    assert Token.objects.get().scopes == "results entries"
    listed = CliRunner().invoke(command, ["token", "open"], catch_exceptions=False).output
    assert "Board · results, entries · " in listed


READING = (
    "", "/players", "/players/1", "/crosstable", "/standings", "/teams", "/times", "/norms", "/prizes", "/changes",
    "/rounds/1", "/rounds/1/reasons", "/rounds/1/matches", "/rounds/1/byes", "/rounds/1/games", "/rounds/1/games.pgn",
    "/files", "/files/trf26",
)  # fmt: skip


@pytest.fixture
def keys(hall):
    """Everybody who may knock: what they show."""
    theirs = create_event("Theirs")
    create_section(theirs, {"name": "Theirs", "rounds": 5}, who="x", role=Role.OWNER)
    hall.start()
    made = {
        scope.value: make_token(hall.event, scope.value, Role.CHIEF, by=Role.OWNER, scopes=[scope]) for scope in Scope
    }
    made["another event's"] = make_token(theirs, "x", Role.CHIEF, by=Role.OWNER)
    made["revoked"] = make_token(hall.event, "revoked", Role.CHIEF, by=Role.OWNER)
    revoke(hall.event, Token.objects.get(name="revoked").pk, by=Role.OWNER)
    return {key: hall.program(secret) for key, secret in made.items()} | {"nobody": hall.client()}


def test_the_table_of_doors_is_the_whole_interface(hall):
    hall.start()
    told = {path.removeprefix("/api/tournaments") for path in hall.client().get("/api/openapi.json").json()["paths"]}
    doors = {path.replace("{event}/{tournament}", "").strip("/") for path in told}
    names = {"rounds/1": "rounds/{round}", "players/1": "players/{number}", "files/trf26": "files/{form}"}
    shown = {re.sub("|".join(names), lambda found: names[found[0]], path).strip("/") for path in READING}
    others = {"commands/{name}", "changes.ndjson", "rounds/{round}/games.ndjson", "rounds/{round}/games/{board}"}
    assert doors == shown | others


@pytest.mark.parametrize("public", [True, False], ids=["public", "private"])
def test_every_door_for_every_key(hall, keys, public):
    """Reading: a private tournament is there for the tokens of its event, whatever they are for; for nobody else."""
    if not public:
        hall.give("configure", changes={"public": False})
    mine = {scope.value for scope in Scope}
    for path in READING:
        for key, program in keys.items():
            expected = 401 if key == "revoked" else 200 if public or key in mine else 404
            assert program.get(BASE + path).status_code == expected, (path, key)
    for path in ("/changes.ndjson", "/rounds/1/games.ndjson"):
        for key in ("nobody", "another event's", "revoked") if not public else ("revoked",):
            assert keys[key].get(BASE + path).status_code == (401 if key == "revoked" else 404), (path, key)


DEEDS = {
    "results": ("result", {"board": 1, "result": "1-0"}),
    "entries": ("bye", {"id": 3, "round": 2, "outcome": "ZERO_BYE"}),
    "pair": ("unpair", {}),
    "all": ("remark", SEEN),
}


@pytest.mark.parametrize("deed", DEEDS)
def test_each_scope_does_its_own_and_no_others(hall, keys, deed):
    """Writing: what a token is for is really done, in its name; every other key leaves the journal as it was."""
    name, arguments = DEEDS[deed]
    for key, program in keys.items():
        if key in (deed, "all"):
            continue
        before = store.last_number(hall.section.pk)
        status = give(program, name, arguments)
        assert status == {"nobody": 401, "revoked": 401}.get(key, 403), key
        assert store.last_number(hall.section.pk) == before
    assert give(keys[deed], name, arguments) == 200
    assert store.entries(hall.section.pk)[-1].who == f"token: {deed}"


def test_no_token_opens_the_desk_or_makes_another(hall, keys):
    for key, program in keys.items():
        for path in (hall.url("desk-section"), "/desk/open/tokens", "/desk/"):
            answer = program.get(path)
            assert answer.status_code == 302 and "/accounts/login" in answer["Location"], (key, path)


def test_whoever_shows_nothing_is_asked_for_a_token(hall):
    hall.start()
    answer = Client(headers={"accept-language": "en"}, enforce_csrf_checks=True).post(
        f"{BASE}/commands/result", "{}", "application/json"
    )
    assert answer.status_code == 401
    assert "Authorization: Bearer" in answer.json()["detail"]
    session = Client(headers={"accept-language": "en"}, enforce_csrf_checks=True)
    session.force_login(hall.owner_user)
    assert session.post(f"{BASE}/commands/result", "{}", "application/json").status_code == 403  # forged, perhaps
