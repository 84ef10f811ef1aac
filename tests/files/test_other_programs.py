"""What other programs export: cross tables by rounds, games of a whole event. Samples are our own tournaments."""

from __future__ import annotations

import io
import random
import zipfile
from dataclasses import replace
from xml.etree import ElementTree

import openpyxl
import pytest

from arbitro.errors import ArbitroError, FileError
from arbitro.files import boards, dbf, forms, layouts
from arbitro.files.gathered import gathered
from arbitro.i18n import speaking
from arbitro.model import Colour, Outcome, PlayerRound, Sex, System, Title, Tournament, points, show, team_results
from arbitro.standings import parse_tiebreak, printed, standings, team_standings
from arbitro.standings.tiebreak import NEAR_NUMBERS, NUMBERS
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
    found = forms.content(data, f"chart{ending}")
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
        (b"<?xml version='1.0'?><chessresults/>", "-", "chess-results"), (b"PK", "live.zip", "boards"),
    ],
)  # fmt: skip
def test_the_form_shows_in_the_ending_or_the_first_line(data, name, form):
    assert forms.form_of(data, name) == form


LIST = {  # headings of lists as chess-results, Swiss-Manager and federations write them; a title may have none
    "German": "Snr;;Name;EloI;EloN;Land;FideId;GebDat;Verein/Ort",
    "German, names apart": "Nr.;Titel;Nachname;Vorname;Elo int.;DWZ;Verband;FIDE-Nr.;Geburtsdatum;Verein",
    "English": "No.;;Name;RtgI;RtgN;FED;FideID;Birthday;Club/City",
    "English, export": "ID_no;Title;Name;Rating_int;Rating_nat;Fed;FIDE-No;Birth;Club",
    "Spanish": "No.;;Nombre;EloI;EloN;FED;FideID;F. nac.;Club/Ciudad",
    "Spanish, federation": "Núm.;Tít.;Apellidos;Nombre;Elo FIDE;Elo nacional;Fed.;Código FIDE;Nacimiento;Entidad",
    "French": "No.;;Nom;EloI;EloN;FED;FideID;Naissance;Club/Ville",
    "French, names apart": "N°;Titre;Nom;Prénom;Elo;Classement national;Fédé;Code FIDE;Date de naissance;Club",
    "Italian": "Nr.;;Nome;EloI;EloN;FED;FideID;Nascita;Circolo/Città",
    "Italian, names apart": "Num;Tit;Cognome;Nome;Elo FIDE;Elo Italia;Naz;ID FIDE;Data di nascita;Circolo",
    "Portuguese": "Nº;;Nome;EloI;EloN;FED;FideID;Nascimento;Clube/Cidade",
    "Dutch": "Nr.;;Naam;Rtg;RtgN;Land;FideID;Geb.;Club/Plaats",
    "Czech": "No.;;Jméno;RtgI;RtgN;FED;FideID;Narozen;Klub/Místo",
}


@pytest.mark.parametrize("heads", LIST.values(), ids=LIST)
@pytest.mark.parametrize("above", ["", "Aus der Turnierdatenbank\nOpen;;\n\nStartliste\n"])
def test_lists_of_players_in_several_languages(heads, above):
    apart = heads.count(";") == 9
    rows = [
        f"{n};GM;{name.replace(', ', ';') if apart else name};2510;2490;GER;460000{n};12.05.1988;SK Turm"
        for n, name in enumerate(("Groß, Jörg", "Weiß, Eva"), 1)
    ]
    below = "Alle Details unter ...;\n" if above else ""
    text = above + "\n".join([heads, *rows, below])
    found = forms.content(text.encode("latin-1" if above else "utf-8"), "list.txt").tournament.players
    assert [player.name for player in found] == ["Groß, Jörg", "Weiß, Eva"]
    player = found[0]
    assert (player.number, player.title.value, player.rating, player.national_rating) == (1, "GM", 2510, 2490)
    assert (player.federation, player.fide_id, player.birth, player.club) == ("GER", "4600001", "1988/05/12", "SK Turm")


def test_a_column_without_a_heading_is_passed_over_where_it_holds_no_titles():
    (player,) = forms.content(b"N;;Name;Elo\n1;17;Roy, Ana;2000\n", "list.csv").tournament.players
    assert (player.name, player.title) == ("Roy, Ana", Title.NONE)


