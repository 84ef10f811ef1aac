"""The club rules of 1974: what their forms and tie-breaks compute.

    rule     here
    TBK-3    median_discards (Harkness), used by the tie-break MEDIAN
    TBK-5    adjusted_score
    TBK-12   kashdan
    TEA-6    team_order
    FRM-1    results_of_running (the wall sheet), running_totals
    FRM-4    team_match
    FRM-6    board_totals_agree
    TEA-5    absent_player

Solkoff, the median and Sonneborn-Berger of a whole tournament are tie-breaks like the others, in the edition `club`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate

from arbitro.model import Outcome
from arbitro.model.outcome import Scoring, Worth
from arbitro.model.points import HALF, ONE, ZERO
from arbitro.model.rating_tables import expected_hundredths

KASHDAN_POINTS = {Worth.WIN: 4, Worth.DRAW: 2, Worth.LOSS: 1}  # nothing for what was not played
ROUND_ROBIN_BYE = ONE  # what the free round of an odd round robin is worth
UNFINISHED_FOR_PAIRING = ONE  # what an unfinished game counts for each player until it ends, for pairing only


def median_discards(rounds: int) -> int:
    """How many opponents the Harkness median leaves out at each end.

    >>> [median_discards(n) for n in (5, 8, 9, 12, 13)]
    [1, 1, 2, 2, 3]
    """
    return 1 if rounds <= 8 else 2 if rounds <= 12 else 3


def solkoff(opponent_scores: Sequence[int]) -> int:
    """The sum of the opponents' adjusted scores."""
    return sum(opponent_scores)


def median(opponent_scores: Sequence[int], rounds: int) -> int:
    """Solkoff without the highest and the lowest."""
    cut = median_discards(rounds)
    return sum(sorted(opponent_scores)[cut : max(len(opponent_scores) - cut, 0)])


def sonneborn_berger(games: Iterable[tuple[int, int]]) -> int:
    """Opponent's score times result, added up; both in tenths, so the sum is in hundredths."""
    return sum(score * result for score, result in games)


def adjusted_score(outcomes: Iterable[Outcome], scoring: Scoring = Scoring()) -> int:
    """The score that the others' tie-breaks use: every unplayed game counts half a point."""
    return sum(scoring.points(outcome) if outcome.played else HALF for outcome in outcomes)


def kashdan(outcomes: Iterable[Outcome]) -> int:
    """4 for a win, 2 for a draw, 1 for a loss, 0 for a forfeit or a bye."""
    return sum(KASHDAN_POINTS.get(outcome.worth, 0) for outcome in outcomes if outcome.played)


def running_totals(points: Sequence[int | None], totals: Sequence[int | None]) -> list[int | None]:
    """Fill in a pairing card: totals from points, as far as both tell; None where it cannot be known."""
    filled: list[int | None] = []
    for k, total in enumerate(totals):
        before = ZERO if k == 0 else filled[k - 1]
        mine = points[k]
        if total is None and before is not None and mine is not None:
            total = before + mine
        filled.append(total)
    return filled


def results_of_running(totals: Sequence[int | None], forfeits: frozenset[int] = frozenset()) -> list[Outcome | None]:
    """The results that a wall sheet of running totals shows; None once a player is out.

    `forfeits` are the rounds (from 1) whose figure is circled.
    """
    results: list[Outcome | None] = []
    before = 0
    for k, total in enumerate(totals, 1):
        if total is None:
            results.append(None)
            continue
        gain, before = total - before, total
        if k in forfeits:
            results.append(Outcome.FORFEIT_WIN if gain >= ONE else Outcome.FORFEIT_LOSS)
        else:
            results.append(Outcome.WIN if gain >= ONE else Outcome.DRAW if gain == HALF else Outcome.LOSS)
    return results


def better(values: Mapping[str, float]) -> str | None:
    """Who has more of one tie-break; None if the best are level."""
    best = max(values.values())
    leaders = [name for name, value in values.items() if value == best]
    return leaders[0] if len(leaders) == 1 else None


def same_expectation(first: int, second: int) -> bool:
    """Two rating differences in the same row of the table: then the sum of the opponents' ratings decides as well."""
    return expected_hundredths(first) == expected_hundredths(second)


def team_order(teams: Mapping[str, tuple[float, float | None]]) -> list[str]:
    """Teams by match points, then by the tie-break chosen; one that was not computed counts as none."""
    return sorted(teams, key=lambda name: (teams[name][0], teams[name][1] or 0), reverse=True)


def team_match(first: Sequence[int], second: Sequence[int]) -> tuple[tuple[int, int], tuple[int, int]]:
    """Board points and match points (1, ½, 0) of both teams."""
    boards = (sum(first), sum(second))
    return boards, (match_result(*boards), match_result(*boards[::-1]))


def match_result(own: int, other: int) -> int:
    """A match is one unit: won 1, drawn ½, lost 0."""
    return ONE if own > other else HALF if own == other else ZERO


def team_running(board_points: Sequence[int], boards: int) -> tuple[list[int], list[int]]:
    """Match points round by round and the running board points of a team, from its board points."""
    whole = boards * ONE
    return [match_result(own, whole - own) for own in board_points], list(accumulate(board_points))


def board_totals_agree(individual_totals: Iterable[int], board_total: int) -> bool:
    """The players' totals must add up to the team's board points."""
    return sum(individual_totals) == board_total


def absent_player(others: Sequence[int]) -> tuple[int, Outcome]:
    """A missing player loses his board by default; the others play."""
    return sum(others), Outcome.FORFEIT_LOSS
