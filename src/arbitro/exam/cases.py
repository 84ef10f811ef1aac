"""Questions in words: situations whose right answer is the ruling, and whose wrong answers are its neighbours'."""

from __future__ import annotations

from arbitro.exam.questions import (
    RAPID,
    STANDARD,
    Case,
    from_cases,
)
from arbitro.i18n import gettext_for
from arbitro.laws.rulings.adjournment import Adjournment, Resume, Resumption, Sealed, SealedMove, Session
from arbitro.laws.rulings.base import Player
from arbitro.laws.rulings.conduct import Conduct, ConductEvent, Device, DeviceEvent
from arbitro.laws.rulings.draws import DrawClaim, DrawOffer, OfferEvent, QuickplayClaim
from arbitro.laws.rulings.flags import ClockEvent, Happening
from arbitro.laws.rulings.illegal import Afterwards, IllegalPosition, Oddity
from arbitro.laws.rulings.impaired import BlindEvent, Impaired
from arbitro.laws.rulings.recording import Scoresheet, SheetEvent
from arbitro.laws.rulings.start import Displaced, Displacement, ReversedColours, Setup, WrongSetup
from arbitro.laws.rulings.touch import Act, ActOfMoving

N_ = gettext_for("laws", "en")


start_cases = from_cases(
    (
        Case(
            N_("After six moves by each it is found that the colours are reversed. What does the arbiter do?"),
            ReversedColours(STANDARD, 6, 6),
        ),
        Case(
            N_("After fourteen moves by each it is found that the colours are reversed. What does the arbiter do?"),
            ReversedColours(STANDARD, 14, 14),
        ),
        Case(
            N_(
                "During a standard game it is found that king and queen of one side stood the wrong way "
                "round at the start. What now?"
            ),
            WrongSetup(STANDARD, Setup.KING_AND_QUEEN, 12),
        ),
        Case(
            N_("During the game it is found that the corner square at White's right hand is dark. What now?"),
            WrongSetup(STANDARD, Setup.BOARD_TURNED, 8),
        ),
        Case(
            N_(
                "In a rapid game without adequate supervision, after twelve moves by each, a wrong initial "
                "position is found. What now?"
            ),
            WrongSetup(RAPID, Setup.KING, 12),
        ),
    )
)


offer_cases = from_cases(
    (
        Case(
            N_("A player offers a draw while his opponent is thinking. How is it judged?"),
            DrawOffer(STANDARD, OfferEvent.MADE, ("press", "offer")),
        ),
        Case(
            N_('A player offers a draw "if your team-mate agrees too". How is it judged?'),
            DrawOffer(STANDARD, OfferEvent.CONDITION),
        ),
        Case(N_("A player wants to take his draw offer back. May he?"), DrawOffer(STANDARD, OfferEvent.WITHDRAWN)),
        Case(
            N_("After a draw offer the opponent touches a piece in order to move it. What about the offer?"),
            DrawOffer(STANDARD, OfferEvent.OPPONENT_TOUCHES),
        ),
        Case(
            N_("A player touches a piece and then claims three occurrences on this move. What now?"),
            DrawClaim(STANDARD, touched=True),
        ),
    )
)


act_cases = from_cases(
    (
        Case(
            N_('A player puts a rook upside down on the promotion square and says "queen". Which piece is it?'),
            ActOfMoving(STANDARD, Act.INVERTED_ROOK),
        ),
        Case(
            N_(
                "Castling: the king stands released on g1, the rook is still on h1, castling is legal. "
                "What may the player do?"
            ),
            ActOfMoving(STANDARD, Act.CASTLING_KING_RELEASED),
        ),
        Case(
            N_("A player moves with the left hand and presses the clock with the right. What follows?"),
            ActOfMoving(STANDARD, Act.OTHER_HAND_ON_CLOCK),
        ),
        Case(
            N_("The new queen has touched the promotion square, but the player now wants a knight. What follows?"),
            ActOfMoving(STANDARD, Act.PROMOTION_PIECE_TOUCHED_SQUARE),
        ),
        Case(
            N_(
                "A player finds out that his opponent moved another piece than the one touched, but he has "
                "already touched a piece himself. What now?"
            ),
            ActOfMoving(STANDARD, Act.CLAIM_AFTER_TOUCHING),
        ),
    )
)


