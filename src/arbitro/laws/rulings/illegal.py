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

from arbitro.i18n import gettext_for
from arbitro.laws.edition import TimeClass
from arbitro.laws.rulings.base import (
    Code,
    Incident,
    Obligation,
    Party,
    Player,
    Ruling,
    TimeChange,
    answer,
    loss_or_draw,
    mating_chance,
    on_move,
    penalty,
    say,
)
from arbitro.laws.rulings.touch import obligation

N_ = gettext_for("laws", "en")


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
    number: int = 1  # which completed illegal move of this player it is
    noticed_by: Noticed = Noticed.ARBITER
    opponent_has_moved: bool = False
    completed: bool = True  # the clock was pressed
    game_over: bool = False  # found after the game was clearly over
    position_known: bool = True  # the position before it can be set up again
    opponent_restarted_clock: bool = False  # the opponent pressed instead of pausing
    offender: Player | None = None
    opponent_can_mate: bool | None = None
    fen: str | None = None  # before the illegal move
    touched: tuple[str, ...] = ()  # squares touched, in order


def rule_illegal_move(incident: IllegalMove) -> Ruling:
    game = incident.game
    if incident.opponent_restarted_clock:
        return Ruling(
            Code.ARBITER_DISCRETION,
            say(
                N_(
                    "The opponent's clock was started by mistake: the arbiter decides whether "
                    "it is more than a distraction."
                )
            ),
            game.cite("illegal-no-move", "distract", "penalties"),
            options=(
                say(N_("Treat it as an accident or a distraction, and correct the times.")),
                say(N_("Treat it as pressing the clock without a move, if it was deliberate.")),
            ),
        )
    if incident.game_over:
        return answer(
            game,
            Code.RESULT_STANDS,
            N_("The irregularity was found after the game: nothing is corrected, the result stands."),
            "illegal-move",
            "record-sign",
            counts_as_illegal=False,
        )
    if not incident.completed:
        return Ruling(
            Code.CORRECT_NO_PENALTY,
            say(
                N_(
                    "The clock was not pressed: the move is not complete and is corrected "
                    "without penalty, under touch-move."
                )
            ),
            game.cite("illegal-move", "touch", "made"),
            obligation=_replacement(incident),
            facts={"penalty": None, "counts_as_illegal": False},
        )
    if (discretion := _only_discretion(incident)) is not None:
        return discretion
    if game.appendix and (late := _appendix_bars(incident)) is not None:
        return late
    return _penalty(incident)


def _only_discretion(incident: IllegalMove) -> Ruling | None:
    """Faults that an edition does not treat as illegal moves."""
    law = incident.game.law
    if incident.fault is Fault.TWO_HANDS and not law.two_hands_is_illegal:
        return penalty(
            incident.game,
            N_("Using both hands is a breach, not an illegal move in this edition: a penalty at discretion."),
            "one-hand",
            facts={"counts_as_illegal": False},
        )
    if incident.fault is Fault.NO_MOVE and not law.press_without_move_is_illegal:
        return penalty(
            incident.game,
            N_(
                "Pressing the clock without a move is a breach, not an illegal move in this "
                "edition: a penalty at discretion."
            ),
            "clock-handling",
            facts={"counts_as_illegal": False},
        )
    return None


def _appendix_bars(incident: IllegalMove) -> Ruling | None:
    """Rapid and blitz without adequate supervision: the deadline, and (2009) the need of a claim."""
    game = incident.game
    if incident.opponent_has_moved:
        claimed = incident.noticed_by is Noticed.OPPONENT
        if game.is_2009 and game.time_class is TimeClass.RAPID and claimed:
            return answer(
                game,
                Code.CLAIM_REJECTED,
                N_("The claim comes too late: the claimant has already moved."),
                "illegal-rapid",
                opponent_time_s=0,
            )
        return answer(
            game,
            Code.STANDS,
            N_(
                "Too late: the opponent has made his next move. The illegal move stands; "
                "only both players together may undo it."
            ),
            "illegal-rapid",
            *(("illegal-blitz",) if game.time_class is TimeClass.BLITZ else ()),
            opponent_time_s=0,
        )
    if game.is_2009 and incident.noticed_by is Noticed.ARBITER:
        seen = incident.fault is Fault.PAWN_NOT_PROMOTED and game.time_class is TimeClass.RAPID
        if not seen:
            return answer(
                game, Code.CLAIM_REQUIRED, N_("The arbiter rules only on a claim by the opponent."), "illegal-rapid"
            )
    return None