@pytest.mark.parametrize("lang", ["en", "es"])
def test_the_table_of_forms_in_the_manual_is_made_from_the_code(lang):
    from tools.formats_table import PAGES, page

    text = PAGES[lang].read_text(encoding="utf-8")
    assert page(text, lang) == text


# -- the way back: what is written is read again

DATED = replace(
    EVENT,
    info=replace(
        EVENT.info, name='Open "de Año"', city="Cádiz", federation="ESP", start="2026/05/01", end="2026/05/06",
        round_dates=tuple(f"2026/05/0{k}" for k in range(1, 7)), chief_arbiter="Ana Ruiz", deputies=("Blas", "Eva"),
        tie_breaks=("BH/C1", "BH/M1/P", "SB", "WON", "DE"), time_control="90 min + 30 s",
    ),
    players=tuple(
        replace(p, name=f"Player, {p.number}", fide_id=str(2200000 + p.number), national_id=f"N{p.number}",
                birth="1990/02/03", title=Title.FM, sex=Sex.FEMALE, federation="ESP", club="Peón",
                stated_points=None, stated_rank=None)
        for p in EVENT.players
    ),
)  # fmt: skip


def without_absence(event: Tournament) -> list[list[tuple]]:
    """Every round of every player; absences as the zero-point byes that they are in a list of boards."""
    zero = Outcome.ZERO_BYE
    return [
        [(r.opponent, r.colour, zero if r.outcome is Outcome.ABSENT else r.outcome) for r in event.rounds_of(n)]
        for n in event.numbers
    ]


def test_the_xml_of_chess_results_is_read_back_as_it_was():
    found, warnings = forms.parse(forms.encoded(DATED, "chess-results"), "open.xml")
    assert warnings == [] and found.players == DATED.players
    assert without_absence(found) == without_absence(DATED)
    info = replace(DATED.info, type="", system_code="", encoded_time_control="")
    assert replace(found.info, type="", system_code="") == replace(info, rating_method="")


def test_the_xml_of_chess_results_states_what_its_readers_show():
    root = ElementTree.fromstring(forms.encoded(DATED, "chess-results"))
    head = root.find("tournamentdata/tournament").attrib
    assert [(head[f"tb{i}no"], head[f"tb{i}_detail"]) for i in range(1, 6)] == [
        ("84", "0,0,1,-,-"), ("84", "0,1,1,P,-"), ("85", "0,0,0,-,-"), ("68", "1,-"), ("81", "-"),
    ]  # fmt: skip
    rows = {row.number: row for row in standings(DATED, DATED.info.tie_breaks).rows}
    for player in root.iterfind("players/player"):
        row = rows[int(player.get("no"))]
        assert (int(player.get("rank")), points(player.get("pts"))) == (row.rank, row.points)
        assert points(player.get("tb1")) == points(printed("BH/C1", row.values["BH/C1"]))
    boards = list(root.iterfind("playerpairings/playerpairing"))
    assert {one.get("forfeit") for one in boards} == {"", "K"} and {one.get("blackno") for one in boards} >= {
        "-1",
        "-2",
    }


CHESS_RESULTS = """<?xml version="1.0"?>
<chessresults><tournamentdata><tournament type="0" name="Open" rounds="2" from="{day}" tb1no="{tb}"/></tournamentdata>
<players><player no="1" lastname="Roy,Ana"/><player no="2" lastname="Li" sex="M"/></players>
<playerpairings><playerpairing round="1" whiteno="{white}" blackno="2" reswhite="{result}" resblack="0,5" forfeit=""/>
</playerpairings></chessresults>"""


