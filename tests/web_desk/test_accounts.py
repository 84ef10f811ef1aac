"""Who gets in: wrong passwords slow down and shut nobody out, links work once, passwords change, sessions end."""

from __future__ import annotations

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from arbitro.desk import accounts
from arbitro.desk.commands import Role
from arbitro.desk.events import create_event
from arbitro.desk.models import Invitation, Membership
from arbitro.desk.store import Forbidden
from arbitro.errors import Refused
from arbitro.web.desk.accounts import FREE_TRIES, LONGEST_PAUSES, pause
from arbitro.web.models import Try
from arbitro.web.templatetags.arbitro import browser
from tests.web_desk.conftest import PASSWORD

NEW = "a-pawn-on-the-sixth-rank"


def log_in(client: Client, name: str = "ana", password: str = PASSWORD, **options) -> int:
    return client.post("/accounts/login", {"username": name, "password": password}, **options).status_code


# -- wrong passwords


def test_answers_slow_down_and_never_longer_than_a_limit():
    assert pause((1, 1, 1)) == 0
    assert pause(FREE_TRIES) == 0
    assert [pause((FREE_TRIES[0] + n, 1, 1)) for n in range(1, 7)] == [1, 2, 4, 8, 16, 16]
    assert pause((1, 10_000, 10_000)) == max(LONGEST_PAUSES)
    assert pause((1, 1, 10_000)) == LONGEST_PAUSES[2]


def test_whoever_knows_the_password_gets_in_after_any_number_of_wrong_tries(hall):
    client = hall.client()
    for n in range(60):
        assert log_in(client, f"nobody{n}", "x") == 400
    for _ in range(60):
        assert log_in(client, "ana", "x") == 400
    assert log_in(client) == 302


def test_a_right_login_forgets_all_wrong_tries_of_the_same_person_and_nobody_elses(hall):
    client = hall.client()
    for _ in range(4):
        log_in(client, "ana", "x")
    log_in(client, "bruno", "x")
    assert Try.objects.count() == 15
    assert log_in(client) == 302
    assert Try.objects.count() == 3  # what was tried as bruno: by name, by address, by both


def test_behind_a_trusted_proxy_the_real_address_counts(hall, settings):
    settings.PROXIES = 1
    for n in range(3):
        log_in(hall.client(), "ana", "x", headers={"X-Forwarded-For": f"6.6.6.6, 10.0.0.{n}"})
    assert Try.objects.values("key").distinct().count() == 7  # the name once, three addresses, three pairs


def test_without_trusted_proxies_a_forged_header_is_ignored(hall):
    for n in range(3):
        log_in(hall.client(), "ana", "x", headers={"X-Forwarded-For": f"10.0.0.{n}"})
    assert Try.objects.values("key").distinct().count() == 3


# -- one's own password, sessions


def test_changing_the_password_ends_all_other_sessions(hall):
    here, phone = hall.client(), hall.client()
    assert log_in(here) == log_in(phone) == 302
    page = here.get("/accounts/me").content.decode()
    assert page.count('name="session"') >= 1
    assert here.post("/accounts/me", {"action": "password", "old": "wrong", "new": NEW}).status_code == 400
    assert here.post("/accounts/me", {"action": "password", "old": PASSWORD, "new": "short"}).status_code == 400
    assert here.post("/accounts/me", {"action": "password", "old": PASSWORD, "new": NEW}).status_code == 200
    assert here.get("/desk/").status_code == 200
    assert phone.get("/desk/").status_code == 302
    assert log_in(hall.client()) == 400
    assert log_in(hall.client(), password=NEW) == 302


def test_one_session_can_be_ended_from_another(hall):
    here, phone = hall.client(), hall.client()
    log_in(here)
    log_in(phone)
    keys = [s.key for s in accounts.sessions(hall.owner_user)]
    assert len(keys) == 3  # with the owner's own client
    phone_key = phone.session.session_key
    here.post("/accounts/me", {"action": "end", "session": phone_key})
    assert phone.get("/desk/").status_code == 302
    assert here.get("/desk/").status_code == 200


def test_nobody_ends_the_sessions_of_others(hall):
    other = hall.person("olga")
    key = hall.owner.session.session_key
    other.post("/accounts/me", {"action": "end", "session": key})
    assert hall.owner.get("/desk/").status_code == 200


def test_the_owner_sends_a_link_for_a_new_password_that_works_once(hall):
    member = hall.person("bruno", Role.ARBITER)
    user = get_user_model().objects.get(username="bruno")
    answer = hall.owner.post(f"/desk/{hall.event.slug}/users", {"action": "password", "user": user.pk})
    link = answer.content.decode().split("/accounts/password/")[1].split("<")[0]
    first, second = hall.client(), hall.client()
    assert first.get(f"/accounts/password/{link}").status_code == 200
    assert first.post(f"/accounts/password/{link}", {"password": NEW}).status_code == 302
    assert second.post(f"/accounts/password/{link}", {"password": "another-one-of-mine"}).status_code == 422
    assert member.get("/desk/").status_code == 302  # the old session has ended
    assert log_in(hall.client(), "bruno", NEW) == 302


