"""Record and correct results.

C.04.2 D.1   an adjourned game is a draw for pairing until it is finished
C.04.2 D.8   a correction in time counts for everything; during the next round for later pairings; afterwards for
             rating only
"""

from __future__ import annotations

from arbitro.desk.commands.base import Caution, Draft, Level, board_key, command, require_open
from arbitro.desk.state import Board, State
from arbitro.errors import Refused
from arbitro.i18n import gettext_for
from arbitro.model import Outcome
from arbitro.swiss.handling import Correction, Reported, effect_of_correction

O = Outcome  # noqa: E741  (the table below is read by columns)
RESULTS: dict[str, tuple[Outcome, Outcome]] = {
    "1-0": (O.WIN, O.LOSS),
    "½-½": (O.DRAW, O.DRAW),
    "0-1": (O.LOSS, O.WIN),
    "+/-": (O.FORFEIT_WIN, O.FORFEIT_LOSS),
    "-/+": (O.FORFEIT_LOSS, O.FORFEIT_WIN),
    "-/-": (O.FORFEIT_LOSS, O.FORFEIT_LOSS),
    "0-0": (O.LOSS, O.LOSS),
    "½-0": (O.DRAW, O.LOSS),
    "0-½": (O.LOSS, O.DRAW),
    "1-0 unrated": (O.UNRATED_WIN, O.UNRATED_LOSS),
    "½-½ unrated": (O.UNRATED_DRAW, O.UNRATED_DRAW),
    "0-1 unrated": (O.UNRATED_LOSS, O.UNRATED_WIN),
    "1-0 adjudicated": (O.ADJUDICATED_WIN, O.ADJUDICATED_LOSS),
    "½-½ adjudicated": (O.ADJUDICATED_DRAW, O.ADJUDICATED_DRAW),
    "0-1 adjudicated": (O.ADJUDICATED_LOSS, O.ADJUDICATED_WIN),
    "adjourned": (O.ADJOURNED, O.ADJOURNED),
    "": (O.PENDING, O.PENDING),
}
_SIGNS = {outcomes: sign for sign, outcomes in RESULTS.items()}
ALIASES = {"1": "1-0", "0": "0-1", "=": "½-½", "5": "½-½", "+": "+/-", "-": "-/+", "1/2-1/2": "½-½", "0.5-0.5": "½-½"}


def sign_of(board: Board) -> str:
    """The result of a board as people write it: 1-0, ½-½, +/-, … or nothing."""
    return _SIGNS.get(
        (board.white_outcome, board.black_outcome), f"{board.white_outcome.code}-{board.black_outcome.code}"
    )


class Unchanged(Refused):
    """The result is already there: the second typing agrees with the first."""


def reported(state: State, round: int) -> Reported:
    """When a correction of a round comes, by C.04.2 D.8."""
    if len(state.rounds) <= round:
        return Reported.IN_TIME
    if len(state.rounds) == round + 1 and not state.rounds[round].closed and state.rounds[round].missing:
        return Reported.DURING_NEXT_ROUND
    return Reported.LATER


def consequence(state: State, round: int) -> str:
    """What a correction of a round changes and what it does not, in a sentence."""
    _ = gettext_for("desk")
    match effect_of_correction(reported(state, round)):
        case Correction.NEXT_PAIRING:
            return _("The correction counts for the standings and for the next pairing.")
        case Correction.LATER_PAIRINGS:
            return _("The pairing of round {n} stays; the standings and later pairings use the correction.").format(
                n=round + 1
            )
        case Correction.RATING_ONLY:
            return _("It is too late for standings and pairings: the correction counts for rating only.")


@command("result")
def result(state: State, *, board: int, result: str, round: int | None = None, everywhere: bool = False) -> Draft:
    """Record or correct the result of a board. `everywhere`: a late correction counts in the standings too."""
    _ = gettext_for("desk")
    require_open(state)
    if not state.rounds:
        raise Refused(_("No round has been paired."))
    number = round if round is not None else len(state.rounds)
    if not 1 <= number <= len(state.rounds):
        raise Refused(_("Round {round} has not been paired.").format(round=number))
    current = state.round(number)
    old = current.boards.get(board)
    if old is None:
        raise Refused(_("Round {r} has the boards 1 to {n}, not {b}.").format(r=number, n=len(current.boards), b=board))
    sign = ALIASES.get(result.strip(), result.strip())
    if sign not in RESULTS:
        raise Refused(
            _("{result} is no result; known: {known}.").format(
                result=result, known=", ".join(name for name in RESULTS if name)
            )
        )
    if not old.white or not old.black:
        raise Refused(_("Board {b} has one player only.").format(b=board))
    if not current.published:
        raise Refused(_("Publish round {round} first.").format(round=number), article="C.04.2 D.10")
    white, black = RESULTS[sign]
    if (old.white_outcome, old.black_outcome) == (white, black):
        raise Unchanged(_("Board {b} has this result already.").format(b=board))
    payload: dict[str, object] = {"round": number, "board": board, "white": white.name, "black": black.name}
    warnings: list[Caution] = []
    remark = ""
    correcting = old.finished and old.white_outcome is not Outcome.ADJOURNED
    if number == len(state.rounds):
        if current.closed:
            raise Refused(_("Round {round} is closed; undo that first.").format(round=number))
        if correcting:
            text = _("Board {b} has {old}; it becomes {new}.").format(b=board, old=sign_of(old), new=sign or "–")
            warnings.append(Caution(Level.ACKNOWLEDGE, text, "C.04.2 D.8"))
    else:
        if not sign:
            raise Refused(_("A result of an earlier round is corrected, not taken away."), article="C.04.2 D.8")
        effect = effect_of_correction(reported(state, number))
        rating_only = effect is Correction.RATING_ONLY and not everywhere and correcting
        if rating_only:
            payload["rating_only"] = True
        level = Level.TWO_STEPS if effect is Correction.RATING_ONLY and everywhere else Level.CONFIRM
        text = consequence(state, number) if not everywhere else _("The standings change although the time is over.")
        if correcting:
            warnings.append(Caution(level, text, "C.04.2 D.8"))
            remark = _("Round {r}, board {b}: {old} corrected to {new}").format(
                r=number, b=board, old=sign_of(old), new=sign
            )
    return Draft("result", payload, frozenset({board_key(number, board)}), tuple(warnings), remark)
