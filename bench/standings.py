"""Standings: all tie-breaks of a 2,000-player open, how the time grows with the event, and one more result."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import replace

from arbitro.model import Colour, Outcome, Player, PlayerRound, Tournament
from arbitro.standings import METHODS, explain, standings

INDIVIDUAL = [code for code, method in METHODS.items() if not method.team_only]
ALL = [*INDIVIDUAL, "BH/C1", "BH/C2", "BH/M1", "BH/M2", "SB/C1", "ARO/C1", "PS/C1"]
USUAL = ["BH/C1", "BH", "SB", "DE"]


def event(players: int, rounds: int, seed: int = 1) -> Tournament:
    """Random pairings and results; three rounds in a hundred are not played."""
    rng = random.Random(seed)
    results: list[list[PlayerRound]] = [[] for _ in range(players)]
    for k in range(1, rounds + 1):
        order = rng.sample(range(players), players)
        for a, b in zip(order[::2], order[1::2], strict=True):
            chance = rng.random()
            if chance > 0.985:
                results[a].append(PlayerRound(k, None, None, Outcome.HALF_BYE))
                results[b].append(PlayerRound(k, None, None, Outcome.PAIRING_BYE))
                continue
            forfeit = chance > 0.97
            first = Outcome.FORFEIT_WIN if forfeit else rng.choice([Outcome.WIN, Outcome.DRAW, Outcome.LOSS])
            results[a].append(PlayerRound(k, b + 1, Colour.WHITE, first))
            results[b].append(PlayerRound(k, a + 1, Colour.BLACK, first.opposite))
    people = tuple(Player(number=i + 1, name=f"P{i + 1}", rating=2600 - i // 2) for i in range(players))
    return Tournament(players=people, results=tuple(map(tuple, results)))


def unknown(open_event: Tournament) -> Tournament:
    """The same event as if nothing had been computed on it yet."""
    return replace(open_event)


def one_more_result(open_event: Tournament, rng: random.Random) -> Tournament:
    """Another result in a game of the last round."""
    last = open_event.rounds_paired
    number = rng.choice([p.number for p in open_event.players if open_event.round_of(p.number, last).played])
    mine = open_event.round_of(number, last)
    other = mine.opponent or number
    new = Outcome.DRAW if mine.outcome is not Outcome.DRAW else Outcome.WIN
    changes = {
        number: mine._replace(outcome=new),
        other: open_event.round_of(other, last)._replace(outcome=new.opposite),
    }
    return open_event.with_rounds({n: (*open_event.rounds_of(n)[:-1], r) for n, r in changes.items()})


def best_of(times: int, work: Callable[[], object]) -> float:
    """The shortest of some runs, in milliseconds of processor time."""
    found = []
    for _ in range(times):
        start = time.process_time()
        work()
        found.append(time.process_time() - start)
    return min(found) * 1000


def run() -> None:
    print(f"{'players x rounds':>18} {'games':>7} {'usual list':>11} {'all':>9} {'all, us per game':>17}")
    for players in (250, 500, 1000, 2000, 4000):
        open_event = event(players, 11)
        games = players * 11 // 2
        usual = best_of(5, lambda open_event=open_event: standings(unknown(open_event), USUAL))  # type: ignore[misc]
        everything = best_of(3, lambda open_event=open_event: standings(unknown(open_event), ALL))  # type: ignore[misc]
        size = f"{players} x 11"
        each = everything / games * 1000
        print(f"{size:>18} {games:>7} {usual:>8.0f} ms {everything:>6.0f} ms {each:>17.1f}")
    large = event(2000, 11)
    one = best_of(3, lambda: explain(unknown(large), 1, ["BH/C1", "SB", "TPR"]))
    whole = best_of(5, lambda: standings(unknown(large), USUAL))
    standings(large, USUAL)
    rng = random.Random(2)
    later = [one_more_result(large, rng) for _ in range(9)]
    after = min(best_of(1, lambda event=event: standings(event, USUAL)) for event in later)  # type: ignore[misc]
    print(f"\nusual list: {', '.join(USUAL)}; all: {len(ALL)} tie-breaks and modifiers")
    print(f"one player's breakdown of three values in the largest open of 2,000: {one:.0f} ms")
    print(f"the usual list there after one more result: {after:.0f} ms, {after / whole:.2f} of a count from nothing")
