"""Players as CSV and XLSX."""

from __future__ import annotations

import io
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import Workbook

from arbitro.errors import FileError
from arbitro.files import spreadsheet
from arbitro.model import Player, RatingList, Sex, Title, Tournament
from tests.files.tournaments import rich_tournaments


def stripped(event: Tournament) -> tuple[Player, ...]:
    """What a sheet holds: no points and ranks; a name is never empty, a rating fills in for the standard one."""
    from dataclasses import replace

    return tuple(
        replace(
            p,
            name=p.name or "Nobody",
            stated_points=None,
            stated_rank=None,
            rating=p.rating or p.ratings.get(RatingList.STANDARD, 0),
        )
        for p in event.players
    )


@settings(max_examples=30, deadline=None)
@given(rich_tournaments(), st.sampled_from(",;\t|"))
def test_csv_is_read_again(event: Tournament, delimiter: str):
    players = stripped(event)
    assert spreadsheet.parse_csv(spreadsheet.write_csv(players, delimiter=delimiter)) == players


@settings(max_examples=15, deadline=None)
@given(rich_tournaments())
def test_xlsx_is_read_again(event: Tournament):
    players = stripped(event)
    assert spreadsheet.parse_xlsx(spreadsheet.write_xlsx(players)) == players


def test_spanish_headings_of_an_entry_list():
    text = "Nº;Apellidos;Nombre;Sexo;Título;Elo;Fed.;Código FIDE;Fecha de nacimiento;Club\n" \
           "1;Muñoz Ruiz;José;H;MI;2410;esp;2200015;7/3/1990;CA Ejemplo\n" \
           "2;Álvarez;Ana;M;GMF;2300;ARG;117129;2001;\n"  # fmt: skip
    one, two = spreadsheet.parse_csv(text.encode("latin-1"))
    assert (one.number, one.name, one.sex, one.title) == (1, "Muñoz Ruiz, José", Sex.MALE, Title.IM)
    assert (one.rating, one.federation, one.fide_id) == (2410, "ESP", "2200015")
    assert (one.birth, one.club) == ("1990/03/07", "CA Ejemplo")
    assert (two.sex, two.title, two.birth) == (Sex.FEMALE, Title.WGM, "2001")


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_delimiters_are_found_even_where_names_hold_commas(delimiter: str):
    text = f'Name{delimiter}Rtg\n"Alfa, Ana"{delimiter}2100\n'
    assert [(p.name, p.rating) for p in spreadsheet.parse_csv(text)] == [("Alfa, Ana", 2100)]


def test_players_without_numbers_are_ordered_by_rating_title_and_name():
    text = "Name,Title,Rating\nZ,,2000\nB,FM,2000\nA,,2000\nTop,,2400\nNew,,\n"
    assert [(p.number, p.name) for p in spreadsheet.parse_csv(text)] == [
        (1, "Top"), (2, "B"), (3, "A"), (4, "Z"), (5, "New")
    ]  # fmt: skip


def test_a_workbook_as_people_keep_it():
    book = Workbook()
    sheet = book.active
    sheet.append([])
    sheet.append(["Jugador", "ELO FIDE", "ID FIDE", "Nacimiento", "K"])
    sheet.append(["Alfa, Ana", 2100.0, 2200015, date(1990, 3, 7), 20])
    out = io.BytesIO()
    book.save(out)
    (player,) = spreadsheet.parse_xlsx(out.getvalue())
    assert (player.name, player.rating, player.fide_id) == ("Alfa, Ana", 2100, "2200015")
    assert (player.birth, player.k) == ("1990/03/07", 20)


def test_a_name_is_never_a_formula():
    players = (Player(number=1, name='=HYPERLINK("x")'),)
    assert "'=HYPERLINK" in spreadsheet.write_csv(players)
    assert spreadsheet.parse_csv(spreadsheet.write_csv(players)) == players
    assert spreadsheet.parse_xlsx(spreadsheet.write_xlsx(players)) == players


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", 1),
        ("a,b,c\n1,2,3\n", 1),
        ("Name,Elo\nAna,many\n", 2),
        ("Name,Elo\n,2000\n", 2),
        ("Name,Title\nAna,Dr\n", 2),
        ("No,Name\n1,Ana\n1,Bea\n", 3),
    ],
)
def test_an_error_names_the_line(text: str, line: int):
    with pytest.raises(FileError) as caught:
        spreadsheet.parse_csv(text, "players.csv")
    assert caught.value.line == line


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04broken", b"name,elo", spreadsheet.write_xlsx([])[:500]])
def test_what_is_no_workbook(data: bytes):
    with pytest.raises(FileError):
        spreadsheet.parse_xlsx(data, "players.xlsx")


@settings(max_examples=200, deadline=None)
@given(st.one_of(st.binary(max_size=200), st.binary(max_size=200).map(lambda b: b"Name;Elo\n" + b)))
def test_any_bytes_are_players_or_a_file_error(data: bytes):
    try:
        spreadsheet.parse_csv(data)
    except FileError as error:
        assert error.line is not None


def test_a_row_without_a_name_is_no_player():
    player, wrong = spreadsheet.read_row({"number": "7", "rating": "2000"})
    assert player is None and [cell.field for cell in wrong] == ["name"]


def test_ratings_say_whose_they_are_in_french_lists():
    rows = "N°;Nom;Elo;Rapide\n1;Dupont Élise;2050 F;1990 F\n2;Martin Luc;1900 N;1850 E\n3;Petit Ève;1500 E;\n"
    players = spreadsheet.parse_csv(rows.encode(), "liste.csv")
    assert [(p.rating, p.national_rating, dict(p.ratings)) for p in players] == [
        (2050, 0, {RatingList.RAPID: 1990}), (0, 1900, {}), (0, 1500, {}),
    ]  # fmt: skip
    for bad in ("1900 X", "N", "19oo N"):
        with pytest.raises(FileError, match="rating: "):
            spreadsheet.parse_csv(rows.replace("1900 N", bad).encode(), "liste.csv")
