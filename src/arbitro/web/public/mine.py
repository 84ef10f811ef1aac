"""A player's own page, reached by the personal link: where to play, and what a player may do without an account.

Every act is an entry of that person in the journal (`desk.own`). The address is a secret: the page is kept by no cache,
names itself in no referrer, and too many tries at wrong ones are refused.
"""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from arbitro.desk import own, store
from arbitro.desk.applications import admission_of
from arbitro.desk.commands.reports import said
from arbitro.desk.entry import Entry
from arbitro.desk.links import Kind, find_link
from arbitro.desk.models import Application, Token
from arbitro.desk.state import Entrant, State
from arbitro.desk.words import describe
from arbitro.errors import ArbitroError, Refused
from arbitro.model import System
from arbitro.web.addresses import address_of, public_uri
from arbitro.web.middleware import status_of
from arbitro.web.models import spend
from arbitro.web.public.follow import as_app
from arbitro.web.public.pages import Page, remember_link
from arbitro.web.public.views import card

WRONG = {"tries": 30, "seconds": 900}  # secrets that nobody has, from one address
ACTS = {"tries": 30, "seconds": 600}  # of one player
LONGEST_GAME = 20_000  # letters


def link_or_404(request: HttpRequest, secret: str, kind: Kind) -> Token:
    """Whose link it is; guessing is limited."""
    found = find_link(secret, kind)
    if found is None:
        spend(f"link:{address_of(request)}", **WRONG)
        raise Http404
    remember_link(request, found)
    return found


@require_http_methods(["GET", "HEAD", "POST"])
def mine(request: HttpRequest, secret: str) -> HttpResponse:
    """The player's page; a POST is one of the acts."""
    link = link_or_404(request, secret, Kind.PLAYER)
    section = link.section
    assert section is not None
    if link.holder is None:
        return _applied(request, link)
    note, status = "", 200
    if request.method == "POST":
        try:
            spend(f"acts:{link.pk}", **ACTS)
            entry = act(request, section.pk, link.holder)
            messages.success(request, _("Done: {what}").format(what=describe(entry, store.state_of(section.pk))))
            return redirect(request.path)
        except ArbitroError as refused:
            note, status = str(refused), status_of(refused)
    page = Page(request, section)
    me = store.state_of(section.pk).entrants[link.holder]
    context = {
        "note": note,
        "moves": request.POST.get("moves", "")[:LONGEST_GAME],  # of a game that was refused: to be mended, not retyped
        "moves_of": _round(request.POST),
        "applied": Application.objects.filter(link=link).first(),
        "currency": admission_of(page.state).currency,
    }
    response = page.render("public/mine.html", context | _context(page, me))
    response.status_code = status
    return secret_page(response)


def secret_page(response: HttpResponse) -> HttpResponse:
    """A page whose address is a key: in no cache, in no search."""
    add_never_cache_headers(response)
    response["X-Robots-Tag"] = "noindex"
    return response


def _applied(request: HttpRequest, link: Token) -> HttpResponse:
    """Where an entry by the form stands, before the organiser has confirmed it."""
    assert link.section is not None
    applied = Application.objects.filter(link=link).first()
    if applied is None:
        raise Http404
    page = Page(request, link.section)
    waiting = link.section.applications.filter(status="waiting", at__lte=applied.at).count()
    context = {
        "name": link.name,
        "applied": applied,
        "place": waiting,
        "currency": admission_of(page.state).currency,
        "address": public_uri(request, request.path),
        "tab": "mine",
    }
    return secret_page(page.render("public/applied.html", context))


@require_safe
def app(request: HttpRequest, secret: str) -> HttpResponse:
    """The player's own page as an application of the phone."""
    link = link_or_404(request, secret, Kind.PLAYER)
    assert link.section is not None
    response = as_app(link.name, store.state_of(link.section.pk).settings.name, reverse("mine", args=[secret]))
    return secret_page(response)


def _round(post: QueryDict) -> int:
    """The round that a form names; 0: none."""
    text = post.get("round", "")
    return int(text) if text.isdecimal() and len(text) < 4 else 0


def act(request: HttpRequest, section: int, id: int) -> Entry:
    """One act of the player; the form's button names it."""
    post = request.POST
    round = _round(post)
    match post.get("act"):
        case "check-in":
            return own.check_in(section, id)
        case "bye":
            return own.ask_for_bye(section, id, round, post.get("outcome", ""))
        case "cancel-bye":
            return own.cancel_bye(section, id, round)
        case "withdraw" if post.get("sure"):
            return own.withdraw(section, id)
        case "withdraw":
            raise Refused(_("Tick that you are sure: a player who has withdrawn is not paired again."))
        case "report":
            return own.report(section, id, round, post.get("result", ""))
        case "game":
            file = request.FILES.get("file")
            text = file.read(LONGEST_GAME).decode("utf-8", "replace") if file else post.get("moves", "")
            number = own.hand_in(section, id, round, text[:LONGEST_GAME])
            return store.entries(section, number - 1)[0]
    raise Refused(_("The form was damaged on the way; go back and try again."))


def _context(page: Page, me: Entrant) -> dict[str, object]:
    state = store.state_of(page.section.pk)
    number = page.state.numbers.get(me.id)
    known = number is not None and number in page.tournament.index
    address = reverse("player", args=[page.event.slug, page.section.slug, number or 0])
    shown = card(page, number or 0, public_uri(page.request, address)) if known else {}
    return {
        **shown,
        "kept_card": None,
        "numbered": known,
        "me": me,
        "may": own.may(state, me),
        "byes": own.open_byes(state, me),
        "asked": [(round, kind) for round, kind in sorted(me.byes.items()) if round > len(state.rounds)],
        "hand_in": own.games_to_hand_in(state, me),
        "report": _report(state, me),
        "tab": "mine",
    }


def _report(state: State, me: Entrant) -> dict[str, object] | None:
    """The game in play as this player may report it: the words of the buttons, and what each side has said."""
    found = own.game_in_play(state, me)
    if found is None:
        return None
    round, board = found
    seats = state.round(round).boards[board]
    white = seats.white == me.id
    if state.settings.system is System.DOUBLE:
        picks = [(sign, sign) for sign in ("2-0", "1½-½", "1-1", "½-1½", "0-2")]
    else:
        picks = [
            ("1-0" if white else "0-1", _("I won")),
            ("½-½", _("A draw")),
            ("0-1" if white else "1-0", _("I lost")),
        ]
    heard = said(state, round, board)
    other = seats.black if white else seats.white
    return {
        "round": round,
        "picks": picks,
        "mine": heard.get(me.id, ""),
        "theirs": heard.get(other, ""),
        "opponent": state.entrants[other].name,
    }
