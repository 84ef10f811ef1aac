"""The literal engine and the production engine: two searches, one answer (C.04.3 B, C, D)."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arbitro.swiss.dutch import literal, rounds
from arbitro.swiss.dutch.rounds import REJECTED, PairedRound
from arbitro.swiss.dutch.state import Field
from tests.swiss.fields import fields

EASY = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example]
ANY_EDITION = st.sampled_from(["2017", "2026"]).flatmap(fields)


def told(paired: PairedRound | None) -> object:
    if paired is None:
        return None
    return paired.bye, [
        (b.kind, b.mdps, b.residents, sorted(b.pairs), sorted(b.floaters))
        for b in paired.brackets
        if b.kind != REJECTED
    ]


def agree(field: Field) -> None:
    assert told(rounds.pair(field)) == told(literal.pair(field))


@settings(max_examples=400, deadline=None, suppress_health_check=EASY, derandomize=True)
@given(ANY_EDITION)
def test_both_engines_agree(field: Field) -> None:
    agree(field)


@pytest.mark.slow
@settings(max_examples=20_000, deadline=None, suppress_health_check=EASY)
@given(ANY_EDITION)
def test_both_engines_agree_on_twenty_thousand_fields(field: Field) -> None:
    agree(field)
