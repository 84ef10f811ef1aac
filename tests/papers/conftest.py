"""Tournaments to print: played at the desk's commands without a database, once for the whole session."""

from __future__ import annotations

import json
import random
import shutil
from typing import Any

import pytest

from arbitro.desk import demo
from arbitro.desk.entry import Entry
from arbitro.desk.fold import apply
from arbitro.desk.settings import Settings
from arbitro.desk.snapshot import snapshot
from arbitro.desk.state import State
from arbitro.desk.store import prepare
from arbitro.model import Colour, Info, Outcome, Player, PlayerRound, System, Tournament
from arbitro.papers import Context

PRIZES = """
currency = "EUR"
[[list]]
name = "General"
sharing = "hort"
prizes = [1200, 800, 500]
[[list]]
name = "Best woman"
who = "women"
prizes = [200]
"""


class Desk:
    """Gives commands to a state in memory."""

    def __init__(self, **settings: Any) -> None:
        self.state = State()
        self.number = 0
        self("create", settings=Settings(**settings).to_json())

    def __call__(self, name: str, /, **args: Any) -> None:
        draft = prepare(self.state, name, args)
        self.number += 1
        self.state = apply(self.state, Entry(self.number, draft.kind, json.loads(json.dumps(draft.payload))))

    def context(self, lang: str = "en", **options: str) -> Context:
        return Context(self.state, snapshot(self.state), {"lang": lang, **options}, slug="test")


def settings(**changes: Any) -> dict[str, Any]:
    start = "2026-03-02"
    base: dict[str, Any] = {
        "name": "Torneo de la Rosa", "city": "Oaxaca", "federation": "MEX", "start": start, "end": "2026-03-10",
        "rounds": 9, "chief_arbiter": "IA Ruiz, Marta", "deputies": ("FA Sol, Iván",), "organiser": "Club Torre",
        "round_times": tuple(f"2026-03-{2 + i:02d} 16:00" for i in range(9)), "prizes": PRIZES, "default_time": 15,
    }  # fmt: skip
    return base | changes


def _swiss(players: int, rounds: int, open_boards: float) -> State:
    state = State()
    for number, draft in enumerate(demo.journal(Settings(**settings()), players, rounds, open_boards, seed=7), 1):
        state = apply(state, Entry(number, draft.kind, json.loads(json.dumps(draft.payload))))
    return state


@pytest.fixture(scope="session")
def swiss() -> State:
    """30 players, nine rounds, all played."""
    return _swiss(30, 9, 0.0)


@pytest.fixture(scope="session")
def in_play() -> State:
    """21 players in round 3 of 9, some games unfinished, a bye, and two incidents."""
    state = _swiss(21, 3, 0.4)
    for args in (
        {
            "round": 2,
            "board": 3,
            "text": "A phone rang",
            "kind": "device",
            "ruling": "Game lost",
            "articles": ["11.3.2"],
        },
        {"round": 3, "board": 1, "text": "Against the ruling on board 1", "kind": "appeal"},
    ):
        draft = prepare(state, "incident", args)
        state = apply(state, Entry(state.number + 1, draft.kind, json.loads(json.dumps(draft.payload))))
    return state


@pytest.fixture(scope="session")
def norm() -> State:
    """A round robin of ten in which an IM makes a GM norm."""
    desk = Desk(**settings(name="Cerrado", system=System.ROUND_ROBIN, prizes=""))
    federations = ["MEX", "ESP", "CUB", "ARG", "PER", "COL", "USA", "GER", "NOR", "MEX"]
    rows = [
        {"name": f"Maestro {chr(65 + i)}, Luis", "rating": 2560 - 5 * i, "title": "GM" if i < 6 else "IM",
         "federation": federations[i], "fide_id": str(5_100_000 + i), "birth": "1990", "sex": "m"}
        for i in range(10)
    ]  # fmt: skip
    desk("enter", players=rows)
    desk("number")
    for _round in range(9):
        desk("pair")
        desk("publish")
        for board, seats in list(desk.state.rounds[-1].boards.items()):
            result = "1-0" if seats.white == 10 else "0-1" if seats.black == 10 else "½-½"
            desk("result", board=board, result=result)
        desk("close-round")
    return desk.state


@pytest.fixture(scope="session")
def teams() -> State:
    """Six teams of four with a reserve each, three rounds played, the fourth paired."""
    desk = Desk(
        **settings(
            name="Liga", system=System.TEAM, team_boards=4, tiebreaks=("GP",), rounds=5, prizes="", board_colours="WBWB"
        )
    )
    rng = random.Random(3)
    people = demo.players(30, rng)
    desk("enter", players=people)
    desk("number")
    order = sorted(desk.state.entrants, key=lambda id: desk.state.numbers[id])
    for k in range(6):
        members = [order[k + 6 * i] for i in range(5)]
        desk("team", name=f"Equipo {'ABCDEF'[k]}", members=members, captain=f"Capitán {k + 1}")
    desk("lots", sentence="a public sentence")
    for k in range(4):
        desk("pair")
        desk("publish")
        if k < 3:
            for board, seats in list(desk.state.rounds[-1].boards.items()):
                ratings = [desk.state.entrants[id].player.rating for id in (seats.white, seats.black)]
                desk("result", board=board, result=demo.result(ratings[0], ratings[1], rng))
            desk("close-round")
    return desk.state


@pytest.fixture(scope="session")
def knockout() -> State:
    """Eight players, a knock-out in its semifinals."""
    desk = Desk(**settings(name="Copa", system=System.KNOCKOUT, rounds=3, tiebreaks=(), prizes=""))
    desk("enter", players=demo.players(8, random.Random(5)))
    desk("number")
    for k in range(2):
        desk("pair")
        desk("publish")
        if not k:
            for board in list(desk.state.rounds[-1].boards):
                desk("result", board=board, result="1-0")
            desk("close-round")
    return desk.state


def crowd(n: int, rounds: int = 3, seed: int = 1) -> Tournament:
    """Many players paired at random: what matters here is how much there is to print."""
    rng = random.Random(seed)
    players = tuple(
        Player(number=i, name=f"Apellido{i:04d} Segundo, Nombre", rating=2600 - i // 2, federation="ESP",
               fide_id=str(2_200_000 + i), birth="1990")
        for i in range(1, n + 1)
    )  # fmt: skip
    results: list[list[PlayerRound]] = [[] for _player in players]
    for k in range(1, rounds + 1):
        numbers = list(range(1, n + 1))
        rng.shuffle(numbers)
        for white, black in zip(numbers[::2], numbers[1::2], strict=False):
            mine = rng.choice((Outcome.WIN, Outcome.DRAW, Outcome.LOSS))
            results[white - 1].append(PlayerRound(k, black, Colour.WHITE, mine))
            results[black - 1].append(PlayerRound(k, white, Colour.BLACK, mine.opposite))
    info = Info(name="Gran abierto", city="Linares", federation="ESP", start="2026/01/02", end="2026/01/10")
    return Tournament(players=players, results=tuple(map(tuple, results)), info=info, planned_rounds=9)


@pytest.fixture(autouse=True, scope="session")
def _poppler() -> None:
    if shutil.which("pdftotext") is None:
        pytest.fail("no pdftotext: apt install poppler-utils (make test does it as root)")
