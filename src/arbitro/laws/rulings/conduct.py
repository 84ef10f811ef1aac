"""Conduct of the players and powers of the arbiter (Articles 11 and 12; 2009: 12 and 13; C.05 9).

article         matter                                              incident
11.3.2, 11.3.3  electronic devices, inspection                      Device
11.1-11.12      leaving, notes, disturbing, refusing, appealing     Conduct
C.05 9          dress, eating, results arranged before              Conduct
12.6, 12.7      what the arbiter and spectators may say             Conduct
12.9 (13.4)     may this penalty be imposed?                        ProposedPenalty
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from arbitro.laws.rulings.base import Ending, Incident, Party, Ruling, Side, mating_chance, ruled
from arbitro.laws.scores import GameResult, unplayed_result


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
    offender: Side | None = None
    opponent_arrived: bool = True
    milder_penalty: bool = False  # set by the regulations in advance
    opponent_can_mate: bool | None = None
    fen: str | None = None


def rule_device(incident: Device) -> Ruling:
    """11.3.2: a device loses whatever the position; in 2009 only one that sounds, and a draw if mate is impossible."""
    game = incident.game
    if game.online or game.law.device_loses:
        only_on = False
    else:
        only_on = incident.event in (DeviceEvent.OFF, DeviceEvent.FOUND_ON_PLAYER)
    match incident.event:
        case DeviceEvent.IN_BAG_AS_ALLOWED | DeviceEvent.APPROVED:
            return ruled(game, "device.allowed")
        case DeviceEvent.BAG_OPENED | DeviceEvent.LATE_PLAYER_BRINGS | DeviceEvent.INSPECTION_REFUSED:
            return ruled(game, f"device.{incident.event.value}")
    if only_on:
        return ruled(game, "device.off_allowed" if incident.event is DeviceEvent.OFF else "device.not_off")
    if incident.milder_penalty:
        return ruled(game, "device.milder")
    offender = incident.offender
    if not incident.opponent_arrived:
        forfeit = unplayed_result(offender is Side.BLACK, offender is not Side.BLACK)
        return ruled(game, "device.opponent_not_there", ending=Ending(forfeit))
    loss = Ending(offender.opponent.wins) if offender else Ending(loser=Party.OFFENDER)
    if game.online or game.law.device_loses:
        return ruled(game, "device.lost", ending=loss)
    chance = mating_chance(incident.opponent_can_mate, incident.fen, offender.opponent if offender else None)
    if chance.possible is not False:
        return ruled(game, "device.sounds", ending=loss)
    halves = {Side.WHITE: Ending(GameResult.BLACK_HALF), Side.BLACK: Ending(GameResult.WHITE_HALF), None: loss}
    return ruled(game, "device.sounds_half", ending=halves[offender])


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
    DRESS = "dress"
    EATS_AT_BOARD = "eats_at_board"
    PREARRANGED_RESULT = "prearranged_result"


@dataclass(frozen=True, slots=True)
class Conduct(Incident):
    """Behaviour of a player, a spectator, or a question to the arbiter."""

    event: ConductEvent = ConductEvent.DISTRACTS
    permission: bool = False
    notice_required: bool = False  # 11.2.4: the regulations ask the player not on move to report
    appeals_barred: bool = False
    ruling_under: str = ""  # the article of the ruling that is appealed


def rule_conduct(incident: Conduct) -> Ruling:
    game = incident.game
    row, also = incident.event.value, ()
    match incident.event:
        case ConductEvent.LEAVES_VENUE | ConductEvent.LEAVES_AREA_ON_MOVE:
            return ruled(game, "conduct.may_leave" if incident.permission else "conduct.leaves", also=("leave",))
        case ConductEvent.LEAVES_AREA_NOT_ON_MOVE:
            free = not incident.notice_required or not game.law.area_needs_permission
            allowed = incident.permission or free
            return ruled(game, "conduct.may_leave" if allowed else "conduct.leaves", also=("leave-notice",))
        case ConductEvent.VISITOR_ENTERS_AREA if incident.permission or not game.law.area_needs_permission:
            row = "visitor_allowed"
        case ConductEvent.PHONE_BY_ANYBODY if incident.permission:
            row = "phone_allowed"
        case ConductEvent.APPEAL:
            final = incident.ruling_under.replace("Art. ", "").startswith(game.law.final_rulings)
            row = "no_appeal" if incident.appeals_barred or final else "appeal"
    return ruled(game, f"conduct.{row}", also=also)


@dataclass(frozen=True, slots=True)
class ProposedPenalty(Incident):
    """May the arbiter impose this penalty?"""

    penalty: str = "warning"  # a name of the penalties in `laws.toml`
    announced_in_advance: bool = False
    current_points: Fraction | None = None  # the opponent's points, for an increase
    max_points: Fraction | None = None


def rule_penalty(incident: ProposedPenalty) -> Ruling:
    game = incident.game
    allowed = incident.penalty in {penalty.name for penalty in game.law.penalties}
    if incident.penalty == "fine":
        allowed = allowed and incident.announced_in_advance
    if incident.penalty == "increase opponent points" and incident.max_points is not None:
        allowed = allowed and (incident.current_points or 0) < incident.max_points
    return ruled(game, "penalty.allowed" if allowed else "penalty.not_allowed")
