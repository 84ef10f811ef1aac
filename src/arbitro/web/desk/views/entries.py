"""Players: type-ahead entries, imports with column mapping, check-in, teams."""

from __future__ import annotations

import json
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from arbitro.desk import store
from arbitro.desk.entering import as_entry
from arbitro.desk.events import other_section_of
from arbitro.desk.fold import player_to_json
from arbitro.desk.register import search
from arbitro.errors import ArbitroError, Refused
from arbitro.files import spreadsheet
from arbitro.model import RatingList, Title
from arbitro.web.desk.views.common import Desk, at_desk, done, give

UPLOAD_LIMIT = 4 * 1024 * 1024


@login_required
def register_search(request: HttpRequest) -> HttpResponse:
    """The players of the rating list that match what has been typed; each is one Enter away."""
    query = (request.GET.get("name") or request.GET.get("q") or "")[:80]
    kind = request.GET.get("list", RatingList.STANDARD.value)
    found = search(query) if len(query.strip()) >= 2 else []
    rows = [(p, as_entry(p, kind), json.dumps({"players": [as_entry(p, kind)]})) for p in found]
    return render(request, "desk/_register.html", {"rows": rows, "query": query})


@at_desk
def players(desk: Desk) -> HttpResponse:
    """The entry list, and later the start list."""
    state = desk.state
    order = state.numbers or {}
    entrants = sorted(
        state.entrants.values(),
        key=lambda e: (order.get(e.id, 10**6), -e.player.rating, e.player.title.order, e.name.casefold()),
    )
    rows = [
        {
            "entrant": e,
            "number": order.get(e.id),
            "elsewhere": other_section_of(desk.section, e.player.fide_id, e.name)
            if desk.event.sections.count() > 1
            else None,
        }
        for e in entrants
    ]
    context = {
        "rows": rows,
        "titles": [t.value for t in Title if t.value],
        "unnumbered": sum(e.id not in order for e in entrants if e.confirmed),
        "waiting": [e for e in entrants if not e.confirmed],
        "coming": len(state.rounds) + 1,
    }
    return desk.render("desk/players.html", context)


@at_desk
def player(desk: Desk, id: int) -> HttpResponse:
    """One entrant: data, byes, withdrawal."""
    state = desk.state
    if id not in state.entrants:
        raise Refused(_("This player is not entered."))
    coming = range(len(state.rounds) + 1, state.settings.rounds + 1)
    context = {
        "entrant": state.entrants[id],
        "pairing_number": state.numbers.get(id),
        "coming": coming,
        "titles": [t.value for t in Title if t.value],
    }
    return desk.render("desk/player.html", context)


@at_desk
def import_players(desk: Desk) -> HttpResponse:
    """A CSV or XLSX file, or pasted lines: first a preview with the columns found, then one click enters all."""
    post, files = desk.request.POST, desk.request.FILES
    context: dict[str, Any] = {"text": post.get("text", "")}
    if desk.request.method == "POST":
        try:
            if "players" in post:
                rows = json.loads(post["players"])
                entry = give(desk, "enter", {"players": rows})
                done(desk, entry)
                return redirect(desk.url("desk-players"))
            context |= _preview(desk, files.get("file"), post.get("text", ""))
        except store.NeedsConfirmation as question:
            messages.warning(desk.request, str(question))
        except (ArbitroError, ValueError) as problem:
            context["error"] = str(problem)
    return desk.render("desk/import.html", context, status=400 if context.get("error") else 200)


def _preview(desk: Desk, upload: Any, text: str) -> dict[str, Any]:
    if upload is not None:
        if upload.size > UPLOAD_LIMIT:
            raise Refused(_("The file is larger than 4 MB."))
        data = upload.read()
        name = upload.name or "file"
        found = (
            spreadsheet.parse_xlsx(data, name) if name.lower().endswith(".xlsx") else spreadsheet.parse_csv(data, name)
        )
    else:
        if not text.strip():
            raise Refused(_("Choose a file, or paste lines."))
        first = text.lstrip().splitlines()[0].casefold()
        if not any(word in first for word in ("name", "nombre", "jugador", "player", "surname", "apellido")):
            text = "name,rating,federation,fide_id\n" + text
        found = spreadsheet.parse_csv(text, _("pasted lines"))
    state = desk.state
    known = {e.player.fide_id for e in state.entrants.values() if e.player.fide_id}
    names = {e.name.casefold() for e in state.entrants.values()}
    new = [p for p in found if p.fide_id not in known and p.name.casefold() not in names]
    return {
        "found": found,
        "new": new,
        "skipped": len(found) - len(new),
        "payload": json.dumps([player_to_json(p) for p in new]),
    }


@at_desk
def check_in(desk: Desk) -> HttpResponse:
    """Tick who is there: one tap per player."""
    state = desk.state
    expected = sorted(
        (e for e in state.entrants.values() if e.confirmed and e.withdrawn_after is None and not e.excluded),
        key=lambda e: e.name.casefold(),
    )
    return desk.render("desk/check_in.html", {"expected": expected, "present": sum(e.present for e in expected)})


@at_desk
def teams(desk: Desk) -> HttpResponse:
    """Teams with their basic lists, and line-ups for the round to come."""
    state = desk.state
    taken = {m for t in state.teams.values() for m in t.members}
    rows = [
        {
            "team": t,
            "members": [state.entrants[m] for m in t.members if m in state.entrants],
            "line_up": state.line_ups.get((len(state.rounds) + 1, t.id)),
        }
        for t in state.teams.values()
    ]
    context = {
        "teams": rows,
        "free": [e for e in state.entrants.values() if e.id not in taken],
        "coming": len(state.rounds) + 1,
        "boards": range(1, state.settings.team_boards + 1),
    }
    return desk.render("desk/teams.html", context)
