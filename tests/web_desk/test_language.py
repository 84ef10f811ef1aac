"""The language of a tournament's papers: that of whoever makes it, or of its event; and a field of the settings."""

from __future__ import annotations

import html
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from arbitro.desk import store
from arbitro.desk.models import Section
from arbitro.files import trf
from tests.files.test_other_programs import EVENT


def newest() -> str:
    return store.state_of(Section.objects.latest("pk").pk).settings.language


def chosen(page: bytes) -> str:
    field = re.search(r'<select id="language".*?</select>', page.decode(), re.S)
    assert field
    return re.search(r'value="(\w+)" selected', field[0])[1]


@pytest.fixture(params=["en", "es"])
def speaker(hall, request) -> tuple[Client, str]:
    client = Client(headers={"accept-language": request.param})
    client.force_login(hall.owner_user)
    return client, request.param


def test_a_new_tournament_speaks_as_its_maker(speaker):
    client, language = speaker
    assert chosen(client.get("/desk/new").content) == language
    assert client.post("/desk/new", {"name": "One", "rounds": "5", "confirm": "2"}).status_code == 302
    assert newest() == language
    other = {"en": "es", "es": "en"}[language]
    client.post("/desk/new", {"name": "Two", "rounds": "5", "confirm": "2", "language": other})
    assert newest() == other


def test_another_tournament_of_an_event_speaks_as_the_first(hall, speaker):
    client, _language = speaker
    url = reverse("desk-add", args=[hall.event.slug])
    assert chosen(client.get(url).content) == "en"
    assert client.post(url, {"name": "B", "rounds": "5", "confirm": "2"}).status_code == 302
    assert newest() == "en" and Section.objects.latest("pk").event == hall.event


def test_what_is_brought_in_speaks_as_who_brings_it(speaker):
    client, language = speaker
    sent = {"file": SimpleUploadedFile("open.trf", trf.write(EVENT, 16).encode())}
    page = html.unescape(client.post("/desk/bring-in", sent).content.decode())
    text = re.search(r'<textarea name="text"[^>]*>\n(.*?)</textarea>', page, re.S)[1]
    assert client.post("/desk/bring-in", {"text": text, "name": "Open"}).status_code == 200
    assert newest() == language


def test_the_settings_change_it_and_the_files_follow(hall):
    hall.start()
    url = hall.url("desk-settings")
    assert chosen(hall.owner.get(url).content) == "en"
    assert "Clasificación" not in hall.owner.get(hall.url("desk-paper", "lists-html")).content.decode()
    posted = {"name": "Open", "language": "es", "expected": hall.state.number}
    assert hall.owner.post(url, posted).status_code == 302
    assert hall.state.settings.language == "es" and chosen(hall.owner.get(url).content) == "es"
    assert "Clasificación" in hall.owner.get(hall.url("desk-paper", "lists-html")).content.decode()