def _penalty(incident: IllegalMove) -> Ruling:
    game, law = incident.game, incident.game.law
    limit = law.illegal_moves_lose_at
    matters = ["illegal-move", "illegal-penalty"]
    if game.is_2009 and game.appendix and game.time_class is TimeClass.BLITZ:
        limit, matters = 1, ["illegal-blitz"]
    matters[:0] = {
        Fault.CAPTURED_KING: ["illegal-king"],
        Fault.PAWN_NOT_PROMOTED: ["illegal-promotion"],
        Fault.NO_MOVE: ["illegal-no-move"],
        Fault.TWO_HANDS: ["illegal-two-hands"],
    }.get(incident.fault, [])
    if game.fast:
        matters.append("rapid-penalty")
    if game.appendix:
        matters.append("illegal-rapid")
    if incident.number >= limit:
        offender = incident.offender or on_move(incident.fen)
        return loss_or_draw(
            game,
            offender,
            mating_chance(incident.opponent_can_mate, incident.fen, offender.opponent if offender else None),
            lost=N_("This completed illegal move loses the game."),
            drawn=N_(
                "This completed illegal move would lose, but the opponent cannot mate by "
                "any series of legal moves: a draw."
            ),
            matters=tuple(matters),
            facts={"counts_as_illegal": True, "illegal_moves": incident.number},
        )
    seconds = law.illegal_move_s[game.time_class]
    code, key = _correction(incident)
    if not incident.position_known:
        code = Code.LAST_IDENTIFIABLE_POSITION
        key = N_(
            "Play goes on from the last position that can be identified; {seconds} seconds are added for the opponent."
        )
    options = (say(N_("The clocks are set by the arbiter's best judgement; they may also be left as they are.")),)
    return Ruling(
        code,
        say(key, seconds=seconds),
        game.cite(*matters, "irregularity-times"),
        times=(TimeChange(Party.OPPONENT, seconds),),
        obligation=_replacement(incident),
        options=options,
        facts={"counts_as_illegal": True, "illegal_moves": incident.number},
    )


def _correction(incident: IllegalMove) -> tuple[Code, str]:
    if incident.fault is Fault.PAWN_NOT_PROMOTED:
        if incident.game.law.unpromoted_pawn_is_queen:
            return Code.AUTO_QUEEN, N_(
                "The pawn becomes a queen of its colour; it counts as an illegal move and "
                "the opponent gets {seconds} seconds."
            )
        return Code.RESTORE_PROMOTION_CHOICE_FREE, N_(
            "The position is restored; the pawn must go to that square, the new piece is free. "
            "The opponent gets {seconds} seconds."
        )
    if incident.fault is Fault.NO_MOVE:
        return Code.RESTORE, N_(
            "Pressing the clock without a move counts as an illegal move: the player "
            "moves, the opponent gets {seconds} seconds."
        )
    if incident.fault is Fault.TWO_HANDS:
        return Code.RESTORE, N_(
            "A move with both hands counts as an illegal move: it is made again with "
            "one hand, the opponent gets {seconds} seconds."
        )
    return Code.RESTORE, N_(
        "The position before the irregularity is restored and touch-move binds the replacing move; "
        "the opponent gets {seconds} seconds."
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
    afterwards: Afterwards | None = None


def rule_illegal_position(incident: IllegalPosition) -> Ruling:
    game = incident.game
    if not game.appendix or incident.saw_the_cause or incident.claimed:
        return answer(
            game,
            Code.INTERVENE,
            N_("The arbiter intervenes at once and treats it as an irregularity."),
            "illegal-position",
            "illegal-move",
            arbiter_intervenes=True,
        )
    special = incident.oddity is not Oddity.OTHER
    if game.is_2009:
        if special and game.time_class is TimeClass.RAPID:  # B.3.b: A.4.c does not apply to blitz
            return answer(
                game,
                Code.INTERVENE,
                N_("The arbiter intervenes, if possible."),
                "both-kings-in-check",
                arbiter_intervenes=True,
            )
    elif special:
        if incident.afterwards is Afterwards.STILL_ILLEGAL:
            return Ruling(
                Code.GAME_OVER,
                say(N_("The illegal position is still on the board: the game is drawn.")),
                game.cite("both-kings-in-check"),
                result="1/2-1/2",
                facts={"arbiter_intervenes": True},
            )
        if incident.afterwards is Afterwards.LEGAL:
            return answer(
                game,
                Code.CONTINUE,
                N_(
                    "The position is no longer illegal: play goes on, and the earlier illegal "
                    "move can no longer be claimed. "
                    "A player who now leaves his king in check makes an illegal move of his own."
                ),
                "both-kings-in-check",
                arbiter_intervenes=False,
            )
        return answer(
            game,
            Code.WAIT_FOR_NEXT_MOVE,
            N_(
                "The arbiter waits for the next completed move; if the position is still "
                "illegal then, the game is drawn."
            ),
            "both-kings-in-check",
            arbiter_intervenes=False,
            until="the next move is completed",
        )
    return answer(
        game,
        Code.CLAIM_REQUIRED,
        N_("The arbiter did not see the cause: he acts only when a player claims."),
        "both-kings-in-check",
        arbiter_intervenes=False,
        until="a player claims",
    )
