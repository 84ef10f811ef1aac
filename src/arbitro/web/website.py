"""The public pages of a tournament as files that need no server: for any web space, or to keep.

Each page is asked for as a visitor would ask, from the first one along its links, and written with links between files.
What needs a server is left out: forms, the live stream, the reasons of single pairings; a link to it is plain text.
Games are replayed as on the site. Icons are drawn in each page: browsers take no part of another file from a folder.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from io import BytesIO
from pathlib import PurePosixPath
from typing import NamedTuple
from urllib.parse import parse_qsl, urljoin, urlsplit

from django.core.handlers.wsgi import WSGIHandler
from django.urls import Resolver404, resolve

from arbitro.errors import ArbitroError
from arbitro.i18n import gettext_for
from arbitro.web.public.pages import ALONE
from arbitro.web.static_files import BELOW, all_files

_ = gettext_for("cli")

PAGES = frozenset(
    {"section", "players", "round", "boards", "game", "games", "standings", "sums", "crosstable", "player", "teams",
     "team", "statistics"}
)  # fmt: skip
FILES = frozenset({"game-pgn", "round-pgn", "player-pgn", "pgn", "trf", "calendar"})
SORTED = frozenset({"standings", "players", "round"})  # pages of which several are written
QUERIES = frozenset({"after", "by", "group"})
MOST = 20_000  # pages
_LINK = re.compile(r'(?P<name> (?:href|src)=)"(?P<address>(?!#|[a-z]+:)[^"]+)"')
_DROPPED = re.compile(
    r"""<(form|button)\b.*?</\1>|</?noscript>|<script\ src="[^"]*/(?:public|web)/[^>]*></script>
    |\ hx-[a-z-]+(?:="[^"]*"|='[^']*')?""",
    re.S | re.X,
)  # what needs a server
_NOWHERE = re.compile(r"<a\b((?:(?! href=)[^>])*)>(.*?)</a>", re.S)  # a link that lost its page
_ICON = re.compile(rf'<use href="{re.escape(BELOW)}web/icons\.svg[^"#]*#([\w-]+)"')
_USED = re.compile(r'<use href="#([\w-]+)"')
_ONLY_ICON = re.compile(r'<svg class="i"[^>]*><use[^>]*></svg>')
_DRAWN = re.compile(r'<symbol id="([\w-]+)".*?</symbol>', re.S)
_PUT_IN = {"i-play": ("i-play", "i-pause")}  # by the viewer, while a game is played through
_URL = re.compile(r"url\([\"']?([^\"')]+)[\"']?\)")


def website(
    base: str, language: str, tell: Callable[[int, int], None] = lambda done, all: None
) -> Iterator[tuple[str, bytes]]:
    """The files of the tournament whose public pages stand below an address, `index.html` first."""
    waiting, named = [base], {base: "index.html"}
    static: dict[str, None] = {}
    for done, address in enumerate(waiting, 1):
        here, status, kind, content = _asked(address, language)
        if status != 200:
            if address == base:
                raise ArbitroError(_("This tournament is not public: its settings say so (public)."))
            content, kind = b"", "text/html"
        if kind.startswith("text/html"):
            text = _DROPPED.sub("", content.decode())
            links = _Links(base, here, named, waiting, static)
            text = _LINK.sub(links.written, _ICON.sub(r'<use href="#\1"', text))
            content = _with_icons(_NOWHERE.sub(_without_link, text)).encode()
        tell(done, len(waiting))
        yield named[address], content
    for name in _with_parts(static):
        yield f"static/{name}", all_files()[name].read_bytes()


@cache
def _site() -> WSGIHandler:
    return WSGIHandler()


