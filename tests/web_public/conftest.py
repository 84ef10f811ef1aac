"""A tournament that the public watches: made once by the real commands, read by visitors without an account."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from arbitro.desk import store
from arbitro.desk.commands import Role
from arbitro.desk.events import create_event, create_section
from arbitro.desk.models import Event, Section
from arbitro.web import figures
from arbitro.web.public import pages, tables

PRIVATE = ("1987/05/23", "1987-05-23", "23.05.1987", "a private note", "the-family-name")


class Open:
    """An open tournament with a bye, a withdrawal, a forfeit and a draft that is not published."""

    def __init__(self, event: Event, **settings: Any) -> None:
        self.event = event
        defaults = {"name": "Open <A> & B", "rounds": 5, "city": "Jalapa", "round_times": ["2026-05-01 16:00"] * 5}
        self.section: Section = create_section(event, defaults | settings, who="ana", role=Role.OWNER)

    def __call__(self, name: str, /, **args: Any) -> None:
        store.execute(self.section.pk, name, args, who="ana", role=Role.OWNER, confirm=4, why="a private note")

    def url(self, name: str, *args: object) -> str:
        return reverse(name, args=[self.event.slug, self.section.slug, *args])

    def enter(self, players: int) -> None:
        rows = [
            {
                "player": {
                    "name": f"Núñez, P{i} <b>" if i == 3 else f"Player{i}, Name",
                    "rating": 2400 - 15 * i,
                    "birth": "1987/05/23",
                    "federation": ("ESP", "MEX", "CUB")[i % 3],
                    "club": ("Torre", "Alfil")[i % 2],
                    "sex": "w" if i % 4 == 0 else "m",
                    "title": "FM" if i < 3 else "",
                    "fide_id": str(7_700_000 + i),
                },
                "family": "the-family-name",
            }
            for i in range(1, players + 1)
        ]
        self("enter", players=rows)
        self("number")
        if store.state_of(self.section.pk).settings.system.is_swiss:
            self("lots", sentence="a public sentence")

    def play_round(self, results: tuple[str, ...] = ("1-0", "½-½", "0-1"), missing: int = 0) -> None:
        self("pair")
        self("publish")
        boards = list(store.state_of(self.section.pk).rounds[-1].boards)
        for board in boards[: len(boards) - missing]:
            self("result", board=board, result=results[board % len(results)])

    def incident(self) -> None:
        self("incident", text="a private note", kind="complaint")


@pytest.fixture(autouse=True)
def no_memory_of_other_tests() -> None:
    """Tests use the same numbers for their tournaments; a site never does."""
    figures.forget()
    tables._known_groups.clear()
    pages._named.clear()
    store.forget()


@pytest.fixture
def hall(db: None) -> Open:
    """Three rounds, the third in play; a half-point bye, a forfeit and a game with its moves in the second."""
    made = Open(create_event("Festival"))
    made.enter(13)
    made.play_round()
    made("close-round")
    made("bye", id=2, round=2)
    made.play_round(("1-0", "½-½", "+/-"))
    made("close-round")
    made("game", board=1, moves="e4 e5 Nf3 Nc6 Bb5? a6 1:20")
    made("withdraw", id=13)
    made.play_round(missing=2)
    made.incident()
    return made


@pytest.fixture
def visitor() -> Client:
    return Client(headers={"accept-language": "en"})
