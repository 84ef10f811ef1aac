"""When no legal pairing exists: who stands in the way, why, and what the arbiter may do (C.04.3 B; 2026 1.9.3).

A largest legal pairing leaves somebody over. By Gallai and Edmonds the players whom some largest pairing leaves over
compete for too few opponents; they are named with what bars them from each other.
"""

from __future__ import annotations

from arbitro.errors import NoPairing
from arbitro.i18n import gettext_for
from arbitro.swiss.dutch.arena import Arena
from arbitro.swiss.dutch.matching import Matching, bits
from arbitro.swiss.dutch.state import Field

NAMED = 8


def no_pairing(field: Field, lang: str | None = None) -> NoPairing:
    """The error that says so."""
    _ = gettext_for("swiss", lang)
    arena = Arena(field)
    players = field.players
    count = len(players)
    graph = arena.adjacency(range(count))
    odd = bool(count % 2)
    if odd:
        takers = sum(1 << k for k, p in enumerate(players) if p.may_have_bye)
        for k in bits(takers):
            graph[k] |= 1 << count
        graph.append(takers)
        if not takers:
            blockers = tuple(p.number for p in players)
            return NoPairing(
                _("No legal pairing exists: the field is odd and everybody is barred from the bye (C.2)."),
                blockers=blockers,
                options=_options(lang, odd),
            )
    matching = Matching(graph)
    matching.greedy(sorted(range(len(graph)), key=lambda k: graph[k].bit_count()))
    matching.grow()
    over = [k for k in bits(matching.outer) if k < count]
    over.sort(key=lambda k: graph[k].bit_count())
    blockers = tuple(players[k].number for k in over)
    reasons = []
    for k in over[:NAMED]:
        p = players[k]
        left = [players[x].number for x in bits(graph[k]) if x < count]
        listed = ", ".join(map(str, left[:NAMED])) or _("nobody")
        if odd and not p.may_have_bye:
            reasons.append(_("{player} may meet {left} and may not have the bye").format(player=p.number, left=listed))
        else:
            reasons.append(_("{player} may meet {left}").format(player=p.number, left=listed))
    return NoPairing(
        _("No legal pairing exists: {reasons}.").format(reasons="; ".join(reasons)),
        blockers=blockers,
        options=_options(lang, odd),
    )


def _options(lang: str | None, odd: bool) -> tuple[str, ...]:
    """What remains to the arbiter; the text leaves the decision to him."""
    _ = gettext_for("swiss", lang)
    options = [
        _("let two of the named players meet a second time, those who met longest ago first (C.1)"),
        _("let two players with the same absolute colour preference meet (C.3)"),
        _("end the tournament with the rounds played"),
    ]
    if odd:
        options.insert(0, _("give the bye to a player who is barred from it (C.2)"))
    return tuple(options)
