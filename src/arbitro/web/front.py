"""A small front before Django for what everyone reads: public pages as bytes, kept until the journal moves on.

A visitor without a session who asks for a public page gets the bytes that were made for the last such visitor, as long
as the journal's number is the same; 304 where they have them already. Nothing is rendered twice, and no thread is used.
Everything else goes straight to Django: other methods, visitors with a session, pages that are not of a tournament.

    what a page depends on      host and scheme, address, language, theme, whole page or its changing parts
    when it is out of date      when the journal's number differs (`live` knows it at all times); overviews after 5 s
    what is never kept          the entry form: places and lists change without an entry of the journal
    what is kept                answers 200 that set no cookie; private tournaments answer 404 here, so never theirs

A page that takes long to make (standings of two thousand) is made once for all who ask. Meanwhile those who do not know
of the change get the page of a moment ago, at most `OLDEST` seconds old; those who were told of it by the stream send
the number in X-Journal and wait.
"""

from __future__ import annotations

import asyncio
import gc
import gzip
import re
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import lru_cache
from threading import Thread
from typing import Any, Final
from urllib.parse import parse_qs
from zlib import crc32

from django.conf import settings
from django.db import Error as DatabaseTrouble
from django.http import HttpRequest
from django.http.cookie import parse_cookie
from django.utils.translation import get_language_from_request

from arbitro.web import lasting, metrics, outbox
from arbitro.web.kept import Again
from arbitro.web.later import load_all
from arbitro.web.live import Message, Of, Receive, Scope, Send, close_hub, hub
from arbitro.web.making import Maker

App = Callable[[Any, Any, Any], Awaitable[None]]  # Django's handler names the messages in other words
Headers = list[tuple[bytes, bytes]]

PATIENCE: Final = 0.025  # seconds to wait for the new page before the old one is given
SOON: Final = 0.5  # seconds after the start
OLDEST: Final = 0.8  # seconds that a page may be out of date
OVERVIEW_FOR: Final = 5.0  # seconds: series, removed events and the day change what is on without an entry
MOST_BYTES: Final = 64 * 1024 * 1024
LARGEST_PAGE: Final = 8 * 1024 * 1024
WORTH_PACKING: Final = 700
AT_ONCE: Final = 8  # pages that are made at the same time: more would share threads, connections and processors

# What a 304 repeats: the browser has the other headers with the page, and every header costs a little of each answer.
SAID_AGAIN: Final = frozenset({b"etag", b"cache-control", b"vary", b"access-control-allow-origin"})

_STREAM = re.compile(r"/e/([-\w]+)/([-\w]+)/stream|/stream")
MOST_NAMES: Final = 64  # tournaments that one stream tells of
_LASTING = re.compile(r"/(?:e|api/tournaments)/[-\w]+/[-\w]+/.*\.ndjson")
_GROWING = r"(?:\.ndjson|round/\d+\.pgn|rounds/\d+/games.*)$"  # games in play: they change without an entry
_TOURNAMENT = re.compile(
    rf"/(?:e|screen)/([-\w]+)/([-\w]+)/(?!stream$|enter$|versus$|.*{_GROWING}).*"
    rf"|/api/tournaments/([-\w]+)/([-\w]+)(?:/(?!.*{_GROWING}).*)?"
)
_OVERVIEW = re.compile(r"/|/e/[-\w]+/|/e/[-\w]+/[-\w]+/versus|/api/tournaments")


@lru_cache(4096)
def journal_of(path: str) -> tuple[bool, Of]:
    """Whether a page is of the kind kept here, and which journal it follows."""
    found = _TOURNAMENT.fullmatch(path)
    if found:
        event, section = (found[1], found[2]) if found[1] else (found[3], found[4])
        return True, (event, section)
    return bool(_OVERVIEW.fullmatch(path)), None


