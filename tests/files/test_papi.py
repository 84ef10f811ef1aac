"""Files of Papi: an Access database is read, the event in it becomes a tournament, broken ones are one sentence."""

from __future__ import annotations

import contextlib
from datetime import datetime

import pytest

from arbitro.errors import FileError
from arbitro.files import forms
from arbitro.files.jet import Database
from arbitro.model import Colour, Outcome, RatingList, System, Title, show
from tests.files.jet import Table, database

COLUMNS = {
    "Ref": "int", "NrFFE": "text:6", "Nom": "text", "Prenom": "text", "Sexe": "text:1", "NeLe": "date", "Elo": "short",
    "Rapide": "short", "Blitz": "short", "Federation": "text", "Club": "text", "Fide": "text:1", "RapideFide": "text:1",
    "BlitzFide": "text:1", "FideCode": "text:10", "FideTitre": "text", "Pointe": "bool",
}  # fmt: skip
for _k in (1, 2, 3):
    COLUMNS |= {f"Rd{_k:02d}Cl": "text:1", f"Rd{_k:02d}Adv": "int", f"Rd{_k:02d}Res": "short"}

EVENT = {
    "Nom": "Open d'été", "Lieu": "Besançon", "DateDebut": "18/05/2025", "DateFin": "19/05/2025", "NbrRondes": "3",
    "Genre": "Suisse", "Pairing": "Standard", "ClassElo": "Rapide", "Dep1": "Brésilien", "Dep2": "Kashdan", "Dep3": "",
    "DecomptePoints": "NON", "Arbitre": "Odile Noir", "Cadence": "12+3",
}  # fmt: skip


def row(ref: int, name: str, rapid: int, source: str, *rounds: tuple[str, int | None, int], **more: object):
    cells = {}
    for k, (colour, met, result) in enumerate(rounds, 1):
        cells |= {f"Rd{k:02d}Cl": colour, f"Rd{k:02d}Adv": met, f"Rd{k:02d}Res": result}
    return {"Ref": ref, "Nom": name, "Rapide": rapid, "RapideFide": source, "Elo": 1500, "Fide": "E", **cells, **more}


PLAYERS = [
    row(1, "EXEMPT", 1399, "E", ("R", None, 0), ("N", 7, 0)),
    row(
        2, "MARÉCHAL", 2100, "F", ("B", 4, 3), ("N", 3, 2), ("B", 5, 0), Prenom="Zoé", Sexe="F", Elo=2150, Fide="F",
        FideCode="0062000011", FideTitre="ff", Federation="FRA", NrFFE="A12345", NeLe=datetime(1999, 12, 31),
        Club="Échiquier  du Doubs", Pointe=True,
    ),
    row(3, "ŁOŚ", 1900, "F", ("N", 5, 3), ("B", 2, 2), ("R", None, 0), Prenom="Iga"),
    row(4, "PETIT", 1700, "N", ("N", 2, 1), ("F", None, 2), ("F", None, 6)),
    row(5, "BLANC", 1700, "E", ("B", 3, 1), ("F", None, 0), ("N", 2, 0)),
    row(6, "ROUX", 1500, "N", ("B", 7, 4), ("R", None, 0)),
    row(7, "VERT", 1400, "N", ("N", 6, 6), ("B", 1, 6)),
]  # fmt: skip


def made(event: dict[str, str] = EVENT, players: list[dict[str, object]] = PLAYERS) -> bytes:
    info = [{"Variable": name, "Value": value} for name, value in event.items()]
    return database(Table("INFO", {"Variable": "text", "Value": "text"}, info), Table("JOUEUR", COLUMNS, players))


def test_rows_are_read_wherever_they_stand():
    rows = Database(made()).table("JOUEUR")
    assert [one["Ref"] for one in rows] == [1, 2, 3, 4, 5, 6, 7]  # the first by a pointer; a gone one is not there
    zoe = rows[1]
    assert (zoe["Nom"], zoe["NrFFE"], zoe["NeLe"], zoe["Pointe"]) == (
        "MARÉCHAL",
        "A12345",
        datetime(1999, 12, 31),
        True,
    )
    assert (rows[2]["Nom"], rows[2]["Pointe"], rows[2]["NeLe"], rows[2]["Rd03Adv"]) == ("ŁOŚ", False, None, None)


def test_the_event_becomes_a_tournament():
    for name in ("open.papi", "-"):
        assert forms.form_of(made(), name) == "papi"
    found = forms.content(made(), "open.papi")
    event = found.tournament
    assert [player.name for player in event.players] == [
        "MARÉCHAL, Zoé", "ŁOŚ, Iga", "BLANC", "PETIT", "ROUX", "VERT"
    ]  # fmt: skip
    zoe = event.players[0]
    assert (zoe.title, zoe.fide_id, zoe.national_id, zoe.birth) == (Title.WFM, "62000011", "A12345", "1999/12/31")
    assert (zoe.rating, zoe.national_rating, zoe.club) == (2100, 0, "Échiquier du Doubs")
    assert dict(zoe.ratings) == {RatingList.STANDARD: 2150, RatingList.RAPID: 2100}
    assert (event.players[2].rating, event.players[2].national_rating) == (0, 1700)
    assert event.strengths == (2100, 1900, 1700, 1700, 1500, 1400)
    assert (event.info.start, event.info.end, event.info.city) == ("2025/05/18", "2025/05/19", "Besançon")
    assert (event.info.tie_breaks, event.planned_rounds, event.system) == (("BH/C1",), 3, System.DUTCH)
    assert [show(event.score(n)) for n in event.numbers] == ["1½", "1½", "0", "1½", "0", "2"]
    assert (event.rounds_paired, event.rounds_finished) == (3, 2)
    assert event.round_of(1, 1)[1:4] == (4, Colour.WHITE, Outcome.WIN)
    assert [event.round_of(4, k).outcome for k in (1, 2, 3)] == [Outcome.LOSS, Outcome.HALF_BYE, Outcome.FULL_BYE]
    assert [event.round_of(6, k).outcome for k in (1, 2)] == [Outcome.FORFEIT_WIN, Outcome.PAIRING_BYE]
    assert event.round_of(5, 1).outcome is Outcome.FORFEIT_LOSS
    assert event.round_of(3, 2).outcome is Outcome.ZERO_BYE
    assert found.warnings == [] and any("Kashdan" in said for said in found.assumptions)


