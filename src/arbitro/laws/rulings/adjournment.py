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

from arbitro.i18n import gettext_for
from arbitro.laws.rulings.base import (
    DRAW,
    Code,
    Incident,
    Ruling,
    answer,
    loss_or_draw,
    mating_chance,
    on_move,
    say,
)

N_ = gettext_for("laws", "en")

ENVELOPE = (
    "names of the players",
    "position before the sealed move",
    "times used",
    "name of the player who sealed",
    "number of the sealed move",
    "open draw offer",
    "date, time and place of resumption",
)


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
    """The envelope is opened."""

    sealed: Sealed = Sealed.LEGAL
    sealer_present: bool = True
    opponent_can_mate: bool | None = None  # of the replying player
    fen: str | None = None  # before the sealed move: the sealer is on move
    replier_lost_on_time: bool = False


def rule_sealed(incident: SealedMove) -> Ruling:
    game = incident.game
    match incident.sealed:
        case Sealed.CHECKMATE:
            return Ruling(
                Code.GAME_OVER,
                say(N_("The sealed move gives mate: it wins, whoever is absent.")),
                game.cite("adjournment-late", "mate"),
                result="sealer_wins",
            )
        case Sealed.STALEMATE | Sealed.DEAD_POSITION:
            return Ruling(
                Code.GAME_OVER,
                say(N_("The sealed move ends the game in a draw, whoever is absent.")),
                game.cite("adjournment-late", "stalemate"),
                result=DRAW,
            )
        case Sealed.LEGAL:
            if not incident.sealer_present and incident.replier_lost_on_time and game.is_2009:
                return Ruling(
                    Code.GAME_OVER,
                    say(N_("The player at the board has lost on time before: the absent player wins.")),
                    game.cite("adjournment-late", "flag-fall"),
                    result="sealer_wins",
                )
            return answer(
                game,
                Code.OPEN_AND_PLAY,
                N_("The sealed move is played and the replying player's clock starts."),
                "adjournment-resume",
            )
    sealer = on_move(incident.fen)
    ruling = loss_or_draw(
        game,
        sealer,
        mating_chance(incident.opponent_can_mate, incident.fen, sealer.opponent if sealer else None),
        lost=N_("An ambiguous, unreadable or illegal sealed move loses."),
        drawn=N_("The sealed move is not valid, but the opponent cannot mate by any series of legal moves: a draw."),
        matters=("adjournment-unclear", "flag-fall"),
    )
    return replace(ruling, result="sealer_loses") if ruling.result == "offender_loses" else ruling


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
    game = incident.game
    match incident.event:
        case Session.PLAYED_ON_BOARD:
            return answer(
                game,
                Code.BOARD_MOVE_IS_SEALED,
                N_("The move played on the board is written down as the sealed move."),
                "adjournment-seal",
            )
        case Session.ADJOURNS_EARLY:
            return answer(
                game,
                Code.CHARGE_REST_OF_SESSION,
                N_("He counts as having sealed at the end of the session: the rest of the session is charged to him."),
                "adjournment-early",
                charged_to="player who adjourns",
            )
        case Session.CHANGES_MOVE:
            return answer(
                game,
                Code.ALLOWED,
                N_("Until he stops the clock, he may change the sealed move."),
                "adjournment-seal",
                allowed=True,
            )
        case Session.CHANGES_MOVE_LATE:
            return answer(
                game,
                Code.NOT_ALLOWED,
                N_("The clock is stopped: the sealed move can no longer be changed."),
                "adjournment-seal",
                allowed=False,
            )
        case Session.OFFER_AFTER_SEALING:
            return answer(
                game,
                Code.ALLOWED,
                N_("The offer stays open until the opponent accepts or declines it as in 9.1."),
                "adjournment-offer",
                valid=True,
                valid_until="opponent accepts or declines as in 9.1",
            )
        case Session.ENVELOPE_LOST:
            return answer(
                game,
                Code.SEALER_DECLARES_MOVE,
                N_("The adjourned position and times are set up and the player plays the move that he says he sealed."),
                "adjournment-lost",
            )
        case Session.TIMES_LOST:
            return Ruling(
                Code.SEALER_DECLARES_MOVE,
                say(N_("The arbiter sets the times; the sealed move is stated and played.")),
                game.cite("adjournment-lost"),
                options=(say(N_("The times are the arbiter's best judgement.")),),
            )
        case Session.POSITION_LOST:
            return answer(
                game,
                Code.NEW_GAME,
                N_("The position cannot be re-established: the game is annulled and a new one played."),
                "adjournment-lost",
            )
        case Session.ENVELOPE_DATA:
            return answer(
                game,
                Code.NOTHING,
                N_("What must stand on the envelope."),
                "adjournment-envelope",
                envelope=list(ENVELOPE),
            )
        case Session.DRAW_AGREED_BEFORE:
            return Ruling(
                Code.GAME_OVER,
                say(N_("Drawn by agreement before the resumption.")),
                game.cite("adjournment-before"),
                result=DRAW,
            )
        case Session.RESIGNED_BEFORE:
            return Ruling(
                Code.GAME_OVER,
                say(N_("A resignation before the resumption ends the game.")),
                game.cite("adjournment-before"),
                result={True: "sealer_loses", False: "sealer_wins", None: "offender_loses"}[incident.by_sealer],
            )


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
    late_min: int | None = None
    default_min: int | None = None