@lru_cache(4096)
def preferences(cookie: bytes, accepted: bytes) -> tuple[bool, str, str]:
    """Is the visitor anonymous? In which language, with which theme? As Django would say it."""
    cookies = parse_cookie(cookie.decode("latin-1"))
    if settings.SESSION_COOKIE_NAME in cookies or "messages" in cookies:
        return False, "", ""
    theme = cookies.get("theme", "auto")
    asked = HttpRequest()
    asked.COOKIES = cookies
    asked.META = {"HTTP_ACCEPT_LANGUAGE": accepted.decode("latin-1")}
    asked.path_info = "/"
    return theme in ("auto", "light", "dark"), get_language_from_request(asked), theme


def listened_to(scope: Scope) -> list[tuple[str, str]]:
    """The tournaments whose stream is asked for: the one of the address, or all that `/stream?of=` names."""
    path = _STREAM.fullmatch(scope["path"])
    if path is None or scope["method"] != "GET":
        return []
    if path[1]:
        return [(path[1], path[2])]
    named = parse_qs(scope["query_string"].decode("latin-1")).get("of", [""])[0].split(",")
    return list(dict.fromkeys((event, section) for event, _, section in (one.partition("/") for one in named)))[
        :MOST_NAMES
    ]


@dataclass(frozen=True, slots=True)
class Visit:
    """A request, as far as the page depends on it."""

    of: Of
    key: tuple[object, ...]
    headers: Headers  # what Django is asked with
    told: int  # the journal number that the visitor knows of


def visit_of(scope: Scope) -> Visit | None:
    """The visit of an anonymous reader of a public page; None: let Django answer."""
    if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD"):
        return None
    known, of = journal_of(scope["path"])
    if not known:
        return None
    address = (scope.get("scheme"), scope.get("root_path", ""), scope["path"], scope["query_string"])
    return _visit(of, address, tuple(scope["headers"]))


@lru_cache(4096)  # a browser that asks again sends the same words
def _visit(of: Of, address: tuple[object, ...], said: tuple[tuple[bytes, bytes], ...]) -> Visit | None:
    sent = dict(said)
    cookie = b"; ".join(value for name, value in said if name == b"cookie")
    anonymous, language, theme = preferences(cookie, sent.get(b"accept-language", b""))
    if not anonymous or b"authorization" in sent or b"range" in sent:
        return None
    host, proto = sent.get(b"host", b""), sent.get(b"x-forwarded-proto", b"")
    headers = [(b"host", host), (b"accept-language", language.encode()), (b"cookie", f"theme={theme}".encode())]
    if proto:
        headers.append((b"x-forwarded-proto", proto))
    if b"hx-request" in sent:
        headers.append((b"hx-request", b"true"))
    told = sent.get(b"x-journal", b"")
    return Visit(
        of=of,
        key=(*address, *headers),
        headers=headers,
        told=int(told) if told.isdigit() and len(told) < 10 else 0,
    )


@dataclass(slots=True)
class Answer:
    """An answer of Django as bytes, for journal number `number` or a later one."""

    number: int
    status: int
    etag: bytes
    plain: tuple[Headers, bytes]
    packed: tuple[Headers, bytes]
    unchanged: Headers  # of a 304
    keep: bool
    again: Again | None = None
    late_since: float = field(default=0.0)  # when it was first seen to be out of date
    made: float = field(default_factory=time.monotonic)

    @property
    def size(self) -> int:
        return len(self.plain[1]) * (2 if self.again else 1) + len(self.packed[1]) + 1024


def answer_of(number: int, status: int, headers: Headers, body: bytes, again: Again | None = None) -> Answer:
    """Pack and label what Django said."""
    given = {name.lower(): value for name, value in headers}
    keep = status == 200 and b"set-cookie" not in given and len(body) <= LARGEST_PAGE
    etag = given.get(b"etag") or b'W/"%x-%x"' % (len(body), crc32(body))
    kept = [(n.lower(), v) for n, v in headers if n.lower() not in (b"etag", b"content-length", b"vary", b"date")]
    varies = {part.strip() for part in given.get(b"vary", b"").split(b",") if part.strip()} | {b"Accept-Encoding"}
    if keep:
        kept += [(b"etag", etag)]
        if b"cache-control" not in given:
            kept += [(b"cache-control", b"no-cache")]
    kept += [(b"vary", b", ".join(sorted(varies)))]
    plain = ([*kept, (b"content-length", str(len(body)).encode())], body)
    packed = plain
    if len(body) >= WORTH_PACKING and b"content-encoding" not in given:
        small = gzip.compress(body, 3, mtime=0)
        packed = ([*kept, (b"content-encoding", b"gzip"), (b"content-length", str(len(small)).encode())], small)
    unchanged = [(n, v) for n, v in kept if n in SAID_AGAIN]
    return Answer(number, status, etag, plain, packed, unchanged, keep, again if keep else None)


