"""Explanations: one per pair, true, in both languages."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from arbitro.i18n import speaking
from arbitro.model import Forbidden, Tournament
from arbitro.swiss import next_round, pair_round
from arbitro.swiss.account import PairExplanation
from arbitro.swiss.dutch import made_round
from arbitro.swiss.generator import Recipe, generate


def explain(event: Tournament, lang: str, edition: str | None = None) -> list[PairExplanation]:
    with speaking(lang):
        return pair_round(event, edition=edition).account.explained()


def why_not(event: Tournament, a: int, b: int, lang: str) -> str:
    with speaking(lang):
        return pair_round(event).account.why_not(a, b)


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


def test_an_exchange_is_told_with_what_it_avoids() -> None:
    event = replace(generate(Recipe(players=21, rounds=5, seed=7, forfeits=0.05)), planned_rounds=7)
    exchanged = [e for e in explain(event, "en") if "exchange" in e.sentence]
    assert exchanged
    for e in exchanged:
        assert "(D.2), for without one" in e.sentence and "Exchanged: " in e.text
        assert "D.2" not in e.criteria and e.criteria


def test_a_lost_completion_is_told() -> None:  # A.9
    found = 0
    for seed in range(8):
        event = generate(Recipe(players=9, rounds=6, seed=seed))
        for k in range(3, event.rounds_paired + 1):
            for lang, words in (("en", "By itself the bracket would be paired"), ("es", "Por sí solo, el grupo")):
                texts = [e.text for e in explain(event.before_pairing(k), lang) if words in e.text]
                found += bool(texts)
                assert all("(A.9)" in text for text in texts)
    assert found > 4


@pytest.mark.parametrize("lang", ["en", "es"])
def test_a_large_round_is_explained_by_classes(lang: str) -> None:
    event = generate(Recipe(players=300, rounds=9, seed=5)).after(4)
    told = explain(event, lang)
    assert len(told) == 150
    assert {"C.10", "C.1"} <= {article for e in told for article in e.criteria}


@pytest.mark.parametrize("edition", ["2017", "2026"])
def test_everyone_passed_over_for_the_bye_is_named_and_every_float_has_its_reason(edition: str) -> None:
    byes_and_floats(edition, 12)


@pytest.mark.slow
@pytest.mark.parametrize("edition", ["2017", "2026"])
def test_byes_and_floats_of_200_events_have_their_reasons(edition: str) -> None:
    byes_and_floats(edition, 200)


def byes_and_floats(edition: str, events: int) -> None:
    byes = floats = 0
    for seed in range(events):
        event = generate(Recipe(players=13, rounds=6, seed=seed, edition=edition, forfeits=0.05))
        for k in range(2, event.rounds_paired + 1):
            before = event.before_pairing(k)
            made = made_round(before, edition)
            scores = {p.number: p.score for p in made.field.players}
            place = {p.number: i for i, p in enumerate(made.field.players)}
            last = made.paired.brackets[-1]
            for told in made.explained():
                a, b = told.pair
                if b is None:
                    below = [n for n, i in place.items() if i > place[a] and i in (*last.mdps, *last.residents)]
                    assert all(f"{n}: " in told.sentence for n in below)
                    byes += bool(below)
                elif scores[a] != scores[b]:
                    floater = a if scores[a] > scores[b] else b
                    assert re.search(
                        rf"^{floater} (floats down from|has no legal opponent)|are paired together", told.text, re.M
                    )
                    floats += 1
    assert byes > 5
    assert floats > 50