@pytest.mark.parametrize("system", [System.TEAM, System.ROUND_ROBIN])
def test_the_xml_of_chess_results_holds_teams(system):
    drawn = generate(Recipe(players=28, rounds=5, seed=4, forfeits=0.1, system=System.TEAM))
    rows = {n: list(drawn.rounds_of(n)) for n in drawn.numbers}
    other = drawn.round_of(1, 1).opponent
    rows[1][0] = PlayerRound(1, None, None, Outcome.FORFEIT_WIN)  # nobody sat opposite
    rows[other][0] = PlayerRound(1, None, None, Outcome.ABSENT)
    event = replace(
        drawn,
        system=system,
        players=tuple(replace(p, stated_points=None, stated_rank=None) for p in drawn.players),
        results=tuple(tuple(rows[n]) for n in drawn.numbers),
        teams=tuple(replace(team, captain="Ana", federation="ESP") for team in drawn.teams),
        team_scoring=replace(drawn.team_scoring, bye_game_points=points(4), bye_match_points=points(2)),
        info=replace(drawn.info, tie_breaks=("MP", "GP", "BH")),
    )
    data = forms.encoded(event, "chess-results")
    found, warnings = forms.parse(data, "teams.xml")
    assert warnings == [] and found.system is system and found.info.tie_breaks == ("MP", "GP", "BH")
    assert [(t.name, t.players, t.captain) for t in found.teams] == [
        (t.name, t.players, t.captain) for t in event.teams
    ]
    assert found.team_byes == event.team_byes and any(found.team_byes) and found.board_colours == "WBWB"
    for k in range(1, 6):
        assert team_results.matches(found, k) == team_results.matches(event, k)
    ours, theirs = (team_standings(t, ["GP", "BH"]).rows for t in (event, found))
    assert ours == theirs
    root = ElementTree.fromstring(data)
    stated = {
        int(one.get("no")): (int(one.get("rank")), points(one.get("points"))) for one in root.iterfind("teams/team")
    }
    assert stated == {row.number: (row.rank, row.points) for row in team_standings(event, ["MP", "GP", "BH"]).rows}
    assert root.find("tournamentdata/tournament").get("playerperteam") == "4"


def test_the_xml_of_chess_results_is_read_as_others_write_it():
    text = CHESS_RESULTS.format(day="16.05.2026", tb="3", white="1", result="0,5")
    found = forms.parse(text.encode(), "open.xml")[0]
    assert (found.info.start, found.info.tie_breaks, found.score(2)) == ("2026/05/16", ("BH/C1",), points("½"))
    assert found.players[0].name == "Roy, Ana" and found.planned_rounds == 2


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (CHESS_RESULTS.format(day="", tb="1", white="9", result="0,5"), "the pairing numbers of the players"),
        (CHESS_RESULTS.format(day="", tb="1", white="x", result="0,5"), "a whole number"),
        (CHESS_RESULTS.format(day="", tb="1", white="1", result="won"), "a result: 1, 0.5 or 0"),
        ('<!DOCTYPE a [<!ENTITY b "c">]><chessresults/>', "the XML file of chess-results"),
        ("<chessresults><a></chessresults>", "line 1"),
        ("<html/>", "the XML file of chess-results"),
        ('<chessresults><tournamentdata><tournament type="5"/></tournamentdata></chessresults>', "0 to 3"),
    ],
)
def test_what_is_wrong_in_the_xml_of_chess_results_is_named(text, told):
    with pytest.raises(FileError, match=told):
        forms.parse(text.encode(), "open.xml")


def test_a_table_of_results_is_read_back_as_it_was():
    found, warnings = forms.parse(forms.encoded(DATED, "results"), "resultados.csv")
    assert warnings == [] and without_absence(found) == without_absence(DATED)
    assert [(p.name, p.fide_id, p.national_id, p.rating) for p in found.players] == [
        (p.name, p.fide_id, p.national_id, p.rating) for p in DATED.players
    ]


def test_a_table_of_results_in_spanish_and_its_doubts():
    with speaking("es"):
        text = forms.encoded(DATED, "results").decode()
    assert text.startswith("Ronda,Tablero,Blancas n.º,") and without_absence(forms.parse(text.encode(), "r.csv")[0])
    found, warnings = forms.parse(b"Ronda;Blancas;Res;Negras\n1;Ana;1-0;Eva\n1;Ana;0-1;Blas\n2;Eva;?;Ana\n", "r.csv")
    assert [p.name for p in found.players] == ["Ana", "Eva"] and found.score(1) == points(1)
    assert len(warnings) == 2 and "line 3" in warnings[0] and "line 4" in warnings[1]


