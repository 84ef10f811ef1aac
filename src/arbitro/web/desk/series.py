"""The page of an event's series: choose tournaments of one's own events, how they count, and it has a public table."""

from __future__ import annotations

import re

from django.http import HttpRequest, HttpResponse
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
    if request.method == "POST":
        post = request.POST
        if "remove" in post:
            Series.objects.filter(event=event, pk=integer(post["remove"]) or 0).delete()
            return redirect("desk-series", event.slug)
        name, places = post.get("name", "").strip()[:120], re.sub(r"[\s;,]+", ",", post.get("places", "").strip())
        if not re.fullmatch(r"(\d{1,4}(,\d{1,4})*)?", places) or len(places) > 200:
            raise Refused(_("Write the points by place as 10, 8, 6; nothing where the scores are added."))
        chosen = mine.filter(pk__in=[integer(pk) or 0 for pk in post.getlist("sections")])
        if not name or not chosen:
            raise Refused(_("A series needs a name and at least one tournament."))
        slug = slugify(name)[:50] or "series"
        while Series.objects.filter(slug=slug).exists():
            slug = f"{slug[:50]}-{Series.objects.count() + 1}"
        best = min(integer(post.get("best")) or 0, 99)
        Series.objects.create(slug=slug, name=name, event=event, places=places, best=max(best, 0)).sections.set(chosen)
        return redirect("desk-series", event.slug)
    context = {
        "event": event,
        "kept": event.series.order_by("name"),
        "mine": [(section, store.state_of(section.pk).settings) for section in mine],
    }
    return render(request, "desk/series.html", context)
