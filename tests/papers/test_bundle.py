"""All papers together: zip, workbook, web page, rating files; and the way in from the database."""

from __future__ import annotations

import csv
import io
import zipfile
from dataclasses import replace
from html.parser import HTMLParser

import openpyxl
import pytest

from arbitro.desk import demo, store
from arbitro.desk.snapshot import snapshot
from arbitro.desk.state import State
from arbitro.files import forms, trf
from arbitro.papers import Context, UnknownPaper, make, of_tournament, preflight, print_paper
from arbitro.papers.bundle import number_of
from arbitro.papers.context import LogLine
from tests.papers import pdf


def context(state: State, lang: str = "en", **options: str) -> Context:
    return Context(state, snapshot(state), {"lang": lang, **options}, slug="rosa")


def test_numbers_of_a_spanish_workbook_are_numbers_too(swiss: State) -> None:
    dear = replace(swiss, settings=replace(swiss.settings, prizes='currency = "EUR"\n[[list]]\nprizes = [12500]\n'))
    book = openpyxl.load_workbook(io.BytesIO(make(context(dear, "es"), "lists-xlsx").data))
    changes, prizes = book["Variación de valoración"], book["Lista de premios"]
    column = [cell.value for cell in changes[3]].index("Variación") + 1
    assert isinstance(changes.cell(row=4, column=column).value, float)
    found = prizes.cell(row=4, column=[cell.value for cell in prizes[3]].index("Importe") + 1)
    assert found.value == 12500 and found.number_format == '#,##0.00 "EUR"'


def test_the_workbook_of_all_rounds_in_both_languages_has_a_sheet_for_each(in_play: State) -> None:
    names = openpyxl.load_workbook(
        io.BytesIO(make(context(in_play, "both", round="all"), "lists-xlsx").data)
    ).sheetnames
    for k in (1, 2, 3):
        assert f"Pairings, round {k}" in names and f"Emparejamientos, ronda {k}" in names
        assert f"Emparejamientos por nombre, {k}" in names  # the round stays in a name too long for a sheet
    assert "Ranking inicial por federacion…" in names and all(len(name) <= 31 for name in names)
    page = make(context(in_play, round="all"), "lists-html").data.decode()
    assert 'id="results-1-en"' in page and 'id="results-3-en"' in page and 'id="standings"' in page


@pytest.fixture
def section(db: None) -> int:
    store.forget()
    return int(demo.make(players=12, played=2, slug="papers").pk)


def test_everything_is_in_one_zip_with_the_reason_for_what_is_not(in_play: State) -> None:
    with zipfile.ZipFile(io.BytesIO(make(context(in_play, "es", last="4"), "everything").data)) as archive:
        names = archive.namelist()
        assert (
            "2-en-cada-ronda/rosa-pairings-r3.pdf" in names
            and "2-en-cada-ronda/rosa-results-r1.pdf" in names
            and "6-todo-junto/rosa-lists.xlsx" in names
        )
        assert len(names) == len(set(names)) > 30
        assert "norma" in archive.read("no-impresos.txt").decode()
        assert archive.testzip() is None


def test_the_workbook_has_a_sheet_for_each_list_and_numbers_are_numbers(swiss: State) -> None:
    book = openpyxl.load_workbook(io.BytesIO(make(context(swiss), "lists-xlsx").data))
    sheet = book["Standings with tie-breaks"]
    heads = [cell.value for cell in sheet[3]]
    points = [sheet.cell(row=row, column=heads.index("Points") + 1).value for row in range(4, 34)]
    assert all(isinstance(value, int | float) for value in points) and points == sorted(points, reverse=True)
    assert "Pairings, round 9" in book.sheetnames and "All rounds with results" in book.sheetnames
    assert sheet.freeze_panes == "A4" and sheet.print_title_rows == "$3:$3" and sheet.auto_filter.ref.startswith("A3:")
    assert sheet.page_setup.paperSize == 1 and book.properties.title == "Torneo de la Rosa"
    changes = book["Rating changes"]
    column = [cell.value for cell in changes[3]].index("Rating change") + 1
    found = changes.cell(row=4, column=column)
    assert isinstance(found.value, float) and found.number_format == "+0.0;−0.0;0.0"


def test_a_name_is_never_a_formula(swiss: State) -> None:
    player = replace(swiss.entrants[1].player, name='=HYPERLINK("http://x")')
    state = swiss.with_entrant(replace(swiss.entrants[1], player=player))
    book = openpyxl.load_workbook(io.BytesIO(make(context(state), "lists-xlsx").data))
    cells = [cell for row in book["Start list"].iter_rows() for cell in row if str(cell.value).startswith("=HYPERLINK")]
    assert cells and all(cell.data_type == "s" for cell in cells)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("4½", 4.5),
        ("½", 0.5),
        ("0", 0),
        ("2210", 2210),
        ("8.50", 8.5),
        ("1,200.00", 1200.0),
        ("−3.4", -3.4),
        ("1200 EUR", 1200.0),
        ("007", None),
        ("1-0", None),
        ("", None),
    ],
)
def test_what_a_cell_is_worth(text: str, value: float | None) -> None:
    assert number_of(text) == value


