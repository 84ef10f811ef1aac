"""Online and hybrid chess (E.04): what differs from over-the-board play, and the check of an event's set-up.

    article       function
    1-7           differences             over the board, supervised online, hybrid, side by side
    4.5           flag_fall_result        loss, or a draw where the opponent cannot mate by any legal series
    8.5, 16.11    late_arrival            default time; not stated means zero
    11.4          disconnection_outcome   the clock runs on; a limit of the regulations
    13.4          cards                   yellow and red cards for a lost video connection
    15.2, 19.2    colours_reversed        restart while both have made fewer than ten moves
    15.4, 19.4    platform_draw_valid     a platform's draw although mate is possible
    16.8          hybrid_arbiters         two at every venue
    20            physical_set_allowed
    app. I        recording_erase_on      a year after the results, unless proceedings are open
    app. II       disability_documents_latest
    rating        hybrid_registration_latest

The commentary names one arbiter a venue; article 16.8 says two and is followed. Not here: fair play (`fairplay`), what
the Laws rule and E.04 only cites (`laws.rulings`; the automatic draws of 5.4: `laws.claims`).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Any

import chess

from arbitro.dates import add_days, add_years
from arbitro.errors import ArbitroError
from arbitro.i18n import gettext_for
from arbitro.laws.mating import can_mate
from arbitro.laws.mating.verdict import Unwinnable, Winnable
from arbitro.laws.rulings.start import RESTART_BELOW
from arbitro.officials.checks import Binding, Report, Requirement, need
from arbitro.texts import table

_ = gettext_for("officials")

LOCAL_ARBITERS = ("local_chief", "local_technical")
REGISTRATION_DAYS = {False: 7, True: 30}  # norms possible
PHYSICAL_SET_INCREMENT = 30
DOCUMENT_DAYS = 5


class EventType(StrEnum):
    """6.1: the regulations must state which."""

    ONLINE = "online"
    SUPERVISED = "supervised"
    HYBRID = "hybrid"


def differences() -> list[dict[str, str]]:
    """E.04 beside the Laws, matter by matter, in the reader's language."""
    return [
        {key: text if key == "articles" else _(text) for key, text in row.items()}
        for row in table("online")["difference"]
    ]


def colours_reversed(white_moves: int, black_moves: int) -> str:
    """15.2: a new game if both have made fewer than ten moves, else it stands."""
    return "restart" if max(white_moves, black_moves) < RESTART_BELOW else "continue"


def late_arrival(default_time_s: int | None, late_s: int) -> str:
    """8.5: a player later than the default time loses; where none is stated it is zero."""
    return "loss" if late_s > (default_time_s or 0) else "plays"


def disconnection_outcome(
    *,
    reconnected_before_flag: bool,
    opponent_can_mate: bool = True,
    reconnect_limit_s: int | None = None,
    away_s: int | None = None,
) -> str:
    """11.4: back before the flag: the game goes on. Otherwise, or beyond a limit of the regulations: a loss, or a draw
    where the opponent cannot mate."""
    beyond = reconnect_limit_s is not None and away_s is not None and away_s > reconnect_limit_s
    if reconnected_before_flag and not beyond:
        return "game_continues"
    return "loss" if opponent_can_mate else "draw"


def cards(disconnections: int, *, yellow: int = 1) -> str:
    """13.4: cards for a lost video connection, where the regulations use them: so many yellow ones, then red."""
    if disconnections == 0:
        return "none"
    return "yellow" if disconnections <= yellow else "red"


def _board(fen: str) -> chess.Board:
    try:
        return chess.Board(fen)
    except ValueError as error:
        raise ArbitroError(_('found "{fen}", expected a position in FEN').format(fen=fen[:80])) from error


def flag_fall_result(fen: str, flag_fell: str) -> str | None:
    """4.5: the flag of `white` or `black` fell; None where it cannot be decided whether the opponent can mate."""
    board = _board(fen)
    winner = chess.BLACK if flag_fell == "white" else chess.WHITE
    verdict = can_mate(board, winner)
    if isinstance(verdict, Winnable):
        return "1-0" if winner == chess.WHITE else "0-1"
    return "1/2-1/2" if isinstance(verdict, Unwinnable) else None


def platform_draw_valid(fen: str, flag_fell: str | None = None) -> bool | None:
    """15.4: a draw that the platform declared for want of material stands only if nobody can mate (after a flag fall:
    the opponent). None: undecided."""
    board = _board(fen)
    sides = [chess.WHITE, chess.BLACK] if flag_fell is None else [flag_fell != "white"]
    verdicts = [can_mate(board, side) for side in sides]
    if any(isinstance(v, Winnable) for v in verdicts):
        return False
    return True if all(isinstance(v, Unwinnable) for v in verdicts) else None


def hybrid_arbiters(venues: int) -> int:
    """16.8: a local chief and a local technical arbiter at every venue."""
    return len(LOCAL_ARBITERS) * venues


def hybrid_registration_latest(start: date, norms_possible: bool) -> date:
    """A week before the start; 30 days where norms are possible."""
    return add_days(start, -REGISTRATION_DAYS[norms_possible])


def physical_set_allowed(increment_s: int, from_move: int, regulations_allow: bool) -> bool:
    """20: at least 30 seconds from move 1, and the regulations say so."""
    return regulations_allow and increment_s >= PHYSICAL_SET_INCREMENT and from_move == 1


def recording_erase_on(results_announced: date, proceedings_open: bool) -> date | None:
    """Appendix I: a year after the official results; None while proceedings are open."""
    return None if proceedings_open else add_years(results_announced, 1)


