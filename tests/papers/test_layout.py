"""How lists and forms stand on their sheets: columns of one length, forms on one page, signatures on the form."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from arbitro.desk.state import State
from arbitro.papers import make, of_tournament
from tests.papers import pdf
from tests.papers.conftest import crowd
from tests.papers.test_all_papers import context_of

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
