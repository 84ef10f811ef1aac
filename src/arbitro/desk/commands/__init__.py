"""What an arbiter may do: every decision as a pure function of the state that answers with a Draft or refuses.

    module      commands
    setup       create, configure, leave-fide-mode, accept-damage, lots, keep-apart
    entries     enter, edit-player, remove, check-in, bye, withdraw, exclude, return, number
    teams       team, team-remove, team-withdraw, team-return, team-bye, line-up
    adjustments points, team-points
    rounds      pair, unpair, publish, close-round
    by_hand     override, manual, pair-by-hand
    bracket     decide
    placing     ranks, tie-values, ratings
    results     result, swap-colours
    reports     report
    day         incident, tick, close-event, reopen-event, remark
    games       game, game-remove
    ladder      challenge, challenge-games
    hall        ruling, appeal-decision, forfeits, hall-round, arrival, clock-check

A Draft is one journal entry before it is written: what it concerns (so that two desks can be merged), its warnings by
FIDE's five levels, and the line it leaves in the integrity log. `desk.store.execute` checks role and confirmation, and
writes it.
"""

from __future__ import annotations

from arbitro.desk.commands import (  # noqa: F401  (they register themselves)
    adjustments,
    bracket,
    by_hand,
    day,
    entries,
    games,
    hall,
    ladder,
    placing,
    reports,
    results,
    rounds,
    setup,
    teams,
)
from arbitro.desk.commands.base import COMMANDS, Caution, Command, Draft, Level
from arbitro.desk.commands.parameters import Parameter, Takes, arguments, parameters, player_parameters
from arbitro.desk.roles import Role

__all__ = [
    "COMMANDS",
    "Caution",
    "Command",
    "Draft",
    "Level",
    "Parameter",
    "Role",
    "Takes",
    "arguments",
    "parameters",
    "player_parameters",
]
