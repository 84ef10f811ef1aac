"""Papers: everything that is printed, signed or sent, from a tournament at one moment.

    blocks      what a paper is made of              context     a tournament and the options
    lists       entries, start lists, rounds …       rankings    standings and cross tables
    teams       the same for teams                   payments    prizes, payment sheet, receipts
    hall        slips, plates, score sheets, cards   signed      IT1-IT3, FA1, IA1, complaints
    working     time sheets, check-list, appeals     preflight   what a rating officer would send back
    reports     arbiter's report, regulations        typeset     blocks and templates to PDF (Typst)
    bundle      zip, workbook, web pages             catalogue   every paper in one table; one paper as a file

`print_paper` prints from the database, `make` from a context; the papers themselves are pure functions of it.
"""

from __future__ import annotations

from collections.abc import Mapping

from arbitro.desk.state import State
from arbitro.i18n import gettext_for
from arbitro.papers.blocks import Made
from arbitro.papers.bundle import rating_report
from arbitro.papers.catalogue import GROUPS, Paper, UnknownPaper, find, make
from arbitro.papers.context import Context, of_section, of_tournament
from arbitro.papers.preflight import Finding, preflight

_ = gettext_for("papers")

__all__ = [
    "Context", "Finding", "Made", "Paper", "UnknownPaper", "available", "make", "of_section", "of_tournament",
    "preflight", "print_paper", "rating_report",
]  # fmt: skip


def available(state: State, options: Mapping[str, str]) -> list[tuple[str, list[Paper]]]:
    """What can be printed now with these options, by groups, with titles in the reader's language."""
    from arbitro.desk.snapshot import snapshot

    ctx = Context(state, snapshot(state), options)
    groups = []
    for title, specs in GROUPS:
        papers = [Paper(spec.name, _(spec.title)) for spec in specs if spec.when(ctx)]
        if papers:
            groups.append((_(title), papers))
    return groups


def print_paper(section: int, name: str, options: Mapping[str, str]) -> Made:
    """One paper of a tournament in the database. Raises UnknownPaper, or Refused with the reason."""
    find(name)
    return make(of_section(section, options), name)