def test_no_owner_takes_over_an_account_that_has_a_part_in_somebody_elses_event(hall):
    hall.person("bruno", Role.ARBITER)
    user = get_user_model().objects.get(username="bruno")
    accounts.set_role(create_event("Theirs", accounts.create_user("eva", PASSWORD)), user, Role.OWNER, by=Role.OWNER)
    answer = hall.owner.post(f"/desk/{hall.event.slug}/users", {"action": "password", "user": user.pk})
    assert answer.status_code == 403
    chief = hall.person("carla", Role.CHIEF)
    assert chief.post(f"/desk/{hall.event.slug}/users", {"action": "password", "user": user.pk}).status_code == 403


# -- invitations, roles, the first account


def test_an_invitation_admits_one_and_leaves_no_second_account_behind(hall):
    secret = accounts.invite(hall.event, Role.ARBITER, by=Role.OWNER)
    assert (
        hall.client().post(f"/accounts/invitation/{secret}", {"username": "b", "password": PASSWORD}).status_code == 302
    )
    answer = hall.client().post(f"/accounts/invitation/{secret}", {"username": "c", "password": PASSWORD})
    assert answer.status_code == 422
    with pytest.raises(Refused, match="used"):
        accounts.join(secret, "d", PASSWORD)
    assert set(get_user_model().objects.values_list("username", flat=True)) == {"ana", "b"}
    get_user_model().objects.get(username="b").delete()  # whoever used it is gone; the link stays used
    assert Invitation.objects.get().used_by is None
    with pytest.raises(Refused, match="used"):
        accounts.open_invitation(secret)


def test_a_chief_changes_no_chief_and_no_owner(hall):
    hall.person("carla", Role.CHIEF)
    hall.person("dora", Role.CHIEF)
    dora = get_user_model().objects.get(username="dora")
    for role in (None, Role.ARBITER, Role.VIEWER):
        with pytest.raises(Forbidden):
            accounts.set_role(hall.event, dora, role, by=Role.CHIEF)
    assert Membership.objects.get(user=dora).role == "chief"
    accounts.set_role(hall.event, dora, Role.ARBITER, by=Role.OWNER)


@pytest.mark.parametrize("server", [False, True])
def test_the_first_account_from_elsewhere_needs_the_code(db, settings, server):
    settings.SERVER = server
    client = Client()
    away = "127.0.0.1" if server else "192.168.1.20"
    body = {"username": "eva", "password": PASSWORD}
    assert client.post("/accounts/new", body, REMOTE_ADDR=away).status_code == 422
    assert client.post("/accounts/new", {**body, "code": "0" * 12}, REMOTE_ADDR=away).status_code == 422
    assert not get_user_model().objects.exists()
    good = {**body, "code": accounts.first_account_code()}
    assert client.post("/accounts/new", good, REMOTE_ADDR=away).status_code == 302
    assert Client().post("/accounts/new", {**good, "username": "else"}, REMOTE_ADDR=away).status_code == 403


def test_the_first_account_at_the_machine_itself_needs_none(db):
    assert Client().post("/accounts/new", {"username": "eva", "password": PASSWORD}).status_code == 302


def test_a_proxy_on_the_same_machine_is_not_the_machine(db):
    answer = Client().post(
        "/accounts/new", {"username": "eva", "password": PASSWORD}, headers={"X-Forwarded-For": "203.0.113.9"}
    )
    assert answer.status_code == 422


# -- names


@pytest.mark.parametrize("name", ["", "x" * 151, "a\x00b", "ana\u202e", "\ud800"])
def test_odd_names_are_refused_in_a_sentence(hall, name):
    with pytest.raises(Refused):
        accounts.create_user(name, PASSWORD)


def test_accounts_that_are_made_are_not_counted_and_those_that_are_refused_are(hall):
    def taken_up(name: str, password: str) -> int:
        secret = accounts.invite(hall.event, Role.ARBITER, by=Role.OWNER)
        body = {"username": name, "password": password}
        return hall.client().post(f"/accounts/invitation/{secret}", body).status_code

    assert [taken_up(f"arbiter-{n}", NEW) for n in range(12)] == [302] * 12
    assert [taken_up("another", "short") for _try in range(10)] == [400] * 10
    assert taken_up("another", NEW) == 400  # too many lately
    assert not get_user_model().objects.filter(username="another").exists()


def test_a_link_that_no_phone_can_open_says_so(hall, monkeypatch):
    def invited() -> str:
        fields = {"action": "invite", "role": "arbiter"}
        return hall.owner.post(f"/desk/{hall.event.slug}/users", fields, follow=True).content.decode()

    def screens() -> str:
        return hall.owner.get(hall.url("desk-screens")).content.decode()

    monkeypatch.setenv("ARBITRO_LISTENS_AT", "127.0.0.1")
    assert "--host 0.0.0.0" in invited() and "--host 0.0.0.0" in screens()
    monkeypatch.setenv("ARBITRO_LISTENS_AT", "0.0.0.0")
    assert "--host 0.0.0.0" not in invited() and "--host 0.0.0.0" not in screens()


def test_browsers_are_named_as_people_call_them():
    windows = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:120.0) Gecko/20100101 Firefox/120.0"
    android = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Mobile Safari/537.36"
    assert [browser(windows), browser(android), browser("curl/8.1")] == [
        "Firefox, Windows",
        "Chrome, Android",
        "curl/8.1",
    ]
