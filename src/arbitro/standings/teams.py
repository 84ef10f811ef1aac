"""Team events: match points and game points as books, and the tie-breaks on boards.

    2023     2024     here
    10.1     11.1     TeamTable.book
    11       12       board_points: forfeits as results, a bye as wins on every board
    11.1     12.1     board_count
    11.2     12.2     top_boards
    11.3     12.3     bottom_boards
    12.4     13.4     schedule_factor
    club     -        board_medians

Not here: how matches are read out of the players' games, and what they are worth (`model.team_results`); Buchholz and
the others on match or game points (the same functions as for players, on `book`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arbitro.model import Tournament
from arbitro.model.points import HALF, ONE, ZERO
from arbitro.model.team import TeamScoring
from arbitro.model.team_results import SPREAD, TeamRound, boards_per_match, spread_matches, team_rounds
from arbitro.standings.book import NOBODY, Book, Slot
from arbitro.standings.cuts import median_discards
from arbitro.standings.edition import TieBreakEdition


@dataclass(frozen=True, slots=True)
class TeamTable:
    """All teams' matches; `records[k]` belong to `teams[k]`, round 1 first."""

    teams: tuple[int, ...]
    records: tuple[tuple[TeamRound, ...], ...]
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


def team_table(tournament: Tournament, after: int | None = None) -> TeamTable:
    """The matches of a team tournament with the results on their boards."""
    if tournament.system in SPREAD:
        rounds = spread_matches(tournament if after is None else tournament.after(after))
        boards = max((len(team.players) for team in tournament.teams), default=0)
        after = None
    else:
        rounds, boards = team_rounds(tournament), boards_per_match(tournament)
    return TeamTable(
        tuple(rounds),
        tuple(records[:after] for records in rounds.values()),
        boards,
        tournament.team_scoring,
        tournament.planned_rounds,
    )


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
    discards = median_discards(table.rounds)
    medians = []
    for board in range(table.boards):
        scores = [
            _board_score(table.records[index[record.opponent]], board)
            if record.outcome.played and record.opponent is not None
            else ZERO
            for record in table.records[team]
        ]
        ordered = sorted(scores)
        medians.append(sum(ordered[discards : max(len(ordered) - discards, 0)]))
    return medians


def _board_score(records: Sequence[TeamRound], board: int) -> int:
    return sum(
        (record.boards[board] if board < len(record.boards) else ZERO) if record.outcome.played else HALF
        for record in records
    )
