"""Every sentence of the site's frame and of the public pages has its Spanish."""

from __future__ import annotations

import pytest
from babel.messages.pofile import read_po

from tests.web_public.catalogue import catalogue_of, files_of, sentences


@pytest.mark.parametrize("app", ["web", "public"])
def test_no_sentence_is_without_spanish(app):
    with catalogue_of(app).open("rb") as stream:
        catalog = read_po(stream, locale="es")
    missing = []
    for sentence, places in sentences(files_of(app)).items():
        entry = catalog.get(sentence if isinstance(sentence, str) else sentence[0])
        strings = () if entry is None else entry.string if isinstance(entry.string, tuple) else (entry.string,)
        if not strings or not all(strings) or (entry is not None and entry.fuzzy):
            missing.append(f"{min(places)}: {sentence!r}")
    assert not missing, missing


@pytest.mark.parametrize("app", ["web", "public"])
def test_translations_keep_the_places_for_values(app):
    with catalogue_of(app).open("rb") as stream:
        catalog = read_po(stream, locale="es")
    import re

    marks = re.compile(r"%\(\w+\)s|\{\w*\}")
    for message in catalog:
        ids = message.id if isinstance(message.id, tuple) else (message.id,)
        strings = message.string if isinstance(message.string, tuple) else (message.string,)
        for text in strings:
            assert set(marks.findall(text)) == set(marks.findall(ids[-1])), message.id
