"""Skalitzka: three teams with an even number of boards meet each other in two rounds, and nobody rests.

    rule (Arbiters' manual, team systems)                         function
    two rounds for three teams of fixed board order               skalitzka
    players written A, a, 1                                       symbol

Boards go in blocks of two. Everyone has one White and one Black, but the first team has White in every game against the
second, the second against the third, the third against the first. With a multiple of four boards `balanced=True`
reverses every second block, and each team has as many Whites as Blacks against each other team.
"""

from __future__ import annotations

from functools import lru_cache

from arbitro.errors import Refused
from arbitro.formats.table import Seat, Table, letters, reversed_colours
from arbitro.i18n import gettext_for


@lru_cache(maxsize=128)
def skalitzka(boards: int, *, balanced: bool = False) -> Table[Seat]:
    """The two rounds for three teams of that many boards."""
    _ = gettext_for("formats")
    if boards < 2 or boards % 2:
        raise Refused(
            _("The Skalitzka system needs an even number of boards, not {n}.").format(n=boards),
            article=_("Skalitzka system"),
        )
    if balanced and boards % 4:
        raise Refused(
            _("Colours between the teams can be balanced only with a multiple of 4 boards, not {n}.").format(n=boards),
            article=_("Skalitzka system"),
        )
    rounds: tuple[list[tuple[Seat, Seat]], ...] = ([], [])
    for block in range(boards // 2):
        x, y = 2 * block + 1, 2 * block + 2
        one, two, three = ((Seat(team, x), Seat(team, y)) for team in (1, 2, 3))
        first = ((one[0], two[0]), (two[1], three[0]), (three[1], one[1]))
        second = ((three[0], one[0]), (two[0], three[1]), (one[1], two[1]))
        for games, block_games in zip(rounds, (first, second), strict=True):
            games += reversed_colours(block_games) if balanced and block % 2 else block_games
    return tuple(tuple(games) for games in rounds)


def symbol(place: Seat) -> str:
    """A player as the printed table writes him: capital, small letter or digit by team.

    >>> symbol(Seat(1, 2)), symbol(Seat(2, 2)), symbol(Seat(3, 2))
    ('B', 'b', '2')
    """
    if place.team == 3:
        return str(place.board)
    name = letters(place.board)
    return name if place.team == 1 else name.lower()
