"""The club edition (Mexican manual of 1974): what no FIDE text has any more. `arbitro ask` asks these by name.

    rule                                                                       function
    a time control is moves and time; serious play has at most 25 an hour      usual_controls, serious
    clocks are set so that all flags fall at the same position                 clock_start, clock_practice
    the last move of a control is complete when the clock is stopped           flag_falls
    times at an irregularity are in proportion to the moves                    proportional_time
    too few clocks: the ten best rated first, then the slow boards             clocks_after_two_hours, late_clock
    a team event counts as a tournament of games + 1                           team_event_participants
    most players of one federation in an international event (1971)            quota
    FRM-1: the pairing card and the wall sheet of running totals               running_totals, results_of_running
    FRM-4: a team's sheet: match points and running board points               team_running
    FRM-6: the players' totals add up to the team's                            board_totals_agree

The points of a rest are in `roundrobin`, line-ups in `teams`, tie-breaks and withdrawals in `standings`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from itertools import accumulate

from arbitro.errors import Refused
from arbitro.i18n import N_, gettext_for
from arbitro.model import HALF, ONE, ZERO, Points, points, show
from arbitro.records import is_whole

_ = gettext_for("formats")


@dataclass(frozen=True, slots=True)
class Control:
    """So many moves in so many minutes."""

    moves: int
    minutes: int


MOST_MOVES_PER_HOUR = 25
TIME_CONTROLS: tuple[tuple[str, tuple[Control, ...]], ...] = (
    (N_("international"), (Control(40, 150),)),
    (N_("important national"), (Control(40, 120),)),
    (N_("important national"), (Control(50, 150),)),
    (N_("weekend, 2-3 rounds a day"), (Control(45, 120),)),
    (N_("weekend, 2-3 rounds a day"), (Control(50, 120),)),
    (N_("fast continuation"), (Control(50, 120), Control(15, 30), Control(20, 30))),
)

FLAG = "2:00"  # where the flag falls
AFTER_TWO_HOURS = Control(50, 60)  # what those who get a clock later must have completed in its first hour
ENOUGH_MOVES = 25


def usual_controls() -> tuple[str, ...]:
    """What is played where: the use, and moves in minutes, control after control."""
    return tuple(
        f"{_(use)}: {', '.join(f'{control.moves}/{control.minutes}' for control in controls)}"
        for use, controls in TIME_CONTROLS
    )


class Practice(Enum):
    """How clocks are set in different countries."""

    USUAL = "usual"
    DUTCH = "dutch"
    AMERICAN = "american"


@dataclass(frozen=True, slots=True)
class Dial:
    """Where the flag falls, and the minutes more that make sure that it has fallen."""

    flag: str
    extra: int = 0


def clock_practice(practice: Practice) -> Dial:
    """The flag at two o'clock; the Dutch one at six, the American one with a minute more."""
    return {Practice.DUTCH: Dial("6:00"), Practice.AMERICAN: Dial(FLAG, 1)}.get(practice, Dial(FLAG))


def late_clock() -> Control:
    """What must be completed in the first hour on a clock that was set up after two hours."""
    return AFTER_TWO_HOURS


def serious(moves: int, minutes: int) -> bool:
    """At most 25 moves an hour; faster only for one-day events of leisure."""
    return moves * 60 <= MOST_MOVES_PER_HOUR * minutes


def clock_start(minutes: int, flag: str = FLAG, extra: int = 0) -> str:
    """Where the hands stand at the start so that the flag falls at its time; a dial has twelve hours.

    >>> clock_start(150), clock_start(120, extra=1)
    ('11:30', '11:59')
    """
    hour, minute = divmod((_dial(flag) - minutes - extra) % 720, 60)
    return f"{hour or 12}:{minute:02}"


def minutes_allowed(start: str, flag: str = FLAG) -> int:
    """The minutes between the start and the fall of the flag."""
    return (_dial(flag) - _dial(start)) % 720


def _dial(text: str) -> int:
    """`11:30` in minutes after twelve."""
    hours, _colon, minutes = text.partition(":")
    if not (is_whole(hours) and is_whole(minutes) and int(minutes) < 60):
        raise Refused(_("found “{text}”, expected a position of the hands, such as 11:30").format(text=text))
    return (int(hours) % 12) * 60 + int(minutes)


class LastMove(Enum):
    """What the last move of a time control brought about on the board."""

    ORDINARY = "ordinary"
    MATE = "mate"
    STALEMATE = "stalemate"
    REPETITION = "repetition"  # the position that gives the right to claim


