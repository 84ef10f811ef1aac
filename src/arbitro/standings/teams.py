"""Team events: the matches as records, match points and game points, and the tie-breaks on boards.

    2023     2024     here
    10.1     11.1     TeamRecord.match_points, .game_points
    11       12       board_points: forfeits as results, a bye as wins on every board
    11.1     12.1     board_count
    11.2     12.2     top_boards
    11.3     12.3     bottom_boards
    12.4     13.4     schedule_factor

Not here: Buchholz and the others on match or game points (the same functions as for players, on `book`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from arbitro.model import LineUp, Outcome, Team, Tournament
from arbitro.model.points import HALF, ONE, ZERO
from arbitro.model.team import TeamScoring
from arbitro.standings.book import NOBODY, Book, Slot
from arbitro.standings.edition import TieBreakEdition


@dataclass(frozen=True, slots=True)
class TeamRecord:
    """One team in one round: its opponent, what it was awarded and the results on its boards, board 1 first."""

    opponent: int | None
    outcome: Outcome
    match_points: int
    game_points: int
    boards: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class TeamTable:
    """All teams' matches; `records[k]` belong to `teams[k]`, round 1 first."""

    teams: tuple[int, ...]
    records: tuple[tuple[TeamRecord, ...], ...]
    boards: int
    scoring: TeamScoring = TeamScoring()

    @property
    def rounds(self) -> int:
        return max(map(len, self.records), default=0)

    def after(self, round: int) -> TeamTable:
        return TeamTable(self.teams, tuple(records[:round] for records in self.records), self.boards, self.scoring)

    def book(self, score: str, edition: TieBreakEdition, *, predetermined: bool = False) -> Book:
        """The book in match points ("MP") or game points ("GP")."""
        index = {team: i for i, team in enumerate(self.teams)}
        in_matches = score == "MP"
        slots = (
            [
                Slot(
                    NOBODY if record.opponent is None else index[record.opponent],
                    record.outcome,
                    record.match_points if in_matches else record.game_points,
                )
                for record in records
            ]
            for records in self.records
        )
        return Book.of_slots(
            self.teams,
            slots,
            edition,
            win=self.scoring.win if in_matches else self.boards * ONE,
            draw=self.scoring.draw if in_matches else self.boards * HALF,
            predetermined=predetermined,
        )


def match_outcome(own: int, other: int) -> Outcome:
    """10.1.1: who has more game points wins the match."""
    return Outcome.WIN if own > other else Outcome.LOSS if own < other else Outcome.DRAW


def match_points(outcome: Outcome, scoring: TeamScoring) -> int:
    return {
        Outcome.WIN: scoring.win,
        Outcome.FORFEIT_WIN: scoring.win,
        Outcome.DRAW: scoring.draw,
        Outcome.LOSS: scoring.loss,
        Outcome.PAIRING_BYE: scoring.bye_match_points,
    }.get(outcome, ZERO)


def played_match(opponent: int, own: Sequence[int], other: Sequence[int], scoring: TeamScoring) -> TeamRecord:
    """A match over the boards from both sides' results."""
    outcome = match_outcome(sum(own), sum(other))
    return TeamRecord(opponent, outcome, match_points(outcome, scoring), sum(own), tuple(own))


def forfeited_match(opponent: int, won: bool, boards: int, scoring: TeamScoring) -> TeamRecord:
    """A match without play: all boards to one side."""
    outcome = Outcome.FORFEIT_WIN if won else Outcome.FORFEIT_LOSS
    results = (ONE if won else ZERO,) * boards
    return TeamRecord(opponent, outcome, match_points(outcome, scoring), sum(results), results)


def bye(outcome: Outcome, boards: int, scoring: TeamScoring) -> TeamRecord:
    """A round without a match. The pairing-allocated bye counts a win on every board for article 11."""
    if outcome is not Outcome.PAIRING_BYE:
        return TeamRecord(None, outcome, ZERO, ZERO, (ZERO,) * boards)
    game_points = boards * HALF if scoring.bye_game_points is None else scoring.bye_game_points
    return TeamRecord(None, outcome, scoring.bye_match_points, game_points, (ONE,) * boards)


