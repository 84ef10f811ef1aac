"""The manual inside the program: every page opens it at its chapter (`?` or F1), without internet.

The pages are those of the folder `docs` (in an installed program: beside this package), Spanish ones from `docs/es` as
far as they exist. `CHAPTERS` says which chapter explains which page of the site.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

import markdown
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

import arbitro

HERE = Path(arbitro.__file__).parent
FOLDERS = (HERE / "docs", HERE.parents[1] / "docs")
START = "index"
DAY = "site-arbiter#the-day"
CHAPTERS = {  # by the name of a page; others open the start
    "desk": "site-arbiter", "desk-section": DAY, "desk-players": DAY, "desk-player": DAY, "desk-check-in": DAY,
    "desk-import": "files", "desk-lists": "desk#rating-lists", "desk-ratings": "desk#rating-lists",
    "desk-teams": "formats", "desk-standings": "standings", "desk-ties": "standings",
    "desk-pair": DAY, "desk-round": DAY, "desk-correct": "site-arbiter#nothing-is-lost-nothing-is-overwritten",
    "desk-norms": "titles", "desk-prizes": "prizes", "desk-incidents": "laws", "desk-officials": "officials",
    "desk-papers": "papers", "desk-journal": "desk#the-journal", "desk-settings": "desk#fide-mode",
    "desk-users": "site-arbiter#who-may-do-what", "desk-new": "tutorial", "desk-add": "tutorial",
    "home": "site", "section": "site#pages", "standings": "standings", "sums": "standings", "crosstable": "standings",
    "why": "dutch", "round": "site#pages", "player": "site#pages", "screen-pairings": "site#screens-for-the-hall",
    "screen-standings": "site#screens-for-the-hall", "exam": "laws", "api-docs": "site#api",
}  # fmt: skip


def folder() -> Path:
    return next((path for path in FOLDERS if path.is_dir()), FOLDERS[0])


def page_of(name: str, language: str) -> Path | None:
    """The file of a chapter, in the reader's language if it is there."""
    if not re.fullmatch(r"[a-z0-9-]+(/[a-z0-9-]+)?", name):
        return None
    pages = (folder() / language / f"{name}.md", folder() / f"{name}.md")
    return next((path for path in pages if path.is_file()), None)


@lru_cache(maxsize=256)
def _rendered(path: Path, changed: float) -> tuple[str, SafeString]:
    """The title and the body of a page; our own pages are trusted."""
    text = path.read_text(encoding="utf-8")
    made = markdown.markdown(text, extensions=["tables", "fenced_code", "toc", "sane_lists"])
    made = re.sub(r'href="(?:\.\./)?([a-z0-9-]+)\.md(#[^"]*)?"', lambda m: f'href="{_address(m[1])}{m[2] or ""}"', made)
    made = re.sub(r'src="(?:\.\./)?img/', f'src="{reverse("help-start")}img/', made)
    title = re.search(r"^# (.+)$", text, re.M)
    return (title[1] if title else path.stem), mark_safe(made)


def _address(name: str) -> str:
    return reverse("help", args=[name])


@require_safe
def start(request: HttpRequest) -> HttpResponse:
    """The chapter of the page that asks (`?for=desk-players`), or the first one."""
    name, _hash, part = CHAPTERS.get(request.GET.get("for", ""), START).partition("#")
    if page_of(name, get_language() or "en") is None:
        name, part = START, ""
    return redirect(_address(name) + (f"#{part}" if part else ""))


@require_safe
def chapter(request: HttpRequest, name: str) -> HttpResponse:
    path = page_of(name, get_language() or "en")
    if path is None:
        raise Http404
    title, body = _rendered(path, path.stat().st_mtime)
    known = [(page.stem, _rendered(page, page.stat().st_mtime)[0]) for page in sorted(folder().glob("*.md"))]
    context = {"title": title, "body": body, "chapters": known, "name": name}
    return render(request, "web/manual.html", context)


@require_safe
def picture(request: HttpRequest, path: str) -> FileResponse:
    """A picture of the manual."""
    file = folder() / "img" / path
    if not re.fullmatch(r"[\w-]+(/[\w-]+)?\.(png|svg|jpg)", path) or not file.is_file():
        raise Http404
    return FileResponse(file.open("rb"))
