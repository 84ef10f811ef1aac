"""What the hall knows of a game before anybody asks: its conditions, what the regulations settle, what happened before.

conditions(state, round)        edition, class, supervision of the round's games (A.4, B.2)
facts(state)                    default time, bonus, moves of the period, bans: what no arbiter need be asked
illegal_moves(state, …)         completed illegal moves of a player in a game, all kinds of 7.5 together
penalties_of(state, entrant)    what a player has been given under 12.9
deadline(state, round)          when the default time of a round is over
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Any

from arbitro.desk.advice import regulations_of
from arbitro.desk.state import HallRound, Incident, State
from arbitro.laws import Conditions, LawsEdition, Supervision
from arbitro.model import TimeControl
from arbitro.model.time_text import parse
from arbitro.officials.regulations import Supervision as Stated


def hall_of(state: State, round: int) -> HallRound:
    """What was noted in the hall during a round."""
    return state.hall.get(round, HallRound())


def conditions(state: State, round: int) -> Conditions:
    """The conditions of the round's games: rapid and blitz are supervised adequately only where it is said."""
    settings = state.settings
    said = hall_of(state, round).supervision
    if not said:
        full = regulations_of(settings).supervision is Stated.COMPETITION_RULES
        said = (Supervision.ADEQUATE if full else Supervision.INADEQUATE).value
    edition = LawsEdition(settings.editions.laws)
    game = Conditions(edition, settings.rating_list, Supervision(said))
    return game if game.fast else Conditions(edition, settings.rating_list)


def control_of(state: State) -> TimeControl | None:
    return parse(state.settings.time_control)


def facts(state: State) -> dict[str, Any]:
    """What the settings and the regulations say, by the names of the incidents' fields."""
    rules, control = regulations_of(state.settings), control_of(state)
    found: dict[str, Any] = {"default_min": state.settings.default_time}
    if control is not None:
        found["increment_s"] = int(max(period.increment for period in control.periods))
        if len(control.periods) > 1:
            found["moves_required"] = control.first_control
        else:
            found["last_period"] = True
    if rules.quickplay is not None:
        found["announced"] = rules.quickplay
    if rules.leaving_area is not None:
        found["notice_required"] = rules.leaving_area
    if rules.draw_restriction and (number := re.search(r"\d+", rules.draw_restriction)):
        found["banned_before_move"] = int(number[0])
    return found


def incidents_at(state: State, round: int, board: int) -> list[Incident]:
    """What happened at a board."""
    return [i for i in state.incidents if (i.round, i.board) == (round, board)]


def illegal_moves(state: State, round: int, board: int, side: str) -> int:
    """7.5.5: the completed illegal moves of a player in the game, of every kind."""
    return sum(i.illegal is not None for i in incidents_at(state, round, board) if i.side == side and not i.noted)


def penalties_of(state: State, entrant: int) -> list[str]:
    """The penalties of 12.9 that a player has had in this event."""
    return [i.penalty for i in state.incidents if i.entrant == entrant and i.penalty]


def start_of(state: State, round: int) -> str:
    """The real start of a round, else the scheduled one (HH:MM), else nothing."""
    if started := hall_of(state, round).started:
        return started
    times = state.settings.round_times
    return times[round - 1][11:16] if round <= len(times) else ""


def deadline(state: State, round: int) -> str:
    """6.7.1: when the default time is over (HH:MM); nothing where the start is not known."""
    start = start_of(state, round)
    if not start:
        return ""
    over = datetime.strptime(start, "%H:%M") + timedelta(minutes=state.settings.default_time)
    return f"{over:%H:%M}"
