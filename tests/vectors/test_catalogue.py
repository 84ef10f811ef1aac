"""The mechanism itself: another folder may hold fewer files, fewer vectors, no tables; nothing is passed over."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.vectors import catalogue
from tests.vectors.registry import ADAPTORS, ENUMERATORS
from tests.vectors.test_vectors import test_vector as judge

FILES = sorted(path.name for path in catalogue.OWN.glob("*.json"))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ARBITRO_VECTORS", str(tmp_path))
    return tmp_path


def write(folder: Path, name: str, document: Any) -> None:
    (folder / name).write_text(json.dumps(document), encoding="utf-8")


def emptied(document: dict[str, Any]) -> dict[str, Any]:
    """The same keys with nothing in their lists and tables."""
    return {key: type(value)() if isinstance(value, list | dict) else value for key, value in document.items()}


@pytest.mark.parametrize("name", FILES)
def test_a_file_without_its_lists_and_tables_has_no_vectors(folder: Path, name: str) -> None:
    write(folder, name, {})
    assert catalogue.vectors() == []
    write(folder, name, emptied(json.loads((catalogue.OWN / name).read_text(encoding="utf-8"))))
    assert catalogue.vectors() == []


def test_every_vector_of_our_folder_has_an_adaptor() -> None:
    assert [v.id for v in catalogue.vectors() if (v.file, v.kind) not in ADAPTORS] == []


def test_one_vector_alone_is_found_and_judged(folder: Path) -> None:
    own = json.loads((catalogue.OWN / "ratings.json").read_text(encoding="utf-8"))
    write(folder, "ratings.json", {"vectors": own["vectors"][-1:]})
    (vector,) = catalogue.vectors()
    judge(vector)


def test_a_kind_without_an_adaptor_fails(folder: Path) -> None:
    write(folder, "ratings.json", {"vectors": [{"id": "X", "kind": "astrology", "input": {}, "expected": 1}]})
    (vector,) = catalogue.vectors()
    with pytest.raises(AssertionError, match="no adaptor for kind 'astrology'"):
        judge(vector)


def test_an_unknown_file_is_walked_and_its_vectors_fail(folder: Path) -> None:
    assert "new-rules.json" not in ENUMERATORS
    write(folder, "new-rules.json", {"deep": {"cases": [{"id": "N-1"}]}, "vectors": [{"id": "N-2", "fn": "f"}]})
    found = catalogue.vectors()
    assert [(v.id, v.kind) for v in found] == [("N-1", "cases"), ("N-2", "f")]
    for vector in found:
        with pytest.raises(AssertionError, match="no adaptor"):
            judge(vector)


@pytest.mark.parametrize("expected", [6, 8, "7", None])
def test_a_wrong_answer_fails(folder: Path, expected: object) -> None:
    vector = {"id": "X", "kind": "round_change", "edition": "2022-01", "input": [7.4], "expected": [expected]}
    write(folder, "ratings.json", {"vectors": [vector]})
    (found,) = catalogue.vectors()
    with pytest.raises(AssertionError):
        judge(found)
