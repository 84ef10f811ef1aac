"""The files of a tournament for other programs, in every form that is written: what is published, no birth dates."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from ninja import Schema
from ninja.errors import HttpError

from arbitro.desk.snapshot import snapshot
from arbitro.papers import UnknownPaper, offered_files
from arbitro.papers.blocks import Made
from arbitro.papers.catalogue import file_of, make
from arbitro.papers.context import Context
from arbitro.web.public.api import Problem, api, page_of
from arbitro.web.public.feeds import report_for_all
from arbitro.web.public.pages import Page

BASE = "/tournaments/{event}/{tournament}/files"
ANSWERS = {401: Problem, 404: Problem, 422: Problem, 429: Problem}


class FileOut(Schema):
    form: str
    title: str
    about: str
    address: str


def _context(page: Page) -> Context:
    """The tournament as everybody may have it: of births the year alone."""
    entrants = {
        id: replace(entrant, player=replace(entrant.player, birth=entrant.player.birth[:4]))
        for id, entrant in page.state.entrants.items()
    }
    state = replace(page.state, entrants=entrants)
    return Context(state, snapshot(state), slug=f"{page.event.slug}-{page.section.slug}")


@api.get(BASE, response={200: list[FileOut], **ANSWERS})
def forms_of_files(request: HttpRequest, event: str, tournament: str) -> Any:
    """The files that can be had now: the form as `arbitro convert` calls it, its title, a sentence, its address."""
    page = page_of(request, event, tournament)
    return [
        {
            "form": form,
            "title": paper.title,
            "about": paper.about,
            "address": request.build_absolute_uri(reverse("api:file_of_form", args=[event, tournament, form])),
        }
        for form, paper in offered_files(_context(page)).items()
    ]


@api.get(BASE + "/{form}", response=ANSWERS, url_name="file_of_form")
def file_of_form(request: HttpRequest, event: str, tournament: str, form: str) -> Any:
    """The tournament as a file of a form: TRF, JSON, US Chess, DGT boards, chess-results, lists."""
    page = page_of(request, event, tournament)
    try:
        spec = file_of(form)
    except UnknownPaper as error:
        raise HttpError(404, str(error)) from error
    made = _report(page, form) if form.startswith("trf") else make(_context(page), spec.name)
    response = HttpResponse(made.data, content_type=made.content_type)
    response["Content-Disposition"] = f'attachment; filename="{made.filename}"'
    return response


def _report(page: Page, form: str) -> Made:
    """A report file, the one of the public page."""
    from arbitro.files.forms import encoded

    name = f"{page.event.slug}-{page.section.slug}-public.trf"
    return Made(encoded(report_for_all(page), form), "text/plain; charset=utf-8", name)
