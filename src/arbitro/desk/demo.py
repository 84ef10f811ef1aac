"""The demonstration: an open tournament in play, made by the real commands from a fixed seed."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User

from arbitro import records
from arbitro.desk.commands import Draft
from arbitro.desk.commands.games import draft_of
from arbitro.desk.entry import Entry
from arbitro.desk.events import create_event
from arbitro.desk.fold import apply
from arbitro.desk.games import result_of
from arbitro.desk.models import Event, Section
from arbitro.desk.settings import Settings
from arbitro.desk.state import GameKey, State
from arbitro.desk.store import append_all, prepare
from arbitro.games import RecordedGame
from arbitro.games.packing import unpack_line
from arbitro.games.pgn import FORFEIT
from arbitro.model import Editions

SLUG = "demo"
MOST_WITH_MOVES = 64  # players: a larger field is made for measuring, and there are not so many play-outs
PEOPLE = records.load(Path(__file__).with_name("demo.toml"))


def players(n: int, rng: random.Random) -> list[dict[str, Any]]:
    """Invented players, strongest first."""
    names: set[str] = set()
    rows: list[dict[str, Any]] = []
    while len(rows) < n:
        name = ", ".join((rng.choice(PEOPLE["last"]), rng.choice(PEOPLE["first"])))
        if name in names:
            if len(names) < 600:
                continue
            name = f"{name} {len(names)}"  # a large field: more players than names
        names.add(name)
        rating = max(1200, min(2590, round(rng.gauss(2020, 260))))
        title = "GM" if rating > 2480 else "IM" if rating > 2380 else "FM" if rating > 2280 else ""
        row: dict[str, Any] = {
            "name": name,
            "rating": rating,
            "federation": rng.choice(PEOPLE["federations"]),
            "fide_id": str(90_000_000 + len(rows)),
            "birth": str(rng.randint(1950, 2014)),
            "sex": "w" if name.split(", ")[1].split()[0] in PEOPLE["women"] else "m",
            "k": 20 if rating < 2400 else 10,
        }
        club = rng.choice(PEOPLE["clubs"])
        if club:
            row["club"] = club
        if title:
            row["title"] = title
        rows.append(row)
    return rows


def result(white: int, black: int, rng: random.Random) -> str:
    """A result drawn from the ratings; White has a little more, one game in three is drawn."""
    expected = 1 / (1 + 10 ** ((black - white - 35) / 400))
    draw = min(0.36, 2 * expected * (1 - expected))
    at = rng.random()
    if at < expected - draw / 2:
        return "1-0"
    return "½-½" if at < expected + draw / 2 else "0-1"


def journal(settings: Settings, n: int, rounds: int, open_boards: float, seed: int) -> Iterator[Draft]:
    """The decisions of a tournament with `rounds` rounds, the last of them still in play."""
    rng = random.Random(seed)
    lines, moves = game_lines(), random.Random(seed)
    state = State()
    number = 0

    def give(name: str, **args: Any) -> Draft:
        nonlocal state, number
        draft = prepare(state, name, args)
        number += 1
        state = apply(state, Entry(number, draft.kind, json.loads(json.dumps(draft.payload))))
        return draft

    yield give("create", settings=settings.to_json())
    yield give("enter", players=players(n, rng))
    yield give("number")
    yield give("lots", sentence="The rain in the square stopped at noon")
    for round in range(1, rounds + 1):
        if round == 3:
            yield give("withdraw", id=n)
        if round == 2:
            yield give("bye", id=5, round=2)
        yield give("pair")
        yield give("publish")
        boards = list(state.rounds[-1].boards.items())
        if round == rounds:
            boards = boards[: int(len(boards) * (1 - open_boards))]
        for board, seats in boards:
            white, black = (state.entrants[id].player.rating for id in (seats.white, seats.black))
            sign = "+/-" if rng.random() < 0.008 else result(white, black, rng)
            yield give("result", board=board, result=sign)
        if round < rounds:
            yield give("close-round")
    for round in range(1, rounds + 1 if n <= MOST_WITH_MOVES else 1):
        yield draft_of(state, games_of(state, round, lines, moves))


def game_lines() -> dict[str, list[str]]:
    """The play-outs that `tools/demo_games.py` made, by result, in short form."""
    lines: dict[str, list[str]] = {}
    for line in Path(__file__).with_name("demo_games.txt").read_text(encoding="ascii").splitlines():
        result, packed = line.split()
        lines.setdefault(result, []).append(packed)
    return lines


def games_of(
    state: State, round: int, lines: Mapping[str, list[str]], rng: random.Random
) -> list[tuple[GameKey, RecordedGame]]:
    """Moves for every board of a round: a whole game of its result, or as much as was played of one that goes on."""
    games = []
    for number, board in state.round(round).boards.items():
        result, termination = result_of(board)
        if not board.white or not board.black or termination == FORFEIT:
            continue
        left = lines[result] if board.finished else max(lines.values(), key=len)
        if not left:
            continue
        line = unpack_line(left.pop(0))
        line = line if board.finished else line[: rng.randint(18, 44)]
        games.append(((round, number, 0), RecordedGame(line=line, clocks=clocks(len(line), rng), result=result)))
    return games


def clocks(plies: int, rng: random.Random) -> tuple[int, ...]:
    """Clocks that might have been: 90 minutes and 30 seconds a move, the opening quickly."""
    left = [5400, 5400]
    shown = []
    for ply in range(plies):
        used = rng.randint(2, 40) if ply < 16 else min(rng.randint(10, 260), left[ply % 2] // 6)
        left[ply % 2] += 30 - used
        shown.append(left[ply % 2])
    return tuple(shown)


def settings_of(name: str, today: date, rounds: int, language: str) -> Settings:
    start = today - timedelta(days=rounds - 4)
    return Settings(
        name=name,
        city="Oaxaca",
        federation="MEX",
        start=str(start),
        end=str(start + timedelta(days=rounds - 1)),
        rounds=rounds,
        editions=Editions.by_default(start),
        chief_arbiter="IA Demo, Arbiter",
        deputies=("FA First, Deputy",),
        round_times=tuple(f"{start + timedelta(days=i)} 16:00" for i in range(rounds)),
        prizes=PEOPLE["prizes"],
        default_time=15,
        language=language,
    )


def make(
    owner: User | None = None,
    *,
    players: int = 60,
    rounds: int = 9,
    played: int = 5,
    open_boards: float = 0.4,
    seed: int = 7,
    slug: str = SLUG,
    name: str = "Abierto de demostración",
    language: str = "es",
) -> Section:
    """The demonstration event, made once; later calls find it."""
    found = Event.objects.filter(slug=slug).first()
    if found is not None:
        return found.sections.get(slug="a")
    from django.db import transaction

    with transaction.atomic():
        event = create_event(name, owner, slug=slug)
        section: Section = Section.objects.create(event=event, name=name, slug="a")
        settings = settings_of(name, date.today(), rounds, language)
        append_all(section.pk, journal(settings, players, played, open_boards, seed), who="demo")
    return section