def team_table(tournament: Tournament, after: int | None = None) -> TeamTable:
    """The matches of a team tournament, put together from the line-ups and the players' results."""
    rounds = tournament.rounds_paired if after is None else min(after, tournament.rounds_paired)
    teams = tournament.teams
    team_of = {number: team.number for team in teams for number in team.players}
    line_ups = {(line_up.team, line_up.round): line_up for line_up in tournament.line_ups}
    forfeits = {}
    for f in tournament.team_forfeits:
        forfeits[f.first, f.round] = (f.second, f.result[:1] == "+")
        forfeits[f.second, f.round] = (f.first, f.result[1:2] == "+")
    scoring = tournament.team_scoring
    seats = {
        (team.number, k): _seats(tournament, team, k, line_ups.get((team.number, k)))
        for team in teams
        for k in range(1, rounds + 1)
    }
    boards = len(tournament.board_colours) or _boards(tournament, seats)

    def record(team: Team, k: int) -> TeamRecord:
        if (team.number, k) in forfeits:
            opponent, won = forfeits[team.number, k]
            return forfeited_match(opponent, won, boards, scoring)
        if k <= len(tournament.team_byes) and tournament.team_byes[k - 1] == team.number:
            return bye(Outcome.PAIRING_BYE, boards, scoring)
        own = seats[team.number, k]
        line_up = line_ups.get((team.number, k))
        opponent_team = line_up.opponent if line_up else _opponent(tournament, own, k, team_of)
        if not opponent_team:
            paired_bye = any(
                number is not None and tournament.round_of(number, k).outcome is Outcome.PAIRING_BYE for number in own
            )
            return bye(Outcome.PAIRING_BYE if paired_bye else Outcome.ZERO_BYE, boards, scoring)
        mine = [_points(tournament, number, k) for number in own]
        theirs = [_points(tournament, number, k) for number in seats.get((opponent_team, k), ())]
        if not any(number is not None and tournament.round_of(number, k).played for number in own):
            if any(_pending(tournament, number, k) for number in own):
                return TeamRecord(opponent_team, Outcome.PENDING, ZERO, ZERO, tuple(mine))
            return forfeited_match(opponent_team, sum(mine) > sum(theirs), boards, scoring)
        return played_match(opponent_team, mine, theirs, scoring)

    return TeamTable(
        tuple(team.number for team in teams),
        tuple(tuple(record(team, k) for k in range(1, rounds + 1)) for team in teams),
        boards,
        scoring,
    )


def _seats(tournament: Tournament, team: Team, round: int, line_up: LineUp | None) -> tuple[int | None, ...]:
    """Who sat at boards 1, 2 … of a team: its line-up, or the players with a result, in the order of the list."""
    if line_up is not None:
        return line_up.boards
    return tuple(
        number
        for number in team.players
        if number in tournament.index and not tournament.round_of(number, round).outcome.requested
    )


def _boards(tournament: Tournament, seats: Mapping[tuple[int, int], Sequence[int | None]]) -> int:
    """The number of boards: the largest line-up of a round in which the team met somebody."""
    return max(
        (
            len(seated)
            for (_team, k), seated in seats.items()
            if any(number is not None and tournament.round_of(number, k).opponent is not None for number in seated)
        ),
        default=0,
    )


def _opponent(tournament: Tournament, seats: Sequence[int | None], round: int, team_of: dict[int, int]) -> int | None:
    for number in seats:
        if number is not None:
            opponent = tournament.round_of(number, round).opponent
            if opponent in team_of:
                return team_of[opponent]
    return None


def _points(tournament: Tournament, number: int | None, round: int) -> int:
    return ZERO if number is None else tournament.points_of(tournament.round_of(number, round))


def _pending(tournament: Tournament, number: int | None, round: int) -> bool:
    return number is not None and tournament.round_of(number, round).outcome is Outcome.PENDING


# -- the tie-breaks of article 11, on one match or on all matches of an event


def board_points(matches: Sequence[Sequence[int]]) -> list[int]:
    """The points made on board 1, 2 … over several matches, whoever sat there."""
    boards = max(map(len, matches), default=0)
    return [sum(match[b] for match in matches if b < len(match)) for b in range(boards)]


def board_count(points: Sequence[int]) -> int:
    """11.1: board number times points, added up; the lower total is better."""
    return sum(board * p for board, p in enumerate(points, 1))


def top_boards(points: Sequence[int]) -> tuple[int, ...]:
    """11.2: points on board 1; if level, on board 2, and so on."""
    return tuple(points)


def bottom_boards(points: Sequence[int]) -> tuple[int, ...]:
    """11.3: points without the last board; if level, without the last two, and so on."""
    return tuple(sum(points[:last]) for last in range(len(points) - 1, 0, -1))


def schedule_factor(rounds: int, boards: int, primary: str, scoring: TeamScoring = TeamScoring()) -> int:
    """12.4.2 b: the highest primary score of the event over the highest secondary score of a match, truncated.

    >>> schedule_factor(11, 4, "MP"), schedule_factor(9, 4, "GP")
    (5, 18)
    """
    in_matches, in_games = scoring.win, boards * ONE
    factor = rounds * in_matches // in_games if primary == "MP" else rounds * in_games // in_matches
    return max(factor, 1)
