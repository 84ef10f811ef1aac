"""Who is told of a new entry once it is on the disk: this process, and with PostgreSQL all others."""

from __future__ import annotations

import logging
from collections.abc import Callable

from django.db import DatabaseError, connection

Hears = Callable[[int, int], None]
CHANNEL = "arbitro_journal"
_hearers: list[Hears] = []
log = logging.getLogger(__name__)


def hear(hearer: Hears) -> None:
    """Call this with tournament and number after each entry that this process writes."""
    _hearers.append(hearer)


def hear_no_more(hearer: Hears) -> None:
    if hearer in _hearers:
        _hearers.remove(hearer)


def announce(section: int, number: int) -> None:
    """Tell of a new entry; after the commit, so that no desk waits."""
    for hearer in _hearers:
        hearer(section, number)
    if connection.vendor == "postgresql":
        try:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, f"{section}:{number}"])
        except DatabaseError as error:  # written is written: the others read it by themselves a little later
            log.warning("not announced: %s", error)
