"""Before and at the start: absence, wrong colours, wrong set-up, displaced pieces (Articles 6.7, 7.1-7.4, 7.6, A.5.1).

article        matter                                         incident
6.7 (6.6)      default time, who loses which minutes          Arrival, BothLate
7.2, A.5.1     initial position, board turned                 WrongSetup
7.3            colours reversed                               ReversedColours
7.4, 7.6       displaced pieces                               Displaced
C.04.2, C.05   another table, wrong opponents, team order     Seats
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from arbitro.errors import ArbitroError
from arbitro.i18n import gettext_for
from arbitro.laws.duties import seconds_of
from arbitro.laws.rulings.base import Count, Ending, Incident, Party, Ruling, ruled
from arbitro.laws.rulings.flags import ClockEvent, Happening, rule_clock
from arbitro.laws.scores import unplayed_result

_ = gettext_for("laws")

RESTART_BELOW = 10  # 7.3: moves made by either player, from which on a game with reversed colours goes on


def _clock_time(seconds: int) -> str:
    text = f"{seconds // 3600 % 24:02d}:{seconds // 60 % 60:02d}"
    return text + (f":{seconds % 60:02d}" if seconds % 60 else "")


@dataclass(frozen=True, slots=True)
class Arrival(Incident):
    """A player is late."""

    default_min: Count | None = None  # None: not specified, which means zero
    start: str | None = None  # the real start of the session
    arrival: str | None = None  # None: not there within the default time
    after_start: bool = True  # False: there when the session began
    both_absent: bool = False
    white_absent: bool = False
    black_absent: bool = False


def rule_arrival(incident: Arrival) -> Ruling:
    """6.7.1: whoever arrives after the default time, or not at all, loses."""
    game, default = incident.game, incident.default_min or 0
    if incident.both_absent:
        if default == 0:
            return ruled(game, "arrival.both_absent_zero", default=default)
        if incident.arrival is None:
            return ruled(game, "arrival.both_absent", default=default)
    loss = Ending(loser=Party.LATECOMER)
    if incident.white_absent != incident.black_absent:
        loss = Ending(unplayed_result(incident.black_absent, incident.white_absent))
    if incident.start is not None and incident.arrival is not None:
        deadline = seconds_of(incident.start) + 60 * default
        late = seconds_of(incident.arrival) > deadline
        row = "arrival.late_after" if late else "arrival.in_time_until"
        return ruled(game, row, ending=loss if late else None, deadline=_clock_time(deadline), default=default)
    if incident.arrival is not None and default:
        raise ArbitroError(_("the time of arrival needs the real start of the session (start)"))
    if not incident.after_start:
        return ruled(game, "arrival.in_time", default=default)
    absent = "arrival.never" if default else "arrival.absent_at_the_start"
    return ruled(game, "arrival.late" if incident.arrival is not None else absent, ending=loss, default=default)


@dataclass(frozen=True, slots=True)
class BothLate(Incident):
    """Arrival times of both players: what do the clocks show when both sit down?"""

    default_min: Count = 0
    start: str = "00:00"
    white_arrives: str | None = None
    black_arrives: str | None = None
    base_min: Count = 0


def rule_both_late(incident: BothLate) -> Ruling:
    """6.6, 6.7.2: White's clock runs from the start; Black's only after White has moved."""
    game = incident.game
    start = seconds_of(incident.start)
    limit = start + 60 * incident.default_min
    white = seconds_of(incident.white_arrives) if incident.white_arrives else None
    black = seconds_of(incident.black_arrives) if incident.black_arrives else None
    if white is None or black is None or max(white, black) > limit:
        there = [time is not None and time <= limit for time in (white, black)]
        return ruled(game, "both_late.late", ending=Ending(unplayed_result(*there)))
    white_lost = max(0, white - start)
    black_lost = max(0, black - max(white, start))  # White moves on arriving; from then Black's clock runs
    return ruled(
        game,
        "both_late.in_time",
        white_clock_min=_minutes(incident.base_min * 60 - white_lost),
        black_clock_min=_minutes(incident.base_min * 60 - black_lost),
    )


def _minutes(seconds: int) -> int | float:
    return seconds // 60 if seconds % 60 == 0 else seconds / 60


@dataclass(frozen=True, slots=True)
class ReversedColours(Incident):
    """The game was begun with the wrong colours."""

    white_moves: Count = 0
    black_moves: Count = 0
    game_over: bool = False


def rule_colours(incident: ReversedColours) -> Ruling:
    game = incident.game
    ten = [moves >= RESTART_BELOW for moves in (incident.white_moves, incident.black_moves)]
    if incident.game_over:
        row = "over"
    elif not game.law.reversed_colours_restart and not game.online:
        row = "unless_arbiter"
    elif not any(ten):
        row = "new_game"
    else:
        row = "continue" if all(ten) else "continue_one"
    return ruled(game, f"reversed_colours.{row}")


class Setup(Enum):
    """What was set up wrongly."""

    PIECES = "pieces"
    KING = "king"
    KING_AND_QUEEN = "king_and_queen"
    ROOK = "rook"
    BOARD_TURNED = "board_turned"
    CLOCK = "clock"
    ELECTRONIC_BOARD = "electronic_board"  # it fails or shows an error


@dataclass(frozen=True, slots=True)
class WrongSetup(Incident):
    """The initial position or the board was wrong."""

    setup: Setup = Setup.PIECES
    moves_completed_each: Count = 0
    game_over: bool = False


def rule_setup(incident: WrongSetup) -> Ruling:
    game = incident.game
    if incident.game_over:
        return ruled(game, "wrong_setup.over")
    if incident.setup is Setup.CLOCK:  # 6.10.2, not 7.2
        return rule_clock(ClockEvent(game, Happening.WRONG_SETTING, False, incident.moves_completed_each))
    if incident.setup is Setup.ELECTRONIC_BOARD:
        return ruled(game, "wrong_setup.electronic_board")
    if game.appendix and incident.moves_completed_each >= game.law.setup_claims_until:
        castlers = (Setup.KING, Setup.KING_AND_QUEEN, Setup.ROOK)
        return ruled(game, f"wrong_setup.too_late{'_' + incident.setup.value if incident.setup in castlers else ''}")
    if incident.setup is Setup.BOARD_TURNED:
        return ruled(game, "wrong_setup.board_turned")
    return ruled(game, "wrong_setup.new_game", also=("rapid-setup",) if game.appendix else ())


class Seating(Enum):
    """Who sat in a wrong place."""

    TABLES = "tables"  # the right opponents at another table
    OPPONENTS = "opponents"  # the players of two games changed
    TEAM_ORDER = "team_order"  # two of a team changed boards


@dataclass(frozen=True, slots=True)
class Seats(Incident):
    """Players sat where they were not paired."""

    seating: Seating = Seating.OPPONENTS
    moves_each: Count = 0
    game_over: bool = False


def rule_seats(incident: Seats) -> Ruling:
    """No article of the Laws has wrong opponents: they are judged by the measure of 7.3, and a published pairing stands
    (C.04.2 D.10). A game on a wrong board of a team is rated and lost in the match (C.05 7)."""
    match incident.seating:
        case Seating.TABLES:
            row = "tables"
        case Seating.TEAM_ORDER:
            row = "order" if incident.game_over else "order_now"
        case Seating.OPPONENTS:
            row = "over" if incident.game_over else "on" if incident.moves_each >= RESTART_BELOW else "new_games"
    return ruled(incident.game, f"seats.{row}")


class Displacement(Enum):
    """How pieces came off their squares."""

    BY_PLAYER_ON_MOVE = "by_player_on_move"
    BY_OPPONENT = "by_opponent"  # not on move, while the other's clock runs
    ACCIDENTAL = "accidental"
    DELIBERATE = "deliberate"
    REPEATED = "repeated"
    FOUND = "found"  # found later, position before known
    FOUND_UNKNOWN = "found_unknown"  # the position before cannot be identified


@dataclass(frozen=True, slots=True)
class Displaced(Incident):
    """Pieces were displaced."""

    how: Displacement = Displacement.ACCIDENTAL


def rule_displaced(incident: Displaced) -> Ruling:
    return ruled(incident.game, f"displaced.{incident.how.value}")
