"""A tournament at the desk, for tests: give commands by name, read the state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from arbitro.desk import store
from arbitro.desk.commands import Role
from arbitro.desk.entry import Entry
from arbitro.desk.events import create_event, create_section
from arbitro.desk.state import State
from arbitro.model import Tournament


class Desk:
    """One arbiter at one tournament."""

    def __init__(self, **settings: Any) -> None:
        self.event = create_event(settings.get("name", "Open"))
        chosen = {"name": "Open", "rounds": 5} | settings
        self.section = create_section(self.event, chosen, who="ana", role=Role.OWNER, confirm=4)

    def __call__(self, name: str, /, confirm: int = 4, why: str = "because", **args: Any) -> Entry:
        return store.execute(self.section.pk, name, args, who="ana", role=Role.OWNER, confirm=confirm, why=why)

    def undo(self, target: int | None = None) -> Entry:
        return store.undo(self.section.pk, who="ana", role=Role.OWNER, target=target)

    def redo(self) -> Entry:
        return store.redo(self.section.pk, who="ana", role=Role.OWNER)

    @property
    def state(self) -> State:
        return store.state_of(self.section.pk)

    @property
    def tournament(self) -> Tournament:
        return store.tournament_of(self.section.pk)

    def start(self, players: int, **settings: Any) -> None:
        """Enter players, order them, draw the colour, pair and publish round 1."""
        self("enter", players=[{"name": f"Player {i}", "rating": 2500 - 10 * i} for i in range(1, players + 1)])
        self("number")
        self("lots", sentence="a public sentence")
        self.next_round()

    def next_round(self) -> None:
        self("pair")
        self("publish")

    def finish_round(self, result: str = "1-0") -> None:
        for board in self.state.rounds[-1].boards:
            if not self.state.rounds[-1].boards[board].finished:
                self("result", board=board, result=result)


@pytest.fixture
def desk(db: None) -> Callable[..., Desk]:
    store.forget()
    return Desk
