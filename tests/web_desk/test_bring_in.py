"""A stranger's files on the page that brings tournaments in: any form, several at once, an archive."""

from __future__ import annotations

import html
import io
import re
from dataclasses import replace
from zipfile import ZipFile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from arbitro import swiss
from arbitro.desk import backup, store
from arbitro.desk.importing import looked_at
from arbitro.desk.models import Event, Section
from arbitro.files import trf
from arbitro.model import Colour, Outcome, Player, System, Tournament
from arbitro.web.desk.views.shadow import called
from tests.files.test_other_programs import EVENT, games, played, swiss_perfect, table


def packed(files: dict[str, bytes]) -> bytes:
    found = io.BytesIO()
    with ZipFile(found, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return found.getvalue()


CHART = "\n".join(";".join(row) for row in table(EVENT, "rank")).encode()
FILES = {
    "folder/open.trf": trf.write(EVENT, 16).encode(),
    "folder/chart.csv": CHART,
    "games.pgn": games(EVENT).encode(),
    "entries.csv": b"Name;Elo;Fed\nAna;2100;ESP\nLuis;2000;MEX\n",
    "standard.txt": b"ID Number      Name                         Fed Sex Tit\n100 A\n",
    "notes.txt": b"Buy milk",
    "broken.xlsx": b"PK\x03\x04nothing",
}
STRANGERS = {  # what is said of each
    "photo.jpg": (b"\xff\xd8\xff\xe0JFIF\0", "a picture"),
    "rules.pdf": (b"%PDF-1.7\n\0", "a PDF document"),
    "open.TUN": (b"TURNIER\0\1", "Swiss-Manager's own file"),
    "open.papi": (b"\0\1\0\0Standard Jet DB\0", "an Access database without a whole tournament"),
    "list.xls": (b"\xd0\xcf\x11\xe0\0", "save it as XLSX"),
    "alone.trn": (b"\3\0\0", "one of the three files of SwissPerfect"),
    "letter.docx": (packed({"word/document.xml": b"x"}), "a document of an office program"),
    "noise.dat": (bytes(range(256)), "a form that is not known here"),
    "open.TUNX": (b"\x93\xff\x89D\0", "Swiss-Manager's own file"),
    "empty.trf": (b"", "an empty file"),
    "tnr.htm": (b"<!DOCTYPE html>\n<head><title>Chess-Results Server Chess-results.com - Open", "Export to Excel"),
    "diary": (b"Dear me", "a text, but no tournament"),
}


def bring(hall, *files: tuple[str, bytes]):
    return hall.owner.post("/desk/bring-in", {"file": [SimpleUploadedFile(name, data) for name, data in files]})


def rows_of(answer) -> dict[str, tuple[str, str]]:
    page = html.unescape(answer.content.decode())
    found = re.findall(r'<tr class="(\w+)">\s*<td class="name">([^<]*)</td>(.*?)</tr>', page, re.S)
    return {name: (kind, " ".join(re.sub("<[^>]*>", " ", rest).split())) for kind, name, rest in found}


def test_a_folder_of_mixed_files_is_sorted_read_and_explained(hall):
    copy = ("event.arbitro", backup.export(hall.event))
    before = Event.objects.count()
    rows = rows_of(bring(hall, *((name.rpartition("/")[2], data) for name, data in FILES.items()), copy))
    assert {name: kind for name, (kind, _text) in rows.items()} == {
        "open.trf": "tournament", "chart.csv": "tournament", "games.pgn": "tournament", "event.arbitro": "copy",
        "entries.csv": "players", "standard.txt": "ratings", "notes.txt": "unknown", "broken.xlsx": "unknown",
    }  # fmt: skip
    assert list(rows)[:3] == ["chart.csv", "games.pgn", "open.trf"]
    assert "17 players, 6 rounds" in rows["chart.csv"][1] and "2 players" in rows["entries.csv"][1]
    assert "a broken archive" in rows["broken.xlsx"][1]
    assert Event.objects.count() == before
    assert "the same players and points as open.trf" in rows["chart.csv"][1]  # the form that holds most is the first
    assert "same players" not in rows["open.trf"][1]
    inside = rows_of(bring(hall, ("everything.zip", packed(FILES))))
    assert {name.rpartition("/")[2]: kind for name, (kind, _text) in inside.items()} == {
        name: kind for name, (kind, _text) in rows.items() if name != "event.arbitro"
    }


def test_files_of_others_are_named_with_the_way_out(hall):
    litter = [("Thumbs.db", b"\0"), (".DS_Store", b"\0")]
    rows = rows_of(bring(hall, *((name, data) for name, (data, _said) in STRANGERS.items()), *litter))
    assert rows.keys() == STRANGERS.keys()
    for name, (_data, said) in STRANGERS.items():
        assert rows[name][0] == "unknown" and said in rows[name][1] and "TRF16 " not in rows[name][1].split(said)[0]
    cut = rows_of(bring(hall, ("cut.trf", trf.write(EVENT, 16).encode()[:700]), ("notes.txt", b"x")))["cut.trf"]
    assert cut[0] == "unknown" and "expected a pairing number from 1 to" in cut[1]
    alone = bring(hall, ("open.TUN", STRANGERS["open.TUN"][0]))
    assert alone.status_code == 422 and "own file" in html.unescape(alone.content.decode())


def test_the_three_files_of_another_program_are_one_tournament(hall):
    with ZipFile(io.BytesIO(swiss_perfect(EVENT))) as archive:
        parts = [(name, archive.read(name)) for name in archive.namelist()]
    rows = rows_of(bring(hall, *parts, ("notes.txt", b"x")))
    assert len(rows) == 2 and rows["open (.ini, .trn, .sco)"][0] == "tournament"


def test_a_list_of_players_becomes_a_tournament_with_one_button(hall):
    page = html.unescape(bring(hall, ("entries.csv", FILES["entries.csv"])).content.decode())
    text = re.search(r'<textarea name="sorted"[^>]*>\n(.*?)</textarea>', page, re.S)[1]
    looked = html.unescape(hall.owner.post("/desk/bring-in", {"sorted": text}).content.decode())
    text = re.search(r'<textarea name="text"[^>]*>\n(.*?)</textarea>', looked, re.S)[1]
    name = re.search(r'name="name" value="([^"]*)"', looked)[1]
    assert hall.owner.post("/desk/bring-in", {"text": text, "name": name}).status_code == 200
    assert Section.objects.latest("pk").event.name == "entries"
    assert [p.name for p in store.tournament_of(Section.objects.latest("pk").pk).players] == ["Ana", "Luis"]


def test_a_cross_table_is_looked_through_and_becomes_an_event(hall):
    answer = bring(hall, ("chart.csv", CHART))
    assert answer.status_code == 409
    page = html.unescape(answer.content.decode())
    assert "the system is not stated" in page
    text = re.search(r'<textarea name="text"[^>]*>\n(.*?)</textarea>', page, re.S)[1]
    notes = re.findall(r'name="note" value="([^"]*)"', page)
    done = hall.owner.post("/desk/bring-in", {"text": text, "name": "Open", "note": notes})
    assert done.status_code == 200 and "the system is not stated" in done.content.decode()
    assert played(store.tournament_of(Section.objects.latest("pk").pk)) == played(EVENT)


def test_remarks_name_the_file_after_it_is_stored_too(hall):
    text = trf.write(EVENT, 16)
    line = next(line for line in text.splitlines() if line.startswith("001"))
    answer = bring(hall, ("mine.trf", text.replace(line, f"{line[:80]} 9.5{line[84:]}").encode()))
    page = html.unescape(answer.content.decode())
    assert "mine.trf, line" in page
    sent = {name: re.search(rf'name="{name}" value="([^"]*)"', page)[1] for name in ("name", "from")}
    sent["text"] = re.search(r'<textarea name="text"[^>]*>\n(.*?)</textarea>', page, re.S)[1]
    done = html.unescape(hall.owner.post("/desk/bring-in", sent).content.decode())
    assert "mine.trf, line" in done and "<input>" not in done


def test_the_same_event_in_another_program_is_compared_round_by_round(hall):
    hall.start(6)
    hall.finish_round()
    text = trf.write(store.tournament_of(hall.section.pk), 26)

    def compared(data: str) -> str:
        answer = hall.owner.post(hall.url("desk-shadow"), {"file": SimpleUploadedFile("other.trf", data.encode())})
        return " ".join(html.unescape(re.sub("<[^>]*>", " ", answer.content.decode())).split())

    page = compared(text)
    assert "Both programs agree in everything." in page and "Round 1 agrees" in page
    lines = text.splitlines()
    games = [k for k, line in enumerate(lines) if line.startswith("001") and line[98] in "10"]
    white, black = (k for k in games if int(lines[k][4:8]) in (1, int(lines[games[0]][91:95])))
    for k in (white, black):
        lines[k] = lines[k][:98] + "=" + lines[k][99:]
    page = compared("\n".join(lines))
    assert "Both programs agree" not in page
    assert re.search(r"result 1 Player 1: [10] 1 Player 1: =", page), page
    assert "Switch over with this file" in page
    assert "expected" in compared("001 x")


def test_a_file_that_is_a_round_ahead_is_judged_by_its_own_results(hall):
    ahead = replace(EVENT, teams=())
    known = replace(ahead, results=tuple(rounds[:4] for rounds in ahead.results))
    bring(hall, ("four.trf", trf.write(known, 26).encode()))
    text = trf.write(known, 26)
    hall.owner.post("/desk/bring-in", {"text": text, "name": "Beside"})
    section = Section.objects.latest("pk")
    url = reverse("desk-shadow", args=(section.event.slug, section.slug))

    def compared(event) -> str:
        upload = SimpleUploadedFile("other.trf", trf.write(event, 26).encode())
        return " ".join(
            html.unescape(re.sub("<[^>]*>", " ", hall.owner.post(url, {"file": upload}).content.decode())).split()
        )

    five = replace(ahead, results=tuple(rounds[:5] for rounds in ahead.results))
    page = compared(five)
    assert "Round 4 agrees" in page and "Our engine pairs this round as the file does." in page
    assert "Both programs agree in everything." not in page  # round 5 is not here
    one, two, *_others = five.games(5)
    moved = {one.white: two.black, two.black: one.white, two.white: one.black, one.black: two.white}
    rows = [
        (*rounds[:4], rounds[4]._replace(opponent=moved[n], outcome=Outcome.DRAW)) if n in moved else rounds
        for n, rounds in zip(five.numbers, five.results, strict=True)
    ]
    page = compared(replace(five, results=tuple(rows)))
    assert "From the file's own results our engine pairs otherwise:" in page
    name = five.player(one.white).name
    assert f"{one.white} {name} – {two.black}" in page and f"{one.white} {name} – {one.black}" in page
    assert re.search(rf"{re.escape(name)}.* (C[0-9]|[0-9]\.[0-9])", page.split("otherwise:")[1]), page
    for a, b in ((one.white, two.black), (two.white, one.black)):
        pair = f"{a} {five.player(a).name}.*?{b} {five.player(b).name}"
        assert len(re.findall(pair, page.split("otherwise:")[1])) > 1  # in the table and in a sentence


def test_the_reasons_for_a_pair_that_differs_have_names(hall):
    hall.start(8)
    hall.finish_round()
    hall.give("close-round")
    hall.next_round()
    here = store.tournament_of(hall.section.pk)
    one, two, *_others = here.games(2)
    moved = {one.white: two.black, two.black: one.white, two.white: one.black, one.black: two.white}
    rows = [
        (rounds[0], rounds[1]._replace(opponent=moved[n])) if n in moved else rounds
        for n, rounds in zip(here.numbers, here.results, strict=True)
    ]
    upload = SimpleUploadedFile("other.trf", trf.write(replace(here, results=tuple(rows)), 26).encode())
    page = hall.owner.post(hall.url("desk-shadow"), {"file": upload}).content.decode()
    sentences = [s for s in re.findall(r'<p class="soft">(.*?)</p>', page) if "bracket of" in s]
    assert len(sentences) >= 2
    for sentence, game in zip(sentences, (one, two), strict=False):
        assert sentence.startswith(f"{game.white} Player {game.white}-{game.black} Player {game.black}, bracket of")
        assert "the first opponent in the order for" not in sentence or re.search(r"Player \d is the first", sentence)


@pytest.mark.parametrize("system", [one for one in System if one.is_swiss and one is not System.TEAM], ids=str)
def test_a_number_that_is_called_by_a_name_pairs_and_speaks_as_one(system):
    """The engine finds the same pairs, and each sentence names the players of its pair."""
    players = tuple(Player(f"Name{n}", number=n, rating=2400 - n) for n in range(1, 10))
    event = Tournament(players=players, results=((),) * 9, system=system, planned_rounds=5, first_colour=Colour.WHITE)
    plain, named = swiss.pair_round(event), swiss.pair_round(called(event))
    assert plain.pairings == named.pairings
    for with_numbers, with_names in zip(plain.account.explained(), named.account.explained(), strict=True):
        numbers = [n for n in with_numbers.pair if n]
        said = [n for n in numbers if re.search(rf"\b{n}\b", with_numbers.sentence)]
        assert all(f"{n} Name{n}" in with_names.sentence for n in said if len(said) == len(numbers)), with_names


def test_what_is_switched_over_has_a_name_of_its_own(hall):
    hall.start(6)
    hall.finish_round()

    def offered() -> tuple[str, str]:
        text = trf.write(store.tournament_of(hall.section.pk), 26).encode()
        page = hall.owner.post(
            hall.url("desk-shadow"), {"file": SimpleUploadedFile("other.trf", text)}
        ).content.decode()
        name = html.unescape(re.search(r'name="name" value="([^"]*)"', page)[1])
        return name, html.unescape(re.search(r'<textarea name="sorted"[^>]*>\n(.*?)</textarea>', page, re.S)[1])

    name, text = offered()
    assert name == "Open (switched over)"
    looked = hall.owner.post("/desk/bring-in", {"sorted": text, "name": name}).content.decode()
    assert f"<h1>{name}</h1>" in looked
    hall.owner.post("/desk/bring-in", {"text": text, "name": name})
    assert [one.name for one in Event.objects.order_by("pk")] == ["Open", name]
    assert name in hall.owner.get("/desk/").content.decode()
    assert offered()[0] == "Open (switched over) 2"


def test_a_file_of_an_earlier_round_is_told(hall):
    early = replace(EVENT, results=tuple(rounds[:3] for rounds in EVENT.results))
    rows = rows_of(bring(hall, ("after3.trf", trf.write(early).encode()), ("full.trf", trf.write(EVENT).encode())))
    assert "the same tournament after round 3; take the later one: full.trf" in rows["after3.trf"][1]
    assert "the same" not in rows["full.trf"][1]


def test_the_review_says_each_thing_once_in_the_words_of_the_file(hall):
    lines = trf.write(EVENT).splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith("001"))
    lines[at] = f"{lines[at][:80]} 9.5{lines[at][84:]}"
    text = "\n".join([*lines, "# written by hand", "XXA    1  1.0"]).encode()
    sent = bring(hall, ("open.trf", text), ("notes.txt", b"x")).content.decode()
    found = re.search(r'<textarea name="sorted"[^>]*>\n(.*?)</textarea>', sent, re.S)
    notes = re.findall(r'name="note" value="([^"]*)"', sent)
    page = hall.owner.post("/desk/bring-in", {"sorted": html.unescape(found[1]), "note": [*map(html.unescape, notes)]})
    told = html.unescape(page.content.decode())
    review = "".join(re.findall("<li>.*?</li>", told))
    assert "<input>" not in told and "written by hand" not in review
    assert review.count("the sum of the results") == 1


