"""The one codec: outside text within limits, plain data to records and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time
from enum import Enum
from fractions import Fraction
from typing import Annotated, Any, Literal

import pytest

from arbitro.errors import FileError
from arbitro.i18n import speaking
from arbitro.model import Points
from arbitro.model.points import points
from arbitro.records import Between, RecordError, arguments, decode, encode, is_whole, load, loads


class Shade(Enum):
    LIGHT = "light"
    DARK = "dark"


@dataclass(frozen=True, slots=True)
class Base:
    n: int = 0


@dataclass(frozen=True, slots=True)
class Derived(Base):
    more: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Everything:
    name: str
    number: Annotated[int, Between(0, 99)] = 0
    points: Points | None = None
    share: Fraction = Fraction(0)
    day: date | None = None
    at: datetime | None = None
    clock: time | None = None
    shade: Shade = Shade.LIGHT
    side: Literal["white", "black"] = "white"
    where: int | str = 0
    pair: tuple[int, str] = (0, "")
    rows: tuple[Base, ...] = ()
    names: frozenset[str] = frozenset()
    by_number: Mapping[int, Points] = field(default_factory=dict)
    by_shade: Mapping[Shade, int] = field(default_factory=dict)
    base: Base = Base()


FULL = {
    "name": "Ana", "number": 7, "points": 4.5, "share": "2/3", "day": "2023-06-15", "at": "2023-06-15T16:30:00",
    "clock": "16:30:00", "shade": "dark", "side": "black", "where": "A4", "pair": [1, "x"], "rows": [{"n": 2}],
    "names": ["a", "b"], "by_number": {"3": 1.5}, "by_shade": {"dark": 2}, "base": {"n": 5},
}  # fmt: skip


def test_a_record_of_every_kind_of_field_comes_back_as_it_was():
    record = decode(Everything, FULL)
    assert (record.points, record.share, record.shade) == (Points(45), Fraction(2, 3), Shade.DARK)
    assert record.by_number == {3: Points(15)}
    assert record.by_shade == {Shade.DARK: 2}
    assert record.names == frozenset({"a", "b"})
    assert encode(record) == FULL


def test_defaults_may_be_left_out():
    assert encode(Everything(name="Ana"), defaults=False) == {"name": "Ana"}


def test_a_field_of_a_base_class_is_written_by_the_fields_of_what_it_holds():
    assert encode(Everything(name="", base=Derived(1, "x")))["base"] == {"n": 1, "more": "x"}


def test_fields_may_come_from_elsewhere_and_be_left_out():
    record = decode(Everything, {"number": 4}, given={"name": "Blas"})
    assert (record.name, record.number) == ("Blas", 4)
    assert "rows" not in encode(decode(Everything, FULL), without=["rows"])


@pytest.mark.parametrize(
    ("key", "value", "sentence"),
    [
        ("number", 100, 'number: found "100", expected a number up to 99'),
        ("number", -1, "number: found -1, expected a number from 0"),
        ("number", True, "number: found true, expected a whole number"),
        ("points", 0.25, "points: found 0.25, expected points such as 11.5"),
        ("share", "1/0", 'share: found "1/0", expected a number'),
        ("share", "1e999999999", 'share: found "1e999999999", expected a number'),
        ("share", float("inf"), "share: found Infinity, expected a number"),
        ("day", "15 June", 'day: found "15 June", expected an ISO date such as 2023-06-15'),
        (
            "at",
            "2023-06-15T16:30:00+02:00",
            'at: found "2023-06-15T16:30:00+02:00", expected local time without a zone',
        ),
        ("clock", "25:00", 'clock: found "25:00", expected a time such as 16:30'),
        ("shade", "grey", 'shade: found "grey", expected "light" or "dark"'),
        ("side", "red", 'side: found "red", expected "white" or "black"'),
        ("where", [], "where: found [], expected a whole number or a text"),
        ("pair", [1], "pair: found [1], expected a list of 2"),
        ("rows", [{"n": "x"}], 'rows[0].n: found "x", expected a whole number'),
        ("rows", {"n": 1}, 'rows: found {"n": 1}, expected a list'),
        ("by_number", {"x": 1}, 'by_number: found "x", expected a whole number'),
        ("by_shade", [], "by_shade: found [], expected an object"),
        ("base", {"m": 1}, 'base: found "m", expected one of the keys n'),
        ("name", None, "name: found nothing, expected a text"),
    ],
)
def test_a_wrong_value_is_one_sentence_that_names_the_place(key: str, value: Any, sentence: str):
    with pytest.raises(RecordError) as refused:
        decode(Everything, {**FULL, key: value})
    assert str(refused.value) == sentence


def test_a_missing_key_is_named_in_the_language_in_use():
    with speaking("es"), pytest.raises(RecordError) as refused:
        decode(Everything, {}, "players[3]")
    with speaking("es"):
        assert str(refused.value) == "players[3]: se encontró nada, se esperaba la clave name"


def command(state: object, *, board: int, result: str | None = None, pairs: Sequence[tuple[int, int]] = ()) -> None:
    """A command as the desk declares it."""


def test_arguments_are_read_by_the_signature():
    assert arguments(command, {"board": 3, "pairs": [[1, 2]]}) == {"board": 3, "pairs": ((1, 2),)}
    with pytest.raises(RecordError, match=r"^found nothing, expected the key board"):
        arguments(command, {})
    with pytest.raises(RecordError, match='record: found "bord", expected one of the keys board, result, pairs'):
        arguments(command, {"bord": 3}, "record")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[" * 5000 + "]" * 5000, "x: expected at most 100 lists within lists"),
        ("[" * 101 + "]" * 101, "x: expected at most 100 lists within lists"),
        ("9" * 5000, 'x: found "99999999999999999999", expected a number of at most 18 digits'),
        ("[1e999]", 'x: found "1e999", expected a number of at most 18 digits'),
        ("[NaN]", 'x: found "NaN", expected a number of at most 18 digits'),
        ('{"a": }', "x, line 1, column 7: expected JSON (Expecting value)"),
    ],
)
def test_hostile_text_is_one_sentence(text: str, sentence: str):
    with pytest.raises(FileError) as refused:
        loads(text, "x")
    assert str(refused.value) == sentence


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("a = " + "9" * 5000, "9" * 20),
        ("b = 'x'\na = -" + "9" * 19, "-" + "9" * 19),
        ("a = 0x" + "f" * 5000, "0x" + "f" * 18),
        ("a = [[{b = " + "9_9" * 10 + "}]]", "9" * 20),
        ("a = 1e999", "1e999"),
        ("a = nan", "nan"),
    ],
)
def test_hostile_numbers_of_a_plan_are_one_sentence(text: str, found: str):
    with pytest.raises(FileError) as refused:
        loads(text, "x", toml=True)
    assert str(refused.value) == f'x: found "{found}", expected a number of at most 18 digits'


def test_bytes_that_are_no_text_are_refused():
    with pytest.raises(FileError, match="expected a text in UTF-8"):
        loads(b"\xff\xfe\x00", "x")


def test_a_hundred_lists_within_lists_are_read_and_many_beside_each_other():
    assert loads("[" * 100 + "]" * 100)
    assert len(loads("[" + "[]," * 500 + "[]]")) == 501


def test_files_are_json_or_toml_by_their_name(tmp_path):
    (tmp_path / "a.json").write_text('\ufeff{"a": 1}', encoding="utf-8")
    (tmp_path / "a.toml").write_text("a = 1", encoding="utf-8")
    (tmp_path / "b.toml").write_text("a = \n", encoding="utf-8")
    assert load(tmp_path / "a.json") == load(tmp_path / "a.toml") == {"a": 1}
    with pytest.raises(FileError, match=r"b.toml, line 1, column 5: expected TOML \(Invalid value\)"):
        load(tmp_path / "b.toml")


@pytest.mark.parametrize("text", ["9" * 5000, "1e999999999"])
def test_points_of_endless_size_are_refused_before_they_are_computed(text: str):
    with pytest.raises(ValueError, match="is not a number of tenths of a point"):
        points(text)
    assert not is_whole(text)
