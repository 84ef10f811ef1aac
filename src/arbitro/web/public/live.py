"""Live: server-sent events that carry the journal number; pages fetch only what changed.

One task per tournament and process looks at the journal's number a few times a second and wakes all who listen, so
five hundred open pages cost one small query, not five hundred.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from asgiref.sync import sync_to_async
from django.http import HttpRequest, HttpResponseBase, StreamingHttpResponse

from arbitro.desk import store
from arbitro.web.public.pages import find

LOOK_EVERY = 0.25  # seconds
HEARTBEAT = 15.0


class Watch:
    """The one watcher of a tournament's number in this process."""

    def __init__(self, section: int) -> None:
        self.section = section
        self.number = -1
        self.listeners = 0
        self.changed = asyncio.Event()

    async def run(self) -> None:
        look = sync_to_async(store.last_number, thread_sensitive=False)
        while self.listeners:
            number = await look(self.section)
            if number != self.number:
                self.number = number
                self.changed.set()
                self.changed = asyncio.Event()
            await asyncio.sleep(LOOK_EVERY)
        _watches.pop((id(asyncio.get_running_loop()), self.section), None)


_watches: dict[tuple[int, int], Watch] = {}
_tasks: set[asyncio.Task[None]] = set()


def watch(section: int) -> Watch:
    """The watcher of a tournament on this event loop, started when first needed."""
    key = (id(asyncio.get_running_loop()), section)
    found = _watches.get(key)
    if found is None:
        found = _watches[key] = Watch(section)
        found.listeners = 1
        task = asyncio.get_running_loop().create_task(found.run())
        _tasks.add(task)
        task.add_done_callback(_tasks.discard)
    else:
        found.listeners += 1
    return found


async def numbers(section: int) -> AsyncIterator[str]:
    """The stream: the number now, and each new one; a comment now and then keeps the line open."""
    seen = -1
    watcher = watch(section)
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
    response = StreamingHttpResponse(numbers(found.pk), content_type="text/event-stream")
    response["Cache-Control"] = "no-store"
    response["X-Accel-Buffering"] = "no"
    return response
