"""Players: type-ahead entries, imports with column mapping, check-in, teams."""

from __future__ import annotations

import csv
import json
from html import escape
from itertools import zip_longest
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import urlencode
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _

from arbitro import words
from arbitro.desk import store
from arbitro.desk.commands.adjustments import added_to, no_points
from arbitro.desk.commands.entries import equals_of
from arbitro.desk.commands.results import rating_sign, sign_of
from arbitro.desk.commands.rounds import pairs_teams
from arbitro.desk.commands.teams import sitting
from arbitro.desk.entry import player_to_json
from arbitro.desk.events import playing_elsewhere
from arbitro.desk.formats import rounds_misfit
from arbitro.desk.hall import conduct_of
from arbitro.desk.models import RegisteredPlayer
from arbitro.desk.rating_lists import check_all, found_by_itself, look_daily, row_of
from arbitro.desk.register import search
from arbitro.desk.state import Entrant, State
from arbitro.errors import ArbitroError, Refused
from arbitro.formats.length import SHORTEST
from arbitro.model import RatingList, Title
from arbitro.web.desk import sheets
from arbitro.web.desk.rows import FIRST_LINES, check_in_lines, entrant_lines
from arbitro.web.desk.views.common import Desk, any_desk, at_desk, confirm_page, done, give, integer
from arbitro.web.public.words import folded


@any_desk
def register_search(request: HttpRequest) -> HttpResponse:
    """The players of the rating list that match what has been typed; each is one Enter away."""
    query = (request.GET.get("name") or request.GET.get("q") or "")[:80]
    kind = request.GET.get("list", "")
    if kind not in {known.value for known in RatingList}:
        kind = RatingList.STANDARD.value
    found = search(query) if len(query.strip()) >= 2 else []
    entries = [(p, row_of(p, kind)) for p in found]
    rows = [(p, row["player"], json.dumps({"players": [row]})) for p, row in entries]
    no_list = not rows and not RegisteredPlayer.objects.exists()
    return render(request, "desk/_register.html", {"rows": rows, "query": query, "no_list": no_list})


@at_desk
def players(desk: Desk) -> HttpResponse:
    """The entry list, and later the start list; a long one by its first lines, a search and filters."""
    look_daily(then=check_all)
    state = desk.state
    asked = desk.request.GET
    order = state.numbers or {}
    entrants = sorted(
        state.entrants.values(),
        key=lambda e: (order.get(e.id, 10**6), -e.player.rating, e.player.title.order, folded(e.name)),
    )
    wanted, chosen = folded(asked.get("q", "")[:60]).split(), asked.get("show", "")
    listed = [e for e in entrants if _fits(e, order.get(e.id), wanted, chosen)] if wanted or chosen else entrants
    shown = listed if "all" in asked else listed[:FIRST_LINES]
    elsewhere = playing_elsewhere(desk.section)
    also = {e.id: elsewhere.get(e.player.fide_id) or elsewhere.get(e.name.casefold()) for e in shown}
    rows = [(e, order.get(e.id), getattr(also[e.id], "name", "")) for e in shown]
    by_name = sorted(entrants, key=lambda e: folded(e.name))
    year = int(state.settings.start[:4]) if state.settings.start[:4].isdecimal() else None
    context = {
        "rows": bool(entrants),
        "lines": entrant_lines(rows, desk.url("desk-player", 0)[:-1], len(state.rounds) + 1, conduct_of(state), year),
        "total": len(listed),
        "shown": len(shown),
        "query": asked.get("q", "")[:60],
        "query_all": urlencode({name: asked[name] for name in ("q", "show") if asked.get(name)}),
        "filters": [("", _("everyone")), ("here", _("present")), ("away", _("not there")), ("gone", _("withdrawn"))],
        "filter": chosen,
        "titles": [t.value for t in Title if t.value],
        "rating_notes": found_by_itself(desk.section.pk, state),
        "unnumbered": sum(e.id not in order for e in entrants if e.confirmed),
        "misfit": _misfit(state),
        "waiting": [e for e in entrants if not e.confirmed],
        "coming": len(state.rounds) + 1,
        "apart": [[state.entrants[id] for id in group if id in state.entrants] for group in state.keep_apart],
        "by_name": mark_safe("".join(f'<option value="{e.id}">{escape(e.name)}</option>' for e in by_name)),
    }
    return desk.render("desk/players.html", context)


