"""Letters to players: the invitation; to whoever did not come (Laws 6.7.1, C.05 6.5), in both languages."""

from __future__ import annotations

from arbitro import words
from arbitro.desk.hall import absentees, no_show_letter
from arbitro.errors import Refused
from arbitro.i18n import LANGUAGES, current_language, gettext_for, speaking
from arbitro.model import Player
from arbitro.papers.blocks import Block, Document, Fields, Heading, Part, Signatures, Text
from arbitro.papers.context import Context, period, titled

_ = gettext_for("papers")


def no_show(ctx: Context) -> Document:
    """A page for each player who was not at the board in the round and did not come."""
    round = ctx.round.number
    gone = absentees(ctx.state, round)
    if not gone:
        raise Refused(_("Nobody is noted as absent in round {n}.").format(n=round), article="Laws 6.7.1")
    blocks: list[Block] = []
    for id in gone:
        blocks += [Part(_("Absence without notice"), ctx.subtitle), Heading(ctx.entrant(id).name, 2)]
        for lang in sorted(LANGUAGES, key=lambda one: one != current_language()):
            with speaking(lang):
                blocks.append(Text(no_show_letter(ctx.state, round, id)))
        blocks.append(Signatures((_("Chief arbiter"),)))
    return Document(_("Absence without notice"), ctx.subtitle, tuple(blocks))


def invitation(ctx: Context) -> Document:
    """A letter of invitation for everybody who has entered (numbers `first` to `last`), or an open one."""
    s = ctx.settings
    people: list[Player | None] = [e.player for e in ctx.state.entrants.values() if not e.excluded]
    first, last = ctx.number("first", 1, 1, 99_999), ctx.number("last", len(people), 1, 99_999)
    facts = Fields((
        (_("Tournament"), s.name), (_("Place"), ctx.place), (_("Dates"), period(s.start, s.end)),
        (_("System"), words.label(words.system(s.system))), (_("Rounds"), s.rounds),
        (_("Time control"), ctx.time_control), (_("Chief arbiter"), s.chief_arbiter), (_("Organiser"), s.organiser),
        (_("Public pages"), ctx.option("url") or s.website),
    )).known  # fmt: skip
    blocks: list[Block] = []
    for player in people[first - 1 : last] or [None]:
        to = [titled(player), player.federation, player.fide_id and f"FIDE {player.fide_id}"] if player else ["_" * 40]
        blocks += [
            Part(_("Letter of invitation"), ctx.subtitle),
            Text(" · ".join(part for part in to if part)),
            Text(_("The organisers have the honour of inviting you to take part in the tournament named below.")),
            facts,
            Text(_("We ask all authorities concerned to give the player named above every assistance in travelling.")),
            Signatures((s.organiser or _("Organiser"), _("Place"), _("Date"))),
        ]
    return Document(_("Letters of invitation"), ctx.subtitle, tuple(blocks))