@pytest.mark.parametrize("event", [DATED, replace(EVENT, info=replace(EVENT.info, name="=1+1"))], ids=["full", "bare"])
def test_a_cross_table_is_read_back_with_ranks_and_tie_breaks(event):
    data = forms.encoded(event, "cross-table", ";")
    found, warnings = forms.parse(data, "chart.csv")
    assert warnings == [] and played(found) == played(event) and found.scores() == event.scores()
    assert [(p.title, p.rating, p.federation, p.club) for p in found.players] == [
        (p.title, p.rating, p.federation, p.club) for p in event.players
    ]
    lines = data.decode().splitlines()
    heads = lines[1].split(";")
    codes = event.info.tie_breaks or ("BH/C1", "BH", "SB", "WIN")
    table = {int(line.split(";")[1]): dict(zip(heads, line.split(";"), strict=True)) for line in lines[2:19]}
    for row in standings(event, codes).rows:
        assert table[row.number]["Rk."] == str(row.rank)
        assert [table[row.number][f"TB{k}"] for k in range(1, len(codes) + 1)] == [
            printed(code, row.values[code]) for code in codes
        ]


def test_games_without_moves_are_read_back_with_their_forfeits():
    found, warnings = forms.parse(forms.encoded(DATED, "pgn"), "open.pgn")
    assert warnings == [] and (found.info.name, found.info.start) == ('Open "de Año"', "2026/05/01")
    over = {n: [row for row in rows if row[1] is not None] for n, rows in played(DATED).items()}
    assert played(found) == {n: rows for n, rows in over.items() if rows}


def test_a_folder_of_boards_is_read_back():
    data = forms.encoded(DATED, "boards")
    found, warnings = forms.parse(data, "live.zip")
    assert warnings == [] and found.info.round_dates == DATED.info.round_dates and boards.is_folder(data)
    again = played(found)  # forfeits are results like others there
    over = [(name, row) for name, rows in played(DATED).items() for row in rows if row[3].played]
    assert over and all(row in again[name] for name, row in over)
    assert data == forms.encoded(DATED, "boards")
    for broken in (b"PK\x03\x04", b"", data[:300]):
        with pytest.raises(FileError, match="electronic boards"):
            forms.parse(broken, "live.zip")


def test_a_rating_report_of_us_chess_is_read_back():
    players = tuple(replace(p, national_id=str(10_000_000 + p.number), national_rating=p.rating) for p in DATED.players)
    event = replace(DATED, players=players, info=replace(DATED.info, name="Open", city="Reno", federation="USA"))
    data = forms.encoded(event, "uscf")
    found, warnings = forms.parse(data, "report.zip")
    assert warnings == [] and without_absence(found) == without_absence(event)
    assert [(p.name, p.national_id, p.national_rating) for p in found.players] == [
        (p.name, p.national_id, p.national_rating) for p in players
    ]
    assert (found.info.name, found.info.city, found.info.end) == ("Open", "Reno", "2026/05/06")
    table = zipfile.ZipFile(io.BytesIO(data)).read("TDEXPORT.DBF")
    assert forms.form_of(table, "TDEXPORT.DBF") == "uscf" and forms.form_of(data, "-") == "uscf"
    assert without_absence(forms.parse(table, "TDEXPORT.DBF")[0]) == without_absence(event)
    found, warnings = forms.parse(table.replace(b"W   9B", b"W  99B").replace(b"W   9W", b"?   9W"), "TDEXPORT.DBF")
    assert warnings and all("is not read" in line for line in warnings)
    for broken in (b"", b"\x03" * 40, table[:200], table[:33], b"PK\x03\x04TDEXPORT."):
        with pytest.raises(FileError, match="US Chess"):
            forms.parse(broken, "TDEXPORT.DBF", "uscf")


TRN: tuple[dbf.Field, ...] = (
    ("ID", "N", 5), ("START_NO", "C", 5), ("SURNAME", "C", 25), ("FIRSTNAME", "C", 25), ("FEDER", "C", 4),
    ("CLUB", "C", 30), ("INTL_RTG", "N", 4), ("LOC_RTG", "N", 4), ("INTL_ID", "C", 12), ("LOC_ID", "C", 12),
    ("TITLE", "C", 3), ("SEX", "C", 1), ("BIRTH_DATE", "D", 8), ("BONUS", "N", 3),
)  # fmt: skip
SCO: tuple[dbf.Field, ...] = tuple(
    (name, "N", 5) for name in ("ROUND", "WHITE", "BLACK", "W_SCORE", "B_SCORE", "W_TYPE", "B_TYPE")
)
INI = """[Tournament Info]
Name=Open de Año Nuevo
Arbiter=Ana Roy
Rounds=7
System=0
[Standings]
Tie Breaks=1217,1220,1226,
"""


