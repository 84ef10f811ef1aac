"""The page of an event's series: choose tournaments of one's own events, how they count, and it has a public table."""

from __future__ import annotations

import re

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from arbitro.desk import store
from arbitro.desk.commands import Role
from arbitro.desk.models import Event, Section
from arbitro.errors import Refused
from arbitro.web.desk.views.common import account, event_desk, integer
from arbitro.web.models import Series


@require_http_methods(["GET", "HEAD", "POST"])
@event_desk
def series(request: HttpRequest, event: Event, _role: Role) -> HttpResponse:
    """The series that this event keeps."""
    keepers = (Role.OWNER.value, Role.CHIEF.value)
    own = Section.objects.filter(event__members__user=account(request), event__members__role__in=keepers)
    mine = own.select_related("event").order_by("-event__created", "place")
    kept = event.series.order_by("name")
    edited = kept.filter(pk=integer(request.GET.get("edit")) or 0).first()
    if request.method == "POST":
        if "remove" in request.POST:
            kept.filter(pk=integer(request.POST["remove"]) or 0).delete()
        else:
            _keep(request.POST, event, edited, mine)
        return redirect("desk-series", event.slug)
    counted = set(edited.sections.values_list("pk", flat=True)) if edited else set()
    context = {
        "event": event,
        "kept": kept,
        "edited": edited,
        "mine": [(section, store.state_of(section.pk).settings, section.pk in counted) for section in mine],
    }
    return render(request, "desk/series.html", context)


def _keep(post: QueryDict, event: Event, edited: Series | None, mine: QuerySet[Section]) -> None:
    """Make a series of the form, or change the one that is edited; its address stays."""
    name, places = post.get("name", "").strip()[:120], re.sub(r"[\s;,]+", ",", post.get("places", "").strip())
    if not re.fullmatch(r"(\d{1,4}(,\d{1,4})*)?", places) or len(places) > 200:
        raise Refused(_("Write the points by place as 10, 8, 6; nothing where the scores are added."))
    chosen = mine.filter(pk__in=[integer(pk) or 0 for pk in post.getlist("sections")])
    if not name or not chosen:
        raise Refused(_("A series needs a name and at least one tournament."))
    found = edited or Series(event=event, slug=_free_slug(name))
    found.name, found.places, found.best = name, places, max(0, min(integer(post.get("best")) or 0, 99))
    found.save()
    theirs = found.sections.exclude(pk__in=mine)  # of events that somebody else keeps
    found.sections.set({*chosen, *theirs})


def _free_slug(name: str) -> str:
    slug = slugify(name)[:50] or "series"
    while Series.objects.filter(slug=slug).exists():
        slug = f"{slug[:50]}-{Series.objects.count() + 1}"
    return slug
