"""Nobody gets in: every arbiter's address refuses strangers, visitors and viewers; roles stop where they should."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from arbitro.desk import store
from arbitro.desk.accounts import invite
from arbitro.desk.commands import COMMANDS, Role
from tests.web_desk.conftest import PASSWORD

VALUES = {
    "event": "open",
    "section": "open",
    "number": 1,
    "board": 1,
    "procedure": "adjournment",
    "id": 1,
    "command": "result",
    "paper": "pairings",
}


FOR_EVERYBODY = {"desk-worker"}  # the script that keeps pages for when there is no network: it holds no data


def arbiters_urls(patterns=None, prefix="", above=()):
    """Every address under /desk/, from the resolver itself."""
    found = []
    for pattern in patterns if patterns is not None else get_resolver().url_patterns:
        route = prefix + str(pattern.pattern)
        names = (*above, *pattern.pattern.converters)
        if isinstance(pattern, URLResolver):
            found += arbiters_urls(pattern.url_patterns, route, names)
        elif isinstance(pattern, URLPattern) and route.startswith("desk/") and pattern.name not in FOR_EVERYBODY:
            found.append(reverse(pattern.name, kwargs={name: VALUES[name] for name in names}))
    return found


def every_url() -> list[str]:
    urls = [url for url in arbiters_urls() if url != "/desk/worker.js"]  # a script, the same for everybody
    do = next(url for url in urls if "/do/" in url)
    return urls + [do.replace("/do/result", f"/do/{command}") for command in COMMANDS]


def test_the_walk_finds_the_arbiters_pages():
    urls = every_url()
    assert len(urls) > 40
    assert all(url.startswith("/desk/") for url in urls)


@pytest.mark.parametrize("method", ["get", "post"])
def test_a_stranger_is_sent_to_the_login_from_every_address(hall, method):
    hall.start()
    number = hall.state.number
    for url in every_url():
        answer = getattr(hall.client(), method)(url)
        assert answer.status_code in (302, 405), url
        if answer.status_code == 302:
            assert answer["Location"].startswith("/accounts/login"), url
    assert hall.state.number == number


@pytest.mark.parametrize("method", ["get", "post"])
def test_a_viewer_is_refused_at_every_address(hall, method):
    hall.start()
    viewer = hall.person("vera", Role.VIEWER)
    number = hall.state.number
    for url in every_url():
        answer = getattr(viewer, method)(url)
        assert answer.status_code in (403, 405), (url, answer.status_code)
    assert hall.state.number == number


def test_an_arbiter_of_another_event_is_refused(hall):
    hall.start()
    other = hall.person("olga")
    for url in every_url():
        if "/open/" in url:
            assert other.get(url).status_code in (403, 405), url


def test_the_roles_of_commands_hold_on_the_site(hall):
    hall.start()
    entry = hall.person("eva", Role.ENTRY)
    arbiter = hall.person("abel", Role.ARBITER)
    assert hall.do("result", entry, board=1, result="1-0").status_code == 403
    assert hall.do("check-in", entry, ids=1).status_code == 302
    assert hall.do("result", arbiter, board=1, result="1-0").status_code == 302
    assert hall.do("close-event", arbiter).status_code == 403
    assert arbiter.get(reverse("desk-users", args=["open"])).status_code == 403
    assert arbiter.post(hall.url("desk-settings"), {"name": "Mine"}).status_code in (400, 403)
    assert hall.state.settings.name == "Open"
    assert entry.post(hall.url("desk-undo")).status_code == 403


def test_an_arbiter_cannot_raise_himself(hall):
    chief = hall.person("carla", Role.CHIEF)
    url = reverse("desk-users", args=["open"])
    assert chief.post(url, {"action": "invite", "role": "owner"}).status_code == 403
    assert chief.post(url, {"action": "invite", "role": "king"}).status_code == 422


def test_forms_without_their_token_are_refused(hall):
    hall.start()
    careful = hall.client(hall.owner_user, enforce_csrf_checks=True)
    number = hall.state.number
    for url in every_url():
        assert careful.post(url, {"board": 1, "result": "1-0"}).status_code == 403, url
    assert hall.client(enforce_csrf_checks=True).post("/accounts/login", {}).status_code == 403
    assert hall.state.number == number


def test_a_login_goes_to_this_site_only(hall):
    for target in ("https://evil.example/", "//evil.example", "javascript:alert(1)"):
        answer = hall.client().post("/accounts/login", {"username": "ana", "password": PASSWORD, "next": target})
        assert answer["Location"] == "/desk/"
    answer = hall.do("check-in", next="https://evil.example/", id=0)
    assert "evil" not in answer.get("Location", "")


def test_an_invitation_works_once(hall):
    secret = invite(hall.event, Role.ARBITER, by=Role.OWNER)
    url = reverse("invitation", args=[secret])
    guest = hall.client()
    assert guest.get(url).status_code == 200
    assert guest.post(url, {"username": "nora", "password": PASSWORD}).status_code == 302
    assert guest.get(hall.url("desk-section")).status_code == 200
    assert hall.client().get(url).status_code == 422
    assert hall.client().get(reverse("invitation", args=["guess"])).status_code == 422


def test_accounts_are_made_by_invitation(hall):
    assert hall.client().get("/accounts/new").status_code == 403


def test_every_page_has_a_strict_policy(hall):
    hall.start()
    for url in (hall.url("desk-section"), "/accounts/login", "/"):
        answer = hall.owner.get(url)
        policy = answer["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert answer["X-Frame-Options"] == "DENY"
        assert answer["X-Content-Type-Options"] == "nosniff"
        page = answer.content.decode()
        assert "<style" not in page
        assert " style=" not in page
        assert "http://" not in page.replace("http://testserver", "").replace("http://www.w3.org", "")


def test_public_pages_tell_no_birth_dates(hall):
    hall.start()
    hall.finish_round()
    visitor = Client()
    dates = [e.player.birth for e in hall.state.entrants.values()]
    base = f"/e/{hall.event.slug}/{hall.section.slug}/"
    pages = ["", "players", "round/1", "standings", "standings/1", "table", "player/1", "statistics", "report.trf",
             "games.pgn", "feed.atom", "calendar.ics"]  # fmt: skip
    for path in [base + page for page in pages] + [f"/api/tournaments/{hall.event.slug}/{hall.section.slug}", "/"]:
        answer = visitor.get(path)
        text = answer.content.decode()
        assert not any(date in text or date.replace("/", "-") in text for date in dates), path


def test_a_hidden_tournament_is_for_its_members(hall):
    hall.start()
    hall.give("configure", changes={"public": False})
    url = f"/e/{hall.event.slug}/{hall.section.slug}/standings"
    assert Client().get(url).status_code == 404
    assert hall.person("vera", Role.VIEWER).get(url).status_code == 200


def test_the_server_profile_passes_djangos_deployment_check(tmp_path):
    environment = os.environ | {
        "ARBITRO_PROFILE": "server",
        "ARBITRO_HOSTS": "chess.example",
        "ARBITRO_DATA": str(tmp_path),
        "DJANGO_SETTINGS_MODULE": "arbitro.web.settings",
    }
    environment.pop("DATABASE_URL", None)
    done = subprocess.run(
        [sys.executable, "-m", "django", "check", "--deploy", "--fail-level", "INFO"],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "no issues" in done.stdout


def test_nothing_is_written_by_a_refused_command(hall):
    hall.start()
    number = store.last_number(hall.section.pk)
    assert hall.do("result", board=99, result="1-0").status_code == 422
    assert hall.do("no-such-command").status_code == 404
    assert hall.do("create", args='{"settings": {"name": "x"}}').status_code == 404
    assert store.last_number(hall.section.pk) == number


def test_errors_are_pages_in_words(hall):
    missing = hall.client().get("/e/no/such/page")
    assert missing.status_code == 404
    assert "There is no such page" in missing.content.decode()
    damaged = hall.client(hall.owner_user, enforce_csrf_checks=True).post(hall.url("desk-do", "pair"))
    assert "Nothing was changed" in damaged.content.decode()


def test_a_fault_of_the_program_shows_no_traceback(hall, monkeypatch):
    from arbitro.web.desk.views import day

    monkeypatch.setattr(day, "competition_report", lambda state: 1 // 0)
    client = hall.client(hall.owner_user)
    client.raise_request_exception = False
    answer = client.get(hall.url("desk-officials"))
    assert answer.status_code == 500
    page = answer.content.decode()
    assert "Something went wrong" in page
    assert "ZeroDivisionError" not in page


def test_the_poster_and_the_plates_lead_to_an_address_that_others_reach(hall):
    from arbitro.web.addresses import lan_address
    from tests.papers import pdf

    hall.start()
    listed = hall.owner.get(hall.url("desk-papers")).content.decode()
    assert "papers/poster" in listed
    made = hall.owner.get(hall.url("desk-paper", "poster"), headers={"host": "localhost:8000"})
    assert made["Content-Type"] == "application/pdf"
    assert pdf.has(made.content, f"{lan_address()}:8000/e/open/open")
    hall.give("configure", changes={"public": False})
    assert "papers/poster" not in hall.owner.get(hall.url("desk-papers")).content.decode()