def remade(old: Answer, number: int, body: bytes) -> Answer:
    """The answer with another body; whoever has the same body is told so."""
    if body == old.plain[1]:
        return replace(old, number=number, late_since=0.0)
    headers = [(n, v) for n, v in old.plain[0] if n not in (b"etag", b"content-length")]
    return answer_of(number, old.status, headers, body, old.again)


async def deliver(answer: Answer, scope: Scope, send: Send) -> int:
    """Send an answer as this visitor takes it: 304 for one who has it, packed for one who unpacks. Says the status."""
    asked = dict(scope["headers"])
    has = asked.get(b"if-none-match", b"")
    if answer.keep and has and answer.etag in has:
        status, headers, body = 304, answer.unchanged, b""
    else:
        status = answer.status
        headers, body = answer.packed if b"gzip" in asked.get(b"accept-encoding", b"") else answer.plain
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})
    return status


async def ask(app: App, scope: Scope, headers: Headers) -> tuple[int, Headers, bytes]:
    """Ask Django for a page by ourselves: its status, headers and body."""
    status, answered, parts = 500, list[tuple[bytes, bytes]](), list[bytes]()
    asked = False

    async def receive() -> Message:
        nonlocal asked
        if asked:
            await asyncio.Event().wait()  # the visitors stay; Django ends this when it has answered
        asked = True
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        nonlocal status, answered
        if message["type"] == "http.response.start":
            status, answered = message["status"], list(message["headers"])
        elif message["type"] == "http.response.body":
            parts.append(message.get("body", b""))

    await app({**scope, "method": "GET", "headers": headers}, receive, send)
    return status, answered, b"".join(parts)


def load_the_rest() -> None:
    """After the first page: what other pages need, and the letters to the world outside. None of what is loaded is ever
    garbage, so that thousands of listeners are not held up by looking at it."""
    load_all()
    outbox.start()
    gc.collect()
    gc.freeze()
    gc.enable()


async def lifespan(receive: Receive, send: Send) -> None:
    """Begin to watch the journals when the server starts; let the listeners go when it stops."""
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            hub()
            await send({"type": "lifespan.startup.complete"})
            asyncio.get_running_loop().call_later(SOON, Thread(target=load_the_rest, daemon=True).start)
        else:
            close_hub()
            await send({"type": "lifespan.shutdown.complete"})
            return


