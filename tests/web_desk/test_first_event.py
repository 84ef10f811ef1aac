"""The chapter “Your first event” beside the site: each bold word of a step stands on the pages of that step."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest
from django.test import Client

ROOT = Path(__file__).parents[2]


def steps(lang: str) -> dict[int, list[str]]:
    """The bold words of each step, where a way (Settings → Close) is two."""
    text = (ROOT / "docs" / ("" if lang == "en" else lang) / "start/first-event.md").read_text(encoding="utf-8")
    parts = re.split(r"^## (\d+)\. .*$", text, flags=re.M)[1:]
    return {int(number): _bold(part) for number, part in zip(parts[::2], parts[1::2], strict=True)}


def _bold(part: str) -> list[str]:
    marked = (" ".join(bold.split()) for bold in re.findall(r"\*\*([^*]+)\*\*", part))
    return [word for bold in marked for word in bold.split(" → ")]


class Reader:
    """Goes through the site in a language and compares what it shows with a step of the chapter."""

    def __init__(self, lang: str, hall) -> None:
        self.words, self.hall = steps(lang), hall
        self.client = Client(headers={"accept-language": lang})
        self.client.force_login(hall.owner_user)

    def page(self, name: str, *args: object, **sent: str) -> str:
        address = name if name.startswith("/") else self.hall.url(name, *args)
        return (self.client.post(address, sent) if sent else self.client.get(address)).content.decode()

    def compare(self, step: int, *pages: str) -> None:
        shown = {" ".join(html.unescape(text).split()) for page in pages for text in re.findall(r">([^<>]+)<", page)}
        assert [word for word in self.words[step] if word not in shown] == []


@pytest.mark.parametrize("lang", ["en", "es"])
def test_every_step_shows_what_the_chapter_says(hall, lang: str) -> None:
    reader = Reader(lang, hall)
    players = (ROOT / "examples/players.csv").read_text(encoding="utf-8")
    reader.compare(3, reader.page("/desk/"), reader.page("/desk/new"))
    found = reader.page("desk-import", text=players)
    reader.compare(4, reader.page("desk-players"), reader.page("desk-import"), found)
    hall.give("enter", players=[{"name": f"Player {n}", "rating": 2000 - n} for n in range(12)])
    reader.compare(5, reader.page("desk-players"), reader.page("desk-check-in"))
    before = reader.page("desk-players")
    hall.give("number")
    reader.compare(6, before, reader.page("desk-pair"))
    hall.give("lots", sentence="It rains on the square")
    numbered = reader.page("desk-pair")
    hall.give("pair")
    draft = reader.page("desk-pair") + reader.page("desk-round", 1)
    hall.give("publish")
    reader.compare(7, numbered, draft, reader.page("desk-round", 1))
    for board, result in ((4, "1-0"), (2, "½-½"), (3, "0-1")):
        hall.give("result", board=board, result=result)
    journal = reader.page("desk-journal")
    reader.compare(8, reader.page("desk-round", 1), journal)
    rows = re.findall(r"<tr\b.*?</tr>", journal, re.DOTALL)
    assert [('name="target"' in row) for row in rows if re.search(r"(board|tablero) \d", row)] == [True] * 3
    hall.finish_round()
    reader.compare(9, reader.page("desk-round", 1))
    reader.compare(10, reader.page("desk-standings"), reader.page("desk-settings"))
