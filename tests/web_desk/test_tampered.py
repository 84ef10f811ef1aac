"""A journal changed behind the program's back: the desk says so on every page, and so do the report and the backup."""

from __future__ import annotations

import json

from django.db import connection

from arbitro.desk import store


def test_the_desk_names_the_first_entry_that_is_not_as_it_was_written(hall):
    hall.start()
    clean = hall.owner.get(hall.url("desk-section")).content.decode()
    assert "damaged" not in clean
    store._rechecked.clear()  # what was just read is believed for a moment
    with connection.cursor() as cursor:
        cursor.execute("UPDATE desk_journalentry SET why = 'changed' WHERE number = 3")
    for page in ("desk-section", "desk-players", "desk-journal", "desk-settings"):
        text = hall.owner.get(hall.url(page)).content.decode()
        assert "entry 3 is not as it was written" in text, page
    backup = hall.owner.get(f"/desk/{hall.event.slug}/backup")
    assert backup.status_code == 422
    assert "entry 3" in backup.content.decode()
    report = hall.owner.get(hall.url("desk-trf")).content.decode()
    assert "damaged: entry 3" in report


def test_a_running_site_shows_it_on_the_next_page_and_writes_nothing_before_the_chief_has_said_so(hall):
    hall.start()
    hall.owner.get(hall.url("desk-section"))
    store._rechecked.clear()  # what was just read is believed for a moment
    with connection.cursor() as cursor:
        cursor.execute("UPDATE desk_journalentry SET who = 'somebody' WHERE number = 2")
    page = hall.owner.get(hall.url("desk-players")).content.decode()
    assert "entry 2 is not as it was written" in page
    number = hall.state.number
    typed = {"args": '{"board": 1, "result": "1-0"}'}
    refused = hall.owner.post(hall.url("desk-do", "result"), typed)
    assert refused.status_code == 422
    assert "entry 2 is not as it was written; nothing was written" in refused.content.decode()
    assert hall.owner.post(hall.url("desk-undo"), {}).status_code == 422
    url = f"/api/tournaments/{hall.event.slug}/{hall.section.slug}/commands/result"
    body = json.dumps({"arguments": {"board": 1, "result": "1-0"}})
    assert hall.owner.post(url, body, content_type="application/json").status_code == 422
    assert hall.state.number == number
    accept = hall.url("desk-do", "accept-damage")
    assert hall.owner.post(accept, {"entry": "3", "why": "seen"}).status_code == 422
    assert hall.owner.post(accept, {"entry": "2", "why": "the round goes on"}).status_code == 302
    assert hall.owner.post(hall.url("desk-do", "result"), typed).status_code in (200, 302)
    assert [entry.kind for entry in store.entries(hall.section.pk, number)] == ["accept-damage", "result"]
    page = hall.owner.get(hall.url("desk-journal")).content.decode()
    assert "It goes on, as was decided" in page
    assert "The journal goes on although entry 2 is damaged" in page


def test_the_public_page_shows_the_last_digest(hall):
    hall.start()
    number, digest = store.head(hall.section.pk)
    page = hall.client().get(f"/e/{hall.event.slug}/{hall.section.slug}/").content.decode()
    assert digest in page
    assert str(number) in page
