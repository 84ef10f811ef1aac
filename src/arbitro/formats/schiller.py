"""Schiller: everybody meets all players of the other teams and nobody of his own.

    rule (Arbiters' manual, team systems)                         function
    t teams of m players, (t-1)·m rounds, t·m if t is odd          schiller

No table is printed. Here the teams meet in the order of the Berger table, each meeting is a Scheveningen of m rounds,
and the colours are given over the whole event (`table.alternate`): everyone has one White and one Black in games 1-2,
in games 3-4 and so on, hence never three equal colours and totals within one. Where there is a choice, a team's Whites
in a round are kept even.

Used for title norms, for example by four teams of three with nine games each (B.01, accepted formats).
"""

from __future__ import annotations

from functools import lru_cache

from arbitro.errors import Refused
from arbitro.formats.roundrobin import berger
from arbitro.formats.scheveningen import scheveningen
from arbitro.formats.table import Seat, Table, alternate
from arbitro.i18n import gettext_for


@lru_cache(maxsize=16)
def schiller(teams: int, boards: int) -> Table[Seat]:
    """The schedule for that many teams of that many players."""
    if teams < 2 or boards < 1:
        _ = gettext_for("formats")
        raise Refused(
            _("A Schiller event needs at least 2 teams of 1 player, not {t} of {m}.").format(t=teams, m=boards),
            article=_("Schiller system"),
        )
    rounds = tuple(
        tuple(
            (Seat(match[white.team - 1], white.board), Seat(match[black.team - 1], black.board))
            for match in matches
            for white, black in games
        )
        for matches in berger(teams)
        for games in scheveningen(boards)
    )
    return alternate(rounds, lambda r, seat: (r, seat.team))
