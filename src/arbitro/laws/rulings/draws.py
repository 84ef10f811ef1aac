"""Draws by agreement and by claim (Articles 5.2.3, 9), and the quickplay finish (Guideline III; 2009: Article 10).

article       matter                                                   incident
5.2.3, 9.1.1  agreement: moves made, bans by the regulations           DrawAgreement
9.1.2         the offer: order, conditions, end                        DrawOffer
9.2-9.5       claims: checked on the game, right or wrong              DrawClaim
9.6           unclaimed draws that nobody noticed                      MissedDraw
III           no increment: requests and claims under two minutes      QuickplayClaim
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

import chess

from arbitro.errors import ArbitroError
from arbitro.i18n import gettext_for
from arbitro.laws.board import MoveFault, examine_move, position
from arbitro.laws.claims import fifty_move_claim, play, repetition_claim
from arbitro.laws.edition import LawsEdition, TimeClass
from arbitro.laws.rulings.base import (
    DRAW,
    Code,
    Incident,
    Obligation,
    Party,
    Ruling,
    Say,
    TimeChange,
    answer,
    penalty,
    say,
)

_ = gettext_for("laws")
N_ = gettext_for("laws", "en")


@dataclass(frozen=True, slots=True)
class DrawAgreement(Incident):
    """Both players agree to a draw."""

    white_moves: int = 1
    black_moves: int = 1
    banned_before_move: int | None = None  # 9.1.1; None: free
    banned_always: bool = False
    arbiter_consents: bool = False


def rule_agreement(incident: DrawAgreement) -> Ruling:
    game, made = incident.game, min(incident.white_moves, incident.black_moves)
    barred = incident.banned_always or (incident.banned_before_move is not None and made < incident.banned_before_move)
    if barred and not incident.arbiter_consents:
        return answer(
            game,
            Code.NOT_ALLOWED,
            N_("The regulations bar this agreement without the arbiter's consent: play goes on."),
            "agreed-draw-ban",
            valid=False,
        )
    if made < game.law.moves_before_agreement:
        return answer(
            game,
            Code.NOT_ALLOWED,
            N_("Each player must have made at least one move: play goes on."),
            "agreed-draw",
            valid=False,
        )
    return Ruling(
        Code.GAME_OVER, say(N_("Drawn by agreement.")), game.cite("agreed-draw"), result=DRAW, facts={"valid": True}
    )


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
    game = incident.game
    match incident.event:
        case OfferEvent.MADE:
            if incident.sequence == ("move", "offer", "press"):
                return answer(
                    game,
                    Code.ALLOWED,
                    N_("The offer was made after the move and before the press, as it should be."),
                    "draw-offer",
                    valid=True,
                    correct_order=True,
                    offer_valid=True,
                )
            return penalty(
                game,
                N_("The offer is valid, but it was made at the wrong moment and may be a disturbance."),
                "draw-offer",
                "distract",
                facts={"valid": True, "correct_order": False, "offer_valid": True},
            )
        case OfferEvent.CONDITION:
            return answer(
                game,
                Code.ALLOWED,
                N_("The offer is valid, the condition is void."),
                "draw-offer",
                offer_valid=True,
                valid=True,
                condition_valid=False,
            )
        case OfferEvent.WITHDRAWN:
            return answer(
                game, Code.NOT_ALLOWED, N_("An offer cannot be withdrawn."), "draw-offer", allowed=False, offer="stands"
            )
        case OfferEvent.OPPONENT_TOUCHES | OfferEvent.REFUSED:
            return answer(game, Code.NOTHING, N_("The offer is declined."), "draw-offer", offer="declined")
        case OfferEvent.GAME_ENDS:
            return answer(game, Code.NOTHING, N_("The offer ends with the game."), "draw-offer", offer="ended")
        case OfferEvent.REPEATED:
            return penalty(
                game,
                N_("Offers repeated without reason disturb the opponent: a penalty at discretion."),
                "distract",
                facts={"valid": True, "offer_valid": True},
            )
        case OfferEvent.MARK:
            return answer(
                game,
                Code.NOTHING,
                N_("Both players mark the offer with (=) on their scoresheets."),
                "draw-offer-mark",
                mark="(=)",
                written_by="both players",
            )


class Ground(Enum):
    """What a draw is claimed for."""

    REPETITION = "repetition"
    FIFTY_MOVES = "fifty_moves"


@dataclass(frozen=True, slots=True)
class DrawClaim(Incident):
    """A claim under 9.2 or 9.3: given with the game, or with what the check showed."""

    ground: Ground = Ground.REPETITION
    start_fen: str = chess.STARTING_FEN
    moves: tuple[str, ...] | None = None  # UCI; None: `correct` tells what the check showed
    declared: str | None = None  # the move written down and declared
    correct: bool | None = None
    declared_is_illegal: bool = False
    piece_has_other_move: bool = True
    written_down: bool = True
    touched: bool = False
    opponent_agrees: bool = False
    agreement_allowed: bool = True
    wants_to_withdraw: bool = False
    by_player_on_move: bool = True


def rule_claim(incident: DrawClaim) -> Ruling:
    game = incident.game
    ground = "repetition" if incident.ground is Ground.REPETITION else "fifty"
    if incident.wants_to_withdraw:
        return answer(game, Code.NOT_ALLOWED, N_("A claim cannot be withdrawn."), "claim-procedure", allowed=False)
    if incident.touched:
        return answer(
            game,
            Code.CLAIM_REJECTED,
            N_("After touching a piece there is no claim on this move; a later one is possible."),
            "claim-touch",
            valid=False,
            may_claim_later=True,
        )
    if not incident.by_player_on_move:
        return answer(
            game,
            Code.CLAIM_REJECTED,
            N_("Only the player on move, whose clock runs, may claim."),
            ground,
            valid=False,
            may_claim_later=True,
        )
    if incident.opponent_agrees and incident.agreement_allowed:
        return Ruling(
            Code.GAME_OVER,
            say(N_("A claim is also an offer, and it was accepted: a draw without a check.")),
            game.cite("claim-is-offer"),
            result=DRAW,
            facts={"verification_needed": False, "valid": True},
        )
    if not incident.written_down:
        return answer(
            game,
            Code.EXPLAIN_AND_ALLOW,
            N_("The player is asked to make his claim legal; how that is done is explained if he asks."),
            ground,
            "explain-law",
            valid=None,
        )
    facts: dict[str, object] = {"counts_as_illegal_move": False}
    if incident.opponent_agrees:
        facts["verification_needed"] = True
    correct = incident.correct
    if incident.moves is not None:
        board = play(position(incident.start_fen), incident.moves)
        if incident.declared is not None and not examine_move(board, incident.declared).legal:
            return _wrong_claim(_declared_illegally(incident, board), ground, facts)
        check = repetition_claim if incident.ground is Ground.REPETITION else fifty_move_claim
        checked = check(board, incident.declared)
        correct = checked.valid
        facts["occurrences" if incident.ground is Ground.REPETITION else "halfmove_after"] = checked.count
    if correct is None:
        return answer(
            game,
            Code.RECONSTRUCT,
            N_("The claim is checked on the board with both players present."),
            ground,
            "claim-check",
            **facts,
        )
    if correct:
        return Ruling(
            Code.GAME_OVER,
            say(N_("The claim is right: the game is drawn at once.")),
            game.cite(ground, "claim-right"),
            result=DRAW,
            facts=facts | {"valid": True},
        )
    return _wrong_claim(incident, ground, facts)


def _declared_illegally(incident: DrawClaim, board: chess.Board) -> DrawClaim:
    """9.5.3: an illegal declared move makes the claim wrong; the piece must move if it can."""
    assert incident.declared is not None
    if (examined := examine_move(board, incident.declared)).fault in (MoveFault.NO_SUCH_MOVE, MoveFault.NO_MAN):
        raise ArbitroError(_("{move} is not a legal move").format(move=incident.declared) + f" ({examined.article})")
    movable = any(move.uci()[:2] == incident.declared[:2].lower() for move in board.legal_moves)
    return replace(incident, declared=None, declared_is_illegal=True, piece_has_other_move=movable)


def _wrong_claim(incident: DrawClaim, ground: str, facts: dict[str, object]) -> Ruling:
    game = incident.game
    seconds = game.law.wrong_claim_s[game.time_class]
    must_play = "the declared move"
    if incident.moves is not None and incident.declared is None:
        must_play = "any legal move"
    if incident.declared_is_illegal:
        must_play = "another move with the same piece" if incident.piece_has_other_move else "any legal move"
    matters = [ground, "claim-wrong"] + (["rapid-penalty"] if game.fast else [])
    return Ruling(
        Code.PLAY_DECLARED_MOVE,
        say(
            N_(
                "The claim is wrong: {seconds} seconds for the opponent, play goes on and a "
                "declared move must be played."
            ),
            seconds=seconds,
        ),
        game.cite(*matters),
        times=(TimeChange(Party.OPPONENT, seconds),),
        obligation=Obligation("move", (incident.declared,)) if incident.declared else None,
        facts=facts
        | {
            "valid": False,
            "game": "continues",
            "announced_move_must_be_played": must_play != "any legal move",
            "must_play": must_play,
        },
    )


@dataclass(frozen=True, slots=True)
class MissedDraw(Incident):
    """9.6 applied, nobody noticed, and the game went on."""


def rule_missed(incident: MissedDraw) -> Ruling:
    return answer(
        incident.game,
        Code.NOTHING,
        N_("The result can only be changed by an appeal in the normal way."),
        "fivefold",
        "seventy-five",
        "appeal",
        remedy="appeal through the normal procedure",
    )


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
    increment_s: int = 0
    on_move: bool = True
    remaining_s: int = 60
    reaction: Reaction | None = None
    arbiter_present: bool = True
    no_effort: bool = False  # the ground is that the opponent does not try
    flag_down: bool = False


TWO_MINUTES = 120


def _bars(incident: QuickplayClaim) -> tuple[Say, str] | None:
    """Why a request is not admissible, with the matter that says so."""
    game = incident.game
    if game.is_2009:
        if game.time_class is TimeClass.BLITZ and game.appendix:
            return say(N_("not in blitz without adequate supervision")), "quickplay-class"
        if incident.request is Request.INCREMENT:
            return say(N_("the 2009 Laws know no such increment")), "quickplay-claim"
    else:
        if not incident.announced:
            return say(N_("the guideline was not announced in advance")), "quickplay-announced"
        if game.time_class is TimeClass.BLITZ:
            return say(N_("the guideline does not apply to blitz")), "quickplay-class"
        if incident.increment_s:
            return say(N_("the guideline does not apply to games with an increment")), "quickplay-class"
    if not incident.on_move and incident.arbiter_present:
        return say(N_("only the player on move may ask")), "quickplay-claim"
    if incident.remaining_s >= TWO_MINUTES:
        return say(N_("the player must have less than two minutes")), "quickplay-claim"
    if incident.flag_down:
        return say(N_("his flag has fallen")), "quickplay-claim"
    return None


def rule_quickplay(incident: QuickplayClaim) -> Ruling:
    game = incident.game
    if (bar := _bars(incident)) is not None:
        reason, matter = bar
        return Ruling(
            Code.NOT_ALLOWED,
            say(N_("Not admissible: {reason}."), reason=reason),
            game.cite(matter),
            facts={"admissible": False},
        )
    appeal = game.edition is not LawsEdition.E2009
    facts: dict[str, object] = {"admissible": True, "appeal": appeal}
    if not incident.arbiter_present:
        evidence = ["final position checked by opponent"]
        if incident.no_effort:
            evidence.append("up-to-date scoresheet checked by opponent")
        return answer(
            game,
            Code.GAME_OVER,
            N_(
                "Without an arbiter the claim ends the game; the position (and the "
                "scoresheet) go to a designated arbiter."
            ),
            "quickplay-no-arbiter",
            **facts,
            game="concluded",
            evidence=evidence,
            decided_by="designated arbiter",
        )
    if incident.reaction is Reaction.OPPONENT_ACCEPTS:
        return Ruling(
            Code.GAME_OVER,
            say(N_("The request is also an offer, and it was accepted: a draw.")),
            game.cite("quickplay-increment" if incident.request is Request.INCREMENT else "claim-is-offer"),
            result=DRAW,
            facts=facts,
        )
    if incident.request is Request.INCREMENT:
        return _increment(incident, facts)
    match incident.reaction:
        case Reaction.ARBITER_AGREES:
            return Ruling(
                Code.GAME_OVER,
                say(N_("The opponent cannot win, or does not try to win, by normal means: a draw.")),
                game.cite("quickplay-decision"),
                result=DRAW,
                facts=facts,
            )
        case Reaction.ARBITER_REJECTS:
            return Ruling(
                Code.CONTINUE,
                say(N_("The claim is rejected: two minutes for the opponent, play goes on.")),
                game.cite("quickplay-reject", "quickplay-final"),
                times=(TimeChange(Party.OPPONENT, 120),),
                facts=facts | {"game": "continues"},
            )
        case Reaction.ARBITER_POSTPONES:
            return Ruling(
                Code.POSTPONE,
                say(
                    N_(
                        "The decision is postponed: play goes on before the arbiter, who may "
                        "declare a draw even after a flag."
                    )
                ),
                game.cite("quickplay-postpone"),
                options=(say(N_("No extra time for the opponent.")), say(N_("Two minutes more for the opponent."))),
                facts=facts
                | {
                    "opponent_time_s_options": [0, 120],
                    "game": "continues in presence of arbiter",
                    "later": "draw may be declared even after a flag has fallen",
                },
            )
    return Ruling(
        Code.ARBITER_DISCRETION,
        say(N_("The claim is admissible: the arbiter decides.")),
        game.cite("quickplay-decision"),
        options=(
            say(N_("Declare a draw, if the opponent cannot win or does not try to win by normal means.")),
            say(N_("Postpone the decision; the opponent may get two minutes.")),
            say(N_("Reject the claim; the opponent gets two minutes.")),
        ),
        facts=facts,
    )


def _increment(incident: QuickplayClaim, facts: dict[str, object]) -> Ruling:
    game = incident.game
    if incident.reaction is Reaction.ARBITER_REJECTS:
        return Ruling(
            Code.CONTINUE,
            say(N_("The arbiter does not agree to the increment: the player may still claim a draw.")),
            game.cite("quickplay-increment", "quickplay-claim"),
            facts=facts | {"game": "continues"},
        )
    if incident.reaction is None:
        return Ruling(
            Code.ARBITER_DISCRETION,
            say(N_("The request is an offer; if it is declined, the arbiter may set five seconds per move for both.")),
            game.cite("quickplay-increment"),
            options=(
                say(N_("Agree: five seconds per move for both, two minutes for the opponent.")),
                say(N_("Decline.")),
            ),
            facts=facts,
        )
    return Ruling(
        Code.SET_INCREMENT,
        say(N_("Five seconds per move are set for both players and the opponent gets two minutes.")),
        game.cite("quickplay-increment"),
        times=(TimeChange(Party.OPPONENT, 120),),
        facts=facts | {"game": "continues", "increment_s": 5, "increment_for": "both"},
    )
