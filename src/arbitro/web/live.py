"""Live: how far every journal is, known to the process at all times, and streams that tell it to every open page.

    Hub         the numbers, and the listeners by tournament; one per event loop
    watching    SQLite: a thread asks `data_version` forty times a second; PostgreSQL: a connection of its own LISTENs
    streaming   one task per listener, asleep until the reader leaves: no thread, no database connection, one descriptor

Streams are answered before Django. A new number starts one fan-out per tournament: the hub writes for all in slices
of a few milliseconds with real pauses between, so that pages are answered meanwhile; a slow reader gets the newest
number later, from a small task of their own. Every fifteen seconds all hear that the line is alive.

A database that is away is asked again after 0.1 to 2 seconds; the streams stay open, and what was missed is read then.
"""

from __future__ import annotations

import asyncio
import random
import sqlite3
import threading
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterator, MutableMapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final
from weakref import WeakKeyDictionary

from django.db import Error as DatabaseTrouble
from django.db import connection

from arbitro.desk import announcing
from arbitro.web import outbox

Of = tuple[str, str] | None  # the slugs of event and tournament; None: all journals together
Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

LOOK_EVERY: Final = 0.025  # seconds between two looks at SQLite's counter
READ_AGAIN: Final = 5.0  # seconds after which the numbers are read even if nobody told of a new one
BACK_OFF: Final = (0.1, 2.0)
HEARTBEAT: Final = 15.0
SLICE, PAUSE = 0.005, 0.001  # seconds of writing, seconds for everybody else
SLOW_AT_MOST: Final = 20.0  # seconds that a reader may keep a frame waiting
RETRY, RETRY_WHEN_FULL = (2000, 10_000), (20_000, 40_000)  # milliseconds until a browser comes again, drawn at random
KEPT_FREE: Final = 200  # descriptors that are not for listeners
UNKNOWN_FOR: Final = 1.0  # seconds for which an address that names no tournament is believed to
CHANNEL: Final = announcing.CHANNEL
HEADERS: Final = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
]


BEAT: Final = b"event: beat\ndata:here\n\n"


def frame(number: int, name: str = "") -> bytes:
    """A number, for one who listens to several tournaments with the name of its own."""
    return f"event: number\ndata: {f'{name} ' if name else ''}{number}\n\n".encode()


@dataclass(eq=False, slots=True)
class Listener:
    """One open stream; one that tells of several tournaments has as many."""

    send: Send
    task: asyncio.Task[Any] | None
    sent: int
    private: bool  # may listen to a tournament that is not public
    name: str = ""  # of the tournament, where a stream tells of several
    slow: asyncio.Task[None] | None = None
    ended: bool = False


@dataclass(eq=False, slots=True)
class Topic:
    """A tournament with its listeners."""

    number: int
    listeners: set[Listener] = field(default_factory=set)
    fanning: asyncio.Task[None] | None = None


def written(sending: Coroutine[Any, Any, None]) -> bool:
    """Was the message written at once? The server waits before it writes, so a slow one can be given up unharmed."""
    try:
        sending.send(None)
    except (StopIteration, OSError):  # OSError: the reader is gone, as `receive` will tell
        return True
    sending.close()
    return False


def _part(data: bytes) -> Message:
    return {"type": "http.response.body", "body": data, "more_body": True}


def _behind(number: int, listener: Listener) -> bool:
    return listener.sent < number


