"""Team play: line-ups, wrong boards, match and game points, forfeits, byes."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbitro.errors import Refused
from arbitro.formats import finished, next_round, teams
from arbitro.formats.teams import BoardOrder, Judged, WrongLineUp
from arbitro.model import (
    LineUp,
    Outcome,
    Player,
    PlayerRound,
    System,
    Team,
    TeamForfeit,
    TeamScoring,
    Tournament,
    points,
    team_results,
)
from arbitro.standings import team_crosstable, team_standings
from tests.formats import (
    BLACK_WINS,
    DRAW,
    PENDING,
    WHITE_WINS,
    Result,
    finished_round_robin,
    play,
    record,
    strongest_wins,
    team_event,
)

FIVE = Team(number=1, name="A", players=(1, 2, 3, 4, 5))


def kinds(line_up: list[int | None], **options: object) -> list[WrongLineUp]:
    return [fault.problem for fault in teams.faults_of(FIVE, line_up, 4, **options)]  # type: ignore[arg-type]


# -- line-ups


def test_with_one_reserve_there_are_five_line_ups() -> None:
    found = ["".join(map(str, line_up)) for line_up in teams.legal_line_ups(FIVE, 4)]
    assert found == ["1234", "1235", "1245", "1345", "2345"]
    assert all(not kinds(list(line_up)) for line_up in teams.legal_line_ups(FIVE, 4))


def test_exactly_the_line_ups_in_order_are_legal() -> None:
    legal = set(teams.legal_line_ups(FIVE, 4))
    for line_up in permutations(FIVE.players, 4):
        assert (not kinds(list(line_up))) is (line_up in legal)


@pytest.mark.parametrize(
    ("line_up", "problem"),
    [
        ([1, 2, 2, 4], WrongLineUp.TWICE),
        ([1, 2, 3, 9], WrongLineUp.UNKNOWN),
        ([1, None, 3, 4], WrongLineUp.GAP),
        ([1, 2, 3, 4, 5], WrongLineUp.TOO_MANY),
        ([2, 1, 3, 4], WrongLineUp.ORDER),
        ([1, 2, 5, 4], WrongLineUp.ORDER),
    ],
)
def test_what_is_wrong_is_named(line_up: list[int | None], problem: WrongLineUp) -> None:
    assert problem in kinds(line_up)
    with pytest.raises(Refused, match="Board") as refusal:
        teams.check(FIVE, line_up, 4)
    assert refusal.value.article


def test_an_empty_last_board_is_no_gap() -> None:
    assert kinds([1, 2, 3, None]) == []
    assert kinds([1, 3, None, None]) == []


def test_nobody_sits_above_somebody_a_hundred_points_better() -> None:
    players = [Player(number=n, name=str(n), rating=r) for n, r in enumerate((2000, 2100, 2101, 1900, 1850), 1)]
    by_rating = {"order": BoardOrder.RATING, "players": players}
    assert kinds([1, 2, 4, 5], **by_rating) == []  # exactly 100 is allowed
    assert kinds([1, 3, 4, 5], **by_rating) == [WrongLineUp.RATING]
    assert kinds([5, 4, 3, 1], order=BoardOrder.FREE) == []


def test_club_reserves_sit_on_board_three_or_below() -> None:
    assert kinds([1, 2, 4, 5], order=BoardOrder.CLUB) == []
    assert kinds([5, 1, 2, 3], order=BoardOrder.CLUB) == [WrongLineUp.RESERVE]
    assert kinds([1, 5, 2, 3], order=BoardOrder.CLUB) == [WrongLineUp.RESERVE]
    assert kinds([1, 2, 5, 3], order=BoardOrder.CLUB) == []


@pytest.mark.parametrize(("boards", "present", "start"), [(4, 2, False), (4, 3, True), (5, 3, True), (5, 2, False)])
def test_more_than_half_must_be_there(boards: int, present: int, start: bool) -> None:  # C.05 7.2
    assert teams.team_may_start(1, boards, present) is start
    assert teams.team_may_start(2, boards, present)


# -- matches


def match_of(results: dict[tuple[int, int], Result], **fields: object) -> Tournament:
    """Team A (1-5) against team B (6-10) on four boards."""
    return record(team_event(2, 5, System.ROUND_ROBIN, **fields), results)


def judged(t: Tournament) -> Judged:
    (match,) = team_results.matches(t, 1)
    return teams.judged(t, match)


def test_a_player_on_the_wrong_board_loses_it_for_the_match_only() -> None:  # C.05 7, the example of the manual
    t = match_of({(1, 7): WHITE_WINS, (9, 2): WHITE_WINS, (3, 8): DRAW, (10, 4): WHITE_WINS}, board_colours="WBWB")
    t = replace(t, line_ups=(LineUp(1, 1, 2, (1, 2, 3, 4)), LineUp(1, 2, 1, (7, 9, 8, 10))))
    found = judged(t)
    assert [[fault.board for fault in side] for side in found.faults] == [[], [2, 3]]
    assert (found.match.white, found.match.black) == (1, 2)
    assert (found.match.white_points, found.match.black_points) == (points("1½"), points("2½"))  # rated
    assert found.counted == (points(3), points(1))


def test_a_board_wrong_on_both_sides_is_lost_by_both() -> None:
    t = match_of({(2, 7): WHITE_WINS, (6, 1): DRAW})
    t = replace(t, line_ups=(LineUp(1, 1, 2, (2, 1)), LineUp(1, 2, 1, (7, 6))))
    found = judged(t)
    assert found.boards == (1, 2)
    assert found.counted == (0, 0)


def seen(t: Tournament) -> tuple[list[tuple[int | None, int | None]], tuple[int, int]]:
    """The seats and the game points of the only match."""
    (match,) = team_results.matches(t, 1)
    return [board[:2] for board in match.boards], (match.white_points, match.black_points)


def test_without_line_ups_the_list_gives_the_boards() -> None:
    t = match_of({(1, 6): WHITE_WINS, (7, 2): DRAW, (3, 8): DRAW, (9, 4): BLACK_WINS})
    assert seen(t) == ([(1, 6), (2, 7), (3, 8), (4, 9)], (points(3), points(1)))
    assert team_results.boards_per_match(t) == 4
    (first,), (second,) = team_results.team_rounds(t).values()
    assert (first.match_points, first.game_points, first.outcome) == (points(2), points(3), Outcome.WIN)
    assert (first.boards, second.boards) == ((10, 5, 5, 10), (0, 5, 5, 0))


def test_an_empty_board_is_lost_by_forfeit() -> None:
    t = match_of({(1, 6): DRAW, (7, 2): DRAW})
    t = replace(t, line_ups=(LineUp(1, 1, 2, (1, 2, 3)), LineUp(1, 2, 1, (6, 7, None))))
    assert seen(t) == ([(1, 6), (2, 7), (3, None)], (points(2), points(1)))


def test_one_line_up_is_enough() -> None:
    t = match_of({(1, 6): WHITE_WINS, (7, 2): DRAW})
    assert seen(replace(t, line_ups=(LineUp(1, 2, 1, (6, 7)),)))[0] == [(1, 6), (2, 7)]


def test_who_faces_a_board_left_empty_wins_it_although_their_team_handed_in_nothing() -> None:
    t = match_of({(1, 6): DRAW})
    results = list(t.results)
    results[1] = (PlayerRound(1, None, None, Outcome.FORFEIT_WIN),)
    for line_up in (LineUp(1, 2, 1, (6, None)), LineUp(1, 1, 2, (1, 2))):
        found = seen(replace(t, results=tuple(results), line_ups=(line_up,)))
        assert found == ([(1, 6), (2, None)], (points("1½"), points("½")))


def test_teams_of_a_forfeited_match_were_there_to_be_paired() -> None:
    t = team_event(2, 2, System.TEAM)
    absent = tuple((PlayerRound(1, None, None, Outcome.ZERO_BYE),) for _ in t.players)
    t = replace(t, results=absent, team_forfeits=(TeamForfeit(1, 1, 2, "--"),))
    assert all(not rounds for rounds in team_results.before_pairing(t, 1).results)


def test_an_unfinished_match_gives_no_match_points() -> None:
    t = match_of({(1, 6): WHITE_WINS, (7, 2): PENDING})
    (match,) = team_results.matches(t, 1)
    assert not match.finished
    assert all(r.match_points == 0 for (r,) in team_results.team_rounds(t).values())


@pytest.mark.parametrize(
    ("result", "match_points", "game_points"),
    [("+-", (20, 0), (40, 0)), ("-+", (0, 20), (0, 40)), ("--", (0, 0), (0, 0))],
)
def test_a_forfeited_match_counts_every_board(
    result: str, match_points: tuple[int, int], game_points: tuple[int, int]
) -> None:
    t = replace(
        team_event(2, 4, System.ROUND_ROBIN), team_forfeits=(TeamForfeit(1, 1, 2, result),), board_colours="WBWB"
    )
    rounds = [r for (r,) in team_results.team_rounds(t).values()]
    assert tuple(r.match_points for r in rounds) == match_points
    assert tuple(r.game_points for r in rounds) == tuple(sum(r.boards) for r in rounds) == game_points


def test_a_bye_is_worth_a_drawn_match_unless_said_otherwise() -> None:
    t = replace(team_event(3, 4, System.ROUND_ROBIN), team_byes=(3,))
    assert team_results.team_scores(t)[3] == (points(1), points(2))
    t = replace(t, team_scoring=TeamScoring(bye_match_points=points(2), bye_game_points=points("2½")))
    assert team_results.team_scores(t)[3].game_points == points("2½")


@settings(deadline=None)
@given(st.integers(1, 6), st.integers(1, 6), st.sampled_from(["WB", "BW", "WBWB", "BWBW", "WBBW"]))
def test_every_board_of_a_match_is_paired(first: int, second: int, pattern: str) -> None:
    a = tuple(range(1, first + 1))
    b = tuple(range(101, 101 + second))
    games = team_results.seats(a, b, pattern)
    assert len(games) == max(first, second)
    for i, (white, black) in enumerate(games):
        mine = white if pattern[i % len(pattern)] == "W" else black
        assert mine == (a[i] if i < first else None)


def test_a_team_round_robin_from_start_to_end() -> None:
    scores = team_results.team_scores(finished_round_robin(5, 4))
    assert [scores[n].match_points for n in range(1, 6)] == [80, 60, 40, 20, 0]
    assert [scores[n].game_points for n in range(1, 6)] == [160, 120, 80, 40, 0]


@pytest.mark.parametrize(
    ("system", "teams", "boards", "games"),
    [(System.MOLTER, 5, 4, 4), (System.SKALITZKA, 3, 4, 4), (System.HILTON, 4, 3, 3), (System.HILTON, 6, 5, 3)],
)
def test_a_match_spread_over_rounds_is_one_match(system: System, teams: int, boards: int, games: int) -> None:
    t = team_event(teams, boards, system)
    ranking = []
    while not finished(t):
        t = play(t, next_round(t), strongest_wins)
        ranking.append(team_standings(t, ["GP"]))
    best = ranking[-1].rows[0]
    assert (best.number, best.points, best.values["GP"]) == (1, 20 * (teams - 1), games * (teams - 1))
    assert [row.points for row in ranking[-1].rows] == [20 * (teams - k) for k in range(1, teams + 1)]
    assert all(row.points == 0 for row in ranking[0].rows)  # no match is over after the first round
    table = team_crosstable(t, ranking[-1])
    assert table.rows[0].cells == ("*", *[str(games)] * (teams - 1))
    assert team_results.team_scores(t)[1].game_points == 10 * games * (teams - 1)
