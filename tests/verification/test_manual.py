"""The manual opens from every page at its chapter (11 to 13)."""

from __future__ import annotations

import re

from django.urls import get_resolver

from arbitro.web import manual


def test_every_page_opens_the_manual_at_its_chapter(hall):
    hall.start(4)
    for page, chapter in (
        ("desk-players", "tournament/players"),
        ("desk-papers", "tournament/print"),
        ("crosstable", "standings"),
    ):
        shown = hall.owner.get(hall.url(page)).content.decode()
        link = re.search(r'id="help" href="([^"]+)"', shown)[1]
        answer = hall.owner.get(link, follow=True)
        assert answer.status_code == 200
        assert answer.redirect_chain[-1][0].startswith(f"/help/{chapter}")
        assert "<h1" in answer.content.decode()


def test_chapters_are_of_pages_and_headings_that_exist(client):
    names = {name for name in get_resolver().reverse_dict if isinstance(name, str)}
    for page, chapter in manual.CHAPTERS.items():
        assert page in names, page
        name, _hash, part = chapter.partition("#")
        path = manual.page_of(name, "en")
        assert path is not None, chapter
        _title, body = manual.rendered(path)
        _page, _hash, heading = manual.place(chapter, "en").partition("#")
        assert bool(part) == bool(heading) and (not part or f'<h2 id="{heading}"' in body), chapter


def test_links_pictures_and_languages_of_the_manual(client, tmp_path, monkeypatch):
    body = client.get("/help/papers").content.decode()
    picture = re.search(r'src="(/help/img/[^"]+)"', body)[1]
    assert client.get(picture).status_code == 200
    assert ".md" not in "".join(re.findall(r'href="(/help[^"]*)"', body))
    for wrong in ("/help/nothing", "/help/../README", "/help/img/../papers.md"):
        assert client.get(wrong).status_code == 404
    (tmp_path / "es").mkdir()
    (tmp_path / "index.md").write_text("# Start\n", encoding="utf-8")
    (tmp_path / "es" / "index.md").write_text("# Inicio\n", encoding="utf-8")
    monkeypatch.setattr(manual, "FOLDERS", (tmp_path,))
    assert "Inicio" in client.get("/help/index", headers={"accept-language": "es"}).content.decode()
    assert "Start" in client.get("/help/index", headers={"accept-language": "en"}).content.decode()