class Hub:
    """The numbers of all journals and the listeners of this event loop."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.names: dict[tuple[str, str], int] = {}
        self.numbers: dict[int, int] = {}
        self.last = 0  # the highest id of any journal entry
        self.read_at = 0.0
        self.away = False  # the database did not answer when it was last asked
        self.topics: dict[int, Topic] = {}
        self.most = descriptors() - KEPT_FREE
        self.listeners = 0
        self.told = 0  # frames written
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="journal")
        self._tasks: set[asyncio.Task[Any]] = set()
        self._reading: asyncio.Task[None] | None = None
        self._stale = False
        self._unknown: dict[tuple[str, str], float] = {}
        self._public: dict[int, tuple[float, asyncio.Future[bool] | None]] = {}
        self._closed = threading.Event()
        self._written = threading.Event()
        self._keep(self._watch_postgres() if connection.vendor == "postgresql" else self._watch_sqlite())
        self._keep(self._beat())
        announcing.hear(self._heard)

    def _keep(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        task = self.loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def close(self) -> None:
        """End all streams and stop watching."""
        self._closed.set()
        self._written.set()
        announcing.hear_no_more(self._heard)
        for topic in self.topics.values():
            for listener in list(topic.listeners):
                self.end(listener)
        for task in list(self._tasks):
            task.cancel()
        self._thread.shutdown(wait=False)

    # -- numbers

    async def number(self, of: Of, at_least: int = 0) -> int | None:
        """The last number of a journal; None: no such journal. One that is not as new as `at_least` is read again."""
        if not self.read_at:
            await self.read()
        if of is None:
            return self.last
        if of not in self.names:
            if time.monotonic() < self._unknown.get(of, 0.0):
                return None
            await self.read()
            if of not in self.names:
                if len(self._unknown) > 10_000:
                    self._unknown.clear()
                self._unknown[of] = time.monotonic() + UNKNOWN_FOR
                return None
        if self.numbers[self.names[of]] < at_least:
            await self.read()
        return self.numbers.get(self.names.get(of, -1))

    async def read(self) -> None:
        """Read all numbers now; those who ask at the same time share the answer."""
        if self._reading is None:
            self._reading = self._keep(self._read())
            self._reading.add_done_callback(self._read_done)
        await asyncio.shield(self._reading)

    def poke(self) -> None:
        """Something was written: read, once more if a reading is under way already."""
        if self._reading is None:
            self._reading = self._keep(self._read())
            self._reading.add_done_callback(self._read_done)
        else:
            self._stale = True

    def _read_done(self, task: asyncio.Task[None]) -> None:
        self._reading = None
        if not task.cancelled() and task.exception() is None and self._stale and not self._closed.is_set():
            self._stale = False
            self.poke()

    async def _read(self) -> None:
        try:
            rows, last = await self.loop.run_in_executor(self._thread, _read)
        except DatabaseTrouble:
            self.away = True
            raise
        self.away = False
        self.names = {(event, section): id for id, event, section, _number in rows}
        for id, _event, _section, number in rows:
            self.learn(id, number or 0)
        self.last = max(self.last, last)
        self.read_at = time.monotonic()

    def learn(self, section: int, number: int) -> None:
        """A journal has come to a number: tell its listeners, and the world outside."""
        if number > self.numbers.get(section, 0):
            outbox.wake()
        self.numbers[section] = max(number, self.numbers.get(section, 0))
        topic = self.topics.get(section)
        if topic is not None and topic.number < self.numbers[section]:
            topic.number = self.numbers[section]
            if topic.fanning is None:
                topic.fanning = self._keep(self._fan(section, topic))

    # -- watching

    def _heard(self, section: int, number: int) -> None:
        """This process has written: no need to wait for the next look. Called in the writer's thread."""
        self._written.set()
        with suppress(RuntimeError):  # the loop is closed
            self.loop.call_soon_threadsafe(self._learn_own, section, number)

    def _learn_own(self, section: int, number: int) -> None:
        if not self._closed.is_set():
            self.learn(section, number)

    async def _watch_sqlite(self) -> None:
        path = str(connection.settings_dict["NAME"])
        threading.Thread(target=self._look_at_sqlite, args=(path,), name="journal-watch", daemon=True).start()
        while True:  # a thread that has died of a fault of the disk is no reason to go blind
            await asyncio.sleep(READ_AGAIN)
            self.poke()

    def _look_at_sqlite(self, path: str) -> None:
        known = None
        watch: sqlite3.Connection | None = None
        while not self._closed.is_set():
            try:
                watch = watch or sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=1)
                version = watch.execute("PRAGMA data_version").fetchone()[0]
                if version != known:
                    known = version
                    self.loop.call_soon_threadsafe(self.poke)
            except (sqlite3.Error, RuntimeError):
                if watch is not None:
                    watch.close()
                watch = None
            self._written.wait(LOOK_EVERY)
            self._written.clear()
        if watch is not None:
            watch.close()

    async def _watch_postgres(self) -> None:
        import psycopg

        wait, longest = BACK_OFF
        while True:
            try:
                parameters = {k: v for k, v in connection.get_connection_params().items() if k in CONNECTION_WORDS}
                async with await psycopg.AsyncConnection.connect(**parameters, autocommit=True) as line:
                    await line.execute(f"LISTEN {CHANNEL}")
                    await self.read()
                    wait = BACK_OFF[0]
                    while True:
                        async for note in line.notifies(timeout=READ_AGAIN, stop_after=1):
                            section, _colon, number = note.payload.partition(":")
                            self.learn(int(section), int(number))
                        if time.monotonic() - self.read_at > READ_AGAIN:
                            await self.read()
            except (psycopg.Error, DatabaseTrouble, OSError, ValueError):
                self.away = True
                await asyncio.sleep(wait * random.uniform(0.5, 1))
                wait = min(2 * wait, longest)

    # -- telling

    async def _fan(self, section: int, topic: Topic) -> None:
        """Write the newest number to all listeners of a tournament; one at a time per tournament."""
        try:
            done = -1
            while done != topic.number:
                done = topic.number
                await self._write(topic, partial(frame, done), partial(_behind, done))
                self._public.pop(section, None)  # the new entry may have made it private: a number tells nothing of it
                if topic.listeners and not await self.is_public(section):
                    for listener in [one for one in topic.listeners if not one.private]:
                        self.end(listener)
        finally:
            topic.fanning = None

    async def _write(self, topic: Topic, said: Callable[[str], bytes], wanted: Callable[[Listener], bool]) -> None:
        messages = {name: _part(said(name)) for name in {one.name for one in topic.listeners}}
        number, end = topic.number, time.perf_counter() + SLICE
        for listener in list(topic.listeners):
            if listener.slow is not None or listener.ended or not wanted(listener):
                continue
            if written(listener.send(messages[listener.name])):  # type: ignore[arg-type]
                listener.sent = max(listener.sent, number)
                self.told += 1
            else:
                listener.slow = self._keep(self._catch_up(topic, listener))
            if time.perf_counter() > end:
                await asyncio.sleep(PAUSE)
                end = time.perf_counter() + SLICE

    async def _catch_up(self, topic: Topic, listener: Listener) -> None:
        """Bring the newest number to a reader who is slow; one who does not read at all is let go."""
        try:
            async with asyncio.timeout(SLOW_AT_MOST):
                while listener.sent < topic.number or listener.sent < 0:
                    number = topic.number
                    await listener.send(_part(frame(number, listener.name)))
                    listener.sent = number
        except (TimeoutError, OSError):
            self.end(listener)
        finally:
            listener.slow = None

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT)
            for topic in list(self.topics.values()):
                await self._write(topic, lambda _name: BEAT, lambda _one: True)

    # -- listeners

    async def is_public(self, section: int) -> bool:
        """May everybody see the tournament? Those who arrive within a second share the answer."""
        until, answer = self._public.get(section, (0.0, None))
        if answer is None or time.monotonic() > until:
            answer = self.loop.run_in_executor(self._thread, _is_public, section)
            self._public[section] = (time.monotonic() + 1.0, answer)
        try:
            return await asyncio.shield(answer)
        except DatabaseTrouble:
            self._public.pop(section, None)
            return True  # those who listen already keep listening; a page asks again

    async def stream(self, of: Sequence[tuple[str, str, bool]], named: bool, receive: Receive, send: Send) -> None:
        """Tell the numbers of journals (event, tournament, private?) as they come, until the reader leaves."""
        full = self.listeners >= self.most
        retry = random.randint(*(RETRY_WHEN_FULL if full else RETRY))
        mine = []
        for event, section, private in of:
            id = self.names[event, section]
            name = f"{event}/{section}" if named else ""
            mine.append((id, Listener(send, asyncio.current_task(), self.numbers[id], private, name)))
        await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
        opening = f"retry: {retry}\n\n".encode() + b"".join(frame(one.sent, one.name) for _id, one in mine)
        await send({"type": "http.response.body", "body": opening, "more_body": not full})
        if full:  # never 503: a browser would give up for good; so it asks now and then instead
            return
        for id, listener in mine:
            self._join(id, listener)
        try:
            with self.counted():
                while (await receive())["type"] != "http.disconnect":
                    pass
        except asyncio.CancelledError:
            ended = [one for _id, one in mine if one.ended]
            if not ended:
                raise
            for listener in ended:
                if listener.task is not None:
                    listener.task.uncancel()
            with suppress(OSError):
                await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            for id, listener in mine:
                self._leave(id, listener)

    @contextmanager
    def counted(self) -> Iterator[None]:
        """Somebody listens, for as long as they stay."""
        self.listeners += 1
        try:
            yield
        finally:
            self.listeners -= 1

    def _join(self, section: int, listener: Listener) -> None:
        topic = self.topics.setdefault(section, Topic(listener.sent))
        topic.number = max(topic.number, self.numbers[section])
        topic.listeners.add(listener)
        if listener.sent < topic.number and topic.fanning is None:  # it moved while the first words were written
            topic.fanning = self._keep(self._fan(section, topic))

    def _leave(self, section: int, listener: Listener) -> None:
        topic = self.topics.get(section)
        if topic is None:
            return
        topic.listeners.discard(listener)
        if listener.slow is not None:
            listener.slow.cancel()
        if not topic.listeners:
            del self.topics[section]

    def end(self, listener: Listener) -> None:
        """End a stream from our side; its browser comes again after a while."""
        if not listener.ended and listener.task is not None:
            listener.ended = True
            listener.task.cancel()


