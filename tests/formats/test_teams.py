"""Team play: line-ups, wrong boards, match and game points, forfeits, byes."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbitro.errors import Refused
from arbitro.formats import line_ups, next_round, teams
from arbitro.formats.line_ups import BoardOrder, Problem
from arbitro.model import (
    LineUp,
    Outcome,
    Pair,
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
from tests.formats import BLACK_WINS, DRAW, PENDING, WHITE_WINS, Result, finished_round_robin, record, team_event

FIVE = Team(number=1, name="A", players=(1, 2, 3, 4, 5))


def kinds(line_up: list[int | None], **options: object) -> list[Problem]:
    return [fault.problem for fault in line_ups.problems(FIVE, line_up, 4, **options)]  # type: ignore[arg-type]


# -- line-ups


def test_with_one_reserve_there_are_five_line_ups() -> None:
    found = ["".join(map(str, line_up)) for line_up in line_ups.legal_line_ups(FIVE, 4)]
    assert found == ["1234", "1235", "1245", "1345", "2345"]
    assert all(not kinds(list(line_up)) for line_up in line_ups.legal_line_ups(FIVE, 4))


def test_exactly_the_line_ups_in_order_are_legal() -> None:
    legal = set(line_ups.legal_line_ups(FIVE, 4))
    for line_up in permutations(FIVE.players, 4):
        assert (not kinds(list(line_up))) is (line_up in legal)


@pytest.mark.parametrize(
    ("line_up", "problem"),
    [
        ([1, 2, 2, 4], Problem.TWICE),
        ([1, 2, 3, 9], Problem.UNKNOWN),
        ([1, None, 3, 4], Problem.GAP),
        ([1, 2, 3, 4, 5], Problem.TOO_MANY),
        ([2, 1, 3, 4], Problem.ORDER),
        ([1, 2, 5, 4], Problem.ORDER),
    ],
)
def test_what_is_wrong_is_named(line_up: list[int | None], problem: Problem) -> None:
    assert problem in kinds(line_up)
    with pytest.raises(Refused, match="Board") as refusal:
        line_ups.check(FIVE, line_up, 4)
    assert refusal.value.article


def test_an_empty_last_board_is_no_gap() -> None:
    assert kinds([1, 2, 3, None]) == []
    assert kinds([1, 3, None, None]) == []


def test_without_a_line_up_the_first_named_play() -> None:  # C.05 7.1
    assert line_ups.default_line_up(FIVE, 4) == (1, 2, 3, 4)
    assert line_ups.default_line_up(Team(number=2, name="B", players=(7, 8, 9)), 4) == (7, 8, 9, None)


def test_nobody_sits_above_somebody_a_hundred_points_better() -> None:
    players = [Player(number=n, name=str(n), rating=r) for n, r in enumerate((2000, 2100, 2101, 1900, 1850), 1)]
    by_rating = {"order": BoardOrder.RATING, "ratings": players}
    assert kinds([1, 2, 4, 5], **by_rating) == []  # exactly 100 is allowed
    assert kinds([1, 3, 4, 5], **by_rating) == [Problem.RATING]
    assert kinds([5, 4, 3, 1], order=BoardOrder.FREE) == []


def test_club_substitutes_sit_on_board_three_or_below() -> None:
    assert kinds([1, 2, 4, 5], club=True) == []
    assert kinds([5, 1, 2, 3], club=True, order=BoardOrder.FREE) == [Problem.SUBSTITUTE]
    assert kinds([1, 5, 2, 3], club=True, order=BoardOrder.FREE) == [Problem.SUBSTITUTE]
    assert kinds([1, 2, 5, 3], club=True, order=BoardOrder.FREE) == []


@pytest.mark.parametrize(("boards", "present", "start"), [(4, 2, False), (4, 3, True), (5, 3, True), (5, 2, False)])
def test_more_than_half_must_be_there(boards: int, present: int, start: bool) -> None:  # C.05 7.2
    assert line_ups.may_start(present, boards) is start


# -- matches


def match_of(results: dict[tuple[int, int], Result], **fields: object) -> Tournament:
    """Team A (1-5) against team B (6-10) on four boards."""
    return record(team_event(2, 5, System.ROUND_ROBIN, **fields), results)


def test_a_player_on_the_wrong_board_loses_it_for_the_match_only() -> None:  # C.05 7, the example of the manual
    t = match_of({(1, 7): WHITE_WINS, (9, 2): WHITE_WINS, (3, 8): DRAW, (10, 4): WHITE_WINS}, board_colours="WBWB")
    t = replace(t, line_ups=(LineUp(1, 1, 2, (1, 2, 3, 4)), LineUp(1, 2, 1, (7, 9, 8, 10))))
    (match,) = teams.matches(t, 1, order=BoardOrder.FIXED)
    assert [board.wrong for board in match.boards] == [(False, False), (False, True), (False, True), (False, False)]
    assert (match.first, match.second) == (1, 2)
    assert match.rated_score == (points("1½"), points("2½"))
    assert (match.first_points, match.second_points) == (points(3), points(1))
    assert (match.first_match_points, match.second_match_points) == (points(2), points(0))
    (as_played,) = teams.matches(t, 1)
    assert (as_played.first_match_points, as_played.second_match_points) == (points(0), points(2))


def test_a_board_wrong_on_both_sides_is_lost_by_both() -> None:
    t = match_of({(2, 7): WHITE_WINS, (6, 1): DRAW})
    t = replace(t, line_ups=(LineUp(1, 1, 2, (2, 1)), LineUp(1, 2, 1, (7, 6))))
    (match,) = teams.matches(t, 1, order=BoardOrder.FIXED)
    assert [board.wrong for board in match.boards] == [(True, True), (True, True)]
    assert (match.first_points, match.second_points) == (0, 0)


def test_without_line_ups_the_basic_list_gives_the_boards() -> None:
    t = match_of({(1, 6): WHITE_WINS, (7, 2): DRAW, (3, 8): DRAW, (9, 4): BLACK_WINS})
    (match,) = teams.matches(t, 1)
    assert [(b.first, b.second) for b in match.boards] == [(1, 6), (2, 7), (3, 8), (4, 9)]
    assert (match.first_points, match.second_points) == (points(3), points(1))
    assert teams.boards_per_match(t) == 4
    scores = teams.scores(t)
    assert (scores[1].match_points, scores[1].game_points) == (points(2), points(3))
    assert (scores[1].won, scores[1].drawn, scores[1].lost, scores[2].lost) == (1, 0, 0, 1)


def test_the_first_team_shows_in_the_colours() -> None:
    games = {(6, 1): DRAW, (2, 7): DRAW}
    assert teams.matches(match_of(games), 1)[0].first == 2
    assert teams.matches(match_of(games, board_colours="BWBW"), 1)[0].first == 1


def test_an_empty_board_is_lost_by_forfeit() -> None:
    t = match_of({(1, 6): DRAW, (7, 2): DRAW})
    t = replace(t, line_ups=(LineUp(1, 1, 2, (1, 2, 3)), LineUp(1, 2, 1, (6, 7, None))))
    (match,) = teams.matches(t, 1)
    assert (match.first_points, match.second_points) == (points(2), points(1))


def test_a_board_without_a_named_opponent_counts() -> None:
    t = match_of({(1, 6): DRAW, (3, 8): DRAW})
    results = list(t.results)
    results[1] = (PlayerRound(1, None, None, Outcome.FORFEIT_WIN),)  # player 2 had nobody against him
    results[8] = (PlayerRound(1, None, None, Outcome.FORFEIT_LOSS),)  # player 9 did not come, nor did anybody else
    (match,) = teams.matches(replace(t, results=tuple(results)), 1)
    assert [(b.first, b.second) for b in match.boards] == [(1, 6), (2, None), (3, 8), (None, 9)]
    assert (match.first_points, match.second_points) == (points(2), points(1))


def test_players_may_know_their_team_by_themselves() -> None:
    t = match_of({(1, 6): WHITE_WINS, (7, 2): DRAW})
    players = tuple(replace(p, team=1 if p.number <= 5 else 2) for p in t.players)
    t = replace(t, players=players, teams=())
    (match,) = teams.matches(t, 1)
    assert (match.first_points, match.second_points) == (points("1½"), points("½"))


def test_one_line_up_is_enough() -> None:
    t = match_of({(1, 6): WHITE_WINS, (7, 2): DRAW})
    t = replace(t, line_ups=(LineUp(1, 2, 1, (6, 7)),))
    (match,) = teams.matches(t, 1)
    assert [(b.first, b.second) for b in match.boards] == [(1, 6), (2, 7)]


def test_who_faces_a_board_left_empty_wins_it_although_his_team_handed_in_nothing() -> None:
    t = match_of({(1, 6): DRAW})
    results = list(t.results)
    results[1] = (PlayerRound(1, None, None, Outcome.FORFEIT_WIN),)
    for line_up in (LineUp(1, 2, 1, (6, None)), LineUp(1, 1, 2, (1, 2))):
        (match,) = teams.matches(replace(t, results=tuple(results), line_ups=(line_up,)), 1)
        assert [(b.first, b.second) for b in match.boards] == [(1, 6), (2, None)]
        assert (match.first_points, match.second_points) == (points("1½"), points("½"))


def test_teams_of_a_forfeited_match_were_there_to_be_paired() -> None:
    t = team_event(2, 2, System.TEAM)
    absent = tuple((PlayerRound(1, None, None, Outcome.ZERO_BYE),) for _ in t.players)
    t = replace(t, results=absent, team_forfeits=(TeamForfeit(1, 1, 2, "--"),))
    assert all(not rounds for rounds in team_results.before_pairing(t, 1).results)


def test_an_unfinished_match_gives_no_match_points() -> None:
    (match,) = teams.matches(match_of({(1, 6): WHITE_WINS, (7, 2): PENDING}), 1)
    assert not match.finished
    assert match.first_match_points == match.second_match_points == 0


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
    (match,) = teams.matches(t, 1)
    assert (match.first_match_points, match.second_match_points) == match_points
    assert (match.first_points, match.second_points) == game_points
    scores = teams.scores(t, after=1)
    assert (scores[1].match_points, scores[2].match_points) == match_points
    assert scores[1].drawn == 0


def test_a_bye_is_worth_a_drawn_match_unless_said_otherwise() -> None:
    t = replace(team_event(3, 4, System.ROUND_ROBIN), team_byes=(3,))
    assert teams.scores(t, after=1)[3].match_points == points(1)
    assert teams.scores(t, after=1)[3].game_points == points(2)
    t = replace(t, team_scoring=TeamScoring(bye_match_points=points(2), bye_game_points=points("2½")))
    assert teams.scores(t, after=1)[3].game_points == points("2½")


def test_the_club_counts_a_match_as_a_game() -> None:
    t = match_of({(1, 6): WHITE_WINS}, team_scoring=teams.scoring(club=True))
    assert teams.scores(t)[1].match_points == points(1)


@settings(deadline=None)
@given(st.integers(1, 6), st.integers(1, 6), st.sampled_from(["WB", "BW", "WBWB", "BWBW", "WBBW"]))
def test_every_board_of_a_match_is_paired(first: int, second: int, pattern: str) -> None:
    a = tuple(range(1, first + 1))
    b = tuple(range(101, 101 + second))
    games = teams.boards(a, b, pattern)
    assert len(games) == max(first, second)
    for i, (white, black) in enumerate(games):
        mine = white if pattern[i % len(pattern)] == "W" else black
        assert mine == (a[i] if i < first else None)


def test_boards_of_a_paired_match() -> None:
    t = team_event(2, 4, System.ROUND_ROBIN)
    (pair,) = next_round(t).pairs
    assert teams.match_pairs(t, 1, pair, 4) == (Pair(1, 5), Pair(6, 2), Pair(3, 7), Pair(8, 4))
    t = replace(t, line_ups=(LineUp(1, 1, 2, (1, 3, 4, None)),), board_colours="BWBW")
    assert teams.match_pairs(t, 1, pair, 4) == (Pair(5, 1), Pair(3, 6), Pair(7, 4))


def test_a_team_round_robin_from_start_to_end() -> None:
    t = finished_round_robin(5, 4)
    scores = teams.scores(t)
    assert [scores[n].match_points for n in range(1, 6)] == [80, 60, 40, 20, 0]
    assert [scores[n].game_points for n in range(1, 6)] == [160, 120, 80, 40, 0]
    assert all(s.played == 4 for s in scores.values())


@settings(deadline=None)
@given(
    st.lists(
        st.sampled_from([WHITE_WINS, BLACK_WINS, DRAW, (Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS)]),
        min_size=4,
        max_size=4,
    )
)
def test_boards_add_up_to_the_match(results: list[Result]) -> None:
    games = {(1, 6): results[0], (7, 2): results[1], (3, 8): results[2], (9, 4): results[3]}
    t = match_of(games)
    (match,) = teams.matches(t, 1)
    assert match.first_points + match.second_points == points(4)
    assert match.first_points == sum(t.score(n) for n in range(1, 6))
    assert match.first_match_points + match.second_match_points == points(2)


# -- the model and this room tell the same


def test_white_on_board_1_is_known_although_board_1_was_not_played() -> None:
    t = match_of({(7, 2): DRAW, (3, 8): DRAW}, board_colours="WBWB")
    t = replace(t, line_ups=(LineUp(1, 1, 2, (1, 2, 3)), LineUp(1, 2, 1, (None, 7, 8))))
    (match,) = team_results.matches(t, 1)
    assert (match.white, match.black) == (1, 2)
    assert (match.white_points, match.black_points) == (points(2), points(1))
    assert [(b.first, b.second) for b in match.boards] == [(1, None), (2, 7), (3, 8)]
    assert [(g.white, g.black) for g in match.games] == [(7, 2), (3, 8)]


def test_boards_are_counted_from_what_is_known() -> None:
    t = match_of({(1, 6): DRAW, (7, 2): DRAW, (3, 8): DRAW, (9, 4): DRAW, (5, 10): DRAW}, board_colours="WBWB")
    assert teams.boards_per_match(t) == 5  # more games than colours: the pattern repeats
    assert teams.boards_per_match(match_of({(1, 6): DRAW}, board_colours="WBWB")) == 4
    assert teams.boards_per_match(match_of({(1, 6): DRAW}, board_colours="WB")) == 2
    assert teams.boards_per_match(team_event(2, 3, System.ROUND_ROBIN)) == 3
    six = replace(team_event(2, 6, System.ROUND_ROBIN), board_colours="BW")
    assert team_results.boards(six, 1, 2) == (Pair(7, 1), Pair(2, 8), Pair(9, 3), Pair(4, 10), Pair(11, 5), Pair(6, 12))


def test_a_match_of_forfeits_alone_is_drawn_where_both_sides_have_as_many() -> None:
    won, lost = (Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS), (Outcome.FORFEIT_LOSS, Outcome.FORFEIT_WIN)
    t = match_of({(1, 6): won, (7, 2): won})
    rounds = team_results.team_rounds(t)
    assert [rounds[n][0].match_points for n in (1, 2)] == [points(1), points(1)]
    assert not rounds[1][0].outcome.played
    t = match_of({(1, 6): won, (7, 2): lost})
    assert [team_results.team_rounds(t)[n][0].match_points for n in (1, 2)] == [points(2), points(0)]
    t = match_of({(1, 6): (Outcome.FORFEIT_LOSS, Outcome.FORFEIT_LOSS)})
    assert [team_results.team_rounds(t)[n][0].match_points for n in (1, 2)] == [0, 0]


@settings(deadline=None, max_examples=60)
@given(st.data())
def test_scores_agree_with_the_model(data: st.DataObject) -> None:
    nobody = (Outcome.FORFEIT_LOSS, Outcome.FORFEIT_LOSS)
    results = st.sampled_from([WHITE_WINS, BLACK_WINS, DRAW, (Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS), nobody])
    t = team_event(4, 3, System.ROUND_ROBIN)
    for _ in range(3):
        paired = next_round(t)
        games = [g for pair in paired.pairs for g in teams.match_pairs(t, paired.round, pair, 3)]
        t = record(t, {(g.white, g.black): data.draw(results) for g in games})
    mine, theirs = teams.scores(t), team_results.team_scores(t)
    for team in mine:
        assert (mine[team].match_points, mine[team].game_points) == theirs[team]
        assert mine[team].won + mine[team].drawn + mine[team].lost == mine[team].played == 3
