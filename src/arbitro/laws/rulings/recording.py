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

from arbitro.laws.edition import TimeClass
from arbitro.laws.rulings.base import Conditions, Count, Ending, Incident, Ruling, ruled
from arbitro.laws.scores import GameResult

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
    remaining_s: Count | None = None
    increment_s: Count = 0
    signed_result: GameResult | None = None
    request_number: Count = 1


SHEET_REQUESTS = 5


def rule_sheet(incident: Scoresheet) -> Ruling:
    game = incident.game
    row, ending = incident.event.value, None
    match incident.event:
        case SheetEvent.MUST_RECORD:
            row = _duty(incident)
        case SheetEvent.STOPS_RECORDING if (duty := _duty(incident)) != "must_record":
            row = duty
        case SheetEvent.ASKS_FOR_ARBITERS_SHEET if incident.request_number > SHEET_REQUESTS:
            row = "asks_too_often"
        case SheetEvent.SIGNED_WRONG_RESULT if incident.signed_result:
            ending = Ending(incident.signed_result)
    return ruled(game, f"scoresheet.{row}", ending=ending)


def _duty(incident: Scoresheet) -> str:
    if incident.game.fast:
        return "fast"
    remaining = incident.remaining_s if incident.remaining_s is not None else FIVE_MINUTES
    return "must_record" if must_record(incident.game, remaining, incident.increment_s) else "exempt"
