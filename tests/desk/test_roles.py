"""Who may do what: every command with every role, accounts, invitations."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from arbitro.desk import accounts, store
from arbitro.desk.commands import COMMANDS, Role
from arbitro.desk.models import Invitation, Membership
from arbitro.errors import ArbitroError, Refused

ENTRY_DESK = {
    "enter", "edit-player", "remove", "check-in", "bye", "withdraw", "team", "team-bye", "team-remove", "team-withdraw",
    "line-up", "tick", "arrival", "clock-check", "game", "game-remove", "report",
}  # fmt: skip
CHIEFS_ONLY = {
    "create", "configure", "leave-fide-mode", "accept-damage", "lots", "keep-apart", "exclude", "override", "manual",
    "close-event", "reopen-event", "pair-by-hand", "team-points", "points", "decide", "tie-values", "ranks", "ratings",
}  # fmt: skip


def may(role: Role | None, command: str) -> bool:
    """The table of roles, said once more in the tests."""
    if role in (Role.OWNER, Role.CHIEF):
        return True
    if role is Role.ARBITER:
        return command not in CHIEFS_ONLY
    return role is Role.ENTRY and command in ENTRY_DESK


@pytest.mark.parametrize("role", [None, *Role], ids=lambda role: role.value if role else "nobody")
def test_every_command_asks_for_the_role_before_anything_else(desk, role):
    open_ = desk()
    open_.start(4)
    for name in COMMANDS:
        before = store.last_number(open_.section.pk)
        try:
            store.execute(open_.section.pk, name, {}, who="x", role=role, confirm=4, why="t")
            forbidden = False
        except store.Forbidden:
            forbidden = True
        except ArbitroError:
            forbidden = False
        assert forbidden is not may(role, name), name
        assert not forbidden or store.last_number(open_.section.pk) == before
    for act in (store.undo, store.redo):
        if role in (Role.OWNER, Role.CHIEF, Role.ARBITER):
            continue
        with pytest.raises(store.Forbidden):
            act(open_.section.pk, who="x", role=role)


@pytest.mark.parametrize("name", ["keep-apart", "exclude", "configure", "override"])
def test_who_may_not_decide_a_thing_may_not_take_it_back(desk, name):
    open_ = desk()
    open_("enter", players=[{"name": f"P{i}", "rating": 2000 - i} for i in range(1, 5)])
    open_("number")
    open_("lots", sentence="x")
    if name == "override":
        open_("pair")
        open_("manual", on=True)
    boards = open_.state.rounds[0].boards if open_.state.rounds else {}
    swap = [{"board": n, "white": b.black, "black": b.white} for n, b in boards.items()]
    args = {
        "keep-apart": {"groups": [[1, 2]]}, "exclude": {"id": 4}, "configure": {"changes": {"city": "Oaxaca"}},
        "override": {"boards": swap},
    }  # fmt: skip
    open_(name, **args[name])
    with pytest.raises(store.Forbidden):
        store.undo(open_.section.pk, who="x", role=Role.ARBITER)
    store.undo(open_.section.pk, who="x", role=Role.CHIEF)
    with pytest.raises(store.Forbidden):
        store.redo(open_.section.pk, who="x", role=Role.ARBITER)


@pytest.fixture
def hall(desk):
    """An event with an owner, and two more accounts."""
    open_ = desk()
    people = [accounts.create_user(name, "correct horse battery") for name in ("ana", "bea", "eva")]
    Membership.objects.create(event=open_.event, user=people[0], role="owner")
    return open_.event, people


def test_roles_are_per_event_and_strangers_have_none(hall, desk):
    event, (ana, bea, _eva) = hall
    assert accounts.role_of(ana, event) is Role.OWNER
    assert accounts.role_of(bea, event) is None
    assert accounts.role_of(AnonymousUser(), event) is None
    assert accounts.role_of(ana, desk(name="Other").event) is None


def test_weak_passwords_and_taken_names_are_refused(hall):
    with pytest.raises(Refused, match="taken"):
        accounts.create_user("ana", "correct horse battery")
    for weak in ("short", "password1234", "ana-ana-ana"):
        with pytest.raises(Refused):
            accounts.create_user("zoe" if weak != "ana-ana-ana" else "ana-ana-an", weak)
    with pytest.raises(Refused, match="name"):
        accounts.create_user("  ", "correct horse battery")


def test_passwords_are_kept_as_argon2():
    from arbitro.desk import django_settings

    assert "Argon2" in django_settings.PASSWORD_HASHERS[0]


def test_who_names_whom(hall):
    event, (ana, bea, eva) = hall
    accounts.set_role(event, bea, Role.CHIEF, by=Role.OWNER)
    accounts.set_role(event, eva, Role.ARBITER, by=Role.CHIEF)
    for by, role in [(Role.CHIEF, Role.OWNER), (Role.CHIEF, Role.CHIEF), (Role.ARBITER, Role.VIEWER), (None, None)]:
        with pytest.raises(store.Forbidden):
            accounts.set_role(event, eva, role, by=by)
    with pytest.raises(store.Forbidden):
        accounts.set_role(event, ana, Role.VIEWER, by=Role.CHIEF)
    with pytest.raises(Refused, match="at least one owner"):
        accounts.set_role(event, ana, None, by=Role.OWNER)
    accounts.set_role(event, eva, None, by=Role.CHIEF)
    assert accounts.role_of(eva, event) is None


def test_an_invitation_is_used_once_and_only_its_hash_is_kept(hall):
    event, (ana, bea, eva) = hall
    secret = accounts.invite(event, Role.ARBITER, by=Role.CHIEF)
    assert secret not in str(Invitation.objects.values().get())
    assert accounts.open_invitation(secret).event == event
    assert accounts.accept(secret, bea) == event
    assert accounts.role_of(bea, event) is Role.ARBITER
    with pytest.raises(Refused, match="used"):
        accounts.accept(secret, eva)
    assert accounts.role_of(eva, event) is None
    accounts.accept(accounts.invite(event, Role.VIEWER, by=Role.OWNER), ana)
    assert accounts.role_of(ana, event) is Role.OWNER  # an invitation never takes a role away


def test_an_invitation_expires(hall):
    event, (_ana, bea, _eva) = hall
    secret = accounts.invite(event, Role.ARBITER, by=Role.OWNER, hours=1)
    Invitation.objects.update(expires=timezone.now() - timedelta(seconds=1))
    with pytest.raises(Refused, match="expired"):
        accounts.accept(secret, bea)
    with pytest.raises(Refused, match="not exist"):
        accounts.accept("made up", bea)
    for hours in (0, 24 * 61):
        with pytest.raises(Refused, match="sixty"):
            accounts.invite(event, Role.ARBITER, by=Role.OWNER, hours=hours)
    for by, role in [(Role.CHIEF, Role.CHIEF), (Role.ARBITER, Role.VIEWER), (None, Role.VIEWER)]:
        with pytest.raises(store.Forbidden):
            accounts.invite(event, role, by=by)


@pytest.mark.parametrize("why", ["a\u202eb", "a\x00b", "\ud800", "x" * 2001])
def test_a_reason_hides_nothing_and_is_no_book(desk, why):
    open_ = desk()
    open_.start(4)
    for act in (
        lambda: store.execute(open_.section.pk, "remark", {"text": "x"}, who="x", role=Role.OWNER, why=why),
        lambda: store.undo(open_.section.pk, who="x", role=Role.OWNER, why=why),
    ):
        with pytest.raises(Refused):
            act()
    with pytest.raises(Refused, match="200"):
        open_("configure", changes={"name": "x" * 201})


def test_an_owner_made_chief_leaves_no_chiefs_token(desk):
    from django.contrib.auth.models import User

    from arbitro.desk.tokens import make_token, tokens

    event = desk().section.event
    ana, eva = (User.objects.create_user(name) for name in ("ana-t", "eva-t"))
    for user in (ana, eva):
        accounts.set_role(event, user, Role.OWNER, by=Role.OWNER)
    for role in (Role.CHIEF, Role.ARBITER):
        make_token(event, role.value, role, by=Role.OWNER, maker=eva)
    accounts.set_role(event, eva, Role.CHIEF, by=Role.OWNER)
    assert [token.role for token in tokens(event)] == ["arbiter"]


def test_texts_that_nobody_chose_are_those_of_the_first_day(desk):
    from arbitro.desk.fold import replay
    from arbitro.desk.store import prepare

    settings = {"name": "Open", "start": "2026-11-16"}
    usual, chosen = (
        prepare(replay([]), "create", {"settings": settings | more}).payload["settings"]["editions"]
        for more in ({}, {"editions": {"swiss": "2017"}})
    )
    assert chosen == usual | {"swiss": "2017"} != usual
