"""The public table of a series (Grand Prix): people of several tournaments with what each gave them."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from arbitro.desk import store
from arbitro.desk.models import Section
from arbitro.model import Player
from arbitro.standings.series import Finish, series
from arbitro.web.figures import figures_of
from arbitro.web.models import Series
from arbitro.web.public.words import folded


def person(player: Player) -> str:
    """The same key for the same person in every tournament: the FIDE number, else the name."""
    return player.fide_id or folded(player.name)


def finishes(section: Section) -> list[Finish]:
    """How everybody stands in a tournament."""
    figures = figures_of(section.pk)
    if not figures.tournament.rounds_paired:
        return []
    player = figures.tournament.player
    return [Finish(person(player(r.number)), player(r.number).name, r.rank, r.points) for r in figures.ranking().rows]


def table(request: HttpRequest, slug: str) -> HttpResponse:
    """The table of a series; tournaments that are not public are left out."""
    found = get_object_or_404(Series, slug=slug)
    chosen = found.sections.select_related("event").order_by("event__created", "place")
    sections = [(s, state) for s in chosen if (state := store.state_of(s.pk)).settings.public]
    if not sections:
        raise Http404
    places = [int(part) for part in found.places.split(",") if part.strip().isdecimal()]
    rows = series([finishes(section) for section, _state in sections], places, found.best)
    context = {"series": found, "places": ", ".join(map(str, places)), "sections": sections, "rows": rows}
    return render(request, "public/series.html", context)