class Flag(Enum):
    """What follows from a flag at the last move."""

    LOST = "loses on time"
    MATE = "mate stands"
    DRAW = "draw stands"
    PLAY_ON = "the game goes on"


def flag_falls(move: LastMove, released: bool = True, clock_pressed: bool = False) -> Flag:
    """A flag after the last move: too late against a move that ended the game once the piece was released."""
    if released and move is LastMove.MATE:
        return Flag.MATE
    if released and move in (LastMove.STALEMATE, LastMove.REPETITION):
        return Flag.DRAW
    return Flag.PLAY_ON if clock_pressed else Flag.LOST


def proportional_time(minutes: Fraction, irregular_move: int, moves_played: int) -> Fraction:
    """The time used at an irregularity found later: in proportion to the moves."""
    if not 0 < irregular_move <= moves_played:
        raise Refused(
            _("The irregularity was at move {m}, but {n} moves were played.").format(m=irregular_move, n=moves_played),
            article=_("club manual, clocks"),
        )
    return Fraction(minutes) * irregular_move / moves_played


def clocks_after_two_hours(moves_made: Sequence[int]) -> tuple[bool, ...]:
    """Too few clocks: after two hours they go to the boards with fewer than 25 moves."""
    return tuple(moves < ENOUGH_MOVES for moves in moves_made)


def team_event_participants(final_games: int, preliminary_games: int = 0) -> int:
    """A team event counts as a tournament with one player more than the games that count."""
    return final_games + preliminary_games + 1


def quota(participants: int) -> int:
    """The most players of one federation: half and one up to 12 players, half and two above; halves are dropped."""
    return participants // 2 + (1 if participants <= 12 else 2)


# -- forms filled in by hand


def _written(cell: str) -> Points | None:
    """A cell of a form: points, or None where nothing is known (`?`) or the player is out (`X`)."""
    if cell.strip().upper() in ("", "?", "X"):
        return None
    try:
        return points(cell)
    except ValueError:
        raise Refused(_("found “{text}”, expected points such as 2½, ? or X").format(text=cell)) from None


def running_totals(results: Sequence[str], totals: Sequence[str]) -> tuple[str, ...]:
    """FRM-1: fill in a pairing card, totals from results as far as both tell; `?` where it cannot be known.

    >>> running_totals(["1", "?", "½"], ["?", "1½", "?"])
    ('1', '1½', '2')
    """
    filled: list[Points | None] = []
    for k, written in enumerate(totals):
        total = _written(written)
        before = filled[-1] if filled else ZERO
        mine = _written(results[k]) if k < len(results) else None
        if total is None and before is not None and mine is not None:
            total = Points(before + mine)
        filled.append(total)
    return tuple("?" if total is None else show(total) for total in filled)


def results_of_running(totals: Sequence[str], forfeits: Sequence[int] = ()) -> tuple[str, ...]:
    """FRM-1: the results that a wall sheet of running totals shows: 1, ½, 0, + and - where circled, X once out.

    >>> results_of_running(["1", "1½", "1½", "2½", "X"], forfeits=[4])
    ('1', '½', '0', '+', 'X')
    """
    results = []
    before = ZERO
    for k, written in enumerate(totals, 1):
        total = _written(written)
        if total is None:
            results.append("X")
            continue
        gain, before = total - before, total
        if k in forfeits:
            results.append("+" if gain >= ONE else "-")
        else:
            results.append("1" if gain >= ONE else "½" if gain == HALF else "0")
    return tuple(results)


@dataclass(frozen=True, slots=True)
class TeamSheet:
    """FRM-4: a team's line round by round, as forms write it."""

    match_points: tuple[str, ...]
    running: tuple[str, ...]


def team_running(board_points: Sequence[str], boards: int) -> TeamSheet:
    """FRM-4: match points (won 1, drawn ½, lost 0) and running board points of a team, from its board points.

    >>> team_running(["2½", "2", "1"], 4)
    TeamSheet(match_points=('1', '½', '0'), running=('2½', '4½', '5½'))
    """
    made = [_written(cell) or ZERO for cell in board_points]
    whole = boards * ONE
    matches = (ONE if 2 * own > whole else HALF if 2 * own == whole else ZERO for own in made)
    return TeamSheet(tuple(map(show, matches)), tuple(map(show, accumulate(made))))


def board_totals_agree(individual_totals: Sequence[str], board_total: str) -> bool:
    """FRM-6: the players' totals must add up to the team's board points."""
    return sum(_written(total) or ZERO for total in individual_totals) == (_written(board_total) or ZERO)
