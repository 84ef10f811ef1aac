"""Dubov, Burstein and Lim against small engines written from their texts (`tests/engines`): rounds with colours."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from arbitro import swiss
from arbitro.errors import NoPairing
from arbitro.model import System, Tournament
from arbitro.swiss.account import RoundAccount
from tests.engines import burstein, dubov, dubov2026, lim
from tests.engines.common import Answer
from tests.swiss_other.simulate import rounds_of

ENGINES: dict[str, tuple[System, str, Callable[[Tournament], Answer]]] = {
    "burstein": (System.BURSTEIN, "2017", burstein.pair_2017),
    "burstein-2026": (System.BURSTEIN, "2026", burstein.pair_2026),
    "dubov": (System.DUBOV, "2017", dubov.pair),
    "dubov-2026": (System.DUBOV, "2026", dubov2026.pair),
    "lim": (System.LIM, "2017", lim.pair),
}
SIZES = (100, 1_000)  # rounds compared


def compared(name: str, wanted: int) -> int:
    """So many rounds of random tournaments, each equal to what the text says."""
    system, edition, literal = ENGINES[name]
    seen = seed = 0
    while seen < wanted:
        seed += 1
        for t, pairings in rounds_of(seed, lambda t: swiss.next_round(t, system, edition), most=10, forfeits=0.04):
            if not isinstance(swiss.pair_round(t, system, edition).account, RoundAccount):
                continue  # a seeding round
            try:
                pairs, bye = literal(t)
            except LookupError:
                with pytest.raises(NoPairing):
                    swiss.next_round(t, system, edition)
                continue
            assert ({tuple(p) for p in pairings.pairs}, pairings.bye) == (pairs, bye), (name, seed, pairings.round)
            seen += 1
    return seen


@pytest.mark.parametrize("rounds", [SIZES[0], pytest.param(SIZES[1], marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", ENGINES)
def test_every_round_is_the_one_of_the_text(name: str, rounds: int) -> None:
    assert compared(name, rounds) >= rounds
