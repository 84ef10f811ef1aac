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

from arbitro.laws.edition import TimeClass
from arbitro.laws.rulings.base import (
    Count,
    Ending,
    Incident,
    Party,
    Ruling,
    Side,
    TimeChange,
    loss_or_draw,
    mating_chance,
    ruled,
)
from arbitro.laws.scores import GameResult


class Observer(Enum):
    """Who notices a flag."""

    ARBITER = "arbiter"
    PLAYER = "player"
    SPECTATOR = "spectator"


@dataclass(frozen=True, slots=True)
class FlagFall(Incident):
    """One flag or both are down."""

    flagged: Side | None = None
    both: bool = False
    first: Side | None = None  # whose flag fell first, by the dash on a digital clock or otherwise
    last_period: bool = True
    moves_completed: Count | None = None
    moves_required: Count | None = None  # None: all moves
    observer: Observer | None = None  # only "what does the arbiter do?": no claim yet
    claimant_flag_up: bool = True
    result_before_notice: GameResult | None = None  # a result that came between fall and notice
    game_already_drawn: bool = False  # 5.2 applied before
    increment_s: Count = 0  # III.2.2: the guideline on both flags is for games without one
    unclaimed_draw: bool = False  # 9.6 applied before: five occurrences or 75 moves (not in 2009)
    opponent_can_mate: bool | None = None
    fen: str | None = None


def rule_flag(incident: FlagFall) -> Ruling:
    game = incident.game
    if incident.result_before_notice:
        return ruled(game, "flag.result_before_notice", ending=Ending(incident.result_before_notice))
    if incident.game_already_drawn or (incident.unclaimed_draw and (game.law.automatic_draws or game.online)):
        return ruled(game, "flag.drawn_before")
    if incident.observer is not None:
        return _observed(incident)
    if incident.both or not incident.claimant_flag_up:
        return _both(incident)
    required = incident.moves_required
    if required is not None and incident.moves_completed is not None and incident.moves_completed >= required:
        return ruled(game, "flag.moves_completed")
    return _lost(incident, incident.flagged)


def _lost(incident: FlagFall, loser: Side | None) -> Ruling:
    return loss_or_draw(
        incident.game,
        loser,
        mating_chance(incident.opponent_can_mate, incident.fen, loser.opponent if loser else None),
        lost="flag.lost",
        drawn="flag.drawn",
        also=("flag-claim-rapid",) if incident.game.appendix and not incident.game.online else (),
        party=Party.PLAYER,
    )


def _observed(incident: FlagFall) -> Ruling:
    game = incident.game
    if incident.observer is Observer.SPECTATOR:
        return ruled(game, "flag.spectator")
    if game.appendix and game.law.rapid_needs_claims:
        if incident.both:
            return _both(incident)
        if incident.observer is Observer.ARBITER:
            return ruled(game, "flag.arbiter_silent")
    return ruled(game, "flag.arbiter_calls", also=("flag-called-rapid",) if game.appendix else ())


def _both(incident: FlagFall) -> Ruling:
    game = incident.game
    if game.appendix and game.law.rapid_needs_claims:
        return ruled(game, "flag.both_claimant_up")
    if incident.first is not None:
        return _lost(incident, incident.first)
    if game.law.quickplay_is_a_guideline and (game.time_class is TimeClass.BLITZ or incident.increment_s):
        return ruled(game, "flag.both_outside_guideline")  # III.2.2
    return ruled(game, "flag.both_last_period" if incident.last_period else "flag.both_earlier_period")


@dataclass(frozen=True, slots=True)
class Resignation(Incident):
    """A player resigns."""

    player: Side | None = None
    opponent_can_mate: bool | None = None
    fen: str | None = None


def rule_resignation(incident: Resignation) -> Ruling:
    """5.1.2: the text of 2009 and the online regulations (E.04 5.2) ask for no mating test."""
    game = incident.game
    opponent = incident.player.opponent if incident.player else None
    tested = game.law.resignation_needs_mate and not game.online
    mating = mating_chance(incident.opponent_can_mate if tested else True, incident.fen, opponent)
    return loss_or_draw(
        game, incident.player, mating, lost="resignation.lost", drawn="resignation.drawn", party=Party.PLAYER
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
    MOVED_TWICE = "moved_twice"  # forgot the clock, came back and moved again
    COUNTER_BEHIND = "counter_behind"  # presses were missed by both
    NEIGHBOURS_CLOCK = "neighbours_clock"  # a player pressed the clock of the board beside


@dataclass(frozen=True, slots=True)
class ClockEvent(Incident):
    """An event around the clock."""

    happening: Happening = Happening.STOPPED_WITHOUT_REASON
    disabled_or_ill: bool = False
    moves_completed_each: Count = 0


USUAL_DEDUCTION_MIN = 10  # practice, not Law


def rule_clock(incident: ClockEvent) -> Ruling:
    game = incident.game
    row = incident.happening.value
    match incident.happening:
        case Happening.STOPPED_FOR_TOILET | Happening.STOPPED_WITHOUT_REASON:
            row = "stopped_disabled" if incident.disabled_or_ill else "stopped"
        case Happening.STOPPED_IRREGULARITY | Happening.STOPPED_DISTURBED | Happening.STOPPED_ILL:
            row = "stopped_with_reason"
        case Happening.WRONG_SETTING if game.appendix and incident.moves_completed_each >= game.law.setup_claims_until:
            row = "wrong_setting_late"
        case Happening.ASSISTANT | Happening.ASSISTANT_DISABLED:
            disabled = incident.happening is Happening.ASSISTANT_DISABLED or incident.disabled_or_ill
            if disabled and game.law.assistants_of_disabled_are_free:
                row = "assistant_disabled"
            else:
                less = TimeChange(Party.OFFENDER, -60 * USUAL_DEDUCTION_MIN)
                return ruled(game, "clock.assistant", times=(less,))
    return ruled(game, f"clock.{row}")
