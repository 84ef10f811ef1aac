"""Import on the site (52, 55, 56): everything is named before anything is stored, and a round that differs asks."""

from __future__ import annotations

import html
import re

from django.core.files.uploadedfile import SimpleUploadedFile

from arbitro.desk import store
from arbitro.desk.integrity import remarks
from arbitro.desk.models import Event, Section


def report(pairs: tuple[str, ...], *more: str) -> bytes:
    rows = [f"001{n:>5}      {'P' + str(n):33} {2400 - 100 * n} " + " " * 37 for n in range(1, 5)]
    lines = [row.ljust(91) + game for row, game in zip(rows, pairs, strict=True)]
    return "\n".join(["012 Otherwise", "XXR 3", *more, *lines]).encode() + b"\n"


OTHERWISE = ("   2 w 1", "   1 b 0", "   4 w 1", "   3 b 0")


def test_a_file_is_looked_through_before_it_is_stored(hall):
    before = Event.objects.count()
    upload = SimpleUploadedFile("a.trf", report(OTHERWISE, "ABX what is this"))
    answer = hall.owner.post("/desk/bring-in", {"file": upload})
    assert answer.status_code == 409
    page = html.unescape(answer.content.decode())
    assert "1: 1-3 4-2 => 1-2 3-4" in page
    assert page.count("ABX") == 2  # told once, and in the file that is sent back
    assert "no line 202" in page
    assert Event.objects.count() == before
    text = re.search(r'<textarea name="text"[^>]*>\n(.*?)</textarea>', page, re.S)[1]
    assert hall.owner.post("/desk/bring-in", {"text": text, "name": "Otherwise"}).status_code == 200
    section = Section.objects.latest("pk")
    assert "### Import @ Round 1: 1-3 4-2 => 1-2 3-4" in remarks(section.pk)
    assert store.state_of(section.pk).fide_mode