def _misfit(state: State) -> str:
    """Do the rounds not fit those who entered? Nothing is said while the first few names are typed."""
    field = len(state.teams) if pairs_teams(state) else sum(e.confirmed for e in state.entrants.values())
    complete = state.numbers or field >= SHORTEST + 1
    return rounds_misfit(state.settings, field) if complete and not state.started else ""


def _fits(e: Entrant, number: int | None, wanted: list[str], chosen: str) -> bool:
    """Is this one of those looked for: by words of the name, number, FIDE ID or club, and by being there?"""
    gone = e.withdrawn_after is not None or e.excluded
    if (
        chosen
        and {"here": e.present and not gone, "away": not e.present and not gone, "gone": gone}.get(chosen) is False
    ):
        return False
    text = folded(f"{number or ''} {e.name} {e.player.fide_id} {e.player.club} {e.player.federation}")
    return all(word in text for word in wanted)


@at_desk
def player(desk: Desk, id: int) -> HttpResponse:
    """One entrant: data, byes, withdrawal."""
    state = desk.state
    if id not in state.entrants:
        raise Refused(_("This player is not entered."))
    coming = range(len(state.rounds) + 1, state.settings.rounds + 1)
    games = _games(state, id)
    context = {
        "entrant": state.entrants[id],
        "pairing_number": state.numbers.get(id),
        "coming": coming,
        "score": store.tournament_of(desk.section.pk).score(state.numbers[id]) if games else None,
        "games": games,
        "conduct": conduct_of(state).get(id),
        "incidents": [i for i in state.incidents if i.entrant == id and not i.confidential],
        "titles": [t.value for t in Title if t.value],
        "point_names": [] if no_points(state) else [("points", _("Points"))],
        "added": added_to(state, id=id),
        "equals": [(e, state.numbers[e.id]) for e in equals_of(state, id)],
    }
    return desk.render("desk/player.html", context)


def _games(state: State, id: int) -> list[dict[str, Any]]:
    """An entrant's boards, round by round: where, against whom, how it ended."""
    return [
        {
            "round": round.number,
            "board": n,
            "colour": "w" if board.white == id else "b",
            "opponent": state.entrants.get(board.black if board.white == id else board.white),
            "result": words.result_sign(sign_of(board)),
            "for_rating": _("{result} for rating").format(result=words.result_sign(rated))
            if (rated := rating_sign(board))
            else "",
        }
        for round in state.rounds
        for n, board in round.boards.items()
        if id in (board.white, board.black)
    ]


@at_desk
def import_players(desk: Desk) -> HttpResponse:
    """A CSV or XLSX file, or pasted lines: a preview with a choice over each column, then one click enters all."""
    post, upload = desk.request.POST, desk.request.FILES.get("file")
    context: dict[str, Any] = {"text": post.get("text", ""), "fields": sheets.field_names()}
    if desk.request.method == "POST":
        try:
            if "rows" in post:
                sheet = sheets.sent_back(post)
            else:
                sheet = sheets.read_file(upload) if upload else sheets.read_text(post.get("text", ""))
            context["sheet"] = sheet
            found = sheets.players(sheet, desk.state, post)
            new = [one for one in found if one.taken]
            context |= {
                "found": found,
                "new": new,
                "updates": [one for one in found if one.choice == "update"],
                "wrong": [one for one in found if one.wrong],
                "doubles": [one for one in found if one.doubt in ("entered", "twice")],
            }
            if post.get("action") == "enter" and (new or context["updates"]):
                return _enter_all(desk, new, context["updates"])
        except (ArbitroError, ValueError, csv.Error) as problem:
            context["error"] = str(problem)
    return desk.render("desk/import.html", context, status=400 if context.get("error") else 200)