def swiss_perfect(event: Tournament) -> bytes:
    """The three files as SwissPerfect keeps them: its own ids, forfeits by another type."""
    ids = {number: 100 - number for number in event.numbers}
    people = [
        {
            "ID": str(ids[p.number]), "START_NO": f"{p.number}\0\0\f", "SURNAME": p.name.split(", ")[0],
            "FIRSTNAME": ", ".join(p.name.split(", ")[1:]), "FEDER": "ESP", "LOC_RTG": str(p.rating), "TITLE": "3",
            "SEX": "2", "BIRTH_DATE": "19920116",
            "BONUS": str(sum(r.outcome is Outcome.HALF_BYE for r in event.rounds_of(p.number)) / 2),
        }
        for p in reversed(event.players)
    ]  # fmt: skip
    half = {Outcome.WIN: 2, Outcome.FORFEIT_WIN: 2, Outcome.PAIRING_BYE: 2, Outcome.DRAW: 1}
    boards = []
    for p in event.players:
        for r in event.rounds_of(p.number):
            if r.colour is Colour.BLACK or r.outcome in (Outcome.ABSENT, Outcome.HALF_BYE):
                continue
            other = event.round_of(r.opponent, r.round).outcome if r.opponent else None
            kind = "1" if r.outcome.played or other is None else "35"
            boards.append(
                {
                    "ROUND": str(r.round), "WHITE": str(ids[p.number]), "BLACK": str(ids.get(r.opponent or 0, 0)),
                    "W_SCORE": str(half.get(r.outcome, 0)), "B_SCORE": str(half.get(other, 0)) if other else "0",
                    "W_TYPE": kind, "B_TYPE": kind,
                }
            )  # fmt: skip
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("open.ini", INI.encode("latin-1"))
        archive.writestr("OPEN.TRN", dbf.table(TRN, people, (26, 5, 1)))
        archive.writestr("OPEN.SCO", dbf.table(SCO, boards, (26, 5, 1)))
    return packed.getvalue()


def test_the_files_of_swiss_perfect_make_a_tournament():
    data = swiss_perfect(EVENT)
    assert forms.form_of(data, "open.zip") == forms.form_of(data, "-") == "swiss-perfect"
    found = forms.content(data, "open.zip")
    event = found.tournament
    assert found.warnings == [] and any("no days" in line for line in found.assumptions)
    assert (event.info.name, event.info.chief_arbiter, event.planned_rounds) == ("Open de Año Nuevo", "Ana Roy", 7)
    assert event.info.tie_breaks == ("BH", "SB")
    assert [event.score(n) for n in event.numbers] == [EVENT.score(n) for n in EVENT.numbers]
    unplayed = (
        Outcome.HALF_BYE,
        Outcome.ZERO_BYE,
    )  # the files do not say in which of the missed rounds the half point was
    assert {name: [cell for cell in cells if cell[3] not in unplayed] for name, cells in played(event).items()} == {
        name: [cell for cell in cells if cell[3] not in unplayed] for name, cells in played(EVENT).items()
    }
    ana = event.players[0]
    assert (ana.title, ana.sex, ana.birth, ana.national_rating) == (
        Title.IM, Sex.FEMALE, "1992/01/16", EVENT.players[0].rating,
    )  # fmt: skip
    for broken in (data[:300], b"PK\x03\x04 .TRN .SCO"):
        with pytest.raises(FileError, match="SwissPerfect"):
            forms.parse(broken, "open.zip", "swiss-perfect")


VEG = """Vega 5.4 # Do not edit this file!
Open de Año Nuevo
Córdoba              ESP
24/12/2007, 27/12/2007
Ana Roy
1.0  3.0
 1 4 8 0 0 0 0 0 0 0
open
7  10  1  0
0
3
NAME;            COUNTRY;BIRTHDAY;G;TITLE;IDFIDE;ELOFIDE; IDNAT;ELONAT;K;ISAVAL
Peña, Luz                ;ESP;12.03.1990;f;WGM; 2200333; 2210;  123456; 2190;20; 1
Soler, Juan              ;ESP;00.00.00;m;   ;       0;    0;       0; 1650;40; 1
Ruiz, Eva
Blanco, Pía              ;MEX;1988;f;  -;       0; 1900;       0;    0;20; 0
"""


