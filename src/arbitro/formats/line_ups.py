"""Line-ups of teams: who may sit where, by the order of the basic list.

    rule                                                                    function
    C.05 7.1   late line-up: the first-named of the basic list play         default_line_up
    C.05 7     order of the basic list is kept, everyone moves up           problems, legal_line_ups
    C.05 7     variants: free order; not above somebody 100 points better   BoardOrder, problems
    C.05 7     wrong board                                                  wrong_boards
    C.05 7.2   more than half of the team present at the start (level 1)    may_start
    club       substitutes on boards 3 and below                            problems(club=True)

Not here: what a match played in a wrong order is worth (`teams`), what a captain may do (`officials`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import combinations

from arbitro.errors import Refused
from arbitro.i18n import gettext_for
from arbitro.model import Player, Team

CLUB_FIRST_SUBSTITUTE_BOARD = 3
BETTER_RATED = 100  # points by which somebody may not be better who sits below


class BoardOrder(Enum):
    """How the regulations bind the line-up."""

    FIXED = "fixed"  # the order of the basic list
    RATING = "rating"  # nobody above a player rated more than 100 points higher
    FREE = "free"

    __hash__ = object.__hash__


class Problem(Enum):
    """What can be wrong with a line-up."""

    UNKNOWN = "not on the basic list"
    TWICE = "named twice"
    TOO_MANY = "more players than boards"
    GAP = "an empty board above an occupied one"
    ORDER = "not in the order of the basic list"
    RATING = "above a player rated more than 100 points higher"
    SUBSTITUTE = "a substitute above board 3"

    __hash__ = object.__hash__


@dataclass(frozen=True, slots=True)
class Fault:
    """A problem on a board (from 1), with the player concerned."""

    problem: Problem
    board: int
    player: int | None
    article: str


def default_line_up(team: Team, boards: int) -> tuple[int | None, ...]:
    """C.05 7.1: without a line-up in time the first-named of the basic list play, in their order."""
    return tuple(team.players[i] if i < len(team.players) else None for i in range(boards))


def legal_line_ups(team: Team, boards: int) -> tuple[tuple[int, ...], ...]:
    """Every full line-up in the order of the basic list: with one reserve 1234, 1235, 1245, 1345, 2345."""
    return tuple(combinations(team.players, min(boards, len(team.players))))


def wrong_boards(basic: Sequence[int], line_up: Sequence[int | None]) -> tuple[int, ...]:
    """The boards (from 1) on which somebody sat who belongs elsewhere, by the order of the basic list.

    >>> wrong_boards((1, 2, 3, 4, 5), (2, 4, 3, 5))
    (2, 3)
    """
    place = {player: i for i, player in enumerate(basic)}
    seated = [player for player in line_up if player is not None]
    right = iter(sorted(seated, key=lambda player: place.get(player, len(place))))
    return tuple(board for board, player in enumerate(line_up, 1) if player is not None and player != next(right))


def problems(
    team: Team,
    line_up: Sequence[int | None],
    boards: int,
    *,
    order: BoardOrder = BoardOrder.FIXED,
    ratings: Sequence[Player] = (),
    club: bool = False,
) -> tuple[Fault, ...]:
    """What is wrong with a line-up; empty: it may play. `ratings` gives the players' ratings for `BoardOrder.RATING`.

    In the club edition substitutes (those after the regular boards on the basic list) sit on board 3 or below; when
    board 1 or 2 is missing, the others move up.
    """
    found = []
    seen: set[int] = set()
    for board, player in enumerate(line_up, 1):
        if player is None:
            if any(below is not None for below in line_up[board:]):
                found.append(Fault(Problem.GAP, board, None, "C.05 7.1"))
            continue
        if player not in team.players:
            found.append(Fault(Problem.UNKNOWN, board, player, "C.05 7.1"))
        elif player in seen:
            found.append(Fault(Problem.TWICE, board, player, "C.05 7.1"))
        seen.add(player)
        if board > boards:
            found.append(Fault(Problem.TOO_MANY, board, player, "C.05 7.1"))
        if club and player in team.players[boards:] and board < CLUB_FIRST_SUBSTITUTE_BOARD:
            found.append(Fault(Problem.SUBSTITUTE, board, player, "club manual, teams"))
    if order is BoardOrder.FIXED:
        found += [
            Fault(Problem.ORDER, board, line_up[board - 1], "C.05 7, board order")
            for board in wrong_boards(team.players, line_up)
        ]
    elif order is BoardOrder.RATING:
        rating = {player.number: player.rating for player in ratings}
        for board, player in enumerate(line_up, 1):
            below = [rating.get(other, 0) for other in line_up[board:] if other is not None]
            if player is not None and below and max(below) > rating.get(player, 0) + BETTER_RATED:
                found.append(Fault(Problem.RATING, board, player, "C.05 7, board order"))
    return tuple(found)


def explain(fault: Fault, lang: str | None = None) -> str:
    """A fault as a sentence."""
    _ = gettext_for("formats", lang)
    sentences = {
        Problem.UNKNOWN: _("Board {board}: player {player} is not on the team's basic list."),
        Problem.TWICE: _("Board {board}: player {player} is named twice."),
        Problem.TOO_MANY: _("Board {board}: player {player} is one too many for the match."),
        Problem.GAP: _("Board {board} is empty although a lower board is not: everyone moves up."),
        Problem.ORDER: _("Board {board}: player {player} sits out of the order of the basic list."),
        Problem.RATING: _("Board {board}: player {player} sits above somebody rated more than 100 points higher."),
        Problem.SUBSTITUTE: _("Board {board}: substitute {player} may sit on board 3 or below only."),
    }
    return sentences[fault.problem].format(board=fault.board, player=fault.player)


def check(
    team: Team,
    line_up: Sequence[int | None],
    boards: int,
    *,
    order: BoardOrder = BoardOrder.FIXED,
    ratings: Sequence[Player] = (),
    club: bool = False,
) -> None:
    """Refuse a line-up that breaks a rule, naming the first."""
    faults = problems(team, line_up, boards, order=order, ratings=ratings, club=club)
    if faults:
        raise Refused(explain(faults[0]), article=faults[0].article)


def may_start(present: int, boards: int) -> bool:
    """C.05 7.2: more than half of the players must be there at the start (level 1; recommended elsewhere)."""
    return 2 * present > boards