def _enter_all(desk: Desk, new: list[sheets.Found], updates: list[sheets.Found]) -> HttpResponse:
    for one in updates:
        if one.same is not None and one.player is not None:
            stated = player_to_json(one.player)
            if stated.items() - player_to_json(one.same.player).items():
                give(desk, "edit-player", {"id": one.same.id, "player": stated})
    rows = [{"player": player_to_json(one.player), "team": one.team} for one in new if one.player is not None]
    args = {"players": rows, "allow_duplicates": any(one.choice == "enter" for one in new)}
    try:
        if rows:
            done(desk, give(desk, "enter", args))
    except store.NeedsConfirmation as question:
        return confirm_page(desk, "enter", question, args, desk.url("desk-players"), keep=False)
    return redirect(desk.url("desk-teams" if any(row["team"] for row in rows) else "desk-players"))


@at_desk
def check_in(desk: Desk) -> HttpResponse:
    """Tick who is there: one tap per player."""
    state = desk.state
    expected = sorted(
        (e for e in state.entrants.values() if e.confirmed and e.withdrawn_after is None and not e.excluded),
        key=lambda e: folded(e.name),
    )
    context = {
        "expected": len(expected),
        "present": sum(e.present for e in expected),
        "lines": check_in_lines(expected),
        "all_here": json.dumps({"ids": [e.id for e in expected], "present": True}),
    }
    return desk.render("desk/check_in.html", context)


@at_desk
def teams(desk: Desk) -> HttpResponse:
    """Teams with their basic lists, and line-ups for the round to come."""
    state = desk.state
    coming = len(state.rounds) + 1
    taken = {m for t in state.teams.values() for m in t.members}
    rows = []
    for team in state.teams.values():
        members = [state.entrants[m] for m in team.members if m in state.entrants]
        handed_in = state.line_ups.get((coming, team.id))
        seats = list(handed_in if handed_in is not None else team.members)[: state.settings.team_boards]
        places = range(1, state.settings.team_boards + 1)
        forms = [(coming, list(zip_longest(places, seats)))] if coming <= state.settings.rounds else []
        if seated := sitting(state, team.id):
            forms.insert(0, (coming - 1, list(zip_longest(places, seated))))
        rows.append(
            {
                "team": team,
                "members": members,
                "handed_in": handed_in is not None,
                "gone": team.withdrawn_after is not None,
                "resting": team.byes.get(coming),
                "line_ups": forms,
                "added": added_to(state, team=team.id),
            }
        )
    strongest = sorted(state.entrants.values(), key=lambda e: (-e.player.rating, e.name.casefold()))
    free = [e for e in strongest if e.id not in taken]
    names = [("match_points", _("Match points")), ("game_points", _("Game points"))]
    context = {"teams": rows, "free": free, "coming": coming, "linked": pairs_teams(state), "point_names": names}
    return desk.render("desk/teams.html", context)


@at_desk
def apart(desk: Desk) -> HttpResponse:
    """Two players who must never be paired: add a pair, or take one off the list."""
    if desk.request.method != "POST":
        return redirect(desk.url("desk-players"))
    post = desk.request.POST
    groups = [list(group) for group in desk.state.keep_apart]
    if "drop" in post:
        groups = [group for i, group in enumerate(groups) if i != integer(post.get("drop"))]
    else:
        groups.append([integer(post.get(name)) or 0 for name in ("a", "b")])
    try:
        done(desk, give(desk, "keep-apart", {"groups": groups}))
    except store.NeedsConfirmation as question:
        return confirm_page(desk, "keep-apart", question, {"groups": groups}, desk.url("desk-players"))
    return redirect(desk.url("desk-players"))
