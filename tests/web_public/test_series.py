"""A series over several tournaments: made at the desk, read by everybody."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from arbitro.desk.accounts import create_user, set_role
from arbitro.desk.commands import Role
from arbitro.desk.events import create_event
from arbitro.web.models import Series
from tests.web_public.conftest import Open


@pytest.fixture
def desk(hall):
    user = create_user("ana", "the-rook-on-the-seventh")
    set_role(hall.event, user, Role.OWNER, by=Role.OWNER)
    client = Client(headers={"accept-language": "en"})
    client.force_login(user)
    return client


def test_a_series_adds_the_points_of_places_over_tournaments(hall, desk):
    other = Open(hall.event, name="Second")
    other.enter(4)
    other.play_round(("1-0",))
    strange = Open(create_event("Strange"), name="Not mine")
    page = reverse("desk-series", args=[hall.event.slug])
    assert "Not mine" not in desk.get(page).content.decode()
    chosen = [hall.section.pk, other.section.pk, strange.section.pk]
    told = {"name": "Grand Prix", "places": "10, 6; 3", "best": "1", "sections": chosen}
    assert desk.post(page, told | {"places": "ten"}).status_code == 422
    assert desk.post(page, told | {"sections": []}).status_code == 422
    assert desk.post(page, told).status_code == 302
    made = Series.objects.get()
    assert (made.slug, made.places, made.best, made.sections.count()) == ("grand-prix", "10,6,3", 1, 2)
    visitor = Client(headers={"accept-language": "en"})
    table = visitor.get(reverse("series", args=["grand-prix"])).content.decode()
    assert "The best tournament counts." in table
    rows = table[table.index("<tbody>") :].split("<tr>")[1:]
    assert len(rows) == 13
    assert 'class="score">10<' in rows[0]
    assert "Grand Prix" in visitor.get("/").content.decode()
    assert visitor.get(page).status_code == 302
    edit = f"{page}?edit={made.pk}"
    assert 'value="10,6,3"' in desk.get(edit).content.decode()
    assert desk.post(edit, told | {"name": "Gran Premio", "places": "", "sections": chosen[:1]}).status_code == 302
    made = Series.objects.get()
    assert (made.slug, made.name, made.places, made.sections.count()) == ("grand-prix", "Gran Premio", "", 1)
    desk.post(page, {"remove": made.pk})
    assert visitor.get(reverse("series", args=["grand-prix"])).status_code == 404