def test_a_file_of_vega_gives_settings_and_players():
    found = forms.content(VEG.encode("latin-1"), "open.veg")
    event = found.tournament
    assert [(p.name, p.rating, p.national_rating, p.title, p.birth, p.fide_id) for p in event.players] == [
        ("Peña, Luz", 2210, 2190, Title.WGM, "1990/03/12", "2200333"),
        ("Soler, Juan", 0, 1650, Title.NONE, "", ""),
        ("Blanco, Pía", 1900, 0, Title.NONE, "1988", ""),
    ]
    assert len(found.warnings) == 1 and "line 15" in found.warnings[0]
    info = event.info
    assert (info.name, info.city, info.federation, info.start, info.end, info.tie_breaks, info.chief_arbiter) == (
        "Open de Año Nuevo", "Córdoba", "ESP", "2007/12/24", "2007/12/27", ("BH/C1", "SB", "WIN"), "Ana Roy",
    )  # fmt: skip
    assert (event.planned_rounds, event.system, event.scoring.win, event.scoring.draw) == (
        7, System.DUTCH, points(3), points(1),
    )  # fmt: skip
    assert any("no rounds" in line for line in found.assumptions)
    for broken in ("", "Vega 5.4", VEG.partition("NAME;")[0], VEG.partition("Peña")[0]):
        with pytest.raises(FileError):
            forms.parse(broken.encode(), "open.veg")


def sample(form: str) -> bytes:
    match form:
        case "swiss-perfect":
            return swiss_perfect(EVENT)
        case "vega":
            return VEG.encode()
        case "pairing-list":
            return b"".join(forms.encoded(DATED.after(k), form) for k in range(1, 7))
    return forms.encoded(DATED, form)


@pytest.mark.parametrize(
    "form",
    [
        "chess-results",
        "results",
        "cross-table",
        "pairing-list",
        "ranking-list",
        "pgn",
        "boards",
        "uscf",
        "swiss-perfect",
        "vega",
    ],
)
def test_damaged_files_are_refused_or_read_and_never_crash(form):
    rng = random.Random(form)
    whole = sample(form)
    for _ in range(30):
        data = bytearray(whole)
        for _ in range(rng.randint(1, 8)):
            at = rng.randrange(len(data))
            data[at : at + rng.randint(0, 9)] = rng.choice(
                [b"", b"9" * 30, b"\xff", b'"', b"&#0;", b"-1", b"<a>", b"\n"]
            )
        try:
            found = forms.parse(bytes(data), "x" + (forms.FORMS[form].endings or (".csv",))[0], form)[0]
        except FileError:
            continue
        assert all(forms.encoded(found, other) for other in ("trf26", "chess-results", "uscf"))


def test_numbers_of_another_program_name_tie_breaks():
    assert [str(parse_tiebreak(text)) for text in ("37", "84/C1", "3", "4", "12")] == [
        "BH",
        "BH/C1",
        "BH/C1",
        "BH/M1",
        "WIN",
    ]
    assert all(str(parse_tiebreak(number)) == str(parse_tiebreak(name)) for number, name in NUMBERS.items())
    assert not NUMBERS.keys() & NEAR_NUMBERS.keys()
    for number, names in NEAR_NUMBERS.items():
        assert all(parse_tiebreak(name) for name in names.split(", "))
        with pytest.raises(ArbitroError, match=f"Swiss-Manager's {number} is not known here; near to it: {names}"):
            parse_tiebreak(number)
    with pytest.raises(ArbitroError, match="Swiss-Manager's 18 is not known here, nor"):
        parse_tiebreak("18")


def written_list(event: Tournament, name: str) -> list[list[str]]:
    return [line.split(";") for line in forms.encoded(event, name, ";").decode().split("\r\n")[:-1]]


