"""What can happen to a player in a round, and what it is worth.

    outcome           played  rated  opponent  requested   TRF
    WIN DRAW LOSS     yes     yes    yes       -           1 = 0
    UNRATED_…         yes     no     yes       -           W D L   (under one move each: not rated)
    ADJUDICATED_…     yes     yes    yes       -           1 = 0   (decided by the arbiter)
    ADJOURNED         yes     later  yes       -           a draw for pairing only (C.04.2 D.1); not finished
    PENDING           no      no     yes       -           paired, no result yet
    FORFEIT_WIN/LOSS  no      no     yes       -           + -
    PAIRING_BYE       no      no     -         no          U       (C.04.1 c)
    FULL/HALF/ZERO_…  no      no     -         yes         F H Z
    ABSENT            no      no     -         yes         blank: not entered, withdrawn or simply not there

A game that both lose or that ends ½-0 by decision needs no kind of its own: each player has an outcome.
"""

from __future__ import annotations

from dataclasses import replace
from enum import Enum
from functools import cached_property

from arbitro.errors import ArbitroError
from arbitro.frozen import dataclass
from arbitro.i18n import gettext_for
from arbitro.model.points import HALF, ONE, ZERO, Points
from arbitro.records import RecordError, reads, writes

_ = gettext_for("words")


class Colour(Enum):
    """White or Black; the value is the letter of tournament files."""

    WHITE = "w"
    BLACK = "b"

    @property
    def other(self) -> Colour:
        return Colour.BLACK if self is Colour.WHITE else Colour.WHITE

    @property
    def sign(self) -> int:
        """+1 for White, -1 for Black: the colour difference is a sum of signs."""
        return 1 if self is Colour.WHITE else -1

    __hash__ = object.__hash__


class Worth(Enum):
    """Which value of the scoring system an outcome takes."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"
    FORFEIT_WIN = "forfeit_win"
    FORFEIT_LOSS = "forfeit_loss"
    PAIRING_BYE = "pairing_bye"
    FULL_BYE = "full_bye"
    HALF_BYE = "half_bye"
    ZERO_BYE = "zero_bye"
    ADJOURNED = "adjourned"
    NOTHING = "nothing"

    __hash__ = object.__hash__


class Outcome(Enum):
    """One player's outcome of one round (see the table above)."""

    #                   worth              code played rated  opponent requested
    WIN = "win", Worth.WIN, "1", True, True, True, False
    DRAW = "draw", Worth.DRAW, "=", True, True, True, False
    LOSS = "loss", Worth.LOSS, "0", True, True, True, False
    UNRATED_WIN = "unrated win", Worth.WIN, "W", True, False, True, False
    UNRATED_DRAW = "unrated draw", Worth.DRAW, "D", True, False, True, False
    UNRATED_LOSS = "unrated loss", Worth.LOSS, "L", True, False, True, False
    ADJUDICATED_WIN = "adjudicated win", Worth.WIN, "1", True, True, True, False
    ADJUDICATED_DRAW = "adjudicated draw", Worth.DRAW, "=", True, True, True, False
    ADJUDICATED_LOSS = "adjudicated loss", Worth.LOSS, "0", True, True, True, False
    ADJOURNED = "adjourned", Worth.ADJOURNED, "*", True, False, True, False
    PENDING = "pending", Worth.NOTHING, " ", False, False, True, False
    FORFEIT_WIN = "forfeit win", Worth.FORFEIT_WIN, "+", False, False, True, False
    FORFEIT_LOSS = "forfeit loss", Worth.FORFEIT_LOSS, "-", False, False, True, False
    PAIRING_BYE = "pairing-allocated bye", Worth.PAIRING_BYE, "U", False, False, False, False
    FULL_BYE = "full-point bye", Worth.FULL_BYE, "F", False, False, False, True
    HALF_BYE = "half-point bye", Worth.HALF_BYE, "H", False, False, False, True
    ZERO_BYE = "zero-point bye", Worth.ZERO_BYE, "Z", False, False, False, True
    ABSENT = "absent", Worth.ZERO_BYE, " ", False, False, False, True

    def __init__(
        self, label: str, worth: Worth, code: str, played: bool, rated: bool, opponent: bool, requested: bool
    ) -> None:
        self.label = label
        self.worth = worth  # which value of the scoring system it takes
        self.code = code  # the letter of tournament files (TRF)
        self.played = played  # a game over the board: counts for colours, floats and "have met"
        self.rated = rated  # counts for ratings and norms
        self.has_opponent = opponent  # an opponent was scheduled
        self.requested = requested  # the player was not there to be paired (a bye asked for, or absence)

    __hash__ = object.__hash__

    @property
    def available(self) -> bool:
        """Was the player there to play? (C.07 14.1.3: what makes an earlier requested bye not a withdrawal.)

        A full-point bye is given for unforeseen circumstances, so it counts as a round available to play.
        """
        return not self.voluntary_unplayed

    @property
    def voluntary_unplayed(self) -> bool:
        """A voluntarily unplayed round: a half- or zero-point bye, an absence, or a forfeit loss (C.07 14.3)."""
        return (self.requested and self is not Outcome.FULL_BYE) or self is Outcome.FORFEIT_LOSS

    @property
    def finished(self) -> bool:
        return self not in (Outcome.PENDING, Outcome.ADJOURNED)

    @property
    def opposite(self) -> Outcome:
        """What the opponent normally has: a win against a loss, a draw against a draw."""
        return _OPPOSITE[self]


