"""The manual inside the program: every page opens it at its chapter (`?` or F1), without internet.

The pages are those of the folder `docs` (in an installed program: beside this package), Spanish ones from `docs/es`.
The list of the chapters is that of the page `index`. `CHAPTERS` says which chapter explains which page of the site.
"""

from __future__ import annotations

import html
import posixpath
import re
import unicodedata
from functools import lru_cache
from pathlib import Path
from typing import Any

import markdown
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

import arbitro
from arbitro.i18n import LANGUAGES

HERE = Path(arbitro.__file__).parent
FOLDERS = (HERE / "docs", HERE.parents[1] / "docs")
START = "index"
PICTURES = {".png": "image/png", ".webp": "image/webp", ".svg": "image/svg+xml"}
PAGE = r"[a-z0-9-]+(/[a-z0-9-]+)?"
CHAPTERS = {  # by the name of a page, `#4`: the fourth part of the chapter; others open the start
    "desk": "start/first-event", "desk-new": "tournament/settings", "desk-add": "tournament/settings",
    "desk-bring-in": "safe/backup#3", "desk-section": "start/first-event", "desk-players": "tournament/players",
    "desk-player": "tournament/changes", "desk-import": "tournament/players#2", "desk-check-in": "start/first-event#5",
    "desk-links": "tournament/links",
    "desk-lists": "tournament/players#4", "desk-ratings": "tournament/players#4", "desk-apart": "tournament/players#5",
    "desk-teams": "tournament/players#6", "desk-stages": "tournament/settings#5", "desk-pair": "arbiter/pair",
    "desk-round": "tournament/results", "desk-change": "arbiter/pair", "desk-correct": "arbiter/corrections",
    "desk-standings": "tournament/settings#3", "desk-ties": "tournament/settings#3",
    "desk-sums": "tournament/settings#3", "desk-crosstable": "standings",
    "desk-games": "tournament/games", "desk-scoresheet": "tournament/games", "desk-games-check": "tournament/games#5",
    "desk-offline": "tournament/results#2",
    "desk-norms": "arbiter/norms", "desk-prizes": "tournament/prizes",
    "desk-hall": "arbiter/incidents", "desk-hall-now": "arbiter/incidents", "desk-table": "arbiter/incidents",
    "desk-hall-board": "arbiter/incidents", "desk-hall-absent": "arbiter/absences",
    "desk-hall-clocks": "arbiter/clocks",
    "desk-hall-fair-play": "arbiter/fair-play", "desk-appeals": "arbiter/appeals",
    "desk-chess960": "tournament/settings#6",
    "desk-incidents": "arbiter/incidents", "desk-officials": "arbiter/before", "desk-papers": "tournament/print",
    "desk-everything": "tournament/print", "desk-website": "safe/publish", "desk-hall-procedure": "arbiter/incidents",
    "desk-screens": "tournament/screens#2", "desk-shadow": "from/shadow", "desk-hall-games": "arbiter/fair-play",
    "desk-journal": "arbiter/corrections", "desk-settings": "tournament/settings", "desk-users": "safe/accounts#2",
    "desk-series": "tournament/prizes#3", "desk-entries": "tournament/players#3",
    "desk-tokens": "programmer/http", "desk-webhooks": "programmer/http", "desk-paper": "tournament/print",
    "desk-remove": "safe/trial", "account": "safe/accounts#3", "login": "safe/accounts#4",
    "account-new": "start/first-event#2", "invitation": "safe/accounts", "new-password": "safe/accounts#4",
    "home": "start/what", "section": "tournament/screens", "standings": "tournament/settings#3",
    "sums": "tournament/settings#3", "crosstable": "standings", "why": "arbiter/pair", "round": "tournament/screens",
    "player": "tournament/links#4", "screen-pairings": "tournament/screens#2",
    "screen-standings": "tournament/screens#2", "exam": "laws", "laws": "laws", "article": "laws",
    "api-docs": "programmer/http",
}  # fmt: skip


def folder() -> Path:
    return next((path for path in FOLDERS if path.is_dir()), FOLDERS[0])


def page_of(name: str, language: str) -> Path | None:
    """The file of a chapter, in the reader's language."""
    path = folder() / ("" if language == "en" else language) / f"{name}.md"
    return path if re.fullmatch(PAGE, name) and path.is_file() else None


def rendered(path: Path) -> tuple[str, SafeString]:
    """The title and the body of a page; our own pages are trusted."""
    return _rendered(path, path.stat().st_mtime)


