"""Every paper is printed, opened with poppler, and looked at for cut or overlapping text.

Quickly: each paper once in turns of language and size, and once in play. Slowly: six kinds of events in both languages
and both sizes.
"""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from arbitro.desk.snapshot import snapshot
from arbitro.desk.state import HallRound, State
from arbitro.errors import Refused
from arbitro.i18n import gettext_for, speaking
from arbitro.papers import Context, available, make, of_tournament
from arbitro.papers.blocks import Document, Part, Table
from arbitro.papers.catalogue import drawn, files, find, specs
from tests.papers import pdf
from tests.papers.conftest import crowd

TEAM = {"teams", "team-pairings", "team-standings", "team-crosstable", "board-prizes", "match-protocols", "line-ups"}
NORM = {"it1", "it2", "all-rounds", "norm-sheet"}  # what the round robin shows
PUBLIC = {"url": "https://example.org/e/open/"}
FILES = {
    "trf-months", "everything", "lists-xlsx", "lists-html", *(spec.name for spec in files().values()),
}  # fmt: skip
MANY = {"player-cards", "invitation"}  # a page for everybody
TURNED = {"board-numbers", "name-plates"}  # half of the text stands on its head
PDFS = sorted({spec.name for spec in specs()} - FILES)
OURS = {"SourceSansPro", "ArbitroSymbols"}


def with_somebody_absent(state: State) -> State:
    """Letters to those who did not come need one: White of board 1 was not there."""
    last = state.rounds[-1]
    return replace(state, hall={last.number: HallRound(arrivals={last.boards[1].white: ""})})


NOW = "2026-11-16 15:51"


def checked(ctx: Context, name: str) -> list[str]:
    """What is wrong with a paper: text cut or overlapping, pages that do not say what they are."""
    made, paper = make(ctx, name), drawn(ctx, find(name))
    wrong = [] if pdf.fonts(made.data) <= OURS else [f"{name}: fonts"]
    if name not in TURNED:
        wrong += [f"{name}: {fault}" for fault in pdf.cut_or_overlapping(made.data)]
    if isinstance(paper, Document):
        cells = [str(c) for b in paper.blocks if isinstance(b, Table) for row in b.rows for c in row]
        wrong += [f"{name}: {word} is broken" for word in pdf.broken_words(made.data, cells)]
        whole = not any(isinstance(block, Part) for block in paper.blocks)
        head = (paper.title,) if whole else ()
        wrong += [f"{name}: page {n} has no head" for n in pdf.without(made.data, ctx.settings.name, NOW, *head)]
    elif name not in ("certificates", "poster", *TURNED):
        wrong += [f"{name}: page {n} has no head" for n in pdf.without(made.data, ctx.settings.name, NOW)]
    return wrong


def context_of(state: State, **options: str) -> Context:
    return Context(state, snapshot(state), dict(options), slug="x", printed=NOW)


TURNS = [(name, ("en", "es")[k % 2], ("a4", "letter")[k // 2 % 2]) for k, name in enumerate(PDFS)]


@pytest.mark.parametrize(("name", "lang", "size"), TURNS)
def test_the_paper_is_printed_with_its_title_our_fonts_heads_and_nothing_cut(
    name: str, lang: str, size: str, swiss: State, teams: State, norm: State
) -> None:
    state = teams if name in TEAM else norm if name in NORM else with_somebody_absent(swiss)
    ctx = context_of(state, lang=lang, paper=size, **PUBLIC, **({"last": "6"} if name in TURNED | MANY else {}))
    made = make(ctx, name)
    assert made.content_type == "application/pdf" and made.filename.startswith(f"x-{name}")
    assert checked(ctx, name) == []
    assert pdf.info(made.data)["Title"] == drawn(ctx, find(name)).title  # type: ignore[union-attr]


@pytest.mark.slow
@pytest.mark.parametrize("size", ["a4", "letter"])
@pytest.mark.parametrize("lang", ["en", "es"])
@pytest.mark.parametrize("kind", ["swiss", "in_play", "norm", "teams", "knockout", "file"])
def test_every_paper_of_every_kind_of_event_in_both_languages_and_sizes(
    kind: str, lang: str, size: str, request: pytest.FixtureRequest
) -> None:
    """Six kinds of events: over, in play, round robin with norms, teams, knock-out, a file of another program."""
    wrong = []
    if kind == "file":
        whole = replace(of_tournament(crowd(120, 9), {"lang": lang, "paper": size}), printed=NOW)
    else:
        whole = context_of(with_somebody_absent(request.getfixturevalue(kind)), lang=lang, paper=size, **PUBLIC)
    for name in PDFS:
        ctx = replace(whole, options={**whole.options, "last": "6"}) if name in TURNED | MANY else whole
        try:
            wrong += checked(ctx, name)
        except Refused:
            continue
    assert wrong == []


@pytest.mark.parametrize("name", sorted(set(PDFS) - TEAM - NORM))
def test_the_paper_is_printed_while_a_round_is_in_play_in_large_print_on_letter(name: str, in_play: State) -> None:
    options = {"size": "large", "paper": "letter", "sponsor": "Café Central"} | PUBLIC
    if name in TURNED:
        options["last"] = "4"
    if name in MANY:
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
    assert "Emparejamientos" in [paper.title for paper in spanish["En cada ronda"]]
    with speaking("es"):
        assert gettext_for("papers")("Pairings") == "Emparejamientos"


@pytest.mark.parametrize("state", [State()])
def test_papers_of_an_empty_tournament_are_printed_or_refused_in_words(state: State) -> None:
    for spec in specs():
        ctx = Context(state, snapshot(state), {"lang": "en", "last": "2"})
        if spec.name == "everything":
            continue
        if spec.when(ctx):
            assert make(ctx, spec.name).data
        else:
            with pytest.raises(Refused):
                make(ctx, spec.name)
