"""Scripts, styles and pictures of the site: from memory, packed once, with addresses that change when they do.

`Numbered` writes `desk.css?v=…` into pages, so a browser may keep the file for ever and still has the new one after an
update; `StaticFiles` answers for them before Django, without a thread.
"""

from __future__ import annotations

import mimetypes
from functools import cache
from pathlib import Path
from typing import Final
from zlib import crc32

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import StaticFilesStorage

from arbitro.web.front import Answer, App, answer_of, deliver
from arbitro.web.live import Receive, Scope, Send
from arbitro.web.middleware import CONTENT_SECURITY_POLICY

BELOW: Final = f"/{settings.STATIC_URL.strip('/')}/"
FOR_EVER: Final = b"public, max-age=31536000, immutable"
FOR_AN_HOUR: Final = b"public, max-age=3600"


@cache
def all_files() -> dict[str, Path]:
    """Every static file of the installed applications by its address below `STATIC_URL`; the first found wins."""
    found: dict[str, Path] = {}
    for finder in finders.get_finders():
        for name, storage in finder.list(None):
            found.setdefault(Path(name).as_posix(), Path(storage.path(name)))
    return found


@cache
def version(name: str) -> str:
    """What a file holds, in a few letters; nothing for a file that is not there."""
    path = all_files().get(name)
    return f"{crc32(path.read_bytes()):x}" if path is not None else ""


class Numbered(StaticFilesStorage):
    """Addresses with the file's version."""

    def url(self, name: str | None) -> str:
        plain: str = super().url(name)
        number = version(name or "")
        return f"{plain}?v={number}" if number else plain


class StaticFiles:
    """Answers for static files before another ASGI application."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.kept: dict[tuple[str, bool], Answer] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] in ("GET", "HEAD") and scope["path"].startswith(BELOW):
            name = scope["path"].removeprefix(BELOW)
            if name in all_files():
                await deliver(self.answer(name, scope["query_string"]), scope, send)
                return
        await self.app(scope, receive, send)

    def answer(self, name: str, query: bytes) -> Answer:
        """The file's bytes; kept for ever by browsers that asked for this very version."""
        exact = query == f"v={version(name)}".encode() or name.endswith(".woff2")  # fonts get new names, not new bytes
        if (name, exact) not in self.kept:
            kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
            headers = [
                (b"content-type", f"{kind}; charset=utf-8".encode()),
                (b"cache-control", FOR_EVER if exact else FOR_AN_HOUR),
                (b"content-security-policy", CONTENT_SECURITY_POLICY.encode()),
                (b"x-content-type-options", b"nosniff"),
            ]
            self.kept[name, exact] = answer_of(0, 200, headers, all_files()[name].read_bytes())
        return self.kept[name, exact]
