"""Letters to players: to whoever did not come to the board (Laws 6.7.1, C.05 6.5), in both languages."""

from __future__ import annotations

from arbitro.desk.hall import absentees, no_show_letter
from arbitro.errors import Refused
from arbitro.i18n import LANGUAGES, current_language, gettext_for, speaking
from arbitro.papers.blocks import Block, Break, Document, Heading, Signatures, Text
from arbitro.papers.context import Context

_ = gettext_for("papers")


def no_show(ctx: Context) -> Document:
    """A page for each player who was not at the board in the round and did not come."""
    round = ctx.round.number
    gone = absentees(ctx.state, round)
    if not gone:
        raise Refused(_("Nobody is noted as absent in round {n}.").format(n=round), article="Laws 6.7.1")
    blocks: list[Block] = []
    for id in gone:
        blocks += [Break()] if blocks else []
        blocks.append(Heading(ctx.entrant(id).name, 2))
        for lang in sorted(LANGUAGES, key=lambda one: one != current_language()):
            with speaking(lang):
                blocks.append(Text(no_show_letter(ctx.state, round, id)))
        blocks.append(Signatures((_("Chief arbiter"),)))
    return Document(_("Absence without notice"), ctx.subtitle, tuple(blocks))
