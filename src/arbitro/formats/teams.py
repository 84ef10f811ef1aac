"""Team play: the boards of a match, matches and their points.

    rule                                                                    function
    colours by board, W B W B or B W B W                                    boards
    C.05 7     wrong board: the game is rated, the board is forfeited       matches, TeamMatch.rated_score
    match points and game points, forfeited boards and matches, byes        matches, scores
    club       a won match is worth a point, and so is a bye                scoring(club=True)

Who sat where and what it brought is read from the snapshot by `model.team_results`; here a match is seen from the team
that was named first, and boards manned in the wrong order are corrected.

Not here: which line-up is allowed (`line_ups`), who meets whom (`next_round`), team tie-breaks (`standings`).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import cycle

from arbitro.formats.line_ups import BoardOrder, default_line_up, wrong_boards
from arbitro.model import HALF, ONE, ZERO, Pair, Points, TeamScoring, Tournament, team_results
from arbitro.model.team_results import basic_list, board_pattern, boards_per_match, line_up_of, rounds_paired

__all__ = [
    "Board",
    "TeamMatch",
    "TeamScore",
    "boards",
    "boards_per_match",
    "match_pairs",
    "matches",
    "rounds_paired",
    "scores",
    "scoring",
]


def boards(
    first: Sequence[int | None], second: Sequence[int | None], pattern: str = "WB"
) -> tuple[tuple[int | None, int | None], ...]:
    """The games of a match, White first: `pattern` gives the first team's colours and repeats as needed.

    None is an empty board: the other player wins it by forfeit.
    """
    length = max(len(first), len(second))
    left = (*first, *(None for _ in range(length - len(first))))
    right = (*second, *(None for _ in range(length - len(second))))
    return tuple((a, b) if colour == "W" else (b, a) for a, b, colour in zip(left, right, cycle(pattern), strict=False))


def match_pairs(tournament: Tournament, round: int, pair: Pair, board_count: int) -> tuple[Pair, ...]:
    """The boards of a paired match, from the line-ups handed in or else the basic lists; empty boards are left out."""
    seated = [
        line_up_of(tournament, round, team) or default_line_up(tournament.team(team), board_count) for team in pair
    ]
    return tuple(
        Pair(white, black)
        for white, black in boards(seated[0], seated[1], board_pattern(tournament))
        if white is not None and black is not None
    )


# -- what the matches are worth


@dataclass(frozen=True, slots=True)
class Board:
    """One board of a match, from the first team's side; its points for the match may differ from those played."""

    board: int
    first: int | None
    second: int | None
    first_points: Points  # over the board: what is rated
    second_points: Points
    first_match_points: Points  # for the match, after a wrong order was corrected
    second_match_points: Points
    finished: bool
    wrong: tuple[bool, bool] = (False, False)  # whose player sat in the wrong order: the first team's, the second's


@dataclass(frozen=True)
class TeamMatch:
    """A match of a round: game points of both teams, and match points."""

    round: int
    first: int
    second: int
    boards: tuple[Board, ...]
    first_points: Points
    second_points: Points
    first_match_points: Points
    second_match_points: Points
    forfeited: bool = False

    @cached_property
    def finished(self) -> bool:
        return all(board.finished for board in self.boards)

    @property
    def rated_score(self) -> tuple[Points, Points]:
        """The score over the board, before boards played in the wrong order were corrected."""
        return (
            Points(sum(board.first_points for board in self.boards)),
            Points(sum(board.second_points for board in self.boards)),
        )


@dataclass(frozen=True, slots=True)
class TeamScore:
    """A team's totals."""

    match_points: Points
    game_points: Points
    played: int
    won: int
    drawn: int
    lost: int


def scoring(*, club: bool = False) -> TeamScoring:
    """Match points: 2, 1, 0; in the club manual 1, ½, 0 with a bye worth a won match."""
    return TeamScoring(win=ONE, draw=HALF, loss=ZERO, bye_match_points=ONE) if club else TeamScoring()


def matches(tournament: Tournament, round: int, *, order: BoardOrder = BoardOrder.FREE) -> tuple[TeamMatch, ...]:
    """The matches of a round with their points. With `order=FIXED` boards out of the basic order are forfeited.

    A board that both teams manned in the wrong order is lost by both. A match decided without play
    (`team_forfeits`) gives the winner every board and the match points of a win.
    """
    named_first = board_pattern(tournament)[0] == "W"  # the team with White on board 1 was named first
    return tuple(_seen(tournament, match, named_first, order) for match in team_results.matches(tournament, round))


