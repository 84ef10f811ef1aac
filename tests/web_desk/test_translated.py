"""The site speaks Spanish and English: every sentence of templates and views has its Spanish, and keeps its blanks."""

from __future__ import annotations

import re
from datetime import datetime

import pytest
from django.utils.formats import date_format
from django.utils.translation import override
from tools import site_messages
from tools.messages import load

from arbitro.i18n import speaking
from arbitro.laws.hall import case_named

BLANK = re.compile(r"%\(\w+\)s|\{\w*\}")
BARE = re.compile(r">\s*([A-Z][a-z]+(?: [a-z]+)+)\s*<")


def test_every_sentence_of_the_site_has_its_spanish():
    assert site_messages.check() == []


@pytest.mark.parametrize("application", site_messages.APPLICATIONS, ids=lambda path: path.name)
def test_translations_keep_the_blanks_of_their_sentences(application):
    for message in load(site_messages.catalogue(application)):
        if not message.id:
            continue
        ids = [message.id] if isinstance(message.id, str) else list(message.id)
        texts = [message.string] if isinstance(message.string, str) else list(message.string)
        for n, text in enumerate(texts):
            assert set(BLANK.findall(text)) == set(BLANK.findall(ids[0 if n == 0 else -1])), message.id


def test_no_template_has_bare_english():
    """A sentence between tags that is not inside a translate tag would be shown to everybody as it is."""
    for application in site_messages.APPLICATIONS:
        for path in site_messages.files(application):
            if path.suffix == ".html":
                text = re.sub(r"\{%\s*blocktranslate.*?endblocktranslate\s*%\}", "", path.read_text(), flags=re.DOTALL)
                assert BARE.findall(text) == [], path.name


def test_templates_can_be_read():
    """A template is read and changed line by line: none runs off the screen."""
    for application in site_messages.APPLICATIONS:
        for path in site_messages.files(application):
            if path.suffix == ".html":
                longest = max(map(len, path.read_text().splitlines()), default=0)
                assert longest < 260, f"{path.name}: a line of {longest} characters"


def test_a_page_is_in_the_language_that_is_asked_for(hall):
    hall.start()
    url = hall.url("desk-round", 1)
    spanish = hall.owner.get(url, headers={"accept-language": "es"}).content.decode()
    english = hall.owner.get(url, headers={"accept-language": "en"}).content.decode()
    assert '<html lang="es"' in spanish
    assert "Ronda 1" in spanish
    assert "Blancas" in spanish
    assert "Round 1" in english
    refused = hall.owner.post(hall.url("desk-do", "pair"), headers={"accept-language": "es"}).content.decode()
    assert "faltan 6 resultados" in refused


def test_the_language_button_changes_the_language(hall):
    client = hall.client(hall.owner_user)
    client.post("/language", {"language": "es", "next": "/desk/"})
    assert "Mis torneos" in client.get("/desk/").content.decode()


def test_words_that_are_kept_in_tables_are_translated_when_they_are_shown():
    with speaking("es"):
        assert case_named("phone-rings").text == "Suena el teléfono"


def test_english_dates_are_those_of_no_single_country():
    """11/12/2026 is two different days to two readers."""
    moment = datetime(2026, 11, 12, 15, 4)
    with override("en"):
        assert date_format(moment, "SHORT_DATETIME_FORMAT") == "12 Nov 2026, 15:04"
        assert date_format(moment, "DATE_FORMAT") == "12 November 2026"
    with override("es"):
        assert date_format(moment, "SHORT_DATETIME_FORMAT") == "12/11/2026 15:04"
