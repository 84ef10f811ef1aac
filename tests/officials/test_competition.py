"""The report for an event's settings, and the figures behind it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbitro.errors import ArbitroError
from arbitro.model.time_control import simple
from arbitro.model.time_text import parse_encoded
from arbitro.officials import checklists, equipment, online, participation, timing
from arbitro.officials.checks import Binding, Report
from arbitro.officials.competition import EventSettings, check_event
from arbitro.records import decode
from arbitro.texts import table
from tests.speaking import speak

COMPLETE: dict[str, Any] = {
    "name": "Open de Mérida", "level": 2, "title_event": True, "international": True, "rounds": 9, "players": 120,
    "highest_rating": 2550, "start": "2023-07-01", "registered": "2023-05-15", "rounds_by_day": [1, 1, 2, 1, 2, 1, 1],
    "time_control": {"periods": [{"minutes": 90, "moves": 40}, {"minutes": 30}], "increment_s": 30},
    "regulations": {
        "default_time_min": 30, "pairing_system": "Dutch", "tie_breaks": ["BH/C1", "BH"], "rated_notice": True,
        "draw_restriction": "none", "device_in_bag": False, "half_point_byes": "one, rounds 1-5", "smoking": "outside",
        "dress": "proper",
    },
    "appeals": {
        "written": True, "deadline_min": 60, "deposit": 100,
        "members": [{"name": n, "federation": f, "age": 40} for n, f in (("A", "ESP"), ("B", "MEX"), ("C", "ARG"))],
    },
    "arbiters": [
        {"name": "X", "title": "IA", "category": "B", "role": "CA", "active": True, "licence_paid": True,
         "banned": False, "plays": False},
    ],
}  # fmt: skip


def fails(change: dict[str, Any]) -> tuple[str, ...]:
    return check_event(COMPLETE | change).fails


def test_a_complete_event_has_no_must_open():
    report = check_event(COMPLETE)
    assert report.ok
    assert {r.topic for r in report} >= {"time", "titles", "regulations", "appeals", "arbiters", "rating"}
    assert all(r.article for r in report)


def test_an_empty_event_misses_what_regulations_must_state():
    report = check_event({})
    assert set(report.fails) >= {"ORG-1.1", "GR-pairing", "GR-tiebreaks", "RTG-9.2", "APP-2", "APP-4.deadline"}


def test_three_rounds_a_day_break_a_title_tournament_and_twelve_hours():  # B.01 1.1.3, B.02 3.1
    assert fails({"rounds_by_day": [3, 3, 3]}) == ("RTG-3.1", "TTL-1.1.3")


def test_time_by_the_highest_rating():  # B.02 1.1
    short = {"time_control": {"periods": [{"minutes": 60}], "increment_s": 30}, "title_event": False, "level": 3}
    assert "RTG-1.1" in fails(short)
    assert fails(short | {"highest_rating": 2399}) == ()


def test_rapid_without_a_word_on_supervision_is_incomplete():  # Laws A.3-A.4
    rapid = {"time_control": {"periods": [{"minutes": 15}], "increment_s": 10}, "title_event": False, "level": 3}
    assert fails(rapid) == ("ORG-1.2",)


def test_without_increment_the_quickplay_finish_must_be_settled():  # Laws III
    plain = {"time_control": {"periods": [{"minutes": 120}]}}
    assert fails(plain) == ("ORG-1.3a",)
    rules = COMPLETE["regulations"] | {"quickplay": True}
    assert fails(plain | {"regulations": rules}) == ("ORG-1.3b",)
    assert fails(plain | {"regulations": rules | {"quickplay_procedure": "III.4"}}) == ()


def test_team_events_must_settle_line_ups():
    assert fails({"team": True}) == ("GR-7.1", "LINE-1")


def test_an_invitation_misses_items():
    items = table("requirements")["invitation"]
    stated = dict.fromkeys(items, True)
    assert fails({"level": 1, "invitation": stated}) == ()
    assert fails({"level": 1, "invitation": stated | {"visas": False}}) == ("INV-2.12",)
    assert len(items) == 24


def test_settings_with_a_wrong_key_name_the_place():
    with pytest.raises(ArbitroError, match=r'regulations: found "tiebreaks"'):
        check_event(COMPLETE | {"regulations": {"tiebreaks": []}})


def test_the_report_speaks_spanish():
    report = speak("es", check_event, COMPLETE)
    assert report.title == "Revisión de Open de Mérida"
    assert "tiempo de incomparecencia en minutos" in {r.text for r in report}


def test_should_and_could_never_fail_an_event():
    rows = [r for r in check_event({}) if r.level is not Binding.MUST]
    assert Report("", tuple(rows)).ok


@given(st.integers(1, 200), st.integers(0, 60), st.integers(1, 6))
def test_hours_of_play_are_two_players_by_sixty_moves(minutes: int, increment: int, rounds: int):
    control = simple(minutes, increment)
    assert control.minutes == minutes + increment
    assert timing.play_hours(control, rounds) == Fraction(2 * rounds * (minutes + increment), 60)


def test_an_increment_from_move_41_counts_for_twenty_moves():
    control = {"periods": [{"minutes": 90, "moves": 40}, {"minutes": 15}], "increment_s": 30, "increment_from_move": 41}
    assert decode(EventSettings, {"time_control": control}).time_control == parse_encoded("40/5400:900+30")
    assert parse_encoded("40/5400:900+30").minutes == 115


def test_an_increment_may_start_in_the_middle_of_a_period():
    control = {"periods": [{"minutes": 90, "moves": 40}, {"minutes": 15}], "increment_s": 30, "increment_from_move": 21}
    found = decode(EventSettings, {"time_control": control}).time_control
    assert found.minutes == 125
    assert found.first_control == 40


def test_pieces_of_the_standard_pass_and_scaled_ones_only_within_ten_percent():  # C.02 2.3
    assert Report("", tuple(equipment.check_pieces(equipment.PIECE_CM))).ok
    for factor, ok in ((Fraction(9, 10), True), (Fraction(11, 10), True), (Fraction(112, 100), False)):
        scaled = {piece: cm * factor for piece, cm in equipment.PIECE_CM.items()}
        assert Report("", tuple(equipment.check_pieces(scaled))).ok is ok


def test_tables_within_fifteen_percent():  # C.02 4.1
    rows = equipment.check_tables((Fraction("93.5"), Fraction("97.75")), Fraction(74))
    assert all(r.met for r in rows)
    assert not all(r.met for r in equipment.check_tables((Fraction(90), Fraction(85)), None))


def test_school_events():
    rows = equipment.check_school(equipment.School(61, 1, 2, Fraction(100), Fraction(7), 38, 75, Fraction(1)))
    assert [r.rule for r in rows if r.met is False] == ["SCHOOL-5", "SCHOOL-8", "SCHOOL-12"]


def test_half_point_byes():  # C.05 6.7.4
    assert participation.half_point_bye_ok(level=3, regulations_allow=True)
    assert not participation.half_point_bye_ok(level=1, regulations_allow=True)
    assert not participation.half_point_bye_ok(level=3, regulations_allow=True, receives_conditions=True)
    assert not participation.half_point_bye_advised(9, 9)


def test_checklists_have_unique_keys_and_every_phase():
    keys = [item.key for item in checklists.items()]
    assert len(keys) == len(set(keys))
    for phase in checklists.Phase:
        assert checklists.checklist(phase)
    assert "line_ups" not in {i.key for i in checklists.checklist()}
    assert "line_ups" in {i.key for i in checklists.checklist(features={"team"})}
    assert speak("es", checklists.checklist, checklists.Phase.BEFORE_ROUND)[1].text == "emparejamientos publicados"


def test_hybrid_events_need_two_arbiters_a_venue():  # E.04 16.8
    event = online.OnlineEvent(online.EventType.HYBRID, "p", True, "10+5", 5, 1, 300, True,
                               venues=(online.Venue("Lima", "A", "A", True, True, True, True),))  # fmt: skip
    assert online.check_online(event).fails == ("HYB-16.8",)


def test_an_online_event_without_increment_or_type_is_incomplete():
    assert set(online.check_online(online.OnlineEvent()).fails) >= {"ONL-6.1", "ONL-4", "ONL-8.5", "ONL-11.3"}


def test_flag_fall_is_decided_by_any_legal_series():
    assert online.flag_fall_result("8/8/8/4k3/8/8/4K3/4R3 w - - 0 1", "white") == "1/2-1/2"
    assert online.flag_fall_result("8/8/8/4k3/8/8/4K3/4R3 w - - 0 1", "black") == "1-0"
    assert online.platform_draw_valid("8/8/8/4k3/8/8/4K3/8 w - - 0 1") is True
    with pytest.raises(ArbitroError):
        online.flag_fall_result("no position", "white")


def test_settings_are_a_frozen_record():
    assert check_event(EventSettings(name="x")).title.endswith("x")


def test_every_requirement_of_the_table_is_whole():
    """The rules name a level that exists, an article or the check that gives it, and a text."""
    rows = table("requirements")
    for key, row in rows.items():
        if key != "invitation":
            assert row["text"] and isinstance(row["article"], str), key
            assert row.get("level", "must") in set(Binding), key
