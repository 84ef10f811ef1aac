"""Knock-outs: what the games leave open.

rule              command
knock-out system  decide    a match that is level with no tie-break left is decided by lot, or by the arbiter
"""

from __future__ import annotations

from typing import Annotated, Any

from arbitro.desk.commands.base import Draft, command, require_open
from arbitro.desk.commands.parameters import Says
from arbitro.desk.roles import CHIEFS
from arbitro.desk.snapshot import snapshot
from arbitro.desk.state import State
from arbitro.errors import Refused
from arbitro.formats import knockout_progress
from arbitro.formats.knockout import open_matches
from arbitro.formats.lots import Lots, seed_of_sentence
from arbitro.i18n import N_, gettext_for
from arbitro.model import System

_ = gettext_for("desk")

Number = Annotated[int, Says(help=N_("A pairing number; of teams: the team's number."))]


@command("decide", CHIEFS, help=N_("Decide a knock-out match by lot, or by the arbiter with a reason."))
def decide(
    state: State,
    *,
    first: Number,
    second: Number,
    winner: Annotated[int | None, Says(help=N_("Who goes on, where no lot is drawn."))] = None,
    sentence: Annotated[str, Says(help=N_("A sentence that everybody can read, or the dice."))] = "",
) -> Draft:
    """Who goes on from an open match of the stage: drawn from a public sentence, or named by the arbiter."""
    require_open(state)
    if state.settings.system is not System.KNOCKOUT:
        raise Refused(_("Only matches of a knock-out are decided this way."))
    pairs = {(m.first, m.second): m for _n, m in open_matches(knockout_progress(snapshot(state))[-1])}
    match = pairs.get((first, second)) or pairs.get((second, first))
    if match is None:
        raise Refused(_("{a} and {b} have no open match.").format(a=first, b=second), article=_("knock-out system"))
    if match.waiting:
        raise Refused(_("Their game has no result yet."), article=_("knock-out system"))
    payload: dict[str, Any] = {}
    if sentence.strip():
        hat = Lots(seed_of_sentence(sentence))
        winner = hat.choose((match.first, match.second))
        lot = hat.record[0]
        payload["protocol"] = {"what": "match", "seed": hat.seed, "text": lot.text, "hash": lot.hash, "winner": winner}
    if winner not in (match.first, match.second):
        raise Refused(_("Name who goes on, or a sentence to draw the lot from."))
    loser = match.second if winner == match.first else match.first
    payload |= {"winner": winner, "loser": loser}
    remark = _("Match {a} - {b}: {winner} goes on").format(a=first, b=second, winner=winner)
    return Draft("decide", payload, remark=remark)
