"""A tournament rated."""

from __future__ import annotations

from dataclasses import replace

import pytest
from bench._open import open_tournament

from arbitro.model import Colour, Info, Outcome, Player, PlayerRound, RatingList, System, Tournament
from arbitro.ratings import rate_event, what_if
from arbitro.ratings.change import KReason
from arbitro.ratings.event import list_of
from arbitro.ratings.games import NotRated


def duel(
    outcome: Outcome, white: int, black: int, *, info: Info | None = None, system: System = System.DUTCH
) -> Tournament:
    players = tuple(Player(number=n, name=f"P{n}", rating=rating) for n, rating in ((1, white), (2, black)))
    results = (
        (PlayerRound(1, 2, Colour.WHITE, outcome),),
        (PlayerRound(1, 1, Colour.BLACK, outcome.opposite),),
    )
    return Tournament(players=players, results=results, info=info or Info(), system=system)


def test_a_sheet_adds_up() -> None:
    for result in rate_event(open_tournament(40, 7)):
        assert result.expected is not None and result.change_exact is not None and result.k is not None
        assert sum(line.expected for line in result.sheet) == result.expected
        assert result.change_exact * 100 == result.k * (10 * result.score - result.expected)
        assert len(result.sheet) == result.games
        assert result.games + len(result.left_out) <= 7


@pytest.mark.parametrize(
    ("outcome", "reason"),
    [
        (Outcome.FORFEIT_WIN, NotRated.FORFEIT),
        (Outcome.UNRATED_WIN, NotRated.NO_MOVES),
        (Outcome.PENDING, NotRated.UNFINISHED),
        (Outcome.ADJOURNED, NotRated.UNFINISHED),
    ],
)
def test_unplayed_games_are_left_out_with_their_reason(outcome: Outcome, reason: NotRated) -> None:  # 5.1
    first, _second = rate_event(duel(outcome, 2000, 1900))
    assert first.games == 0
    assert [game.reason for game in first.left_out] == [reason]
    assert first.change == 0 and first.new_rating == 2000


def test_an_unrated_opponent_does_not_count() -> None:  # 8.3.1
    rated, unrated = rate_event(duel(Outcome.WIN, 2000, 0))
    assert rated.games == 0 and rated.left_out[0].reason is NotRated.UNRATED_OPPONENT
    assert unrated.games == 1 and unrated.new_rating is None  # five games are needed


def test_a_match_with_an_unrated_player_is_not_rated_for_either() -> None:  # 6.1
    for result in rate_event(duel(Outcome.WIN, 2000, 0, system=System.MATCH)):
        assert result.games == 0
        assert result.left_out[0].reason is NotRated.UNRATED_IN_MATCH


def test_a_game_too_fast_for_its_ratings_is_not_standard() -> None:  # 1.1
    event = duel(Outcome.WIN, 2400, 1500, info=Info(encoded_time_control="5400+20"))
    assert rate_event(event)[0].left_out[0].reason is NotRated.TOO_FAST
    slow = replace(event, info=Info(encoded_time_control="5400+30"))
    assert rate_event(slow)[0].games == 1


def test_the_time_control_tells_the_list() -> None:
    assert list_of(duel(Outcome.WIN, 2000, 1900, info=Info(time_control="15 min + 10 sec"))) is RatingList.RAPID
    assert list_of(duel(Outcome.WIN, 2000, 1900, info=Info(time_control="3+2"))) is RatingList.BLITZ
    assert list_of(duel(Outcome.WIN, 2000, 1900)) is RatingList.STANDARD


def test_rapid_falls_back_to_the_standard_rating() -> None:
    event = duel(Outcome.DRAW, 2000, 1900)
    first = replace(event.players[0], ratings={RatingList.STANDARD: 2100})
    rated = rate_event(replace(event, players=(first, event.players[1])), RatingList.RAPID)
    assert rated[0].rating == 2100


def test_a_given_k_goes_before_the_list_and_the_rule() -> None:
    event = duel(Outcome.WIN, 2000, 2000)
    assert rate_event(event)[0].k == 20
    listed = replace(event, players=(replace(event.players[0], k=40), event.players[1]))
    assert rate_event(listed)[0].k == 40
    result = rate_event(listed, ks={1: 10})[0]
    assert (result.k, result.k_reason, result.change) == (10, KReason.GIVEN, 5)


