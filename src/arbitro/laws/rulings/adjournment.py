"""Adjourned games (Guideline I).

article     matter                                              incident
I.1-I.4     sealing, envelope, offers                           Adjournment
I.5-I.9     resuming, who must be there                         Resumption
I.8         ambiguous, unreadable or illegal sealed move        SealedMove
I.10, I.12  lateness, lost envelope                             SealedMove, Resumption, Adjournment
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from arbitro.errors import ArbitroError
from arbitro.i18n import gettext_for
from arbitro.laws.board import position, require_playable, state_of
from arbitro.laws.mating import is_dead
from arbitro.laws.notation import MoveError, read_any
from arbitro.laws.rulings.base import (
    Count,
    Ending,
    Incident,
    Party,
    Ruling,
    Say,
    loss_or_draw,
    mating_chance,
    on_move,
    ruled,
    written,
)

_ = gettext_for("laws")


class Sealed(Enum):
    """What the envelope holds."""

    LEGAL = "legal"
    AMBIGUOUS = "ambiguous"
    UNREADABLE = "unreadable"
    ILLEGAL = "illegal"
    CHECKMATE = "checkmate"
    STALEMATE = "stalemate"
    DEAD_POSITION = "dead_position"


@dataclass(frozen=True, slots=True)
class SealedMove(Incident):
    """The envelope is opened: the move as written, judged on the position, or what it was found to be."""

    sealed: Sealed = Sealed.LEGAL
    written: str | None = None  # the move as it stands on the sheet, in any of the reader's languages
    sealer_present: bool = True
    opponent_can_mate: bool | None = None  # of the replying player
    fen: str | None = None  # before the sealed move: the sealer is on move
    replier_lost_on_time: bool = False


def rule_sealed(incident: SealedMove) -> Ruling:
    if incident.written is not None:
        return _rule_written(incident, incident.written)
    game = incident.game
    match incident.sealed:
        case Sealed.CHECKMATE:
            sealer = on_move(incident.fen)
            return ruled(
                game, "sealed_move.checkmate", ending=Ending(sealer.wins) if sealer else Ending(loser=Party.REPLIER)
            )
        case Sealed.STALEMATE | Sealed.DEAD_POSITION:
            return ruled(game, f"sealed_move.{incident.sealed.value}")
        case Sealed.LEGAL:
            flag = not incident.sealer_present and incident.replier_lost_on_time and game.law.flag_before_sealed_move
            return ruled(game, "sealed_move.replier_flag" if flag else "sealed_move.legal")
    return _invalid(incident, "sealed_move.lost")


def _rule_written(incident: SealedMove, text: str) -> Ruling:
    """I.8: the written move against the position; what it does to the game decides."""
    if incident.fen is None:
        raise ArbitroError(_("the written move needs the position (fen) in which it was sealed"))
    board = position(incident.fen)
    require_playable(board)
    try:
        move = read_any(board, text)
    except MoveError as error:
        return _invalid(incident, "sealed_move.lost_written", written=text, reason=error.reason)
    after = board.copy(stack=False)
    after.push(move)
    state = state_of(after)
    if state.checkmate:
        return rule_sealed(replace(incident, written=None, sealed=Sealed.CHECKMATE))
    if state.stalemate or is_dead(after):
        drawn = Sealed.STALEMATE if state.stalemate else Sealed.DEAD_POSITION
        return rule_sealed(replace(incident, written=None, sealed=drawn))
    ruling = rule_sealed(replace(incident, written=None, sealed=Sealed.LEGAL))
    if ruling.row != "sealed_move.legal":
        return ruling
    return ruled(incident.game, "sealed_move.legal_written", move=written(board, move.uci()))


def _invalid(incident: SealedMove, row: str, **blanks: object) -> Ruling:
    sealer = on_move(incident.fen)
    ruling = loss_or_draw(
        incident.game,
        sealer,
        mating_chance(incident.opponent_can_mate, incident.fen, sealer.opponent if sealer else None),
        lost=row,
        drawn="sealed_move.drawn",
        party=Party.SEALER,
    )
    return replace(ruling, say=Say(ruling.say.key, blanks))


class Session(Enum):
    """What happens around sealing."""

    PLAYED_ON_BOARD = "played_on_board"
    ADJOURNS_EARLY = "adjourns_early"
    CHANGES_MOVE = "changes_move"  # before the clock is stopped
    CHANGES_MOVE_LATE = "changes_move_late"  # after it
    OFFER_AFTER_SEALING = "offer_after_sealing"
    ENVELOPE_LOST = "envelope_lost"
    POSITION_LOST = "position_lost"
    TIMES_LOST = "times_lost"
    ENVELOPE_DATA = "envelope_data"
    DRAW_AGREED_BEFORE = "draw_agreed_before"
    RESIGNED_BEFORE = "resigned_before"


@dataclass(frozen=True, slots=True)
class Adjournment(Incident):
    """Sealing, keeping and losing the envelope."""

    event: Session = Session.PLAYED_ON_BOARD
    by_sealer: bool | None = None  # who resigned; None: not told


def rule_adjournment(incident: Adjournment) -> Ruling:
    ending = None
    if incident.event is Session.RESIGNED_BEFORE:
        loser = {True: Party.SEALER, False: Party.REPLIER, None: Party.OFFENDER}[incident.by_sealer]
        ending = Ending(loser=loser)
    return ruled(incident.game, f"adjournment.{incident.event.value}", ending=ending)


class Resume(Enum):
    """The state of things when play should resume."""

    REPLIER_PRESENT = "replier_present"
    REPLIER_ABSENT = "replier_absent"
    SEALER_ABSENT = "sealer_absent"
    NOBODY = "nobody"
    WRONG_TIMES_SHOWN_IN_TIME = "wrong_times_shown_in_time"
    WRONG_TIMES_SHOWN_LATE = "wrong_times_shown_late"
    OPEN_WITHOUT_REPLIER = "open_without_replier"
    LATE = "late"


@dataclass(frozen=True, slots=True)
class Resumption(Incident):
    """The adjourned game is to go on."""

    event: Resume = Resume.REPLIER_PRESENT
    late_min: Count | None = None
    default_min: Count | None = None


def rule_resumption(incident: Resumption) -> Ruling:
    game = incident.game
    if incident.event is not Resume.LATE:
        return ruled(game, f"resumption.{incident.event.value}")
    limit = game.law.adjournment_late_min
    if limit is None:
        limit = incident.default_min or 0
    return ruled(game, "resumption.late" if (incident.late_min or 0) > limit else "resumption.in_time")
