"""Who may do what, per event, and what a command, a page or a program is told that it may not.

Apart from commands and journal, which need every rule room: the site's first page needs only this.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import TYPE_CHECKING

from arbitro.errors import ArbitroError, Refused

if TYPE_CHECKING:
    from arbitro.desk.commands.base import Caution, Level
    from arbitro.desk.entry import Entry


class Role(Enum):
    """Who may do what, per event."""

    OWNER = "owner"
    CHIEF = "chief"
    ARBITER = "arbiter"
    ENTRY = "entry"
    VIEWER = "viewer"


CHIEFS = frozenset({Role.OWNER, Role.CHIEF})
ARBITERS = CHIEFS | {Role.ARBITER}
ENTRY_DESK = ARBITERS | {Role.ENTRY}


class Forbidden(Refused):
    """The role does not allow the command."""


class NeedsConfirmation(ArbitroError):
    """The command is allowed, but its warnings need a confirmation of `level` first."""

    def __init__(self, cautions: Sequence[Caution], level: Level) -> None:
        self.cautions = tuple(cautions)
        self.level = level
        super().__init__(" ".join(map(str, cautions)))


class Conflict(ArbitroError):
    """Another desk has decided about the same thing; `entries` are its entries. Nothing was written."""

    exit_code = 1

    def __init__(self, message: str, entries: Sequence[Entry]) -> None:
        self.entries = tuple(entries)
        super().__init__(message)
