"""Tournaments paired by an independent, FIDE-endorsed program: every round identical, colours included."""

from __future__ import annotations

from pathlib import Path
from zipfile import ZipFile

import pytest

from arbitro.files import trf
from arbitro.swiss.checker import check

ORACLE = Path(__file__).parents[1] / "data" / "oracle"
KINDS = {"dutch-2017": "2017", "dutch-2026": "2026", "dutch-2017-baku": "2017"}
SAMPLE = 60


def judge(kind: str, step: int) -> None:
    wrong = []
    with ZipFile(ORACLE / f"{kind}.zip") as archive:
        names = sorted(name for name in archive.namelist() if name.endswith(".trf"))
        chosen = names[:: max(1, len(names) // step)] if step else names
        assert len(chosen) >= min(step or len(names), len(names))
        for name in chosen:
            checked = check(trf.parse(archive.read(name), name).tournament, edition=KINDS[kind])
            wrong += [(name, d) for d in checked.differences]
    assert not wrong


@pytest.mark.parametrize("kind", KINDS)
def test_a_sample_of_every_kind_is_paired_alike(kind: str) -> None:
    judge(kind, SAMPLE)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_every_tournament_is_paired_alike(kind: str) -> None:
    judge(kind, 0)
