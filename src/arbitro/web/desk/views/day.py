"""The rest of the arbiter's day: norms and ratings, prizes, officials, journal, report file."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby, islice
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.http import urlencode
from django.utils.translation import get_language, gettext_noop
from django.utils.translation import gettext as _

from arbitro.desk import store
from arbitro.desk.advice import competition_report
from arbitro.desk.entry import effective, free_ends
from arbitro.desk.integrity import log, report
from arbitro.desk.words import describe
from arbitro.errors import ArbitroError
from arbitro.files.trf import write
from arbitro.officials.checklists import Phase, checklist
from arbitro.prizes import parse_plan
from arbitro.ratings.long_event import month_named, month_report
from arbitro.web.desk import prize_form
from arbitro.web.desk.forms import quick_plan
from arbitro.web.desk.rows import FIRST_LINES, rating_lines
from arbitro.web.desk.views.common import Desk, at_desk, done, give, integer
from arbitro.web.figures import figures_of, prize_table
from arbitro.web.kept import Kept
from arbitro.web.public.pages import Page
from arbitro.web.public.tables import crosstable_of, standings_of, sums_of
from arbitro.web.public.words import folded


def _page(desk: Desk) -> Page:
    """The tournament as the public pages read it, with addresses below the desk: nobody leaves it by a tap."""
    page = Page(desk.request, desk.section)
    page.base = desk.url("desk-section")
    return page


@at_desk
def standings(desk: Desk) -> HttpResponse:
    """The standings, without leaving the desk."""
    page = _page(desk)
    may_challenge = store.allowed("challenge", desk.role) and not desk.state.closed
    context = {"base": page.base, "tournament": page.tournament, "may_challenge": may_challenge}
    return desk.render("desk/standings.html", standings_of(page) | context)


@at_desk
def sums(desk: Desk, number: int) -> HttpResponse:
    """The sums behind a line of the standings."""
    page = _page(desk)
    shown = sums_of(page, number) | {"base": page.base, "part": "public/_sums.html"}
    return desk.render("desk/standings.html", shown)


@at_desk
def crosstable(desk: Desk) -> HttpResponse:
    """The cross table."""
    page = _page(desk)
    shown = crosstable_of(page) | {"base": page.base, "part": "public/_crosstable.html", "tab": "standings"}
    return desk.render("desk/standings.html", shown)


@at_desk
def numbered(desk: Desk, number: int) -> HttpResponse:
    """The player of a pairing number, as tables name them."""
    found = next((id for id, n in desk.state.numbers.items() if n == number), None)
    if found is None:
        raise Http404
    return redirect(desk.url("desk-player", found))


JOURNAL_LINES = 100  # entries on a page


@at_desk
def journal(desk: Desk) -> HttpResponse:
    """Who decided what, when and why; any entry that nothing rests on can be undone here, for ever."""
    state = desk.state
    entries = store.entries(desk.section.pk)
    store.recheck(desk.section.pk, entries)
    counted = effective(entries)
    standing, free = {entry.number for entry in counted}, free_ends(counted)
    asked = desk.request.GET
    wanted, before = asked.get("q", "").casefold(), integer(asked.get("before")) or state.number + 1
    found: Iterator[dict[str, Any]] = (
        {"entry": entry, "text": text, "standing": entry.number in standing, "free": entry.number in free}
        for entry in reversed(entries)
        if entry.number < before and wanted in f"{(text := describe(entry, state))} {entry.who} {entry.why}".casefold()
    )
    rows = list(islice(found, JOURNAL_LINES + 1))
    context = {
        "rows": rows[:JOURNAL_LINES],
        "older": rows[-2]["entry"].number if len(rows) > JOURNAL_LINES else None,
        "before": before <= state.number,
        "query": wanted,
        "integrity": log(desk.section.pk),
        "may_redo": entries[-1].kind == "undo",
    }
    return desk.render("desk/journal.html", context)


PHASES = {
    Phase.BEFORE_EVENT: gettext_noop("Before the event"),
    Phase.BEFORE_ROUND: gettext_noop("Before each round"),
    Phase.DURING_ROUND: gettext_noop("During each round"),
    Phase.AFTER_ROUND: gettext_noop("After each round"),
    Phase.AFTER_EVENT: gettext_noop("After the event"),
}


@at_desk
def officials(desk: Desk) -> HttpResponse:
    """The competition rules' report and the checklists of each phase; those of a round begin anew with each round."""
    state = desk.state
    settings = state.settings
    features = {"rated", "titles"}
    if settings.system.is_swiss:
        features.add("swiss")
    if settings.team_boards:
        features.add("team")
    round = max(1, len(state.rounds))
    phases = []
    for phase, name in PHASES.items():
        prefix = f"{round}:" if phase in (Phase.BEFORE_ROUND, Phase.DURING_ROUND, Phase.AFTER_ROUND) else ""
        items = [
            {"id": f"{prefix}{item.key}", "text": item.text, "article": item.article, "level": item.level.value}
            for item in checklist(phase, features)
        ]
        done = sum(item["id"] in state.ticks for item in items)
        phases.append({"name": _(name), "round": round if prefix else None, "items": items, "done": done})
    return desk.render("desk/officials.html", {"findings": competition_report(state), "phases": phases})


