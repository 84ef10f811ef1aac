"""One test per vector. A disputed one (disputed.toml) must still disagree; if it passes, drop its entry."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from tests.vectors.catalogue import vectors
from tests.vectors.registry import ADAPTORS, Vector

DISPUTED: dict[str, str] = tomllib.loads((Path(__file__).parent / "disputed.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("vector", [pytest.param(v, id=f"{v.file.removesuffix('.json')}:{v.id}") for v in vectors()])
def test_vector(vector: Vector) -> None:
    judge = ADAPTORS.get((vector.file, vector.kind))
    assert judge is not None, f"{vector.file}: no adaptor for kind {vector.kind!r} (vector {vector.id})"
    if vector.id in DISPUTED:
        with pytest.raises(AssertionError):
            judge(vector)
    else:
        judge(vector)
