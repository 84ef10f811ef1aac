"""A round while it is played, as NDJSON: first every board with moves, then what is new, a line each.

    {"board": 3, "leg": 0, "from": 12, "moves": [{"san", "uci", "fen", "clock"}], "result": "*", "source": "feed", …}

A line replaces everything of its board from half-move `from` on. Empty lines say that the connection lives. All
listeners of a round share one watcher, which asks the database three times a second; a board is worked out once.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from django.db import DatabaseError, connection
from django.http import Http404, HttpRequest, HttpResponseBase, StreamingHttpResponse
from django.views.decorators.http import require_safe

from arbitro.desk import feeds, store
from arbitro.desk.games import of_round
from arbitro.errors import ArbitroError
from arbitro.games import RecordedGame, as_json
from arbitro.web.public.pages import find

LOOK_EVERY = 0.3
HEARTBEAT = 15.0
Board = dict[str, Any]

_threads = ThreadPoolExecutor(max_workers=2, thread_name_prefix="games")
_watches: dict[tuple[asyncio.AbstractEventLoop, int, int], Watch] = {}


@dataclass(eq=False)
class Watch:
    """A round that somebody follows: its boards as they are now, and a future that ends with the next change."""

    section: int
    round: int
    seen: tuple[int, int] = (-1, -1)  # journal number, version of the feed
    boards: dict[int, Board] = field(default_factory=dict)
    games: dict[int, RecordedGame] = field(default_factory=dict)
    over: bool = False
    listeners: int = 0
    task: asyncio.Task[None] | None = None
    change: asyncio.Event = field(default_factory=asyncio.Event)

    def look(self) -> bool:
        """Ask the database; True: something is new. Runs in a thread."""
        try:
            now = (store.last_number(self.section), feeds.version_of(self.section))
            if now == self.seen:
                return False
            games = of_round(self.section, self.round)
            state = store.state_of(self.section)
            self.boards = {
                number: self.boards[number] if self.games.get(number) == game else as_json(game)
                for number, game in games.items()
            }
            self.games, self.seen = games, now
            self.over = self.round > len(state.rounds) or not state.round(self.round).missing
            return True
        except (DatabaseError, ArbitroError):  # away for a moment: the next look finds it
            return False
        finally:
            connection.close()

    async def keep_looking(self) -> None:
        loop = asyncio.get_running_loop()
        while self.listeners:
            if await loop.run_in_executor(_threads, self.look):
                old, self.change = self.change, asyncio.Event()
                old.set()
            await asyncio.sleep(LOOK_EVERY)


async def lines(section: int, round: int, board: int | None = None, last: bool = False) -> AsyncIterator[bytes]:
    """The lines of a round for one listener; they end when its results are complete. `last`: of what was there before
    only the last move, for those who show positions."""
    loop = asyncio.get_running_loop()
    key = (loop, section, round)
    watch = _watches.setdefault(key, Watch(section, round))
    watch.listeners += 1
    if watch.task is None:
        await loop.run_in_executor(_threads, watch.look)
        watch.task = watch.task or loop.create_task(watch.keep_looking())
    known: dict[int, Board] = {}
    try:
        while True:
            change = watch.change
            for number, now in watch.boards.items():
                if board in (None, number) and known.get(number) is not now:
                    yield _line(number, known.get(number), now, last)
                    known[number] = now
            if watch.over:
                return
            try:
                async with asyncio.timeout(HEARTBEAT):  # `wait_for` may lose a cancellation that comes with the change
                    await change.wait()
            except TimeoutError:
                yield b"\n"
    finally:
        watch.listeners -= 1
        if not watch.listeners:
            _watches.pop(key, None)


def _line(number: int, before: Board | None, now: Board, last: bool = False) -> bytes:
    """What a listener who knows `before` must be told."""
    old = before["moves"] if before else []
    same = next(
        (i for i, (a, b) in enumerate(zip(old, now["moves"], strict=False)) if a != b), min(len(old), len(now["moves"]))
    )
    if last and before is None:
        same = max(0, len(now["moves"]) - 1)
    told = {"board": number, "from": same, "moves": now["moves"][same:]}
    told |= {name: now[name] for name in ("start", "result", "termination", "source", "stopped", "white", "black")}
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


@require_safe
def stream(request: HttpRequest, event: str, section: str, number: int, board: int | None = None) -> HttpResponseBase:
    """A published round as it goes on."""
    found = find(request, event, section)
    state = store.state_of(found.pk)
    if state.published_round(number) is None:
        raise Http404
    wanted = request.GET.get("board", "")
    only = board or (int(wanted) if wanted.isdecimal() and len(wanted) < 6 else None)
    response = StreamingHttpResponse(
        lines(found.pk, number, only, "last" in request.GET), content_type="application/x-ndjson; charset=utf-8"
    )
    response["Cache-Control"] = "no-store"
    response["X-Accel-Buffering"] = "no"
    return response
