"""The JSON document of a tournament."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbitro.errors import FileError
from arbitro.files import document, trf
from arbitro.model import Tournament
from tests.files.test_trf_reading import TEAM_EVENT
from tests.files.tournaments import WORKED, rich_tournaments


@settings(max_examples=40, deadline=None)
@given(rich_tournaments())
def test_a_document_holds_the_whole_tournament(event: Tournament):
    assert document.loads(document.dumps(event)) == event
    assert document.loads(document.dumps(event, indent=1)) == event


def test_a_team_event_is_held_too():
    event = trf.parse("\n".join(TEAM_EVENT)).tournament
    assert document.loads(document.dumps(event, indent=1)) == event


def small() -> dict[str, Any]:
    text = '{"format": "arbitro-tournament", "version": 1, "players": [{"number": 1, "name": "Ana"}]}'
    made: dict[str, Any] = json.loads(text)
    return made


def test_the_smallest_document():
    event = document.from_dict(small())
    assert event.players[0].name == "Ana"
    assert document.to_dict(event) == small() | {"players": [{"number": 1, "name": "Ana", "rounds": []}]}


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ({"format": "other"}, "format"),
        ({"version": 2}, "version"),
        ({"version": "1"}, "version"),
        ({"players": {}}, "players"),
        ({"players": [1]}, "players[0]"),
        ({"players": [{"number": 1}]}, '"players[0]", expected the key name'),
        ({"players": [{"number": "1", "name": "A"}]}, "players[0].number"),
        ({"players": [{"number": 1, "name": "A"}] * 2}, "players[1].number"),
        ({"players": [{"number": 1, "name": "A", "colour": "red"}]}, 'players[0]: "colour"'),
        ({"players": [{"number": 1, "name": "A", "title": "XX"}]}, "players[0].title"),
        ({"players": [{"number": 1, "name": "A", "rounds": [{"outcome": "won"}]}]}, "players[0].rounds[0].outcome"),
        (
            {"players": [{"number": 1, "name": "A", "rounds": [{"outcome": "win", "opponent": 9}]}]},
            "rounds[0].opponent",
        ),
        ({"players": [{"number": 1, "name": "A", "rounds": [{"outcome": "absent", "opponent": 1}]}]}, "opponent"),
        ({"plannedRounds": 9}, "plannedRounds"),
        ({"planned_rounds": 9.5}, "planned_rounds"),
        ({"scoring": {"win": 0.33}}, "scoring.win"),
        ({"scoring": {"win": True}}, "scoring.win"),
        ({"system": "swiss"}, "system"),
        ({"acceleration": {"x": [1]}}, "acceleration"),
        ({"baku": 1}, "baku"),
    ],
)
def test_an_error_names_the_key(change: dict[str, Any], key: str):
    with pytest.raises(FileError) as caught:
        document.from_dict(small() | change, "open.json")
    assert key in str(caught.value)
    assert str(caught.value).startswith("open.json: found ")


@pytest.mark.parametrize("text", ["", "{", "[1, 2"])
def test_what_is_no_json_names_a_line(text: str):
    with pytest.raises(FileError) as caught:
        document.loads(text, "open.json")
    assert caught.value.line == 1


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a": ' + "9" * 5000 + "}", b"\xff\xfe\x00"])
def test_what_breaks_a_limit_is_refused_by_name(text: str | bytes):
    with pytest.raises(FileError, match=r"^open.json: .*expected (at most 100 lists|a number of at most|a text in)"):
        document.loads(text, "open.json")


@settings(max_examples=200, deadline=None)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
        max_leaves=8,
    ),
    st.sampled_from(["players", "info", "scoring", "teams", "acceleration", "system", "forbidden", "line_ups"]),
)
def test_any_json_is_a_tournament_or_a_file_error(value: Any, key: str):
    for made in (value, small() | {key: value}, small() | {"players": [small()["players"][0] | {"rounds": value}]}):
        with suppress(FileError):
            document.from_dict(made)


class TestSchema:
    @pytest.fixture
    def validator(self) -> Any:
        jsonschema_rs = pytest.importorskip("jsonschema_rs")
        return jsonschema_rs.validator_for(json.loads(document.SCHEMA.read_text(encoding="utf-8")))

    def test_documents_follow_the_schema(self, validator: Any):
        for event in (trf.read(WORKED).tournament, trf.parse("\n".join(TEAM_EVENT)).tournament):
            validator.validate(document.to_dict(event))

    @settings(max_examples=20, deadline=None)
    @given(event=rich_tournaments())
    def test_random_documents_follow_the_schema(self, event: Tournament):
        jsonschema_rs = pytest.importorskip("jsonschema_rs")
        schema = json.loads(document.SCHEMA.read_text(encoding="utf-8"))
        jsonschema_rs.validate(schema, document.to_dict(event))

    def test_the_schema_knows_every_field_of_the_model(self):
        from dataclasses import fields

        from arbitro.model import Info, Outcome, Plan, Player, Scoring, System, Team

        schema = json.loads(document.SCHEMA.read_text(encoding="utf-8"))["properties"]
        assert schema.keys() - {"format", "version"} == {f.name for f in fields(Tournament)} - {"results", "paired"}
        assert schema["info"]["properties"].keys() == {f.name for f in fields(Info)}
        assert schema["scoring"]["properties"].keys() == {f.name for f in fields(Scoring)}
        assert schema["plan"]["properties"].keys() == {f.name for f in fields(Plan)}
        assert schema["teams"]["items"]["properties"].keys() == {f.name for f in fields(Team)}
        player = schema["players"]["items"]["properties"]
        assert player.keys() - {"rounds"} == {f.name for f in fields(Player)}
        assert player["rounds"]["items"]["properties"]["outcome"]["enum"] == [o.label for o in Outcome]
        assert schema["system"]["enum"] == [s.value for s in System]
