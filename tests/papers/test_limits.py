"""Long names, many players, strange signs, sizes of paper: nothing is cut and nothing is taken for code."""

from __future__ import annotations

import base64
from dataclasses import replace

import pytest

from arbitro.desk.snapshot import snapshot
from arbitro.desk.state import State
from arbitro.errors import Refused
from arbitro.papers import Context, make, of_tournament
from arbitro.papers.typeset import logo_uri
from tests.papers import pdf
from tests.papers.conftest import crowd

LONG = "Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh de la Santísima Trinidad, Maximiliana Hermenegilda"
WORD = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"
CODE = '#panic("x") *bold* _it_ $x$ `raw` <label> @ref \\ [x] {y} // ~'
PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
SQUARE = b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'


def renamed(state: State, *names: str) -> State:
    entrants = dict(state.entrants)
    for id, name in zip(sorted(entrants), names, strict=False):
        player = replace(entrants[id].player, name=name, club=name)
        entrants[id] = replace(entrants[id], player=player)
    return replace(state, entrants=entrants, settings=replace(state.settings, name=f"{LONG} {CODE}"))


NAMED = (
    "entry-list", "start-list", "pairings", "pairings-names", "results", "standings-long", "crosstable", "result-slips",
    "scoresheets", "pairing-cards", "wall-chart", "certificates", "time-sheet",
)  # fmt: skip


@pytest.mark.parametrize("name", NAMED)
def test_long_names_are_printed_whole_and_cut_nothing(name: str, swiss: State) -> None:
    state = renamed(swiss, LONG, WORD, *[LONG] * 28)
    options = {"last": "30"} if name == "certificates" else {}
    made = make(Context(state, snapshot(state), {"lang": "es", **options}), name)
    assert pdf.cut_or_overlapping(made.data) == []
    if name in ("entry-list", "start-list", "pairings", "standings-long", "result-slips"):
        assert pdf.has(made.data, WORD) and pdf.has(made.data, LONG)


@pytest.mark.parametrize(
    "name", ["pairings", "standings", "result-slips", "name-plates", "arbiter-report", "scoresheets"]
)
def test_names_are_never_taken_for_code(name: str, swiss: State) -> None:
    state = renamed(swiss, *[CODE] * 4)
    made = make(Context(state, snapshot(state), {"lang": "en", "last": "4"}), name)
    assert pdf.has(made.data, "#panic(") and pdf.has(made.data, "*bold*_it_$x$`raw`")


@pytest.mark.parametrize("name", ["pairings", "standings-long"])
def test_two_thousand_players(name: str) -> None:
    event = crowd(2000)
    made = make(of_tournament(event, {"lang": "es"}), name)
    text = pdf.squeezed(made.data)
    assert all(player.name.replace(" ", "") in text for player in event.players)
    assert pdf.cut_or_overlapping(made.data) == []
    assert pdf.info(made.data)["Page size"].endswith("(A4)")


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["pairings-names", "crosstable", "start-list-federations", "result-slips", "name-plates"]
)
def test_two_thousand_players_in_other_papers(name: str) -> None:
    made = make(of_tournament(crowd(2000), {"lang": "en"}), name)
    if name != "name-plates":
        assert pdf.cut_or_overlapping(made.data) == []


@pytest.mark.parametrize(
    ("options", "size"),
    [
        ({"paper": "a4"}, "595.276 x 841.89"),
        ({"paper": "letter"}, "612 x 792"),
        ({"paper": "a4", "orientation": "landscape"}, "841.89 x 595.276"),
        ({"paper": "letter", "orientation": "landscape"}, "792 x 612"),
    ],
)
def test_paper_and_orientation(options: dict[str, str], size: str, swiss: State) -> None:
    made = make(Context(swiss, snapshot(swiss), {"lang": "en", **options}), "pairings")
    assert pdf.info(made.data)["Page size"].startswith(size)


def test_large_print_is_larger(swiss: State) -> None:
    def height(**options: str) -> float:
        _sizes, words = pdf.words(make(Context(swiss, snapshot(swiss), {"lang": "en", **options}), "standings").data)
        name = next(word for word in words if word.text.endswith(","))
        return name.bottom - name.top

    assert height(size="large") > 1.3 * height()


def test_sponsor_line_and_page_numbers(swiss: State) -> None:
    made = make(
        Context(swiss, snapshot(swiss), {"lang": "es", "sponsor": "Con el apoyo del Café Central"}),
        "standings-categories",
    )
    assert pdf.text(made.data).count("Con el apoyo del Café Central") == pdf.pages(made.data) > 1
    assert pdf.has(made.data, f"Página 1 / {pdf.pages(made.data)}")
    without = make(Context(swiss, snapshot(swiss), {"lang": "es", "pages": "no"}), "standings")
    assert not pdf.has(without.data, "Página 1")


@pytest.mark.parametrize(
    ("kind", "data"),
    [("png", PIXEL), ("svg+xml", SQUARE)],
)  # fmt: skip
def test_a_logo_is_printed(kind: str, data: bytes, swiss: State) -> None:
    uri = f"data:image/{kind};base64,{base64.b64encode(data).decode()}"
    plain = make(Context(swiss, snapshot(swiss), {"lang": "en"}), "schedule").data
    assert make(Context(swiss, snapshot(swiss), {"lang": "en", "logo": uri}), "schedule").data != plain


@pytest.mark.parametrize(
    "uri",
    ["/etc/passwd", "http://example.org/x.png", "data:image/png;base64,%%%", "data:text/html;base64,AAAA",
     "data:image/png;base64," + base64.b64encode(b"no picture").decode()],
)  # fmt: skip
def test_a_logo_that_is_no_picture_is_refused_and_files_are_never_read(uri: str, swiss: State) -> None:
    with pytest.raises(Refused, match="logo"):
        make(Context(swiss, snapshot(swiss), {"lang": "en", "logo": uri}), "schedule")


def test_a_picture_file_becomes_a_data_uri(tmp_path) -> None:  # type: ignore[no-untyped-def]
    file = tmp_path / "logo.PNG"
    file.write_bytes(PIXEL)
    assert logo_uri(file).startswith("data:image/png;base64,iVBOR")


def test_the_check_for_overlaps_sees_them() -> None:
    import typst

    page = b"#set page(width: 8cm, height: 4cm)\n#place(dx: 1cm)[Onewordhere]\n#place(dx: 1.6cm)[Another]"
    assert pdf.cut_or_overlapping(typst.compile(page)) != []
    page = b"#set page(width: 3cm, height: 4cm, margin: 0pt)\n#box(width: 9cm)[Awordthatismuchtoolongforthepage]"
    assert pdf.cut_or_overlapping(typst.compile(page)) != []
