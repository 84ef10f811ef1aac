"""Any JSON into any check: a report, or one sentence; never a traceback."""

from __future__ import annotations

import typing
from dataclasses import fields
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbitro.errors import ArbitroError
from arbitro.fairplay import complaints, conduct, levels
from arbitro.model.time_control import TimeControl
from arbitro.officials import (
    applications,
    appointments,
    arbiters,
    cases,
    categories,
    competition,
    online,
    sanctions,
    training,
)
from arbitro.officials.timing import ControlRecord
from arbitro.records import decode

CHECKS: dict[Any, Any] = {
    arbiters.Application: (applications.check_fa_application, applications.check_ia_application),
    arbiters.NormEvent: (arbiters.fa_norm_route, arbiters.ia_norm_route),
    categories.Upgrade: (categories.check_upgrade,),
    categories.EventProfile: (categories.event_category,),
    training.Trainee: (training.check_lecturer,),
    appointments.Appointment: (appointments.check_appointments,),
    competition.EventSettings: (competition.check_event,),
    online.OnlineEvent: (online.check_online,),
    cases.Filing: (cases.check_admissibility,),
    sanctions.Sanction: (sanctions.edc_sanction_fault, lambda s: sanctions.dsc_sanction_fault(s, repeat=True)),
    complaints.Complaint: (complaints.admissibility, complaints.missing_content),
    conduct.Search: (conduct.check_search,),
    levels.Event: (levels.protection_level,),
}

WRITTEN_AS = {TimeControl: ControlRecord}
DATES = st.sampled_from(["2023-06-15", "2024-02-29", "1990-01-01", "0001-01-01", "9999-12-31", "x"])
SCALARS = st.one_of(
    st.none(), st.booleans(), st.integers(-3, 3000), st.floats(), DATES, st.text(max_size=3),
    st.sampled_from(["A", "D", "swiss", "rr", "otb", "online", "national", "hybrid", "ban", "CA", "PTC"]),
    st.just("2023-01-01T10:00"),
)  # fmt: skip


def documents(record: Any, depth: int = 0) -> st.SearchStrategy[dict[str, Any]]:
    """JSON objects with the record's own keys and mostly plausible values."""
    hints = typing.get_type_hints(record)
    values = {field.name: value_of(hints[field.name], depth) for field in fields(record)}
    return st.fixed_dictionaries({}, optional=values)


def value_of(kind: Any, depth: int) -> st.SearchStrategy[Any]:
    inner = [one for one in (kind, *typing.get_args(kind)) if hasattr(one, "__dataclass_fields__")]
    if inner and depth < 2:
        nested = documents(WRITTEN_AS.get(inner[0], inner[0]), depth + 1)
        return st.lists(nested, max_size=3) if typing.get_origin(kind) is tuple else nested
    if typing.get_origin(kind) is tuple:
        return st.lists(SCALARS, max_size=3)
    return DATES if "date" in str(kind) else SCALARS


@pytest.mark.parametrize("record", CHECKS, ids=lambda r: r.__name__)
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_any_object_gets_an_answer_or_one_sentence(record: Any, data: st.DataObject):
    document = data.draw(documents(record))
    for check in CHECKS[record]:
        try:
            check(decode(record, document))
        except ArbitroError as error:
            assert "\n" not in str(error)


@pytest.mark.parametrize("record", CHECKS, ids=lambda r: r.__name__)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_records_built_without_json_get_an_answer(record: Any, data: st.DataObject):
    built = data.draw(st.from_type(record))
    for check in CHECKS[record]:
        try:
            check(built)
        except ArbitroError as error:
            assert "\n" not in str(error)