def rule_resumption(incident: Resumption) -> Ruling:
    game = incident.game
    match incident.event:
        case Resume.REPLIER_PRESENT:
            return answer(
                game,
                Code.OPEN_AND_PLAY,
                N_("The envelope is opened, the sealed move played, the replying player's clock started."),
                "adjournment-resume",
                allowed=True,
            )
        case Resume.REPLIER_ABSENT:
            return answer(
                game,
                Code.START_REPLIER_CLOCK,
                N_(
                    "His clock is started; on arrival he may stop it, the envelope is opened, "
                    "the move played, his clock restarted."
                ),
                "adjournment-resume",
            )
        case Resume.SEALER_ABSENT:
            return answer(
                game,
                Code.REPLIER_MAY_SEAL,
                N_("The replying player may seal his answer, stop his clock and start the absent player's."),
                "adjournment-resume",
                allowed=True,
            )
        case Resume.NOBODY:
            return answer(
                game,
                Code.CLOCK_RUNS,
                N_("The player who must reply to the sealed move loses the time until he arrives."),
                "adjournment-nobody",
                charged_to="player who must reply to the sealed move",
            )
        case Resume.WRONG_TIMES_SHOWN_IN_TIME:
            return answer(game, Code.CORRECT_TIMES, N_("The times are corrected."), "adjournment-times")
        case Resume.WRONG_TIMES_SHOWN_LATE:
            return Ruling(
                Code.CONTINUE,
                say(N_("Too late: play goes on without correction, unless the arbiter decides otherwise.")),
                game.cite("adjournment-times"),
                options=(say(N_("The arbiter may decide otherwise.")),),
            )
        case Resume.OPEN_WITHOUT_REPLIER:
            return answer(
                game,
                Code.NOT_ALLOWED,
                N_("The envelope is opened only in the presence of the player who must reply."),
                "adjournment-open",
                allowed=False,
            )
        case Resume.LATE:
            return _late(incident)


def _late(incident: Resumption) -> Ruling:
    game = incident.game
    limit = game.law.adjournment_late_min
    if limit is None:
        limit = incident.default_min or 0
    if (incident.late_min or 0) > limit:
        return Ruling(
            Code.FORFEIT,
            say(N_("He arrives too late and loses, unless the sealed move ended the game.")),
            game.cite("adjournment-late"),
            result="late_player_loses",
            options=(say(N_("The arbiter may decide otherwise.")),),
        )
    return answer(game, Code.CONTINUE, N_("He arrives in time and plays on with what is left."), "adjournment-late")
