"""Illegal moves and illegal positions (Article 7.5, Appendices A and B).

article          matter                                              incident
7.5.1-7.5.5      illegal move, by kind, class, supervision, count    IllegalMove
A.5.2 (A.4.c)    deadline and who may raise it                       IllegalMove
B.3.c (2009)     blitz: the opponent may claim the win               IllegalMove
3.10.3, A.5.4    an illegal position on the board                    IllegalPosition
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from arbitro.laws.edition import TimeClass
from arbitro.laws.rulings.base import (
    Conditions,
    Count,
    Incident,
    Obligation,
    Party,
    Ruling,
    Side,
    TimeChange,
    loss_or_draw,
    mating_chance,
    on_move,
    ruled,
)
from arbitro.laws.rulings.touch import obligation


class Fault(Enum):
    """What was wrong with the move."""

    PLAIN = "plain"
    CAPTURED_KING = "captured_king"
    PAWN_NOT_PROMOTED = "pawn_not_promoted"
    NO_MOVE = "no_move"  # the clock was pressed without a move
    TWO_HANDS = "two_hands"


class Noticed(Enum):
    """Who raised it."""

    ARBITER = "arbiter"
    OPPONENT = "opponent"


@dataclass(frozen=True, slots=True)
class IllegalMove(Incident):
    """An illegal move (or what is treated as one)."""

    fault: Fault = Fault.PLAIN
    number: Count = 1  # which completed illegal move of this player it is
    noticed_by: Noticed = Noticed.ARBITER
    opponent_has_moved: bool = False
    completed: bool = True  # the clock was pressed
    game_over: bool = False  # found after the game was clearly over
    position_known: bool = True  # the position before it can be set up again
    opponent_restarted_clock: bool = False  # the opponent pressed instead of pausing
    offender: Side | None = None
    opponent_can_mate: bool | None = None
    fen: str | None = None  # before the illegal move
    touched: tuple[str, ...] = ()  # squares touched, in order


def rule_illegal_move(incident: IllegalMove) -> Ruling:
    game = incident.game
    if incident.opponent_restarted_clock:
        return ruled(game, "illegal_move.opponent_restarted_clock")
    if incident.game_over:
        return ruled(game, "illegal_move.over")
    if not incident.completed:
        return ruled(game, "illegal_move.not_completed", obligation=_replacement(incident))
    if incident.fault is Fault.TWO_HANDS and not game.law.two_hands_is_illegal:
        return ruled(game, "illegal_move.two_hands_is_breach")
    if incident.fault is Fault.NO_MOVE and not game.law.press_without_move_is_illegal:
        return ruled(game, "illegal_move.no_move_is_breach")
    if game.appendix and (bar := _appendix_bars(incident)) is not None:
        return bar
    return _penalty(incident)


def _appendix_bars(incident: IllegalMove) -> Ruling | None:
    """Rapid and blitz without adequate supervision: the deadline, and (2009) the need of a claim."""
    game, unpromoted = incident.game, incident.fault is Fault.PAWN_NOT_PROMOTED
    rapid = game.time_class is TimeClass.RAPID
    if incident.opponent_has_moved:
        if unpromoted and game.law.waits_on_illegal_position:  # A.5.4
            return ruled(game, "illegal_move.unpromoted_replied")
        if game.law.rapid_needs_claims and rapid and incident.noticed_by is Noticed.OPPONENT:
            return ruled(game, "illegal_move.claim_too_late")
        return ruled(game, "illegal_move.too_late", also=() if rapid else ("illegal-blitz",))
    if game.law.rapid_needs_claims and incident.noticed_by is Noticed.ARBITER and not (unpromoted and rapid):
        return ruled(game, "illegal_move.claim_required")
    return None


_MATTERS = {
    Fault.CAPTURED_KING: ("illegal-king",),
    Fault.PAWN_NOT_PROMOTED: ("illegal-promotion",),
    Fault.NO_MOVE: ("illegal-no-move",),
    Fault.TWO_HANDS: ("illegal-two-hands",),
}


def losing_number(game: Conditions) -> int:
    """7.5.5 (7.4.b, B.3.c of 2009): the completed illegal move that loses."""
    return _limit(game)[0]


def _limit(game: Conditions) -> tuple[int, tuple[str, ...]]:
    """The completed illegal move that loses, with the matters that say so."""
    law = game.law
    blitz = game.appendix and game.time_class is TimeClass.BLITZ
    if blitz and law.blitz_illegal_moves_lose_at != law.illegal_moves_lose_at:
        return law.blitz_illegal_moves_lose_at, ("illegal-blitz",)
    return law.illegal_moves_lose_at, ("illegal-move", "illegal-penalty")


def _penalty(incident: IllegalMove) -> Ruling:
    game, law = incident.game, incident.game.law
    limit, matters = _limit(game)
    matters = (*_MATTERS.get(incident.fault, ()), *matters)
    if game.fast:
        matters += ("rapid-penalty",)
    if game.appendix:
        matters += ("illegal-rapid",)
    if incident.number >= limit:
        offender = incident.offender or on_move(incident.fen)
        return loss_or_draw(
            game,
            offender,
            mating_chance(incident.opponent_can_mate, incident.fen, offender.opponent if offender else None),
            lost="illegal_move.lost",
            drawn="illegal_move.drawn",
            also=matters,
            illegal_move=incident.number,
        )
    seconds = law.illegal_move_s[game.time_class]
    return ruled(
        game,
        f"illegal_move.{incident.fault.value if incident.position_known else 'position_unknown'}",
        also=(*matters, "irregularity-times"),
        times=(TimeChange(Party.OPPONENT, seconds),),
        obligation=_replacement(incident),
        illegal_move=incident.number,
        seconds=seconds,
    )


def _replacement(incident: IllegalMove) -> Obligation | None:
    """What must replace the illegal move, if position and touched pieces are known."""
    if incident.fen is None or not incident.touched:
        return None
    return obligation(incident.fen, incident.touched)


class Oddity(Enum):
    """What makes the position illegal, as far as A.5.4 cares."""

    BOTH_KINGS_IN_CHECK = "both_kings_in_check"
    PAWN_ON_LAST_RANK = "pawn_on_last_rank"
    OTHER = "other"


class Afterwards(Enum):
    """A.5.4: what the board shows after the next completed move."""

    STILL_ILLEGAL = "still_illegal"
    LEGAL = "legal"


@dataclass(frozen=True, slots=True)
class IllegalPosition(Incident):
    """The arbiter sees an illegal position."""

    oddity: Oddity = Oddity.OTHER
    saw_the_cause: bool = False  # the arbiter saw the illegal move that caused it
    claimed: bool = False
    replied: bool = False  # the opponent has made the next move since
    afterwards: Afterwards | None = None


def rule_illegal_position(incident: IllegalPosition) -> Ruling:
    game = incident.game
    special = incident.oddity is not Oddity.OTHER
    waits = game.appendix and special and game.law.waits_on_illegal_position
    if not game.appendix or incident.claimed or (incident.saw_the_cause and not (waits and incident.replied)):
        return ruled(game, "illegal_position.intervene")
    if waits:  # A.5.4
        after = incident.afterwards.value if incident.afterwards else "wait"
        return ruled(game, f"illegal_position.{after}")
    if special and game.time_class is TimeClass.RAPID:  # A.4.c of 2009; B.3.b: it does not apply to blitz
        return ruled(game, "illegal_position.intervene_if_possible")
    return ruled(game, "illegal_position.claim_required")
