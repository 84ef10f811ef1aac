"""What the hall knows of a game before anybody asks: its conditions, what the regulations settle, what happened before.

conditions(state, round)        edition, class, supervision of the round's games (A.4, B.2)
facts(state)                    default time, bonus, moves of the period, bans: what no arbiter need be asked
illegal_moves(state, …)         completed illegal moves of a player in a game, all kinds of 7.5 together
penalties_of(state, entrant)    what a player has been given under 12.9
clock_corrections(state, …)     what a clock that was set wrongly must get or lose (6.10.2)
deadline(state, round)          when the default time of a round is over
clock_sheet(state, round)       the clocks as they were read, what is off, who is in time trouble (6.10, 8.4)
calls(state, round)             what is said in the hall, and when
no_show_letter(state, …)        what a player who did not come is told
mark_of(state, round, board)    what the row of a board shows
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from arbitro.desk.advice import regulations_of
from arbitro.desk.state import ClockCheck, HallRound, Incident, State
from arbitro.errors import Refused
from arbitro.i18n import gettext_for, ngettext_for
from arbitro.laws import Conditions, LawsEdition, Supervision
from arbitro.laws.clock import after_wrong_setting, ms, time_sheet
from arbitro.laws.duties import clock_seconds, minutes_of, time_of
from arbitro.laws.hall import cases, next_penalty
from arbitro.laws.hall import penalties as scale
from arbitro.laws.rulings.base import Say, row_of, rows
from arbitro.laws.rulings.recording import FIVE_MINUTES, must_record
from arbitro.laws.timecontrol import parse as parse_control
from arbitro.model import Outcome
from arbitro.model.time_control import TimeControl
from arbitro.model.time_text import parse
from arbitro.officials.regulations import Supervision as Stated

_ = gettext_for("desk")
ngettext_ = ngettext_for("desk")


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
    return state.incidents_by_board.get((round, board), [])


def what_happened(incident: Incident) -> str:
    """What was written down, the case in the reader's language."""
    case = cases().get(incident.kind) if incident.row else None
    words = incident.text.partition(". ")[2]
    return incident.text if case is None else f"{case.text}. {words}" if words else case.text


def ruling_of(state: State, incident: Incident) -> str:
    """The ruling in the reader's language, where its sentence can be said again; else as it was written."""
    game = conditions(state, incident.round)
    if incident.row not in rows():
        return incident.ruling
    seconds = next(iter(incident.times.values()), None)
    said = Say(row_of(incident.row, game.edition).say, {"seconds": seconds} if seconds else {})
    try:
        names = {penalty["name"]: penalty["say"] for penalty in scale(game)}
        return "; ".join((said.text(), *([names[incident.penalty]] if incident.penalty else [])))
    except KeyError:
        return incident.ruling


def illegal_moves(state: State, round: int, board: int, side: str) -> int:
    """7.5.5: the completed illegal moves of a player in the game, of every kind."""
    return sum(i.illegal is not None for i in incidents_at(state, round, board) if i.side == side and not i.noted)


def penalties_of(state: State, entrant: int) -> list[str]:
    """The penalties of 12.9 that a player has had in this event."""
    return [i.penalty for i in state.incidents if i.entrant == entrant and i.penalty]


def mark_of(state: State, round: int, board: int) -> str:
    """What the row of a board shows: completed illegal moves of both sides, or how much was written down."""
    incidents = [i for i in incidents_at(state, round, board) if not i.confidential]
    illegal = [illegal_moves(state, round, board, side) for side in ("white", "black")] if incidents else []
    return f"7.5 {illegal[0]}:{illegal[1]}" if any(illegal) else str(len(incidents) or "")


@dataclass(frozen=True, slots=True)
class ClockLine:
    """A reading of a clock with what follows from it."""

    check: ClockCheck
    names: tuple[str, str]
    difference_s: int | None  # how far both displays together are off; None: the start or the control is not known
    trouble: tuple[str, ...]  # the colours with less than five minutes
    must_write: bool  # 8.4: does somebody in trouble have to go on writing?

    @property
    def off(self) -> bool:
        """Further off than the arbiter's own reading can be: a minute."""
        return abs(self.difference_s or 0) > 60


