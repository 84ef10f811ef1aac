"""Before and at the start: absence, wrong colours, wrong set-up, displaced pieces (Articles 6.7, 7.1-7.4, 7.6, A.5.1).

article        matter                                         incident
6.7 (6.6)      default time, who loses which minutes          Arrival, BothLate
7.2, A.5.1     initial position, board turned                 WrongSetup
7.3            colours reversed                               ReversedColours
7.4, 7.6       displaced pieces                               Displaced
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from arbitro.i18n import gettext_for
from arbitro.laws.duties import seconds_of
from arbitro.laws.rulings.base import Code, Incident, Ruling, Say, answer, penalty, penalty_options, say

N_ = gettext_for("laws", "en")


def _clock_time(seconds: int) -> str:
    text = f"{seconds // 3600 % 24:02d}:{seconds // 60 % 60:02d}"
    return text + (f":{seconds % 60:02d}" if seconds % 60 else "")


@dataclass(frozen=True, slots=True)
class Arrival(Incident):
    """A player arrives late."""

    default_min: int | None = None  # None: not specified, which means zero
    start: str | None = None  # the real start of the session
    arrival: str | None = None  # None: after the start, time unknown
    after_start: bool = True
    both_absent: bool = False
    white_absent: bool = False
    black_absent: bool = False


def rule_arrival(incident: Arrival) -> Ruling:
    game = incident.game
    default = incident.default_min or 0
    facts: dict[str, object] = {"default_used": default}
    if incident.both_absent and default == 0:
        return Ruling(
            Code.FORFEIT,
            say(N_("Both are absent at the start and the default time is zero: both lose.")),
            game.cite("default-time"),
            result="-/-",
            facts=facts | {"forfeit": True},
        )
    if incident.both_absent and incident.arrival is None:
        return answer(
            game,
            Code.CLOCK_RUNS,
            N_("Nobody is there: White loses the time until he arrives, within the default time."),
            "default-white",
            "default-time",
            **facts,
            forfeit=False,
            charged_to="white",
        )
    late = incident.after_start
    if incident.start is not None and incident.arrival is not None:
        deadline = seconds_of(incident.start) + 60 * default
        facts["deadline"] = _clock_time(deadline)
        late = seconds_of(incident.arrival) > deadline
    elif default > 0 and incident.arrival is None:
        late = False
    if not late:
        return answer(
            game,
            Code.CONTINUE,
            N_("The player arrived within the default time and plays with the time that is left."),
            "default-time",
            **facts,
            forfeit=False,
        )
    excuse = (
        say(N_("The arbiter may decide otherwise."))
        if not game.is_2009
        else say(N_("Only other regulations of the competition could change this."))
    )
    facts["unless"] = "arbiter decides otherwise" if not game.is_2009 else "competition rules specify another time"
    result = None
    if incident.white_absent != incident.black_absent:
        result = "-/+" if incident.white_absent else "+/-"
    return Ruling(
        Code.FORFEIT,
        say(N_("The player arrived after the default time and loses.")),
        game.cite("default-time"),
        result=result,
        options=() if game.is_2009 else (excuse,),
        facts=facts | {"forfeit": True},
    )


@dataclass(frozen=True, slots=True)
class BothLate(Incident):
    """Arrival times of both players: what do the clocks show when both sit down?"""

    default_min: int = 0
    start: str = "00:00"
    white_arrives: str | None = None
    black_arrives: str | None = None
    base_min: int = 0


def rule_both_late(incident: BothLate) -> Ruling:
    """6.6, 6.7.2: White's clock runs from the start; Black's only after White has moved."""
    game = incident.game
    start = seconds_of(incident.start)
    limit = start + 60 * incident.default_min
    white = seconds_of(incident.white_arrives) if incident.white_arrives else None
    black = seconds_of(incident.black_arrives) if incident.black_arrives else None
    absent = [t is None or t > limit for t in (white, black)]
    if any(absent):
        mark = {(True, True): "-/-", (True, False): "-/+", (False, True): "+/-"}[absent[0], absent[1]]
        return Ruling(
            Code.FORFEIT,
            say(N_("Who arrives after the default time loses.")),
            game.cite("default-time"),
            result=mark,
            facts={"forfeit": True},
        )
    assert white is not None and black is not None
    white_lost = max(0, white - start)
    # White moves when he arrives; from then Black's clock runs until he comes.
    black_lost = max(0, black - max(white, start))
    return answer(
        game,
        Code.CONTINUE,
        N_("White's clock runs from the start until White arrives; Black's runs once White has moved."),
        "clock-start",
        "default-white",
        charged_to="white",
        white_clock_min=_minutes(incident.base_min * 60 - white_lost),
        black_clock_min=_minutes(incident.base_min * 60 - black_lost),
        forfeit=False,
    )


def _minutes(seconds: int) -> int | float:
    return seconds // 60 if seconds % 60 == 0 else seconds / 60


@dataclass(frozen=True, slots=True)
class ReversedColours(Incident):
    """The game was begun with the wrong colours."""

    white_moves: int = 0
    black_moves: int = 0
    game_over: bool = False


def rule_colours(incident: ReversedColours) -> Ruling:
    game = incident.game
    if incident.game_over:
        return answer(
            game,
            Code.RESULT_STANDS,
            N_("The game ended in the normal way before it was noticed: the result stands."),
            "colours",
        )
    if game.is_2009 and not game.online:
        return Ruling(
            Code.CONTINUE_UNLESS_ARBITER,
            say(N_("Play goes on, unless the arbiter rules otherwise.")),
            game.cite("colours"),
            options=(
                say(N_("Continue with the colours as they are.")),
                say(N_("Start a new game with the right colours.")),
            ),
        )
    if incident.white_moves < 10 and incident.black_moves < 10:
        return answer(
            game,
            Code.NEW_GAME,
            N_("Both have made fewer than ten moves: a new game with the right colours."),
            "colours",
        )
    options: tuple[Say, ...] = ()
    if min(incident.white_moves, incident.black_moves) < 10:
        options = (say(N_("Not both players have made ten moves: read literally, play goes on.")),)
    return Ruling(
        Code.CONTINUE,
        say(N_("Ten moves have been made: play goes on with the colours as they are.")),
        game.cite("colours"),
        options=options,
    )


class Setup(Enum):
    """What was set up wrongly."""

    PIECES = "pieces"
    KING = "king"
    KING_AND_QUEEN = "king_and_queen"
    ROOK = "rook"
    BOARD_TURNED = "board_turned"
    CLOCK = "clock"


@dataclass(frozen=True, slots=True)
class WrongSetup(Incident):
    """The initial position or the board was wrong."""

    setup: Setup = Setup.PIECES
    moves_completed_each: int = 0
    game_over: bool = False


def rule_setup(incident: WrongSetup) -> Ruling:
    game = incident.game
    if incident.game_over:
        return answer(game, Code.RESULT_STANDS, N_("Found after the game: the result stands."), "initial-position")
    if game.appendix and incident.moves_completed_each >= game.law.setup_claims_until:
        return _too_late(incident)
    if incident.setup is Setup.BOARD_TURNED:
        return answer(
            game,
            Code.TRANSFER_BOARD,
            N_("The position is transferred to a board that stands right, and play goes on."),
            "board-turned",
            claim_possible=True,
        )
    return answer(
        game,
        Code.NEW_GAME,
        N_("The initial position was wrong: the game is cancelled and a new one is played."),
        "initial-position",
        *(("rapid-setup",) if game.appendix else ()),
        claim_possible=True,
    )


def _too_late(incident: WrongSetup) -> Ruling:
    game = incident.game
    facts: dict[str, object] = {"claim_possible": False}
    match incident.setup:
        case Setup.KING | Setup.KING_AND_QUEEN:
            if not game.is_2009 or incident.setup is Setup.KING_AND_QUEEN:
                facts["castling_with_king"] = False
        case Setup.ROOK if not game.is_2009:
            facts |= {"castling_with_that_rook": False, "castling_with_other_rook": True}
        case _:
            pass
    return Ruling(
        Code.STANDS,
        say(
            N_(
                "Too late for a claim: play goes on; a misplaced king, or with that rook a "
                "misplaced rook, cannot castle."
            )
        ),
        game.cite("rapid-setup"),
        facts=facts,
    )


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
    game = incident.game
    match incident.how:
        case Displacement.BY_OPPONENT:
            return Ruling(
                Code.PAUSE_CALL_ARBITER,
                say(
                    N_("The player on move pauses the clock and calls the arbiter; he does not start the other clock.")
                ),
                game.cite("displaced", "clock-stop"),
                options=(say(N_("Add time to the player on move.")), say(N_("Take time from the other player."))),
            )
        case Displacement.BY_PLAYER_ON_MOVE:
            return Ruling(
                Code.RESTORE,
                say(N_("He puts the pieces back on his own time before he presses the clock.")),
                game.cite("displaced"),
                options=penalty_options(game),
                facts={"own_time": True, "loss_allowed": False},
            )
        case Displacement.ACCIDENTAL:
            return penalty(
                game,
                N_(
                    "The pieces are put back on the player's own time; a penalty is possible, "
                    "but not the loss of the game."
                ),
                "displaced",
                facts={"loss_allowed": False, "own_time": True},
            )
        case Displacement.DELIBERATE | Displacement.REPEATED:
            return penalty(
                game,
                N_("Deliberate or repeated displacement may be punished even with the loss of the game."),
                "displaced",
                facts={"loss_allowed": True},
            )
        case Displacement.FOUND:
            return answer(
                game,
                Code.RESTORE,
                N_("The position before the irregularity is restored and play goes on from it."),
                "displaced-found",
                "irregularity-times",
            )
        case Displacement.FOUND_UNKNOWN:
            return answer(
                game,
                Code.LAST_IDENTIFIABLE_POSITION,
                N_("Play goes on from the last position that can be identified."),
                "displaced-found",
                "irregularity-times",
            )