def _asked(address: str, language: str) -> tuple[str, int, str, bytes]:
    """What the site answers to a visitor without an account: from which address, status, kind, content."""
    parts = urlsplit(address)
    said: dict[str, str] = {}

    def start(status: str, headers: list[tuple[str, str]], _error: object = None, /) -> Callable[[bytes], object]:
        said.update({name.lower(): value for name, value in headers}, status=status)
        return lambda data: None  # the old way of writing; nobody uses it

    answer = _site()(
        {
            "REQUEST_METHOD": "GET", "PATH_INFO": parts.path.encode().decode("latin-1"), "QUERY_STRING": parts.query,
            "SERVER_NAME": "localhost", "SERVER_PORT": "80", "SERVER_PROTOCOL": "HTTP/1.1", "HTTP_HOST": "localhost",
            "HTTP_ACCEPT_LANGUAGE": language, "wsgi.url_scheme": "http", "wsgi.input": BytesIO(),
            "wsgi.errors": BytesIO(), ALONE: True,
        },
        start,
    )  # fmt: skip
    try:
        content = b"".join(answer)
    finally:
        answer.close()
    status = int(said["status"][:3])
    if status in (301, 302) and said.get("location", "").startswith("/"):
        return _asked(said["location"], language)
    return address, status, said.get("content-type", ""), content


class _Links(NamedTuple):
    """The links of one page: which files the others have, and which are still to be asked for."""

    base: str
    here: str
    named: dict[str, str]
    waiting: list[str]
    static: dict[str, None]

    def written(self, link: re.Match[str]) -> str:
        """A link to another file; none where that is not written."""
        address, _hash, part = link["address"].replace("&amp;", "&").partition("#")
        fragment = f"#{part}" if part else ""
        if address.startswith(BELOW):
            name = address.removeprefix(BELOW).partition("?")[0]
            self.static[name] = None
            return f'{link["name"]}"static/{name}{fragment}"'
        address = urljoin(self.here, address)
        if address not in self.named:
            name = _name(address, self.base)
            if name is None or len(self.named) >= MOST:
                return ""
            self.named[address] = name
            self.waiting.append(address)
        return f'{link["name"]}"{self.named[address]}{fragment}"'


def _without_link(link: re.Match[str]) -> str:
    """What is left of a link that leads nowhere: its words; nothing of a button or an icon."""
    if "data-go=" in link[1]:  # the viewer's own
        return link[0].replace("<a", '<a href="#main"', 1)
    return "" if 'class="button' in link[1] or _ONLY_ICON.fullmatch(link[2].strip()) else link[2]


def _with_icons(page: str) -> str:
    """The page with the icons that it uses drawn at its beginning."""
    used = dict.fromkeys(_USED.findall(page))
    wanted = [name for one in used for name in _PUT_IN.get(one, (one,)) if name in _icons()]
    if not wanted:
        return page
    drawn = "".join(_icons()[name] for name in dict.fromkeys(wanted))
    sprite = f'<svg class="vh" width="0" height="0" aria-hidden="true">{drawn}</svg>'
    return re.sub(r"<body\b[^>]*>", lambda body: body[0] + sprite, page, count=1)


@cache
def _icons() -> dict[str, str]:
    """Each icon of the sprite by its name."""
    text = all_files()["web/icons.svg"].read_text(encoding="utf-8")
    return {one[1]: one[0] for one in _DRAWN.finditer(text)}


def _name(address: str, base: str) -> str | None:
    """The file of a page: `round/3` is `round-3.html`, `standings?after=2` is `standings-after-2.html`."""
    parts = urlsplit(address)
    if not parts.path.startswith(base):
        return None
    try:
        kind = resolve(parts.path).url_name
    except Resolver404:
        return None
    asked = [(name, value) for name, value in parse_qsl(parts.query) if value]
    queries = QUERIES if kind in SORTED else frozenset()
    if kind not in PAGES | FILES or any(name not in queries for name, _value in asked):
        return None
    words = [*parts.path.removeprefix(base).split("/"), *(word for pair in asked for word in pair)]
    name = re.sub(r"[^\w.]+", "-", "-".join(words)).strip("-") or "index"
    return name if kind in FILES else f"{name}.html"


def _with_parts(static: dict[str, None]) -> list[str]:
    """The static files that pages name, and what their styles name."""
    known = all_files()
    wanted = [name for name in static if name in known and not name.endswith(".json")]
    for name in wanted:
        if name.endswith(".css"):
            folder = PurePosixPath(name).parent
            for target in _URL.findall(known[name].read_text(encoding="utf-8")):
                part = str(folder / target.partition("?")[0].partition("#")[0])
                if part in known and part not in wanted:
                    wanted.append(part)
    return wanted
