"""Papers: everything that is printed, signed or sent, from a tournament at one moment.

    blocks      what a paper is made of              context     a tournament, a language and the options
    lists       entries, start lists, rounds …       rankings    standings and cross tables
    teams       the same for teams                   payments    prizes, payment sheet, receipts
    hall        slips, plates, score sheets, cards   forms       IT1-IT3, FA1, IA1, complaints
    working     time sheets, check-list, appeals     preflight   what a rating officer would send back
    reports     arbiter's report, regulations        typeset     blocks and templates to PDF (Typst)
    bundle      zip, workbook, web pages             making      one paper as a file
    catalogue   every paper, in one table            source      a tournament file as the desk would see it

`print_paper` prints from the database, `make` from a context; the papers themselves are pure functions of it.
"""

from __future__ import annotations

from collections.abc import Mapping

from arbitro.desk.state import State
from arbitro.i18n import LANGUAGES, gettext_for
from arbitro.model import Tournament
from arbitro.papers.blocks import Made
from arbitro.papers.bundle import rating_report
from arbitro.papers.catalogue import GROUPS, Paper, UnknownPaper, find
from arbitro.papers.context import Context
from arbitro.papers.making import make
from arbitro.papers.preflight import Finding, preflight

__all__ = [
    "Context", "Finding", "Made", "Paper", "UnknownPaper", "available", "make", "of_section", "of_tournament",
    "preflight", "print_paper", "rating_report",
]  # fmt: skip


def available(state: State, lang: str | None = None) -> list[tuple[str, list[Paper]]]:
    """What can be printed now, by groups, with titles in the reader's language."""
    _ = gettext_for("papers", lang)
    from arbitro.desk.snapshot import snapshot

    ctx = Context(state, snapshot(state))
    groups = []
    for title, specs in GROUPS:
        papers = [Paper(spec.name, _(spec.title)) for spec in specs if spec.when(ctx)]
        if papers:
            groups.append((_(title), papers))
    return groups


def language_of(options: Mapping[str, str], settings_language: str) -> str:
    """The language of a paper: as asked for, else the tournament's."""
    wanted = options.get("lang") or settings_language
    return wanted if wanted in LANGUAGES else "en"


def of_section(section: int, options: Mapping[str, str]) -> Context:
    """The context of a tournament in the database."""
    from arbitro.desk import store
    from arbitro.desk.integrity import log
    from arbitro.desk.models import Section
    from arbitro.papers.context import LogLine

    state = store.state_of(section)
    row = Section.objects.select_related("event").get(pk=section)
    lines = tuple(LogLine(line.at, line.who, line.text, line.why) for line in log(section))
    lang = language_of(options, state.settings.language)
    slug = f"{row.event.slug}-{row.slug}"
    return Context(state, store.tournament_of(section), lang, dict(options), lines, slug, section)


def of_tournament(tournament: Tournament, options: Mapping[str, str], slug: str = "tournament") -> Context:
    """The context of a tournament file."""
    from arbitro.i18n import current_language
    from arbitro.papers.source import state_of

    return Context(state_of(tournament), tournament, language_of(options, current_language()), dict(options), (), slug)


def print_paper(section: int, name: str, options: Mapping[str, str]) -> Made:
    """One paper of a tournament in the database. Raises UnknownPaper, or Refused with the reason."""
    find(name)
    return make(of_section(section, options), name)
