"""How lists and forms stand on their sheets: columns of one length, forms on one page, signatures on the form."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest

from arbitro.desk.state import State
from arbitro.papers import Context, make, of_tournament
from arbitro.papers.blocks import FEDERATIONS, Document, Part
from arbitro.papers.catalogue import drawn, find
from arbitro.papers.context import LETTER, default_paper
from tests.papers import pdf
from tests.papers.conftest import crowd
from tests.papers.test_all_papers import context_of


def titles_of(ctx: Context, name: str) -> list[str]:
    """The titles of a paper: those of its parts, or its own."""
    paper = drawn(ctx, find(name))
    assert isinstance(paper, Document)
    return [block.title for block in paper.blocks if isinstance(block, Part)] or [paper.title]


FORMS = ("complaint", "fair-play-report", "fair-play-measures", "it1", "it3", "fa1", "ia1", "fa2", "ia3", "sealed-move")


@pytest.mark.parametrize(("players", "columns"), [(130, 2), (160, 2), (250, 3), (420, 2)])
def test_the_columns_of_the_last_page_are_equally_long(players: int, columns: int) -> None:
    ctx = of_tournament(crowd(players, 1), {"lang": "en", "columns": str(columns), "orientation": "landscape"})
    sizes, found = pdf.words(make(ctx, "start-list-names").data)
    names = [word for word in found if word.text.startswith("Apellido")]
    assert len(names) == players and len(sizes) > 1
    last = Counter(round(word.left) for word in names if word.page == len(sizes))
    full = Counter(round(word.left) for word in names if word.page == 1)
    step = 5 if players > 300 else 1  # long lists are set in fives
    assert len(last) == columns and max(last.values()) - min(last.values()) <= step * (columns - 1) + 1
    assert len(full) == columns and max(full.values()) - min(full.values()) <= step


def test_a_heading_in_columns_is_never_last_and_is_repeated_where_its_group_goes_on() -> None:
    event = crowd(240, 1)
    there = ("ARG", "ESP", "MEX")
    named = tuple(replace(p, federation=there[p.number % 3]) for p in event.players)
    data = make(
        of_tournament(replace(event, players=named), {"lang": "en", "columns": "2"}), "start-list-federations"
    ).data
    sizes, found = pdf.words(data)
    columns: dict[tuple[int, bool], list[pdf.Word]] = {}
    for word in found:
        if word.text.startswith("Apellido") or word.text == "(80)":  # a name, or the heading of a federation
            columns.setdefault((word.page, word.left > sizes[0][0] / 2), []).append(word)
    assert len(columns) > 3
    for words in columns.values():
        words.sort(key=lambda word: word.top)
        assert words[0].text == "(80)" and words[-1].text != "(80)"


@pytest.mark.parametrize("size", ["a4", "letter"])
@pytest.mark.parametrize("lang", ["en", "es"])
def test_a_form_stands_on_one_page(lang: str, size: str, norm: State) -> None:
    for name in FORMS:
        data = make(context_of(norm, lang=lang, paper=size), name).data
        assert pdf.pages(data) == 1, name
        assert pdf.cut_or_overlapping(data) == []


@pytest.mark.parametrize("size", ["a4", "letter"])
@pytest.mark.parametrize("lang", ["en", "es"])
def test_signatures_do_not_stand_alone_on_a_page(lang: str, size: str, norm: State, in_play: State) -> None:
    for state in (norm, in_play):
        for name in ("fair-play-after", "complaint-after", "appeal", "arbiter-report"):
            sizes, found = pdf.words(make(context_of(state, lang=lang, paper=size), name).data)
            last = {round(w.top) for w in found if w.page == len(sizes) and 40 < w.top < sizes[-1][1] - 60}
            assert len(last) > 1, name


def test_the_line_under_a_signature_is_not_hyphenated(norm: State) -> None:
    for name in ("fa2", "it1", "it2"):
        found = pdf.words(make(context_of(norm, lang="es"), name).data)[1]
        assert not [word.text for word in found if word.text.endswith(("-", "\u2010")) and len(word.text) > 2], name


def lines_of(data: bytes, *texts: str) -> list[list[tuple[int, int]]]:
    """Where these words stand: page and height of each time."""
    found = pdf.words(data)[1]
    return [[(word.page, round(word.bottom)) for word in found if word.text == text] for text in texts]


def test_a_short_list_stays_with_its_heading_on_one_page(norm: State) -> None:
    """Nine rounds of five boards: no round is broken over two pages."""
    for name in ("all-rounds", "all-results", "arbiter-report"):
        words = pdf.words(make(context_of(norm, lang="en"), name).data)[1]
        found = sorted(words, key=lambda word: (word.page, round(word.bottom), word.left))
        heads = [k for k, word in enumerate(found) if word.text == "Round" and found[k + 1].text.rstrip(",").isdigit()]
        rounds = [found[one:other] for one, other in pairwise(heads)]
        assert len(rounds) > 7
        for one in rounds:
            names = [word.page for word in one if word.text.startswith("Maestro")]
            assert set(names) <= {one[0].page} and len(names) in (0, 10), name


@pytest.mark.parametrize("size", ["a4", "letter"])
@pytest.mark.parametrize("lang", ["en", "es"])
def test_what_misses_one_page_by_little_is_set_closer(lang: str, size: str, swiss: State) -> None:
    assert pdf.pages(make(context_of(swiss, lang=lang, paper=size), "regulations").data) == 1


def test_a_name_keeps_its_line_where_another_column_has_room(swiss: State) -> None:
    for name in ("start-list", "start-list-names"):
        found = pdf.words(make(context_of(swiss, lang="en"), name).data)[1]
        (gone,) = (k for k, word in enumerate(found) if word.text == "(withdrawn)")
        assert abs(found[gone].bottom - found[gone - 1].bottom) < 1, name


@pytest.mark.parametrize("lang", ["en", "es"])
def test_the_fields_of_a_block_are_not_parted(lang: str, swiss: State) -> None:
    words = {"en": ("Engine", "Hash"), "es": ("Motor", "hash")}[lang]
    data = make(context_of(swiss, lang=lang), "complaint-after").data
    pages = [[page for page, _height in places] for places in lines_of(data, *words)]
    assert pages[0] and pages[1] and set(pages[0]) == set(pages[1])


@pytest.mark.parametrize("lang", ["en", "es"])
def test_a_title_that_nearly_fits_one_line_stands_on_one_line(lang: str, swiss: State) -> None:
    for name in ("complaint", "complaint-after", "fair-play-measures", "ia1", "ia2"):
        ctx = context_of(swiss, lang=lang)
        data, title = make(ctx, name).data, titles_of(ctx, name)[0]
        assert title.replace("\u00a0", " ") in pdf.text(data).replace("\u00a0", " "), name


def test_a_form_that_fills_little_of_its_sheet_is_set_larger(swiss: State) -> None:
    def high(name: str) -> float:
        found = pdf.words(make(context_of(swiss, lang="en", last="1"), name).data)[1]
        word = next(word for word in found if word.text in ("Trainee", "Tournament"))
        return word.bottom - word.top

    assert high("apr") > 1.15 * high("complaint")
    assert high("invitation") > 1.15 * high("complaint")


def test_every_team_has_a_paper_of_its_own(teams: State) -> None:
    for name in ("line-ups", "match-protocols"):
        ctx = context_of(teams, lang="en")
        data, titles = make(ctx, name).data, titles_of(ctx, name)
        assert pdf.pages(data) == len(titles) > 2
        assert all(pdf.has(data, title) for title in titles) and pdf.text(data).count("Page 1 / 1") == len(titles)


def test_letter_paper_for_the_federations_whose_countries_print_on_it() -> None:
    """The countries of CLDR's US-Letter, by the codes of FIDE; Spain and all others print on A4."""
    cldr = ["BIZ", "CAN", "CHI", "COL", "CRC", "GUA", "MEX", "NCA", "PAN", "PHI", "PUR", "ESA", "USA", "VEN"]
    assert {default_paper(federation) for federation in cldr} == {"letter"}
    assert LETTER <= FEDERATIONS
    assert {default_paper(federation) for federation in ("ESP", "ARG", "BRA", "", "esp")} == {"a4"}
