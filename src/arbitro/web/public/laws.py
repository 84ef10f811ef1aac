"""The Laws' reference: every article in our own words, both editions side by side, a glossary, search."""

from __future__ import annotations

from itertools import groupby

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from arbitro.errors import ArbitroError
from arbitro.laws import reference
from arbitro.laws.edition import LawsEdition


def _edition(request: HttpRequest) -> LawsEdition:
    asked = request.GET.get("edition", "")
    return LawsEdition(asked) if asked in {e.value for e in LawsEdition} else LawsEdition.E2023


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """The articles by chapter, with those of the other edition beside them; or those that a search finds."""
    edition, wanted = _edition(request), request.GET.get("q", "")[:80]
    found = reference.search(wanted, edition) if wanted.strip() else list(reference.articles(edition))
    chapters = [
        {"number": number, "name": reference.chapter_name(number, edition), "articles": list(rows)}
        for number, rows in groupby(found, key=lambda a: a.chapter)
    ]
    context = {
        "edition": edition.value,
        "other": next(e.value for e in LawsEdition if e is not edition),
        "chapters": chapters,
        "query": wanted,
        "glossary": [] if wanted else reference.glossary(),
    }
    return render(request, "public/laws.html", context)


@require_safe
def article(request: HttpRequest, number: str) -> HttpResponse:
    """One article: what it says, the other edition, related articles, cases of the hall."""
    edition = _edition(request)
    try:
        found = reference.article(number.replace("Art. ", ""), edition)
    except ArbitroError as error:
        raise Http404(_("There is no such article.")) from error
    other = next(e for e in LawsEdition if e is not edition)
    context = {
        "article": found,
        "chapter": reference.chapter_name(found.chapter, edition),
        "edition": edition.value,
        "other": other.value,
        "elsewhere": [reference.article(n, other) for n in found.elsewhere],
    }
    return render(request, "public/article.html", context)