@lru_cache(maxsize=256)
def _rendered(path: Path, changed: float) -> tuple[str, SafeString]:
    text = path.read_text(encoding="utf-8")
    here = path.relative_to(folder()).with_suffix("").parts
    language, here = (here[0], here[1:]) if here[0] in LANGUAGES else ("en", here)
    made = markdown.markdown(text, extensions=["tables", "fenced_code", "toc", "sane_lists"])
    base = "/".join(here[:-1])

    def link(found: re.Match[str]) -> str:
        return f'href="{_address(posixpath.normpath(posixpath.join(base, found[1])))}{found[2] or ""}"'

    made = re.sub(r'href="([\w./-]+)\.md(#[^"]*)?"', link, made)
    pictures = reverse("help-picture", args=[f"{language}/"])
    made = re.sub(r'src="(?:\.\./)?img/', f'loading="lazy" src="{pictures}', made)
    made = made.replace("<table>", '<div class="manual-table"><table>').replace("</table>", "</table></div>")
    title = re.search(r"^# (.+)$", text, re.M)
    return (title[1] if title else path.stem), mark_safe(made)


def _address(name: str) -> str:
    return reverse("help", args=[name])


@require_safe
def start(request: HttpRequest) -> HttpResponse:
    """The chapter of the page that asks (`?for=desk-players`), or the first one."""
    return redirect(place(CHAPTERS.get(request.GET.get("for", ""), START), get_language() or "en"))


def place(chapter: str, language: str) -> str:
    """The address of a chapter, or of its part by number: the names of the parts differ by language."""
    name, _hash, part = chapter.partition("#")
    path = page_of(name, language)
    names = re.findall(r'<h2 id="([^"]+)"', rendered(path)[1]) if path and part else []
    return _address(name) + (f"#{names[int(part) - 1]}" if names else "")


@require_safe
def chapter(request: HttpRequest, name: str) -> HttpResponse:
    path = page_of(name, get_language() or "en")
    if path is None:
        raise Http404
    title, body = rendered(path)
    return _page(request, {"title": title, "body": body, "name": name})


@require_safe
def search(request: HttpRequest) -> HttpResponse:
    """The pages that have all the words, those with them in the title first."""
    asked = request.GET.get("q", "")[:100]
    words = bare(asked).split()
    pages_found = []
    for name, path in pages(get_language() or "en").items() if words else ():
        text = path.read_text(encoding="utf-8")
        if name != START and all(word in bare(text) for word in words):
            line = next((line for line in text.splitlines()[1:] if words[0] in bare(line)), "")
            title = rendered(path)[0]
            rank = not all(word in bare(title) for word in words)
            pages_found.append((rank, title, _address(name), _words(line)))
    return _page(request, {"title": asked, "asked": asked, "found": sorted(pages_found)})


def _words(line: str) -> str:
    """A line of a page without the marks of its source."""
    return html.unescape(re.sub(r"[*`|\[\]]|(?<!&)#|</?code>|\([^)]*\)", " ", line))


def _page(request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
    path = page_of(START, get_language() or "en")
    contents = rendered(path)[1] if path else ""
    return render(
        request, "web/manual.html", context | {"contents": contents.partition("<ul>")[2].partition("</ul>")[0]}
    )


def pages(language: str) -> dict[str, Path]:
    """Every chapter by its name, in the reader's language."""
    top = folder() / ("" if language == "en" else language)
    found = {path.relative_to(top).with_suffix("").as_posix(): path for path in sorted(top.rglob("*.md"))}
    return {name: path for name, path in found.items() if re.fullmatch(PAGE, name) and not name.startswith("es/")}


def bare(text: str) -> str:
    """Small letters without accents, so that `clasificacion` finds its page."""
    return "".join(c for c in unicodedata.normalize("NFD", text.casefold()) if not unicodedata.combining(c))


@require_safe
def picture(request: HttpRequest, path: str) -> HttpResponse:
    """A picture of the manual, `en/players.webp` or `es/players.webp`."""
    language, _slash, name = path.partition("/")
    file = folder() / ("" if language == "en" else language) / "img" / name
    if not re.fullmatch(r"(en|es)/[\w-]+(/[\w-]+)?\.(png|webp|svg)", path) or not file.is_file():
        raise Http404
    return HttpResponse(file.read_bytes(), content_type=PICTURES[file.suffix])
