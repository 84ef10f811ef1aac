"""The public entry form of a tournament: find yourself in the rating list, see at once whether you may enter and what
it costs, leave a way to be reached, agree. The answer is the personal link, where the organiser's word will stand."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.csrf import csrf_exempt

from arbitro.desk import store
from arbitro.desk.admission import fee_of, objections
from arbitro.desk.applications import CONTACT, admission_of, apply, free_places, year_of
from arbitro.desk.models import RegisteredPlayer, Section
from arbitro.desk.rating_lists import row_of
from arbitro.desk.register import search
from arbitro.desk.state import State
from arbitro.errors import ArbitroError
from arbitro.model import Player
from arbitro.records import decode
from arbitro.web.addresses import address_of
from arbitro.web.middleware import status_of
from arbitro.web.models import spend
from arbitro.web.public.pages import Page, find

ENTRIES = {"tries": 30, "seconds": 3600}  # from one address: a school enters its children from one
FIELDS = ("name", "birth", "sex", "federation", "club")  # what those say who are in no list
FOUND = 8


@csrf_exempt  # no session, no account: whoever could forge it can as well fill it in
def entry(request: HttpRequest, event: str, section: str) -> HttpResponse:
    """The form; a POST enters."""
    found = find(request, event, section)
    state = store.state_of(found.pk)
    if not admission_of(state).open:
        raise Http404
    error, status = "", 200
    if request.method == "POST":
        post = request.POST
        try:
            spend(f"enter:{address_of(request)}", **ENTRIES)
            contact = {name: post.get(name, "").strip() for name in CONTACT}
            secret = apply(found, _player(state, post), contact, post.getlist("agreed"), date.today().isoformat())
            return redirect("mine", secret)
        except ArbitroError as refused:
            error, status = str(refused), status_of(refused)
    page = Page(request, found)
    response = page.render("public/entry.html", {"error": error, **_context(request, found, state)})
    response.status_code = status
    return response


def _player(state: State, data: Any) -> dict[str, Any]:
    """The player as `enter` takes one: the list's words for one who is in it, else what was typed; never a rating."""
    listed = _listed(data.get("fide_id", ""))
    if listed is not None:
        return dict(row_of(listed, state.settings.rating_list.value)["player"])
    typed = {name: " ".join(data.get(name, "").split())[:100] for name in FIELDS}
    return {name: value for name, value in typed.items() if value} | {"name": typed["name"]}


def _listed(fide_id: str) -> RegisteredPlayer | None:
    return RegisteredPlayer.objects.filter(fide_id=fide_id[:11]).first() if fide_id.isdecimal() else None


def _context(request: HttpRequest, section: Section, state: State) -> dict[str, Any]:
    admission, today = admission_of(state), date.today().isoformat()
    asked = request.POST if request.method == "POST" else request.GET
    query = request.GET.get("q", "").strip()[:80]
    listed = _listed(asked.get("fide_id", ""))
    me = decode(Player, _player(state, asked), "") if listed else None
    fee = fee_of(admission, me, year_of(state, today)) if me else None
    matches = search(query)[:FOUND] if len(query) >= 3 else []
    return {
        "admission": admission,
        "query": query,
        "matches": [(p, row_of(p, state.settings.rating_list.value)["player"]) for p in matches],
        "listed": listed,
        "me": me,
        "fee": fee,
        "objections": objections(admission, me, today) if me else [],
        "full": free_places(section, state, admission) == 0,
        "by_hand": "by_hand" in asked or (request.method == "POST" and not listed),
        "typed": asked,
        "agreed": asked.getlist("agreed"),
        "here": reverse("enter", args=[section.event.slug, section.slug]),
        "tab": "enter",
    }
