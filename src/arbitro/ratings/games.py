"""Which games are rated, and why the others are not.

    article            reason
    B.02 5.1           FORFEIT, NO_MOVES, FORCE_MAJEURE, FAIR_PLAY
    B.02 6.1           UNRATED_IN_MATCH    a match with an unrated player
    B.02 6.2           MATCH_DECIDED       games after a match is decided, unless asked for beforehand
    B.02 8.3.1         UNRATED_OPPONENT    counts for nobody who is rated
    B.02 1.1           TOO_FAST            not enough time for these ratings (standard)
    B.02 1.2 rapid     UNEQUAL_TIME        Armageddon, time odds
    B.02 1.1           OTHER_TIME          a tie-break game faster than the list of the event
    B.02 5 rapid       RATING_GAP          from 1 Dec 2024, rapid and blitz: 600 apart with a player above 2600
    comment to B.02 9  NO_FIDE_ID          one player without a FIDE ID and the event is not rated

What a game is worth is in `ratings.change`.
"""

from __future__ import annotations

from datetime import date
from enum import Enum

from arbitro.editions import applies
from arbitro.model import RatingList

GAP_RULE = "rating gap in rapid and blitz"


class NotRated(Enum):
    """Why a game is not rated: the article, and a word."""

    FORFEIT = "5.1", "forfeit"
    NO_MOVES = "5.1", "not one move by each player"
    FORCE_MAJEURE = "5.1", "force majeure"
    FAIR_PLAY = "5.1", "fair play decision"
    UNRATED_IN_MATCH = "6.1", "match with an unrated player"
    MATCH_DECIDED = "6.2", "match already decided"
    UNRATED_OPPONENT = "8.3.1", "unrated opponent"
    TOO_FAST = "1.1", "not enough time for these ratings"
    UNEQUAL_TIME = "1.2", "players had different times"
    OTHER_TIME = "1.1", "another time control than the event's list"
    RATING_GAP = "5.2", "600 points apart"
    NO_FIDE_ID = "9", "a player of the event has no FIDE ID"
    UNFINISHED = "5.1", "no result yet"

    def __init__(self, article: str, label: str) -> None:
        self.article = article
        self.label = label


def why_not_rated(
    *,
    finished: bool = True,
    forfeit: bool = False,
    white_moves: int | None = None,
    black_moves: int | None = None,
    force_majeure: bool = False,
    fair_play: bool = False,
    unequal_time: bool = False,
    match: bool = False,
    white_rated: bool = True,
    black_rated: bool = True,
    match_decided: bool = False,
    rating_requested: bool = False,
    fide_ids_complete: bool = True,
) -> NotRated | None:
    """The first reason not to rate a game, or None; what is not known is left at its innocent default.

    An unrated opponent outside a match is the player's affair. `rating_requested`: that games after the decision of a
    match be rated, asked for before it.
    """
    if not fide_ids_complete:
        return NotRated.NO_FIDE_ID
    if not finished:
        return NotRated.UNFINISHED
    if forfeit:
        return NotRated.FORFEIT
    if white_moves == 0 or black_moves == 0:
        return NotRated.NO_MOVES
    if force_majeure:
        return NotRated.FORCE_MAJEURE
    if fair_play:
        return NotRated.FAIR_PLAY
    if unequal_time:
        return NotRated.UNEQUAL_TIME
    if match and not (white_rated and black_rated):
        return NotRated.UNRATED_IN_MATCH
    if match_decided and not rating_requested:
        return NotRated.MATCH_DECIDED
    return None


def gap_too_wide(rating_list: RatingList, day: date | None, white: int, black: int) -> bool:
    """Rapid and blitz from 1 December 2024: a difference of 600 or more with a player above 2600 is not rated."""
    if rating_list is RatingList.STANDARD or day is None or not applies(GAP_RULE, day):
        return False
    return min(white, black) > 0 and abs(white - black) >= 600 and max(white, black) > 2600
