"""What the tie-breaks leave tied: places by hand and values computed elsewhere (C.07 4.2)."""

from __future__ import annotations

from itertools import groupby

from django.http import HttpResponse

from arbitro.desk.tables import excluded_of
from arbitro.model import show
from arbitro.web.desk.views.common import Desk, at_desk
from arbitro.web.figures import figures_of

LARGEST = 16  # players of a tie who are placed one by one; lots are drawn among more


@at_desk
def ties(desk: Desk) -> HttpResponse:
    """The tied with a field for each place; a column of values for everyone."""
    state, figures = desk.state, figures_of(desk.section.pk)
    out, ids = excluded_of(state), {number: id for id, number in state.numbers.items()}
    rows = [row for row in figures.ranking().rows if row.number not in out]
    people = [(row, state.entrants[ids[row.number]]) for row in rows]
    tied = [list(group) for _rank, group in groupby((one for one in people if one[0].shared), lambda one: one[0].rank)]
    by_hand = {id: rank for id, rank in state.ranks.items() if state.ranks_after in (None, len(state.rounds))}
    column = desk.request.GET.get("column", "")
    values = state.tie_values.get(column, {})
    context = {
        "tied": [
            {"points": show(group[0][0].points), "people": [e for _row, e in group], "first": group[0][0].rank}
            for group in tied
            if len(group) <= LARGEST
        ],
        "larger": [len(group) for group in tied if len(group) > LARGEST],
        "by_hand": [(rank, state.entrants[id].name) for id, rank in sorted(by_hand.items(), key=lambda one: one[1])],
        "column": column,
        "values": [(row, e.name, show(values[e.id]) if e.id in values else "") for row, e in people],
    }
    return desk.render("desk/ties.html", context)
