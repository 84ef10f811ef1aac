"""The manual is the same in both languages, names what the program says, and opens from every page of the desk.

A bold word of the manual is one that the site shows; a message in the table of messages is one that the program says.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from django.urls import URLPattern, URLResolver, get_resolver

from arbitro.formats.length import length_of
from arbitro.model import System
from arbitro.web import manual

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
SECTIONS = ("start", "tournament", "safe", "from", "arbiter", "programmer", "help")
PAGES = sorted(page.relative_to(DOCS) for section in SECTIONS for page in (DOCS / section).glob("*.md"))
TWINS = [*PAGES, *sorted(page.relative_to(DOCS) for page in DOCS.glob("*.md"))]


def text(page: Path, lang: str = "en") -> str:
    return (DOCS / ("" if lang == "en" else lang) / page).read_text(encoding="utf-8")


def levels(page: str) -> list[int]:
    without_code = re.sub(r"^```.*?^```", "", page, flags=re.S | re.M)
    return [len(mark) for mark in re.findall(r"^(#+) ", without_code, re.M)]


def test_both_languages_have_the_same_pages():
    spanish = {page.relative_to(DOCS / "es") for page in (DOCS / "es").rglob("*.md")}
    english = {page.relative_to(DOCS) for page in DOCS.rglob("*.md") if "es" not in page.relative_to(DOCS).parts}
    assert english == spanish


@pytest.mark.parametrize("page", TWINS, ids=str)
def test_a_page_is_built_alike_in_both_languages(page: Path) -> None:
    """Headings, pictures, blocks, tables: the same number in the same order."""
    english, spanish = text(page), text(page, "es")
    assert levels(english) == levels(spanish)
    assert english.splitlines()[0] != spanish.splitlines()[0] or page.stem in ("chess-results", "index")
    for kind in (r"!\[[^]]*\]\(([^)]*)\)", r"^```(\w+)", r"^(\|--.*)$", r"^\$ (.*)$", r"\]\(([\w./-]+)[#)]"):
        ours, theirs = (re.findall(kind, side, re.M) for side in (english, spanish))
        if kind.startswith(r"^\$"):
            ours, theirs = ([re.sub(r" --lang \w+|\s+# .*", "", line) for line in side] for side in (ours, theirs))
        assert ours == theirs


@pytest.mark.parametrize("lang", ["en", "es"])
def test_links_and_pictures_are_there_in_that_language(lang: str) -> None:
    for page in TWINS:
        _check_targets(page, lang)


def _check_targets(page: Path, lang: str) -> None:
    here = DOCS / ("" if lang == "en" else lang) / page
    for target in re.findall(r"\]\(([\w./-]+)", text(page, lang)):
        path = (here.parent / target).resolve()
        assert path.is_file(), f"{here}: {target}"
        if path.suffix == ".webp":
            assert DOCS / ("img" if lang == "en" else f"{lang}/img") in path.parents
            assert path.stat().st_size < 60_000


@pytest.mark.parametrize("lang", ["en", "es"])
def test_no_page_shows_the_marks_of_its_source(lang: str) -> None:
    shown = {page: manual.rendered(DOCS / ("" if lang == "en" else lang) / page)[1] for page in TWINS}
    assert [page for page, html in shown.items() if "\\|" in html or "&amp;#" in html] == []


@pytest.mark.django_db
def test_a_line_that_was_found_has_no_marks_either(client) -> None:
    found = client.get("/help/search?q=first-colour", headers={"accept-language": "en"}).content.decode()
    assert "white|black" in found and "&amp;#" not in found and "&lt;code" not in found


@cache
def said(lang: str) -> tuple[set[str], list[re.Pattern[str]]]:
    """What the program may say in a language: the sentences as they stand, and as patterns where they have places."""
    known, patterns = set(), []
    for file in (ROOT / "src/arbitro").rglob("es/LC_MESSAGES/*.po"):
        for entry in read_po(file.open("rb")):
            side = entry.id if lang == "en" else entry.string
            for sentence in filter(None, [side] if isinstance(side, str) else side):
                known.add(sentence)
                parts = re.split(r"\{\w*\}|%\(\w+\)s", sentence)
                if len(parts) > 1:
                    patterns.append(re.compile(".+".join(map(re.escape, parts))))
    return known, patterns


@pytest.mark.parametrize("lang", ["en", "es"])
def test_bold_words_are_those_of_the_site(lang: str) -> None:
    known, patterns = said(lang)
    missing = {
        (str(page), word)
        for page in PAGES
        for bold in re.findall(r"\*\*([^*]+)\*\*", text(page, lang))
        for word in " ".join(bold.split()).split(" → ")
        if word not in known and not any(pattern.fullmatch(word) for pattern in patterns if len(pattern.pattern) > 4)
    }
    assert missing == set()


@pytest.mark.parametrize("lang", ["en", "es"])
def test_the_messages_that_are_explained_are_said(lang: str) -> None:
    known, patterns = said(lang)
    told = re.findall(r"^\| `([^`]+)` \|", text(Path("help/messages.md"), lang), re.M)
    assert len(told) > 15
    assert [one for one in told if one not in known and not any(p.fullmatch(one) for p in patterns)] == []


def desk_pages() -> set[str]:
    """The names of the desk's pages: what answers GET with a page of its own."""
    found = set()

    def walk(patterns: list[URLPattern | URLResolver]) -> None:
        for pattern in patterns:
            if isinstance(pattern, URLResolver):
                walk(pattern.url_patterns)
            elif pattern.name and pattern.name.split("-")[0] == "desk":
                found.add(pattern.name)

    walk(get_resolver("arbitro.web.urls").url_patterns)
    return found


