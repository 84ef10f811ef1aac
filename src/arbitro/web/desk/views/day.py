"""The rest of the arbiter's day: norms and ratings, prizes, incidents, officials, papers, journal, report file."""

from __future__ import annotations

import json
from typing import Any

from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _

from arbitro import laws
from arbitro.desk import store
from arbitro.desk.advice import competition_report
from arbitro.desk.fold import effective
from arbitro.desk.integrity import log, report
from arbitro.errors import ArbitroError
from arbitro.files.trf import write
from arbitro.web.desk.views.common import Desk, at_desk
from arbitro.web.desk.words import describe


@at_desk
def journal(desk: Desk) -> HttpResponse:
    """Who decided what, when and why; any entry that nothing rests on can be undone here, for ever."""
    state = desk.state
    entries = store.entries(desk.section.pk)
    standing = {entry.number for entry in effective(entries)}
    rows = [
        {"entry": entry, "text": describe(entry, state), "standing": entry.number in standing}
        for entry in reversed(entries)
    ]
    wanted = desk.request.GET.get("q", "").casefold()
    if wanted:
        rows = [row for row in rows if wanted in f"{row['text']} {row['entry'].who} {row['entry'].why}".casefold()]
    context = {"rows": rows[:500], "total": len(rows), "query": wanted, "integrity": log(desk.section.pk)}
    return desk.render("desk/journal.html", context)


@at_desk
def incidents(desk: Desk) -> HttpResponse:
    """Write an incident down; the assistant proposes the ruling with its article, the arbiter decides."""
    proposal: Any = None
    error = ""
    if desk.request.method == "POST" and desk.request.POST.get("ask"):
        try:
            proposal = laws.rule(json.loads(desk.request.POST["ask"]))
        except (ArbitroError, ValueError) as problem:
            error = str(problem)
    return desk.render("desk/incidents.html", {"proposal": proposal, "error": error, "posted": desk.request.POST})


@at_desk
def officials(desk: Desk) -> HttpResponse:
    """The competition rules' report and the checklists of each phase."""
    from arbitro.officials.checklists import checklists

    phases = checklists()
    return desk.render("desk/officials.html", {"findings": competition_report(desk.state), "phases": phases})


@at_desk
def trf(desk: Desk) -> HttpResponse:
    """The report for the rating officer."""
    version = 26 if desk.request.GET.get("version") == "26" else 16
    text = write(report(desk.section.pk, desk.state), version=version)
    response = HttpResponse(text.encode(), content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{desk.event.slug}-{desk.section.slug}.trf"'
    return response


@at_desk
def norms(desk: Desk) -> HttpResponse:
    """Live rating changes, and who is on course for which norm."""
    from arbitro.web.numbers import norm_rows, rating_rows

    event = store.tournament_of(desk.section.pk)
    return desk.render("desk/norms.html", {"ratings": rating_rows(event, desk.state), "norms": norm_rows(event)})


@at_desk
def prizes(desk: Desk) -> HttpResponse:
    """The prize plan and what it gives each player at this moment."""
    from arbitro.web.numbers import prize_table

    error, table = "", None
    if desk.state.settings.prizes.strip():
        try:
            table = prize_table(desk.state)
        except (ArbitroError, ValueError) as problem:
            error = str(problem)
    return desk.render("desk/prizes.html", {"table": table, "error": error})


@at_desk
def papers(desk: Desk) -> HttpResponse:
    """Everything that can be printed, one click each, and all of it in one file."""
    from arbitro.papers import available

    return desk.render("desk/papers.html", {"papers": available(desk.state)})


@at_desk
def paper(desk: Desk, paper: str) -> HttpResponse:
    """One paper as PDF, in the page's language."""
    from arbitro.papers import UnknownPaper, print_paper

    try:
        made = print_paper(desk.section.pk, paper, dict(desk.request.GET.items()))
    except UnknownPaper as error:
        raise Http404(_("There is no such paper.")) from error
    response = HttpResponse(made.data, content_type=made.content_type)
    response["Content-Disposition"] = f'inline; filename="{made.filename}"'
    return response