def accelerated(name: str, **settings: str):
    found = forms.content(made(EVENT | {"Pairing": name, "EloBase1": "1900", "EloBase2": "1500"} | settings), "x.papi")
    points = found.tournament.acceleration
    return {n: " ".join(map(show, values)) for n, values in points.items()}, found.warnings


def test_accelerations_become_virtual_points():
    """2100 1900 | 1700 1700 1500 | 1400; points before round 2: 1 1 0 0 0 1, before round 3: 1½ 1½ 0 ½ 0 2."""
    assert accelerated("Haley") == ({1: "1 1", 2: "1 1"}, [])
    assert accelerated("HaleySoft") == ({1: "1 1", 2: "1 1", **dict.fromkeys((3, 4, 5, 6), "0 ½")}, [])
    assert accelerated("SAD", NbrRondes="5") == (
        {1: "2 2 2", 2: "2 2 2", 3: "1 1 1", 4: "1 1 1", 5: "1 1 1", 6: "0 0 ½"},
        [],
    )
    assert accelerated("Nicois", NbrRondes="5")[0][6] == "0 ½ 1"
    assert accelerated("SAD")[0] == {1: "2", 2: "2", 3: "1", 4: "1", 5: "1"}  # of three rounds two are not accelerated
    points, said = accelerated("SAD", NbrRondes="9")
    assert points[6] == "0 0 ½" and "SAD" in said[0] and "results to come" in said[0]
    points, _said = accelerated("SAD", DecomptePoints="OUI", NbrRondes="9")  # a win is three points, a draw one
    assert points[1] == "6 6 6" and points[6] == "0 1 2"


def test_virtual_points_go_into_reports_and_pairings():
    event = forms.content(made(EVENT | {"Pairing": "Haley", "EloBase1": "1900"}), "x.papi").tournament
    for form in ("trf16", "trf26", "json"):
        again = forms.content(forms.encoded(event, form), f"x.{form}", form).tournament
        assert again.acceleration == event.acceleration


def test_its_report_file_states_the_points():
    """Pairing engines refuse a line 001 without them; a file that states some is left as it is."""
    event = forms.content(made(), "x.papi").tournament
    for form in ("trf16", "trf26"):
        again = forms.content(forms.encoded(event, form), "x.trf", form).tournament
        assert [p.stated_points for p in again.players] == [event.score(n) for n in event.numbers]
    none_yet = forms.content(made(players=[row(2, "A", 1500, "N"), row(3, "B", 1400, "N")]), "x.papi").tournament
    again = forms.content(forms.encoded(none_yet, "trf16"), "x.trf").tournament
    assert [p.stated_points for p in again.players] == [None, None]


def test_what_papi_has_and_we_have_not_is_said():
    found = forms.content(made(EVENT | {"Pairing": "Haley", "EloBase1": "0"}), "open.papi")
    assert any("Haley" in said and "EloBase" in said for said in found.warnings)
    found = forms.content(made(EVENT | {"Pairing": "Nouveau", "DecomptePoints": "OUI"}), "open.papi")
    assert any("Nouveau" in said for said in found.warnings) and show(found.tournament.scoring.win) == "3"
    lost = [dict(one) for one in PLAYERS if one["Ref"] != 5]
    found = forms.content(made(players=lost), "open.papi")
    assert len(found.warnings) == 2 and all("not in the file" in said for said in found.warnings)


@pytest.mark.parametrize("cut", [20, 4096, 5000, 3 * 4096, 8 * 4096 + 100])
def test_a_file_that_is_cut_off_is_one_sentence(cut: int):
    with pytest.raises(FileError, match=r"open\.papi: "):
        forms.content(made()[:cut], "open.papi")


def test_other_databases_are_refused():
    for data in (
        database(Table("Orders", {"Id": "int"}, [{"Id": 1}])),
        b"SQLite format 3\0" * 300,
        made(players=PLAYERS[:1]),
    ):
        with pytest.raises(FileError, match=r"open\.papi: "):
            forms.content(data, "open.papi")


def test_no_damage_is_a_crash():
    whole = made()
    for at in [*range(4096, 4096 + 80), *range(2 * 4096, 2 * 4096 + 250), *range(4 * 4096, len(whole), 61)]:
        for byte in (0, 0x7F, 0xFF):
            with contextlib.suppress(FileError):
                forms.content(whole[:at] + bytes([byte]) + whole[at + 1 :], "open.papi")
