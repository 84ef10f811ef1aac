"""Rating lists: those kept here, by months; a file or FIDE's newest; what they say of a tournament's players."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from arbitro.desk import rating_lists, store
from arbitro.desk.commands import Role
from arbitro.desk.models import Membership
from arbitro.desk.rating_lists import FIDE, FIELDS, OFFICIAL, Kept
from arbitro.desk.settings import is_long
from arbitro.errors import ArbitroError, Refused
from arbitro.model import RatingList
from arbitro.ratings.long_event import months
from arbitro.web.desk.views.common import Desk, any_desk, at_desk, confirm_page, done, give, integer
from arbitro.web.figures import figures_of


def _owns(request: HttpRequest) -> bool:
    return Membership.objects.filter(user_id=request.user.pk or 0, role=Role.OWNER.value).exists()


@any_desk
def lists(request: HttpRequest) -> HttpResponse:
    """The lists of this installation; owners of events bring in new ones."""
    error = ""
    if request.method == "POST":
        if not _owns(request):
            raise store.Forbidden(_("Only the owner of an event brings in rating lists."))
        try:
            if request.POST.get("action") == "fetch":
                rating_lists.begin(rating_lists.address(), rating_lists.fetch, rating_lists.check_all)
            else:
                _upload(request)
            return redirect("desk-lists")
        except ArbitroError as problem:
            error = str(problem)
    today = date.today()
    context = {
        "kept": rating_lists.kept(),
        "work": rating_lists.work(),
        "address": rating_lists.address(),
        "may_add": _owns(request),
        "outdated": rating_lists.outdated(today),
        "month": f"{today:%Y-%m}",
        "error": error,
    }
    return render(request, "desk/lists.html", context, status=400 if error else 200)


def _upload(request: HttpRequest) -> None:
    """The file goes to the folder of the lists at once; it is read in the background."""
    upload = request.FILES.get("file")
    if upload is None:
        raise Refused(_("Choose a file."))
    ending = Path(upload.name or "").suffix.lower()
    part = rating_lists.folder() / f"upload{ending if re.fullmatch(r'[.][a-z0-9]{1,5}', ending) else '.txt'}"
    with part.open("wb") as stream:
        for chunk in upload.chunks():
            stream.write(chunk)
    name, month = request.POST.get("name", "").strip() or FIDE, request.POST.get("month", "").strip()

    def bring(progress: rating_lists.Progress) -> Kept:
        try:
            return rating_lists.add(part, name, month, progress, Path(upload.name or "").name)
        finally:
            part.unlink(missing_ok=True)

    rating_lists.begin(upload.name or name, bring, rating_lists.check_all)


@at_desk
def ratings(desk: Desk) -> HttpResponse:
    """The players of a tournament against the lists: every difference with a tick; nothing changes by itself."""
    state = desk.state
    rating_lists.look_daily(then=rating_lists.check_all)
    today = date.today()
    day = rating_lists.day_of(state.settings, today)
    names = rating_lists.sequence(state.settings)
    own = sorted({one.name for one in rating_lists.kept() if not rating_lists.kind_of(one.name)} - {FIDE})
    asked = "check" in desk.request.GET
    context: dict[str, Any] = {
        "lists": [(name, rating_lists.in_force(name, day)) for name in names],
        "others": [name for name in (*OFFICIAL, *own) if name not in names],
        "day": day,
        "outdated": rating_lists.outdated(today),
        "checked": asked or not rating_lists.outdated(today),
        "sources": [
            (e, [*(e.player.ratings.get(kind, 0) for kind in RatingList), e.player.national_rating])
            for e in sorted(state.entrants.values(), key=lambda e: e.name.casefold())
        ],
        "later": _later(desk, today) if is_long(state.settings) else None,
        "months": _months(desk) if is_long(state.settings) and state.rounds else None,
        "noted": rating_lists.found_by_itself(desk.section.pk, state),
    }
    if context["checked"] and state.settings.check_ratings:
        context["differences"] = rating_lists.differences(state, today)
    return desk.render("desk/ratings.html", context)


def _months(desk: Desk) -> dict[str, Any]:
    """The months that are reported by themselves (B.02 4.1): empty while the rounds have no days to tell them apart."""
    try:
        found = months(figures_of(desk.section.pk).tournament)
    except ArbitroError:
        return {"reports": []}
    return {"reports": [(month, rounds[0], rounds[-1]) for month, rounds in found.items()]}


def _later(desk: Desk, today: date) -> dict[str, Any]:
    """Ratings of a long event from a round on: what is given, what the list in force says otherwise."""
    state = desk.state
    first = integer(desk.request.GET.get("round")) or len(state.rounds) + 1
    first = min(max(first, 2), max(state.settings.rounds, 2))
    listed = {
        one.entrant.id: one.changes["rating"][1]
        for one in rating_lists.differences(state, today)
        if "rating" in one.changes
    }
    rows = []
    for id, number in sorted(state.numbers.items(), key=lambda one: one[1]):
        e = state.entrants[id]
        before = next((r for k, r in sorted(e.ratings.items(), reverse=True) if k < first), e.player.rating)
        proposed = listed.get(id, 0)
        given = e.ratings.get(first) or (proposed if proposed not in (0, before) else "")
        rows.append({"number": number, "name": e.name, "before": before, "given": given, "set": first in e.ratings})
    return {"round": first, "rounds": range(2, state.settings.rounds + 1), "rows": rows}


@require_POST
@at_desk
def update_ratings(desk: Desk) -> HttpResponse:
    """Take over what is ticked: `tick` is ID:FIELD, `offer-ID` the rating of another list."""
    post = desk.request.POST
    ticked: dict[int, list[str]] = {}
    for tick in post.getlist("tick"):
        id, _colon, field = tick.partition(":")
        if field in FIELDS and integer(id):
            ticked.setdefault(int(id), []).append(field)
    taken = 0
    for one in rating_lists.differences(desk.state, date.today()):
        offer = post.get(f"offer-{one.entrant.id}", "")
        fields = ticked.get(one.entrant.id, [])
        if not fields and offer not in dict(one.offers):
            continue
        args = rating_lists.update(one, fields, offer if offer in dict(one.offers) else "")
        entry = store.execute(
            desk.section.pk,
            "edit-player",
            args,
            who=desk.request.user.get_username(),
            role=desk.role,
            confirm=2,  # the page with the ticks is the acknowledgement
            why=post.get("why", "")[:500],
        )
        done(desk, entry)
        taken += 1
    messages.info(desk.request, _("Players updated: {n}").format(n=taken))
    return redirect(desk.url("desk-ratings"))


@require_POST
@at_desk
def choose_lists(desk: Desk) -> HttpResponse:
    """Another sequence of lists, or checks switched off and on."""
    post = desk.request.POST
    changes: dict[str, Any] = {}
    if "lists" in post:
        changes["rating_lists"] = [name for name in re.split(r"[\s,;]+", post.get("lists", "").lower()) if name]
        rating_lists.require_known(changes["rating_lists"])
    if "check" in post:
        changes["check_ratings"] = post.get("check") == "on"
    try:
        done(desk, give(desk, "configure", {"changes": changes}))
    except store.NeedsConfirmation as question:
        return confirm_page(desk, "configure", question, {"changes": changes}, desk.url("desk-ratings"))
    return redirect(desk.url("desk-ratings"))