def test_lists_stand_in_the_columns_of_swiss_manager():
    rows = {name: written_list(DATED, name)[1:] for name in layouts.LAYOUTS}
    breaks = [f"TB{k}" for k in range(1, len(DATED.info.tie_breaks) + 1)]
    assert rows["pairing-list"].pop(0) == ["Round 6 on 2026/05/06"]
    assert breaks and {name: row[0] for name, row in rows.items()} == {
        "start-list": ["No.", "", "Name", "FideID", "FED", "Rtg", "Club/City"],
        "alphabetical-list": ["No.", "", "Name", "FideID", "FED", "Rtg", "Club/City"],
        "pairing-list": ["Bo.", "No.", "", "White", "Rtg", "Pts.", "Result", "Pts.", "", "Black", "Rtg", "No."],
        "ranking-list": ["Rk.", "SNo", "", "Name", "FED", "Rtg", "Club/City", "Pts.", *breaks],
    }
    names = [row[2] for row in rows["alphabetical-list"][1:]]
    assert names == sorted(names, key=str.casefold)
    last, games = DATED.rounds_paired, {(g.white, g.black) for g in DATED.games(DATED.rounds_paired)}
    boards = rows["pairing-list"][1:]
    byes = [row for row in boards if row[9] == "bye"]
    assert [int(row[1]) for row in byes] == [
        n for n in DATED.numbers if DATED.round_of(n, last).outcome is Outcome.PAIRING_BYE
    ]
    away = [row for row in boards if row[9] == "not paired"]
    assert len(byes) + len(away) + 2 * len(games) == len(DATED.players) and {row[6] for row in away} <= {"0", "½", "1"}
    assert [int(row[0]) for row in boards] == list(range(1, len(boards) + 1))
    played_rows = boards[: len(games)]
    assert {(int(row[1]), int(row[11])) for row in played_rows} == games
    assert all(row[5] == show(DATED.score(int(row[1]), last - 1)) for row in boards)
    said = {"1 - 0", "0 - 1", "½ - ½", "+ - -", "- - +", "- - -", ""}
    every = [row for k in range(1, 7) for row in written_list(DATED.after(k), "pairing-list")[3:]]
    assert {row[6] for row in every if row[11]} <= said and any(row[6] == "- - +" for row in every)
    ranks = [row for row in rows["ranking-list"][1:] if len(row) > 1]
    assert {int(row[1]): row[7] for row in ranks} == {n: f"{DATED.score(n) / 10:g}" for n in DATED.numbers}
    assert ranks[0][0] == "1"


KEEP_GAMES = ("trf16", "trf26", "json", "chess-results", "results", "cross-table", "pairing-list")
KEEP_PLAYERS = ("csv", "xlsx", "start-list", "alphabetical-list", "ranking-list")
BY_OTHERS = (
    "pgn",
    "boards",
    "uscf",
    "swiss-perfect",
    "vega",
    "papi",
)  # less is kept, or read only


def test_every_form_has_its_way_back():
    assert sorted((*KEEP_GAMES, *KEEP_PLAYERS, *BY_OTHERS)) == sorted(forms.FORMS)
    assert set(forms.WRITTEN) <= set(forms.READ)


@pytest.mark.parametrize("form", KEEP_GAMES)
def test_games_come_back(form):
    event = DATED.after(1) if form == "pairing-list" else DATED  # a list holds one round
    found, warnings = forms.parse(forms.encoded(event, form), f"open.{form}", form)
    assert not warnings
    assert [(p.number, p.name, p.rating) for p in found.players] == [
        (p.number, p.name, p.rating) for p in event.players
    ]
    assert without_absence(found) == without_absence(event)


@pytest.mark.parametrize("form", KEEP_PLAYERS)
def test_players_come_back(form):
    found, warnings = forms.parse(forms.encoded(DATED, form), f"list.{form}", form)
    assert not warnings and not found.rounds_paired

    def known(event: Tournament) -> list[tuple]:
        return [(p.number, p.name, p.rating, p.title, p.federation, p.club) for p in event.players]

    assert known(found) == known(DATED)
    if form != "ranking-list":
        assert [p.fide_id for p in found.players] == [p.fide_id for p in DATED.players]


def test_a_workbook_that_made_numbers_of_byes():
    """A spreadsheet turns the cells -0 and -1 into numbers; a round without points is then a bare 0."""
    rows = [["Rk.", "Name", "1.Rd", "2.Rd", "Pts."], ["1", "Ana", "2w1", "0", "1"], ["2", "Blas", "1b0", "-1", "1"]]
    found, warnings = forms.parse("\n".join(";".join(row) for row in rows).encode(), "chart.csv")
    assert not warnings
    assert [found.round_of(n, 2).outcome for n in (1, 2)] == [Outcome.ZERO_BYE, Outcome.PAIRING_BYE]


