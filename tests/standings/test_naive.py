"""The real tie-breaks against a naive second implementation."""

from __future__ import annotations

import random
from collections import defaultdict

import pytest

from arbitro.model import Tournament
from arbitro.standings import standings
from arbitro.standings.ranking import encounter, ground_of
from arbitro.standings.tiebreak import parse_tiebreak
from tests.standings import naive
from tests.standings.events import oracle_events, random_event

CODES = ["BH", "BH/C1", "BH/C2", "BH/M1", "SB", "SB/C1"]
OWN = ["WIN", "WON", "BPG", "BWG", "GE", "PS", "AOB", "ARO", "FB"]


def compare(event: Tournament) -> None:
    for row in standings(event, [*CODES, *OWN], unrated=1400).rows:
        assert row.points == naive.score(event, row.number) * 10
        for code in CODES:
            assert row.values[code] == naive.value(event, row.number, code), (row.number, code)
        if len(event.players) <= 10:
            for code in OWN:
                assert row.values[code] == naive.own_value(event, row.number, code), (row.number, code)
    ground, _ = ground_of(event)
    tied = defaultdict(list)
    for i, number in enumerate(ground.numbers):
        tied[ground.primary_book.score[i]].append((i, number))
    for group in (members for members in tied.values() if len(members) > 1):
        mine = encounter(ground, parse_tiebreak("DE"), tuple(i for i, _ in group))
        theirs = naive.direct_encounter(event, [number for _, number in group])
        assert [[ground.numbers[i] for i in part] for part in mine] == theirs


def events(random_ones: int, oracle_ones: int) -> None:
    rng = random.Random(7)
    for _ in range(random_ones):
        compare(random_event(rng, rng.randint(2, 20), rng.randint(1, 9), rng.choice([0.1, 0.4, 0.8])))
    archives = ("dutch-2017.zip", "dutch-2026.zip", "dutch-2017-baku.zip")
    for archive in archives:
        for k, (_, event) in enumerate(oracle_events(archive)):
            if k >= oracle_ones:
                break
            if len(event.players) <= 60:
                compare(event)


def test_naive_and_real_agree() -> None:
    events(random_ones=200, oracle_ones=8)


@pytest.mark.slow
def test_naive_and_real_agree_on_two_thousand_events() -> None:
    events(random_ones=2000, oracle_ones=600)
