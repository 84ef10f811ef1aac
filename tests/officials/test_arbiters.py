"""Titles, norms, categories, appointments beyond the rulebook's vectors."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbitro.errors import ArbitroError
from arbitro.model import RatingList
from arbitro.officials import applications, appointments, arbiters, categories, forms, licences, training
from arbitro.officials.arbiters import Application, EventLevel, NormEvent, Route, Seminar, System
from arbitro.records import RecordError, decode
from tests.speaking import speak

SWISS = NormEvent(System.SWISS, level=EventLevel.INTERNATIONAL, players=60, rated=40, feds=3, rounds=7,
                  end=date(2023, 3, 10))  # fmt: skip
ROUND_ROBIN = NormEvent(System.ROUND_ROBIN, level=EventLevel.NATIONAL, players=10, rated=10, feds=1, rounds=9,
                        end=date(2023, 2, 1))  # fmt: skip
GOOD = Application(
    date(2023, 7, 1), date(1990, 5, 5), (SWISS, SWISS, ROUND_ROBIN), Seminar(date(2022, 1, 15), Fraction(85)), True
)


def fails(file: Application) -> tuple[str, ...]:
    return applications.check_fa_application(file).fails


def test_a_good_application_lists_every_requirement_with_found_and_needed():
    report = applications.check_fa_application(GOOD)
    assert report.ok
    assert all(r.article and r.text and r.found and r.needed for r in report)


def test_five_requirements_can_fail_at_once():
    file = replace(GOOD, national_arbiter_registered=False, seminar=None, norms=(SWISS,), birth=date(2006, 1, 1))
    assert fails(file) == ("ARB-T2.4/2.5", "ARB-T2.9.1", "ARB-T2.9.3", "ARB-T3.7", "ARB-T5.4.2", "ARB-T5.4.3")


def test_an_option_of_article_3_9_counts_once():  # B.06.1 3.9
    rapid = NormEvent(System.SWISS, RatingList.RAPID, EventLevel.NATIONAL, players=40, rated=30, rounds=9, feds=1,
                      end=date(2023, 5, 1))  # fmt: skip
    assert fails(replace(GOOD, norms=(rapid, SWISS, ROUND_ROBIN))) == ()
    assert fails(replace(GOOD, norms=(rapid, rapid, ROUND_ROBIN))) == ("ARB-T3.9",)


def test_a_title_of_a_disability_body_is_a_norm_without_rounds():  # B.06.1 3.9.5
    title = NormEvent(route=Route.DISABILITY_TITLE)
    assert arbiters.fa_norm_route(title) == "ARB-T3.9.5"
    assert fails(replace(GOOD, norms=(title, SWISS, ROUND_ROBIN))) == ()


def test_hybrid_events_need_approval():  # B.06.1 2.3.2
    assert arbiters.fa_norm_route(NormEvent(System.SWISS, rated=50, rounds=9, hybrid=True)) is None
    assert (
        arbiters.fa_norm_route(NormEvent(System.SWISS, rated=50, rounds=9, hybrid=True, approved=True)) == "ARB-T3.9.3"
    )


def test_one_federation_is_no_international_event():  # B.06.1 2.6.2
    assert fails(replace(GOOD, norms=(replace(SWISS, feds=1), SWISS, ROUND_ROBIN))) == ("ARB-T2.6.2a",)


def test_a_festival_may_be_the_large_event():  # B.06.1 2.5.1
    part = replace(SWISS, festival_players=120, festival_rated=40)
    assert fails(replace(GOOD, norms=(part, SWISS, SWISS))) == ()
    assert fails(replace(GOOD, norms=(SWISS, SWISS, SWISS))) == ("ARB-T2.4/2.5",)


def test_filing_within_a_year_of_the_last_event():  # B.06.1 5.3.3
    assert fails(replace(GOOD, application=date(2024, 3, 10))) == ()
    assert fails(replace(GOOD, application=date(2024, 3, 11))) == ("ARB-T5.3.3",)


def test_languages():  # B.06.1 3.3, 4.3; German is a training language only
    assert fails(replace(GOOD, languages=("de",))) == ("ARB-T3.3",)
    assert fails(replace(GOOD, languages=("de", "es"))) == ()
    assert "ARB-T4.3" in applications.check_ia_application(replace(GOOD, languages=("es",))).fails


def test_an_ia_candidate_without_the_fa_title_fails():
    assert "ARB-T4.11" in applications.check_ia_application(GOOD).fails


@given(st.integers(1, 2000))
def test_certificates_grow_one_for_25_players(players: int):  # B.06.1 2.7.1
    limit = arbiters.certificate_limit(EventLevel.NATIONAL, System.SWISS, players)
    assert limit is not None
    assert 25 * (limit - 1) < players <= 25 * limit


def test_requirements_speak_spanish():
    report = speak("es", applications.check_fa_application, GOOD)
    assert report.title == "Solicitud de Árbitro FIDE (formulario FA2)"


UPGRADE = categories.Upgrade(
    "C", date(2023, 7, 1), date(2020, 1, 1), True, False, "D", None,
    tuple(categories.Service("C", date(2022, n, 1), "CA") for n in (1, 6)),
)  # fmt: skip


def test_upgrades_need_exactly_the_minimum():  # B.06.3 7.2.1
    assert categories.check_upgrade(UPGRADE).ok
    third = categories.Service("C", date(2022, 9, 1), "CA")
    assert categories.check_upgrade(replace(UPGRADE, events=(*UPGRADE.events, third))).fails == ("ARB-C.events",)


@pytest.mark.parametrize("change", [{"role": "SECTOR"}, {"positive": False}, {"start": date(2018, 1, 1)}])
def test_service_counts_as_chief_or_deputy_positive_and_recent(change: dict[str, object]):
    first = replace(UPGRADE.events[0], **change)
    assert categories.check_upgrade(replace(UPGRADE, events=(first, UPGRADE.events[1]))).fails == ("ARB-C.events",)


def test_an_event_that_began_on_the_day_of_the_last_upgrade_does_not_count():  # B.06.3 7.3
    file = replace(UPGRADE, current_since=date(2021, 12, 31))
    assert categories.check_upgrade(file).ok
    assert categories.check_upgrade(replace(file, current_since=date(2022, 1, 1))).fails == ("ARB-C.events",)


def test_table_8_3_is_monotone():
    """A higher category may do all that a lower one may, and a lower event never asks for more."""
    for role in appointments.Role:
        for event in "ABCD":
            allowed = [appointments.may_serve(role, event, "IA", category) for category in "ABCD"]
            assert allowed == sorted(allowed, reverse=True)
        for category in "ABCD":
            by_event = [appointments.may_serve(role, event, "IA", category) for event in "ABCD"]
            assert by_event == sorted(by_event)
        assert not appointments.may_serve(role, "D", "NA", None)


def test_appointments_name_the_unlicensed_the_banned_and_the_playing_arbiter():
    staff = appointments.Appointment(
        (appointments.Appointee("Ana", "FA", "D", appointments.Role.CHIEF, True, False, True, plays=True),),
        players=100, player_norms_possible=True,
    )  # fmt: skip
    assert appointments.check_appointments(staff).fails == ("ARB-D4", "ARB-T6", "TTL-1.1.6")


def test_licences():
    assert licences.licence_fee("FA") == 80
    assert licences.upgrade_fee("IA", "D", "A") == 200
    assert licences.licensed(date(2023, 1, 1), date(2023, 1, 2))
    assert not licences.licensed(date(2023, 1, 2), date(2023, 1, 2))
    with pytest.raises(ArbitroError):
        licences.licence_fee("FA", "A")


@pytest.mark.parametrize("name", forms.forms())
def test_forms_name_their_empty_fields(name: str):
    empty = forms.fill(name, {})
    form = forms.forms()[name]
    assert set(empty.missing) == set(form.fields) - set(form.optional)
    full = speak("es", forms.fill, name, dict.fromkeys(forms.forms()[name].fields, "x"))
    assert full.missing == ()
    with pytest.raises(ArbitroError, match="colour"):
        forms.fill(name, {"colour": "red"})


def test_a_paper_with_too_little_on_the_laws_is_no_exam():
    assert not training.paper_stats([2, 2, 6], [1, 2]).valid
    assert training.paper_stats([3, 3, 4], [1, 2]).valid


def test_records_say_where_a_value_is_wrong():
    with pytest.raises(RecordError, match=r'norms\[1\]\.system: found "suizo", expected "swiss"'):
        decode(Application, {"application": "2023-07-01", "birth": "1990-05-05", "norms": [{}, {"system": "suizo"}]})
    with pytest.raises(RecordError, match="expected the key birth"):
        decode(Application, {"application": "2023-07-01"})
    with pytest.raises(RecordError, match="one of the keys"):
        decode(NormEvent, {"colour": 1})


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | st.text(max_size=3) | st.floats(allow_nan=False, width=16),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


@given(
    st.dictionaries(st.sampled_from(["application", "birth", "norms", "seminar", "active", "fa_award"]), json_values)
)
def test_any_json_is_an_application_or_one_sentence(data: dict[str, object]):
    try:
        applications.check_ia_application(decode(Application, data))
    except ArbitroError as error:
        assert "\n" not in str(error)