BANNER = ["From the Tournament-Database of Chess-Results https://chess-results.com"]


def exported(rows: list[list[str]]) -> list[list[str]]:
    """With the lines that chess-results writes above its lists."""
    return [BANNER, ["Memorial Open 2026 "], ["Last update 13.02.2026 18:17:32"], *rows]


@pytest.mark.parametrize("form", ["csv", "xlsx"])
def test_the_name_of_an_event_is_not_where_its_list_comes_from(form):
    chart = exported([["Ranking crosstable after Round 6"], *table(EVENT, "rank")[2:]])
    start = exported(
        [["Starting rank"], ["No.", "Name", "Rtg"], ["1", "Roy, Ana", "2000"], ["2", "Diaz, Luis", "1900"]]
    )
    pairs = exported([["Round 1"], ["Bo.", "White", "Result", "Black"], ["1", "Roy, Ana", "1 - 0", "Diaz, Luis"]])
    for rows in (chart, start, pairs):
        data = "\n".join(";".join(row) for row in rows).encode()
        if form == "xlsx":
            book = openpyxl.Workbook()
            for row in rows:
                book.active.append(row)
            packed = io.BytesIO()
            book.save(packed)
            data = packed.getvalue()
        assert forms.content(data, f"list.{form}").tournament.info.name == "Memorial Open 2026"


def test_a_list_that_is_named_alone_names_no_event():
    text = b"Teilnehmerliste\n\nSnr;Name;EloI\n1;Roy, Ana;2000\n"
    assert forms.content(text, "list.csv").tournament.info.name == ""


@pytest.mark.parametrize(
    ("heads", "field", "cell", "expected"),
    [
        ("Nr;Nom;Prénom;Classement", "rating", "1999", 1999),
        ("Nr;Nom;Prénom;Né(e) le", "birth", "12/05/1990", "1990/05/12"),
        ("Nr;Nom;Prénom;Ti", "title", "f", Title.FM),
        ("Nr;Cognome;Nome;Anno nascita", "birth", "1980", "1980"),
        ("Nr;Příjmení;Jméno;Dat. nar.", "birth", "1.2.1980", "1980/02/01"),
        ("Nr;Příjmení;Jméno;EloM", "rating", "2200", 2200),
        ("Nr;Příjmení;Jméno;Země", "federation", "CZE", "CZE"),
        ("Nr;Name;Vorname;Geschl", "sex", "w", Sex.FEMALE),
    ],
)
def test_headings_that_lists_have(heads, field, cell, expected):
    found = forms.content(f"{heads}\n1;Roy;Ana;{cell}\n".encode(), "list.csv")
    assert (found.tournament.players[0].name, getattr(found.tournament.players[0], field)) == ("Roy, Ana", expected)
    assert found.warnings == []


def test_a_rank_in_french_is_no_rating():
    (player,) = forms.content(b"Classement;Nom;Elo\n7;Roy;2100\n", "list.csv").tournament.players
    assert player.rating == 2100


def test_columns_that_are_not_understood_are_named_once():
    found = forms.content(b"No;Name;Elo;Shoe size;Hat;Empty\n1;Roy;2100;41;57;\n2;Diaz;2000;;58;\n", "list.csv")
    assert found.warnings == ["columns that are not understood, left out: Shoe size, Hat"]


def test_the_top_of_a_longer_table_is_one_remark():
    rows = table(EVENT, "rank")
    found = forms.content("\n".join(";".join(row) for row in rows[:11]).encode(), "chart.csv")
    listed = {row[3] for row in rows[3:11]}
    games = [1 for name in listed for _r, other, *_rest in played(EVENT)[name] if other and other not in listed]
    said = f"opponents beyond the 8 players listed are left out, with their points ({len(games)} games)"
    assert len(games) > 3 and found.warnings == [said]


def test_many_remarks_of_one_kind_are_one():
    few = [f"Player {n}: the table says {n} points" for n in range(8)]
    many = [f'open.trf, line {n}, columns 1-2: found "{n}", expected {n}.5' for n in range(99)]
    assert gathered([*few, *many, *few]) == [*few, f"99 remarks of one kind: {'; '.join(many[:3])} …"]
