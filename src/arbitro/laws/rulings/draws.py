"""Draws by agreement and by claim (Articles 5.2.3, 9), and the quickplay finish (Guideline III; 2009: Article 10).

article       matter                                                   incident
5.2.3, 9.1.1  agreement: moves made, bans by the regulations           DrawAgreement
9.1.2         the offer: order, conditions, end                        DrawOffer
9.2-9.5, A.2  claims: checked on the game, right or wrong              DrawClaim
9.6           unclaimed draws that nobody noticed                      MissedDraw
III           no increment: requests and claims under two minutes      QuickplayClaim
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import chess

from arbitro.errors import ArbitroError
from arbitro.i18n import N_, gettext_for
from arbitro.laws.board import examine_move, position
from arbitro.laws.claims import Checked, fifty_move_claim, repetition_claim
from arbitro.laws.edition import TimeClass
from arbitro.laws.notation import MoveError, play_written, read_any, written_origin
from arbitro.laws.rulings.base import Count, Incident, Obligation, Party, Ruling, Say, TimeChange, ruled, say

_ = gettext_for("laws")


@dataclass(frozen=True, slots=True)
class DrawAgreement(Incident):
    """Both players agree to a draw."""

    white_moves: Count = 1
    black_moves: Count = 1
    banned_before_move: Count | None = None  # 9.1.1; None: free
    banned_always: bool = False
    arbiter_consents: bool = False


def rule_agreement(incident: DrawAgreement) -> Ruling:
    game, made = incident.game, min(incident.white_moves, incident.black_moves)
    barred = incident.banned_always or (incident.banned_before_move is not None and made < incident.banned_before_move)
    if barred and not incident.arbiter_consents:
        return ruled(game, "draw_agreement.barred")
    too_early = made < game.law.moves_before_agreement
    return ruled(game, "draw_agreement.too_early" if too_early else "draw_agreement.drawn")


class OfferEvent(Enum):
    """What happens to an offer."""

    MADE = "made"
    CONDITION = "condition"
    WITHDRAWN = "withdrawn"
    OPPONENT_TOUCHES = "opponent_touches"
    REFUSED = "refused"
    GAME_ENDS = "game_ends"
    REPEATED = "repeated"
    MARK = "mark"


@dataclass(frozen=True, slots=True)
class DrawOffer(Incident):
    """A draw offer and what becomes of it."""

    event: OfferEvent = OfferEvent.MADE
    sequence: tuple[str, ...] = ("move", "offer", "press")


def rule_offer(incident: DrawOffer) -> Ruling:
    row = incident.event.value
    if incident.event is OfferEvent.MADE and incident.sequence != ("move", "offer", "press"):
        row = "wrong_moment"
    return ruled(incident.game, f"draw_offer.{row}")


class Ground(Enum):
    """What a draw is claimed for."""

    REPETITION = "repetition"
    FIFTY_MOVES = "fifty_moves"


@dataclass(frozen=True, slots=True)
class DrawClaim(Incident):
    """A claim under 9.2 or 9.3: given with the game, or with what the check showed."""

    ground: Ground = Ground.REPETITION
    start_fen: str = chess.STARTING_FEN
    moves: tuple[str, ...] | None = None  # as written in any of the reader's languages, or UCI; None: `correct` tells
    declared: str | None = None  # the move written down and declared
    correct: bool | None = None  # what the check showed
    declared_is_illegal: bool = False
    piece_has_other_move: bool = True
    written_down: bool = True
    scoresheet: bool = True  # A.2: False, a claim without one
    touched: bool = False
    opponent_agrees: bool = False
    agreement_allowed: bool = True
    wants_to_withdraw: bool = False
    by_player_on_move: bool = True


def rule_claim(incident: DrawClaim) -> Ruling:
    game = incident.game
    matter = "repetition" if incident.ground is Ground.REPETITION else "fifty"
    if incident.wants_to_withdraw:
        return ruled(game, "draw_claim.withdrawn")
    if incident.touched:
        return ruled(game, "draw_claim.touched")
    if not incident.by_player_on_move:
        return ruled(game, "draw_claim.not_on_move", also=(matter,))
    if incident.opponent_agrees and incident.agreement_allowed:
        return ruled(game, "draw_claim.accepted")
    if not incident.written_down:
        return ruled(game, "draw_claim.not_written", also=(matter,))
    if incident.moves is not None:
        board = play_written(position(incident.start_fen), incident.moves)
        declared = None
        if incident.declared is not None:
            try:
                declared = read_any(board, incident.declared).uci()
            except MoveError as error:
                return _declared_illegally(incident, board, error)
        checked = check_claim(incident.ground, board, declared)
        return ruled(game, "draw_claim.right", also=(matter,)) if checked.valid else _wrong(incident, declared)
    if incident.correct is None:
        if not incident.scoresheet and game.fast:
            return ruled(game, "draw_claim.no_sheet", also=(matter,))
        return ruled(game, "draw_claim.to_check", also=(matter,))
    return ruled(game, "draw_claim.right", also=(matter,)) if incident.correct else _wrong(incident)


def check_claim(ground: Ground, board: chess.Board, declared: str | None) -> Checked:
    """9.2, 9.3: whether the claim of the player on move is right."""
    return repetition_claim(board, declared) if ground is Ground.REPETITION else fifty_move_claim(board, declared)


def _declared_illegally(incident: DrawClaim, board: chess.Board, error: MoveError) -> Ruling:
    """9.5.3: an illegal declared move makes the claim wrong; the piece must move if it can."""
    origin = written_origin(board, error.written)
    if origin is None:
        raise error
    if origin not in chess.SquareSet(board.occupied_co[board.turn]):
        uci = error.written.lower()
        raise ArbitroError(
            _("{move} is not a legal move").format(move=error.written) + f" ({examine_move(board, uci).article})"
        )
    movable = any(move.from_square == origin for move in board.legal_moves)
    return _wrong(incident, illegal=True, movable=movable, why=f" ({error.written}: {error.reason})")


def _wrong(
    incident: DrawClaim,
    declared: str | None = None,
    *,
    illegal: bool | None = None,
    movable: bool | None = None,
    why: str = "",
) -> Ruling:
    game = incident.game
    seconds = game.law.wrong_claim_s[game.time_class]
    illegal = incident.declared_is_illegal if illegal is None else illegal
    movable = incident.piece_has_other_move if movable is None else movable
    if illegal:
        row = "draw_claim.wrong_other_move" if movable else "draw_claim.wrong"
    elif incident.moves is not None and declared is None:
        row = "draw_claim.wrong"
    else:
        row = "draw_claim.wrong_declared"
    matter = "repetition" if incident.ground is Ground.REPETITION else "fifty"
    return ruled(
        game,
        row,
        also=(matter, *(("rapid-penalty",) if game.fast else ())),
        times=(TimeChange(Party.OPPONENT, seconds),),
        obligation=Obligation("move", (declared,), (declared,)) if declared else None,
        seconds=seconds,
        why=why,
    )


@dataclass(frozen=True, slots=True)
class MissedDraw(Incident):
    """9.6 applied, nobody noticed, and the game went on."""


def rule_missed(incident: MissedDraw) -> Ruling:
    return ruled(incident.game, "missed_draw.missed")


# ---------------------------------------------------------------- quickplay finish


class Request(Enum):
    """What the player asks for."""

    INCREMENT = "increment"  # III.4: five seconds per move for both
    DRAW = "draw"  # III.5, 10.2


class Reaction(Enum):
    """What the opponent or the arbiter does."""

    OPPONENT_ACCEPTS = "opponent_accepts"
    ARBITER_AGREES = "arbiter_agrees"
    ARBITER_POSTPONES = "arbiter_postpones"
    ARBITER_REJECTS = "arbiter_rejects"


@dataclass(frozen=True, slots=True)
class QuickplayClaim(Incident):
    """A request under Guideline III (2009: Article 10.2)."""

    request: Request = Request.DRAW
    announced: bool = True
    increment_s: Count = 0
    on_move: bool = True
    remaining_s: Count = 60
    reaction: Reaction | None = None
    arbiter_present: bool = True
    no_effort: bool = False  # the ground is that the opponent does not try
    flag_down: bool = False


TWO_MINUTES = 120


def _bars(incident: QuickplayClaim) -> tuple[Say, str] | None:
    """Why a request is not admissible, with the matter that says so."""
    game = incident.game
    if game.law.quickplay_is_a_guideline:
        if not incident.announced:
            return say(N_("the guideline was not announced in advance")), "quickplay-announced"
        if game.time_class is TimeClass.BLITZ:
            return say(N_("the guideline does not apply to blitz")), "quickplay-class"
        if incident.increment_s:
            return say(N_("the guideline does not apply to games with an increment")), "quickplay-class"
    else:
        if game.time_class is TimeClass.BLITZ and game.appendix:
            return say(N_("not in blitz without adequate supervision")), "quickplay-class"
        if incident.request is Request.INCREMENT:
            return say(N_("the Laws of 2009 know no such increment")), "quickplay-claim"
    if not incident.on_move and incident.arbiter_present:
        return say(N_("only the player on move may ask")), "quickplay-claim"
    if incident.remaining_s >= TWO_MINUTES:
        return say(N_("the player must have less than two minutes")), "quickplay-claim"
    if incident.flag_down:
        return say(N_("the player's flag has fallen")), "quickplay-claim"
    return None


def rule_quickplay(incident: QuickplayClaim) -> Ruling:
    game, increment = incident.game, incident.request is Request.INCREMENT
    if (bar := _bars(incident)) is not None:
        reason, matter = bar
        return ruled(game, "quickplay.not_admissible", also=(matter,), reason=reason)
    if not incident.arbiter_present:
        return ruled(game, "quickplay.no_arbiter_no_effort" if incident.no_effort else "quickplay.no_arbiter")
    if incident.reaction is Reaction.OPPONENT_ACCEPTS:
        return ruled(game, "quickplay.accepted", also=("quickplay-increment" if increment else "claim-is-offer",))
    extra = (TimeChange(Party.OPPONENT, TWO_MINUTES),)
    match incident.reaction:
        case Reaction.ARBITER_AGREES:
            return ruled(game, "quickplay.increment_set", times=extra) if increment else ruled(game, "quickplay.agreed")
        case Reaction.ARBITER_REJECTS:
            if increment:
                return ruled(game, "quickplay.increment_rejected")
            return ruled(game, "quickplay.rejected", times=extra)
        case Reaction.ARBITER_POSTPONES:  # III.4 asks for the arbiter's agreement; only III.5 can be postponed
            return ruled(game, "quickplay.increment_not_postponed" if increment else "quickplay.postponed")
    return ruled(game, "quickplay.increment_open" if increment else "quickplay.open")
