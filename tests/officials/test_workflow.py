"""Procedures: appeals, incidents, investigations, disciplinary cases as tables of acts."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbitro.dates import add_months
from arbitro.errors import ArbitroError, Refused
from arbitro.fairplay import investigation
from arbitro.i18n import speaking
from arbitro.officials import appeals, cases, incidents
from arbitro.texts import table
from arbitro.workflow import History, Procedure, as_json, deadline, due, perform, person_named, possible, replay
from tests.speaking import speak

ALL = (
    *cases.PROCEDURES.values(),
    incidents.INCIDENT,
    investigation.OTB,
    investigation.ONLINE,
    appeals.appeal_procedure(60),
)
NOON = datetime(2023, 6, 15, 12)


@pytest.mark.parametrize("procedure", ALL, ids=lambda p: p.name)
def test_every_state_is_reached_and_every_matter_can_end(procedure: Procedure):
    reached = {procedure.first}
    while True:
        more = {a.target for a in procedure.acts if set(a.sources) & reached} - reached
        if not more:
            break
        reached |= more
    assert reached == set(procedure.states)
    assert procedure.final_states
    assert {s for a in procedure.acts for s in a.sources} <= set(procedure.states)
    ends = set(procedure.final_states)
    while True:
        more = {s for a in procedure.acts if a.target in ends for s in a.sources} - ends
        if not more:
            break
        ends |= more
    assert ends == set(procedure.states)


@pytest.mark.parametrize("procedure", ALL, ids=lambda p: p.name)
def test_every_act_names_an_article_and_limits_count_from_an_act_that_exists(procedure: Procedure):
    names = {a.name for a in procedure.acts}
    for act in procedure.acts:
        assert act.article
        assert set(act.after) <= names


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(ALL), st.data())
def test_a_random_walk_replays_to_the_same_state(procedure: Procedure, data: st.DataObject):
    history, now = History(procedure), NOON
    for _ in range(12):
        acts = possible(history)
        if not acts:
            assert history.closed
            break
        act = data.draw(st.sampled_from(acts))
        by = data.draw(st.sampled_from(act.by)) if act.by else ""
        now += timedelta(minutes=1)
        if act.waits:
            now = max(now, (deadline(history, act) or now) + timedelta(seconds=1))
        if act.name == "lapse":
            now += timedelta(days=366)
        stated = {"voters": "3", "discovered": now.date().isoformat(), "outcome": "warning"}
        stated |= {"deposit": "100", "panel": "A, B, C"}
        history = perform(history, act.name, now, by, {fact: stated.get(fact, "x") for fact in act.needs})
    again = replay(procedure, history.entries, history.holidays)
    assert again == history
    assert as_json(history)["state"] == again.state


def filed(at: datetime) -> History:
    history = perform(History(appeals.appeal_procedure(60)), "decision", NOON, "chief arbiter", {"ruling": "loss"})
    return perform(history, "appeal", at, "player", {"written": True, "deposit": 100})


def test_an_appeal_is_in_time_to_the_minute():  # C.05 10.4
    assert filed(NOON + timedelta(minutes=60)).state == "filed"
    with pytest.raises(Refused, match=r"C\.05 10\.4"):
        filed(NOON + timedelta(minutes=61))


def test_an_oral_appeal_or_one_without_deposit_is_refused():
    history = perform(History(appeals.appeal_procedure(60)), "decision", NOON, "arbiter", {"ruling": "loss"})
    with pytest.raises(Refused, match="needs written, deposit"):
        perform(history, "appeal", NOON, "player", {"written": False})
    with pytest.raises(Refused, match="not for spectator"):
        perform(history, "appeal", NOON, "spectator", {"written": True, "deposit": 1})
    for facts in (
        {"written": "no", "deposit": "100"},
        {"written": "yes", "deposit": "0"},
        {"written": "yes", "deposit": "no"},
    ):
        with pytest.raises(Refused, match=r"in writing|deposit"):  # C.05 10.4, as the command line states facts
            perform(history, "appeal", NOON, "player", facts)
    assert perform(history, "appeal", NOON, "player", {"written": "yes", "deposit": "100 EUR"}).state == "filed"


@pytest.mark.parametrize(
    ("panel", "opens"), [("A, B", False), ("A, B, C", True), (["A", "B", "C", "D"], False), (3, True)]
)
def test_an_investigation_opens_with_a_panel_of_three(panel, opens):  # IV.4
    history = History(investigation.OTB)
    if opens:
        assert perform(history, "open", NOON, "FPL", {"panel": panel}).state == "investigation"
    else:
        with pytest.raises(Refused, match="3 investigators"):
            perform(history, "open", NOON, "FPL", {"panel": panel})


def test_an_incident_goes_to_appeal_in_writing_and_with_the_deposit_too():  # C.05 10.4
    history = perform(History(incidents.INCIDENT), "record", NOON, "arbiter", {"what": "a phone rang"})
    history = perform(history, "rule", NOON, "arbiter", {"ruling": "loss", "article": "11.3.2"})
    for facts in ({}, {"written": "yes"}, {"written": "no, by word of mouth", "deposit": 100}, {"deposit": 100}):
        with pytest.raises(Refused):
            perform(history, "appeal", NOON, "player", facts)
    history = perform(history, "appeal", NOON, "player", {"written": "yes", "deposit": "100 EUR"})
    with pytest.raises(Refused):
        perform(history, "decide", NOON, "committee", {"reasons": "the phone was a neighbour's", "voters": 2})
    decided = {"reasons": "the phone was a neighbour's", "voters": 3}
    assert perform(history, "decide", NOON, "committee", decided).state == "decided"


def test_the_deposit_comes_back_if_the_appeal_is_upheld():
    assert appeals.deposit_returned("upheld", Fraction(100)) == 100
    assert appeals.deposit_returned("dismissed", Fraction(100)) == 0
    assert appeals.deposit_returned("dismissed", Fraction(100), Fraction(1, 2)) == 50


def test_members_with_a_conflict_of_interest_give_way_to_reserves():  # C.05 10.2
    member = appeals.CommitteeMember
    committee = [member("A", "ESP"), member("B", "MEX"), member("C", "ARG"), member("D", "CUB", reserve=True),
                 member("E", "PER", reserve=True)]  # fmt: skip
    assert [m.name for m in appeals.votes(committee)] == ["A", "B", "C"]
    assert [m.name for m in appeals.votes(committee, {"MEX"})] == ["A", "C", "D"]
    assert [m.name for m in appeals.votes(committee, {"ESP", "CUB"})] == ["B", "C", "E"]


def test_a_disciplinary_appeal_rolls_over_sunday_and_holiday():  # Code 17
    history = History(cases.PROCEDURES["disciplinary"], holidays=frozenset({date(2023, 3, 27)}))
    steps = [("triage", "EDC President", {}), ("admit", "EDC", {}), ("hear", "FIC", {"parties_informed": "yes"}),
             ("decide", "FIC", {"reasons": "r"}), ("communicate", "Secretariat", {})]  # fmt: skip
    for name, by, facts in steps:
        history = perform(history, name, datetime(2023, 3, 5, 10), by, facts)
    assert deadline(history, history.procedure.act("appeal")) == datetime(2023, 3, 28, 23, 59, 59)
    assert due(history)[0][0].name == "appeal"
    late = datetime(2023, 3, 29)
    with pytest.raises(Refused, match="too late"):
        perform(history, "appeal", late, "party")
    with pytest.raises(Refused, match="must wait"):  # somebody may still appeal
        perform(history, "become_final", datetime(2023, 3, 28, 23, 59, 59), "Secretariat")
    assert as_json(history)["possible"][-1]["not_before"] == "2023-03-28T23:59:59"
    assert perform(history, "become_final", late, "Secretariat").state == "final"


def final_case(day: datetime) -> History:
    history = History(cases.PROCEDURES["disciplinary"])
    steps = [("triage", "EDC President", {}), ("admit", "EDC", {}), ("hear", "FIC", {"parties_informed": "yes"}),
             ("decide", "FIC", {"reasons": "r"}), ("communicate", "Secretariat", {})]  # fmt: skip
    for name, by, facts in steps:
        history = perform(history, name, day, by, facts)
    return perform(history, "become_final", day + timedelta(days=30), "Secretariat")


def test_a_case_is_reconsidered_within_thirty_days_of_the_discovery_and_five_years():  # Code 3.11
    history = final_case(datetime(2019, 1, 10))
    facts = {"new_facts": "a letter", "discovered": "2023-12-10"}
    assert perform(history, "reconsider", datetime(2024, 1, 9), "party", facts).state == "heard"
    with pytest.raises(Refused, match="30 days"):
        perform(history, "reconsider", datetime(2024, 1, 10), "party", facts)
    with pytest.raises(Refused, match="5 years"):
        perform(history, "reconsider", datetime(2024, 1, 11), "party", facts | {"discovered": "2024-01-10"})
    with pytest.raises(ArbitroError, match="expected a date"):
        perform(history, "reconsider", datetime(2024, 1, 9), "party", facts | {"discovered": "soon"})


@pytest.mark.parametrize(("outcome", "months"), [("warning", 12), ("reprimand", 24)])
def test_a_corrective_warning_or_reprimand_lapses_in_its_time(outcome: str, months: int):  # Code 10.6
    day = datetime(2023, 6, 15)
    history = History(cases.PROCEDURES["corrective"])
    history = perform(history, "notify", day, "EDC single member")
    history = perform(history, "find", day, "EDC single member", {"outcome": outcome})
    with pytest.raises(Refused, match="must wait"):  # the respondent has 21 days to ask for a review
        perform(history, "close", datetime(2023, 7, 6), "Secretariat")
    history = perform(history, "close", datetime(2023, 7, 7), "Secretariat")
    lapses = datetime.combine(add_months(day.date(), months), datetime.min.time())
    with pytest.raises(Refused, match="not before"):
        perform(history, "lapse", lapses - timedelta(days=1), "Secretariat")
    assert perform(history, "lapse", lapses, "Secretariat").state == "lapsed"


def test_a_committee_with_an_even_number_of_votes_is_not_seated():  # C.05 10.2
    history = filed(NOON)
    for voters in ("4", "many"):
        with pytest.raises(Refused, match="must be odd"):
            perform(history, "seat", NOON, "committee", {"voters": voters})
    assert perform(history, "seat", NOON, "committee", {"voters": 3}).state == "heard"


@pytest.mark.parametrize("procedure", ALL, ids=lambda p: p.name)
def test_every_word_of_a_procedure_is_known_in_spanish(procedure: Procedure):
    assert procedure.name in table("procedures")["procedures"]
    assert set(procedure.states) <= set(table("procedures")["states"])
    assert {person for act in procedure.acts for person in act.by} <= set(table("procedures")["persons"])
    assert {act.name for act in procedure.acts} <= set(table("procedures")["acts"])


def test_a_refusal_speaks_the_language_in_use():
    history = perform(History(appeals.appeal_procedure(60)), "decision", NOON, "arbiter", {"ruling": "loss"})
    with speaking("es"):
        with pytest.raises(Refused, match="llegó tarde"):
            perform(history, "appeal", NOON + timedelta(hours=2), "player", {"written": "x", "deposit": 1})
        assert person_named("Jugador", history.procedure.act("appeal").by) == "player"
        assert person_named("espectador", history.procedure.act("appeal").by) == "espectador"


def test_an_arbiters_case_notes_what_is_overdue_without_refusing_it():  # B.06.5A 5
    history = History(cases.PROCEDURES["arbiters"])
    day = datetime(2023, 6, 1)
    for name, by, facts in [("to_dsc", "ARB", {"majority": "5-1"}), ("inform", "DSC", {"charges": "3.5 b"}),
                            ("decide", "DSC", {"reasons": "r"})]:  # fmt: skip
        history = perform(history, name, day, by, facts)
    assert as_json(history, datetime(2023, 6, 22))["due"][0]["overdue"] is True
    history = perform(history, "notify", datetime(2023, 7, 1), "DSC")
    with pytest.raises(Refused, match="fee_paid"):
        perform(history, "appeal", datetime(2023, 7, 2), "party")
    with pytest.raises(Refused, match="too late"):
        perform(history, "appeal", datetime(2023, 7, 17), "party", {"fee_paid": 300})
    assert perform(history, "appeal", datetime(2023, 7, 16, 23), "party", {"fee_paid": 300}).state == "at the Council"


def test_an_act_out_of_turn_names_what_is_open():
    with pytest.raises(Refused, match="open are: triage"):
        perform(History(cases.PROCEDURES["disciplinary"]), "decide", NOON, "FIC", {"reasons": "r"})
    with pytest.raises(Refused, match="there is no act pardon"):
        perform(History(cases.PROCEDURES["disciplinary"]), "pardon", NOON)


def test_time_runs_forward():
    history = perform(History(cases.PROCEDURES["disciplinary"]), "triage", NOON, "EDC President")
    with pytest.raises(Refused, match="lies before"):
        perform(history, "admit", NOON - timedelta(days=1), "EDC")


def test_an_online_investigation_is_expected_within_two_weeks():
    history = perform(History(investigation.ONLINE), "open", NOON, "FPL", {"investigator": "X"})
    limits = {act.name: last for act, last in due(history)}
    assert limits["report"] == datetime(2023, 6, 29, 23, 59, 59)


def test_incidents_say_where_they_must_still_go():
    assert [c.to for c in incidents.consequences(incidents.Matter.DEVICE)] == ["report", "fairplay"]
    assert [c.to for c in incidents.consequences(incidents.Matter.DRESS)] == ["report"]
    assert "informe" in speak("es", incidents.consequences, incidents.Matter.DRESS)[0].text
