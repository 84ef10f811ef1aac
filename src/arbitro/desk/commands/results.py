"""Record and correct results and colours.

rule          command
C.04.2 D.1    result         an adjourned game is a draw for pairing until it is finished
C.04.2 D.8    result         a correction in time counts for everything; during the next round for later pairings;
                             afterwards for rating only
C.04.2 D.8    swap-colours   the same for colours that were recorded the wrong way round
C.04.5 2026   result         a round of a double Swiss is a match of two games: 2-0, 1½-½, 1-1 …
"""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from arbitro.desk.commands.base import Caution, Draft, Level, board_key, command, game_at, require_open
from arbitro.desk.commands.parameters import BoardNumber, LastRound, Says
from arbitro.desk.commands.rounds import can_pair_ahead
from arbitro.desk.state import Board, State
from arbitro.errors import Refused
from arbitro.i18n import N_, gettext_for
from arbitro.model import Outcome, Points, System, points, show
from arbitro.model.outcome import ALIASES, RESULTS
from arbitro.swiss.double import two_games
from arbitro.swiss.general import Correction, Reported, effect_of_correction

_ = gettext_for("desk")

O = Outcome  # noqa: E741  (the table below is read by columns)
MATCHES: dict[str, tuple[Outcome, Outcome, Points, Points]] = {  # double Swiss: the points of both games
    "2-0": two_games(O.WIN, O.WIN),
    "1½-½": two_games(O.WIN, O.DRAW),
    "1-1": two_games(O.DRAW, O.DRAW),
    "½-1½": two_games(O.LOSS, O.DRAW),
    "0-2": two_games(O.LOSS, O.LOSS),
    "+/-": two_games(O.FORFEIT_WIN, O.FORFEIT_WIN),
    "-/+": two_games(O.FORFEIT_LOSS, O.FORFEIT_LOSS),
    "-/-": (O.FORFEIT_LOSS, O.FORFEIT_LOSS, points(0), points(0)),
    "": (O.PENDING, O.PENDING, points(0), points(0)),
}
_SIGNS = {outcomes: sign for sign, outcomes in RESULTS.items()}
Result = Annotated[str, Says(help=N_("1-0, =, 0-1, +/-, -/+ …"))]
Everywhere = Annotated[bool, Says(help=N_("A late correction counts in the standings too."))]


def sign_of(board: Board) -> str:
    """The result of a board as people write it: 1-0, ½-½, +/-, … or nothing."""
    if board.points is not None and board.white_outcome.played:
        return "-".join(show(p) for p in board.points)
    return _SIGNS.get(
        (board.white_outcome, board.black_outcome), f"{board.white_outcome.code}-{board.black_outcome.code}"
    )


def rating_sign(board: Board) -> str:
    """The result that counts for rating alone (C.04.2 D.8), as people write it; nothing where there is none."""
    if board.rating_white is None or board.rating_black is None:
        return ""
    return sign_of(replace(board, white_outcome=board.rating_white, black_outcome=board.rating_black, points=None))


def _is_past(state: State, round: int) -> bool:
    """Is a round closed to every change in FIDE mode? All before the last but one are (verification 189-191)."""
    return round < len(state.rounds) - 1


class Unchanged(Refused):
    """The result is already there: the second typing agrees with the first."""


def reported(state: State, round: int) -> Reported:
    """When a correction of a round comes, by C.04.2 D.8."""
    if len(state.rounds) <= round or can_pair_ahead(state):  # the next round of a table depends on no result
        return Reported.IN_TIME
    if len(state.rounds) == round + 1 and not state.rounds[round].closed and state.rounds[round].missing:
        return Reported.DURING_NEXT_ROUND
    return Reported.LATER


def consequence(state: State, round: int, board: Board | None = None) -> str:
    """What a correction of a round changes and what it does not, in a sentence; the end of an adjourned game too."""
    if board is not None and board.white_outcome is Outcome.ADJOURNED:  # its end corrects nothing (C.04.2 D.1)
        return _("The adjourned game counted as a draw for the pairings; its result counts in the standings.")
    match effect_of_correction(reported(state, round)):
        case Correction.NEXT_PAIRING:
            return _("The correction counts for the standings and for the next pairing.")
        case Correction.LATER_PAIRINGS:
            return _("The pairing of round {n} stays; the standings and later pairings use the correction.").format(
                n=round + 1
            )
        case Correction.RATING_ONLY:
            return _("It is too late for standings and pairings: the correction counts for rating only.")


