"""The Papers page: what can be printed and how; one paper, its picture, all of them in one file."""

from __future__ import annotations

import base64
from binascii import crc32
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.http import urlencode
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from arbitro.errors import ArbitroError, Refused
from arbitro.web.addresses import public_uri
from arbitro.web.desk.moment import needed
from arbitro.web.desk.printing import KEPT, remember, remembered
from arbitro.web.desk.views.common import Desk, at_desk
from arbitro.web.desk.zips import Zip

ASKED = ("round", "after")  # of this print only


@at_desk
def papers(desk: Desk) -> HttpResponse:
    """What this moment needs, everything that can be printed, and how it is to be printed."""
    from arbitro.papers import available
    from arbitro.papers.context import default_paper
    from arbitro.papers.typeset import unprintable

    if desk.request.method == "POST":
        return _choose(desk)
    groups = available(desk.state, _public_address(desk))
    chosen = remembered(desk.section.pk)
    asked = {name: desk.request.GET[name] for name in ASKED if desk.request.GET.get(name)}
    rounds = len(desk.state.rounds)
    context = {
        "papers": groups,
        "needed": needed(desk.state, groups),
        "chosen": chosen,
        "usual_paper": default_paper(desk.state.settings.federation),
        "asked": asked,
        "of_round": asked.get("round") or str(rounds),
        "afters": range(1, rounds + 1),
        "query": f"?{urlencode(asked)}" if asked else "",
        "pictured": f"?{urlencode({**asked, 'like': str(crc32(repr(sorted(chosen.items())).encode()))})}",
        "boxes": unprintable(entrant.name for entrant in desk.state.entrants.values()),
        "looked_at": desk.request.GET.get("look", ""),
    }
    return desk.render("desk/papers.html", context)


def _choose(desk: Desk) -> HttpResponse:
    """Keep the choices of the form; a logo stays until it is taken away or another one comes."""
    from arbitro.papers.context import check_options
    from arbitro.papers.typeset import logo

    post, before = desk.request.POST, remembered(desk.section.pk)
    chosen = {name: post.get(name, "").strip() for name in KEPT if name != "logo"}
    check_options(chosen)
    upload = desk.request.FILES.get("logo")
    if upload is not None:
        kind = (upload.content_type or "").removeprefix("image/")
        uri = f"data:image/{kind};base64,{base64.b64encode(upload.read(2_100_000)).decode()}"
        if logo(uri) is None:
            raise Refused(_("The logo cannot be read."))
        chosen["logo"] = uri
    elif "no-logo" not in post:
        chosen["logo"] = before.get("logo", "")
    remember(desk.section.pk, chosen)
    messages.success(desk.request, _("Papers are printed like this from now on."))
    return redirect(desk.request.get_full_path())


def _public_address(desk: Desk) -> dict[str, str]:
    """Where everybody finds the tournament, for QR codes; nothing for one that is not public."""
    address = public_uri(desk.request, desk.url("section"))
    hall = public_uri(desk.request, desk.url("desk-table", 0)[:-1])
    return {"hall": hall} | ({"url": address} if desk.state.settings.public else {})


def _options(desk: Desk) -> dict[str, str]:
    """The choices of the tournament, and over them what this request asks for."""
    asked = {name: desk.request.GET.get(name, "") for name in desk.request.GET}
    return _public_address(desk) | remembered(desk.section.pk) | {name: text for name, text in asked.items() if text}


@at_desk
def everything(desk: Desk) -> HttpResponse:
    """All papers in one file: prepared in the background, with its progress; cancelled, or fetched."""
    options = _public_address(desk) | {"lang": get_language() or "en"} | remembered(desk.section.pk)
    return _prepared(desk, "papers", options)


@at_desk
def website(desk: Desk) -> HttpResponse:
    """The public pages in one file, for any web space: prepared in the same way."""
    if not desk.state.settings.public:
        raise Refused(_("This tournament is not public: its settings say so (public)."))
    return _prepared(desk, "website", {"base": desk.url("section")})


def _prepared(desk: Desk, what: str, options: dict[str, str]) -> HttpResponse:
    wanted = Zip(desk.section.pk, desk.state.number, get_language() or "en", what)
    if desk.request.method == "POST":
        if desk.request.POST.get("action") == "cancel":
            wanted.cancel()
        else:
            wanted.begin(options)
        return redirect(desk.request.path)
    work = wanted.work()
    if work.state == "done" and "file" in desk.request.GET:
        response = HttpResponse(wanted.path.read_bytes(), content_type="application/zip")
        response["Content-Disposition"] = f'attachment; filename="{desk.event.slug}-{desk.section.slug}-{what}.zip"'
        return response
    size = wanted.path.stat().st_size if work.state == "done" else 0
    return desk.render("desk/everything.html", {"work": work, "size": size, "what": what})


@at_desk
def paper(desk: Desk, paper: str) -> HttpResponse:
    """One paper as PDF."""
    return printed(desk, paper, {})


def titles(desk: Desk, names: Iterable[str]) -> list[tuple[str, str]]:
    """Those of these papers that can be printed now, with their titles."""
    from arbitro.papers import available

    there = {p.name: p.title for _group, papers in available(desk.state, _public_address(desk)) for p in papers}
    return [(name, there[name]) for name in names if name in there]


def printed(desk: Desk, paper: str, links: Mapping[int, str]) -> HttpResponse:
    """A paper as PDF, with personal links by entrant's id where some were made for it; a report file, to be kept."""
    from arbitro.papers import print_paper

    made: Any = _made(desk, partial(print_paper, links=links), paper)
    response = HttpResponse(made.data, content_type=made.content_type)
    shown = "inline" if made.content_type.startswith(("application/pdf", "text/html")) else "attachment"
    response["Content-Disposition"] = f'{shown}; filename="{made.filename}"'
    return response


@at_desk
def preview(desk: Desk, paper: str) -> HttpResponse:
    """The first page of a paper as a small picture; a paper that cannot be made has none."""
    from arbitro.papers import picture_of

    try:
        data: Any = _made(desk, picture_of, paper)
    except ArbitroError as error:
        raise Http404(str(error)) from error
    return HttpResponse(data, content_type="image/png", headers={"Cache-Control": "private, max-age=20"})


def _made(desk: Desk, make: Any, paper: str) -> Any:
    from arbitro.papers import UnknownPaper

    try:
        return make(desk.section.pk, paper, _options(desk))
    except UnknownPaper as error:
        raise Http404(_("There is no such paper.")) from error