def test_six_hundred_points_apart_with_a_player_above_2600_is_not_rated_in_blitz_since_december_2024() -> None:
    late, early = Info(start="2024/12/01"), Info(start="2024/11/30")
    assert rate_event(duel(Outcome.WIN, 2650, 2050, info=late), RatingList.BLITZ, "2024")[0].games == 0
    assert rate_event(duel(Outcome.WIN, 2650, 2050, info=early), RatingList.BLITZ, "2024")[0].games == 1


def test_the_club_rates_the_unrated_first_and_lets_the_others_meet_that_rating() -> None:  # RAT-6, RAT-9
    event = open_tournament(20, 5)
    players = tuple(replace(p, rating=0) if p.number == 3 else p for p in event.players)
    results = rate_event(replace(event, players=players), edition="club")
    newcomer = results[2]
    assert newcomer.rating == 0 and newcomer.new_rating
    met = [r for r in results if any(line.game.number == 3 for line in r.sheet)]
    assert met
    assert all(line.game.opponent == newcomer.new_rating for r in met for line in r.sheet if line.game.number == 3)


def test_what_if() -> None:
    result = rate_event(duel(Outcome.DRAW, 2000, 2000))[0]
    found = what_if(result, 2000)
    assert found is not None and (found.win, found.draw, found.loss) == (10, 0, -10)
    assert what_if(result, 0) is None


def test_what_if_is_the_difference_that_the_game_makes() -> None:  # 8.3.1: the 400-point rule looks at the whole event
    event = open_tournament(40, 7, top=2750)
    for edition in ("2022", "2024", "2025"):
        before = rate_event(event.after(6), edition=edition)
        for result, after in zip(before, rate_event(event, edition=edition), strict=True):
            if after.games == result.games:
                continue
            line = after.sheet[-1]
            found = what_if(result, line.game.opponent, edition)
            assert found is not None and after.change_exact is not None and result.change_exact is not None
            by_score = {10: found.win, 5: found.draw, 0: found.loss}
            assert by_score[line.game.score] == after.change_exact - result.change_exact


def match(outcomes: list[Outcome], planned: int, *, rated: bool = True) -> Tournament:
    """A match of the given length, seen from player 1."""
    players = tuple(Player(number=n, name=f"P{n}", rating=2000 if rated or n == 1 else 0) for n in (1, 2))
    results = (
        tuple(PlayerRound(k, 2, Colour.WHITE, o) for k, o in enumerate(outcomes, 1)),
        tuple(PlayerRound(k, 1, Colour.BLACK, o.opposite) for k, o in enumerate(outcomes, 1)),
    )
    return Tournament(players=players, results=results, planned_rounds=planned, system=System.MATCH)


def test_games_after_a_match_is_decided_are_not_rated() -> None:  # 6.2
    win, draw = Outcome.WIN, Outcome.DRAW
    first, second = rate_event(match([win, win, draw, win, draw, draw], 6))
    assert first.games == second.games == 4  # 3½ of 6
    assert [(game.round, game.reason) for game in first.left_out] == [
        (5, NotRated.MATCH_DECIDED), (6, NotRated.MATCH_DECIDED),
    ]  # fmt: skip
    assert rate_event(match([win, win, draw, win, draw, draw], 6), whole_match=True)[0].games == 6
    assert rate_event(match([win, draw, win, draw], 6))[0].games == 4  # 3 of 6: open
    assert rate_event(match([win, Outcome.FORFEIT_WIN, win, draw], 4))[0].games == 2  # a forfeit decides too


def test_who_plays_rapid_with_his_standard_rating_is_new_there() -> None:  # 7.2.1 rapid, 8.3.3
    event = duel(Outcome.DRAW, 2000, 1900)
    players = (replace(event.players[0], ratings={RatingList.STANDARD: 2100}), event.players[1])
    rapid, standard = (
        rate_event(replace(event, players=players), kind)[0] for kind in (RatingList.RAPID, RatingList.STANDARD)
    )
    assert (rapid.k, rapid.k_reason) == (40, KReason.NEW)
    assert (standard.k, standard.k_reason) == (20, KReason.NORMAL)
