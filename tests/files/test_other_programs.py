"""What other programs export: cross tables by rounds, games of a whole event. Samples are our own tournaments."""

from __future__ import annotations

import io

import pytest

from arbitro.errors import FileError
from arbitro.files import forms
from arbitro.model import Colour, Outcome, Tournament, show
from arbitro.standings import standings
from arbitro.swiss.generator import Recipe, generate

EVENT = generate(
    Recipe(players=17, rounds=6, seed=11, half_point_byes=0.1, forfeits=0.08, zero_point_byes=0.05, edition="2026")
)
SIGN = {
    Outcome.WIN: "1", Outcome.LOSS: "0", Outcome.DRAW: "½", Outcome.FORFEIT_WIN: "+", Outcome.FORFEIT_LOSS: "-",
}  # fmt: skip
BYE = {Outcome.PAIRING_BYE: "-1", Outcome.HALF_BYE: "-½", Outcome.ZERO_BYE: "-0", Outcome.ABSENT: ""}


def table(event: Tournament, by: str, black: str = "b") -> list[list[str]]:
    """As chess-results writes it, opponents by rank or by start number."""
    ranks = {row.number: place for place, row in enumerate(standings(event, ["BH"]).rows, 1)}
    names = ranks if by == "rank" else {n: n for n in event.numbers}
    rows = [["Open de Año Nuevo"], ["Cross table after round 6"]]
    rows.append(["Rk.", "SNo", "", "Name", "Rtg", "FED", *(f"{k}.Rd" for k in range(1, 7)), "Pts."])
    for number in sorted(ranks, key=ranks.__getitem__):
        p = event.player(number)
        cells = [
            f"{names[r.opponent]}{'w' if r.colour is Colour.WHITE else black}{SIGN[r.outcome]}"
            if r.opponent
            else BYE[r.outcome]
            for r in event.rounds_of(number)
        ]
        rows.append(
            [str(ranks[number]), str(number), "", p.name, str(p.rating), "ESP", *cells, show(event.score(number))]
        )
    return [*rows, [], ["You find all details under ..."]]


def games(event: Tournament) -> str:
    found = []
    for k in range(1, event.rounds_paired + 1):
        for board, game in enumerate(event.games(k), 1):
            white, black = event.player(game.white), event.player(game.black)
            outcome = event.round_of(game.white, k).outcome
            if not outcome.played:
                continue
            result = {Outcome.WIN: "1-0", Outcome.LOSS: "0-1"}.get(outcome, "1/2-1/2")
            found.append(
                f'[Event "Open"]\n[Date "2026.05.0{k}"]\n[Round "{k}.{board}"]\n[White "{white.name}"]\n'
                f'[Black "{black.name}"]\n[Result "{result}"]\n[WhiteElo "{white.rating}"]\n'
                f'[BlackElo "{black.rating}"]\n'
                f"\n1. e4 e5 2. Nf3 {result}\n"
            )
    return "\n".join(found)


def played(event: Tournament) -> dict[str, list[tuple[object, ...]]]:
    name = {p.number: p.name for p in event.players}
    return {
        p.name: [
            (r.round, name.get(r.opponent or 0), r.colour, r.outcome)
            for r in event.rounds_of(p.number)
            if r.outcome is not Outcome.ABSENT
        ]
        for p in event.players
    }


@pytest.mark.parametrize("by", ["rank", "number"])
@pytest.mark.parametrize(("sign", "ending"), [(";", ".csv"), ("\t", ".txt")])
def test_a_cross_table_becomes_a_tournament(by, sign, ending):
    rows = table(EVENT, by, "s" if sign == "\t" else "b")
    text = "\n".join(sign.join(row) for row in rows)
    data = text.encode("latin-1" if sign == "\t" else "utf-8")
    form = "csv" if ending == ".txt" else None
    found = forms.content(data, f"chart{ending}", form)
    assert found.warnings == []
    assert played(found.tournament) == played(EVENT)
    assert (found.tournament.info.name, found.tournament.planned_rounds) == ("Open de Año Nuevo", 6)
    assert found.tournament.scores() == EVENT.scores()


