"""Where online play differs (FIDE Online Chess Regulations, parts II and III).

    article       matter                                                incident
    3.3, 8.4      the platform takes legal moves only                   OnlineEvent
    5.4, 15.3     automatic draws: three times, 50 moves                OnlineEvent
    11.4          disconnection: the clock runs                         OnlineEvent
    13.3          video lost, platform connected                        OnlineEvent
    15.4, 15.5    platform results and settings set right               OnlineEvent
    18.9          hybrid: the chief arbiter's choices                   OnlineEvent

Colours reversed, default time and flags are the incidents of the over-the-board game with `online` set.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from arbitro.i18n import gettext_for
from arbitro.laws.rulings.base import DRAW, Code, Incident, Player, Ruling, loss_or_draw, mating_chance, say

N_ = gettext_for("laws", "en")


class Online(Enum):
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

    event: Online = Online.NOT_BACK
    player: Player | None = None
    opponent_can_mate: bool | None = None
    fen: str | None = None


def rule_online(incident: OnlineEvent) -> Ruling:
    game = incident.game
    articles: tuple[str, ...]
    match incident.event:
        case Online.NOT_BACK:
            opponent = incident.player.opponent if incident.player else None
            ruling = loss_or_draw(
                game,
                incident.player,
                mating_chance(incident.opponent_can_mate, incident.fen, opponent),
                lost=N_("The player did not come back before his time ran out: he loses."),
                drawn=N_(
                    "The player did not come back, but the opponent cannot mate by any series of legal moves: a draw."
                ),
                matters=(),
            )
            return Ruling(ruling.code, ruling.say, ("online 11.4", "online 4.5"), ruling.result, facts=ruling.facts)
        case Online.BACK_BEFORE_FLAG:
            return Ruling(
                Code.CONTINUE,
                say(N_("The clock kept running; the player plays on. The arbiter may penalise.")),
                ("online 11.4",),
                options=(say(N_("a warning")), say(N_("the penalty that the regulations set"))),
            )
        case Online.HYBRID_DISCONNECTION:
            return Ruling(
                Code.ARBITER_DISCRETION,
                say(N_("The chief arbiter chooses how the game goes on.")),
                ("online 18.9",),
                options=(
                    say(N_("Resume from the position.")),
                    say(N_("Cut the disconnected player's time.")),
                    say(N_("Restart with the same time control.")),
                    say(N_("Restart with a shorter time control.")),
                ),
            )
        case Online.VIDEO_LOST:
            return Ruling(
                Code.NOT_ALLOWED,
                say(N_("He must not move before the video is back.")),
                ("online 13.3",),
                facts={"allowed": False},
            )
        case Online.ILLEGAL_MOVE_ATTEMPT:
            return Ruling(
                Code.PLATFORM,
                say(N_("The platform takes legal moves only: nothing happened.")),
                ("online 3.3", "online 8.4"),
                facts={"counts_as_illegal": False},
            )
        case Online.DRAW_MISSED_BY_PLATFORM:
            return Ruling(
                Code.GAME_OVER,
                say(N_("The arbiter declares the draw that the platform missed.")),
                ("online 15.3", "online 5.4"),
                result=DRAW,
            )
        case Online.PLATFORM_DRAW_BUT_MATE_POSSIBLE:
            articles = ("online 15.4", "online 4.5")
            return Ruling(
                Code.ARBITER_DISCRETION,
                say(N_("Mate was possible: the arbiter may change the platform's result.")),
                articles,
                options=(say(N_("Change the result to a loss on time.")), say(N_("Let the result stand."))),
            )
        case Online.WRONG_SETTING:
            return Ruling(
                Code.CORRECT_SETTING,
                say(N_("The setting is corrected at once; the times are the arbiter's best judgement.")),
                ("online 15.5",),
                options=(say(N_("The times are the arbiter's best judgement.")),),
            )
        case Online.GROUNDLESS_CALL:
            return Ruling(
                Code.DISCRETIONARY_PENALTY,
                say(N_("Calling the arbiter without reason may be penalised.")),
                ("online 15.1", "online 10.9"),
                options=(say(N_("a warning")),),
            )
