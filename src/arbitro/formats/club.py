"""The club edition (Mexican manual of 1974): clocks, unfinished moves and quotas that no FIDE text has any more.

    rule                                                                       function
    a time control is moves and time; serious play has at most 25 an hour      TIME_CONTROLS, serious
    clocks are set so that all flags fall at the same position                 clock_start
    the last move of a control is complete when the clock is stopped           flag_falls
    times at an irregularity are in proportion to the moves                    proportional_time
    too few clocks                                                             clocks_after_two_hours, FIRST_CLOCKS
    a team event counts as a tournament of games + 1                           team_event_participants
    most players of one federation in an international event (1971)            quota

Round robin points and withdrawals of this edition are in `roundrobin`, its team rules in `teams`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from arbitro.errors import Refused
from arbitro.i18n import gettext_for


@dataclass(frozen=True, slots=True)
class Control:
    """So many moves in so many minutes."""

    moves: int
    minutes: int

    @property
    def moves_per_hour(self) -> Fraction:
        return Fraction(self.moves * 60, self.minutes)


MOST_MOVES_PER_HOUR = 25
TIME_CONTROLS: tuple[tuple[str, tuple[Control, ...]], ...] = (
    ("international", (Control(40, 150),)),
    ("important national", (Control(40, 120),)),
    ("important national", (Control(50, 150),)),
    ("weekend, 2-3 rounds a day", (Control(45, 120),)),
    ("weekend, 2-3 rounds a day", (Control(50, 120),)),
    ("fast continuation", (Control(50, 120), Control(15, 30), Control(20, 30))),
)

FLAG = 2 * 60  # the flag falls at two o'clock
DUTCH_FLAG = 6 * 60
AMERICAN_EXTRA = 1  # the minute that makes sure that the flag has fallen
FIRST_CLOCKS = 10  # the best rated who have clocks from the first move
AFTER_TWO_HOURS = Control(50, 60)  # what those who get a clock later must have completed in its first hour
ENOUGH_MOVES = 25


def serious(control: Control) -> bool:
    """At most 25 moves an hour; faster only for one-day events of leisure."""
    return control.moves_per_hour <= MOST_MOVES_PER_HOUR


def clock_start(minutes: int, *, flag: int = FLAG, extra: int = 0) -> str:
    """Where the hands stand at the start so that the flag falls at its time; a dial has twelve hours.

    >>> clock_start(150), clock_start(120, extra=1)
    ('11:30', '11:59')
    """
    hour, minute = divmod((flag - minutes - extra) % 720, 60)
    return f"{hour or 12}:{minute:02}"


def minutes_allowed(start: str, flag: str) -> int:
    """The minutes between the start and the fall of the flag."""
    return (dial(flag) - dial(start)) % 720


def dial(text: str) -> int:
    """`11:30` in minutes after twelve."""
    hours, _, minutes = text.partition(":")
    return (int(hours) % 12) * 60 + int(minutes)


class LastMove(Enum):
    """What the last move of a time control brought about on the board."""

    ORDINARY = "ordinary"
    MATE = "mate"
    STALEMATE = "stalemate"
    REPETITION = "repetition"  # the position that gives the right to claim

    __hash__ = object.__hash__


class Flag(Enum):
    """What follows from a flag at the last move."""

    LOST = "loses on time"
    MATE = "mate stands"
    DRAW = "draw stands"
    PLAY_ON = "the game goes on"

    __hash__ = object.__hash__


def flag_falls(move: LastMove, *, released: bool = True, clock_pressed: bool = False) -> Flag:
    """A flag after the last move: too late against a move that ended the game once the piece was released."""
    if released and move is LastMove.MATE:
        return Flag.MATE
    if released and move in (LastMove.STALEMATE, LastMove.REPETITION):
        return Flag.DRAW
    return Flag.PLAY_ON if clock_pressed else Flag.LOST


def proportional_time(recorded: Fraction | int, irregular_move: int, moves_played: int) -> Fraction:
    """The time used at an irregularity found later: in proportion to the moves."""
    if not 0 < irregular_move <= moves_played:
        _ = gettext_for("formats")
        raise Refused(
            _("The irregularity was at move {m}, but {n} moves were played.").format(m=irregular_move, n=moves_played),
            article=_("club manual, clocks"),
        )
    return Fraction(recorded) * irregular_move / moves_played


def clocks_after_two_hours(moves_made: Sequence[int]) -> tuple[bool, ...]:
    """Too few clocks: after two hours they go to the boards with fewer than 25 moves."""
    return tuple(moves < ENOUGH_MOVES for moves in moves_made)


def team_event_participants(final_games: int, preliminary_games: int = 0) -> int:
    """A team event counts as a tournament with one player more than the games that count."""
    return final_games + preliminary_games + 1


def quota(participants: int) -> int:
    """The most players of one federation: half and one up to 12 players, half and two above; halves are dropped."""
    return participants // 2 + (1 if participants <= 12 else 2)
