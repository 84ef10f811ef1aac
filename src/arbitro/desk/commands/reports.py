"""What the players themselves say of a result: written down for each; what both say alike is entered with the second
report, unless the arbiter wants to tap it (`Settings.players_may`)."""

from __future__ import annotations

from typing import Any

from arbitro.desk.commands.base import Draft, command, entrant, require_open, round_number
from arbitro.desk.commands.parameters import LastRound, PlayerId
from arbitro.desk.commands.results import MATCHES, Result
from arbitro.desk.commands.results import result as enter_result
from arbitro.desk.roles import ENTRY_DESK
from arbitro.desk.state import Board, Round, State
from arbitro.errors import Refused
from arbitro.i18n import N_, gettext_for
from arbitro.model import System
from arbitro.model.outcome import ALIASES, RESULTS

_ = gettext_for("desk")


def board_of(round: Round, id: int) -> tuple[int, Board] | None:
    """The board of a round at which a player sits against somebody."""
    found = ((n, b) for n, b in round.boards.items() if id in (b.white, b.black) and b.white and b.black)
    return next(found, None)


def said(state: State, round: int, board: int) -> dict[int, str]:
    """What each of those who sit at a board has reported; a report from before they changed places is none."""
    seats = state.round(round).boards[board]
    reports = state.reports.get((round, board), {})
    return {
        id: reports[id].result
        for id in (seats.white, seats.black)
        if id in reports and reports[id].white == seats.white
    }


@command("report", ENTRY_DESK, help=N_("A player says how the game ended; what both say alike is entered."))
def report(state: State, *, id: PlayerId, result: Result, round: LastRound = None) -> Draft:
    """A player's own report of the game in play, as White and Black write it: 1-0, ½-½, 0-1."""
    require_open(state)
    person = entrant(state, id)
    number = round_number(state, round)
    current = state.round(number)
    found = board_of(current, id) if current.published else None
    if found is None:
        raise Refused(_("{name} has no game in round {round}.").format(name=person.name, round=number))
    board, seats = found
    if seats.finished or current.closed:
        raise Refused(_("Board {b} has its result; speak to the arbiter if it is wrong.").format(b=board))
    known = MATCHES if state.settings.system is System.DOUBLE else RESULTS
    sign = result.strip() if result.strip() in known else ALIASES.get(result.strip(), "")
    if sign not in known or not sign or not known[sign][0].played:
        raise Refused(_("{result} is not the result of a game that was played.").format(result=result))
    if said(state, number, board).get(id) == sign:
        raise Refused(_("You have reported this already."))
    payload: dict[str, Any] = {"round": number, "board": board, "id": id, "white": seats.white, "result": sign}
    touches = {f"report:{number}:{board}:{id}"}
    other = seats.black if id == seats.white else seats.white
    if "both" in state.settings.players_may and said(state, number, board).get(other) == sign:
        entered = enter_result(state, board=board, result=sign, round=number)
        payload["entered"] = dict(entered.payload)
        touches |= entered.touches
    return Draft("report", payload, frozenset(touches))
