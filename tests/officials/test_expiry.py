"""What runs out in an arbiter's file, and what stands against a person on a day."""

from __future__ import annotations

from datetime import date, timedelta

from hypothesis import given
from hypothesis import strategies as st

from arbitro.dates import add_months, add_years
from arbitro.officials.applications import check_fa_application
from arbitro.officials.arbiters import Application, NormEvent, Seminar
from arbitro.officials.expiry import ArbiterFile, PastSanction, expiries
from arbitro.officials.sanctions import Penalty
from tests.officials.conftest import Run

DAYS = st.dates(date(2018, 1, 1), date(2028, 12, 31))


def test_every_limit_of_a_file_nearest_first():
    file = ArbiterFile(
        norms=(NormEvent(name="Open", end=date(2023, 3, 10)), NormEvent(end=date(2021, 2, 1))),
        seminar=Seminar(date(2022, 1, 15)), fa_award=date(2020, 5, 1), refreshed=date(2023, 11, 20),
        lecturer_since=date(2022, 2, 28), last_lectured=date(2023, 6, 1),
        sanctions=(PastSanction(Penalty.WARNING, date(2023, 6, 15)), PastSanction(Penalty.BAN, date(2023, 1, 1))),
    )  # fmt: skip
    assert [(e.article, e.last_day.isoformat()) for e in expiries(file)] == [
        ("B.06.1 5.3.3", "2024-03-10"), ("B.06.5A 4.1", "2024-06-15"), ("B.06.1 5.3.2", "2026-01-15"),
        ("B.06.2 2.1", "2026-02-28"), ("B.06.1 5.3.1", "2027-02-01"), ("B.06.2 2.2.2", "2027-06-01"),
        ("B.06.3 2.2", "2027-11-20"), ("B.06.1 5.3.1", "2029-03-10"),
    ]  # fmt: skip
    assert expiries(ArbiterFile()) == ()


@given(DAYS, DAYS, DAYS)
def test_the_limits_are_those_of_the_application(event: date, seminar: date, day: date):
    """An application on a day fails for age exactly where the file says that the day has passed."""
    norms = (NormEvent(name="Open", end=event),)
    found = {e.article: e for e in expiries(ArbiterFile(norms=norms, seminar=Seminar(seminar)))}
    report = check_fa_application(Application(day, date(1990, 1, 1), norms, Seminar(seminar)))
    for article, rule in (("5.3.1", "ARB-T5.3.1"), ("5.3.2", "ARB-T5.3.2"), ("5.3.3", "ARB-T5.3.3")):
        assert found[f"B.06.1 {article}"].passed(day) == (rule in report.fails)


def test_a_lapsed_warning_has_passed_the_day_after():
    (lapse,) = expiries(ArbiterFile(sanctions=(PastSanction(Penalty.REPRIMAND, date(2024, 2, 29)),)))
    assert lapse.last_day == add_months(date(2024, 2, 29), 24) == date(2026, 2, 28)
    assert not lapse.passed(lapse.last_day)
    assert lapse.passed(lapse.last_day + timedelta(days=1))


def test_the_command_says_what_has_passed(run: Run):
    file = {"name": "Ana Paz", "fa_award": "2021-06-01", "seminar": {"end": "2022-01-15"}}
    code, found, _err = run("officials", "expiry", file, "--on", "2025-06-01", "--json")
    assert code == 0 and [e["days_left"] for e in found["expiries"]] == [0, 228]
    assert run("officials", "expiry", file, "--on", "2025-06-02")[0] == 1
    assert run("officials", "expiry", file, "--on", "tomorrow")[0] == 2
    assert add_years(date(2021, 6, 1), 4).isoformat() == found["expiries"][0]["last_day"]


def test_a_ban_stands_in_its_scope_and_time(run: Run):
    register = {"measures": [{"person": "2200001", "type": "ban", "start": "2024-01-01", "end": "2024-12-31",
                              "scope": ["online"], "decision": "1/2024"}]}  # fmt: skip
    words = ("case", "in-force", register, "--person", "2200001", "--json")
    assert run(*words, "--on", "2024-06-01")[1] == {"person": "2200001", "free": True, "measures": []}
    code, found, _err = run(*words, "--on", "2024-12-31", "--scope", "online")
    assert code == 1 and found["measures"][0]["decision"] == "1/2024"
    assert run(*words, "--on", "2025-01-01", "--scope", "online")[0] == 0
