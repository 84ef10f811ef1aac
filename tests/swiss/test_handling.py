"""Handling rules that the vectors do not reach: late entries, first colour, forbidden pairs, corrections."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arbitro.errors import ArbitroError, Refused
from arbitro.model import Colour, Forbidden, Outcome, Player, PlayerRound
from arbitro.swiss import acceleration, general, next_round, pair_round
from arbitro.swiss.generator import Recipe, generate
from tests.swiss.late import with_late_entry


def test_a_late_entry_takes_his_place_and_the_games_follow() -> None:  # C.04.2 C.3
    event = generate(Recipe(players=10, rounds=2, seed=1))
    later = with_late_entry(event, Player(number=4, name="Late"))
    assert [p.number for p in later.players] == list(range(1, 12))
    assert later.player(4).name == "Late"
    for player in event.players:
        new = general.number_after_entry(player.number, 4)
        assert later.player(new).name == player.name
        assert later.opponents(new) == tuple(general.number_after_entry(n, 4) for n in event.opponents(player.number))
    assert later.rounds_of(4)[0].outcome is Outcome.ABSENT
    assert 4 in {n for pair in next_round(later).pairs for n in pair} | {next_round(later).bye}


@pytest.mark.parametrize("first", list(Colour))
def test_the_first_colour_is_seen_in_round_one(first: Colour) -> None:
    event = generate(Recipe(players=12, rounds=2, seed=3, first_colour=first, zero_point_byes=2))
    assert general.first_colour(replace(event, first_colour=None)) is first


def test_forbidden_pairs_do_not_meet() -> None:
    event = generate(Recipe(players=8, rounds=1, seed=1))
    white, black = next_round(event).pairs[0]
    apart = replace(event, forbidden=(Forbidden((white, black)),))
    assert not any({white, black} == set(pair) for pair in next_round(apart).pairs)
    later = replace(event, forbidden=(Forbidden((white, black), 3, 9),))
    assert next_round(later) == next_round(event)


def test_a_missing_result_stops_the_pairing() -> None:
    event = generate(Recipe(players=8, rounds=1, seed=1))
    open_game = tuple(
        (PlayerRound(1, r[0].opponent, r[0].colour, Outcome.PENDING),) if i < 1 else r
        for i, r in enumerate(event.results)
    )
    with pytest.raises(ArbitroError, match="missing"):
        next_round(replace(event, results=open_game))


def test_the_person_who_closes_the_upper_group_stays() -> None:  # C.04.5.1 3
    event = replace(generate(Recipe(players=20, rounds=9, seed=1, accelerated=True)).after(1), acceleration={})
    assert acceleration.closing_number(event) == 10
    later = with_late_entry(event, Player(number=5, name="Late"))
    assert acceleration.closing_number(later) == 11
    silent = replace(later, results=tuple(() if i == 4 else rounds for i, rounds in enumerate(later.results)))
    assert acceleration.closing_number(silent) == 11, "a late entry of whom nothing is recorded"
    assert 5 in acceleration.virtual_points(silent) and 12 not in acceleration.virtual_points(silent)


def test_late_entries_are_not_counted_when_the_field_is_divided() -> None:  # C.04.5.1 2, 3
    event = generate(Recipe(players=30, rounds=9, seed=3, accelerated=True, late_entries=3))
    late = [p.number for p, r in zip(event.players, event.results, strict=True) if r[0].outcome is Outcome.ABSENT]
    assert len(late) > 1
    upper = set(event.acceleration)
    assert len(upper - set(late)) == acceleration.group_size(30 - len(late))
    assert upper == set(range(1, max(upper) + 1))
    assert dict(event.acceleration) == dict(acceleration.virtual_points(replace(event, acceleration={})))


def test_baku_needs_nine_rounds_in_the_older_text() -> None:
    with pytest.raises(Refused):
        acceleration.virtual_points(replace(generate(Recipe(players=8, rounds=1)), planned_rounds=7, baku=True), "2017")


def test_the_rank_field_may_order_the_players() -> None:  # XXC rank
    event = generate(Recipe(players=6, rounds=1, seed=2, first_colour=Colour.WHITE))
    empty = replace(event, results=((),) * 6)
    ranked = replace(
        empty, players=tuple(replace(p, stated_rank=7 - p.number) for p in empty.players), order_by_rank=True
    )
    assert next_round(ranked).pairs[0] == (6, 3)


def test_colours_by_the_numbers_on_the_list() -> None:  # C.04.3 E.5, the other reading
    event = generate(Recipe(players=9, rounds=1, seed=1, first_colour=Colour.WHITE))
    absent = tuple((PlayerRound(1, None, None, Outcome.ZERO_BYE),) if p.number == 2 else () for p in event.players)
    first = replace(event, results=absent)
    counted, listed = next_round(first), next_round(first, options=["listed-numbers"])
    assert {frozenset(p) for p in counted.pairs} == {frozenset(p) for p in listed.pairs}
    white = {n: p.white == n for p in counted.pairs for n in p}
    white_listed = {n: p.white == n for p in listed.pairs for n in p}
    assert (white[3], white_listed[3]) == (False, True)


def test_another_program_counts_the_numbers_on_the_list() -> None:  # C.04.3 E.5, the case kept
    """38 players without number 3: py4swiss gives colours from number 4 on by the list, we by who takes part."""
    event = generate(Recipe(players=38, rounds=1, seed=10, first_colour=Colour.BLACK))
    away = tuple((PlayerRound(1, None, None, Outcome.ZERO_BYE),) if p.number == 3 else () for p in event.players)
    first = replace(event, results=away)
    theirs = {(20, 1), (2, 21), (4, 22), (23, 5), (6, 24), (25, 7), (8, 26), (27, 9), (10, 28), (29, 11), (12, 30)}
    listed = set(map(tuple, next_round(first, options=["listed-numbers"]).pairs))
    counted = set(map(tuple, next_round(first).pairs))
    assert theirs <= listed
    assert {(22, 4), (5, 23), (24, 6)} <= counted


def test_boards_by_points_without_virtual_ones() -> None:  # C.04.2 D.9 under acceleration
    event = generate(Recipe(players=40, rounds=9, seed=2, accelerated=True)).after(1)
    points = event.scores(1)
    usual, by_points = next_round(event), next_round(event, options=["boards-by-points"])
    assert set(usual.pairs) == set(by_points.pairs) and usual.pairs != by_points.pairs
    tops = [max(points[n] for n in pair) for pair in by_points.pairs]
    assert tops == sorted(tops, reverse=True)
    virtual = [max(event.pairing_score(n, 2) for n in pair) for pair in usual.pairs]
    assert virtual == sorted(virtual, reverse=True) != tops
    told = pair_round(event, options=["boards-by-points"]).account.explained()
    assert [e.pair for e in told] == [tuple(p) for p in by_points.pairs]
