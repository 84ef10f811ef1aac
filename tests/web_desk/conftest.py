"""People at a site: the owner, arbiters, a viewer, a stranger; and a tournament in play."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from arbitro.desk import store
from arbitro.desk.accounts import create_user, set_role
from arbitro.desk.commands import Role
from arbitro.desk.events import create_event, create_section
from arbitro.desk.models import Section

PASSWORD = "the-rook-on-the-seventh"


class Hall:
    """An event with one tournament, and a client for each kind of person."""

    def __init__(self) -> None:
        self.owner_user = create_user("ana", PASSWORD)
        self.event = create_event("Open", self.owner_user)
        self.section: Section = create_section(
            self.event, {"name": "Open", "rounds": 5, "language": "en"}, who="ana", role=Role.OWNER
        )
        self.owner = self.client(self.owner_user)

    def client(self, user: Any = None, **options: Any) -> Client:
        client = Client(headers={"accept-language": "en"}, **options)
        if user is not None:
            client.force_login(user)
        return client

    def program(self, token: str) -> Client:
        """A program that shows a token, and has no session."""
        return Client(headers={"accept-language": "en", "authorization": f"Bearer {token}"})

    def person(self, name: str, role: Role | None = None, **options: Any) -> Client:
        user = create_user(name, PASSWORD)
        if role is not None:
            set_role(self.event, user, role, by=Role.OWNER)
        return self.client(user, **options)

    def url(self, name: str, *args: object) -> str:
        return reverse(name, args=[self.event.slug, self.section.slug, *args])

    def give(self, name: str, **args: Any) -> None:
        store.execute(self.section.pk, name, args, who="ana", role=Role.OWNER, confirm=4, why="because")

    def start(self, players: int = 12) -> None:
        rows = [
            {
                "name": f"Player {i}",
                "rating": 2400 - 10 * i,
                "birth": f"19{50 + i}/03/1{i % 9}",
                "fide_id": f"77000{i:02d}",
            }
            for i in range(1, players + 1)
        ]
        self.give("enter", players=rows)
        self.give("number")
        self.give("lots", sentence="a public sentence")
        self.next_round()

    def next_round(self) -> None:
        self.give("pair")
        self.give("publish")

    def finish_round(self, result: str = "1-0") -> None:
        for number, board in self.state.rounds[-1].boards.items():
            if not board.finished:
                self.give("result", board=number, result=result)

    @property
    def state(self) -> Any:
        return store.state_of(self.section.pk)

    def do(self, command: str, client: Client | None = None, **fields: Any) -> Any:
        return (client or self.owner).post(self.url("desk-do", command), fields)


@pytest.fixture
def hall(db: None) -> Hall:
    store.forget()
    return Hall()
