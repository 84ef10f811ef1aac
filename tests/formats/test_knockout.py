"""Knock-outs: brackets of every size, mini-matches, ladders, byes, and teams."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbitro.errors import NoPairing, Refused
from arbitro.formats import finished, knockout_progress, next_round, places_of, reasons, rounds_needed
from arbitro.formats.knockout import (
    bracket,
    byes,
    first_round,
    group_matches,
    groups,
    match_number,
    meeting_stage,
    placings,
    size_for,
    winner,
)
from arbitro.model import Info, Plan, RatingList, System, Tournament
from arbitro.model.match import leg_of, legs_played
from arbitro.model.plan import LADDER, SUDDEN_DEATH
from arbitro.prizes import award_prizes, parse_plan
from arbitro.ratings.event import rate_event
from arbitro.ratings.games import NotRated
from arbitro.standings import crosstable, standings
from tests.formats import (
    BLACK_WINS,
    DRAW,
    PENDING,
    WHITE_WINS,
    Result,
    event,
    planned,
    play,
    record,
    strongest_wins,
    team_event,
)
from tests.speaking import speak


@pytest.mark.parametrize("entries", range(2, 65))
def test_the_stronger_win_all_and_meet_in_order(entries: int) -> None:
    t = event(entries, System.KNOCKOUT)
    plan = Plan(ladder=())
    while not finished(planned(t, plan)):
        t = play(t, next_round(planned(t, plan)), strongest_wins)
    stages = knockout_progress(planned(t, plan))
    assert winner(stages) == 1
    assert t.rounds_paired == rounds_needed(planned(t, plan)) == size_for(entries).bit_length() - 1
    assert stages[0].byes == byes(entries) == tuple(range(1, size_for(entries) - entries + 1))
    for stage in stages:  # in a stage of M the strongest M // 2 go on
        half = len(stage.slots) // 2
        assert list(stage.slots[:half]) == list(range(1, half + 1))
    if entries > 2:
        assert stages[-1].slots == (1, 2)  # 1 and 2 meet only in the final


@pytest.mark.parametrize("entries", [2, 4, 8, 16, 32, 64, 128])
def test_seeds_meet_as_late_as_they_should(entries: int) -> None:
    last = size_for(entries).bit_length() - 1
    assert meeting_stage(1, 2, entries) == last
    for a, b in combinations(range(1, entries + 1), 2):
        # among the strongest 2^k nobody meets before the stage of 2^k
        k = (max(a, b) - 1).bit_length()
        assert meeting_stage(a, b, entries) >= last - k + 1


@pytest.mark.parametrize("entries", [8, 16, 32, 64])
def test_wimbledon_groups_are_the_same_bracket(entries: int) -> None:
    found = groups(entries)
    assert {len(group) for group in found} == {8}
    assert {m for group in found for m in group_matches(group)} == set(first_round(entries))
    for group in found:  # in a group: winner of match 1 - winner of match 4, 2 - 3
        matches = group_matches(group)
        for a, b in first_round(4):
            assert meeting_stage(matches[a - 1][0], matches[b - 1][0], entries) == 2


@pytest.mark.parametrize("entries", range(2, 41))
def test_a_printed_bracket_has_one_match_less_than_entries(entries: int) -> None:
    matches = [match for stage in bracket(entries) for match in stage]
    assert len(matches) == entries - 1
    named = [side for match in matches for side in match]
    assert sorted(side for side in named if isinstance(side, int)) == list(range(1, entries + 1))
    assert len(set(named)) == len(named)


def test_one_missing_player_gives_the_first_a_bye() -> None:
    pairings = next_round(event(7, System.KNOCKOUT))
    assert pairings.bye == 1
    assert [set(pair) for pair in pairings.pairs] == [{2, 7}, {3, 6}, {4, 5}]


def test_colours_alternate_down_the_matches_and_through_each_match() -> None:
    t = event(8, System.KNOCKOUT)
    plan = Plan(games=2)
    first = next_round(planned(t, plan))
    assert first.pairs == ((1, 8), (7, 2), (3, 6), (5, 4))
    t = play(t, first, lambda w, b: DRAW)
    assert next_round(planned(t, plan)).pairs == ((8, 1), (2, 7), (6, 3), (4, 5))


def test_only_level_matches_play_the_tie_break() -> None:
    t = event(4, System.KNOCKOUT)
    plan = Plan(games=2)
    for _ in range(2):
        t = play(t, next_round(planned(t, plan)), lambda w, b: strongest_wins(w, b) if {w, b} == {1, 4} else DRAW)
    tie_break = next_round(planned(t, plan))
    assert [set(pair) for pair in tie_break.pairs] == [{2, 3}]
    assert tie_break.bye is None
    for _ in range(5):  # two rapid and two blitz games drawn, then sudden death: a draw sends Black through
        last = next_round(planned(t, plan))
        t = play(t, last, lambda w, b: DRAW)
    (sudden_death,) = last.pairs
    assert [set(pair) for pair in next_round(planned(t, plan)).pairs] == [{1, sudden_death.black}]


def test_a_bye_is_told_once_only() -> None:
    t = event(3, System.KNOCKOUT)
    plan = Plan(games=1)
    assert next_round(planned(t, plan)).bye == 1
    t = play(t, next_round(planned(t, plan)), lambda w, b: DRAW)
    assert next_round(planned(t, plan)).bye is None  # the tie-break of 2 and 3


def test_a_level_match_without_a_ladder_waits_for_a_decision() -> None:
    t = event(2, System.KNOCKOUT)
    plan = Plan(ladder=())
    t = play(t, next_round(planned(t, plan)), lambda w, b: DRAW)
    with pytest.raises(Refused, match="by lot"):
        next_round(planned(t, plan))
    decided = Plan(ladder=(), awarded=frozenset({(2, 1)}))
    with pytest.raises(NoPairing, match="has won"):
        next_round(planned(t, decided))


def test_a_knockout_waits_for_its_results() -> None:
    t = event(4, System.KNOCKOUT)
    t = play(t, next_round(t), lambda w, b: PENDING)
    with pytest.raises(Refused, match="no result yet"):
        next_round(t)


def test_a_knockout_needs_two() -> None:
    with pytest.raises(Refused, match="at least 2"):
        next_round(event(1, System.KNOCKOUT))


@settings(max_examples=80, deadline=None)
@given(st.integers(2, 20), st.integers(1, 4), st.randoms(use_true_random=False))
def test_every_knockout_ends_with_one_winner(entries: int, games: int, random: object) -> None:
    choose: Callable[[list[Result]], Result] = random.choice  # type: ignore[attr-defined]
    t: Tournament = event(entries, System.KNOCKOUT)
    plan = Plan(games=games)
    while not finished(planned(t, plan)):
        pairings = next_round(planned(t, plan))
        assert len({n for pair in pairings.pairs for n in pair}) == 2 * len(pairings.pairs)
        t = play(t, pairings, lambda w, b: choose([WHITE_WINS, BLACK_WINS, DRAW, DRAW]))
    stages = knockout_progress(planned(t, plan))
    champion = winner(stages)
    assert champion is not None
    losers = [m.loser for stage in stages for m in stage.matches if m is not None]
    assert len(losers) == len(set(losers)) == entries - 1
    assert champion not in losers
    places = placings(stages)
    assert sorted(places) == list(range(1, entries + 1))
    assert [n for n, place in places.items() if place == 1] == [champion]
    for place in places.values():  # as many stand before a place as its number says
        assert sum(other < place for other in places.values()) == place - 1
    assert not finished(planned(event(entries, System.KNOCKOUT), plan))


def test_the_losers_of_the_semi_finals_may_play_for_the_third_place() -> None:
    t = event(6, System.KNOCKOUT)
    plan = Plan(third_place=True)
    while not finished(planned(t, plan)):
        last = next_round(planned(t, plan))
        t = play(t, last, strongest_wins)
    assert [set(pair) for pair in last.pairs] == [{1, 2}, {3, 4}]
    assert placings(knockout_progress(planned(t, plan))) == {1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 5}
    assert placings(knockout_progress(planned(t, Plan()))) == {1: 1, 2: 2, 3: 3, 4: 3, 5: 5, 6: 5}


def test_the_event_goes_on_while_the_third_place_is_open() -> None:
    t = event(4, System.KNOCKOUT)
    plan = Plan(third_place=True)
    t = play(t, next_round(planned(t, plan)), strongest_wins)
    t = play(t, next_round(planned(t, plan)), lambda w, b: DRAW if {w, b} == {3, 4} else strongest_wins(w, b))
    assert winner(knockout_progress(planned(t, plan))) == 1
    assert [set(pair) for pair in next_round(planned(t, plan)).pairs] == [{3, 4}]


@pytest.mark.parametrize("entries", [2, 3])
def test_without_two_semi_finals_there_is_no_third_place_match(entries: int) -> None:
    t = event(entries, System.KNOCKOUT)
    plan = Plan(third_place=True)
    while not finished(planned(t, plan)):
        last = next_round(planned(t, plan))
        t = play(t, last, strongest_wins)
    assert len(last.pairs) == 1


def test_a_team_knockout_is_decided_by_game_points() -> None:
    t = team_event(4, 2, System.KNOCKOUT)
    first = next_round(t)
    assert [set(pair) for pair in first.pairs] == [{1, 4}, {2, 3}]
    # 1-4: team 1 wins 1½-½; 2-3: level
    games = {(1, 7): WHITE_WINS, (8, 2): DRAW, (5, 3): WHITE_WINS, (4, 6): WHITE_WINS}
    t = record(t, games)
    with pytest.raises(Refused, match="2 and 3 are level"):
        next_round(t)
    plan = Plan(awarded=frozenset({(3, 2)}))
    assert set(next_round(planned(t, plan)).pairs[0]) == {1, 3}


# -- the games of the ladder and their ratings


def final_with_ladder() -> Tournament:
    """A final of two games, drawn like the rapid and blitz games after it; Black wins the sudden death by a draw."""
    t = event(2, System.KNOCKOUT, plan=Plan(games=2), info=Info(time_control="90+30"))
    while not finished(t):
        t = play(t, next_round(t), lambda w, b: DRAW)
    return t


def test_tie_break_games_belong_to_their_own_list() -> None:  # B.02 1.1, rapid 1.1 and 1.2
    t = final_with_ladder()
    assert [leg.name if (leg := leg_of(t, 1, r)) else "" for r in range(1, 8)] == [
        "", "", "rapid", "rapid", "blitz", "blitz", "sudden death",
    ]  # fmt: skip
    for rating_list, rounds in ((RatingList.STANDARD, [1, 2]), (RatingList.RAPID, [3, 4]), (RatingList.BLITZ, [5, 6])):
        first, _second = rate_event(t, rating_list)
        assert [line.game.round for line in first.sheet] == rounds
    standard = {left.round: left.reason for left in rate_event(t)[0].left_out}
    assert standard == dict.fromkeys(range(3, 7), NotRated.OTHER_TIME) | {7: NotRated.UNEQUAL_TIME}


def test_a_single_match_rates_only_what_was_played_at_its_own_time() -> None:
    t = event(2, System.MATCH, plan=Plan(games=2, ladder=LADDER), info=Info(time_control="90+30"))
    for judge in (lambda w, b: DRAW, lambda w, b: DRAW, strongest_wins, strongest_wins):
        t = play(t, next_round(t), judge)
    assert finished(t)
    assert rate_event(t)[0].games == 2


# -- places


def test_a_final_decided_by_sudden_death_has_one_winner() -> None:
    t = final_with_ladder()
    champion = winner(knockout_progress(t))
    assert champion is not None
    assert places_of(t) == {champion: 1, 3 - champion: 2}
    found = standings(t, ["SB"], places=places_of(t))
    assert [(row.rank, row.number, row.shared) for row in found.rows] == [
        (1, champion, False),
        (2, 3 - champion, False),
    ]
    report = award_prizes(t, found, parse_plan("[[list]]\nprizes = [500, 300]\n"))
    assert {award.number: award.total for award in report.awards} == {champion: 500, 3 - champion: 300}


def test_losers_of_a_stage_share_their_place_and_those_still_in_stand_above() -> None:
    t = event(8, System.KNOCKOUT, plan=Plan(ladder=()))
    t = play(t, next_round(t), strongest_wins)
    assert places_of(t) == {1: 1, 2: 1, 3: 1, 4: 1, 5: 5, 6: 5, 7: 5, 8: 5}
    while not finished(t):
        t = play(t, next_round(t), strongest_wins)
    assert places_of(t) == {1: 1, 2: 2, 3: 3, 4: 3, 5: 5, 6: 5, 7: 5, 8: 5}
    assert places_of(t, after=1) == {1: 1, 2: 1, 3: 1, 4: 1, 5: 5, 6: 5, 7: 5, 8: 5}
    table = crosstable(t, standings(t, places=places_of(t)))
    assert [line.row.number for line in table.rows][:2] == [1, 2]


def test_other_events_have_no_bracket() -> None:
    assert places_of(event(4, System.ROUND_ROBIN)) is None


# -- how games are told


def test_matches_are_named_as_the_schedule_names_them() -> None:
    t = event(6, System.KNOCKOUT)
    assert [reason.text for reason in speak("en", reasons, t)][:2] == [
        "Stage 1, match 1 (3-6), standard game 1 of 1.",
        "Stage 1, match 2 (4-5), standard game 1 of 1.",
    ]
    t = play(t, next_round(t), strongest_wins)
    assert [reason.text.split(",")[1] for reason in speak("en", reasons, t)] == [" match 3 (1-W2)", " match 4 (2-W1)"]


@pytest.mark.parametrize("entries", range(2, 70))
def test_match_numbers_follow_the_bracket(entries: int) -> None:
    stages = bracket(entries)
    numbers = [
        match_number(entries, s, len(byes(entries)) * (s == 1) + i)
        for s, matches in enumerate(stages, 1)
        for i in range(1, len(matches) + 1)
    ]
    assert numbers == list(range(1, entries))


def test_sudden_death_says_that_a_draw_is_blacks() -> None:
    t = event(2, System.KNOCKOUT, plan=Plan(ladder=(SUDDEN_DEATH,)))
    assert "Black" not in speak("en", reasons, t)[0].text
    t = play(t, next_round(t), lambda w, b: DRAW)
    assert speak("en", reasons, t)[0].text.endswith("White must win: a draw sends Black through.")
    assert "con tablas pasan las negras" in speak("es", reasons, t)[0].text


def test_legs_that_were_played_are_known_in_their_order() -> None:
    assert [leg.name for leg in legs_played(final_with_ladder())] == ["rapid", "blitz", "sudden death"]
    t = event(4, System.KNOCKOUT)
    assert legs_played(play(t, next_round(t), strongest_wins)) == ()
