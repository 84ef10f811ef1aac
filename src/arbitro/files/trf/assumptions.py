"""What reading a tournament report file took for granted, said one by one before anything is stored.

Older forms are silent about much (TRF06 and TRF16 have no lines 142 to 222): each default is named with what it is.
Lines that nobody understands are named too; a file that is converted keeps them. Not here: doubts (`checks`).
"""

from __future__ import annotations

from collections.abc import Iterator

from arbitro import words
from arbitro.files.trf.lines import Lines
from arbitro.files.trf.player_lines import national_player
from arbitro.i18n import gettext_for, ngettext_for
from arbitro.model import System, Tournament

_ = gettext_for("files")
ngettext_ = ngettext_for("files")

COMMENT = "#"


def assumed(said: Lines, tournament: Tournament) -> Iterator[str]:
    """Every assumption and adjustment, one sentence each."""
    yield from said.adjusted
    info = tournament.info
    if not info.system_code:
        sentence = _("no line 192 states the system: taken as {system} by line 092")
        if not info.type:
            sentence = _("no line states the system: taken as {system}")
        yield sentence.format(system=words.system(tournament.system))
        if info.start:
            sentence = _("no line states the edition of the rules: {edition}, in force on {day}, is taken")
        else:
            sentence = _("no line states the edition of the rules, nor a first day: {edition} is taken")
        yield sentence.format(edition=tournament.editions.swiss, day=info.start)
    if tournament.planned_rounds is None:
        sentence = ngettext_(
            "no line 142 states the number of rounds: the {n} round of the file is taken",
            "no line 142 states the number of rounds: the {n} rounds of the file are taken",
            tournament.rounds_paired,
        )
        yield sentence.format(n=tournament.rounds_paired)
    if not said.scoring:
        yield _("no line 162 states the points: 1, ½ and 0 are taken")
    if not info.tie_breaks and tournament.system not in (System.KNOCKOUT, System.MATCH, System.LADDER):
        yield _("no line 202 states the tie-breaks")
    if tournament.first_colour is None and tournament.system.is_swiss:  # a table states its colours
        yield _("no line 152 states the initial colour: round 1 shows it, or it is drawn")
    for n, line in said.kept:
        if national_player(line) in tournament.index:
            yield _("line {n}: of a national line the rating and the number are understood").format(n=n)
        elif not line.startswith(COMMENT):
            yield _("line {n} is not understood: {line}").format(n=n, line=line[:60])
