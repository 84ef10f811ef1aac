"""Pairing lists of rounds, as Swiss-Manager and chess-results give them: read, put together, explained."""

from __future__ import annotations

import io

import pytest
from openpyxl import Workbook

from arbitro.desk.sorting import Kind, joined, sort_files
from arbitro.errors import FileError
from arbitro.files import forms, trf
from arbitro.model import Colour, Outcome, Title
from tests.files.test_other_programs import DATED, without_absence

ROUND_1 = """Club Open
Round 1 on 2026/08/01 at 14:30
Bo.;No.;;;White;Rtg;Pts.;Result;Pts.;;Black;Rtg;;No.
1;5;;GM;Ana, Roy;2400;0;1 - 0;0;;Blas, Eva *);1800;;2
2;3;;;Ciro, Sol;0;0;- - +;0;FM;Dora, Paz;2200;;4
3;6;;;Eloy, Mar;1500;0;1;;;bye;;;
4;7;;;Fe, Luz;1400;0;½;;;not paired;;;
5;1;;;Gil, Leo;1300;0;0;;;not paired;;;
"""
ROUND_2 = """Club Open
Round 2 on 2026/08/02 at 14:30
Bo.;No.;;;White;Rtg;Pts.;Result;Pts.;;Black;Rtg;;No.
1;4;;FM;Dora, Paz;2200;1;½ - ½;1;GM;Ana, Roy;2400;;5
2;7;;;Fe, Luz;1400;½;;1;;Eloy, Mar;1500;;6
3;2;;;Blas, Eva;1800;0;1 - 0 K;0;;Ciro, Sol;;;3
"""


def without_numbers(text: str) -> str:
    """As chess-results shows an event that hides its numbers."""
    rows = [line.split(";") for line in text.splitlines()]
    return "\n".join(";".join(row if len(row) < 3 else [row[0], *row[2:-1]]) for row in rows)


def test_a_list_of_the_first_round_is_a_tournament():
    found = forms.content(ROUND_1.encode(), "round.csv")
    event = found.tournament
    assert not found.warnings and event.info.name == "Club Open" and event.info.round_dates == ("2026/08/01",)
    assert [(p.number, p.name) for p in event.players] == [
        (1, "Gil, Leo"), (2, "Blas, Eva"), (3, "Ciro, Sol"), (4, "Dora, Paz"), (5, "Ana, Roy"), (6, "Eloy, Mar"),
        (7, "Fe, Luz"),
    ]  # fmt: skip
    assert (event.player(5).rating, event.player(5).title, event.player(3).rating) == (2400, Title.GM, 0)
    assert event.round_of(5, 1)[1:4] == (2, Colour.WHITE, Outcome.WIN)
    assert [event.round_of(n, 1).outcome for n in (3, 4, 6, 7, 1)] == [
        Outcome.FORFEIT_LOSS, Outcome.FORFEIT_WIN, Outcome.PAIRING_BYE, Outcome.HALF_BYE, Outcome.ZERO_BYE,
    ]  # fmt: skip


def test_without_numbers_players_are_known_by_their_names():
    found = forms.content(without_numbers(ROUND_1).encode(), "round.csv")
    assert [p.name for p in found.tournament.players][:3] == ["Ana, Roy", "Dora, Paz", "Blas, Eva"]
    assert any("numbers follow the ratings" in said for said in found.assumptions)
    assert found.tournament.round_of(1, 1)[1:4] == (3, Colour.WHITE, Outcome.WIN)


@pytest.mark.parametrize(
    ("head", "line"),
    [
        ("Br.;Nr.;;Weiß;Elo;Pkt.;Ergebnis;Pkt.;;Schwarz;Elo;Nr.", "Runde 1 am 2026/05/01"),
        ("M.;No.;;Blancas;Elo;Pts.;Resultado;Pts.;;Negras;Elo;No.", "1. Ronda"),
        ("Ech.;Nr;;Blancs;Elo;Pts;Résultat;Pts;;Noirs;Elo;Nr", "Ronde 1"),
        ("Bo.;No.;Rtg;;White;Result;;Black;Rtg;No.", "Round 1"),
    ],
)
def test_headings_in_several_languages_and_orders(head: str, line: str):
    row = "1;1;2400;;Ana;1 - 0;;Blas;1800;2" if "Rtg" in head else "1;1;;Ana;2400;0;1 - 0;0;;Blas;1800;2"
    event = forms.content(f"Open\n{line}\n{head}\n{row}\n".encode(), "list.csv").tournament
    assert [(p.number, p.name, p.rating) for p in event.players] == [(1, "Ana", 2400), (2, "Blas", 1800)]
    assert event.round_of(2, 1)[1:4] == (1, Colour.BLACK, Outcome.LOSS)