def clock_sheet(state: State, round: int) -> list[ClockLine]:
    """6.10: the last reading of each board, those that are off or in trouble first."""
    control, start = control_of(state), start_of(state, round)
    last = {check.board: check for check in hall_of(state, round).checks}
    lines = []
    for n, check in last.items():
        board = state.round(round).boards[n]
        if board.finished:
            continue
        difference = None
        if control is not None and start:
            minute = max(0, minutes_of(check.at) - minutes_of(start))
            reading = (minute, ms(check.white), ms(check.black), check.white_moves, check.black_moves)
            difference = time_sheet(control, [reading])[0].difference // 1000
        low = tuple(c for c, left in (("w", check.white), ("b", check.black)) if left < FIVE_MINUTES)
        bonus = max(period.increment for period in control.periods) if control else 0
        writes = must_record(conditions(state, round), min(check.white, check.black), bonus)
        names = tuple(state.entrants[id].name for id in (board.white, board.black))
        lines.append(ClockLine(check, (names[0], names[1]), difference, low, writes))
    return sorted(lines, key=lambda line: (not line.trouble, -abs(line.difference_s or 0), line.check.board))


@dataclass(frozen=True, slots=True)
class Conduct:
    """What a player has had in this event: penalties of 12.9 and completed illegal moves; what comes next."""

    penalties: int
    illegal: int
    next: str  # the next step of the scale, in words


def conduct_of(state: State) -> dict[int, Conduct]:
    """Players with penalties or illegal moves, by id."""
    game = conditions(state, max(1, len(state.rounds)))
    names = {penalty["name"]: penalty["say"] for penalty in scale(game)}
    by_player = {}
    for id in dict.fromkeys(i.entrant for i in state.incidents if i.entrant is not None and not i.noted):
        had = penalties_of(state, id)
        illegal = sum(i.illegal is not None for i in state.incidents if i.entrant == id and not i.noted)
        if had or illegal:
            by_player[id] = Conduct(len(had), illegal, names[next_penalty(game, had)])
    return by_player


def clock_corrections(state: State, ran: str, white: str, black: str, moves: int) -> dict[str, int]:
    """6.10.2: seconds to add to each clock that ran with a wrong setting, White having completed so many moves."""
    control = control_of(state)
    if control is None:
        raise Refused(_("The time control of the tournament cannot be read."), article="6.10.2")
    wrong = parse_control(ran)
    shown = {"white": clock_seconds(white), "black": clock_seconds(black)}
    return {
        side: after_wrong_setting(wrong, control, ms(seconds), moves) // 1000 - seconds
        for side, seconds in shown.items()
    }


def absentees(state: State, round: int) -> list[int]:
    """Who was not at the board and did not come: noted as absent, or lost by forfeit."""
    noted = hall_of(state, round).arrivals
    lost = Outcome.FORFEIT_LOSS
    seated = ((b.white, b.white_outcome) for b in state.round(round).boards.values())
    black = ((b.black, b.black_outcome) for b in state.round(round).boards.values())
    return [id for id, outcome in (*seated, *black) if id and (noted.get(id) == "" or outcome is lost)]


def no_show_letter(state: State, round: int, entrant: int) -> str:
    """6.7.1, C.05 6.5: what a player who did not come is told, in the reader's language."""
    board = next(n for n, b in state.round(round).boards.items() if entrant in (b.white, b.black))
    start, over = start_of(state, round), deadline(state, round)
    told = [
        _("{name},").format(name=state.entrants[entrant].name),
        _("you were not at board {board} in round {round} of {event}.").format(
            board=state.round(round).label(board), round=round, event=state.settings.name
        ),
    ]
    if start:
        told.append(
            _("The round began at {start}; the default time was over at {over}.").format(start=start, over=over)
        )
    told += [
        _("The game is lost by forfeit (Laws 6.7.1)."),
        _("Whoever stays away without notice is taken as withdrawn (C.05 6.5)."),
        _("If you want to go on playing, give the chief arbiter your reasons before round {n} is paired.").format(
            n=round + 1
        )
        if round < state.settings.rounds
        else _("If there were reasons, please tell the chief arbiter."),
    ]
    return " ".join(told)


def calls(state: State, round: int) -> list[tuple[str, str]]:
    """What is said in the hall and when: 5 minutes and 1 minute before, the start, the end of the default time."""
    start = start_of(state, round)
    if not start:
        return []
    minute = minutes_of(start)
    told = [
        (
            time_of(minute - n),
            ngettext_(
                "Round {round} begins in {n} minute. Phones off, please.",
                "Round {round} begins in {n} minutes. Phones off, please.",
                n,
            ).format(round=round, n=n),
        )
        for n in (5, 1)
    ]
    told.append((start, _("Round {round}: start White's clocks. Good games!").format(round=round)))
    if state.settings.default_time:
        over = _("The default time of {n} min is over: who is not at the board has lost.")
        told.append((deadline(state, round), over.format(n=state.settings.default_time)))
    return told


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
