"""Conduct of the players and powers of the arbiter (Articles 11 and 12; 2009: 12 and 13).

article         matter                                              incident
11.3.2, 11.3.3  electronic devices, inspection                      Device
11.1-11.12      leaving, notes, disturbing, refusing, appealing     Conduct
12.6, 12.7      what the arbiter and spectators may say             Conduct
12.9 (13.4)     may this penalty be imposed?                        ProposedPenalty
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from arbitro.i18n import gettext_for
from arbitro.laws.rulings.base import (
    PENALTIES,
    Code,
    Incident,
    Player,
    Ruling,
    answer,
    mating_chance,
    penalty,
    penalty_options,
    say,
)

N_ = gettext_for("laws", "en")


class DeviceEvent(Enum):
    """What happened with a device."""

    FOUND_ON_PLAYER = "found_on_player"  # on or off, unapproved, in the venue
    OFF = "off"  # completely off, in the hall, without permission to bring it
    SOUND = "sound"
    IN_BAG_AS_ALLOWED = "in_bag_as_allowed"  # off, in the bag, where the regulations allow it
    BAG_OPENED = "bag_opened"
    LATE_PLAYER_BRINGS = "late_player_brings"
    INSPECTION_REFUSED = "inspection_refused"
    APPROVED = "approved"  # the arbiter allowed it


@dataclass(frozen=True, slots=True)
class Device(Incident):
    """A phone, a watch, anything electronic."""

    event: DeviceEvent = DeviceEvent.FOUND_ON_PLAYER
    offender: Player | None = None
    opponent_arrived: bool = True
    milder_penalty: bool = False  # set by the regulations in advance
    opponent_can_mate: bool | None = None
    fen: str | None = None


def rule_device(incident: Device) -> Ruling:
    game = incident.game
    match incident.event:
        case DeviceEvent.IN_BAG_AS_ALLOWED | DeviceEvent.APPROVED:
            return answer(
                game,
                Code.ALLOWED,
                N_("Allowed: off, in the bag, at the place that the arbiter set, or approved by him."),
                "device",
                penalty=None,
                violation=False,
                allowed=True,
            )
        case DeviceEvent.BAG_OPENED:
            return penalty(
                game,
                N_("The bag may not be used without the arbiter's permission: a penalty at discretion."),
                "device",
                facts={"violation": True, "allowed": False},
            )
        case DeviceEvent.LATE_PLAYER_BRINGS:
            return answer(
                game,
                Code.ALLOW_HAND_IN,
                N_("A late player may hand in or put away his device before his first move."),
                "device",
                penalty=None,
            )
        case DeviceEvent.INSPECTION_REFUSED:
            return penalty(
                game,
                N_("Refusing an inspection in private by a person of the same sex is punished at discretion."),
                "inspection",
                facts={"violation": True},
            )
        case DeviceEvent.OFF if game.is_2009:
            return answer(
                game,
                Code.ALLOWED,
                N_("In the 2009 Laws a device that is completely off is allowed."),
                "device",
                penalty=None,
                violation=False,
                allowed=True,
            )
        case DeviceEvent.FOUND_ON_PLAYER if game.is_2009:
            return penalty(
                game,
                N_("A device that is not completely off needs the arbiter's permission: a penalty at discretion."),
                "device",
                facts={"violation": True},
            )
    return _loses(incident)


def _loses(incident: Device) -> Ruling:
    game = incident.game
    if incident.milder_penalty:
        return Ruling(
            Code.DISCRETIONARY_PENALTY,
            say(N_("The regulations set a milder penalty in advance: it applies.")),
            game.cite("device"),
            options=penalty_options(game),
            facts={"violation": True},
        )
    if not incident.opponent_arrived:
        mark = {Player.WHITE: "-/+", Player.BLACK: "+/-", None: "-/+"}[incident.offender]
        return Ruling(
            Code.FORFEIT,
            say(N_("The opponent had not arrived: the game is lost by forfeit, not played and not rated.")),
            game.cite("device"),
            result=mark,
            facts={"notation": mark, "played": False, "rated": False, "offender": 0},
        )
    score: int | Fraction = 1
    key = N_("The player loses and the opponent wins, whatever the position.")
    tested = game.is_2009
    if tested:
        opponent = incident.offender.opponent if incident.offender else None
        chance = mating_chance(incident.opponent_can_mate, incident.fen, opponent)
        if chance.possible is False:
            score = Fraction(1, 2)
            key = N_(
                "The player loses; the opponent, who cannot win by any series of legal moves, scores half a point."
            )
        else:
            key = N_("A sound loses the game: the opponent wins.")
    result: str | None = incident.offender.opponent.wins if incident.offender else "offender_loses"
    if score != 1:
        result = {Player.WHITE: "0-1/2", Player.BLACK: "1/2-0", None: "offender_loses"}[incident.offender]
    return Ruling(
        Code.GAME_OVER,
        say(key),
        game.cite("device"),
        result=result,
        facts={"offender": 0, "opponent": float(score) if score != 1 else 1, "mate_test": tested, "violation": True},
    )


class ConductEvent(Enum):
    """What somebody did, or wants to do."""

    PERSISTENT_REFUSAL = "persistent_refusal"
    PERSISTENT_REFUSAL_BOTH = "persistent_refusal_both"
    LEAVES_VENUE = "leaves_venue"
    LEAVES_AREA_ON_MOVE = "leaves_area_on_move"
    LEAVES_AREA_NOT_ON_MOVE = "leaves_area_not_on_move"
    VISITOR_ENTERS_AREA = "visitor_enters_area"
    USES_NOTES = "uses_notes"
    ANALYSES = "analyses"
    ADVICE = "advice"
    DISTRACTS = "distracts"
    UNREASONABLE_CLAIMS = "unreasonable_claims"
    SMOKES = "smokes"
    SMOKES_IN_AREA = "smokes_in_area"  # in the place set aside for it
    DISREPUTE = "disrepute"
    FINISHED_PLAYER = "finished_player"
    SPECTATOR_SEES_IRREGULARITY = "spectator_sees_irregularity"
    SPECTATOR_INTERFERES = "spectator_interferes"
    PHONE_BY_ANYBODY = "phone_by_anybody"
    APPEAL = "appeal"
    REFUSES_TO_CONTINUE = "refuses_to_continue"
    ASKS_ABOUT_LAW = "asks_about_law"
    ASKS_MOVE_COUNT = "asks_move_count"
    ASKS_MOVE_COUNT_AFTER_FLAG = "asks_move_count_after_flag"
    ARBITER_SEES_CLOCK_NOT_PRESSED = "arbiter_sees_clock_not_pressed"
    ARBITER_SEES_MOVE_MADE = "arbiter_sees_move_made"
    REFUSES_TO_RECONSTRUCT = "refuses_to_reconstruct"


@dataclass(frozen=True, slots=True)
class Conduct(Incident):
    """Behaviour of a player, a spectator, or a question to the arbiter."""

    event: ConductEvent = ConductEvent.DISTRACTS
    permission: bool = False
    notice_required: bool = False  # 11.2.4: the regulations ask the player not on move to report
    appeals_barred: bool = False
    ruling_under: str = ""  # the article of the ruling that is appealed
    after_signing: bool = False


_BREACHES = {
    ConductEvent.USES_NOTES: ("notes", N_("Notes are forbidden: a penalty at discretion.")),
    ConductEvent.ANALYSES: ("notes", N_("Analysing on another board is forbidden: a penalty at discretion.")),
    ConductEvent.ADVICE: ("notes", N_("Advice and information are forbidden: a penalty at discretion.")),
    ConductEvent.DISTRACTS: ("distract", N_("Disturbing the opponent is forbidden: a penalty at discretion.")),
    ConductEvent.UNREASONABLE_CLAIMS: (
        "distract",
        N_("Unreasonable claims or offers disturb the opponent: a penalty at discretion."),
    ),
    ConductEvent.SMOKES: (
        "smoking",
        N_("Smoking is allowed only in the place set aside for it: a penalty at discretion."),
    ),
    ConductEvent.DISREPUTE: ("bring-disrepute", N_("The game is brought into disrepute: a penalty at discretion.")),
    ConductEvent.REFUSES_TO_RECONSTRUCT: (
        "reconstruct-help",
        N_("Both players must help to reconstruct the game: a penalty at discretion."),
    ),
}


def rule_conduct(incident: Conduct) -> Ruling:
    game = incident.game
    if incident.event in _BREACHES:
        matter, key = _BREACHES[incident.event]
        return penalty(game, key, matter, facts={"allowed": False, "violation": True})
    match incident.event:
        case ConductEvent.PERSISTENT_REFUSAL:
            return Ruling(
                Code.GAME_OVER,
                say(N_("Persistent refusal to comply loses the game; the arbiter sets the opponent's score.")),
                game.cite("persistent"),
                result="offender_loses",
                options=(say(N_("The opponent's score.")),),
                facts={"offender": 0, "opponent": "arbiter decides"},
            )
        case ConductEvent.PERSISTENT_REFUSAL_BOTH:
            return Ruling(
                Code.GAME_OVER,
                say(N_("Both players persist in refusing: both lose.")),
                game.cite("persistent-both"),
                result="0-0",
            )
        case ConductEvent.LEAVES_VENUE | ConductEvent.LEAVES_AREA_ON_MOVE:
            return _leaving(incident, allowed=incident.permission)
        case ConductEvent.LEAVES_AREA_NOT_ON_MOVE:
            return _leaving(incident, allowed=incident.permission or not incident.notice_required or game.is_2009)
        case ConductEvent.VISITOR_ENTERS_AREA:
            allowed = incident.permission or game.is_2009
            return answer(
                game,
                Code.ALLOWED if allowed else Code.NOT_ALLOWED,
                N_("Nobody but players and arbiters enters the playing area without permission (2009: not ruled)."),
                "leave",
                allowed=allowed,
            )
        case ConductEvent.SMOKES_IN_AREA:
            return answer(
                game, Code.ALLOWED, N_("Smoking is allowed in the place set aside for it."), "smoking", allowed=True
            )
        case ConductEvent.FINISHED_PLAYER:
            return answer(
                game,
                Code.NOTHING,
                N_("A player who has finished is a spectator."),
                "finished-spectators",
                treated_as="spectator",
                status="spectator",
            )
        case ConductEvent.SPECTATOR_SEES_IRREGULARITY:
            return answer(
                game,
                Code.NOT_ALLOWED,
                N_("Whoever sees an irregularity tells the arbiter, nobody else."),
                "spectators",
                allowed="tell the arbiter only",
            )
        case ConductEvent.SPECTATOR_INTERFERES:
            return Ruling(
                Code.ARBITER_DISCRETION,
                say(N_("The arbiter may expel whoever interferes.")),
                game.cite("spectators"),
                options=(say(N_("A word of warning.")), say(N_("Expulsion from the playing venue."))),
                facts={"allowed": False},
            )
        case ConductEvent.PHONE_BY_ANYBODY:
            return answer(
                game,
                Code.ALLOWED if incident.permission else Code.NOT_ALLOWED,
                N_("Nobody uses a phone in the venue without the arbiter's permission."),
                "phones-all",
                allowed=incident.permission,
            )
        case ConductEvent.APPEAL:
            return _appeal(incident)
        case ConductEvent.REFUSES_TO_CONTINUE:
            return answer(
                game,
                Code.CLOCK_RUNS,
                N_("Play goes on as the arbiter ruled: his clock runs and he may lose on time."),
                "appeal",
            )
        case ConductEvent.ASKS_ABOUT_LAW:
            return answer(
                game,
                Code.ALLOWED,
                N_("The arbiter explains the article, not just yes or no."),
                "explain-law",
                arbiter_may_answer=True,
                allowed=True,
            )
        case ConductEvent.ASKS_MOVE_COUNT:
            return answer(
                game,
                Code.ARBITER_SILENT,
                N_("The arbiter does not tell the number of moves before a flag has fallen."),
                "arbiter-intervenes",
                arbiter_may_answer=False,
                arbiter_may_tell=False,
                allowed=False,
            )
        case ConductEvent.ASKS_MOVE_COUNT_AFTER_FLAG:
            return answer(
                game,
                Code.ALLOWED,
                N_("After a flag the move count may be told while the scoresheets are updated."),
                "arbiter-intervenes",
                "record-both",
                arbiter_may_answer=True,
                arbiter_may_tell=True,
                allowed=True,
            )
    return answer(
        game,
        Code.ARBITER_SILENT,
        N_("The arbiter does not tell a player that a move was made or a clock not pressed."),
        "arbiter-intervenes",
        arbiter_may_tell=False,
        arbiter_may_answer=False,
        allowed=False,
    )


def _leaving(incident: Conduct, *, allowed: bool) -> Ruling:
    game = incident.game
    matter = "leave-notice" if incident.event is ConductEvent.LEAVES_AREA_NOT_ON_MOVE else "leave"
    if allowed:
        return answer(game, Code.ALLOWED, N_("The player may leave."), matter, allowed=True)
    return penalty(
        game, N_("Leaving needs the arbiter's permission: a penalty at discretion."), matter, facts={"allowed": False}
    )


def _appeal(incident: Conduct) -> Ruling:
    game = incident.game
    final = game.is_2009 and incident.ruling_under.replace("Art. ", "").startswith(
        ("10.2", "D", "App. D", "Appendix D")
    )
    allowed = not incident.appeals_barred and not final
    key = (
        N_("The player may appeal, unless the regulations bar it.") if allowed else N_("No appeal against this ruling.")
    )
    return answer(game, Code.ALLOWED if allowed else Code.NOT_ALLOWED, key, "appeal", allowed=allowed)


@dataclass(frozen=True, slots=True)
class ProposedPenalty(Incident):
    """May the arbiter impose this penalty?"""

    penalty: str = "warning"  # a name of PENALTIES
    announced_in_advance: bool = False
    current_points: Fraction | None = None  # the opponent's points, for an increase
    max_points: Fraction | None = None


def rule_penalty(incident: ProposedPenalty) -> Ruling:
    game = incident.game
    names = [name for name, _ in PENALTIES[game.edition]]
    allowed = incident.penalty in names
    if incident.penalty == "fine":
        allowed = allowed and incident.announced_in_advance
    if incident.penalty == "increase opponent points" and incident.max_points is not None:
        allowed = allowed and (incident.current_points or 0) < incident.max_points
    key = N_("The arbiter may impose it.") if allowed else N_("This penalty is not open to the arbiter here.")
    return Ruling(
        Code.ALLOWED if allowed else Code.NOT_ALLOWED,
        say(key),
        game.cite("penalties"),
        options=penalty_options(game),
        facts={"allowed": allowed, "penalties": names},
    )