quickplay_cases = from_cases(
    (
        Case(
            N_(
                "Guideline III was announced. A player on move with 100 seconds and no increment claims a "
                "draw. What may the arbiter do?"
            ),
            QuickplayClaim(STANDARD, remaining_s=100),
        ),
        Case(
            N_("Guideline III was announced. A player on move with exactly two minutes claims a draw. What now?"),
            QuickplayClaim(STANDARD, remaining_s=120),
        ),
        Case(
            N_(
                "Guideline III was not announced. A player with 50 seconds claims a draw because the "
                "opponent cannot win by normal means. What now?"
            ),
            QuickplayClaim(STANDARD, remaining_s=50, announced=False),
        ),
        Case(
            N_(
                "A player with 70 seconds claims that the opponent does not try to win; there is no "
                "arbiter at the venue and Guideline III was announced. What now?"
            ),
            QuickplayClaim(STANDARD, remaining_s=70, arbiter_present=False, no_effort=True),
        ),
    )
)


clock_cases = from_cases(
    (
        Case(
            N_("A player stops the clock to go to the toilet. How is it judged?"),
            ClockEvent(STANDARD, Happening.STOPPED_FOR_TOILET),
        ),
        Case(
            N_("A player stops the clock because no queen is at hand for his promotion. What now?"),
            ClockEvent(STANDARD, Happening.STOPPED_PIECE_MISSING),
        ),
        Case(
            N_("The clock is evidently defective. What does the arbiter do?"),
            ClockEvent(STANDARD, Happening.DEFECTIVE),
        ),
        Case(
            N_("After eleven moves the clocks are found to be set wrongly in a standard game. What now?"),
            ClockEvent(STANDARD, Happening.WRONG_SETTING, moves_completed_each=11),
        ),
        Case(
            N_("A player claims on the ground of what the wall display shows. What now?"),
            ClockEvent(STANDARD, Happening.CLAIM_FROM_DISPLAY),
        ),
    )
)


device_cases = from_cases(
    (
        Case(
            N_(
                "During the game a switched-off phone is found in a player's pocket; the regulations say "
                "nothing. What follows?"
            ),
            Device(STANDARD, DeviceEvent.FOUND_ON_PLAYER),
        ),
        Case(
            N_(
                "A phone, switched off, lies in a bag at the place that the arbiter set, as the "
                "regulations allow. What follows?"
            ),
            Device(STANDARD, DeviceEvent.IN_BAG_AS_ALLOWED),
        ),
        Case(
            N_("A player opens the bag with his switched-off phone without asking. What follows?"),
            Device(STANDARD, DeviceEvent.BAG_OPENED),
        ),
        Case(
            N_(
                "White's phone rings after his first move; Black has not arrived, but the default time is "
                "not over. What follows?"
            ),
            Device(STANDARD, DeviceEvent.SOUND, Player.WHITE, opponent_arrived=False),
        ),
        Case(
            N_("A player refuses to be searched in private by an arbiter of the same sex. What follows?"),
            Device(STANDARD, DeviceEvent.INSPECTION_REFUSED),
        ),
        Case(
            N_("A player arrives late with a phone in his pocket. What follows?"),
            Device(STANDARD, DeviceEvent.LATE_PLAYER_BRINGS),
        ),
    )
)


conduct_cases = from_cases(
    (
        Case(
            N_("A player on move wants to leave the playing area without asking. How is it judged?"),
            Conduct(STANDARD, ConductEvent.LEAVES_AREA_ON_MOVE),
        ),
        Case(
            N_("A spectator sees a flag fall. What may he do?"),
            Conduct(STANDARD, ConductEvent.SPECTATOR_SEES_IRREGULARITY),
        ),
        Case(
            N_("In time trouble a player asks the arbiter how many moves he has made. What does the arbiter do?"),
            Conduct(STANDARD, ConductEvent.ASKS_MOVE_COUNT),
        ),
        Case(
            N_("A player refuses to play on until his appeal is heard. What now?"),
            Conduct(STANDARD, ConductEvent.REFUSES_TO_CONTINUE),
        ),
        Case(
            N_("Both players persistently refuse to follow the arbiter's instructions. What follows?"),
            Conduct(STANDARD, ConductEvent.PERSISTENT_REFUSAL_BOTH),
        ),
    )
)