CONNECTION_WORDS: Final = frozenset({"dbname", "user", "password", "host", "port", "sslmode", "sslrootcert", "sslcert",
                                     "sslkey", "options", "service", "passfile", "connect_timeout"})  # fmt: skip

READ: Final = (
    "SELECT s.id, e.slug, s.slug,"
    " (SELECT MAX(j.number) FROM desk_journalentry j WHERE j.section_id = s.id)"
    " FROM desk_section s JOIN desk_event e ON e.id = s.event_id"
)


def _read() -> tuple[list[tuple[int, str, str, int | None]], int]:
    """Every tournament with its number, and the highest id of all; a connection that has died is replaced once."""
    for again in (False, True):
        try:
            with connection.cursor() as cursor:
                cursor.execute(READ)
                rows = cursor.fetchall()
                cursor.execute("SELECT MAX(id) FROM desk_journalentry")
                return rows, cursor.fetchone()[0] or 0
        except DatabaseTrouble:
            connection.close()
            if again:
                raise
    raise AssertionError


def _is_public(section: int) -> bool:
    from arbitro.desk import store  # with every rule room: the first page does not wait for them

    return bool(store.state_of(section).settings.public)


def descriptors() -> int:
    """How many files and sockets this process may have open; the soft limit is raised to the hard one."""
    try:
        import resource
    except ImportError:  # Windows
        return 8192
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard == resource.RLIM_INFINITY:
        hard = max(soft, 65_536)
    if soft < hard:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
            soft = hard
    return soft


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def hub() -> Hub:
    """The hub of the running event loop, begun when first needed."""
    loop = asyncio.get_running_loop()
    known = _hubs.get(loop)
    if known is None:
        known = _hubs[loop] = Hub()
    return known


def close_hub() -> None:
    """End the streams of the running event loop: a server that stops does not wait for its listeners."""
    known = _hubs.pop(asyncio.get_running_loop(), None)
    if known is not None:
        known.close()
