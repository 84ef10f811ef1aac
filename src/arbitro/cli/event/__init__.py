"""`arbitro event`: run a tournament without the site. Whoever can read the database acts as its owner.

EVENT is `event` or `event/tournament`; players are named by pairing number once there is a start list, before it by
`id:7`; teams by their number.
"""

from __future__ import annotations

from arbitro.cli.event import (  # noqa: F401  (they register their commands)
    journal,
    people,
    players,
    rounds,
    standings,
    teams,
    tournament,
)
from arbitro.cli.event.common import command

__all__ = ["command"]
