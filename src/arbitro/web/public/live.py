"""Live: server-sent events that carry the journal number; pages fetch only what changed.

One task per tournament and process looks at the journal's number a few times a second and wakes all who listen, so
five hundred open pages cost one small query, not five hundred.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from asgiref.sync import sync_to_async
from django.db import Error as DatabaseTrouble
from django.http import HttpRequest, HttpResponseBase, StreamingHttpResponse

from arbitro.web.public.journal import Of, journal
from arbitro.web.public.pages import find

LOOK_EVERY = 0.2  # seconds
AFTER_TROUBLE = 2.0
HEARTBEAT = 15.0


class Watch:
    """The one watcher of a tournament's number on an event loop."""

    def __init__(self, of: Of) -> None:
        self.of = of
        self.number = -1
        self.listeners = 0
        self.changed = asyncio.Event()

    async def run(self) -> None:
        while self.listeners:
            pause = LOOK_EVERY
            try:
                number = await journal().look(self.of) or 0
            except DatabaseTrouble:  # the database is away for a moment: the streams stay open
                number, pause = self.number, AFTER_TROUBLE
            if number != self.number:
                self.number = number
                self.changed.set()
                self.changed = asyncio.Event()
            await asyncio.sleep(pause)
        _watches.pop((id(asyncio.get_running_loop()), self.of), None)


_watches: dict[tuple[int, Of], Watch] = {}
_tasks: set[asyncio.Task[None]] = set()


def watch(of: Of) -> Watch:
    """The watcher of a tournament on this event loop, started when first needed."""
    key = (id(asyncio.get_running_loop()), of)
    found = _watches.get(key)
    if found is None:
        found = _watches[key] = Watch(of)
        found.listeners = 1
        task = asyncio.get_running_loop().create_task(found.run())
        _tasks.add(task)
        task.add_done_callback(_tasks.discard)
    else:
        found.listeners += 1
    return found


async def numbers(of: Of) -> AsyncIterator[str]:
    """The stream: the number now, and each new one; a comment now and then keeps the line open."""
    seen = -1
    watcher = watch(of)
    try:
        yield "retry: 2000\n\n"
        while True:
            waiting = watcher.changed
            if watcher.number != seen and watcher.number >= 0:
                seen = watcher.number
                yield f"event: number\ndata: {seen}\n\n"
                continue
            try:
                await asyncio.wait_for(waiting.wait(), HEARTBEAT)
            except TimeoutError:
                yield ": here\n\n"
    finally:
        watcher.listeners -= 1


async def stream(request: HttpRequest, event: str, section: str) -> HttpResponseBase:
    """The journal numbers of a tournament as they come."""
    found = await sync_to_async(find)(request, event, section)
    response = StreamingHttpResponse(numbers((found.event.slug, found.slug)), content_type="text/event-stream")
    response["Cache-Control"] = "no-store"
    response["X-Accel-Buffering"] = "no"
    return response
