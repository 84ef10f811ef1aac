"""The walk: every address of the site as every identity. Nothing breaks, nobody reaches what is above their role."""

from __future__ import annotations

import re
from inspect import iscoroutinefunction
from itertools import pairwise

import pytest
from django.urls import URLPattern, URLResolver, get_resolver

from arbitro.desk.accounts import create_user, invite, password_link
from arbitro.desk.commands import COMMANDS, Role
from arbitro.desk.events import create_event, create_section
from arbitro.desk.links import Kind, make_links
from arbitro.desk.tokens import make_token
from arbitro.web.later import View, loaded

VALUES = {
    "event": "open", "section": "open", "tournament": "open", "number": "1", "board": "1", "id": "1", "player": "1",
    "round": "1", "command": "result", "name": "result", "paper": "pairings", "secret": "guess",
}  # fmt: skip
LADDER = ("viewer", "entry", "arbiter", "chief", "owner")
FOR_FEW = "/desk/open/open/entries"  # contact data: the entry desk needs them, an arbiter of the hall does not
ENDS_THE_SESSION = {"accounts/logout"}


def routes(patterns=None, prefix: str = "") -> list[str]:
    """Every route, from the resolver itself."""
    found = []
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        route = prefix + str(pattern.pattern).lstrip("^").rstrip("$")
        if isinstance(pattern, URLResolver):
            found += routes(pattern.url_patterns, route)
        elif isinstance(pattern, URLPattern):
            found.append(route)
    return found


def addresses(secret: str = "guess") -> list[str]:
    """Every address, with something in each place; the desk's commands one by one."""
    made = []
    values = VALUES | {"secret": secret}
    for route in routes():
        filled = re.sub(r"<(?:\w+:)?(\w+)>", lambda place: values.get(place[1], "1"), route)
        made += [filled.replace("do/result", f"do/{name}") for name in COMMANDS] if "do/result" in filled else [filled]
    return [f"/{address}" for address in made if address not in ENDS_THE_SESSION]


@pytest.fixture
def people(hall):
    """A client for every identity."""
    hall.start()
    clients = {role: hall.person(role, Role(role)) for role in LADDER if role != "owner"}
    stranger = create_user("olga", "the-rook-on-the-seventh")
    theirs = create_event("Theirs", stranger)
    create_section(theirs, {"name": "Theirs", "rounds": 5}, who="olga", role=Role.OWNER)
    programs = {
        "program": hall.program(make_token(hall.event, "a board", Role.CHIEF, by=Role.OWNER)),
        "program elsewhere": hall.program(make_token(theirs, "a board", Role.CHIEF, by=Role.OWNER)),
        "program without": hall.program("a guess"),
    }
    everybody = {
        "nobody": hall.client(),
        "elsewhere": hall.client(stranger),
        "owner": hall.owner,
        **clients,
        **programs,
    }
    return everybody | {"player": hall.client()}  # who has a personal link: `addresses` puts its secret in


def test_the_walk_covers_the_site():
    walked = addresses()
    assert len(walked) > 100
    for part in ("/desk/", "/e/", "/api/", "/accounts/", "/screen/"):
        assert any(address.startswith(part) for address in walked), part


@pytest.mark.parametrize(
    "body",
    [
        None,
        pytest.param({}, marks=pytest.mark.slow),
        {"args": "[[[", "id": "x" * 500, "round": "-1", "name": "\x00", "role": "9"},
    ],
)
def test_no_address_breaks_for_anybody(hall, people, body):
    for who, client in people.items():
        if who.startswith("program "):
            continue  # the one with a token gets further than these
        client.raise_request_exception = False
        secret = make_links(hall.section, [1], Kind.PLAYER, by=Role.OWNER)[1] if who == "player" else "guess"
        for address in addresses(secret):
            if "stream" in address:
                continue  # does not end
            answer = client.get(address) if body is None else client.post(address, body)
            assert answer.status_code < 500, (who, address, answer.status_code)


def test_whoever_is_below_reaches_nothing_that_those_above_may_not(hall, people):
    reached = {}
    secret = make_links(hall.section, [1], Kind.PLAYER, by=Role.OWNER)[1]
    for who, client in people.items():
        walked = addresses(secret) if who == "player" else addresses()
        pages = [address for address in walked if "stream" not in address]
        reached[who] = {address for address in pages if client.get(address).status_code == 200}
    for below, above in pairwise(LADDER):
        assert reached[below] - {"/accounts/new", FOR_FEW} <= reached[above], (below, above)
    desk = {address for address in addresses() if address.startswith("/desk/open/")}
    for outsider in ("nobody", "elsewhere", "viewer"):
        assert not reached[outsider] & desk, outsider
    assert "/accounts/me" not in reached["nobody"]
    assert "/desk/open/users" not in reached["arbiter"]
    assert "/desk/open/backup" not in reached["arbiter"]
    assert "/desk/open/users" in reached["chief"]
    assert "/desk/open/tokens" in reached["chief"]
    assert reached["player"] - reached["nobody"] == {f"/me/{secret}", f"/me/{secret}/app.json"}  # one page, installable
    assert [who for who in LADDER if FOR_FEW in reached[who]] == ["entry", "chief", "owner"]
    for program in ("program", "program elsewhere", "program without"):  # a token opens the API and nothing else
        assert {a for a in reached[program] ^ reached["nobody"] if not a.startswith("/api/")} == set(), program
    assert not {a for a in reached["program without"] if a.startswith("/api/tournaments")}


def test_secrets_of_links_are_kept_as_hashes(hall):
    from django.db import connection

    secrets = [invite(hall.event, Role.ARBITER, by=Role.OWNER), password_link(hall.owner_user)]
    secrets.append(make_token(hall.event, "a board", Role.ARBITER, by=Role.OWNER))
    hall.start()
    secrets += make_links(hall.section, [1, 2], Kind.PLAYER, by=Role.OWNER).values()
    with connection.cursor() as cursor:
        for table in ("desk_invitation", "desk_passwordlink", "desk_token"):
            cursor.execute(f"SELECT * FROM {table}")
            text = str(cursor.fetchall())
            assert not any(secret in text for secret in secrets)


def test_every_view_that_is_loaded_later_is_there_and_waits_for_nothing():
    def views(patterns) -> list[View]:
        found = []
        for one in patterns:
            found += views(one.url_patterns) if isinstance(one, URLResolver) else [one.callback]
        return [view for view in found if isinstance(view, View)]

    later = views(get_resolver().url_patterns)
    assert len(later) > 100
    for view in later:
        assert not iscoroutinefunction(getattr(loaded(view.module), view.name)), view
