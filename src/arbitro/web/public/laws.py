"""The Laws' reference: every article in our own words, both editions side by side, a glossary, search."""

from __future__ import annotations

from itertools import groupby

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from arbitro.exam.questions import cases
from arbitro.laws import reference
from arbitro.laws.edition import LawsEdition
from arbitro.laws.rulings.base import Ruling, Say, row_of, rows
from arbitro.web.diagrams import diagram, in_words


def _edition(request: HttpRequest) -> LawsEdition:
    asked = request.GET.get("edition", "")
    return LawsEdition(asked) if asked in {e.value for e in LawsEdition} else LawsEdition.E2023


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """The articles by chapter, with those of the other edition beside them; or those that a search finds."""
    edition, wanted = _edition(request), request.GET.get("q", "")[:80]
    articles = reference.search(wanted, edition) if wanted.strip() else list(reference.articles(edition))
    chapters = [
        {"number": number, "name": reference.chapter_name(number, edition), "articles": list(rows)}
        for number, rows in groupby(articles, key=lambda a: a.chapter)
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
    """One article: what it says, the other edition, the Manual's comment, related articles, rulings, worked cases,
    exam questions, cases of the hall."""
    edition = _edition(request)
    found = reference.cited(number, edition)
    if found is None:
        raise Http404(_("There is no such article."))
    other = next(e for e in LawsEdition if e is not edition)
    context = {
        "article": found,
        "chapter": reference.chapter_name(found.chapter, edition),
        "edition": edition.value,
        "other": other.value,
        "elsewhere": [reference.article(n, other) for n in found.elsewhere],
        "rulings": _rulings(found),
        "questions": _questions(found),
        "worked": [(one, one.ruling, _picture(one)) for one in found.worked],
    }
    return render(request, "public/article.html", context)


def _rulings(found: reference.Article) -> list[tuple[str, list[str]]]:
    """What is ruled under an article together with others, with those."""
    told = []
    for name in found.rulings:
        row = row_of(name, found.edition)
        numbers = (found.edition.text.articles[matter] for matter in rows()[name].get("matters", ()))
        others = [n for n in dict.fromkeys(numbers) if n and n != found.number]
        if others and "{" not in row.say:
            told.append((Say(row.say).text(), others))
    return told


def _questions(found: reference.Article) -> list[tuple[str, Ruling]]:
    """The cases of the exams that it decides, each with its ruling."""
    both = found.edition is LawsEdition.E2023
    return [
        (Say(ask).text(), ruling)
        for rows in cases().values()
        for ask, ruling in rows
        if both and any(n == found.number or n.startswith(f"{found.number}.") for n in ruling.articles)
    ]


def _picture(one: reference.Worked) -> SafeString:
    """The position, the touched squares marked."""
    return diagram(one.fen, in_words(one.fen), last="".join((*one.touched, *one.touched)[:2]))
