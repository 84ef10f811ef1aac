"""How far is the journal? One small query for everyone who asks within a tenth of a second.

The pages' front and the event streams ask here, so that a page is never older than what a stream of the same process
has told. Queries run in a thread of their own with its own connection; the event loop never waits for the database.
"""

from __future__ import annotations

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor

from django.db import DatabaseError, InterfaceError, connection

from arbitro.desk.models import JournalEntry

Of = tuple[str, str] | None  # the slugs of event and tournament; None: all journals together

FRESH = 0.1  # seconds for which an answer is good
_thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="journal")


def _look(of: Of) -> int | None:
    rows = JournalEntry.objects.order_by("-pk").values_list("pk", flat=True)
    if of is not None:
        event, section = of
        rows = (
            JournalEntry.objects.filter(section__event__slug=event, section__slug=section)
            .order_by("-number")
            .values_list("number", flat=True)
        )
    found = rows.first()
    return (found or 0) if of is None else found


def _look_again(of: Of) -> int | None:
    """A connection that has died since is replaced once."""
    try:
        return _look(of)
    except (DatabaseError, InterfaceError):
        connection.close()
        return _look(of)


class Journal:
    """The numbers known on one event loop."""

    MOST = 10_000

    def __init__(self) -> None:
        self._known: dict[Of, tuple[float, int | None]] = {}
        self._asking: dict[Of, asyncio.Task[int | None]] = {}

    async def number(self, of: Of, at_least: int = 0) -> int | None:
        """The last number; None: no such journal. One that is not as new as `at_least` is asked for again."""
        known = self._known.get(of)
        if known is not None and time.monotonic() - known[0] < FRESH and (known[1] or 0) >= at_least:
            return known[1]
        return await self.look(of)

    async def look(self, of: Of) -> int | None:
        """Ask the database now; those who ask at the same time share the answer."""
        asking = self._asking.get(of)
        if asking is None:
            asking = self._asking[of] = asyncio.create_task(self._ask(of))
        return await asyncio.shield(asking)

    async def _ask(self, of: Of) -> int | None:
        try:
            asked = time.monotonic()
            found = await asyncio.get_running_loop().run_in_executor(_thread, _look_again, of)
            if len(self._known) >= self.MOST:
                self._known.clear()
            self._known[of] = (asked, found)
            return found
        finally:
            self._asking.pop(of, None)


_journals: dict[int, Journal] = {}


def journal() -> Journal:
    """The journal numbers of the running event loop."""
    return _journals.setdefault(id(asyncio.get_running_loop()), Journal())
