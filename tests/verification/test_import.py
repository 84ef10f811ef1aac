"""Import on the site (52, 55, 56): everything is named before anything is stored, and a round that differs asks."""

from __future__ import annotations

import html
import re

from django.core.files.uploadedfile import SimpleUploadedFile

from arbitro.desk import store
from arbitro.desk.importing import looked_at
from arbitro.desk.integrity import remarks
from arbitro.desk.models import Event, Section
from arbitro.files.trf import parse


def report(pairs: tuple[str, ...], *more: str) -> bytes:
    rows = [f"001{n:>5}      {'P' + str(n):33} {2400 - 100 * n} " + " " * 37 for n in range(1, 5)]
    lines = [row.ljust(91) + game for row, game in zip(rows, pairs, strict=True)]
    return "\n".join(["012 Otherwise", "XXR 3", *more, *lines]).encode() + b"\n"


OTHERWISE = ("   2 w 1", "   1 b 0", "   4 w 1", "   3 b 0")


def test_a_national_line_is_told_for_what_it_is():  # 52, 145
    origin = "ESP    3".ljust(48) + "1620 RIO       20311"
    found = parse(report(OTHERWISE, "032 ESP", "172 ESP FIDON", origin, "XXQ    1 what", "260 001 003    1    4"))
    assert (found.tournament.player(3).national_rating, found.tournament.player(3).national_id) == (1620, "20311")
    preview = looked_at(found.tournament, said=found.assumptions)
    told = [note for note in preview.notes if "understood" in note]
    assert told == [
        "line 5: of a national line the rating and the number are understood",
        "This line is not understood and is left out: XXQ    1 what",
    ]
    assert preview.settings.start_order == "fidon"
    assert not any("Forbidden pairs" in note for note in preview.notes)  # they hold in all three rounds


def test_virtual_points_that_are_over_bring_no_acceleration():
    """Baku takes the place of a file's own virtual points only for rounds that are still to be paired."""
    haley = [f"XXA{n:>5}  1.0  1.0" for n in (1, 2)]
    preview = looked_at(parse(report(OTHERWISE, *haley)).tournament)  # round 2 is to come
    assert preview.settings.acceleration == "baku" and any("virtual points" in note for note in preview.notes)
    preview = looked_at(parse(report(OTHERWISE, *(f"XXA{n:>5}  1.0" for n in (1, 2)))).tournament)
    assert preview.settings.acceleration == ""
    assert any("own virtual points" in note and "without" in note for note in preview.notes)


def test_virtual_points_of_baku_are_known_for_what_they_are():
    over = ["XXR 9", *(f"XXA{n:>5}  1.0  1.0  1.0  0.5  0.5" for n in (1, 2))]
    rounds = [pair + "".join(f"  {'0000 - H':>8}" for _ in range(5)) for pair in OTHERWISE]
    rows = report(tuple(rounds), *over).replace(b"XXR 3\n", b"")
    preview = looked_at(parse(rows).tournament)
    assert preview.settings.acceleration == "baku"


def test_a_file_is_looked_through_before_it_is_stored(hall):
    before = Event.objects.count()
    upload = SimpleUploadedFile("a.trf", report(OTHERWISE, "ABX what is this"))
    answer = hall.owner.post("/desk/bring-in", {"file": upload})
    assert answer.status_code == 409
    page = html.unescape(answer.content.decode())
    assert "Round 1: our engine pairs 1-3 4-2; the file has 1-2 3-4" in page
    assert page.count("ABX") == 2  # told once, and in the file that is sent back
    assert "no line 202" in page
    assert Event.objects.count() == before
    text = re.search(r'<textarea name="text"[^>]*>\n(.*?)</textarea>', page, re.S)[1]
    assert hall.owner.post("/desk/bring-in", {"text": text, "name": "Otherwise"}).status_code == 200
    section = Section.objects.latest("pk")
    assert "### Import @ Round 1: 1-3 4-2 => 1-2 3-4" in remarks(section.pk)
    assert store.state_of(section.pk).fide_mode