def test_lists_below_each_other_are_one_tournament():
    found = forms.content((ROUND_1 + ROUND_2).encode(), "rounds.csv")
    event = found.tournament
    assert not found.warnings and (event.rounds_paired, event.rounds_finished) == (2, 1)
    assert [event.round_of(n, 2).outcome for n in (4, 2, 3, 6)] == [
        Outcome.DRAW, Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS, Outcome.PENDING,
    ]  # fmt: skip


def test_points_that_do_not_agree_are_named():
    wrong = ROUND_2.replace("2200;1;½", "2200;0;½")
    said = forms.content((ROUND_1 + wrong).encode(), "rounds.csv").warnings
    assert len(said) == 1 and "Dora, Paz, round 2" in said[0]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (ROUND_2, r'found "the pairing list of round 2", expected .*missing: 1'),
        (ROUND_2.replace("Round 2 on 2026/08/02 at 14:30\n", ""), "names its round, such as Round 3"),
        ("Round 1\nBo.;White;Result;Black\n", "games below it"),
    ],
)
def test_what_is_missing_is_said_in_a_sentence(text: str, told: str):
    with pytest.raises(FileError, match=told):
        forms.content(text.encode(), "list.csv")


def test_what_is_no_game_is_named():
    said = forms.content(ROUND_1.replace("1 - 0", "3 - 7").encode(), "list.csv").warnings
    assert len(said) == 1 and "line 4" in said[0] and "not a game" in said[0]


def workbook(text: str) -> bytes:
    """As chess-results exports it: its own line on top, numbers as numbers."""
    book = Workbook()
    sheet = book.active
    sheet.append(
        ["From the Tournament-Database of Chess-Results http://chess-results.com", "http://chess-results.com/"]
    )
    for line in text.splitlines():
        sheet.append([int(cell) if cell.isdecimal() else cell or None for cell in line.split(";")])
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


START = """Club Open
Last update 01.08.2026 12:00:00
Starting rank
No.;;;Name;FideID;FED;Rtg;Club/City
1;;;Gil, Leo;;MEX;1300;
2;;;Blas, Eva;100;ESP;1800;Torre
3;;;Ciro, Sol;101;ESP;0;
4;;FM;Dora, Paz;102;MEX;2200;
5;;GM;Ana, Roy;103;ESP;2400;Peón
6;;;Eloy, Mar;;ESP;1500;
7;;;Fe, Luz;;ESP;1400;
"""


def test_a_start_list_and_the_lists_of_all_rounds_are_one_tournament():
    unfinished = ROUND_1.replace("1 - 0", "")
    files = [
        ("list.xlsx", workbook(START)), ("list(2).xlsx", workbook(without_numbers(ROUND_2))),
        ("list(1).xlsx", workbook(without_numbers(ROUND_1))), ("early.csv", unfinished.encode()),
        ("notes.txt", b"x"),
    ]  # fmt: skip
    found = {one.name: one for one in sort_files(files)}
    whole = next(one for one in found.values() if one.parts)
    assert whole.kind is Kind.TOURNAMENT and whole.found == "7 players, 2 rounds"
    assert whole.parts == ("list.xlsx", "list(1).xlsx", "list(2).xlsx") and set(found) == {
        whole.name, "early.csv", "notes.txt"
    }  # fmt: skip
    event = trf.parse(whole.text).tournament
    assert [(p.number, p.name, p.fide_id) for p in event.players][4] == (5, "Ana, Roy", "103")
    assert event.round_of(7, 2)[1:4] == (6, Colour.WHITE, Outcome.PENDING) and event.info.name == "Club Open"


def test_our_own_lists_of_all_rounds_are_the_tournament_that_wrote_them():
    files = [(f"r{k}.csv", forms.encoded(DATED.after(k), "pairing-list")) for k in range(1, 7)]
    (whole,) = joined([*files, ("start.csv", forms.encoded(DATED, "start-list"))])
    found = forms.content(whole.data, whole.name, whole.form)
    assert not found.warnings and found.tournament.info.round_dates == DATED.info.round_dates
    assert without_absence(found.tournament) == without_absence(DATED)
    assert [(p.name, p.fide_id, p.federation, p.club, p.title) for p in found.tournament.players] == [
        (p.name, p.fide_id, p.federation, p.club, p.title) for p in DATED.players
    ]


def test_lists_with_a_gap_are_explained_one_by_one():
    files = [(f"r{k}.csv", forms.encoded(DATED.after(k), "pairing-list")) for k in (1, 3)]
    first, third = sort_files(files)
    assert first.kind is Kind.TOURNAMENT and not first.parts
    assert third.kind is Kind.UNKNOWN and "the pairing list of round 3" in third.found and "1, 2" in third.found
