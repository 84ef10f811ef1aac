"""Scoresheets and supervision (Article 8, A.2-A.4, Appendix C).

article       matter                                          incident or function
8.1, 8.4, A.2 must this player write?                         must_record
8.1-8.7       events around the scoresheet                    Scoresheet
A.4.3, A.6    asking for the arbiter's sheet, whole event     Scoresheet
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from arbitro.i18n import gettext_for
from arbitro.laws.edition import TimeClass
from arbitro.laws.rulings.base import Code, Conditions, Incident, Ruling, answer, penalty, say

N_ = gettext_for("laws", "en")

FIVE_MINUTES = 300
BONUS_THAT_BINDS = 30


def must_record(
    game: Conditions, lowest_remaining_s: Fraction | float, bonus_s: Fraction | float = 0, *, period_over: bool = False
) -> bool:
    """8.4: exempt below five minutes at some stage of the period with a bonus below 30 s; A.2: rapid and blitz free."""
    if game.time_class is not TimeClass.STANDARD:
        return False
    return period_over or lowest_remaining_s >= FIVE_MINUTES or bonus_s >= BONUS_THAT_BINDS


class SheetEvent(Enum):
    """What happens with the scoresheet."""

    MUST_RECORD = "must_record"
    REPLY_BEFORE_WRITING = "reply_before_writing"
    TWO_MOVES_BEHIND = "two_moves_behind"
    STOPS_RECORDING = "stops_recording"
    WRITES_IN_ADVANCE = "writes_in_advance"
    WRITES_FOR_CLAIM = "writes_for_claim"
    OTHER_NOTES = "other_notes"
    HIDES_SHEET = "hides_sheet"
    KEEPS_SHEET = "keeps_sheet"
    FLAG_BOTH_EXEMPT = "flag_both_exempt"
    FLAG_ONE_EXEMPT = "flag_one_exempt"
    NO_COMPLETE_SHEET = "no_complete_sheet"
    OVERSTEP_NOT_PROVEN = "overstep_not_proven"
    SIGNED_WRONG_RESULT = "signed_wrong_result"
    OTHER_NOTATION = "other_notation"
    ASKS_FOR_ARBITERS_SHEET = "asks_for_arbiters_sheet"
    RULES_FOR_PART_OF_EVENT = "rules_for_part_of_event"
    ASKS_FOR_A_SHEET = "asks_for_a_sheet"
    ELECTRONIC_SHEET = "electronic_sheet"


@dataclass(frozen=True, slots=True)
class Scoresheet(Incident):
    """A question about writing the moves."""

    event: SheetEvent = SheetEvent.MUST_RECORD
    remaining_s: int | None = None
    increment_s: int = 0
    signed_result: str | None = None
    request_number: int = 1


def rule_sheet(incident: Scoresheet) -> Ruling:
    game = incident.game
    match incident.event:
        case SheetEvent.MUST_RECORD:
            return _duty(incident)
        case SheetEvent.REPLY_BEFORE_WRITING:
            return answer(
                game,
                Code.ALLOWED,
                N_("A player may reply before writing, but writes his last move before making another."),
                "record-order",
                allowed=True,
                limit="own previous move must be written before making another",
            )
        case SheetEvent.TWO_MOVES_BEHIND:
            return penalty(
                game,
                N_("The previous move must be written before the next is made: a penalty at discretion."),
                "record-order",
                facts={"allowed": False},
            )
        case SheetEvent.STOPS_RECORDING:
            return _stops(incident)
        case SheetEvent.WRITES_IN_ADVANCE:
            return penalty(
                game,
                N_("Moves are not written in advance, except for a claim or a sealed move: a penalty at discretion."),
                "record-advance",
                facts={"allowed": False},
            )
        case SheetEvent.WRITES_FOR_CLAIM:
            return answer(
                game,
                Code.ALLOWED,
                N_("For a draw claim or a sealed move the move is written first."),
                "record-advance",
                allowed=True,
            )
        case SheetEvent.OTHER_NOTES:
            return penalty(
                game,
                N_(
                    "The scoresheet serves only moves, times, offers, claims and relevant data: "
                    "a penalty at discretion."
                ),
                "record-contents",
                facts={"allowed": False},
            )
        case SheetEvent.HIDES_SHEET:
            return penalty(
                game,
                N_("The scoresheet must be visible to the arbiter: a penalty at discretion."),
                "record-visible",
                facts={"allowed": False},
            )
        case SheetEvent.KEEPS_SHEET:
            return answer(
                game,
                Code.NOT_ALLOWED,
                N_("Scoresheets belong to the organiser."),
                "record-owner",
                allowed=False,
                owner="organiser",
            )
        case SheetEvent.FLAG_BOTH_EXEMPT:
            return answer(
                game,
                Code.STOP_AND_UPDATE,
                N_(
                    "The arbiter stops the clock, both players update their sheets, then the "
                    "clock of the player on move restarts."
                ),
                "record-both",
            )
        case SheetEvent.FLAG_ONE_EXEMPT:
            return answer(
                game,
                Code.UPDATE_ON_OWN_TIME,
                N_(
                    "The clocks keep running; he updates before moving and, if on move, may "
                    "borrow the opponent's sheet till then."
                ),
                "record-one",
            )
        case SheetEvent.NO_COMPLETE_SHEET:
            return answer(
                game,
                Code.RECONSTRUCT,
                N_(
                    "Position, times, running clock and move count are noted; the game is "
                    "reconstructed on a second board."
                ),
                "reconstruct",
            )
        case SheetEvent.OVERSTEP_NOT_PROVEN:
            return answer(
                game,
                Code.NEXT_MOVE_STARTS_PERIOD,
                N_("The next move is the first of the next period, unless more moves were evidently made."),
                "record-overstep",
            )
        case SheetEvent.SIGNED_WRONG_RESULT:
            return Ruling(
                Code.RESULT_STANDS,
                say(N_("The signed result stands, even if it is wrong, unless the arbiter decides otherwise.")),
                game.cite("record-sign"),
                result=incident.signed_result,
                options=(say(N_("The arbiter may decide otherwise.")),),
                facts={"unless": "arbiter decides otherwise"},
            )
        case SheetEvent.OTHER_NOTATION:
            return answer(
                game,
                Code.WARN,
                N_("The player is warned: a sheet in another notation may not count as evidence."),
                "notation",
                usable_as_evidence="no" if game.is_2009 else "may be refused",
            )
        case SheetEvent.ASKS_FOR_ARBITERS_SHEET:
            return _asks(incident)
        case SheetEvent.RULES_FOR_PART_OF_EVENT:
            return answer(
                game,
                Code.NOT_ALLOWED,
                N_("The same rules apply in all rounds of the event."),
                "competition-rules-whole-event",
                allowed=False,
            )
        case SheetEvent.ASKS_FOR_A_SHEET:
            return answer(
                game,
                Code.NOT_ALLOWED if game.is_2009 else Code.ALLOWED,
                N_("In rapid and blitz a player may ask for a scoresheet at any time (2009: no such right)."),
                "rapid-recording",
                allowed=not game.is_2009,
                must_record=False,
                may_record=True,
            )
        case SheetEvent.ELECTRONIC_SHEET:
            return answer(
                game,
                Code.ALLOWED if not game.is_2009 else Code.NOT_ALLOWED,
                N_("An approved electronic scoresheet may be used since the later editions of the Laws."),
                "record",
                allowed=not game.is_2009,
            )


def _duty(incident: Scoresheet) -> Ruling:
    game = incident.game
    if game.fast:
        return answer(
            game,
            Code.ALLOWED,
            N_("In rapid and blitz nobody must write, everybody may."),
            "rapid-recording",
            must_record=False,
            may_record=True,
        )
    remaining = incident.remaining_s if incident.remaining_s is not None else FIVE_MINUTES
    if must_record(game, remaining, incident.increment_s):
        return answer(game, Code.NOTHING, N_("The player must write every move."), "record", must_record=True)
    return answer(
        game,
        Code.ALLOWED,
        N_("Below five minutes without a bonus of 30 seconds: exempt until the end of the period."),
        "record-exempt",
        must_record=False,
        may_record=True,
        until="end of the period",
    )


def _stops(incident: Scoresheet) -> Ruling:
    """8.4: who is not exempt writes on."""
    duty = _duty(incident)
    if not duty.facts["must_record"]:
        return answer(incident.game, Code.ALLOWED, duty.say.key, "record-exempt", **duty.facts, allowed=True)
    return penalty(
        incident.game,
        N_("The player is not exempt and must write every move: a penalty at discretion."),
        "record",
        facts={"allowed": False, "must_record": True},
    )


SHEET_REQUESTS = 5


def _asks(incident: Scoresheet) -> Ruling:
    game = incident.game
    if incident.request_number > SHEET_REQUESTS:
        return penalty(
            game,
            N_("A sixth request for the arbiter's sheet disturbs the opponent: a penalty at discretion."),
            "score-requests",
            "distract",
            facts={"treat_as": "distraction of opponent", "clock_stopped": False, "allowed": False},
        )
    return answer(
        game,
        Code.ALLOWED,
        N_("The player on move may see the arbiter's sheet, up to five times, with his clock running."),
        "score-requests",
        allowed=True,
        clock_stopped=False,
    )
