"""Line-ups of teams: who may sit where by the board order, and what a match manned in the wrong order is worth.

    rule                                                                    function
    C.05 7     the board order is kept, everyone moves up                   faults_of, legal_line_ups
    C.05 7     variants: free order; not above somebody 100 points better   BoardOrder, faults_of
    C.05 7     wrong board: the game is rated, the board is forfeited       judged, out_of_order
    C.05 7.2   more than half of the team present at the start (level 1)    team_may_start
    club       reserves on boards 3 and below                               BoardOrder.CLUB

Not here: who met whom and with which points (`model.team_results`), what a captain may do (`officials`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import combinations

from arbitro.errors import Refused
from arbitro.i18n import gettext_for
from arbitro.model import Player, Points, Team, Tournament
from arbitro.model.team_results import Match, basic_list, boards_per_match, matches, rounds_paired

_ = gettext_for("formats")

CLUB_FIRST_RESERVE_BOARD = 3
BETTER_RATED = 100  # points by which somebody may not be better who sits below


class BoardOrder(Enum):
    """How the regulations bind the line-up."""

    FIXED = "fixed"  # as the list was handed in
    RATING = "rating"  # nobody above a player rated more than 100 points higher
    CLUB = "club"  # 1974: reserves on board 3 or below
    FREE = "free"


def order_words(order: BoardOrder) -> str:
    """What the regulations say of the board order."""
    return {
        BoardOrder.FIXED: _("fixed before round 1"),
        BoardOrder.RATING: _("nobody above a player rated more than 100 points higher"),
        BoardOrder.CLUB: _("reserves on board 3 or below"),
        BoardOrder.FREE: _("free in every round"),
    }[order]


class WrongLineUp(Enum):
    """What can be wrong with a line-up."""

    UNKNOWN = "not on the list"
    TWICE = "named twice"
    TOO_MANY = "more players than boards"
    GAP = "an empty board above an occupied one"
    ORDER = "not in the board order"
    RATING = "above a player rated more than 100 points higher"
    RESERVE = "a reserve above board 3"


_OUT_OF_ORDER = (WrongLineUp.ORDER, WrongLineUp.RATING, WrongLineUp.RESERVE)


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong on a board (from 1), with the player concerned."""

    problem: WrongLineUp
    board: int
    player: int | None
    article: str


def legal_line_ups(team: Team, boards: int) -> tuple[tuple[int, ...], ...]:
    """Every full line-up in the board order: with one reserve 1234, 1235, 1245, 1345, 2345."""
    return tuple(combinations(team.players, min(boards, len(team.players))))


def wrong_boards(basic: Sequence[int], line_up: Sequence[int | None]) -> tuple[int, ...]:
    """The boards (from 1) on which somebody sat who belongs elsewhere, by the board order.

    >>> wrong_boards((1, 2, 3, 4, 5), (2, 4, 3, 5))
    (2, 3)
    """
    place = {player: i for i, player in enumerate(basic)}
    seated = [player for player in line_up if player is not None]
    right = iter(sorted(seated, key=lambda player: place.get(player, len(place))))
    return tuple(board for board, player in enumerate(line_up, 1) if player is not None and player != next(right))


def faults_of(
    team: Team,
    line_up: Sequence[int | None],
    boards: int,
    *,
    order: BoardOrder = BoardOrder.FIXED,
    players: Sequence[Player] = (),
) -> tuple[Fault, ...]:
    """What is wrong with a line-up; empty: it may play. `players` gives the ratings for `BoardOrder.RATING`.

    Reserves are those after the regular boards on the list; when board 1 or 2 is missing, the others move up.
    """
    faults = []
    seen: set[int] = set()
    for board, player in enumerate(line_up, 1):
        if player is None:
            if any(below is not None for below in line_up[board:]):
                faults.append(Fault(WrongLineUp.GAP, board, None, "C.05 7.1"))
            continue
        if player not in team.players:
            faults.append(Fault(WrongLineUp.UNKNOWN, board, player, "C.05 7.1"))
        elif player in seen:
            faults.append(Fault(WrongLineUp.TWICE, board, player, "C.05 7.1"))
        seen.add(player)
        if board > boards:
            faults.append(Fault(WrongLineUp.TOO_MANY, board, player, "C.05 7.1"))
        if order is BoardOrder.CLUB and player in team.players[boards:] and board < CLUB_FIRST_RESERVE_BOARD:
            faults.append(Fault(WrongLineUp.RESERVE, board, player, _("club manual, teams")))
    if order is BoardOrder.FIXED:
        faults += [
            Fault(WrongLineUp.ORDER, board, line_up[board - 1], "C.05 7")
            for board in wrong_boards(team.players, line_up)
        ]
    elif order is BoardOrder.RATING:
        rating = {player.number: player.rating for player in players}
        for board, player in enumerate(line_up, 1):
            below = [rating.get(other, 0) for other in line_up[board:] if other is not None]
            if player is not None and below and max(below) > rating.get(player, 0) + BETTER_RATED:
                faults.append(Fault(WrongLineUp.RATING, board, player, "C.05 7"))
    return tuple(faults)


