"""A journal changed behind the program's back: the desk says so on every page, and so do the report and the backup."""

from __future__ import annotations

from django.db import connection

from arbitro.desk import store


def test_the_desk_names_the_first_entry_that_is_not_as_it_was_written(hall):
    hall.start()
    clean = hall.owner.get(hall.url("desk-section")).content.decode()
    assert "damaged" not in clean
    with connection.cursor() as cursor:
        cursor.execute("UPDATE desk_journalentry SET why = 'changed' WHERE number = 3")
    store.forget()
    for page in ("desk-section", "desk-players", "desk-journal", "desk-settings"):
        text = hall.owner.get(hall.url(page)).content.decode()
        assert "entry 3 is not as it was written" in text, page
    backup = hall.owner.get(f"/desk/{hall.event.slug}/backup")
    assert backup.status_code == 422
    assert "entry 3" in backup.content.decode()
    report = hall.owner.get(hall.url("desk-trf")).content.decode()
    assert "damaged: entry 3" in report


def test_the_public_page_shows_the_last_digest(hall):
    hall.start()
    number, digest = store.head(hall.section.pk)
    page = hall.client().get(f"/e/{hall.event.slug}/{hall.section.slug}/").content.decode()
    assert digest in page
    assert str(number) in page
