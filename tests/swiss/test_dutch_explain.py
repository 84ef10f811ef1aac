"""Explanations: one per pair, true, in both languages."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from arbitro.model import Forbidden, Tournament
from arbitro.swiss import explain, next_round
from arbitro.swiss.dutch.reasons import why_not
from arbitro.swiss.generator import Recipe, generate


@pytest.fixture(scope="module")
def event() -> Tournament:
    return generate(Recipe(players=61, rounds=9, seed=4, forfeits=0.02, half_point_byes=0.02)).after(6)


@pytest.mark.parametrize("lang", ["en", "es"])
@pytest.mark.parametrize("edition", ["2017", "2026"])
def test_every_board_and_the_bye_are_explained(event: Tournament, lang: str, edition: str) -> None:
    pairings = next_round(event, edition=edition)
    told = explain(event, lang, edition=edition)
    assert [e.pair for e in told] == [tuple(p) for p in pairings.pairs] + (
        [(pairings.bye, None)] if pairings.bye else []
    )
    for e in told:
        assert e.sentence and e.text and e.criteria and e.bracket
        assert "{" not in e.sentence + e.text


def test_the_languages_differ(event: Tournament) -> None:
    english, spanish = explain(event, "en"), explain(event, "es")
    assert english[0].text != spanish[0].text
    assert "blancas" in " ".join(e.text for e in spanish)


def test_a_rematch_is_named_with_its_round(event: Tournament) -> None:
    found = [m for e in explain(event, "en") for m in re.finditer(r"(\d+) and (\d+) met in round (\d+)", e.text)]
    assert found
    for m in found:
        a, b, k = map(int, m.groups())
        assert event.round_of(a, k).opponent == b


def test_why_not(event: Tournament) -> None:
    pairings = next_round(event)
    white, black = pairings.pairs[0]
    assert "do meet" in why_not(event, white, black, lang="en")
    met = event.opponents(white)[0]
    assert "met in round" in why_not(event, white, met, lang="en")
    apart = replace(event, forbidden=(Forbidden((white, black)),))
    assert "apart" in why_not(apart, white, black, lang="en")
    everyone = [p.number for p in event.players if p.number not in (white, black)]
    for other in everyone[:12]:
        assert why_not(event, white, other, lang="es").endswith(".")
