"""Games for programs: JSON, PGN, the stream of a round in play."""

from __future__ import annotations

import asyncio
import json

import pytest
from django.test import Client

from arbitro.desk import feeds, store
from arbitro.desk.commands import Role
from arbitro.desk.events import create_event, create_section
from arbitro.games import read_pgn
from arbitro.web.front import journal_of
from arbitro.web.public.game_stream import lines

MOVES = ["e4", "e5", "Nf3", "Nc6", "Bb5"]


class Open:
    def __init__(self) -> None:
        store.forget()
        self.event = create_event("Open")
        self.section = create_section(self.event, {"name": "Open", "rounds": 3}, who="ana", role=Role.OWNER)
        self.give("enter", players=[{"name": f"Player {n}"} for n in range(1, 5)])
        for name, args in (("number", {}), ("lots", {"sentence": "rain"}), ("pair", {}), ("publish", {})):
            self.give(name, **args)
        self.address = f"/api/tournaments/{self.event.slug}/{self.section.slug}/rounds/1/"

    def give(self, name, **args):
        store.execute(self.section.pk, name, args, who="ana", role=Role.OWNER, confirm=4, why="x")

    def feed(self, plies: int) -> None:
        seats = store.state_of(self.section.pk).round(1).boards[1]
        names = [store.state_of(self.section.pk).entrants[id].name for id in (seats.white, seats.black)]
        heads = f'[Round "1"]\n[White "{names[0]}"]\n[Black "{names[1]}"]\n[Result "*"]\n\n'
        feeds.look(self.section.pk, "x", [(heads + " ".join(MOVES[:plies]) + " *\n").encode()])


@pytest.fixture
def open_(transactional_db):
    return Open()


def test_games_as_json_and_pgn(open_):
    open_.feed(3)
    open_.give("game", board=2, moves="d4 d5")
    client = Client()
    listed = client.get(open_.address + "games").json()
    assert [(g["board"], g["source"], [m["san"] for m in g["moves"]]) for g in listed] == [
        (1, "feed", MOVES[:3]), (2, "typed", ["d4", "d5"]),
    ]  # fmt: skip
    assert client.get(open_.address + "games/2").json()["moves"][1]["uci"] == "d7d5"
    assert client.get(open_.address + "games/3").status_code == 404
    read = read_pgn(client.get(open_.address + "games.pgn").content).games
    assert [len(g.line) for g in read] == [3, 2]
    grows = f"/e/{open_.event.slug}/{open_.section.slug}/round/1.pgn"
    assert [len(g.line) for g in read_pgn(client.get(grows).content).games] == [3, 2]
    open_.feed(4)
    assert [len(g.line) for g in read_pgn(client.get(grows).content).games] == [4, 2]
    assert not journal_of(grows)[0] and not journal_of(open_.address + "games.ndjson")[0]
    assert journal_of(grows.replace("round/1.pgn", "round/1"))[0]


def test_a_round_is_followed_line_by_line(open_):
    open_.feed(2)

    async def follow():
        told = []
        stream = lines(open_.section.pk, 1)

        async def hear():
            async for line in stream:
                told.append(json.loads(line))
                step = len(told)
                work = {1: lambda: open_.feed(3), 2: lambda: open_.feed(1), 3: finish}.get(step)
                if work:
                    await asyncio.to_thread(work)

        await asyncio.wait_for(hear(), 20)
        return told

    def finish():
        for board in (1, 2):
            open_.give("result", board=board, result="1-0")

    told = asyncio.run(follow())
    assert [(t["from"], [m["san"] for m in t["moves"]]) for t in told[:3]] == [(0, MOVES[:2]), (2, ["Nf3"]), (1, [])]
    assert told[0]["white"].startswith("Player")  # and the stream ended with the last result
