"""`arbitro event`: run a tournament without the site. Whoever can read the database acts as its owner.

EVENT is `event` or `event/tournament`; players are named by pairing number once there is a start list, before it by
`id:7`; teams by their number.

    derived     the commands of the desk whose options follow from their signatures
    giving      those that are written in a way of their own: results, pairings by hand, players by name
    showing     lists, tables, the journal, the report file
    games       PGN files in and out
    people      accounts, roles, invitations
"""

from __future__ import annotations

from arbitro.cli.event import derived, games, giving, people, showing  # noqa: F401  (they register their commands)
from arbitro.cli.event.group import command

__all__ = ["command"]