class Tags(HTMLParser):
    """Are the tags balanced, and which are there?"""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_web_page_is_whole_and_harmless(swiss: State) -> None:
    player = replace(swiss.entrants[1].player, name="<script>alert(1)</script>")
    state = swiss.with_entrant(replace(swiss.entrants[1], player=player))
    made = make(context(state, "es"), "lists-html")
    page = made.data.decode()
    tags = Tags()
    tags.feed(page)
    assert tags.open == [] and "script" not in tags.seen and "&lt;script&gt;" in page
    assert '<html lang="es">' in page and "Clasificación" in page
    assert "http" not in page  # nothing is fetched from anywhere


@pytest.mark.parametrize(("name", "version"), [("trf16", 16), ("trf26", 26)])
def test_the_rating_file_has_points_ranks_dates_and_the_log(swiss: State, name: str, version: int) -> None:
    ctx = replace(context(swiss), log=(LogLine("2026-03-04T10:00:00", "ana", "pairing by hand", "late arrival"),))
    made = make(ctx, name)
    assert made.filename.endswith(".trf") and b"### 2026-03-04T10:00 pairing by hand (late arrival)" in made.data
    event = trf.parse(made.data, strict=True).tournament
    assert preflight(event) == []
    assert sorted(p.stated_rank or 0 for p in event.players)[0] == 1


def cells(state: State, name: str, **options: str) -> tuple[list[list[str]], str]:
    """The rows of a table for other programs, without the mark of its letters, and its name."""
    made = make(context(state, **options), name)
    assert made.data.startswith(b"\xef\xbb\xbf") and made.content_type == "text/csv; charset=utf-8"
    return list(csv.reader(io.StringIO(made.data.decode("utf-8-sig")))), made.filename


def test_lists_in_the_columns_of_other_programs_say_what_the_desk_says(in_play: State) -> None:
    event, last = snapshot(in_play), len(in_play.rounds)
    (title, heads, *players), name = cells(in_play, "table-start-list")
    assert title == [in_play.settings.name] and heads[2:4] == ["Name", "FideID"] and name == "rosa-start-list.csv"
    assert [row[2] for row in players] == [p.name for p in event.players]
    assert forms.parse(make(context(in_play), "table-names").data, "list.csv")[0].numbers == event.numbers
    for k, asked in ((last, {}), (1, {"round": "1"}), (last, {"round": "all"})):
        (_title, line, heads, *boards), name = cells(in_play, "table-pairings", **asked)
        assert line[0].startswith(f"Round {k}") and heads[3] == "White" and name == f"rosa-pairing-list-r{k}.csv"
        games = [(int(row[1]), int(row[11])) for row in boards if row[9] not in ("bye", "not paired")]
        assert sorted(games) == sorted((game.white, game.black) for game in event.games(k))
    chart, _name = cells(in_play, "table-rounds", after="2")
    assert chart[1].count("Pts.") == 1 and [head for head in chart[1] if head.endswith(".Rd")] == ["1.Rd", "2.Rd"]
    games, _name = cells(in_play, "table-results")
    assert len(games) > sum(len(event.games(k)) for k in range(1, last + 1))
    xml = make(context(in_play), "chess-results")
    assert xml.filename == "rosa-chess-results.xml" and forms.parse(xml.data, "x.xml")[0].numbers == event.numbers


def test_the_ranking_list_for_other_programs_has_the_places_of_the_desk(swiss: State) -> None:
    out = replace(swiss.entrants[2], excluded=True)
    for state in (swiss, swiss.with_entrant(out)):
        (_title, heads, *rows), name = cells(state, "table-ranking")
        ranking = context(state).ranking
        ranked = [(row[0], row[1]) for row in rows if len(row) > 1]
        assert ranked == [(str(row.rank), str(row.number)) for row in ranking.rows]
        assert name == "rosa-ranking-list-r9.csv"
        assert heads[8:] == [f"TB{k}" for k in range(1, len(ranking.tiebreaks) + 1)]
    assert len(ranked) == len(swiss.entrants) - 1


def test_a_file_prints_the_same_as_the_desk(swiss: State) -> None:
    read = trf.parse(make(context(swiss), "trf26").data).tournament
    event = replace(read, editions=swiss.settings.editions)  # a file does not say by which texts it was played
    here, there = (
        make(context(swiss), "crosstable"),
        make(replace(of_tournament(event, {"lang": "en"}), printed=""), "crosstable"),
    )
    marked = pdf.text(here.data).replace("(withdrawn)", "")  # a file does not say who has left
    assert marked.split() == pdf.text(there.data).split()


def test_a_paper_is_printed_from_the_database(section: int) -> None:
    made = print_paper(section, "pairings", {"lang": "es", "csrf": "ignored"})
    assert made.filename == "papers-a-pairings-r2.pdf" and pdf.has(made.data, "Emparejamientos, ronda 2")
    assert pdf.has(print_paper(section, "pairings", {"round": "1", "lang": "en"}).data, "Pairings, round 1")


def test_the_tournaments_language_is_the_default(section: int) -> None:
    assert pdf.has(print_paper(section, "schedule", {}).data, "Calendario")


def test_an_unknown_paper_is_named(section: int) -> None:
    with pytest.raises(UnknownPaper, match="nothing"):
        print_paper(section, "nothing", {})
