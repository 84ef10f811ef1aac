"""The tables in TOML: whole, and no key without its rule."""

from __future__ import annotations

from enum import Enum

import pytest

from arbitro.files.rating_list import Listed
from arbitro.ratings import ladder, period
from arbitro.ratings.change import KReason
from arbitro.ratings.games import NotRated
from arbitro.ratings.submission import ObjectionKind
from arbitro.texts import table


@pytest.mark.parametrize(
    ("kind", "members"),
    [("reason", NotRated), ("k", KReason), ("refusal", ladder.Refusal), ("objection", ObjectionKind)],
)
def test_every_name_has_its_sentence(kind: str, members: type[Enum]) -> None:
    assert set(table("ratings")[kind]) == {member.name.lower() for member in members}


def test_every_ending_has_its_sentence() -> None:
    assert set(table("ratings")["outcome"]) == {ending.name.lower() for ending in ladder.Ending} | {"drawn_level"}


def test_every_problem_of_a_period_has_its_sentence() -> None:
    names = ("NO_ID", "UNKNOWN_WHITE", "UNKNOWN_BLACK", "SAME", "NO_RESULT", "DUPLICATE", "BAD_RATING", "BAD_K")
    assert {getattr(period, name) for name in names} <= set(table("ratings")["problem"])


def test_the_stakes_rise_with_the_difference_and_add_up_to_k() -> None:  # MAT-3
    rows = table("stakes")["rows"]
    assert [row["from"] for row in rows] == sorted({row["from"] for row in rows}) and len(rows) == 31
    for row in rows:
        assert sum(row["45"][:2]) == 45 and sum(row["20"][:2]) == 20


def test_no_heading_means_two_fields() -> None:
    names = [name for aliases in table("headings").values() for name in aliases]
    assert len(names) == len(set(names)) and all(name == name.lower() for name in names)


def test_the_conversion_tables_are_whole_and_agree() -> None:  # 8.1.1, 8.1.2
    dp, starts = table("elo")["dp"], table("elo")["pd_row_starts"]
    assert len(dp) == len(starts) == 51 and dp == sorted(dp) and starts == sorted(starts)
    for percent in range(51, 100):  # a difference of 8.1.1 lies in the row of its percentage in 8.1.2
        assert starts[percent - 50] <= dp[percent - 50] < starts[percent - 49]


def test_the_columns_of_rating_lists_are_fields_of_an_entry() -> None:
    assert {*table("rating_list")["text"].values(), *table("rating_list")["xml"].values()} <= {*Listed._fields}
