"""A list is read by the rows of its own file: blank ones keep their number, and each row says which it is."""

from __future__ import annotations

import io
import re

from django.core.files.uploadedfile import SimpleUploadedFile
from openpyxl import Workbook

LIST = """\

Entries of 15 November;;;

Name;Rating;Team;Born
Robledo, Inés;2104;Bishops;1990

Zúñiga, Tomás;s/e;Rooks;1985-03-02
;;;
Kern, Eva;2001;Bishops;x
"""
MORE = "".join(f"Player {n};{2000 - n};Rooks;1990\n" for n in range(12)) + "Total: 14 players;;;\n"


def upload(hall, text: str, name: str = "list.csv", data: bytes | None = None) -> str:
    file = SimpleUploadedFile(name, data or text.encode())
    return hall.owner.post(hall.url("desk-import"), {"file": file}).content.decode()


def again(hall, page: str, **changed) -> str:
    """What the page sends when a button is pressed."""
    import html

    rows = html.unescape(re.search(r'<textarea name="rows"[^>]*>\n?(.*?)</textarea>', page, re.S)[1])
    columns = [
        m[1] if (m := re.search(r'value="(\w+)" selected', part)) else ""
        for part in re.findall(r'name="column">(.*?)</select>', page, re.S)
    ]
    header = re.search(r'name="header" value="(\d+)" checked', page)[1]
    sent = {"rows": rows, "column": columns, "header": header, "header_was": header, "action": "look"} | changed
    return hall.owner.post(hall.url("desk-import"), sent).content.decode()


def test_blank_rows_keep_their_number(hall):
    page = upload(hall, LIST)
    assert re.findall(r"Row (\d+)</td>", page) == ["7", "9"]
    assert 'name="header" value="4" checked' in page
    page = again(hall, page)
    assert re.findall(r"Row (\d+)</td>", page) == ["7", "9"]
    page = again(hall, page, **{"cell-7-1": "2050", "cell-9-3": "1999"})
    assert "to mend" not in page
    again(hall, page, action="enter")
    assert {(e.name, e.player.rating, e.player.birth) for e in hall.state.entrants.values()} == {
        ("Robledo, Inés", 2104, "1990"), ("Zúñiga, Tomás", 2050, "1985/03/02"), ("Kern, Eva", 2001, "1999"),
    }  # fmt: skip


def test_the_same_in_a_workbook(hall):
    book, out = Workbook(), io.BytesIO()
    for n, line in enumerate(LIST.splitlines(), 1):
        for k, text in enumerate(line.split(";"), 1):
            book.active.cell(n, k, text or None)
    book.save(out)
    assert re.findall(r"Row (\d+)</td>", upload(hall, "", "list.xlsx", out.getvalue())) == ["7", "9"]


def test_a_remark_below_the_list_can_be_left_out(hall):
    page = upload(hall, LIST + MORE)
    assert '<input type="checkbox" name="skip" value="22"' in page
    page = again(hall, page, skip=["22"])
    assert '<input type="checkbox" name="skip" value="22" checked' in page
    again(hall, page, skip=["22"], action="enter")
    assert "Total: 14 players" not in {e.name for e in hall.state.entrants.values()}
    assert len(hall.state.entrants) == 15


def test_the_team_of_each_row_stands_under_its_heading(hall):
    page = upload(hall, LIST)
    heads = re.findall(r"<th[^>]*>([^<]*)</th>", page.partition("new players</h2>")[2] or page)
    assert "Team" in heads
    assert "Team" not in re.findall(r"<th[^>]*>([^<]*)</th>", upload(hall, "Name;Rating\nKern, Eva;2001\n"))