position_cases = from_cases(
    (
        Case(
            N_("In a standard game the arbiter sees that both kings are in check. What does he do?"),
            IllegalPosition(STANDARD, Oddity.BOTH_KINGS_IN_CHECK),
        ),
        Case(
            N_("In a rapid game without adequate supervision the arbiter sees both kings in check. What does he do?"),
            IllegalPosition(RAPID, Oddity.BOTH_KINGS_IN_CHECK),
        ),
        Case(
            N_(
                "In a rapid game without adequate supervision a pawn stood on the last rank, and after the next "
                "completed move it still does. What now?"
            ),
            IllegalPosition(RAPID, Oddity.PAWN_ON_LAST_RANK, afterwards=Afterwards.STILL_ILLEGAL),
        ),
        Case(
            N_("A player displaces several pieces while making his move. What follows?"),
            Displaced(STANDARD, Displacement.BY_PLAYER_ON_MOVE),
        ),
        Case(
            N_("A player whose opponent is on move knocks over a piece. What should the opponent do?"),
            Displaced(STANDARD, Displacement.BY_OPPONENT),
        ),
        Case(
            N_("Pieces are found displaced, and nobody knows the position before. From where does the game go on?"),
            Displaced(STANDARD, Displacement.FOUND_UNKNOWN),
        ),
    )
)

sheet_cases = from_cases(
    (
        Case(
            N_("Neither player had to write any more when a flag fell. What does the arbiter do?"),
            Scoresheet(STANDARD, SheetEvent.FLAG_BOTH_EXEMPT),
        ),
        Case(
            N_("Only one player had stopped writing when a flag fell. What now?"),
            Scoresheet(STANDARD, SheetEvent.FLAG_ONE_EXEMPT),
        ),
        Case(
            N_("A player writes his moves down before he makes them. How is it judged?"),
            Scoresheet(STANDARD, SheetEvent.WRITES_IN_ADVANCE),
        ),
        Case(
            N_("Both players have signed the wrong result. What counts?"),
            Scoresheet(STANDARD, SheetEvent.SIGNED_WRONG_RESULT),
        ),
        Case(
            N_("The scoresheets cannot show that a player has overstepped the time. What now?"),
            Scoresheet(STANDARD, SheetEvent.OVERSTEP_NOT_PROVEN),
        ),
    )
)

adjournment_cases = from_cases(
    (
        Case(N_("The sealed move proves to be ambiguous. What follows?"), SealedMove(STANDARD, Sealed.AMBIGUOUS)),
        Case(
            N_("The sealed move gives mate, but the player who sealed it does not come. What is the result?"),
            SealedMove(STANDARD, Sealed.CHECKMATE, sealer_present=False),
        ),
        Case(
            N_("The envelope is lost, but position and times are known. What now?"),
            Adjournment(STANDARD, Session.ENVELOPE_LOST),
        ),
        Case(
            N_("Asked to seal, a player makes his move on the board. What now?"),
            Adjournment(STANDARD, Session.PLAYED_ON_BOARD),
        ),
        Case(
            N_("When play should resume, the player who must reply is absent. What does the arbiter do?"),
            Resumption(STANDARD, Resume.REPLIER_ABSENT),
        ),
    )
)

impaired_cases = from_cases(
    (
        Case(
            N_("A visually impaired player feels a piece with his fingers; it stays in its hole. Is it touched?"),
            Impaired(STANDARD, BlindEvent.FELT_ONLY),
        ),
        Case(
            N_("A visually impaired player has put a piece into another hole and announced nothing. Is the move made?"),
            Impaired(STANDARD, BlindEvent.PLACED_NOT_ANNOUNCED),
        ),
        Case(
            N_("The positions on the two boards differ, and so do the two scores. What now?"),
            Impaired(STANDARD, BlindEvent.BOARDS_DIFFER_SHEETS_DIFFER),
        ),
        Case(
            N_("The positions on the two boards differ, but the two scores agree. What now?"),
            Impaired(STANDARD, BlindEvent.BOARDS_DIFFER_SHEETS_AGREE),
        ),
    )
)
