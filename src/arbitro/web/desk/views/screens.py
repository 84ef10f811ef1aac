"""The hall's screens from the desk: pair one by its code, say what each shows, write a notice on all of them."""

from __future__ import annotations

from datetime import timedelta

from django.db.models import F, QuerySet
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from arbitro.desk import store
from arbitro.errors import Refused
from arbitro.web.addresses import public_uri
from arbitro.web.desk.views.common import Desk, at_desk, integer
from arbitro.web.models import Screen
from arbitro.web.public.pages import Page
from arbitro.web.public.screens import MOST_PARTS, faces, kinds, show_of

SILENT = timedelta(seconds=60)  # a screen that has not asked for so long is off


@at_desk
def screens(desk: Desk) -> HttpResponse:
    """The screens of the tournament, whether each is on, how long its pages take, and what it shows."""
    mine = Screen.objects.filter(section=desk.section).order_by("pk")
    if desk.request.method == "POST":
        if not store.allowed("result", desk.role):
            raise store.Forbidden(_("Only arbiters may do this."))
        _told(desk, mine)
        return redirect(desk.url("desk-screens"))
    page, now = Page(desk.request, desk.section), timezone.now()
    rows = []
    for screen in mine:
        show = show_of(screen)
        rows.append({
            "screen": screen, "chosen": show.kinds, "seconds": sum(face.seconds for face in faces(page, show)),
            "on": screen.seen is not None and now - screen.seen < SILENT,
        })  # fmt: skip
    context = {
        "rows": rows,
        "kinds": kinds().items(),
        "notice": next((screen.notice for screen in mine if screen.notice), ""),
        "parts": range(1, MOST_PARTS + 1),
        "wall": public_uri(desk.request, reverse("new-wall")),
    }
    return desk.render("desk/screens.html", context)


def _told(desk: Desk, mine: QuerySet[Screen]) -> None:
    """One act of the page; every screen that it changes sees a new number of orders."""
    post = desk.request.POST
    one = mine.filter(pk=integer(post.get("id")) or 0)
    again = F("orders") + 1
    if "pair" in post:
        code = post.get("code", "").strip().upper().replace(" ", "")
        free = Screen.objects.filter(code=code, section=None)
        name = post.get("name", "").strip()[:60] or _("Screen {n}").format(n=mine.count() + 1)
        if not free.update(section=desk.section, name=name, orders=again):
            raise Refused(_("No screen is waiting with this code. It stands on the screen that has opened /wall."))
    elif "remove" in post:
        one.update(section=None, orders=again, notice="")
    elif "notice" in post:
        mine.update(notice=" ".join(post["notice"].split())[:300], orders=again)
    elif "split" in post:
        count = min(mine.count(), MOST_PARTS)
        for n, screen in enumerate(mine):
            mine.filter(pk=screen.pk).update(kinds="names", part=n % count + 1, parts=count, orders=again)
    else:
        chosen = [kind for kind in kinds() if kind in post.getlist("kinds")]
        if not chosen:
            raise Refused(_("Choose what the screen shows."))
        parts = min(max(integer(post.get("parts")) or 1, 1), MOST_PARTS)
        part = min(max(integer(post.get("part")) or 1, 1), parts)
        name = post.get("name", "").strip()[:60]
        one.update(kinds=",".join(chosen), part=part, parts=parts, light="light" in post, name=name, orders=again)
