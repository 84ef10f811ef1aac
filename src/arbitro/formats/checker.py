"""Pair every past round of a table or a bracket again and compare: the same question as `swiss.checker` asks.

Only games are compared: how a rest is written differs from file to file, and it is nobody's pairing. Numbers are taken
as they were drawn. Where teams meet as units, pairs are teams. Rounds that the file itself calls changed by hand are
marked as such.
"""

from __future__ import annotations

from dataclasses import replace

from arbitro.errors import NoPairing, Refused
from arbitro.formats.rounds import next_round
from arbitro.model import Pair, System, Tournament, remarks, team_results
from arbitro.model.match import meets_by_teams
from arbitro.model.remarks import Difference


def differences(tournament: Tournament) -> tuple[Difference, ...]:
    """What differs, round by round; empty: all rounds are as they should be.

    A match that was decided may have been played to its end, whether the file says so or not: nothing forbids it.
    Where no length is stated, it has as many games as were played.
    """
    if tournament.system is System.MATCH:
        length = tournament.planned_rounds or tournament.rounds_paired
        tournament = replace(tournament, planned_rounds=length, plan=replace(tournament.plan, play_on=True))
    by_teams = meets_by_teams(tournament)
    found = []
    for k in range(tournament.plan.first_round, team_results.rounds_paired(tournament) + 1):
        if by_teams:
            recorded = set(team_results.recorded_round(tournament, k).pairs)
            before = team_results.before_pairing(tournament, k)
        else:
            recorded = {Pair(game.white, game.black) for game in tournament.games(k)}
            before = tournament.before_pairing(k)
        try:
            computed = set(next_round(before).pairs)
        except (NoPairing, Refused):
            computed = None
        found.append(remarks.difference(tournament.unknown_lines, k, recorded, computed))
    return tuple(filter(None, found))
