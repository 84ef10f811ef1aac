"""Pair every past round again from what was known then, and compare (the checker that approved programs must have).

Works for every Swiss system. A file that does not say which colour was drawn is judged by the one that round 1 shows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from arbitro.errors import NoPairing
from arbitro.model import Outcome, Pair, Pairings, System, Tournament, team_results
from arbitro.swiss import handling, next_round
from arbitro.swiss.known import as_known


@dataclass(frozen=True, slots=True)
class Difference:
    """A round that is not paired as the rules pair it: only what differs. Black 0 stands for the bye."""

    round: int
    recorded: tuple[Pair, ...]
    computed: tuple[Pair, ...]  # empty with `impossible`
    impossible: bool = False  # the rules allow no pairing at all


@dataclass(frozen=True, slots=True)
class Check:
    """A checked tournament."""

    rounds: int
    differences: tuple[Difference, ...]


def recorded_round(tournament: Tournament, round: int) -> Pairings:
    """A past round as it was paired."""
    bye = None
    for player, rounds in zip(tournament.players, tournament.results, strict=True):
        if round <= len(rounds) and rounds[round - 1].outcome is Outcome.PAIRING_BYE:
            bye = player.number
    return Pairings(round, tuple(Pair(g.white, g.black) for g in tournament.games(round)), bye)


def check(
    tournament: Tournament, system: System | None = None, edition: str | None = None, options: Sequence[str] = ()
) -> Check:
    """Every paired round against what the rules would have paired."""
    by_teams = _by_teams(tournament, system)
    first = team_results.first_colour(tournament) if by_teams else handling.first_colour(tournament)
    tournament = replace(tournament, first_colour=first)
    differences = []
    for k in range(1, tournament.rounds_paired + 1):
        difference = check_round(tournament, k, system, edition, options)
        if difference is not None:
            differences.append(difference)
    return Check(tournament.rounds_paired, tuple(differences))


def check_round(
    tournament: Tournament,
    round: int,
    system: System | None = None,
    edition: str | None = None,
    options: Sequence[str] = (),
) -> Difference | None:
    """One round; None if it is paired as it should be, from the results known then."""
    tournament = as_known(tournament, round)
    if _by_teams(tournament, system):
        recorded = _boards(team_results.recorded_round(tournament, round))
        before = team_results.before_pairing(tournament, round)
    else:
        recorded = _boards(recorded_round(tournament, round))
        before = tournament.before_pairing(round)
    try:
        computed = _boards(next_round(before, system, edition, options))
    except NoPairing:
        return Difference(round, tuple(sorted(recorded)), (), impossible=True)
    if recorded == computed:
        return None
    return Difference(round, tuple(sorted(recorded - computed)), tuple(sorted(computed - recorded)))


def _by_teams(tournament: Tournament, system: System | None) -> bool:
    """Are the units that were paired teams?"""
    return bool(tournament.teams) and (system or tournament.system) is System.TEAM


def _boards(pairings: Pairings) -> set[Pair]:
    boards = set(pairings.pairs)
    if pairings.bye is not None:
        boards.add(Pair(pairings.bye, 0))
    return boards