def explain(fault: Fault, name: str = "") -> str:
    """A fault as a sentence; the player is named, or else told by the number."""
    sentences = {
        WrongLineUp.UNKNOWN: _("Board {board}: {player} is not on the team's list."),
        WrongLineUp.TWICE: _("Board {board}: {player} is named twice."),
        WrongLineUp.TOO_MANY: _("Board {board}: {player} is one too many for the match."),
        WrongLineUp.GAP: _("Board {board} is empty although a lower board is not: everyone moves up."),
        WrongLineUp.ORDER: _("Board {board}: {player} sits out of the board order."),
        WrongLineUp.RATING: _("Board {board}: {player} sits above somebody rated more than 100 points higher."),
        WrongLineUp.RESERVE: _("Board {board}: reserve {player} may sit on board 3 or below only."),
    }
    return sentences[fault.problem].format(board=fault.board, player=name or fault.player)


def check(
    team: Team,
    line_up: Sequence[int | None],
    boards: int,
    *,
    order: BoardOrder = BoardOrder.FIXED,
    players: Sequence[Player] = (),
) -> None:
    """Refuse a line-up that breaks a rule, naming the first; `players` gives the names."""
    faults = faults_of(team, line_up, boards, order=order, players=players)
    if faults:
        names = {player.number: player.name for player in players}
        raise Refused(explain(faults[0], names.get(faults[0].player or 0, "")), article=faults[0].article)


def team_may_start(level: int, boards: int, present: int) -> bool:
    """C.05 7.2: at level 1 more than half of the team must be there; elsewhere it is recommended."""
    return level != 1 or 2 * present > boards


@dataclass(frozen=True, slots=True)
class Judged:
    """A match in which somebody sat out of order: `match` has the points that are rated, `counted` those that count."""

    match: Match
    faults: tuple[tuple[Fault, ...], tuple[Fault, ...]]  # of the team with White on board 1, of the other
    counted: tuple[Points, Points]

    @property
    def boards(self) -> tuple[int, ...]:
        return tuple(sorted({fault.board for faults in self.faults for fault in faults}))


def out_of_order(tournament: Tournament, order: BoardOrder = BoardOrder.FIXED) -> tuple[Judged, ...]:
    """Every match of an event in which somebody sat out of order, as `judged` sees it."""
    found = (
        judged(tournament, match, order)
        for r in range(1, rounds_paired(tournament) + 1)
        for match in matches(tournament, r)
    )
    return tuple(match for match in found if match.boards)


def judged(tournament: Tournament, match: Match, order: BoardOrder = BoardOrder.FIXED) -> Judged:
    """C.05 7: a board manned out of order is lost by forfeit in the match, its game is rated all the same.

    If both teams sat wrongly on a board the text is silent: both lose it, and the chief arbiter confirms.
    """
    boards = boards_per_match(tournament)
    faults = []
    for side, number in enumerate((match.white, match.black)):
        team = Team(number=number, name="", players=basic_list(tournament, number))
        line_up = [board[side] for board in match.boards]
        wrongly_seated = faults_of(team, line_up, boards, order=order, players=tournament.players)
        faults.append(tuple(fault for fault in wrongly_seated if fault.problem in _OUT_OF_ORDER))
    wrong = [{fault.board for fault in side} for side in faults]
    win, loss = tournament.scoring.forfeit_win, tournament.scoring.forfeit_loss
    counted = [0, 0]
    for number, board in enumerate(match.boards, 1):
        if number in wrong[0] | wrong[1]:
            counted[0] += loss if number in wrong[0] else win
            counted[1] += loss if number in wrong[1] else win
        else:
            counted[0] += board.first_points
            counted[1] += board.second_points
    return Judged(match, (faults[0], faults[1]), (Points(counted[0]), Points(counted[1])))
