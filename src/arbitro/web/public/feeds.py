"""Other forms of a tournament: calendar, Atom feed, report file, QR code."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from io import BytesIO
from math import ceil
from xml.sax.saxutils import escape

import segno
from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from arbitro import words as vocabulary
from arbitro.desk import store
from arbitro.desk.integrity import head_line, known_lines
from arbitro.desk.settings import start_of_round
from arbitro.desk.tables import ranked
from arbitro.files.trf import write
from arbitro.model import Tournament
from arbitro.model.time_text import parse_encoded
from arbitro.papers.preview import preview
from arbitro.web.addresses import public_uri
from arbitro.web.public.pages import Page, page
from arbitro.web.public.words import day_words


def _link(page: Page, name: str, *args: object) -> str:
    return page.request.build_absolute_uri(reverse(name, args=[page.event.slug, page.section.slug, *args]))


def _ics(text: str) -> str:
    return text.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,").replace("\n", "\\n")


def _folded(line: str) -> str:
    """Lines of at most 75 octets, continued by a space (RFC 5545 3.1)."""
    parts, rest = [], line
    while len(rest.encode()) > 74:
        cut = next(i for i in range(min(74, len(rest)), 0, -1) if len(rest[:i].encode()) <= 74)
        parts.append(rest[:cut])
        rest = rest[cut:]
    return "\r\n ".join([*parts, rest])


def _published(page: Page) -> dict[int, str]:
    """When each round was published, in UTC."""
    return {e.payload["round"]: e.at for e in store.entries(page.section.pk) if e.kind == "publish"}


@page
def calendar(page: Page) -> HttpResponse:
    """The rounds as a calendar file (RFC 5545), as long as both players' time for 60 moves."""
    settings = page.state.settings
    title = _("{name}, round {n}")
    stamp = datetime.now(UTC)
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Arbitro//EN", f"X-WR-CALNAME:{_ics(settings.name)}"]
    rate = parse_encoded(settings.time_control)
    length = timedelta(minutes=ceil(sum(side.minutes for side in rate.sides)) if rate else 240)
    for i in range(1, len(settings.round_times) + 1):
        start = start_of_round(settings, i)
        if start is None:
            continue
        begins, ends = start.astimezone(UTC), start.astimezone(UTC) + length
        lines += [
            "BEGIN:VEVENT",
            f"UID:{page.event.slug}-{page.section.slug}-{i}@arbitro",
            f"DTSTAMP:{stamp:%Y%m%dT%H%M%SZ}",
            f"DTSTART:{begins:%Y%m%dT%H%M%SZ}",
            f"DTEND:{ends:%Y%m%dT%H%M%SZ}",
            f"SUMMARY:{_ics(title.format(name=settings.name, n=i))}",
            f"LOCATION:{_ics(settings.city)}",
            f"URL:{_link(page, 'section')}",
            "END:VEVENT",
        ]
    lines.append("END:VCALENDAR")
    return HttpResponse("\r\n".join(map(_folded, lines)) + "\r\n", content_type="text/calendar; charset=utf-8")


@page
def atom(page: Page) -> HttpResponse:
    """What was published, as an Atom feed: one entry a round, newest first."""
    settings = page.state.settings
    times = _published(page)
    entries = []
    for current in reversed(page.state.rounds):
        at = times.get(current.number, "")
        title = _("{name}, round {n}").format(name=settings.name, n=current.number)
        entries.append(
            f"<entry><id>{escape(_link(page, 'round', current.number))}</id><title>{escape(title)}</title>"
            f"<updated>{escape(at)}</updated><link href='{escape(_link(page, 'round', current.number))}'/></entry>"
        )
    last = max(times.values(), default="2000-01-01T00:00:00+00:00")
    body = (
        '<?xml version="1.0" encoding="utf-8"?><feed xmlns="http://www.w3.org/2005/Atom">'
        f"<id>{escape(_link(page, 'section'))}</id><title>{escape(settings.name)}</title>"
        f"<link rel='self' href='{escape(_link(page, 'feed'))}'/><link href='{escape(_link(page, 'section'))}'/>"
        f"<updated>{escape(last)}</updated><author><name>Arbitro</name></author>{''.join(entries)}</feed>"
    )
    return HttpResponse(body, content_type="application/atom+xml; charset=utf-8")


def report_for_all(page: Page) -> Tournament:
    """The tournament with points and ranks, of births the year alone."""
    event = page.tournament
    ranks = {n: place for place, n in enumerate(ranked(page.state, event), 1)} if event.rounds_paired else {}
    return replace(
        event,
        players=tuple(
            replace(p, birth=p.birth[:4], stated_points=event.score(p.number), stated_rank=ranks.get(p.number))
            for p in event.players
        ),
        unknown_lines=(*known_lines(page.section.pk, page.state, event), f"### {head_line(page.section.pk)}"),
    )


@page
def trf(page: Page) -> HttpResponse:
    """The tournament as a report file, without birth dates; its name says that it is not the rating officer's."""
    version = 26 if page.request.GET.get("version") == "26" else 16
    response = HttpResponse(write(report_for_all(page), version=version), content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{page.event.slug}-{page.section.slug}-public.trf"'
    return response


@page
def qr(page: Page) -> HttpResponse:
    """A QR code of the tournament's page, for posters and screens."""
    out = BytesIO()
    address = public_uri(page.request, reverse("section", args=[page.event.slug, page.section.slug]))
    segno.make(address, error="m").save(out, kind="svg", scale=8, border=2, xmldecl=False)
    return HttpResponse(out.getvalue(), content_type="image/svg+xml")


@page
def picture(page: Page) -> HttpResponse:
    """The picture that messengers show beside a link to the tournament."""
    settings, rounds = page.state.settings, len(page.state.rounds)
    where = " · ".join(filter(None, (settings.city, day_words(settings.start) if settings.start else "")))
    told = _("Round {n} of {m}").format(n=rounds, m=settings.rounds) if rounds else ""
    made = preview(settings.name, where, vocabulary.system(settings.system), told)
    return HttpResponse(made, content_type="image/png")