def _seen(tournament: Tournament, match: team_results.Match, as_it_is: bool, order: BoardOrder) -> TeamMatch:
    """A match from the side of the team named first."""
    teams = (match.white, match.black)
    seats = match.boards
    points = match.white_points, match.black_points
    forfeit = match.forfeit
    if not as_it_is and match.games:
        teams, points, forfeit = teams[::-1], points[::-1], forfeit[::-1]
        seats = tuple(team_results.Board(b, a, theirs, mine, done) for a, b, mine, theirs, done in seats)
    worth = tournament.team_scoring
    if forfeit:
        signs = f"{forfeit:<2}"
        won = [worth.win if sign == "+" else worth.loss for sign in signs[:2]]
        return TeamMatch(match.round, *teams, (), *points, won[0], won[1], forfeited=True)
    wrong: list[Collection[int]] = [(), ()]
    if order is BoardOrder.FIXED:
        wrong = [
            wrong_boards(basic_list(tournament, team), [seat[side] for seat in seats])
            for side, team in enumerate(teams)
        ]
    rows = tuple(
        _board(tournament, number, seat, (number in wrong[0], number in wrong[1]))
        for number, seat in enumerate(seats, 1)
    )
    total = Points(sum(row.first_match_points for row in rows)), Points(sum(row.second_match_points for row in rows))
    if not all(row.finished for row in rows):
        gained = ZERO, ZERO
    elif not match.played and not any(total):  # nobody came
        gained = worth.loss, worth.loss
    else:
        gained = _match_points(worth, total)
    return TeamMatch(match.round, *teams, rows, *total, *gained)


def _board(tournament: Tournament, number: int, seat: team_results.Board, wrong: tuple[bool, bool]) -> Board:
    """A board with its points over the board, and for the match when somebody sat in the wrong order."""
    worth = tournament.scoring
    counted = seat.first_points, seat.second_points
    if any(wrong):
        counted = (
            worth.forfeit_loss if wrong[0] else worth.forfeit_win,
            worth.forfeit_loss if wrong[1] else worth.forfeit_win,
        )
    return Board(
        number, seat.first, seat.second, seat.first_points, seat.second_points, *counted, seat.finished, wrong
    )  # fmt: skip


def _match_points(worth: TeamScoring, score: tuple[Points, Points]) -> tuple[Points, Points]:
    if score[0] == score[1]:
        return worth.draw, worth.draw
    return (worth.win, worth.loss) if score[0] > score[1] else (worth.loss, worth.win)


def scores(
    tournament: Tournament, after: int | None = None, *, order: BoardOrder = BoardOrder.FREE
) -> dict[int, TeamScore]:
    """Every team's match points, game points and matches won, drawn and lost after a round, byes included."""
    last = rounds_paired(tournament) if after is None else after
    found = {}
    for team, rounds in team_results.team_rounds(tournament).items():
        found[team] = _add(TeamScore(ZERO, ZERO, 0, 0, 0, 0), *_without_matches(rounds[:last]), None)
    for r in range(1, last + 1):
        for match in matches(tournament, r, order=order):
            lead = match.first_points - match.second_points
            drawn = lead == 0 and not match.forfeited
            for team, points, worth, won in (
                (match.first, match.first_points, match.first_match_points, lead > 0),
                (match.second, match.second_points, match.second_match_points, lead < 0),
            ):
                if team in found:
                    result = "won" if won else "drawn" if drawn else "lost"
                    found[team] = _add(found[team], worth, points, result if match.finished else None)
    return found


def _without_matches(rounds: Sequence[team_results.TeamRound]) -> tuple[int, int]:
    """Match and game points of rounds without an opponent."""
    byes = [r for r in rounds if r.opponent is None]
    return sum(r.match_points for r in byes), sum(r.game_points for r in byes)


def _add(score: TeamScore, match_points: int, game_points: int, result: str | None) -> TeamScore:
    changes: dict[str, int] = {
        "match_points": score.match_points + match_points,
        "game_points": score.game_points + game_points,
    }
    if result is not None:
        changes |= {"played": score.played + 1, result: getattr(score, result) + 1}
    return replace(score, **changes)  # type: ignore[arg-type]
