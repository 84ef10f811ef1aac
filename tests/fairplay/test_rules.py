"""Protection levels, searches, complaints, thresholds beyond the rulebook's vectors."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbitro.errors import ArbitroError
from arbitro.fairplay import complaints, conduct, investigation, levels, statistics
from arbitro.fairplay.levels import AnnexA, Duty, Measures, Protection
from tests.speaking import speak

events = st.builds(
    levels.Event,
    st.sampled_from([1, 2, 3]),
    st.integers(0, 200_000).map(Fraction),
    st.booleans(),
    st.integers(1500, 2800).map(Fraction),
    st.booleans(),
    st.booleans(),
)


@given(events)
def test_nothing_lowers_a_protection_level(event: levels.Event):
    level = levels.protection_level(event)
    assert levels.protection_level(replace(event, national_championship=True)) >= level
    assert levels.protection_level(replace(event, prize_eur=event.prize_eur + 100_001)) is Protection.MAXIMUM
    assert levels.protection_level(replace(event, fide_level=1)) is Protection.MAXIMUM


@pytest.mark.parametrize("key", levels.DUTIES)
def test_duties_grow_with_the_level(key: str):
    order = [Duty.NONE, Duty.OPTIONAL, Duty.ENCOURAGED, Duty.RECOMMENDED, Duty.STRONG, Duty.MUST]
    ranks = [order.index(duty) for duty in levels.DUTIES[key]]
    assert ranks == sorted(ranks)


def test_breaches_are_listed_for_the_chief_arbiters_report():
    lines = speak("es", levels.check_measures, Protection.ENHANCED, Measures((AnnexA.HAND_DETECTOR,), {"areas": True}))
    assert [line.key for line in lines if line.breach] == ["annex_a", "venue_checks", "declared"]
    waived = levels.check_measures(
        Protection.ENHANCED, Measures((AnnexA.HAND_DETECTOR,), {"areas": True}, ("annex_a",))
    )
    assert "annex_a" not in [line.key for line in waived if line.breach]


def test_there_is_no_waiver_at_maximum_protection():
    lines = levels.check_measures(Protection.MAXIMUM, Measures(waived=tuple(levels.DUTIES)))
    assert all(line.breach for line in lines if line.duty is Duty.MUST)


GOOD_SEARCH = conduct.Search("f", "f", "f", True, "suspicion")


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ({"searcher_gender": "m"}, "FP-4.2.gender"),
        ({"witness_gender": "m"}, "FP-4.2.gender"),
        ({"private_room": False}, "FP-4.2.room"),
        ({"others_present": 1}, "FP-4.2.present"),
        ({"ground": "gossip"}, "FP-4.2.ground"),
        ({"ground": "itc", "itc_unfounded": True}, "FP-4.2.ground"),
        ({"during_play": True}, "FP-4.3.timing"),
        ({"ground": "left_venue", "earlier_checks_this_round": 1}, "FP-4.3.once"),
    ],
)
def test_what_a_search_must_keep(change: dict[str, object], rule: str):
    assert conduct.check_search(GOOD_SEARCH) == ()
    assert [fault.rule for fault in conduct.check_search(replace(GOOD_SEARCH, **change))] == [rule]


def test_when_a_device_is_allowed():  # Laws 11.3.2.1
    assert conduct.device_allowed(regulations_allow_bag=True, off=True, in_bag=True, placed_as_told=True)
    assert not conduct.device_allowed(regulations_allow_bag=True, off=False, in_bag=True, placed_as_told=True)


@given(st.sets(st.integers(1, 500), min_size=1, max_size=80), st.integers(0, 20), st.integers(1, 11))
def test_the_draw_of_random_checks_can_be_repeated_by_anybody(players: set[int], number: int, round_number: int):
    lot = {"event": "Open", "round_number": round_number, "lot": "4 2 6"}
    drawn = conduct.draw_random_checks(list(players), number, **lot)  # type: ignore[arg-type]
    again = conduct.draw_random_checks(sorted(players, reverse=True), number, **lot)  # type: ignore[arg-type]
    assert drawn == again
    assert len(set(drawn)) == min(number, len(players))
    assert set(drawn) <= players


def test_nobody_can_foresee_who_is_checked():
    everybody = list(range(1, 101))
    draws = {
        conduct.draw_random_checks(everybody, 5, event="Open", round_number=3, lot=str(lot)) for lot in range(50)
    }  # fmt: skip
    assert len(draws) == 50
    with pytest.raises(ArbitroError, match="number drawn in the hall"):
        conduct.draw_random_checks(everybody, 5, event="Open", round_number=3, lot=" ")


def test_a_complaint_that_cites_an_engine_says_how_it_was_measured():
    filed = complaints.Complaint(
        complaints.ComplaintKind.PTC, complainant_fide_id=True, written=True, why_no_itc="found later",
        engine_matching=complaints.EngineMatching(engine="Stockfish 15.1"),
    )  # fmt: skip
    assert complaints.admissibility(filed) is complaints.Verdict.INCOMPLETE
    assert "hash size" in complaints.missing_content(filed)
    assert "tamaño de hash" in speak("es", complaints.missing_content, filed)


def test_online_complaints_come_from_participants_after_the_event():
    filed = complaints.Complaint(
        complaints.ComplaintKind.PTC, statistics.Mode.ONLINE, complainant_fide_id=True, written=True
    )
    assert complaints.admissibility(filed) is complaints.Verdict.ADMISSIBLE
    for change in ({"participant": False}, {"kind": complaints.ComplaintKind.ITC}):
        assert complaints.admissibility(replace(filed, **change)) is complaints.Verdict.INADMISSIBLE


@given(st.floats(-8, 12), st.sampled_from(list(statistics.Mode)))
def test_a_number_alone_never_disqualifies(z: float, mode: statistics.Mode):
    assert not statistics.may_disqualify_on_the_spot(z)
    assert not statistics.usable_as_support(z, other_evidence=False)
    if statistics.presumes_cheating(z, mode):
        assert statistics.usable_as_support(z, other_evidence=True)


@given(st.integers(1, 5000))
def test_larger_events_ask_for_a_rarer_score(players: int):
    bar = statistics.z_for_intrusive_action(players, False)
    assert bar <= statistics.z_for_intrusive_action(players + 1, False) + 0.005
    assert statistics.z_for_intrusive_action(players, True) == 2.0


def test_just_above_four_hundred_players_the_bar_does_not_fall_below_the_printed_one():
    assert statistics.z_for_intrusive_action(401, False) == 3.30


def test_a_presumption_by_z_is_no_fast_track():  # Code 9.3
    assert investigation.fast_track_open(cheating=False, reasonable_prospect_of_proof=True, presumption_by_z=False)
    assert not investigation.fast_track_open(cheating=True, reasonable_prospect_of_proof=False, presumption_by_z=True)
    assert investigation.fast_track_open(cheating=True, reasonable_prospect_of_proof=False, presumption_by_z=False)


def test_even_observation_falls_where_the_play_is_ordinary():
    assert statistics.may_be_dismissed((1.9, 1.2), 2500, 2100, 100)
    assert statistics.may_be_dismissed((3.0,), 2150, 2100, 100)
    assert not statistics.may_be_dismissed((3.0,), 2500, 2100, 100)
