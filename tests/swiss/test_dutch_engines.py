"""The literal engine and the production engine: two searches, one answer (C.04.3 B, C, D)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arbitro.model import Colour, Outcome, PlayerRound, Tournament
from arbitro.swiss import dutch, next_round
from arbitro.swiss.colours import preference
from arbitro.swiss.dutch import bracket
from arbitro.swiss.dutch.bracket import Bracket, PairedBrackets
from arbitro.swiss.dutch.state import Contender, Field, field_of, rank_order
from arbitro.swiss.dutch.texts import TEXTS
from arbitro.swiss.generator import Recipe, generate
from tests.engines import dutch as literal
from tests.swiss.fields import fields

EASY = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example]
ANY_EDITION = st.sampled_from(["2017", "2026"]).flatmap(fields)


W, B = Colour.WHITE, Colour.BLACK


def told(paired: PairedBrackets | None) -> object:
    if paired is None:
        return None
    return paired.bye, [(b.kind, b.mdps, b.residents, sorted(b.pairs), sorted(b.floaters)) for b in paired.told()]


def agree(field: Field) -> None:
    assert told(dutch.pair(field)) == told(literal.pair(field))


@settings(max_examples=400, deadline=None, suppress_health_check=EASY, derandomize=True)
@given(ANY_EDITION)
def test_both_engines_agree(field: Field) -> None:
    agree(field)


@pytest.mark.slow
@settings(max_examples=20_000, deadline=None, suppress_health_check=EASY)
@given(ANY_EDITION)
def test_both_engines_agree_on_twenty_thousand_fields(field: Field) -> None:
    agree(field)


def test_the_least_psd_may_pair_fewer_moved_down_players() -> None:  # B.1 c and C.6, in a collapsed last bracket
    rows: list[tuple[int, int, tuple[Colour, ...], set[int], bool, bool]] = [
        # number, score, colours, met, may have the bye, topscorer
        (4, 125, (B, B, W, W), {3}, True, True),
        (3, 105, (B, W, W, B, W), {4}, True, True),
        (7, 105, (W, B, B, W, W), set(), True, True),
        (5, 65, (B, W, W), set(), True, True),
        (9, 65, (B, B, W, B, W), {6}, True, True),
        (1, 55, (W, B, W), {6}, True, True),
        (2, 45, (B, B, W, B, W), set(), True, True),
        (8, 45, (W, B, W), {6}, False, True),
        (6, 25, (W, B, W), {1, 8, 9}, False, False),
    ]
    players = [
        Contender(n, score, games, preference(games), frozenset(met), may_have_bye=bye, topscorer=top, order=n, place=n)
        for n, score, games, met, bye, top in rows
    ]
    field = Field(rank_order(players), 6, TEXTS["2017"], W)
    paired = dutch.pair(field)
    assert told(paired) == told(literal.pair(field))
    assert paired is not None
    last = paired.brackets[-1]
    assert (last.kind, len(last.mdps), last.floaters) == ("clb", 2, (last.mdps[1],))


def colour_decides(event: Tournament, seed: int) -> Tournament:
    """The round just paired, won by White unless the numbers say otherwise: large classes of absolute preferences."""
    pairings = next_round(event)
    entries: dict[int, PlayerRound] = {}
    for white, black in pairings.pairs:
        mine = Outcome.WIN if (white + black + seed) % 4 else Outcome.DRAW
        entries[white] = PlayerRound(pairings.round, black, Colour.WHITE, mine)
        entries[black] = PlayerRound(pairings.round, white, Colour.BLACK, mine.opposite)
    if pairings.bye is not None:
        entries[pairings.bye] = PlayerRound(pairings.round, None, None, Outcome.PAIRING_BYE)
    return replace(
        event, results=tuple((*r, entries[p.number]) for p, r in zip(event.players, event.results, strict=True))
    )


@pytest.mark.parametrize("edition", ["2017", "2026"])
@pytest.mark.parametrize("players", [26, 31])
def test_classes_and_exact_matching_agree(players: int, edition: str, monkeypatch: pytest.MonkeyPatch) -> None:
    event = generate(Recipe(players=players, rounds=8, seed=players, edition=edition)).after(0)
    for _ in range(8):
        field = field_of(event, TEXTS[edition])
        fast = dutch.pair(field)
        with monkeypatch.context() as patch:
            patch.setattr(Bracket, "_by_classes", lambda *_: None)
            patch.setattr(Bracket, "_by_classes_with", lambda *_, **__: None)
            assert told(dutch.pair(field)) == told(fast)
        if fast is None:
            break
        event = colour_decides(event, players)


@pytest.mark.parametrize("seed", [112, 130])
def test_small_brackets_above_many_players(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """2026: one or two leaders who have met, with a crowd below: players as classes of their own, or exactly."""
    event = generate(Recipe(players=90, rounds=11, seed=seed, edition="2026", zero_point_byes=0.15, draws=0.1))
    alike = 0
    for k in range(5, event.rounds_paired + 1):
        field = field_of(event.before_pairing(k), TEXTS["2026"])
        fast = dutch.pair(field)
        with monkeypatch.context() as patch:
            patch.setattr(bracket, "ONE_BY_ONE", 0)
            patch.setattr(Bracket, "_by_classes_with", lambda *_, **__: None)
            assert told(dutch.pair(field)) == told(fast)
        alike += 1
    assert alike > 3
