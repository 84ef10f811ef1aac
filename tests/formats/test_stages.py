"""Stages: groups by a snake, and how their orders become the entries of what follows; play-offs."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest

from arbitro.errors import Refused
from arbitro.formats import finished, knockout_progress, next_round, playoff
from arbitro.formats.knockout import meeting_stage, size_for, winner
from arbitro.formats.stages import knockout_entries, qualifiers, seeding_order
from arbitro.formats.table import snake
from arbitro.model import Plan, Player, System, Title
from tests.formats import event, planned, play, strongest_wins


@pytest.mark.parametrize("players", range(2, 41))
def test_a_snake_makes_groups_of_equal_strength(players: int) -> None:
    for groups in range(1, players + 1):
        found = snake(range(1, players + 1), groups)
        assert sorted(n for group in found for n in group) == list(range(1, players + 1))
        assert max(map(len, found)) - min(map(len, found)) <= 1
        if players % (2 * groups) == 0:  # whole double rows: equal sums
            assert len({sum(group) for group in found}) == 1


def test_impossible_groups_are_refused() -> None:
    for groups in (0, 5):
        with pytest.raises(Refused, match="cannot form"):
            snake(range(4), groups)


def test_strength_is_rating_then_title_then_name() -> None:
    players = [
        Player(number=1, name="Zoe", rating=2300, title=Title.FM),
        Player(number=2, name="Ana", rating=2300, title=Title.WIM),
        Player(number=3, name="Bea", rating=2400),
        Player(number=4, name="Yago"),
        Player(number=5, name="Abel"),
    ]
    assert [p.name for p in seeding_order(players)] == ["Bea", "Ana", "Zoe", "Abel", "Yago"]


@pytest.mark.parametrize("groups", [2, 4, 8])
def test_two_from_each_group_meet_again_only_in_the_final(groups: int) -> None:
    orders = [[(g, place) for place in range(1, 5)] for g in range(groups)]
    entries = knockout_entries(orders, 2)
    last = size_for(len(entries)).bit_length() - 1
    for a, b in combinations(range(len(entries)), 2):
        if entries[a][0] == entries[b][0]:
            assert meeting_stage(a + 1, b + 1, len(entries)) == last
    assert [entry[1] for entry in entries] == [1] * groups + [2] * groups  # winners have the better seeds


@pytest.mark.parametrize(("groups", "places"), [(3, 2), (5, 2), (4, 4), (2, 4), (6, 2), (5, 3), (1, 4), (4, 1)])
def test_everyone_who_qualified_enters_once(groups: int, places: int) -> None:
    orders = [[(g, place) for place in range(1, places + 2)] for g in range(groups)]
    entries = knockout_entries(orders, places)
    assert sorted(entries) == sorted(qualifiers(orders, places))
    first_stage = [
        meeting_stage(a + 1, b + 1, len(entries))
        for a, b in combinations(range(len(entries)), 2)
        if entries[a][0] == entries[b][0]
    ]
    if groups > 1 and first_stage:
        assert min(first_stage) >= 2  # never in the first stage


def test_too_many_qualifiers_are_refused() -> None:
    with pytest.raises(Refused, match="Not every group"):
        qualifiers([[1, 2], [3]], 2)


def test_groups_then_a_knockout_in_one_tournament() -> None:
    t = event(16, System.ROUND_ROBIN)
    groups = snake(range(1, 17), 4)
    plan = Plan(groups=groups)
    while not finished(planned(t, plan)):
        pairings = next_round(planned(t, plan))
        assert len(pairings.pairs) == 8
        t = play(t, pairings, strongest_wins)
    assert t.rounds_paired == 3
    orders = [sorted(group, key=lambda n: -t.score(n)) for group in groups]
    entries = knockout_entries(orders, 2)
    final = Plan(entries=entries, first_round=4)
    t = replace(t, system=System.KNOCKOUT)
    while not finished(planned(t, final)):
        t = play(t, next_round(planned(t, final)), strongest_wins)
    assert t.rounds_paired == 6
    assert winner(knockout_progress(planned(t, final))) == 1
    stages = knockout_progress(planned(t, final))
    assert {n for n in stages[0].slots if n} == {1, 2, 3, 4, 5, 6, 7, 8}


def test_a_round_robin_of_qualifiers_begins_in_its_own_round() -> None:
    t = event(6, System.ROUND_ROBIN)
    plan = Plan(groups=((1, 4, 5), (2, 3, 6)))
    while not finished(planned(t, plan)):
        t = play(t, next_round(planned(t, plan)), strongest_wins)
    final = Plan(entries=(1, 2, 4, 3), first_round=4)
    pairings = next_round(planned(t, final))
    assert (pairings.round, pairings.pairs) == (4, ((1, 3), (2, 4)))


# -- play-offs


def test_regulations_fix_seven_things() -> None:  # C.07 3.1
    assert [playoff.PARAMETERS[name] for name in playoff.missing([])] == [f"C.07 3.1.{k}" for k in range(1, 8)]
    assert playoff.missing([*playoff.PARAMETERS]) == ()


@pytest.mark.parametrize(
    ("tied", "numbers"),
    [(3, (1, 3, 2)), (5, (1, 4, 2, 5, 3)), (7, (1, 5, 2, 6, 3, 7, 4))],
)
def test_numbers_follow_the_rests(tied: int, numbers: tuple[int, ...]) -> None:
    assert tuple(playoff.pairing_numbers(range(tied)).values()) == numbers


@pytest.mark.parametrize(
    ("tied", "form", "sections"),
    [
        (2, playoff.Format.MATCH, ()),
        (3, playoff.Format.ROUND_ROBIN, ()),
        (4, playoff.Format.KNOCKOUT, ()),
        (6, playoff.Format.SECTIONS, ((1, 4, 5), (2, 3, 6))),
        (7, playoff.Format.ROUND_ROBIN, ()),
        (8, playoff.Format.KNOCKOUT, ()),
        (9, playoff.Format.SECTIONS, ((1, 5, 9), (2, 6, 7), (3, 4, 8))),
        (12, playoff.Format.KNOCKOUT, ()),
    ],
)
def test_the_template_by_the_number_tied(
    tied: int, form: playoff.Format, sections: tuple[tuple[int, ...], ...]
) -> None:
    scheme = playoff.scheme(tied)
    assert (scheme.format, scheme.sections) == (form, sections)
    assert scheme.dropped == (tuple(range(9, tied + 1)) if tied > 10 else ())


@pytest.mark.parametrize("tied", range(2, 20))
def test_every_number_of_tied_players_has_a_template(tied: int) -> None:
    scheme = playoff.scheme(tied)
    if scheme.sections:
        assert sorted(p for section in scheme.sections for p in section) == list(range(1, tied + 1))
        assert [len(section) for section in playoff.sections(range(tied))] == [len(s) for s in scheme.sections]
    assert len({frozenset(g) for games in playoff.round_robin("ABC") for g in games}) == 3


def test_fewest_moves_decide_only_if_all_five_tie() -> None:  # 2009 annex 6, k.4
    death = playoff.StillLevel.SUDDEN_DEATH
    assert playoff.scheme(5).if_level == (
        (5, playoff.StillLevel.FEWEST_MOVES),
        (4, playoff.StillLevel.SUDDEN_DEATH_KNOCKOUT),
        (3, playoff.StillLevel.AS_THREE),
        (2, death),
    )
    assert playoff.scheme(10).if_level == playoff.scheme(5).if_level  # two sections of five
    assert playoff.scheme(10).winners is death


def test_two_left_of_three_play_sudden_death() -> None:  # 2009 annex 6, k.2
    steps = [(level.players, level.step.value) for level in playoff.scheme(3).if_level]
    assert steps == [(3, "sudden-death round robin"), (3, "fewest moves in the games won"), (2, "sudden death")]
    assert playoff.scheme(6).if_level == playoff.scheme(3).if_level  # two sections of three
    assert playoff.scheme(2).if_level == playoff.scheme(8).if_level == ()


def test_a_playoff_of_four_without_time_is_sudden_death() -> None:
    assert len(playoff.scheme(4).legs) == 2
    assert playoff.scheme(4, time_for_two_games=False).legs == (playoff.SUDDEN_DEATH,)
    with pytest.raises(Refused, match="at least 2"):
        playoff.scheme(1)
