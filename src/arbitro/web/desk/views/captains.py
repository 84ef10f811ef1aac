"""A team captain's page, reached by a link without an account: hand in the line-up in time, and see the match.

It is a personal link (`desk.links`) of the team and its captain: with another name of either it ends (numbers of teams
change when lots are drawn). The arbiter may still record a line-up after the deadline; here it is refused.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from arbitro.desk import own, store
from arbitro.desk.commands import Role
from arbitro.desk.commands.results import sign_of
from arbitro.desk.commands.teams import sitting
from arbitro.desk.links import Kind
from arbitro.desk.settings import start_of_round
from arbitro.desk.state import State
from arbitro.errors import ArbitroError, Refused
from arbitro.web.desk.views.common import integer
from arbitro.web.middleware import status_of
from arbitro.web.models import spend
from arbitro.web.public.mine import ACTS, link_or_404, secret_page


def deadline(state: State, round: int) -> datetime | None:
    """When the line-ups of a round are due, by the hall's clock, also after its pairing; None: when it is paired."""
    minutes, start = state.settings.line_up_minutes, start_of_round(state.settings, round)
    return start - timedelta(minutes=minutes) if minutes and start else None


def round_of_line_up(state: State, team: int) -> int:
    """The round whose line-up a captain may hand in: the one in play until its deadline, or until the match begins."""
    now = len(state.rounds)
    due = deadline(state, now) if now and state.rounds[-1].published else None
    return now if due is not None and timezone.now() <= due and sitting(state, team) is not None else now + 1


@require_http_methods(["GET", "HEAD", "POST"])
def captain(request: HttpRequest, secret: str) -> HttpResponse:
    """The line-up for the round to come, and the match of the round in play."""
    link = link_or_404(request, secret, Kind.CAPTAIN)
    section = link.section
    assert section is not None
    state = store.state_of(section.pk)
    team = state.teams[link.holder or 0]
    coming = round_of_line_up(state, team.id)
    due = deadline(state, coming)
    late = due is not None and timezone.now() > due
    note, status = "", 200
    handed_in = state.line_ups.get((coming, team.id))
    seated = sitting(state, team.id) if coming == len(state.rounds) else handed_in
    seats = list(seated if seated is not None else team.members)
    if request.method == "POST":
        try:
            spend(f"acts:{link.pk}", **ACTS)
            seats = [integer(text) for text in request.POST.getlist("boards")]
            if late or integer(request.POST.get("round")) != coming:
                raise Refused(_("The time for line-ups is over: speak to the arbiter."))
            args = {"team": team.id, "boards": seats, "round": coming}
            store.execute(section.pk, "line-up", args, who=own.captain(state, team), role=Role.ENTRY)
            return redirect(request.path)
        except ArbitroError as refused:
            note, status = str(refused), status_of(refused)
    context = {
        "section": section,
        "state": state,
        "team": team,
        "note": note,
        "coming": coming if coming <= state.settings.rounds and not state.closed else None,
        "due": due and due.replace(tzinfo=None),  # as the hall's clock shows it
        "late": late,
        "handed_in": handed_in is not None,
        "members": [state.entrants[id] for id in team.members if id in state.entrants],
        "boards": [(b, seats[b - 1] if b <= len(seats) else None) for b in range(1, state.settings.team_boards + 1)],
        "match": _match(state, team.id),
    }
    return secret_page(render(request, "desk/captain.html", context, status=status))


def _match(state: State, team: int) -> dict[str, Any] | None:
    """The match of a team in the last round that everyone may see."""
    shown = next((round for round in reversed(state.rounds) if round.published), None)
    if shown is None:
        return None
    found = next((i for i, pair in enumerate(shown.matches, 1) if team in pair), None)
    if found is None:
        return None
    names = {id: e.name for id, e in state.entrants.items()}
    rows = [
        (shown.label(n), names.get(board.white), names.get(board.black), sign_of(board) if board.finished else "")
        for n, board in shown.boards.items()
        if board.match == found
    ]
    return {"round": shown.number, "rows": rows, "teams": [state.teams[id].name for id in shown.matches[found - 1]]}
