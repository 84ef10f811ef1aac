"""Challenge matches of a club ladder (1974 manual).

    rule    function
    MAT-1   challenge_refused   the next free player above, not too far away
    MAT-2   match_outcome       two games at most; the higher rated needs only the first
    MAT-3   points              what changes hands, by the difference and K
    MAT-2,3 after_match         the ladder after a match: ratings, and the place of a challenger who won
    MAT-4   challenge_refused   a rematch against the same winner after two months
    MAT-5   points              K without a printed column: K(1-p), Kp and K(p-½)

The manual calls 1650 against 1900 unreasonable and forbids 400 and more; we refuse from 250 on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from enum import Enum
from fractions import Fraction

from arbitro.dates import add_months
from arbitro.model.rating_tables import expected_hundredths
from arbitro.model.rounding import half_up
from arbitro.texts import table

REFUSED_FROM = 250
REMATCH_MONTHS = 2


@dataclass(frozen=True, slots=True)
class Stake:
    """What changes hands: from the loser to the winner; in a drawn match from the higher rated to the lower."""

    higher_wins: int
    lower_wins: int
    draw: int


def points(difference: int, k: int) -> Stake:
    """MAT-3: the stake of a match, by the difference of ratings; K = 45 and 20 are printed, others computed (MAT-5).

    >>> points(420, 45)
    Stake(higher_wins=3, lower_wins=42, draw=19)
    """
    if k in (45, 20):
        row = [row for row in table("stakes")["rows"] if row["from"] <= difference][-1]
        return Stake(*row[str(k)])
    p = Fraction(expected_hundredths(difference), 100)
    return Stake(half_up(k * (1 - p)), half_up(k * p), half_up(k * (p - Fraction(1, 2))))


class Ending(Enum):
    """How a challenge ends (MAT-2)."""

    HIGHER_WINS = "H wins, match over"
    DRAWN = "drawn match, L gains draw points"
    LOWER_WINS = "L wins match and takes H place"
    GOES_ON = "the second game is to be played"


def match_outcome(games: Sequence[str]) -> Ending:
    """MAT-2: the games as won by the higher rated (H), the lower rated (L) or drawn (D).

    A won first game ends it for the higher rated. The manual does not tell of a drawn first game: the second decides,
    and two draws are a drawn match.
    """
    if games and games[0] == "H":
        return Ending.HIGHER_WINS
    if len(games) < 2:
        return Ending.GOES_ON
    balance = games[:2].count("L") - games[:2].count("H")
    return Ending.LOWER_WINS if balance > 0 else Ending.DRAWN if balance == 0 else Ending.HIGHER_WINS


class Refusal(Enum):
    """Why a challenge is not authorised."""

    NOT_ABOVE = "the opponent does not stand above the challenger"
    SOMEBODY_FREE_BETWEEN = "a free player stands between the two"
    BUSY = "the opponent is playing another match"
    TOO_FAR = "the difference of ratings is too great"
    TOO_SOON = "a rematch against the same winner waits two months"


def challenge_refused(
    ladder: Sequence[tuple[str, int]],
    challenger: str,
    opponent: str,
    *,
    busy: frozenset[str] = frozenset(),
    lost_on: date | None = None,
    today: date | None = None,
) -> Refusal | None:
    """MAT-1, MAT-4: the reason to refuse a challenge, or None. `ladder` is (player, rating), the best first.

    `lost_on` is the day on which the challenger last lost a match to this opponent.
    """
    names = [name for name, _ in ladder]
    ratings = dict(ladder)
    mine, theirs = names.index(challenger), names.index(opponent)
    if theirs >= mine:
        return Refusal.NOT_ABOVE
    if opponent in busy:
        return Refusal.BUSY
    if ratings[opponent] - ratings[challenger] >= REFUSED_FROM:
        return Refusal.TOO_FAR
    if lost_on is not None and today is not None and today < add_months(lost_on, REMATCH_MONTHS):
        return Refusal.TOO_SOON
    if any(name not in busy for name in names[theirs + 1 : mine]):
        return Refusal.SOMEBODY_FREE_BETWEEN
    return None


def open_challenges(ladder: Sequence[tuple[str, int]], busy: frozenset[str] = frozenset()) -> dict[str, str | None]:
    """MAT-1: whom each player may challenge now, or None."""
    found: dict[str, str | None] = {}
    for i, (name, _) in enumerate(ladder):
        above = (other for other, _ in reversed(ladder[:i]) if name not in busy)
        found[name] = next((o for o in above if challenge_refused(ladder, name, o, busy=busy) is None), None)
    return found


@dataclass(frozen=True, slots=True)
class AfterMatch:
    """A match that is over: its ending, the points that the challenger gained or lost, and the new ladder."""

    ending: Ending
    gain: int
    ladder: tuple[tuple[str, int], ...]


def after_match(
    ladder: Sequence[tuple[str, int]], challenger: str, opponent: str, games: Sequence[str], k: int
) -> AfterMatch:
    """MAT-2, MAT-3: the games as in `match_outcome`; a challenger who wins takes the opponent's place."""
    ratings = dict(ladder)
    ending = match_outcome(games)
    stake = points(max(0, ratings[opponent] - ratings[challenger]), k)
    gain = {
        Ending.HIGHER_WINS: -stake.higher_wins,
        Ending.DRAWN: stake.draw,
        Ending.LOWER_WINS: stake.lower_wins,
        Ending.GOES_ON: 0,
    }[ending]
    ratings[challenger] += gain
    ratings[opponent] -= gain
    names = [name for name, _ in ladder]
    if ending is Ending.LOWER_WINS:
        names.remove(challenger)
        names.insert(names.index(opponent), challenger)
    return AfterMatch(ending, gain, tuple((name, ratings[name]) for name in names))
