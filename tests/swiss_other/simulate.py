"""Random tournaments for the systems besides the Dutch one: small, seeded, with byes, forfeits and absences."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

from arbitro.errors import NoPairing
from arbitro.model import Colour, Outcome, Pairings, Player, PlayerRound, Team, Tournament
from arbitro.model import team_results as teams

NextRound = Callable[[Tournament], Pairings]

RESULTS = {
    1: (Outcome.WIN, Outcome.LOSS),
    2: (Outcome.DRAW, Outcome.DRAW),
    3: (Outcome.LOSS, Outcome.WIN),
}


def field(n: int, rng: Random, rounds: int) -> Tournament:
    ratings = sorted((rng.randrange(1400, 2600) for _ in range(n)), reverse=True)
    players = tuple(Player(number=i, name=f"Player {i:03d}", rating=r) for i, r in enumerate(ratings, 1))
    return Tournament(
        players=players,
        results=((),) * n,
        planned_rounds=rounds,
        first_colour=rng.choice((Colour.WHITE, Colour.BLACK)),
    )


def with_absences(t: Tournament, rng: Random, share: float) -> Tournament:
    """Some players ask for a bye in the next round, or stay away."""
    k = t.rounds_paired + 1
    kinds = (Outcome.HALF_BYE, Outcome.ZERO_BYE, Outcome.ABSENT)
    results = tuple(
        (*rounds, PlayerRound(k, None, None, rng.choice(kinds))) if rng.random() < share else rounds
        for rounds in t.results
    )
    return replace(t, results=results)


def played(t: Tournament, pairings: Pairings, rng: Random, forfeits: float = 0.0) -> Tournament:
    """The round with random results: the better rated wins more often."""
    results = list(t.results)
    for white, black in pairings.pairs:
        edge = (t.player(white).rating - t.player(black).rating) / 800
        draw = rng.random() < 0.3
        kind = 2 if draw else 1 if rng.random() < 0.5 + edge else 3
        mine, theirs = RESULTS[kind]
        if rng.random() < forfeits:
            mine, theirs = Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS
        for number, other, colour, outcome in (
            (white, black, Colour.WHITE, mine),
            (black, white, Colour.BLACK, theirs),
        ):
            i = t.index[number]
            results[i] = (*results[i], PlayerRound(pairings.round, other, colour, outcome))
    if pairings.bye is not None:
        i = t.index[pairings.bye]
        results[i] = (*results[i], PlayerRound(pairings.round, None, None, Outcome.PAIRING_BYE))
    return replace(t, results=tuple(results))


def rounds_of(
    seed: int, next_round: NextRound, *, most: int = 24, absences: float = 0.04, forfeits: float = 0.03
) -> Iterator[tuple[Tournament, Pairings]]:
    """Every round of one random tournament as it was paired: the snapshot before it and the pairings."""
    rng = Random(seed)
    n = rng.randrange(4, most + 1)
    total = rng.randrange(3, 10)
    t = field(n, rng, total)
    for _ in range(total):
        t = with_absences(t, rng, absences)
        try:
            pairings = next_round(t)
        except NoPairing:
            return
        yield t, pairings
        if not pairings.pairs:
            return
        t = played(t, pairings, rng, forfeits)


# -- teams


def team_field(n: int, rng: Random, rounds: int, boards: int = 4) -> Tournament:
    t = field(n * boards, rng, rounds)
    squads = tuple(
        Team(number=k, name=f"Team {k}", players=tuple(range(k, n * boards + 1, n)), strength=2500 - k)
        for k in range(1, n + 1)
    )
    return replace(t, teams=squads, board_colours="WB" * (boards // 2))


def team_rounds_of(seed: int, next_round: NextRound, *, most: int = 14) -> Iterator[tuple[Tournament, Pairings]]:
    """The same for teams: pairings are of teams, results of players."""
    rng = Random(seed)
    n, total = rng.randrange(4, most + 1), rng.randrange(3, 8)
    t = team_field(n, rng, total)
    for k in range(1, total + 1):
        try:
            pairings = next_round(t)
        except NoPairing:
            return
        yield t, pairings
        games = tuple(g for pair in pairings.pairs for g in teams.boards(t, *pair))
        t = played(t, Pairings(k, games), rng)
        t = replace(t, team_byes=(*t.team_byes, pairings.bye))
        if pairings.bye is not None:
            results = list(t.results)
            for number in t.team(pairings.bye).players:
                i = t.index[number]
                results[i] = (*results[i], PlayerRound(k, None, None, Outcome.ZERO_BYE))
            t = replace(t, results=tuple(results))
