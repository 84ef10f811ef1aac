"""Round robins: everyone meets everyone, once or twice, by the Berger tables.

    article                          function
    C.05 annex I (Berger tables)     berger: generated for any number of players, not stored
    C.05 annex I, odd numbers        rests: who meets the highest number rests, without points
    C.05 annex I, double event       double: second cycle with colours reversed, last two rounds exchanged
    C.05 annex I; club manual        scoring: what the rest is worth

Numbers are drawn by lot (`lots`, `varma`), never given by strength: with an even number of players the lower half of
the numbers has one White more.

Not here: tie-breaks and withdrawals (`standings`), the restricted draw (`varma`), play-offs (`playoff`).
"""

from __future__ import annotations

from functools import lru_cache

from arbitro.errors import Refused
from arbitro.formats.table import Table, TableRound, reversed_colours
from arbitro.i18n import gettext_for
from arbitro.model import ONE, ZERO, Double, Scoring, Tournament

_ = gettext_for("formats")


@lru_cache(maxsize=128)
def berger(players: int) -> Table[int]:
    """C.05 annex I: the single round robin for any number of players.

    Board 1 has the highest number of the even table, with Black in odd rounds; the others meet symmetrically around
    the player who meets it. That player moves on by half the table each round. With an odd number the game with the
    highest number is not played.

    >>> berger(4)
    (((1, 4), (2, 3)), ((4, 3), (1, 2)), ((2, 4), (3, 1)))
    """
    _require_two(players)
    size = players + players % 2
    ring = size - 1
    centre = 1
    rounds = []
    for r in range(1, size):
        first = (centre, size) if r % 2 else (size, centre)
        others = tuple((_wrap(centre + j, ring), _wrap(centre - j, ring)) for j in range(1, size // 2))
        rounds.append(((first, *others)) if players == size else others)
        centre = _wrap(centre + size // 2, ring)
    return tuple(rounds)


def rests(players: int) -> tuple[int, ...]:
    """Who rests in each round; empty for an even number of players.

    >>> rests(7)
    (1, 5, 2, 6, 3, 7, 4)
    """
    if players % 2 == 0:
        return ()
    _require_two(players)
    everyone = frozenset(range(1, players + 1))
    return tuple(next(iter(everyone.difference(*games))) for games in berger(players))


def rest(games: TableRound[int], players: int) -> int | None:
    """Who has no game in a round of a table for that many players."""
    return next(iter(frozenset(range(1, players + 1)).difference(*games)), None)


@lru_cache(maxsize=128)
def double(players: int, mode: Double = Double.FIRST) -> Table[int]:
    """The double round robin: the second cycle repeats the first with colours reversed (annex I).

    With an even number of players two of them would have one colour three times running at the seam; exchanging the
    last two rounds of the first cycle (or of each) prevents it.
    """
    first = berger(players)
    second = tuple(reversed_colours(games) for games in first)
    if mode in (Double.FIRST, Double.EACH):
        first = _exchange_last_two(first)
    if mode is Double.EACH:
        second = _exchange_last_two(second)
    return first + second


def numbers_by_strength(tournament: Tournament) -> bool:
    """A warning: the numbers follow the ratings, although in a round robin they are drawn by lot (C.05 6.2).

    With an even number the stronger half would have the extra White.
    """
    ratings = [tournament.player(number).rating for number in sorted(tournament.numbers)]
    return len(set(ratings)) > 2 and ratings == sorted(ratings, reverse=True)


def scoring(*, club: bool = False) -> Scoring:
    """Points of a round robin: the rest is worth nothing (C.05), in the club manual a full point."""
    return Scoring(pairing_bye=ONE if club else ZERO)


def _wrap(x: int, ring: int) -> int:
    return (x - 1) % ring + 1


def _exchange_last_two(rounds: Table[int]) -> Table[int]:
    return (*rounds[:-2], rounds[-1], rounds[-2]) if len(rounds) > 1 else rounds


def _require_two(players: int) -> None:
    if players < 2:
        raise Refused(
            _("A round robin needs at least 2 players, not {n}.").format(n=players), article=_("C.05, annex I")
        )
