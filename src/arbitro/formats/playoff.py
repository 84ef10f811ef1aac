"""Play-offs: a stage among those who are tied.

    article                                          here
    C.07 3.1.1 - 3.1.7                               missing: what the regulations must fix
    2009 annex, limited time, by the number tied     scheme: the template as data
    2009 annex, numbers by the best tie-break        pairing_numbers (odd round robins), sections
    2009 annex, pauses                               PAUSE_BEFORE, PAUSE_BETWEEN

"Order" is the order by the highest listed tie-break (or by lot), best first. In a round robin of 3, 5 or 7 the numbers
are given in the order in which the Berger table lets them rest: the best have their rest first.

Not here: playing it (`knockout`, `roundrobin`, `match`), the tie-breaks (`standings`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple, TypeVar

from arbitro.errors import Refused
from arbitro.formats.roundrobin import berger, rests
from arbitro.formats.table import snake
from arbitro.i18n import gettext_for
from arbitro.model import Leg, TimeLimit

_ = gettext_for("formats")

T = TypeVar("T")

PAUSE_BEFORE = 30  # minutes after the last game of those concerned
PAUSE_BETWEEN = 10  # minutes between the stages
KEPT = 8  # of more than ten tied players: the best eight play a knock-out

FAST = Leg("3+5", 2, TimeLimit(3, 5))
FAST_SINGLE = Leg("3+5", 1, TimeLimit(3, 5))
SUDDEN_DEATH = Leg("sudden death", 1, TimeLimit(5), TimeLimit(4), draw_is_black=True)


class Format(Enum):
    """How the tied players meet."""

    MATCH = "match"
    ROUND_ROBIN = "round robin"
    KNOCKOUT = "knock-out"
    SECTIONS = "sections"  # round robins whose winners meet in a sudden death


class StillLevel(Enum):
    """What decides when a play-off ends level."""

    SUDDEN_DEATH = "sudden death"
    SUDDEN_DEATH_ROUND_ROBIN = "sudden-death round robin"
    SUDDEN_DEATH_KNOCKOUT = "sudden-death knock-out"
    AS_THREE = "round robin"  # what three tied players play from the start
    FEWEST_MOVES = "fewest moves in the games won"


# What regulations must say about play-offs, with the articles.
PARAMETERS = {
    "scope": "C.07 3.1.1",  # all tied places or which
    "after_tiebreaks": "C.07 3.1.2",  # after all, some or none of the listed tie-breaks
    "format": "C.07 3.1.3",
    "pairing_numbers": "C.07 3.1.4",
    "color_method": "C.07 3.1.5",
    "time_limits": "C.07 3.1.6",
    "schedule": "C.07 3.1.7",  # hours, or the rest between games
}


class IfLevel(NamedTuple):
    """Where so many players are level after the games (None: however many), what decides."""

    players: int | None
    step: StillLevel


@dataclass(frozen=True, slots=True)
class Scheme:
    """What so many tied players play, by the template for limited time."""

    tied: int
    format: Format
    legs: tuple[Leg, ...]
    if_level: tuple[IfLevel, ...] = ()  # in order; inside each section where there are sections
    sections: tuple[tuple[int, ...], ...] = ()  # places in the order of tie-break
    winners: StillLevel | None = None  # what the winners of the sections play
    dropped: tuple[int, ...] = ()  # places that share a prize fixed beforehand


_THREE = (
    IfLevel(3, StillLevel.SUDDEN_DEATH_ROUND_ROBIN),
    IfLevel(3, StillLevel.FEWEST_MOVES),
    IfLevel(2, StillLevel.SUDDEN_DEATH),
)
_FIVE = (
    IfLevel(5, StillLevel.FEWEST_MOVES),
    IfLevel(4, StillLevel.SUDDEN_DEATH_KNOCKOUT),
    IfLevel(3, StillLevel.AS_THREE),
    IfLevel(2, StillLevel.SUDDEN_DEATH),
)
_ANY = (IfLevel(None, StillLevel.FEWEST_MOVES),)


def missing(stated: Sequence[str]) -> tuple[str, ...]:
    """C.07 3.1: which of the seven parameters of a play-off the regulations leave open."""
    return tuple(name for name in PARAMETERS if name not in stated)


def scheme(tied: int, *, time_for_two_games: bool = True) -> Scheme:
    """The 2009 template for a number of tied players."""
    if tied < 2:
        raise Refused(_("A play-off needs at least 2 tied players, not {n}.").format(n=tied), article="C.07 3")
    everyone = tuple(range(1, tied + 1))
    match tied:
        case 2:
            return Scheme(tied, Format.MATCH, (FAST, SUDDEN_DEATH))
        case 3:
            return Scheme(tied, Format.ROUND_ROBIN, (FAST_SINGLE,), _THREE)
        case 4:
            legs = (FAST, SUDDEN_DEATH) if time_for_two_games else (SUDDEN_DEATH,)
            return Scheme(tied, Format.KNOCKOUT, legs)
        case 5:
            return Scheme(tied, Format.ROUND_ROBIN, (FAST_SINGLE,), _FIVE)
        case 6 | 10:
            steps = _THREE if tied == 6 else _FIVE
            halves = snake(everyone, 2)
            return Scheme(tied, Format.SECTIONS, (FAST_SINGLE,), steps, halves, StillLevel.SUDDEN_DEATH)
        case 7:
            return Scheme(tied, Format.ROUND_ROBIN, (SUDDEN_DEATH,), _ANY)
        case 8:
            return Scheme(tied, Format.KNOCKOUT, (SUDDEN_DEATH,))
        case 9:
            thirds = ((1, 5, 9), (2, 6, 7), (3, 4, 8))
            return Scheme(tied, Format.SECTIONS, (SUDDEN_DEATH,), _ANY, thirds, StillLevel.SUDDEN_DEATH)
    return Scheme(tied, Format.KNOCKOUT, (SUDDEN_DEATH,), dropped=tuple(range(KEPT + 1, tied + 1)))


def pairing_numbers(order: Sequence[T]) -> dict[T, int]:
    """Numbers of a play-off round robin: an odd field takes them in the order of the rests (3: 1, 3, 2).

    >>> pairing_numbers("ABCDE")
    {'A': 1, 'B': 4, 'C': 2, 'D': 5, 'E': 3}
    """
    numbers = rests(len(order)) or tuple(range(1, len(order) + 1))
    return dict(zip(order, numbers, strict=True))


def round_robin(order: Sequence[T]) -> tuple[tuple[tuple[T, T], ...], ...]:
    """The games of a play-off round robin, White first."""
    holder = {number: entry for entry, number in pairing_numbers(order).items()}
    return tuple(tuple((holder[white], holder[black]) for white, black in games) for games in berger(len(order)))


def sections(order: Sequence[T]) -> tuple[tuple[T, ...], ...]:
    """The sections of 6, 9 or 10 tied players; everyone in one section otherwise."""
    places = scheme(len(order)).sections or (tuple(range(1, len(order) + 1)),)
    return tuple(tuple(order[place - 1] for place in section) for section in places)
