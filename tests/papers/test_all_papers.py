"""Every paper is printed in both languages, opened with poppler, and looked at for cut or overlapping text."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from arbitro.desk.snapshot import snapshot
from arbitro.desk.state import HallRound, State
from arbitro.i18n import gettext_for, speaking
from arbitro.papers import Context, available, make
from arbitro.papers.catalogue import draw, specs
from tests.papers import pdf

TEAM = {"teams", "team-pairings", "team-standings", "team-crosstable", "board-prizes", "match-protocols", "line-ups"}
NORM = {"it1", "it2", "all-rounds"}  # what the round robin shows
PUBLIC = {"url": "https://example.org/e/open/"}
FILES = {"trf16", "trf26", "everything", "lists-xlsx", "lists-html"}
TURNED = {"board-numbers", "name-plates"}  # half of the text stands on its head
PDFS = sorted({spec.name for spec in specs()} - FILES)
OURS = {"SourceSansPro", "ArbitroSymbols"}


def with_somebody_absent(state: State) -> State:
    """Letters to those who did not come need one: White of board 1 was not there."""
    last = state.rounds[-1]
    return replace(state, hall={last.number: HallRound(arrivals={last.boards[1].white: ""})})


@pytest.mark.parametrize("lang", ["en", "es"])
@pytest.mark.parametrize("name", PDFS)
def test_the_paper_is_printed_with_its_title_our_fonts_and_nothing_cut(
    name: str, lang: str, swiss: State, teams: State, norm: State
) -> None:
    state = teams if name in TEAM else norm if name in NORM else with_somebody_absent(swiss)
    options = {"lang": lang} | PUBLIC | ({"last": "6"} if name in TURNED else {})
    ctx = Context(state, snapshot(state), options, slug="x")
    made = make(ctx, name)
    assert made.content_type == "application/pdf" and made.filename == f"x-{name}.pdf"
    assert pdf.fonts(made.data) <= OURS
    spec = next(spec for spec in specs() if spec.name == name)
    paper = draw(ctx, spec)
    assert pdf.info(made.data)["Title"] == paper.title  # type: ignore[union-attr]
    assert pdf.has(made.data, ctx.settings.name)
    if name not in TURNED:
        assert pdf.cut_or_overlapping(made.data) == []


@pytest.mark.parametrize("name", sorted(set(PDFS) - TEAM - NORM))
def test_the_paper_is_printed_while_a_round_is_in_play_in_large_print_on_letter(name: str, in_play: State) -> None:
    options = {"size": "large", "paper": "letter", "sponsor": "Café Central"} | PUBLIC
    if name in TURNED:
        options["last"] = "4"
    made = make(Context(with_somebody_absent(in_play), snapshot(in_play), {"lang": "es", **options}), name)
    size = sorted(float(number) for number in re.findall(r"[\d.]+", pdf.info(made.data)["Page size"])[:2])
    assert size == [612.0, 792.0]
    if name not in TURNED:
        assert pdf.cut_or_overlapping(made.data) == []


def test_the_catalogue_offers_team_papers_only_to_team_events(swiss: State, teams: State) -> None:
    def names(state: State) -> set[str]:
        return {paper.name for _group, papers in available(state, {}) for paper in papers}

    assert TEAM.isdisjoint(names(swiss)) and names(teams) >= TEAM
    assert names(State()) < names(swiss)


def test_titles_are_in_the_readers_language(swiss: State) -> None:
    with speaking("es"):
        spanish = dict(available(swiss, {}))
    assert "Emparejamientos" in [paper.title for paper in spanish["Listas"]]
    with speaking("es"):
        assert gettext_for("papers")("Pairings") == "Emparejamientos"


@pytest.mark.parametrize("state", [State()])
def test_papers_of_an_empty_tournament_are_printed_or_refused_in_words(state: State) -> None:
    from arbitro.errors import Refused

    for spec in specs():
        ctx = Context(state, snapshot(state), {"lang": "en", "last": "2"})
        if spec.name == "everything":
            continue
        if spec.when(ctx):
            assert make(ctx, spec.name).data
        else:
            with pytest.raises(Refused):
                make(ctx, spec.name)
