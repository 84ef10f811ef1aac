"""Where online play differs (E.04, FIDE Online Chess Regulations, parts II and III).

    article       matter                                                incident
    3.3, 8.4      the platform takes legal moves only                   OnlineEvent, IllegalMove
    5.4, 15.3     automatic draws: three times, 50 moves                OnlineEvent, DrawClaim
    11.4          disconnection: the clock runs                         OnlineEvent
    13.3          video lost, platform connected                        OnlineEvent
    15.4, 15.5    platform results and settings set right               OnlineEvent
    18.9          hybrid: the chief arbiter's choices                   OnlineEvent

`instead` answers incidents of the over-the-board game that the regulations replace (1.3: Articles 4 and 5). The others
(default time, colours, flags, devices, conduct) are ruled as over the board and cited by their articles of E.04.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from arbitro.laws.board import position
from arbitro.laws.notation import play_written, read_any
from arbitro.laws.rulings.adjournment import Adjournment, Resumption, SealedMove
from arbitro.laws.rulings.base import Incident, Party, Ruling, Side, loss_or_draw, mating_chance, ruled
from arbitro.laws.rulings.draws import DrawClaim, Ground, MissedDraw, check_claim
from arbitro.laws.rulings.flags import ClockEvent, Happening
from arbitro.laws.rulings.illegal import IllegalMove, IllegalPosition
from arbitro.laws.rulings.recording import Scoresheet
from arbitro.laws.rulings.start import Displaced, Setup, WrongSetup
from arbitro.laws.rulings.touch import ActOfMoving, TouchedPieces


class PlatformEvent(Enum):
    """What happens on the platform."""

    BACK_BEFORE_FLAG = "back_before_flag"
    NOT_BACK = "not_back"
    HYBRID_DISCONNECTION = "hybrid_disconnection"
    VIDEO_LOST = "video_lost"
    ILLEGAL_MOVE_ATTEMPT = "illegal_move_attempt"
    DRAW_MISSED_BY_PLATFORM = "draw_missed_by_platform"
    PLATFORM_DRAW_BUT_MATE_POSSIBLE = "platform_draw_but_mate_possible"
    WRONG_SETTING = "wrong_setting"
    GROUNDLESS_CALL = "groundless_call"


@dataclass(frozen=True, slots=True)
class OnlineEvent(Incident):
    """An event of online or hybrid play."""

    event: PlatformEvent = PlatformEvent.NOT_BACK
    player: Side | None = None
    opponent_can_mate: bool | None = None
    fen: str | None = None


def rule_online(incident: OnlineEvent) -> Ruling:
    game = replace(incident.game, online=True)
    opponent = incident.player.opponent if incident.player else None
    match incident.event:
        case PlatformEvent.NOT_BACK:
            mating = mating_chance(incident.opponent_can_mate, incident.fen, opponent)
            lost, drawn = "online.not_back", "online.not_back_drawn"
            return loss_or_draw(game, incident.player, mating, lost=lost, drawn=drawn, party=Party.PLAYER)
        case PlatformEvent.PLATFORM_DRAW_BUT_MATE_POSSIBLE:  # 15.4 asks whether it was
            mating = mating_chance(incident.opponent_can_mate, incident.fen, opponent)
            lost, drawn = "online.platform_draw_but_mate_possible", "online.platform_draw_stands"
            if mating.possible is False:
                return ruled(game, drawn)
            if mating.possible is None:
                return loss_or_draw(game, incident.player, mating, lost=lost, drawn=drawn, party=Party.PLAYER)
    return ruled(game, f"online.{incident.event.value}")


_NO_PRESS = (
    Happening.NEXT_MOVE_WITHOUT_PRESS, Happening.MADE_NOT_PRESSED, Happening.PRESSES_AFTER_OPPONENT_MOVED,
    Happening.FORGETS_TO_PRESS, Happening.PRESSED_BEFORE_MOVING, Happening.ROUGH_HANDLING, Happening.MOVED_TWICE,
    Happening.COUNTER_BEHIND, Happening.NEIGHBOURS_CLOCK, Happening.ENDING_MOVE_NOT_PRESSED,
)  # fmt: skip


def instead(incident: Incident) -> Ruling | None:
    """The ruling online of an incident that E.04 rules in its own way; None where it is ruled as over the board."""
    game = incident.game
    match incident:
        case IllegalMove() | IllegalPosition():
            return ruled(game, "online.illegal_move_attempt")
        case DrawClaim():
            return _claim(incident)
        case MissedDraw():
            return ruled(game, "online.draw_missed_by_platform")
        case TouchedPieces() | ActOfMoving() | Displaced():
            return ruled(game, "online.no_board")
        case WrongSetup() if incident.setup is not Setup.CLOCK:
            return ruled(game, "online.no_board")
        case Scoresheet():
            return ruled(game, "online.no_sheet")
        case ClockEvent() if incident.happening in _NO_PRESS:
            return ruled(game, "online.no_press")
        case Adjournment() | Resumption() | SealedMove():
            return ruled(game, "online.no_adjournment")
    return None


def _claim(incident: DrawClaim) -> Ruling:
    """5.4.1, 5.4.4: a draw without a claim, if the game has it."""
    correct = incident.correct
    if incident.moves is not None:
        board = play_written(position(incident.start_fen), incident.moves)
        declared = read_any(board, incident.declared).uci() if incident.declared else None
        correct = check_claim(incident.ground, board, declared).valid
    if correct is None:
        return ruled(incident.game, "online.claim_to_check")
    if not correct:
        return ruled(incident.game, "online.no_claim")
    row = "repetition_drawn" if incident.ground is Ground.REPETITION else "fifty_drawn"
    return ruled(incident.game, f"online.{row}")
