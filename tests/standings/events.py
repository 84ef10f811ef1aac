"""Events for the tests: written out as text, drawn at random, or read from the tournaments of other programs."""

from __future__ import annotations

import gzip
import json
import random
import re
import zipfile
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path

from hypothesis import strategies as st

from arbitro.files import trf
from arbitro.model import Colour, Outcome, Player, PlayerRound, System, Tournament
from arbitro.model.rounding import half_up
from arbitro.standings import Breakdown

ORACLE = Path(__file__).parents[1] / "data" / "oracle"
SIGNS = {
    "1": Outcome.WIN, "½": Outcome.DRAW, "0": Outcome.LOSS, "+": Outcome.FORFEIT_WIN, "-": Outcome.FORFEIT_LOSS,
    "U": Outcome.PAIRING_BYE, "F": Outcome.FULL_BYE, "H": Outcome.HALF_BYE, "Z": Outcome.ZERO_BYE, "?": Outcome.PENDING,
}  # fmt: skip


def event(text: str, system: System = System.DUTCH) -> Tournament:
    """A tournament from lines such as `1 Ana 2100  2w1 3b½ -H`."""
    players, results = [], []
    for line in text.strip().splitlines():
        number, name, rating, *cells = line.split()
        players.append(Player(number=int(number), name=name, rating=int(rating)))
        rounds = []
        for k, cell in enumerate(cells, 1):
            match = re.fullmatch(r"(\d*)([wb-]?)(\S)", cell)
            assert match, cell
            colour = {"w": Colour.WHITE, "b": Colour.BLACK}.get(match[2])
            rounds.append(PlayerRound(k, int(match[1]) if match[1] else None, colour, SIGNS[match[3]]))
        results.append(tuple(rounds))
    return Tournament(players=tuple(players), results=tuple(results), system=system)


def random_event(rng: random.Random, players: int, rounds: int, unplayed: float = 0.2) -> Tournament:
    """Random pairings with random results; `unplayed` is the share of rounds without a game."""
    results: list[list[PlayerRound]] = [[] for _ in range(players)]
    alone = [Outcome.HALF_BYE, Outcome.ZERO_BYE, Outcome.FULL_BYE, Outcome.ABSENT]
    for k in range(1, rounds + 1):
        waiting = []
        for i in rng.sample(range(players), players):
            if rng.random() < unplayed / 2:
                results[i].append(PlayerRound(k, None, None, rng.choice(alone)))
            else:
                waiting.append(i)
        if len(waiting) % 2:
            results[waiting.pop()].append(PlayerRound(k, None, None, Outcome.PAIRING_BYE))
        for white, black in zip(waiting[::2], waiting[1::2], strict=True):
            if rng.random() < unplayed / 2:
                first = rng.choice([Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS])
                second = first.opposite if rng.random() < 0.8 else Outcome.FORFEIT_LOSS
                if second is Outcome.FORFEIT_LOSS and first is Outcome.FORFEIT_LOSS:
                    first = Outcome.FORFEIT_LOSS
            else:
                first = rng.choice([Outcome.WIN, Outcome.DRAW, Outcome.LOSS])
                second = first.opposite
            results[white].append(PlayerRound(k, black + 1, Colour.WHITE, first))
            results[black].append(PlayerRound(k, white + 1, Colour.BLACK, second))
    return Tournament(
        players=tuple(
            Player(number=i + 1, name=f"Player {i + 1}", rating=rng.randint(1400, 2600)) for i in range(players)
        ),
        results=tuple(map(tuple, results)),
    )


@st.composite
def tournaments(draw: st.DrawFn, max_players: int = 12, max_rounds: int = 7) -> Tournament:
    """Hypothesis: tournaments with all kinds of byes and forfeits."""
    seed = draw(st.integers(0, 2**32))
    players = draw(st.integers(2, max_players))
    rounds = draw(st.integers(1, max_rounds))
    return random_event(random.Random(seed), players, rounds, draw(st.sampled_from([0.0, 0.2, 0.6])))


def round_robin(rng: random.Random, players: int, cycles: int = 1) -> Tournament:
    """A closed all-play-all with random results; circle method, colours at random."""
    size = players + players % 2
    results: list[list[PlayerRound]] = [[] for _ in range(players)]
    ring = list(range(size - 1))
    k = 0
    for _cycle in range(cycles):
        for _ in range(size - 1):
            k += 1
            seats = [size - 1, *ring]
            for a, b in zip(seats[: size // 2], seats[: size // 2 - 1 : -1], strict=True):
                if max(a, b) >= players:
                    results[min(a, b)].append(PlayerRound(k, None, None, Outcome.ABSENT))
                    continue
                first = rng.choice([Outcome.WIN, Outcome.DRAW, Outcome.LOSS])
                results[a].append(PlayerRound(k, b + 1, Colour.WHITE, first))
                results[b].append(PlayerRound(k, a + 1, Colour.BLACK, first.opposite))
            ring = ring[1:] + ring[:1]
    return Tournament(
        players=tuple(Player(number=i + 1, name=f"P{i + 1}", rating=2000 + i) for i in range(players)),
        results=tuple(map(tuple, results)),
        system=System.ROUND_ROBIN if cycles == 1 else System.DOUBLE_ROUND_ROBIN,
    )


def oracle_events(archive: str = "dutch-2017.zip") -> Iterator[tuple[str, Tournament]]:
    """The tournaments of another program, by file name."""
    with zipfile.ZipFile(ORACLE / archive) as files:
        for name in sorted(files.namelist()):
            if name.endswith(".trf"):
                yield Path(name).name, trf.parse(files.read(name)).tournament


def oracle_event(name: str, archive: str = "dutch-2017.zip") -> Tournament:
    with zipfile.ZipFile(ORACLE / archive) as files:
        full = next(n for n in files.namelist() if n.endswith(f"/{name}"))
        return trf.parse(files.read(full)).tournament


@cache
def checker_values() -> dict[str, dict[str, dict[str, str]]]:
    """Every player's tie-breaks as the checker of the rules' own authors prints them (2026)."""
    with gzip.open(ORACLE / "tiebreaks-2026.json.gz") as stream:
        values: dict[str, dict[str, dict[str, str]]] = json.load(stream)
    return values


def recomputed(shown: Breakdown) -> Fraction:
    """A value from its terms alone, for sums and means."""
    kept = [term.value for term in shown.terms if not term.cut]
    total = sum(kept, Fraction(0))
    if shown.formula == "mean":
        mean = total / len(kept) if kept else Fraction(0)
        total = Fraction(half_up(mean)) if shown.whole else mean
    return total / shown.divisor + shown.constant
