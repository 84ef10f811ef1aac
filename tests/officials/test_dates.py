"""Calendar arithmetic over ten years of days: what rolls, what does not, and what clamps."""

from __future__ import annotations

from calendar import monthrange
from datetime import date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbitro.dates import Roll, Term, add_days, add_months, add_years, age_on, parse_date
from arbitro.errors import ArbitroError
from arbitro.fairplay import investigation, levels
from arbitro.fairplay.statistics import Mode
from arbitro.officials import cases, categories, sanctions, training

TEN_YEARS = [date(2020, 1, 1) + timedelta(days=n) for n in range(3653)]
days = st.dates(date(2015, 1, 1), date(2035, 12, 31))
holidays = st.sets(st.sampled_from(TEN_YEARS), max_size=400)


def test_every_day_of_ten_years_an_ethics_appeal_ends_on_a_day_that_is_no_sunday():  # Code 17
    for day in TEN_YEARS:
        last = cases.edc_appeal_latest(day)
        assert last.weekday() != 6
        assert (last - day).days == (22 if (day + timedelta(days=21)).weekday() == 6 else 21)


def test_every_day_of_ten_years_an_arbiters_appeal_has_exactly_fifteen_days():  # B.06.5A 6
    assert all((cases.dsc_appeal_latest(day) - day).days == 15 for day in TEN_YEARS)


def test_a_saturday_does_not_roll():  # Code 17
    assert cases.edc_appeal_latest(date(2023, 3, 4)) == date(2023, 3, 25)
    assert date(2023, 3, 25).weekday() == 5


@given(days, holidays)
def test_a_rolled_day_is_the_first_that_is_neither_sunday_nor_holiday(day: date, free: set[date]):
    last = cases.edc_appeal_latest(day, free)
    assert last.weekday() != 6
    assert last not in free
    between = day + timedelta(days=21)
    while between < last:
        assert between.weekday() == 6 or between in free
        between += timedelta(days=1)


@given(days, st.integers(-240, 240))
def test_months_keep_the_day_or_clamp_to_the_months_end(day: date, months: int):
    moved = add_months(day, months)
    assert (moved.year * 12 + moved.month) - (day.year * 12 + day.month) == months
    assert moved.day == min(day.day, monthrange(moved.year, moved.month)[1])


@given(days, st.integers(0, 20))
def test_years_are_twelve_months_and_rise_with_the_day(day: date, years: int):
    assert add_years(day, years) == add_months(day, 12 * years)
    assert add_years(day, years) <= add_years(day + timedelta(days=1), years)


@given(days, days)
def test_age_counts_completed_years(birth: date, day: date):
    age = age_on(birth, day)
    if age >= 0:
        assert add_years(birth, age) <= day
    assert age_on(birth, day) <= age_on(birth, day + timedelta(days=1))


def test_leap_day():
    assert add_years(date(2024, 2, 29), 4) == date(2028, 2, 29)
    assert add_years(date(2024, 2, 29), 1) == date(2025, 2, 28)
    assert age_on(date(2004, 2, 29), date(2022, 2, 28)) == 17
    assert age_on(date(2004, 2, 29), date(2022, 3, 1)) == 18


@given(days)
def test_in_time_means_up_to_and_including_the_last_day(act: date):
    for nature, years in cases.LIMITATION_YEARS.items():
        last = add_years(act, years)
        assert cases.edc_in_time(act, last, nature)
        assert not cases.edc_in_time(act, last + timedelta(days=1), nature)


@given(days)
def test_both_clocks_of_a_cheating_file(last_round: date):  # 8 years here, 5 there
    fpl = investigation.limitation_end(last_round, Mode.OTB)
    assert fpl == add_years(last_round, 8)
    assert not cases.edc_in_time(last_round, fpl, cases.Nature.CHEATING)


@given(days)
def test_knowledge_of_nine_months_bars_an_arbiters_case_that_is_otherwise_in_time(known: date):
    received = add_months(known, 9)
    assert cases.dsc_in_time(known, received, cases.Nature.OTHER, known)
    assert not cases.dsc_in_time(known, received + timedelta(days=1), cases.Nature.OTHER, known)


@given(days)
def test_derived_dates_lie_where_the_texts_say(day: date):
    assert categories.activity_end(day) == add_years(day, 4)
    assert training.application_latest(day) == add_months(day, -1)
    assert (training.report_due(day) - day).days == 7
    granted = levels.waiver(levels.Protection.STANDARD, day)
    assert granted is not None
    assert (day - granted[1]).days == 28
    assert sanctions.lapses_on(sanctions.Penalty.WARNING, day) == add_months(day, 12)


def test_limits_in_minutes_end_to_the_minute_and_others_with_the_day():
    start = datetime(2023, 6, 15, 18, 30)
    assert Term(minutes=60).last_moment(start) == datetime(2023, 6, 15, 19, 30)
    assert Term(days=1).last_moment(start) == datetime(2023, 6, 16, 23, 59, 59)
    assert Term(days=3, roll=Roll.SUNDAY_OR_HOLIDAY).last_moment(start) == datetime(2023, 6, 19, 23, 59, 59)


@given(days, st.integers(1, 36), st.lists(st.tuples(st.integers(0, 300), st.integers(0, 30)), max_size=3))
def test_evaded_days_are_added_to_a_ban(start: date, months: int, evasions: list[tuple[int, int]]):  # Code 20.7
    spans = [(start + timedelta(days=a), start + timedelta(days=a + n)) for a, n in evasions]
    plain = sanctions.ban_end(start, months)
    assert sanctions.ban_end(start, months, spans) == plain + timedelta(days=sum(n + 1 for _a, n in evasions))


@pytest.mark.parametrize("text", ["", "2023-13-01", "yesterday", "2023-02-30"])
def test_what_is_no_date_is_an_error_in_one_sentence(text: str):
    with pytest.raises(ArbitroError, match="expected a date"):
        parse_date(text)


def test_dates_beyond_the_calendar_are_an_error():
    with pytest.raises(ArbitroError):
        add_years(date(2023, 1, 1), 9000)
    with pytest.raises(ArbitroError):
        add_days(date(2023, 1, 1), 10**9)
