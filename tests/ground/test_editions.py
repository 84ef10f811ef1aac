"""Editions: the one place that knows which text is in force when."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from arbitro.editions import EDITIONS, Editions, Texts, edition_named, edition_on, in_force, is_older
from arbitro.errors import ArbitroError
from arbitro.i18n import speaking


@pytest.mark.parametrize("area", EDITIONS)
def test_every_text_begins_after_the_one_before_it_and_is_found_by_name_alias_and_day(area: str):
    dated = [edition for edition in EDITIONS[area] if edition.since]
    assert [e.since for e in dated] == sorted({e.since for e in dated})
    for edition in EDITIONS[area]:
        assert edition_named(area, edition.name) == edition.name
        assert {edition_named(area, alias) for alias in edition.aliases} <= {edition.name}
        if edition.since:
            assert edition_on(area, edition.since) == edition.name
            assert in_force(area, edition.since - timedelta(days=1)) is not edition


@pytest.mark.parametrize("area", EDITIONS)
@pytest.mark.parametrize("year", range(2010, 2027))
def test_a_year_is_the_same_text_as_a_name_and_as_a_day(area: str, year: int):
    named = edition_named(area, str(year))
    assert named is None or edition_on(area, year) == edition_on(area, str(year)) == named


def test_months_of_entry_into_force_name_their_text():
    assert [edition_named("tiebreaks", name) for name in ("2023-07", "2024-04", "2024-08", "2025", "2026-03")] == [
        "2023", "2023-09", "2024", "2024", "2026"
    ]  # fmt: skip


def test_laws_between_2014_and_2022_are_not_known_here():
    assert in_force("laws", date(2018, 5, 1)) is None
    assert edition_on("laws", date(2018, 5, 1)) == "2023"
    assert edition_on("laws", date(2014, 6, 30)) == "2009"


def test_a_tournament_follows_the_texts_of_its_first_day_or_the_manual():
    assert Editions.by_default("2026/05/01") == Editions(
        swiss="2026", tiebreaks="2026", ratings="2025", titles="2024", laws="2023"
    )
    assert Editions.by_default("2024-02-29").ratings == "2022"
    assert Editions.by_default("") == Editions.by_default(None) == Editions.by_default("soon") == Editions()
    assert Editions.by_default("2026-05-01", swiss="2017").swiss == "2017"


def test_an_older_text_than_the_one_in_force_is_named():
    old = Editions(tiebreaks="club").outdated("2026-02-01")
    assert [(one.area, one.carried, one.current) for one in old] == [
        ("swiss", "2017", "2026"), ("ratings", "2022", "2025"), ("titles", "2023", "2024"),
    ]  # fmt: skip
    assert str(old[0]) == (
        "Swiss rules (C.04): on 2026-02-01 the edition 2026 was in force; this tournament follows 2017."
    )
    assert Editions().outdated("2023-08-01") == ()
    assert not is_older("swiss", "2026", "2017")


def test_an_unknown_edition_is_refused_with_the_known_ones():
    texts = Texts("titles", {"2023": 1, "2024": 2})
    with speaking("es"), pytest.raises(ArbitroError) as refused:
        texts.of("azul")
    assert str(refused.value) == "Reglas de títulos (B.01): «azul» no es una edición; existen 2023, 2024."
