"""A file is what is in it, whatever it is called; what is not read is named with a remedy."""

from __future__ import annotations

import io
from zipfile import ZipFile

import pytest

from arbitro.errors import FileError
from arbitro.files import forms, spreadsheet, strangers, trf
from tests.files.test_other_programs import EVENT, games, table

REPORT = trf.write(EVENT).encode()
PLAYERS = b"Name;Elo;Fed\nRoy, Ana;2100;ESP\nDiaz, Luis;2000;MEX\n"


def workbook(rows: list[list[str]]) -> bytes:
    from openpyxl import Workbook

    book = Workbook()
    for row in rows:
        book.active.append(row)
    packed = io.BytesIO()
    book.save(packed)
    return packed.getvalue()


@pytest.mark.parametrize("name", ["open.xlsx", "open.csv", "open.json", "open.xml", "open.zip", "open.txt", "open"])
def test_a_report_file_is_read_under_any_name(name):
    assert forms.content(REPORT, name).tournament.results == EVENT.results


@pytest.mark.parametrize("name", ["chart.trf", "chart.csv", "chart.txt", "chart.zip", "chart"])
def test_a_workbook_is_read_under_any_name(name):
    found = forms.content(workbook(table(EVENT, "rank")), name).tournament
    assert (len(found.players), found.rounds_paired) == (17, 6)


@pytest.mark.parametrize("name", ["entries.xlsx", "entries.txt", "entries.tsv"])
def test_a_list_of_players_is_read_under_any_name(tmp_path, name):
    assert [p.name for p in forms.content(PLAYERS, name).tournament.players] == ["Roy, Ana", "Diaz, Luis"]
    (tmp_path / name).write_bytes(PLAYERS)
    assert len(spreadsheet.read_players(tmp_path / name)) == 2


def test_games_and_documents_are_read_under_any_name():
    assert forms.content(games(EVENT).encode(), "games.trf").tournament.rounds_paired == 6
    assert forms.form_of(forms.encoded(EVENT, "json"), "open.trf") == "json"
    assert forms.form_of(forms.encoded(EVENT, "chess-results"), "open.trf") == "chess-results"


def test_an_archive_of_whole_files_is_a_heap_even_of_workbooks_that_are_not_packed():
    packed = io.BytesIO()
    with ZipFile(packed, "w") as archive:
        archive.writestr("chart.xlsx", workbook(table(EVENT, "rank")))
        archive.writestr("report.zip", forms.encoded(EVENT, "uscf"))
    assert forms.is_heap(packed.getvalue(), "all.zip")
    assert not forms.is_heap(forms.encoded(EVENT, "boards"), "boards.zip")
    assert not forms.is_heap(forms.encoded(EVENT, "uscf"), "uscf.zip")


def test_a_workbook_without_players_is_refused_for_what_it_lacks():
    data = workbook([["Number", "Description"], ["1", "Direct encounter"]])
    with pytest.raises(FileError, match="headings with the players' names"):
        forms.content(data, "codes.xlsx")
    assert not str(strangers.what_is(data[:4096], ["xl/workbook.xml"]))


@pytest.mark.parametrize(
    ("begin", "told"),
    [
        (b"<html><body>Open", "a web page: save the table in it as CSV or XLSX"),
        (b"<!DOCTYPE html><a href='https://chess-results.com'>", "a web page of chess-results: fetch its Excel file"),
        (b"PK\x03\x04half", "a broken archive: copy or pack it again"),
        (b"\0\1\0\0Standard Jet DB\0", "without a whole tournament of Papi: a file of Papi is read once it has"),
    ],
)
def test_what_is_not_read_has_a_remedy(begin, told):
    assert told in str(strangers.what_is(begin))
