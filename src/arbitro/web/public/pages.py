"""Public pages: found by slug, answered by journal number.

Every page carries an ETag made of the journal number and the language; a page that has not changed is answered with
304 before anything is rendered.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache, wraps
from typing import Any, TypeVar

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import get_object_or_404, render
from django.urls import get_script_prefix, reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language

from arbitro import __version__
from arbitro.desk import store
from arbitro.desk.accounts import role_of
from arbitro.desk.models import Section, Token
from arbitro.desk.state import State
from arbitro.model import Tournament
from arbitro.web.figures import figures_of
from arbitro.web.kept import Kept

ALONE = "arbitro.alone"  # in the environment of a request: the page will stand without a server
LINES = 200  # of a long table before "show all"
LINKS, MOST_LINKS = "links", 20  # personal links that a browser has opened, kept in its session
T = TypeVar("T")


class Page:
    """A public page of one tournament, for the length of a request."""

    def __init__(self, request: HttpRequest, section: Section) -> None:
        self.request = request
        self.section = section
        self.event = section.event
        self.figures = figures_of(section.pk)
        self.state: State = self.figures.state
        self.tournament: Tournament = self.figures.tournament

    @property
    def number(self) -> int:
        return self.state.number

    @cached_property
    def base(self) -> str:
        """The address of the tournament; its pages are below it. The arbiter's pages set their own."""
        return _address(get_script_prefix(), self.event.slug, self.section.slug)

    @property
    def beside(self) -> list[Section]:
        """The tournaments of the event that everybody may see."""
        return [s for s in self.event.sections.all() if store.state_of(s.pk).settings.public]

    @property
    def partial(self) -> bool:
        """Does htmx ask for the changing parts of the page only?"""
        return "HX-Request" in self.request.headers

    @property
    def alone(self) -> bool:
        """Is the page written to a file, to stand without a server?"""
        return ALONE in self.request.META

    def whole_number(self, name: str, highest: int) -> int | None:
        """A number of the query, from 0 to a highest; None where it is not given."""
        text = self.request.GET.get(name, "")
        if not text:
            return None
        if not (text.isascii() and text.isdigit() and len(text) < 9 and int(text) <= highest):
            raise Http404
        return int(text)

    def first_lines(self, listed: Sequence[T]) -> Sequence[T]:
        """A long table's first lines; all of them where the visitor asks for them."""
        return listed if self.alone or "all" in self.request.GET else listed[:LINES]

    def render(self, template: str, context: Mapping[str, Any] | None = None) -> HttpResponse:
        base = {
            "base": self.base,
            "rounds": self.figures.rounds(),
            "event": self.event,
            "section": self.section,
            "state": self.state,
            "settings": self.state.settings,
            "tournament": self.tournament,
            "number": self.number,
            "sections": self.beside,
            "layout": "web/alone.html" if self.alone else "web/part.html" if self.partial else "web/base.html",
            "alone": self.alone,
        }
        whole: dict[str, Any] = base | dict(context or {})
        if not self.request.user.is_authenticated:
            tab = whole.get("tab", "")
            whole["kept_tabs"] = self.tabs(tab, whole["round"].number if tab == "round" else 0)
        return render(self.request, template, whole)

    def tabs(self, tab: str, of_round: int = 0) -> Kept:
        """What the row of tabs depends on, for a visitor without an account."""
        beside = [(s.slug, s.name) for s in self.beside]
        key = ("tabs", self.section.pk, get_language(), tab, of_round)
        state = self.state
        made_of = (beside, self.figures.rounds(), bool(self.tournament.teams), bool(state.games), state.settings.system)
        return Kept(key, made_of)


@lru_cache(1024)
def _address(_prefix: str, event: str, section: str) -> str:
    return reverse("section", args=[event, section])


_named: dict[tuple[str, str], tuple[float, int, Section]] = {}  # what was found a moment ago, at which number


def by_name(event: str, section: str) -> Section:
    """A tournament with its event and the tournaments beside it, by their slugs."""
    at, number, found = _named.get((event, section), (0.0, 0, None))
    if found is None or time.monotonic() - at > store.FRESH or store.told(found.pk) != number:
        sections = Section.objects.select_related("event").prefetch_related("event__sections")
        found = get_object_or_404(sections, event__slug=event, slug=section)
        told = store.told(found.pk)
        if told is not None:
            if len(_named) > 1000:
                _named.clear()
            _named[event, section] = (time.monotonic(), told, found)
    return found


def find(request: HttpRequest, event: str, section: str) -> Section:
    """A tournament that this visitor may see."""
    found = by_name(event, section)
    if not may_see(request, found, store.state_of(found.pk)):
        raise Http404
    return found


def may_see(request: HttpRequest, section: Section, state: State) -> bool:
    """A public tournament, or one in whose event the visitor has a role, or plays by a personal link."""
    return state.settings.public or role_of(request.user, section.event) is not None or _holds_link(request, section)


def remember_link(request: HttpRequest, link: Token) -> None:
    """A browser that has opened a personal link of a private tournament may read it: its pages, its stream."""
    assert link.section is not None
    held = request.session.get(LINKS, [])
    if link.pk not in held and not store.state_of(link.section.pk).settings.public:
        request.session[LINKS] = [*held, link.pk][-MOST_LINKS:]


def _holds_link(request: HttpRequest, section: Section) -> bool:
    """Has this browser opened a personal link of the tournament that still works?"""
    held: list[int] = request.session.get(LINKS, []) if settings.SESSION_COOKIE_NAME in request.COOKIES else []
    return bool(held) and section.links.filter(pk__in=held, revoked=None).exists()


def etag_of(request: HttpRequest, section: Section) -> str:
    """What identifies a page's content: program, tournament, number, language, theme, who is logged in."""
    language = get_language() or "es"
    theme = request.COOKIES.get("theme", "auto")
    user = request.session.get("_auth_user_id", "") if request.COOKIES.get("sessionid") else ""
    part = "part" if "HX-Request" in request.headers else ""
    return f'W/"{__version__}-{section.pk}-{store.last_number(section.pk)}-{language}-{theme}-{user}-{part}"'


def page(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A public page: found, allowed, and not rendered again if the visitor has it."""

    @wraps(view)
    def wrapped(request: HttpRequest, event: str, section: str, **kwargs: Any) -> HttpResponse:
        found = find(request, event, section)
        etag = etag_of(request, found)
        if request.headers.get("If-None-Match") == etag and request.method in ("GET", "HEAD"):
            response: HttpResponse = HttpResponseNotModified()
        else:
            response = view(Page(request, found), **kwargs)
        response["ETag"] = etag
        response["Cache-Control"] = "no-cache"
        patch_vary_headers(response, ["HX-Request", "Cookie", "Accept-Language"])
        return response

    return wrapped
