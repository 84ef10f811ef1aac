"""Games with visually impaired players (Appendix D; 2009: E).

article        matter                                        incident
D.1            two boards                                    Impaired
D.2.2, D.2.3   touched and made on the special board         Impaired
D.2.8, D.2.9   slips of the tongue, boards that differ       Impaired
D.2.10-11      assistants                                    Impaired
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from arbitro.i18n import gettext_for
from arbitro.laws.rulings.base import Code, Incident, Ruling, answer

N_ = gettext_for("laws", "en")

ASSISTANT_DUTIES = (
    "make either player's move on the opponent's board",
    "announce the moves of both players",
    "keep the score and start the opponent's clock",
    "tell, on request only, the number of moves and the times used",
    "claim a time overstep and report a touched piece",
    "carry out the formalities of an adjournment",
)


class BlindEvent(Enum):
    """What happens."""

    LIFTED_OUT_OF_HOLE = "lifted_out_of_hole"
    FELT_ONLY = "felt_only"  # touched with the fingers, still in its hole
    PLACED_NOT_ANNOUNCED = "placed_not_announced"
    PLACED_AND_ANNOUNCED = "placed_and_announced"
    SLIP_BEFORE_CLOCK = "slip_before_clock"
    SLIP_AFTER_CLOCK = "slip_after_clock"
    BOARDS_DIFFER_SHEETS_AGREE = "boards_differ_sheets_agree"
    BOARDS_DIFFER_SHEETS_DIFFER = "boards_differ_sheets_differ"
    WANTS_TWO_BOARDS = "wants_two_boards"
    AGAINST_HEARING_IMPAIRED = "against_hearing_impaired"
    ASSISTANT = "assistant"
    OPPONENT_ASSISTANT = "opponent_assistant"


@dataclass(frozen=True, slots=True)
class Impaired(Incident):
    """An event in a game with a visually impaired player."""

    event: BlindEvent = BlindEvent.LIFTED_OUT_OF_HOLE


def rule_impaired(incident: Impaired) -> Ruling:
    game = incident.game
    match incident.event:
        case BlindEvent.LIFTED_OUT_OF_HOLE:
            return answer(
                game,
                Code.NOTHING,
                N_("The piece is touched: it left its securing hole."),
                "blind-touched",
                touched=True,
            )
        case BlindEvent.FELT_ONLY:
            return answer(
                game,
                Code.NOTHING,
                N_("The piece is not touched as long as it stays in its hole."),
                "blind-touched",
                touched=False,
            )
        case BlindEvent.PLACED_NOT_ANNOUNCED:
            return answer(
                game,
                Code.NOTHING,
                N_("The move is not made before it is announced."),
                "blind-made",
                move_made=False,
                made=False,
            )
        case BlindEvent.PLACED_AND_ANNOUNCED:
            return answer(
                game,
                Code.NOTHING,
                N_("The move is made; now the opponent's clock is started."),
                "blind-made",
                move_made=True,
                made=True,
            )
        case BlindEvent.SLIP_BEFORE_CLOCK:
            return answer(
                game,
                Code.ALLOWED,
                N_("A slip of the tongue is corrected at once, before the opponent's clock is started."),
                "blind-slip",
                allowed=True,
                correctable=True,
            )
        case BlindEvent.SLIP_AFTER_CLOCK:
            return answer(
                game,
                Code.NOT_ALLOWED,
                N_("Too late: the opponent's clock was started."),
                "blind-slip",
                allowed=False,
                correctable=False,
            )
        case BlindEvent.BOARDS_DIFFER_SHEETS_AGREE:
            return answer(
                game,
                Code.ADJUST_TO_SCORES,
                N_("Who wrote the move right and executed it wrong adjusts his board to the score."),
                "blind-differ",
            )
        case BlindEvent.BOARDS_DIFFER_SHEETS_DIFFER:
            return answer(
                game,
                Code.ROLL_BACK_TO_AGREEMENT,
                N_("The moves are taken back to the point where both sheets agree, and the arbiter sets the clocks."),
                "blind-differ-back",
            )
        case BlindEvent.WANTS_TWO_BOARDS:
            return answer(game, Code.ALLOWED, N_("Either player may ask for two boards."), "blind-boards", allowed=True)
        case BlindEvent.AGAINST_HEARING_IMPAIRED:
            return answer(
                game,
                Code.NOTHING,
                N_("Against a hearing-impaired player an assistant must be used (2023)."),
                "blind-opponent-assistant",
                assistant="optional" if game.is_2009 else "mandatory",
            )
        case BlindEvent.ASSISTANT:
            return answer(
                game,
                Code.ALLOWED,
                N_("The visually impaired player may use an assistant for six duties."),
                "blind-assistant",
                allowed=True,
                assistant="optional",
                duties=list(ASSISTANT_DUTIES),
            )
        case BlindEvent.OPPONENT_ASSISTANT:
            return answer(
                game,
                Code.ALLOWED,
                N_("If he uses none, the opponent may use one for moving and announcing."),
                "blind-opponent-assistant",
                allowed=True,
                assistant="optional",
                duties=list(ASSISTANT_DUTIES[:2]),
            )
