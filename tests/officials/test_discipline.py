"""Cases, sanctions and the register of decisions."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbitro.officials import cases, sanctions
from arbitro.officials.sanctions import Penalty, Sanction

FILING = cases.Filing(
    date(2022, 6, 1), date(2023, 6, 1), "k", "k", ("11.7 e",), directly_affected=True
)  # a player complains of a player


def test_a_good_complaint_is_admissible():
    assert cases.check_admissibility(FILING).ok


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ({"complainant": "i"}, "ETH-5.1a"),
        ({"directly_affected": False}, "ETH-5.1a"),
        ({"respondent": "spectator"}, "ETH-5.1b"),
        ({"offences": ("11.7 z",)}, "ETH-5.1c"),
        ({"international": False}, "ETH-5.1d"),
        ({"act": date(2018, 5, 31)}, "ETH-5.1e"),
        ({"already_decided": True}, "ETH-5.3c"),
    ],
)
def test_each_condition_of_article_5(change: dict[str, object], rule: str):
    assert cases.check_admissibility(replace(FILING, **change)).fails == (rule,)


def test_a_national_matter_counts_if_it_was_judged_unfairly_at_home():  # Code 4.7
    national = replace(FILING, international=False, several_federations=True, judged_at_home=True)
    assert not cases.check_admissibility(national).ok
    assert cases.check_admissibility(replace(national, judged_fairly=False)).ok


def test_arbiters_are_complained_of_by_those_named_in_the_rules():  # B.06.5A 2.6
    filing = replace(FILING, route="arbiters", complainant="player", respondent="arbiter", offences=("3.5 b",),
                     known_since=date(2022, 10, 1))  # fmt: skip
    assert cases.check_admissibility(filing).ok
    assert cases.check_admissibility(replace(filing, complainant="spectator")).fails == ("ETH-5.1a",)
    assert cases.check_admissibility(replace(filing, minor_represented=False)).fails == ("ETH-5.1a",)
    assert cases.check_admissibility(replace(filing, known_since=date(2022, 8, 1))).fails == ("ARB-D2.8",)


def test_the_longest_limitation_of_the_offences_counts():
    assert cases.nature_of(["11.9 a", "11.7 e"]) is cases.Nature.CHEATING
    assert cases.nature_of(["11.7(c)"]) is cases.Nature.CORRUPTION
    assert cases.nature_of(["11.9 a"]) is cases.Nature.OTHER


@given(st.fractions(Fraction(0), Fraction(200)))
def test_bans_run_from_one_month_to_fifteen_years(months: Fraction):  # Code 13.1 d
    assert (sanctions.edc_sanction_fault(Sanction(Penalty.BAN, months)) is None) == (1 <= months <= 180)


@pytest.mark.parametrize("kind", sorted(sanctions.SUPPLEMENTARY))
def test_supplementary_sanctions_need_a_common_one(kind: Penalty):  # Code 13.2
    assert sanctions.edc_sanction_fault(Sanction(kind, Fraction(1), terms=1)) is not None


def test_the_arbiters_committee_imposes_no_fines():
    assert sanctions.dsc_sanction_fault(Sanction(Penalty.FINE, eur=Fraction(10)), repeat=False)
    assert sanctions.dsc_sanction_fault(Sanction(Penalty.REPRIMAND), repeat=False) is None
    assert cases.arbiters_route(19, repeat=False) == "EDC"
    assert cases.arbiters_route(19, repeat=True) == "DSC"


def test_a_ban_stands_in_its_scope_and_time_only():
    ban = sanctions.Measure("123", Penalty.BAN, date(2023, 1, 1), date(2023, 6, 30), ("online",))
    suspended = sanctions.Measure("123", Penalty.BAN, date(2023, 1, 1), None, suspended_until=date(2024, 1, 1))
    register = [ban, suspended]
    assert sanctions.in_force(register, "123", date(2023, 6, 30), "online") == (ban,)
    assert sanctions.in_force(register, "123", date(2023, 7, 1), "online") == ()
    assert sanctions.in_force(register, "123", date(2023, 6, 30), "otb") == ()


def decision(route: str, **more: object) -> cases.Decision:
    return cases.Decision(
        "1/2023", cases.RouteName(route), "EDC", date(2023, 6, 1), "N. N.", ("11.7 e",), "guilty", **more
    )


def test_the_register_shows_the_public_only_final_decisions_without_names():  # Code 19, B.06.5A 7
    assert cases.published(decision("disciplinary")) is None
    assert cases.published(decision("corrective", final=True)) is None
    shown = cases.published(decision("arbiters", final=True))
    assert shown is not None
    assert shown["respondent"] == "X"
    named = cases.published(decision("disciplinary", final=True, named=True))
    assert named is not None
    assert named["respondent"] == "N. N."


def test_who_may_read_a_file():
    assert cases.may_read(decision("corrective"), "Secretariat")
    assert not cases.may_read(decision("corrective"), "party")
    assert not cases.may_read(decision("corrective"), "FIC")
    assert cases.may_read(decision("corrective"), "FIC", chamber_needs_it=True)
    assert not cases.may_read(decision("disciplinary"), "press")


def test_members_of_a_partys_federation_stand_aside():  # Code 3.13
    members = [cases.Member("ESP"), cases.Member("MEX")]
    assert cases.recusals(members, {"ESP"}) == (members[0],)
    assert cases.recusals(members, {"ESP"}, parties_agree=True) == ()


def test_older_acts_fall_under_older_rules():  # Code 21, B.06.5A 8
    assert cases.regime(date(2022, 3, 31), arbiters=False) is cases.Regime.CODE_BEFORE
    assert cases.regime(date(2022, 3, 31), arbiters=False, all_parties_agree=True) is cases.Regime.CODE_2022
    assert cases.regime(date(2023, 5, 1), arbiters=True) is cases.Regime.DSC_2023
