"""The desk's page of the entry form: what it asks (chiefs), who has entered by it, fees paid and owed, and its end."""

from __future__ import annotations

from collections import Counter
from typing import Any

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from arbitro.desk import applications as desk_applications
from arbitro.desk import store
from arbitro.desk.admission import Admission
from arbitro.desk.applications import MAY_SEE, admission_of, totals
from arbitro.desk.models import Application
from arbitro.errors import Refused
from arbitro.records import encode
from arbitro.web.desk.views.common import Desk, at_desk, confirmation, done, give, integer
from arbitro.web.public.words import folded

NUMBERS = ("places", "rating_from", "rating_to", "born_from", "born_to")
GROUPS = ("titled", "junior", "senior", "women")


@at_desk
def entries(desk: Desk) -> HttpResponse:
    """Entries by the form, and the form itself."""
    if desk.role not in MAY_SEE:
        raise store.Forbidden(_("Only the owner, the chief arbiter and the entry desk see who has entered."))
    question: store.NeedsConfirmation | None = None
    if desk.request.method == "POST":
        try:
            _act(desk)
            return redirect(desk.url("desk-entries"))
        except store.NeedsConfirmation as asked:
            question = asked
    listed = list(desk.section.applications.all())
    paid, owed = totals(listed)
    admission = admission_of(desk.state)
    by_form = {one.entrant for one in listed}
    names = Counter(_name(one) for one in listed if one.status != Application.Status.REFUSED)
    names.update(folded(e.name) for e in desk.state.entrants.values() if e.id not in by_form)
    words = {
        Application.Status.NEW: _("new"),
        Application.Status.WAITING: _("waiting list"),
        Application.Status.TAKEN: _("confirmed"),
        Application.Status.REFUSED: _("refused"),
    }
    context = {
        "applications": [(one, words[Application.Status(one.status)], names[_name(one)] > 1) for one in listed],
        "paid": paid,
        "owed": owed,
        "admission": admission,
        "fees": [(group, label, admission.fees.get(group, "")) for group, label in _group_words().items()],
        "question": question,
        "asked": integer(desk.request.POST.get("id")),
        "level": confirmation(question, desk.request.POST) if question else 0,
    }
    return desk.render("desk/entries.html", context, status=409 if question else 200)


def _name(one: Application) -> str:
    return folded(one.player.get("name", ""))


def _group_words() -> dict[Any, str]:
    return {
        "titled": _("GM, IM, WGM, WIM"),
        "junior": _("under 18"),
        "senior": _("60 and older"),
        "women": _("women"),
    }


def _act(desk: Desk) -> None:
    post, section, role = desk.request.POST, desk.section, desk.role
    id = integer(post.get("id")) or 0
    match post.get("action"):
        case "take":
            who, level = desk.request.user.get_username(), integer(post.get("confirm")) or 0
            found = desk_applications.take(section, id, who=who, by=role, confirm=level)
            messages.success(desk.request, _("{name} is entered.").format(name=found.player["name"]))
        case "waiting" | "refused" | "new" as status:
            desk_applications.decide(section, id, status, by=role)
        case "paid" | "unpaid" as word:
            desk_applications.pay(section, id, word == "paid", by=role)
        case "erase":
            n = desk_applications.erase(section, by=role)
            text = ngettext(
                "The contact data of {n} entry are erased.", "The contact data of {n} entries are erased.", n
            )
            messages.success(desk.request, text.format(n=n))
        case "form":
            done(desk, give(desk, "configure", {"changes": {"entry": _stated(post)}}))
        case _:
            raise Refused(_("The form was damaged on the way; go back and try again."))


def _stated(post: QueryDict) -> dict[str, Any]:
    """The form's fields as the setting keeps them: only what differs from the usual."""
    lines = [" ".join(line.split())[:300] for line in post.get("consents", "").splitlines()]
    stated = Admission(
        open="open" in post,
        closes=post.get("closes", "")[:10],
        unrated="unrated" in post,
        women="women_only" in post,
        fee=post.get("fee", "").strip()[:10],
        fees={group: fee for group in GROUPS if (fee := post.get(f"fee_{group}", "").strip()[:10])},  # type: ignore[misc]
        currency=post.get("currency", "").strip()[:10],
        consents=tuple(filter(None, lines))[:10],
        **{name: integer(post.get(name)) or 0 for name in NUMBERS},
    )
    return dict(encode(stated, defaults=False))