@at_desk
def trf(desk: Desk) -> HttpResponse:
    """The report for the rating officer; of one month (B.02 4.1) where it is asked for."""
    version = 26 if desk.request.GET.get("version") == "26" else 16
    event, name = report(desk.section.pk, desk.state), f"{desk.event.slug}-{desk.section.slug}"
    if month := desk.request.GET.get("month", ""):
        event, name = month_report(event, month_named(month)), f"{name}-{month_named(month):%Y-%m}"
    response = HttpResponse(write(event, version=version).encode(), content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}-trf{version}.trf"'
    return response


FIRST_NORMS = 50  # players with norms before "show all": each has a picture


@at_desk
def norms(desk: Desk) -> HttpResponse:
    """Live rating changes, and who is on course for which norm."""
    wanted = folded(desk.request.GET.get("q", "")[:60])
    first = None if "all" in desk.request.GET else FIRST_LINES

    def matching(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return [row for row in rows if wanted in f"{row['number']} {folded(row['name'])}"] if wanted else rows

    figures = figures_of(desk.section.pk)
    ratings = matching(figures.ratings())
    by_player = groupby(matching(figures.norms()), key=lambda row: (row["number"], row["name"]))
    players = [{"number": number, "name": name, "norms": list(rows)} for (number, name), rows in by_player]
    for player in players:  # most stand as before the last result
        key = ("norms", desk.section.pk, player["number"], get_language())
        player["kept"] = Kept(key, tuple(player["norms"]))
    base = desk.url("desk-section")
    context = {
        "query": desk.request.GET.get("q", "")[:60],
        "query_all": urlencode({"q": wanted}) if wanted else "",
        "base": base,
        "players": players if first is None else players[:FIRST_NORMS],
        "norms_total": len(players),
        "ratings_total": len(ratings),
        "ratings": rating_lines(ratings[:first], base),
        "shown": len(ratings[:first]),
    }
    return desk.render("desk/norms.html", context)


@at_desk
def prizes(desk: Desk) -> HttpResponse:
    """The prize plan and what it gives each player at this moment."""
    error, table = "", None
    plan = desk.state.settings.prizes
    if desk.request.method == "POST":
        post, upload = desk.request.POST, desk.request.FILES.get("file")
        plan = upload.read(1 << 20).decode("utf-8", "replace") if upload else post.get("prizes", "")
        try:
            if "list_name" in post:
                plan = prize_form.from_form(post, desk.state.settings.prizes)
            plan = plan or quick_plan(post)
            parse_plan(plan, _("prize plan"))
            entry = give(desk, "configure", {"changes": {"prizes": plan}})
            done(desk, entry)
            return redirect(desk.url("desk-prizes"))
        except ArbitroError as problem:
            error = str(problem)
    if desk.state.settings.prizes.strip():
        try:
            table = prize_table(desk.state)
        except (ArbitroError, ValueError) as problem:
            error = error or str(problem)
    elif desk.request.GET.get("format") == "toml":
        raise Http404
    if desk.request.GET.get("format") == "toml":
        response = HttpResponse(desk.state.settings.prizes, content_type="application/toml; charset=utf-8")
        response["Content-Disposition"] = f'attachment; filename="{desk.section.slug}-prizes.toml"'
        return response
    known = prize_form.old_plan(desk.state.settings.prizes if error else plan)
    typed = prize_form.typed(desk.request.POST) if error else []
    context = {
        "table": table,
        "error": error,
        "plan": plan,
        "final": desk.state.closed,
        "known": known,
        "lists": typed or prize_form.rows(known),
        "kinds": prize_form.kinds(),
        "remarks": known.warnings(),
    }
    return desk.render("desk/prizes.html", context, status=400 if desk.request.method == "POST" else 200)