@command("result", help=N_("Record results: BOARD RESULT pairs, for example 1 1-0 2 = 3 0-1 4 +/-."))
def result(
    state: State, *, board: BoardNumber, result: Result, round: LastRound = None, everywhere: Everywhere = False
) -> Draft:
    """Record or correct the result of a board. `everywhere`: a late correction counts in the standings too."""
    require_open(state)
    if not state.rounds:
        raise Refused(_("No round has been paired."))
    current, old = game_at(state, round, board)
    number = current.number
    known = MATCHES if state.settings.system is System.DOUBLE else RESULTS
    sign = result.strip() if result.strip() in known else ALIASES.get(result.strip(), result.strip())
    if sign not in known:
        raise Refused(
            _("{result} is not a result; known: {known}.").format(
                result=result, known=", ".join(name for name in known if name)
            )
        )
    white, black, *awarded = known[sign]
    same = (old.white_outcome, old.black_outcome) == (white, black) and [*(old.points or awarded)] == awarded
    if same and (old.rating_white in (None, white) and old.rating_black in (None, black)):
        raise Unchanged(_("Board {b} has this result already.").format(b=board))
    payload: dict[str, object] = {"round": number, "board": board, "white": white.name, "black": black.name}
    if awarded and sign:
        payload["points"] = awarded
    warnings: list[Caution] = []
    remark = ""
    adjourned = old.white_outcome is Outcome.ADJOURNED
    correcting = old.finished and not adjourned
    if adjourned and sign and (white, black) != (Outcome.DRAW, Outcome.DRAW):
        text = _("The adjourned game counted as a draw for the pairings; now it is {new}.").format(new=sign)
        warnings.append(Caution(Level.CONFIRM, text, "C.04.2 D.1"))
        remark = _("Round {r}, board {b}: adjourned game finished, {new}").format(r=number, b=board, new=sign)
    if number == len(state.rounds):
        if current.closed:
            raise Refused(_("Round {round} is closed; undo that first.").format(round=number))
        if correcting:
            text = _("Board {b} has {old}; it becomes {new}.").format(
                b=current.label(board), old=sign_of(old), new=sign or "–"
            )
            warnings.append(Caution(Level.ACKNOWLEDGE, text, "C.04.2 D.8"))
    else:
        if not sign:
            raise Refused(_("A result of an earlier round is corrected, not removed."), article="C.04.2 D.8")
        effect = effect_of_correction(reported(state, number))
        rating_only = effect is Correction.RATING_ONLY and not everywhere and correcting
        if rating_only:
            payload["rating_only"] = True
        level = Level.REFUSE if everywhere and _is_past(state, number) else Level.CONFIRM
        text = consequence(state, number) if not everywhere else _("The standings change although the time is over.")
        if correcting:
            warnings.append(Caution(level, text, "C.04.2 D.8"))
            remark = _("Round {r}, board {b}: {old} corrected to {new}").format(
                r=number, b=board, old=sign_of(old), new=sign
            )
    return Draft("result", payload, frozenset({board_key(number, board)}), tuple(warnings), remark)


@command("swap-colours", help=N_("The players of a board sat the other way round: each keeps the result."))
def swap_colours(state: State, *, board: BoardNumber, round: LastRound = None, everywhere: Everywhere = False) -> Draft:
    """The players sat the other way round: each keeps their result. `everywhere`: even when it is too late."""
    require_open(state)
    current, old = game_at(state, round, board)
    number = current.number
    if number == len(state.rounds) and current.closed:
        raise Refused(_("Round {round} is closed; undo that first.").format(round=number))
    effect = effect_of_correction(reported(state, number))
    late = effect is Correction.RATING_ONLY
    if late and not everywhere:
        raise Refused(
            _("It is too late: colours of round {round} change no pairing any more.").format(round=number),
            article="C.04.2 D.8",
        )
    level = Level.ACKNOWLEDGE if effect is Correction.NEXT_PAIRING else Level.CONFIRM
    level = Level.REFUSE if _is_past(state, number) else level
    names = {"white": state.entrants[old.black].name, "black": state.entrants[old.white].name}
    text = _("Board {b}: {white} had White, {black} Black.").format(b=board, **names)
    if late:
        text += " " + _("The time for corrections is over.")
    elif effect is Correction.LATER_PAIRINGS:
        text += " " + consequence(state, number)
    payload: dict[str, object] = {
        "round": number,
        "board": board,
        "white": old.black_outcome.name,
        "black": old.white_outcome.name,
        "swap": True,
    }
    if old.points is not None:
        payload["points"] = [old.points[1], old.points[0]]
    return Draft(
        "result",
        payload,
        frozenset({board_key(number, board)}),
        (Caution(level, text, "C.04.2 D.8"),),
        _("Round {r}, board {b}: colours corrected").format(r=number, b=board),
    )
