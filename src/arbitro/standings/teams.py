"""Team events: the matches as records, match points and game points, and the tie-breaks on boards.

    2023     2024     here
    10.1     11.1     TeamRecord.match_points, .game_points
    11       12       board_points: forfeits as results, a bye as wins on every board
    11.1     12.1     board_count
    11.2     12.2     top_boards
    11.3     12.3     bottom_boards
    12.4     13.4     schedule_factor
    club     -        board_medians

Not here: how matches are read out of the players' games (`model.team_results`); Buchholz and the others on match or
game points (the same functions as for players, on `book`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from arbitro.model import LineUp, Outcome, Team, Tournament
from arbitro.model.points import HALF, ONE, ZERO
from arbitro.model.team import TeamScoring
from arbitro.model.team_results import TeamRound, boards_per_match, team_rounds
from arbitro.standings.book import NOBODY, Book, Slot
from arbitro.standings.club import median
from arbitro.standings.edition import TieBreakEdition

_FORFEITS = frozenset({Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS})


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
    planned_rounds: int | None = None  # of the whole event, where it is known

    @property
    def rounds(self) -> int:
        return max(map(len, self.records), default=0)

    @property
    def event_rounds(self) -> int:
        """The rounds of the whole event: those planned, or those there are."""
        return max(self.planned_rounds or 0, self.rounds)

    def after(self, round: int) -> TeamTable:
        return replace(self, records=tuple(records[:round] for records in self.records))

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
    """10.1.1: what a match or a round without one is worth."""
    return {
        Outcome.WIN: scoring.win,
        Outcome.FORFEIT_WIN: scoring.win,
        Outcome.FULL_BYE: scoring.win,
        Outcome.DRAW: scoring.draw,
        Outcome.HALF_BYE: scoring.draw,
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
    results = unplayed_boards(outcome, boards)
    return TeamRecord(opponent, outcome, match_points(outcome, scoring), sum(results), results)


def bye(outcome: Outcome, boards: int, scoring: TeamScoring) -> TeamRecord:
    """A round without a match."""
    results = unplayed_boards(outcome, boards)
    game_points = sum(results)
    if outcome is Outcome.PAIRING_BYE:
        game_points = boards * HALF if scoring.bye_game_points is None else scoring.bye_game_points
    return TeamRecord(None, outcome, match_points(outcome, scoring), game_points, results)


def unplayed_boards(outcome: Outcome, boards: int) -> tuple[int, ...]:
    """11: every board of a round without a match; the pairing-allocated bye is a win on each, whatever was awarded."""
    full = (Outcome.FORFEIT_WIN, Outcome.FULL_BYE, Outcome.PAIRING_BYE)
    return (ONE if outcome in full else HALF if outcome is Outcome.HALF_BYE else ZERO,) * boards


def team_table(tournament: Tournament, after: int | None = None) -> TeamTable:
    """The matches of a team tournament with the results on their boards."""
    line_ups = {(line_up.team, line_up.round): line_up for line_up in tournament.line_ups}
    boards = boards_per_match(tournament)

    def record(team: Team, r: TeamRound) -> TeamRecord:
        seated = _seats(tournament, team, r.round, line_ups.get((team.number, r.round)))
        results = tuple(_points(tournament, number, r.round) for number in seated)
        if r.opponent is None or (r.outcome in _FORFEITS and sum(results) != r.game_points):  # forfeited as a whole
            results = unplayed_boards(r.outcome, boards)
        return TeamRecord(r.opponent, r.outcome, r.match_points, r.game_points, results)

    rounds = team_rounds(tournament)
    return TeamTable(
        tuple(team.number for team in tournament.teams),
        tuple(tuple(record(team, r) for r in rounds[team.number][:after]) for team in tournament.teams),
        boards,
        tournament.team_scoring,
        tournament.planned_rounds,
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


def _points(tournament: Tournament, number: int | None, round: int) -> int:
    return ZERO if number is None else tournament.points_of(tournament.round_of(number, round))


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


def board_medians(table: TeamTable, team: int) -> list[int]:
    """Club rules (TEA-6): the Harkness median of every board, whoever sat there.

    The opponent of a board is the same board of the other team, with half a point for every match not played; an own
    match not played counts nothing.
    """
    index = {number: i for i, number in enumerate(table.teams)}
    found = []
    for board in range(table.boards):
        scores = [
            _board_score(table.records[index[record.opponent]], board)
            if record.outcome.played and record.opponent is not None
            else ZERO
            for record in table.records[team]
        ]
        found.append(median(scores, table.rounds))
    return found


def _board_score(records: Sequence[TeamRecord], board: int) -> int:
    return sum(
        (record.boards[board] if board < len(record.boards) else ZERO) if record.outcome.played else HALF
        for record in records
    )
