"""Lists of tie-breaks by name: whose they are, where they were read, and that each one ranks."""

from __future__ import annotations

import json
import random

import pytest
from tools.tiebreak_lists import PAGES, page

from arbitro.cli import main
from arbitro.papers.blocks import FEDERATIONS
from arbitro.standings import PRESETS, standings
from arbitro.standings.tiebreak import Offered, offered_lists, parse_list
from tests.speaking import speak
from tests.standings.events import ORACLE, random_event, round_robin

WORKED = ORACLE.parent / "vectors" / "swiss-worked-tournament.trf"
FORMS = ("swiss", "table", "team-swiss", "team-table")
OF_FEDERATIONS = [one for one in offered_lists() if one.federation]


@pytest.mark.parametrize("name", PRESETS)
def test_every_list_can_be_read(name: str) -> None:
    assert [str(tiebreak) for tiebreak in parse_list(name)] == list(PRESETS[name])


@pytest.mark.parametrize("one", OF_FEDERATIONS, ids=lambda one: one.name)
def test_a_list_of_a_federation_says_where_it_was_read(one: Offered) -> None:
    assert one.federation in FEDERATIONS and one.name.startswith(one.federation.lower())
    assert one.source or one.federation == "SWE"


def test_a_federation_has_its_own_lists_first() -> None:
    for form in FORMS:
        for federation in {one.federation for one in offered_lists(form)} - {""}:
            lists = offered_lists(form, federation)
            own = [one.federation == federation for one in lists]
            assert own == sorted(own, reverse=True) and own[0]
    assert len(offered_lists()) == sum(len(offered_lists(form)) for form in FORMS)


@pytest.mark.parametrize("form", ["swiss", "table"])
def test_every_list_ranks_the_players_of_its_form(form: str) -> None:
    rng = random.Random(2026)
    event = random_event(rng, 16, 7) if form == "swiss" else round_robin(rng, 8)
    for one in offered_lists(form):
        ranking = standings(event, one.name, edition="2026")
        assert tuple(ranking.rows[0].values) == one.codes


def test_a_list_is_named_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    for one in offered_lists("swiss"):
        with pytest.raises(SystemExit) as left:
            main(["standings", str(WORKED), "-t", one.name, "--json", "--lang", "en"])
        assert left.value.code in (0, None)
        assert tuple(json.loads(capsys.readouterr().out)["standings"][0]["tiebreaks"]) == one.codes
    with pytest.raises(SystemExit):
        main(["standings", str(WORKED), "-t", "usa-swis", "--lang", "en"])
    assert "usa-swiss" in capsys.readouterr().err


@pytest.mark.parametrize("lang", ["en", "es"])
def test_the_table_of_lists_in_the_manual_is_made_from_the_code(lang: str) -> None:
    text = PAGES[lang].read_text(encoding="utf-8")
    assert page(text, lang) == text
    assert [name for name in PRESETS if f"`{name}`" not in text] == []


def test_the_titles_are_spoken() -> None:
    assert speak("es", offered_lists, "swiss", "USA")[0].title == "EE. UU.: sistema suizo"