def test_a_workbook_with_a_cross_table():
    from openpyxl import Workbook

    book = Workbook()
    for row in table(EVENT, "rank"):
        book.active.append(row)
    packed = io.BytesIO()
    book.save(packed)
    found = forms.content(packed.getvalue(), "chessResultsList.xlsx")
    assert played(found.tournament) == played(EVENT)


def test_cells_that_do_not_agree_are_named():
    rows = table(EVENT, "number")
    first = next(row for row in rows[3:] if row[6][:1].isdigit())
    first[6], first[7] = "99w1", "what?"
    found = forms.content("\n".join(";".join(row) for row in rows).encode(), "chart.csv")
    told = "\n".join(found.warnings)
    assert f"{first[3]}, round 1: player 99 does not name this game" in told
    assert f"{first[3]}, round 2: “what?” is not a result like 12w1" in told
    assert f"{first[3]}: the table says" in told


def test_the_games_of_an_event_become_a_tournament():
    found = forms.content(games(EVENT).encode(), "open.pgn")
    over_the_board = {name: [row for row in rounds if row[3].played] for name, rounds in played(EVENT).items()}
    assert played(found.tournament) == {name: rows for name, rows in over_the_board.items() if rows}
    assert (found.tournament.info.start, found.tournament.info.end) == ("2026/05/01", "2026/05/06")
    assert found.warnings == [] and len(found.assumptions) == 2


def test_games_without_a_place_are_named():
    head = '[White "A"]\n[Black "B"]\n[Result "1-0"]\n'
    text = f'{head}[Round "1"]\n\n1-0\n\n{head}[Round "1"]\n\n1-0\n\n{head}[Round "?"]\n\n1-0\n'
    found = forms.content(text.encode(), "two.pgn")
    assert [len(found.tournament.players), len(found.warnings)] == [2, 2]
    with pytest.raises(FileError, match="names of both players"):
        forms.content(b'[Event "x"]\n', "none.pgn")


@pytest.mark.parametrize(
    ("data", "name", "form"),
    [
        (b'[Event "x"]', "-", "pgn"), (b"012 Open", "a.txt", "trf16"), (b"Name;Elo;Fed\nA;1;ESP", "a.txt", "csv"),
        (b"### c\n012 Open", "a", "trf16"), (b"", "a.PGN", "pgn"),
    ],
)  # fmt: skip
def test_the_form_shows_in_the_ending_or_the_first_line(data, name, form):
    assert forms.form_of(data, name) == form


@pytest.mark.parametrize(
    ("heads", "row"),
    [
        ("Snr;Titel;Name;Elo;Land;FideId;GebDat;Verein", "1;GM;Weiß, Jörg;2510;GER;4600001;12.05.1988;SK Turm"),
        ("Nr;Titre;Nom;Elo;Fed;Code FIDE;Naissance;Club", "1;GM;Weiß, Jörg;2510;GER;4600001;12/05/1988;SK Turm"),
        ("Nr;Titolo;Nome;Rating;Fed;FIDE Id;Nascita;Circolo", "1;GM;Weiß, Jörg;2510;GER;4600001;1988-05-12;SK Turm"),
    ],
)
def test_lists_of_players_in_several_languages(heads, row):
    (player,) = forms.content(f"{heads}\n{row}\n".encode(), "list.csv").tournament.players
    assert (player.number, player.title.value, player.name, player.rating) == (1, "GM", "Weiß, Jörg", 2510)
    assert (player.federation, player.fide_id, player.birth, player.club) == ("GER", "4600001", "1988/05/12", "SK Turm")


def test_the_table_of_forms_in_the_manual_is_made_from_the_code():
    from tools.formats_table import PAGE, page

    text = PAGE.read_text(encoding="utf-8")
    assert page(text) == text