def disability_documents_latest(start: date) -> date:
    """Appendix II: medical documents five days before the start."""
    return add_days(start, -DOCUMENT_DAYS)


# --- the set-up of an event -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Venue:
    """A hybrid venue."""

    name: str = ""
    local_chief: str = ""
    local_technical: str = ""
    cameras: bool | None = None
    internet: bool | None = None
    devices: bool | None = None
    approved: bool | None = None


@dataclass(frozen=True, slots=True)
class OnlineEvent:
    """The settings of an online or hybrid event. None or empty: not stated."""

    type: EventType | None = None
    platform: str = ""
    real_names: bool | None = None
    time_control: str = ""
    increment_s: int | None = None
    increment_from_move: int = 1
    default_time_s: int | None = None
    disconnection_rules: bool | None = None
    platform_allows_illegal_moves: bool | None = None
    illegal_move_rules: bool | None = None
    cameras: bool | None = None
    screen_sharing: bool | None = None
    microphone: bool | None = None
    complaint_form: bool | None = None
    points_of_removed_players: bool | None = None
    screening: bool | None = None
    prizes_after_checks: bool | None = None
    fair_play_by_platform_only: bool = False
    team_event: bool = False
    captains_draw_role: bool | None = None
    scoring: tuple[int, ...] | None = None  # quarter points of win, draw, loss
    physical_set: bool = False
    official: bool = False
    rated: bool = False
    norms_possible: bool = False
    start: date | None = None
    registered: date | None = None
    players: int | None = None
    arbiters: int | None = None
    venues: tuple[Venue, ...] = ()


def check_online(event: OnlineEvent) -> Report:
    """E.04: what the regulations and the set-up must and should have."""
    rows = [*_regulations(event)]
    if event.type is EventType.SUPERVISED:
        rows += _supervised(event)
    if event.type is EventType.HYBRID:
        rows += _hybrid(event)
    return Report(_("Online or hybrid event"), tuple(rows))


def _must(key: str, value: bool | None, **more: Any) -> Requirement:
    """A field that must be stated and true: not stated is not met."""
    return need(key, value, True, bool(value), **more)


def _regulations(event: OnlineEvent) -> list[Requirement]:
    level = Binding.MUST if event.official else Binding.SHOULD
    stated, default = _("stated"), event.default_time_s
    late = _("not stated: 0") if default is None else f"{default} s"
    rows = [
        need("ONL-6.1", event.type.value if event.type else "-", " / ".join(EventType), event.type is not None),
        need("ONL-9.3", event.platform or "-", stated, bool(event.platform)),
        _must("ONL-A4", event.real_names, level=level),
        need("ONL-8.3", event.time_control or "-", stated, bool(event.time_control)),
        need("ONL-4", f"{event.increment_s or 0} s", "> 0 s", bool(event.increment_s)),
        need("ONL-8.5", late, stated, default is not None),
        _must("ONL-11.3", event.disconnection_rules),
        _must("ONL-A9", event.points_of_removed_players, level=level),
        _must("FP-5.9", event.complaint_form, level=level),
        _must("ONL-A1", event.screening, level=level),
        _must("ONL-A10", event.prizes_after_checks, level=level),
        need("ONL-A14", not event.fair_play_by_platform_only, level=level),
    ]
    if event.platform_allows_illegal_moves:
        rows.append(_must("ONL-8.4", event.illegal_move_rules))
    if event.team_event:
        rows.append(_must("ONL-team", event.captains_draw_role))
    if event.scoring is not None:
        win, draw, loss = (*event.scoring, 0, 0, 0)[:3]
        whole = win % 2 == 0 and draw % 2 == 0 and loss % 2 == 0
        rows.append(need("ONL-7", f"{win}, {draw}, {loss}", "<= 4", whole and win + loss <= 4 and 2 * draw <= 4))
    return rows


def _supervised(event: OnlineEvent) -> list[Requirement]:
    rows = [
        _must("ONL-14", event.cameras),
        _must("ONL-12", event.screen_sharing),
        _must("ONL-13", event.microphone),
    ]
    if event.players and event.arbiters is not None:
        needed = -(-event.players // 25)
        rows.append(need("ONL-C2", event.arbiters, f">= {needed}", event.arbiters >= needed))
    return rows


def _hybrid(event: OnlineEvent) -> list[Requirement]:
    rows = [need("HYB-16.1", len(event.venues), ">= 1", bool(event.venues))]
    for number, venue in enumerate(event.venues, 1):
        name = venue.name or _("venue {n}").format(n=number)
        found = " / ".join(filter(None, (venue.local_chief, venue.local_technical))) or "-"
        two = bool(venue.local_chief and venue.local_technical) and venue.local_chief != venue.local_technical
        equipped = None if venue.internet is None or venue.devices is None else venue.internet and venue.devices
        rows += [
            need("HYB-16.8", found, 2, two, who=name),
            _must("HYB-16.1 approved", venue.approved, who=name),
            _must("HYB-16.3", venue.cameras, who=name),
            _must("HYB-16.5", equipped, who=name),
        ]
    if event.physical_set:
        increment = event.increment_s or 0
        allowed = physical_set_allowed(increment, event.increment_from_move, True)
        rows.append(need("HYB-20", f"{increment} s", f">= {PHYSICAL_SET_INCREMENT} s", allowed))
    if event.rated and event.start is not None:
        latest = hybrid_registration_latest(event.start, event.norms_possible)
        met = None if event.registered is None else event.registered <= latest
        rows.append(need("HYB-R", event.registered or "-", f"<= {latest}", met))
    return rows
