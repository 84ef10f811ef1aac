"""The desk's page of personal links: make them for one or all players (shown once, with QR codes, or printed on badges
and slips), see their last use, revoke.

Only hashes are kept: what is printed is made for this print, and the older link of the same person ends.
"""

from __future__ import annotations

from typing import Any

import segno
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from arbitro.desk.links import Kind, links, make_links, names_of, revoke_links
from arbitro.errors import Refused
from arbitro.web.addresses import public_uri
from arbitro.web.desk.views.common import Desk, account, at_desk, done, give, integer
from arbitro.web.desk.views.papers import printed, titles
from arbitro.web.public.words import folded

PAPERS = ("badges", "link-slips", "name-plates", "player-cards")  # those that can carry a personal code
ADDRESSES = {Kind.PLAYER: "mine", Kind.CAPTAIN: "captain"}


@at_desk
def personal_links(desk: Desk) -> HttpResponse:
    """Who has a personal link; new ones are shown on the page that answers, and never again."""
    post, state = desk.request.POST, desk.state
    kind = Kind.CAPTAIN if desk.request.GET.get("of") == "captains" else Kind.PLAYER
    names = names_of(state, kind)
    slips: list[dict[str, Any]] = []
    if desk.request.method == "POST":
        if "may" in post:
            return _configure(desk)
        chosen = _chosen(desk, kind, names)
        if post.get("action") == "revoke":
            n = revoke_links(desk.section, kind, chosen, by=desk.role)
            text = ngettext("{n} link is revoked: it opens nothing any more.", "{n} links are revoked.", n)
            messages.success(desk.request, text.format(n=n))
            return redirect(desk.request.get_full_path())
        paper = post.get("print", "")
        if kind is Kind.PLAYER and paper in dict(titles(desk, PAPERS)):
            return _printed(desk, chosen, paper)
        made = make_links(desk.section, chosen, kind, by=desk.role, maker=account(desk.request))
        slips = sorted((slip(desk, names[holder], kind, made[holder]) for holder in made), key=lambda s: s["folded"])
    working = links(desk.section, kind)
    rows = sorted(((id, name, working.get(id)) for id, name in names.items()), key=lambda row: folded(row[1]))
    context = {
        "slips": slips,
        "rows": rows,
        "with_link": len(working),
        "without_link": len(names.keys() - working.keys()),
        "papers": [] if kind is Kind.CAPTAIN else titles(desk, PAPERS),
        "captains": kind is Kind.CAPTAIN,
        "deeds": [(word, label, word in state.settings.players_may) for word, label in deed_words().items()],
    }
    return desk.render("desk/links.html", context)


def _chosen(desk: Desk, kind: Kind, names: dict[int, str]) -> list[int]:
    """Whom the form names: some, all, or those without a working link."""
    post = desk.request.POST
    if "all" in post:
        chosen = list(names)
    elif "others" in post:
        chosen = list(names.keys() - links(desk.section, kind).keys())
    else:
        chosen = [n for text in post.getlist("holder") if (n := integer(text)) in names]
    if not chosen:
        raise Refused(_("Nobody is named."))
    return chosen


def _printed(desk: Desk, chosen: list[int], paper: str) -> HttpResponse:
    """A paper with a new personal code for each of these players."""
    made = make_links(desk.section, chosen, Kind.PLAYER, by=desk.role, maker=account(desk.request))
    return printed(desk, paper, {id: _address(desk, Kind.PLAYER, secret) for id, secret in made.items()})


def _configure(desk: Desk) -> HttpResponse:
    done(desk, give(desk, "configure", {"changes": {"players_may": desk.request.POST.getlist("deed")}}))
    return redirect(desk.url("desk-links"))


def deed_words() -> dict[str, str]:
    """What players may be allowed to do, in words."""
    return {
        "check-in": _("check in, before the arbiter has begun to"),
        "bye": _("ask for a bye, and cancel it"),
        "withdraw": _("withdraw from the tournament"),
        "result": _("report the result of their game"),
        "both": _("what both report alike is entered without an arbiter's tap"),
        "game": _("hand in the moves of their games"),
    }


def slip(desk: Desk, name: str, kind: Kind, secret: str) -> dict[str, Any]:
    """A link with its QR code, to be shown or printed this once."""
    address = _address(desk, kind, secret)
    code = segno.make(address, error="m").svg_inline(border=2, light="white", omitsize=True)
    return {"name": name, "folded": folded(name), "address": address, "qr": mark_safe(code)}


def _address(desk: Desk, kind: Kind, secret: str) -> str:
    return public_uri(desk.request, reverse(ADDRESSES[kind], args=[secret]))