ACTS = {  # addresses that act, or answer a part of a page
    "desk-do", "desk-undo", "desk-redo", "desk-update-ratings", "desk-choose-lists", "desk-board", "desk-worker",
    "desk-advice", "desk-format", "desk-register", "desk-backup", "desk-paper", "desk-trf", "desk-hall-table",
    "desk-hall-apply", "desk-hall-ask", "desk-hall-note", "desk-games-upload", "desk-games-place", "desk-games-screen",
    "desk-read-sheet", "desk-games-choose", "desk-paper-picture",
    "desk-numbered", "desk-games-note",
}  # fmt: skip


def test_every_page_of_the_desk_opens_its_chapter():
    assert desk_pages() - ACTS - set(manual.CHAPTERS) == set()


@pytest.mark.parametrize("lang", ["en", "es"])
def test_every_chapter_that_a_page_opens_is_there(lang: str, client) -> None:
    for name, chapter in manual.CHAPTERS.items():
        page, _hash, part = chapter.partition("#")
        path = manual.page_of(page, lang)
        assert path is not None, name
        if name.startswith("desk"):
            assert ("es" in path.relative_to(DOCS).parts) == (lang == "es"), f"{name}: {page} in {lang}"
        assert bool(part) == ("#" in manual.place(chapter, lang)), chapter


@pytest.mark.parametrize("lang", ["en", "es"])
def test_the_table_of_rounds_is_what_the_site_proposes(lang: str) -> None:
    row = r"^\| (\d+) (?:to|a) (\d+) \| (\d+) \| (\d+) \|$"
    rows = re.findall(row, text(Path("tournament/settings.md"), lang), re.M)
    assert len(rows) == 5
    for first, last, least, usual in (map(int, found) for found in rows):
        for players in range(first, last + 1):
            length = length_of(System.DUTCH, players)
            assert length is not None and (length.least, length.sensible) == (least, usual), players


@pytest.mark.parametrize(("lang", "part"), [("en", "a-lost-password"), ("es", "una-contrasena-perdida")])
@pytest.mark.django_db
def test_a_page_opens_the_part_that_is_about_it(lang: str, part: str, client) -> None:
    answer = client.get("/help/?for=login", headers={"accept-language": lang})
    assert answer["Location"] == f"/help/safe/accounts#{part}"
