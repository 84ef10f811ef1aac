"""A stranger's files on the page that brings tournaments in: any form, several at once, an archive."""

from __future__ import annotations

import html
import io
import re
from zipfile import ZipFile

from django.core.files.uploadedfile import SimpleUploadedFile

from arbitro.desk import backup, store
from arbitro.desk.models import Event, Section
from arbitro.files import trf
from tests.files.test_other_programs import EVENT, games, played, table

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
    assert "XLSX" in rows["broken.xlsx"][1]
    assert Event.objects.count() == before
    packed = io.BytesIO()
    with ZipFile(packed, "w") as archive:
        for name, data in FILES.items():
            archive.writestr(name, data)
    inside = rows_of(bring(hall, ("everything.zip", packed.getvalue())))
    assert {name.rpartition("/")[2]: kind for name, (kind, _text) in inside.items()} == {
        name: kind for name, (kind, _text) in rows.items() if name != "event.arbitro"
    }


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
    assert re.search(r"result Player 1: 1 [10] Player 1: 1 =", page), page
    assert "Switch over with this file" in page
    assert "expected" in compared("001 x")
