"""Flags, resignation, and events around the clock (Articles 5.1.2, 6; A.5.3-A.5.5).

article       matter                                                  incident
6.4, 6.9      one flag: moves, mating chance                          FlagFall
6.8           a flag counts when it is noticed                        FlagFall
III.3.1       both flags, first unknown (2009: 6.11, A.4.d)           FlagFall
5.1.2         resignation                                             Resignation
6.2, 6.10-12  presses, stops, defects, assistants, displays           ClockEvent
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from arbitro.i18n import gettext_for
from arbitro.laws.rulings.base import (
    DRAW,
    Code,
    Incident,
    Party,
    Player,
    Ruling,
    TimeChange,
    answer,
    loss_or_draw,
    mating_chance,
    penalty,
    say,
)

N_ = gettext_for("laws", "en")


class Observer(Enum):
    """Who notices a flag."""

    ARBITER = "arbiter"
    PLAYER = "player"
    SPECTATOR = "spectator"


@dataclass(frozen=True, slots=True)
class FlagFall(Incident):
    """One flag or both are down."""

    flagged: Player | None = None
    both: bool = False
    first: Player | None = None  # whose flag fell first, by the dash on a digital clock or otherwise
    last_period: bool = True
    moves_completed: int | None = None
    moves_required: int | None = None  # None: all moves
    observer: Observer | None = None  # only "what does the arbiter do?": no claim yet
    claimant_flag_up: bool = True
    result_before_notice: str | None = None  # a result that came between fall and notice
    game_already_drawn: bool = False  # 5.2 applied before
    unclaimed_draw: bool = False  # 9.6 applied before: five occurrences or 75 moves (not in 2009)
    opponent_can_mate: bool | None = None
    fen: str | None = None


def rule_flag(incident: FlagFall) -> Ruling:
    game = incident.game
    if incident.result_before_notice:
        return Ruling(
            Code.RESULT_STANDS,
            say(N_("A flag counts when it is noticed: the result reached before stands.")),
            game.cite("flag-noticed"),
            result=incident.result_before_notice,
        )
    if incident.game_already_drawn or (incident.unclaimed_draw and game.law.automatic_draws):
        return Ruling(
            Code.GAME_OVER,
            say(N_("The game was drawn before the flag fell.")),
            game.cite("flag-fall", "fivefold"),
            result=DRAW,
        )
    if incident.observer is not None:
        return _observed(incident)
    if incident.both or not incident.claimant_flag_up:
        return _both(incident)
    required = incident.moves_required
    if required is not None and incident.moves_completed is not None and incident.moves_completed >= required:
        return answer(
            game,
            Code.CONTINUE_NEXT_PERIOD,
            N_("The moves of the period were completed: play goes on with the next period."),
            "flag-check",
        )
    return _lost(incident, incident.flagged)


def _lost(incident: FlagFall, loser: Player | None) -> Ruling:
    game = incident.game
    matters = ("flag-claim-rapid", "flag-fall") if game.appendix else ("flag-fall",)
    opponent = loser.opponent if loser else None
    return loss_or_draw(
        game,
        loser,
        mating_chance(incident.opponent_can_mate, incident.fen, opponent),
        lost=N_("The flag is down and the moves are not completed: the game is lost."),
        drawn=N_("The flag is down, but the opponent cannot mate by any series of legal moves: a draw."),
        matters=matters,
    )


def _observed(incident: FlagFall) -> Ruling:
    game = incident.game
    if incident.observer is Observer.SPECTATOR:
        return answer(
            game,
            Code.NOT_ALLOWED,
            N_("A spectator tells the arbiter, nobody else."),
            "spectators",
            allowed="tell the arbiter only",
        )
    if game.is_2009 and game.appendix and incident.observer is Observer.ARBITER and not incident.both:
        return answer(
            game,
            Code.ARBITER_SILENT,
            N_("The arbiter must not signal the flag: he waits for a claim."),
            "flag-claim-rapid",
            arbiter_may_tell=False,
        )
    if incident.both and game.is_2009 and game.appendix:
        return _both(incident)
    return answer(
        game,
        Code.ARBITER_CALLS_FLAG,
        N_("The arbiter calls the flag as soon as he sees it."),
        "flag-noticed",
        *(("flag-called-rapid",) if game.appendix else ()),
        arbiter_may_tell=True,
    )


def _both(incident: FlagFall) -> Ruling:
    game = incident.game
    if game.is_2009 and game.appendix:
        return Ruling(
            Code.GAME_OVER,
            say(N_("Both flags are down (the claimant's flag must be up): the game is drawn.")),
            game.cite("flag-claim-rapid"),
            result=DRAW,
            facts={"reason": "claimant flag must be up"},
        )
    if incident.first is not None:
        return _lost(incident, incident.first)
    if incident.last_period:
        return Ruling(
            Code.GAME_OVER,
            say(
                N_("Both flags are down, nobody knows which fell first, and it is the last period: the game is drawn.")
            ),
            game.cite("both-flags"),
            result=DRAW,
        )
    return answer(
        game,
        Code.CONTINUE,
        N_("Both flags are down and nobody knows which fell first: play goes on into the next period."),
        "both-flags",
    )


@dataclass(frozen=True, slots=True)
class Resignation(Incident):
    """A player says that he resigns."""

    player: Player | None = None
    opponent_can_mate: bool | None = None
    fen: str | None = None


def rule_resignation(incident: Resignation) -> Ruling:
    game = incident.game
    opponent = incident.player.opponent if incident.player else None
    mating = mating_chance(
        incident.opponent_can_mate if game.law.resignation_needs_mate else True,
        incident.fen,
        opponent,
    )
    return loss_or_draw(
        game,
        incident.player,
        mating,
        lost=N_("The player resigns and loses."),
        drawn=N_("The player resigns, but the opponent cannot mate by any series of legal moves: a draw."),
        matters=("resignation",),
    )


class Happening(Enum):
    """What happened at the clock."""

    STOPPED_FOR_TOILET = "stopped_for_toilet"
    STOPPED_WITHOUT_REASON = "stopped_without_reason"
    STOPPED_PIECE_MISSING = "stopped_piece_missing"
    STOPPED_IRREGULARITY = "stopped_irregularity"
    STOPPED_DISTURBED = "stopped_disturbed"
    STOPPED_ILL = "stopped_ill"
    INTERRUPTION = "interruption"  # fire alarm, power cut
    OUTSIDE_DISORDER = "outside_disorder"
    NEXT_MOVE_WITHOUT_PRESS = "next_move_without_press"
    MADE_NOT_PRESSED = "made_not_pressed"
    PRESSES_AFTER_OPPONENT_MOVED = "presses_after_opponent_moved"
    FORGETS_TO_PRESS = "forgets_to_press"  # the arbiter sees it
    PRESSED_BEFORE_MOVING = "pressed_before_moving"  # and then moved
    ROUGH_HANDLING = "rough_handling"
    ASSISTANT = "assistant"
    ASSISTANT_DISABLED = "assistant_disabled"
    DEFECTIVE = "defective"
    WRONG_SETTING = "wrong_setting"
    CLAIM_FROM_DISPLAY = "claim_from_display"
    ENDING_MOVE_NOT_PRESSED = "ending_move_not_pressed"


@dataclass(frozen=True, slots=True)
class ClockEvent(Incident):
    """An event around the clock."""

    happening: Happening = Happening.STOPPED_WITHOUT_REASON
    disabled_or_ill: bool = False
    moves_completed_each: int = 0


USUAL_DEDUCTION_MIN = 10  # practice, not Law


def rule_clock(incident: ClockEvent) -> Ruling:
    game = incident.game
    match incident.happening:
        case Happening.STOPPED_FOR_TOILET | Happening.STOPPED_WITHOUT_REASON:
            if incident.disabled_or_ill:
                return answer(
                    game,
                    Code.ALLOWED,
                    N_("With a disability or illness the stop is accepted; the arbiter resumes the game."),
                    "clock-stop-reason",
                    "disabled",
                    valid_reason=True,
                )
            return penalty(
                game,
                N_("The clock may be stopped only to call the arbiter with a valid reason: a penalty at discretion."),
                "clock-stop",
                "clock-stop-reason",
                facts={"valid_reason": False},
            )
        case Happening.STOPPED_PIECE_MISSING:
            return answer(
                game,
                Code.SUPPLY_PIECE,
                N_(
                    "A valid reason: the arbiter brings a piece and restarts the clock; the "
                    "player may still choose another piece."
                ),
                "clock-stop",
                "promotion-choice",
                valid_reason=True,
                allowed=True,
                choice_free=True,
            )
        case Happening.STOPPED_IRREGULARITY | Happening.STOPPED_DISTURBED | Happening.STOPPED_ILL:
            return answer(
                game,
                Code.ALLOWED,
                N_("A valid reason to stop the clock; the arbiter decides when play resumes."),
                "clock-stop",
                "clock-stop-reason",
                valid_reason=True,
            )
        case Happening.INTERRUPTION:
            return answer(
                game,
                Code.PAUSE_CALL_ARBITER,
                N_("The arbiter stops the clocks and decides when play resumes."),
                "clock-interrupt",
                valid_reason=True,
            )
        case Happening.OUTSIDE_DISORDER:
            return Ruling(
                Code.ARBITER_DISCRETION,
                say(N_("The arbiter may add time for one player or both.")),
                game.cite("disorder"),
                options=(say(N_("Add the time that was lost.")), say(N_("Leave the clocks as they are."))),
                facts={"allowed": True},
            )
        case Happening.NEXT_MOVE_WITHOUT_PRESS:
            return answer(
                game,
                Code.NOTHING,
                N_("In the 2023 Laws making the next move completes the earlier one; in 2009 only the press does."),
                "next-move-completes",
                previous_move_completed=game.law.next_move_completes,
            )
        case Happening.MADE_NOT_PRESSED:
            return answer(
                game,
                Code.NOTHING,
                N_("The move is made but not completed until the clock is pressed."),
                "clock-press",
                move_completed=False,
                completed=False,
            )
        case Happening.ENDING_MOVE_NOT_PRESSED:
            return answer(
                game,
                Code.GAME_OVER,
                N_("A move that ends the game is complete without a press."),
                "clock-press",
                move_completed=True,
                completed=True,
                game_over=True,
            )
        case Happening.PRESSES_AFTER_OPPONENT_MOVED:
            return answer(
                game,
                Code.ALLOWED,
                N_("A player may always press his clock after his move; the time till then is his own."),
                "clock-press-later",
                allowed=True,
            )
        case Happening.FORGETS_TO_PRESS:
            return answer(
                game,
                Code.ARBITER_SILENT,
                N_("The arbiter does not tell a player that the clock was not pressed."),
                "arbiter-intervenes",
                arbiter_may_tell=False,
                allowed=False,
            )
        case Happening.PRESSED_BEFORE_MOVING:
            return penalty(
                game,
                N_("The move comes before the press; the other way round is a breach, not an illegal move."),
                "clock-handling",
                facts={"allowed": False, "illegal_move": False, "counts_as_illegal": False},
            )
        case Happening.ROUGH_HANDLING:
            return penalty(
                game,
                N_("Hitting, lifting or knocking over the clock is forbidden: a penalty at discretion."),
                "clock-handling",
                facts={"allowed": False, "illegal_move": False},
            )
        case Happening.ASSISTANT | Happening.ASSISTANT_DISABLED:
            return _assistant(incident)
        case Happening.DEFECTIVE:
            return Ruling(
                Code.REPLACE_CLOCK,
                say(N_("The clock is replaced and marked; the arbiter sets the times by his best judgement.")),
                game.cite("clock-conclusive"),
                options=(say(N_("The times on the new clock.")),),
            )
        case Happening.WRONG_SETTING:
            return _wrong_setting(incident)
        case Happening.CLAIM_FROM_DISPLAY:
            return answer(
                game,
                Code.CLAIM_REJECTED,
                N_("A claim cannot rest on a display alone."),
                "displays",
                valid=False,
                allowed=False,
            )


def _assistant(incident: ClockEvent) -> Ruling:
    game = incident.game
    exempt = incident.happening is Happening.ASSISTANT_DISABLED or incident.disabled_or_ill
    if exempt and not game.is_2009:
        return answer(
            game,
            Code.ALLOWED,
            N_("A disabled player's clock is not adjusted for his assistant."),
            "assistant-clock",
            usual_deduction_min=0,
            adjusted=False,
        )
    return Ruling(
        Code.ARBITER_DISCRETION,
        say(N_("The arbiter adjusts the player's clock in an equitable way; ten minutes less are usual.")),
        game.cite("assistant-clock", "assistant-score"),
        times=(TimeChange(Party.OFFENDER, -60 * USUAL_DEDUCTION_MIN),),
        options=(say(N_("The deduction is practice, not Law.")),),
        facts={"usual_deduction_min": USUAL_DEDUCTION_MIN, "adjusted": True},
    )


def _wrong_setting(incident: ClockEvent) -> Ruling:
    game = incident.game
    if game.appendix and incident.moves_completed_each >= game.law.setup_claims_until:
        return answer(
            game,
            Code.STANDS,
            N_("Too late: the setting stays, unless the schedule of the event would suffer."),
            "rapid-setup",
            claim_possible=False,
        )
    return Ruling(
        Code.CORRECT_SETTING,
        say(N_("The clock is stopped, times and moves are written down, the right setting is installed.")),
        game.cite("clock-setting"),
        options=(say(N_("The times are the arbiter's best judgement.")),),
        facts={"claim_possible": True},
    )
