"""Players who sat where they were not paired: what a ruling on it does to the round.

situation (`laws.rulings.start.Seats`)   the round afterwards
tables                                   the two games exchange their boards, results and all
on, over                                 each White plays the other's Black, as they sat
order                                    two of a team exchange their boards; both games rated, both lost in the match
"""

from __future__ import annotations

from dataclasses import replace

from arbitro.desk.commands.base import Caution, Draft, Level, board_key
from arbitro.desk.commands.by_hand import before_round, breaches
from arbitro.desk.state import Board, Round, State
from arbitro.errors import Refused
from arbitro.i18n import gettext_for
from arbitro.laws.rulings import Side
from arbitro.model import Outcome

_ = gettext_for("desk")

RESEATS = {"seats.tables", "seats.on", "seats.over", "seats.order"}


def reseated(state: State, number: int, board: int, other: int | None, row: str, side: Side | None) -> Draft:
    """The two boards as they are written down after the ruling."""
    current = _open_round(state, number)
    if other is None or other == board or other not in current.boards:
        raise Refused(_("Name the other board of round {r}.").format(r=number))
    one, two = current.boards[board], current.boards[other]
    if not all((one.white, one.black, two.white, two.black)):
        raise Refused(_("Both boards must have two players."))
    if row == "seats.order":
        new = _order(state, one, two, side)
    elif row == "seats.tables":
        new = (replace(two, match=one.match), replace(one, match=two.match))
    else:
        if one.finished or two.finished:
            raise Refused(_("Take the results of both boards away first: they belong to other players."))
        new = (replace(one, black=two.black), replace(two, black=one.black))
    warnings = [Caution(Level.CONFIRM, _("The round is written down as it was played."), "C.04.2 D.10")]
    rows = []
    for n, seats in zip((board, other), new, strict=True):
        faults = breaches(state, before_round(state, current), seats) if row in ("seats.on", "seats.over") else []
        warnings += [Caution(Level.TWO_STEPS, f"{fault.text}.", fault.article) for fault in faults]
        rows.append(_plain(n, seats, "; ".join(map(str, faults))))
    names = "; ".join(f"{state.entrants[b.white].name} - {state.entrants[b.black].name}" for b in new)
    remark = _("Round {r}: as they sat: {names}").format(r=number, names=names)
    touches = frozenset({board_key(number, board), board_key(number, other)})
    return Draft("seats", {"boards": rows}, touches, tuple(warnings), remark)


def _open_round(state: State, number: int) -> Round:
    current = state.round(number)
    if number != len(state.rounds) or current.closed:
        raise Refused(_("Only the running round is written down anew; correct a result of an earlier one."))
    return current


def _order(state: State, one: Board, two: Board, side: Side | None) -> tuple[Board, Board]:
    """C.05 7: the team's players change seats; what was played is rated, the match has both games as forfeits."""
    if not one.match or one.match != two.match:
        raise Refused(_("The boards of a team order are two of the same match."), article="C.05 7.1")
    if not one.finished or not two.finished:
        raise Refused(_("Enter both results first: they are what is rated."), article="C.05 7.1")
    moved = one.white if side is Side.WHITE else one.black
    team = next((t for t in state.teams.values() if moved in t.members), None)
    mate = next((id for id in (two.white, two.black) if team and id in team.members), None)
    if mate is None:
        raise Refused(_("Nobody of the same team sits on the other board."), article="C.05 7.1")
    return _forfeited(one, moved, mate), _forfeited(two, mate, moved)


def _forfeited(board: Board, was: int, sits: int) -> Board:
    """A board on which somebody else of the team sat: lost by forfeit by that side, rated as it ended."""
    white = board.white == was
    lost = (Outcome.FORFEIT_LOSS, Outcome.FORFEIT_WIN) if white else (Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS)
    return replace(
        board,
        white=sits if white else board.white,
        black=board.black if white else sits,
        white_outcome=lost[0],
        black_outcome=lost[1],
        rating_white=board.rating_white or board.white_outcome,
        rating_black=board.rating_black or board.black_outcome,
    )


def _plain(number: int, board: Board, breach: str) -> dict[str, object]:
    row: dict[str, object] = {"board": number, "white": board.white, "black": board.black}
    if board.finished:
        row["outcomes"] = [board.white_outcome.name, board.black_outcome.name]
    if board.rating_white is not None and board.rating_black is not None:
        row["rated"] = [board.rating_white.name, board.rating_black.name]
    if board.points is not None:
        row["points"] = list(board.points)
    return row | ({"breach": breach} if breach else {})