class Front:
    """Keeps public pages as bytes before another ASGI application."""

    def __init__(self, app: App, maker: Maker) -> None:
        self.app = app
        self.maker = maker
        self.kept: OrderedDict[tuple[object, ...], Answer] = OrderedDict()
        self.bytes = 0
        self.making: dict[tuple[object, ...], asyncio.Task[Answer]] = {}
        self.threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="page")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await lifespan(receive, send)
            return
        if (listened := listened_to(scope)) and await self.stream(listened, scope, receive, send):
            return
        if scope["method"] == "GET" and _LASTING.fullmatch(scope["path"]):
            await self.lasting(scope, receive, send)
            return
        began = time.perf_counter()
        with metrics.working:
            answer = await self.respond(scope)
            if answer is None:
                await self.app(scope, receive, metrics.counting(send, began))
            else:
                metrics.note(await deliver(answer, scope, send), time.perf_counter() - began)

    async def respond(self, scope: Scope) -> Answer | None:
        """The answer where it is known here; None: Django must say."""
        if scope["path"].startswith(("/health", "/metrics")) and (answer := await metrics.page(scope)) is not None:
            return answer
        visit = visit_of(scope)
        return await self.answer(visit, scope) if visit is not None else None

    async def stream(self, listened: Sequence[tuple[str, str]], scope: Scope, receive: Receive, send: Send) -> bool:
        """Answer a stream here; not (False) where Django must say that there is none, or for whom."""
        told = []
        named = scope["path"] == "/stream"
        try:
            for of in listened:
                if await hub().number(of) is None:
                    continue
                private = not await hub().is_public(hub().names[of])
                if private:
                    asked = {**scope, "path": f"/e/{of[0]}/{of[1]}/stream", "query_string": b""}
                    status, _headers, _body = await ask(self.app, asked, list(scope["headers"]))
                    if status != 204:
                        continue
                told.append((*of, private))
        except DatabaseTrouble:
            return False
        if not told:
            return False
        metrics.note(200, 0.0)  # thousands of streams have no wrapper each
        await hub().stream(told, named, receive, send)
        return True

    async def lasting(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Lines as they come: Django says which, they are told without it."""
        loop, began = asyncio.get_running_loop(), time.perf_counter()
        with metrics.working:
            response = await loop.run_in_executor(self.threads, self.maker.lasting, dict(scope))
        metrics.note(response.status_code, time.perf_counter() - began)
        await lasting.tell(response, receive, send)

    async def answer(self, visit: Visit, scope: Scope) -> Answer | None:
        """The page as it is now, or as it was a moment ago while the new one is being made."""
        try:
            number = await hub().number(visit.of, visit.told)
        except DatabaseTrouble:
            return None
        if number is None:
            return None
        while True:
            kept = self.kept.get(visit.key)
            if kept is not None and kept.number == number and not self.is_past(kept, visit):
                self.kept.move_to_end(visit.key)
                return kept
            making = self.making.get(visit.key)
            if making is None:
                making = asyncio.create_task(self.make(visit, scope, number))
                self.making[visit.key] = making
                making.add_done_callback(lambda task: self.made(visit.key, task))
            if kept is not None and self.may_be_old(kept, visit):
                done, _waiting = await asyncio.wait({making}, timeout=PATIENCE)
                if not done:
                    return kept
            made = await asyncio.shield(making)
            if made.number >= min(number, visit.told or number) or not made.keep:
                return made

    @staticmethod
    def is_past(kept: Answer, visit: Visit) -> bool:
        """Is an overview to be looked at again, though no journal has moved?"""
        return visit.of is None and time.monotonic() - kept.made > OVERVIEW_FOR

    @staticmethod
    def may_be_old(kept: Answer, visit: Visit) -> bool:
        now = time.monotonic()
        kept.late_since = kept.late_since or now
        return visit.told <= kept.number and now - kept.late_since < OLDEST

    async def make(self, visit: Visit, scope: Scope, number: int) -> Answer:
        """Ask Django, as a visitor with nothing but a language and a theme."""
        section = hub().names.get(visit.of) if visit.of else None
        asked = {**scope, "method": "GET", "headers": visit.headers}
        loop = asyncio.get_running_loop()
        before = self.kept.get(visit.key)

        def make() -> Answer:
            if before is not None and before.again is not None and section is not None:
                body = self.maker.again(before.again, section, number)
                if body is not None:
                    return remade(before, number, body)
            return answer_of(number, *self.maker(asked, section, number))

        answer = await loop.run_in_executor(self.threads, make)
        self.drop(visit.key)
        if answer.keep:
            self.kept[visit.key] = answer
            self.bytes += answer.size
            while self.bytes > MOST_BYTES:
                self.drop(next(iter(self.kept)))
        return answer

    def made(self, key: tuple[object, ...], task: asyncio.Task[Answer]) -> None:
        self.making.pop(key, None)
        if not task.cancelled():
            task.exception()  # those who waited have it; nobody may have

    def drop(self, key: tuple[object, ...]) -> None:
        old = self.kept.pop(key, None)
        if old is not None:
            self.bytes -= old.size
