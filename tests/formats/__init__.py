"""Tests of the formats room, and a small machine that plays events with results of one's choosing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from arbitro.model import (
    Colour,
    Outcome,
    Pairings,
    Plan,
    Player,
    PlayerRound,
    System,
    Team,
    Tournament,
    absent,
)

WHITE_WINS = (Outcome.WIN, Outcome.LOSS)
BLACK_WINS = (Outcome.LOSS, Outcome.WIN)
DRAW = (Outcome.DRAW, Outcome.DRAW)
PENDING = (Outcome.PENDING, Outcome.PENDING)

Result = tuple[Outcome, Outcome]
Judge = Callable[[int, int], Result]


def event(players: int, system: System, **fields: object) -> Tournament:
    """A tournament before its first round: players 1 … n, the first the strongest."""
    return Tournament(
        players=tuple(Player(number=n, name=f"Player {n}", rating=2400 - 10 * n) for n in range(1, players + 1)),
        results=((),) * players,
        system=system,
        **fields,  # type: ignore[arg-type]
    )


def team_event(teams: int, players: int, system: System, **fields: object) -> Tournament:
    """A team tournament: team 1 has players 1 … m, team 2 the next, and so on."""
    lists = tuple(
        Team(number=t, name=f"Team {t}", players=tuple(range((t - 1) * players + 1, t * players + 1)))
        for t in range(1, teams + 1)
    )
    return event(teams * players, system, teams=lists, **fields)


def record(tournament: Tournament, games: Mapping[tuple[int, int], Result], bye: int | None = None) -> Tournament:
    """The tournament after one round more, with these games (White first)."""
    r = tournament.rounds_paired + 1
    entries: dict[int, PlayerRound] = {}
    for (white, black), (white_outcome, black_outcome) in games.items():
        entries[white] = PlayerRound(r, black, Colour.WHITE, white_outcome)
        entries[black] = PlayerRound(r, white, Colour.BLACK, black_outcome)
    if bye is not None:
        entries[bye] = PlayerRound(r, None, None, Outcome.PAIRING_BYE)
    return replace(
        tournament,
        results=tuple(
            (*rounds, *(absent(k) for k in range(len(rounds) + 1, r)), entries.get(player.number, absent(r)))
            for player, rounds in zip(tournament.players, tournament.results, strict=True)
        ),
    )


def planned(tournament: Tournament, plan: Plan) -> Tournament:
    return replace(tournament, plan=plan)


def play(tournament: Tournament, pairings: Pairings, judge: Judge) -> Tournament:
    """Play a round: `judge(white, black)` says how each game ends."""
    assert pairings.round == tournament.rounds_paired + 1
    return record(tournament, {(w, b): judge(w, b) for w, b in pairings.pairs}, pairings.bye)


def strongest_wins(white: int, black: int) -> Result:
    return WHITE_WINS if white < black else BLACK_WINS


def everyone_once(pairings: Iterable[Pairings]) -> bool:
    """Does nobody have two games in a round?"""
    return all(
        len({n for pair in p.pairs for n in pair} | {p.bye} - {None}) == 2 * len(p.pairs) + (p.bye is not None)
        for p in pairings
    )


def finished_round_robin(teams: int, boards: int) -> Tournament:
    """A team round robin in which the stronger team wins every board."""
    from arbitro.formats import finished, next_round
    from arbitro.model.team_results import boards as boards_of

    t = team_event(teams, boards, System.ROUND_ROBIN)
    while not finished(t):
        pairings = next_round(t)
        t = record(
            t,
            {
                (white, black): strongest_wins(white, black)
                for pair in pairings.pairs
                for white, black in boards_of(t, *pair)
            },
        )
    return t