def test_a_list_of_players_has_no_remarks_of_report_files(hall):
    sent = html.unescape(bring(hall, ("entries.csv", b"Name;Elo;Hat\nAna;2100;57\nLuis;2000;58\n")).content.decode())
    notes = re.findall(r'name="note" value="([^"]*)"', sent)
    text = re.search(r'<textarea name="sorted"[^>]*>\n(.*?)</textarea>', sent, re.S)[1]
    told = hall.owner.post("/desk/bring-in", {"sorted": text, "note": notes}).content.decode()
    assert "left out: Hat" in told and "are proposed" in told and "no line" not in told


def test_shadow_mode_says_what_a_file_is_that_cannot_be_compared(hall):
    hall.start(6)
    for name, data, told in (
        ("photo.jpg", b"\xff\xd8\xff\xe0JFIF\0", "photo.jpg: a picture"),
        ("open.trf", trf.write(EVENT).encode(), "open.trf is another tournament"),
    ):
        answer = hall.owner.post(hall.url("desk-shadow"), {"file": SimpleUploadedFile(name, data)})
        assert answer.status_code == 400 and told in html.unescape(answer.content.decode())


def test_a_first_day_that_is_not_understood_takes_no_good_last_day_with_it(hall):
    text = trf.write(replace(EVENT, info=replace(EVENT.info, start="soon", end="2026/09/26")), 26)
    settings = looked_at(trf.parse(text).tournament).settings
    assert (settings.start, settings.end) == ("", "2026-09-26")