_OPPOSITE = {
    Outcome.WIN: Outcome.LOSS,
    Outcome.LOSS: Outcome.WIN,
    Outcome.UNRATED_WIN: Outcome.UNRATED_LOSS,
    Outcome.UNRATED_LOSS: Outcome.UNRATED_WIN,
    Outcome.ADJUDICATED_WIN: Outcome.ADJUDICATED_LOSS,
    Outcome.ADJUDICATED_LOSS: Outcome.ADJUDICATED_WIN,
    Outcome.FORFEIT_WIN: Outcome.FORFEIT_LOSS,
    Outcome.FORFEIT_LOSS: Outcome.FORFEIT_WIN,
} | {
    same: same
    for same in (
        Outcome.DRAW,
        Outcome.UNRATED_DRAW,
        Outcome.ADJUDICATED_DRAW,
        Outcome.ADJOURNED,
        Outcome.PENDING,
        Outcome.PAIRING_BYE,
        Outcome.FULL_BYE,
        Outcome.HALF_BYE,
        Outcome.ZERO_BYE,
        Outcome.ABSENT,
    )
}


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
ALIASES = {"1": "1-0", "0": "0-1", "=": "½-½", "5": "½-½", "+": "+/-", "-": "-/+", "1/2-1/2": "½-½", "0.5-0.5": "½-½"}


def outcomes_of(result: str) -> tuple[Outcome, Outcome]:
    """White's and Black's outcome of a result as people write it.

    >>> outcomes_of("1/2-1/2") == (Outcome.DRAW, Outcome.DRAW)
    True
    """
    text = ALIASES.get(result.strip(), result.strip())
    if text not in RESULTS:
        known = ", ".join(sign for sign in RESULTS if sign)
        raise ArbitroError(_("{result} is not a result; known: {known}.").format(result=result, known=known))
    return RESULTS[text]


@dataclass(frozen=True, kw_only=True)
class Scoring:
    """What each outcome is worth. The default is 1, ½, 0 with a pairing-allocated bye worth a win (C.04.1 c)."""

    win: Points = ONE
    draw: Points = HALF
    loss: Points = ZERO
    forfeit_win: Points = ONE
    forfeit_loss: Points = ZERO
    pairing_bye: Points = ONE
    full_bye: Points = ONE
    half_bye: Points = HALF
    zero_bye: Points = ZERO
    adjourned: Points = HALF
    black_win: Points | None = None  # only where Black's points differ from White's
    black_draw: Points | None = None
    black_loss: Points | None = None

    @classmethod
    def of(cls, win: Points, draw: Points, loss: Points = ZERO, **others: Points) -> Scoring:
        """A system from its three main values; byes and forfeits follow unless they are given.

        >>> Scoring.of(Points(30), Points(10)).half_bye
        10
        """
        derived = {
            "forfeit_win": win,
            "forfeit_loss": ZERO,
            "pairing_bye": win,
            "full_bye": win,
            "half_bye": draw,
            "adjourned": draw,
        }
        return cls(win=win, draw=draw, loss=loss, **(derived | others))

    @cached_property
    def _values(self) -> dict[Colour | None, dict[Worth, Points]]:
        white: dict[Worth, Points] = {worth: getattr(self, worth.value, ZERO) for worth in Worth}
        black = dict(white)
        for worth in (Worth.WIN, Worth.DRAW, Worth.LOSS):
            special = getattr(self, f"black_{worth.value}")
            if special is not None:
                black[worth] = special
        return {Colour.WHITE: white, Colour.BLACK: black, None: white}

    def points(self, outcome: Outcome, colour: Colour | None = None) -> Points:
        """What an outcome is worth."""
        return self._values[colour][outcome.worth]

    @property
    def is_standard(self) -> bool:
        """1, ½, 0 in every case, whatever the pairing-allocated bye is worth."""
        return replace(self, pairing_bye=ONE) == Scoring()


# The letters of line 299 of report files: which outcomes points off the scale are for.
AWARD_TYPES = {
    "W": (Outcome.WIN, Outcome.UNRATED_WIN, Outcome.ADJUDICATED_WIN),
    "D": (Outcome.DRAW, Outcome.UNRATED_DRAW, Outcome.ADJUDICATED_DRAW),
    "L": (Outcome.LOSS, Outcome.UNRATED_LOSS, Outcome.ADJUDICATED_LOSS),
    "F": (Outcome.FULL_BYE,),
    "H": (Outcome.HALF_BYE,),
    "Z": (Outcome.ZERO_BYE, Outcome.ABSENT),
    "+": (Outcome.FORFEIT_WIN,),
    "-": (Outcome.FORFEIT_LOSS,),
}


# -- in documents: outcomes by their labels, colours by their words (their letters are read too)

_LABELS = {outcome.label: outcome for outcome in Outcome}
_COLOURS = {colour.name.lower(): colour for colour in Colour}


@reads(Outcome)
def _read_outcome(value: object, where: str) -> Outcome:
    if isinstance(value, str) and value in _LABELS:
        return _LABELS[value]
    raise RecordError(where, value, " | ".join(f'"{label}"' for label in _LABELS))


@reads(Colour)
def _read_colour(value: object, where: str) -> Colour:
    for word, colour in _COLOURS.items():
        if value in (word, colour.value):
            return colour
    raise RecordError(where, value, " | ".join(f'"{word}"' for word in _COLOURS))


@writes(Outcome)
def _write_outcome(value: Outcome) -> str:
    return value.label


@writes(Colour)
def _write_colour(value: Colour) -> str:
    return value.name.lower()
