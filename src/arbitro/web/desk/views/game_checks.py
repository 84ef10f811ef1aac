"""A round's games examined: claims that were open, ends passed over, moves that cannot be; and its screening."""

from __future__ import annotations

from dataclasses import replace

from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from arbitro.desk import screening, store
from arbitro.desk.games import of_round
from arbitro.desk.roles import CHIEFS
from arbitro.games import Source
from arbitro.games.findings import claims_text, examined
from arbitro.web.desk.views.common import Desk, at_desk
from arbitro.web.public.viewer import stop_words


@at_desk
def check(desk: Desk, number: int) -> HttpResponse:
    """What the Laws say of every game of a round; chiefs also see the screening."""
    state = desk.state
    if not 1 <= number <= len(state.rounds):
        raise Http404
    paired = state.round(number)
    boards = []
    games = of_round(desk.section.pk, number)
    for board, game in games.items():
        report = examined(replace(game, stopped=""))
        said = [(p.article, _("Move {n}: {text}").format(n=(p.ply + 1) // 2, text=p.text())) for p in report.problems]
        if game.stopped:
            illegal = game.source is Source.TYPED and not game.illegible
            said.append(("7.5.1" if illegal else "", stop_words(game)))
        claims = claims_text(report.claims)
        if said or claims:
            names = [game.headers.get(side, "?") for side in ("White", "Black")]
            boards.append(
                {"number": board, "label": paired.label(board), "names": names, "claims": claims, "said": said}
            )
    chief = desk.role in CHIEFS
    context = {
        "round_number": number,
        "boards": boards,
        "games": len(games),
        "chief": chief,
        "screened": screening.screened(desk.section.pk, number) if chief else None,
    }
    return desk.render("desk/game_checks.html", context)


@require_POST
@at_desk
def screen(desk: Desk, number: int) -> HttpResponse:
    """Begin the screening of a round."""
    if desk.role not in CHIEFS:
        raise store.Forbidden(_("Only the owner and the chief arbiter may do this."))
    if not 1 <= number <= len(desk.state.rounds):
        raise Http404
    screening.begin(desk.section.pk, number)
    return redirect(desk.url("desk-games-check", number))
