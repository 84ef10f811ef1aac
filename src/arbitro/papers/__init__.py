"""Papers: everything that is printed, signed or sent, from a tournament at one moment.

    blocks      what a paper is made of              context     a tournament and the options
    lists       entries, start lists, rounds …       rankings    standings and cross tables
    teams       the same for teams                   payments    prizes, payment sheet, receipts
    hall        slips, plates, score sheets          signed      IT1-IT3, FA1-FL2, norm calculation
    cards       a card for every player              fair_play   complaints, measures taken
    badges      badges, slips with the player's code
    letters     invitation, absence                  preflight   what a rating officer would send back
    working     time sheets, check-list, appeals
    reports     arbiter's report, regulations        typeset     blocks and templates to PDF (Typst)
    bundle      zip, workbook, web pages             catalogue   every paper in one table; one paper as a file

`print_paper` prints from the database, `make` from a context; the papers themselves are pure functions of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from arbitro.desk.state import State
from arbitro.i18n import gettext_for
from arbitro.papers import bundle
from arbitro.papers.blocks import Made
from arbitro.papers.bundle import rating_report
from arbitro.papers.catalogue import GROUPS, Paper, Spec, UnknownPaper, files, find, make, picture
from arbitro.papers.context import Context, of_section, of_tournament
from arbitro.papers.preflight import Finding, preflight

_ = gettext_for("papers")

__all__ = [
    "Context", "Finding", "Made", "Paper", "UnknownPaper", "available", "make", "of_section", "of_tournament",
    "offered_files", "picture_of", "preflight", "print_paper", "rating_report",
]  # fmt: skip


def available(state: State, options: Mapping[str, str]) -> list[tuple[str, list[Paper]]]:
    """What can be printed now with these options, by groups, with titles in the reader's language."""
    from arbitro.desk.snapshot import snapshot

    ctx = Context(state, snapshot(state), options)
    groups = []
    for title, specs in GROUPS:
        papers = [_told(spec) for spec in specs if spec.when(ctx)]
        if papers:
            groups.append((_(title), papers))
    return groups


def offered_files(ctx: Context) -> dict[str, Paper]:
    """The files for other programs that can be made now, by the name of their form."""
    return {form: _told(spec) for form, spec in files().items() if spec.when(ctx)}


def _told(spec: Spec) -> Paper:
    pages = spec.make.__module__ != bundle.__name__
    return Paper(spec.name, _(spec.title), pages, _(spec.about) if spec.about else "")


def picture_of(section: int, name: str, options: Mapping[str, str]) -> bytes:
    """The first page of a paper as a small PNG picture."""
    find(name)
    return picture(of_section(section, options), name)


def print_paper(section: int, name: str, options: Mapping[str, str], links: Mapping[int, str] | None = None) -> Made:
    """One paper of a tournament in the database, personal links in it. Raises UnknownPaper or Refused."""
    find(name)
    return make(replace(of_section(section, options), links=links or {}), name)
