"""The hall's screens: parts by letters, times by lines, walls that the desk tells what to show."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from arbitro.web.models import Screen
from arbitro.web.public.pages import Page
from arbitro.web.public.screens import Face, Show, faces, part_of


def test_letters_are_split_where_they_change():
    parts = [part_of("AAAABBBCCCCD", n, 3, str) for n in (1, 2, 3)]
    assert parts == ["AAAA", "BBB", "CCCCD"]
    same = [part_of(["M"] * 10, n, 3, str) for n in (1, 2, 3)]  # one letter alone is cut in the middle
    assert [len(part) for part in same] == [3, 4, 3]
    assert [part_of(["A"], n, 3, str) for n in (1, 2, 3)] in ([["A"], [], []], [[], ["A"], []], [[], [], ["A"]])


def test_a_page_stays_as_long_as_its_lines_take():
    assert Face("names", "", range(48)).seconds == 13
    assert Face("names", "", range(3)).seconds == 6
    assert Face("boards", "", range(14)).seconds == 10


def test_two_thousand_names_come_round_in_two_minutes_on_five_screens(db, hall, rf, monkeypatch):
    person = {"player": type("P", (), {"name": "x"})}
    many = [{"label": n, "white": {**person, "n": n}, "black": {**person, "n": n}} for n in range(1000)]
    monkeypatch.setattr("arbitro.web.public.screens.pairing_rows", lambda _page, _round: many)
    page = Page(rf.get("/"), hall.section)
    shown = faces(page, Show(("names",), 2, 5))
    assert (sum(len(face.rows) for face in shown), shown[0].dense) == (400, True)
    assert sum(face.seconds for face in shown) < 120


def test_every_kind_turns_on_one_screen_in_the_order_asked_for(hall):
    page = Client(headers={"accept-language": "en"}).get(
        hall.url("screen-pairings") + "?show=clock,names,standings&part=2&parts=2"
    )
    text = page.content.decode()
    order = [text.index(f'class="turn {kind}') for kind in ("clock", "names", "standings")]
    assert order == sorted(order)
    assert 'class="turn boards' not in text
    assert "Round 3 · P – P" in text


@pytest.fixture
def desk(hall):
    from arbitro.desk.accounts import create_user, set_role
    from arbitro.desk.commands import Role

    user = create_user("ana", "the-rook-on-the-seventh")
    set_role(hall.event, user, Role.OWNER, by=Role.OWNER)
    client = Client(headers={"accept-language": "en"})
    client.force_login(user)
    return client


def test_a_wall_is_paired_by_its_code_and_told_what_to_show(hall, desk):
    television = Client(headers={"accept-language": "en"})
    address = television.get(reverse("new-wall"))["Location"]
    code = address.rsplit("/", 1)[1]
    assert code in television.get(address).content.decode()
    screens = hall.url("desk-screens")
    assert television.post(screens, {"pair": "1", "code": code}).status_code == 302  # to the login
    assert desk.post(screens, {"pair": "1", "code": "NOSUCH"}).status_code == 422
    assert desk.post(screens, {"pair": "1", "code": f" {code.lower()} ", "name": "Door"}).status_code == 302
    now = television.get(f"{address}/now").json()
    assert now["orders"] == 1
    assert 'class="turn boards' in television.get(address).content.decode()
    screen = Screen.objects.get(code=code)
    told = {"id": screen.pk, "kinds": ["names", "clock"], "part": "1", "parts": "2", "light": "on", "name": "Door"}
    assert desk.post(screens, told).status_code == 302
    desk.post(screens, {"notice": "Round 4 at 17:00\nin hall B"})
    assert television.get(f"{address}/now").json()["orders"] == 3
    text = television.get(address).content.decode()
    for part in ("Round 4 at 17:00 in hall B", 'data-theme="light"', 'class="turn names', 'class="turn clock'):
        assert part in text, part
    assert "Door" in desk.get(screens).content.decode()
    assert desk.post(screens, {"id": screen.pk}).status_code == 422  # nothing to show
    desk.post(screens, {"split": "1"})
    screen.refresh_from_db()
    assert (screen.kinds, screen.part, screen.parts) == ("names", 1, 1)
    desk.post(screens, {"id": screen.pk, "remove": "1"})
    assert code in television.get(address).content.decode()
    assert "hall B" not in television.get(address).content.decode()


def test_a_code_of_another_event_cannot_be_taken(hall, desk):
    Screen.objects.create(code="TAKEN2", section=hall.section)
    assert desk.post(hall.url("desk-screens"), {"pair": "1", "code": "TAKEN2"}).status_code == 422
    assert Client().get(reverse("wall", args=["NOSUCH"]))["Location"] == reverse("new-wall")
