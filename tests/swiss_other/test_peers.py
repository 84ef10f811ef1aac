"""Rounds of 2026 that another program (py4swiss) pairs otherwise, each adjudicated by the text.

The cases were met among some 260 rounds of Burstein and 1,900 of Dubov. `reason` is the first criterion in which the
other pairing is worse, in the first bracket that differs, or the article by whose order it comes later.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from arbitro import swiss
from arbitro.files import trf
from arbitro.model import System, Tournament
from tests.engines import burstein
from tests.engines.common import Event, Someone, by_score, can_pair, event_of, may_meet

FILE = Path(__file__).parents[1] / "data" / "swiss" / "peers-2026.zip"
Boards = list[tuple[int, int]]
Pairs = list[tuple[Someone, Someone]]


def cases() -> list[dict[str, Any]]:
    with ZipFile(FILE) as archive:
        found: list[dict[str, Any]] = json.loads(archive.read("verdicts.json"))["cases"]
    return found


def event_named(name: str) -> Tournament:
    with ZipFile(FILE) as archive:
        return trf.parse(archive.read(name), name).tournament


CASES = cases()
few = pytest.mark.parametrize("case", CASES[:120:12] + CASES[-4:], ids=lambda case: case["file"])
many = pytest.mark.parametrize("case", CASES, ids=lambda case: case["file"])


def judged(case: dict[str, Any]) -> None:
    system = System(case["file"].partition("-")[0])
    t = event_named(case["file"])
    pairings = swiss.next_round(t, system, "2026")
    boards = [*map(tuple, pairings.pairs), *([] if pairings.bye is None else [(pairings.bye, 0)])]
    assert sorted(boards) == [tuple(b) for b in case["right"]]
    right, other = ([(a, b) for a, b in case[key] if b] for key in ("right", "other"))
    event = event_of(t)
    everyone = [p for p in event.here if p.number != pairings.bye]
    verdict = burstein_verdict if system is System.BURSTEIN else dubov_verdict
    assert verdict(event, everyone, right, other) == case["reason"]


@few
def test_the_text_decides_for_our_pairing(case: dict[str, Any]) -> None:
    judged(case)


@pytest.mark.slow
@many
def test_the_text_decides_for_every_one_of_our_pairings(case: dict[str, Any]) -> None:
    judged(case)


def test_the_kept_cases() -> None:
    reasons = {(case["file"].partition("-")[0], case["reason"]) for case in CASES}
    assert len(CASES) == 135
    assert reasons == {*(("burstein", r) for r in ("C6", "C7", "C8", "order")), ("dubov", "C6")}


def inside(event: Event, boards: Boards, members: Sequence[Someone], *, wholly: bool) -> Pairs:
    """The pairs of which both (or one) are members."""
    numbers = {p.number for p in members}
    test = all if wholly else any
    return [(event.everyone[a], event.everyone[b]) for a, b in boards if test(n in numbers for n in (a, b))]


def first_worse(names: Sequence[str], right: Sequence[Any], other: Sequence[Any]) -> str | None:
    """The first criterion in which they differ; the other pairing must be worse there."""
    for name, mine, theirs in zip(names, right, other, strict=True):
        if mine != theirs:
            assert mine < theirs, name
            return name
    return None


def burstein_verdict(event: Event, everyone: Sequence[Someone], right: Boards, other: Boards) -> str | None:
    """C5-C8, then the order of pairings (4.3), bracket after bracket."""
    index = {p.number: burstein._index(event, p) for p in everyone}
    groups, floaters = by_score(everyone), list[Someone]()
    while groups:
        bracket = sorted([*floaters, *groups[0]], key=lambda p: (*(-x for x in index[p.number]), p.number))
        groups = groups[1:]
        place = {p.number: i for i, p in enumerate(bracket, 1)}
        values, rows, outs = [], [], []
        for boards in (right, other):
            pairs = inside(event, boards, bracket, wholly=True)
            met = {a.number: place[b.number] for pair in pairs for a, b in (pair, pair[::-1])}
            out = [p for p in bracket if p.number not in met]
            assert all(may_meet(a, b) for a, b in pairs) and can_pair([*out, *(p for g in groups for p in g)])
            scores = sorted((p.score for p in out), reverse=True)
            clashes = sum(a.due is not None and a.due == b.due for a, b in pairs)
            values.append((len(out), scores, burstein._next_bracket(out, groups), clashes))
            rows.append([-met.get(p.number, 0) for p in bracket])
            outs.append(out)
        if rows[0] != rows[1]:
            worse = first_worse(("C5", "C6", "C7", "C8"), *values)
            return worse or first_worse(("order",), [rows[0]], [rows[1]])
        floaters = outs[0]
    return None


def dubov_verdict(event: Event, everyone: Sequence[Someone], right: Boards, other: Boards) -> str | None:
    """C5-C7, bracket after bracket: the fewest upfloaters, their scores, colours."""
    left = list(everyone)
    while left:
        residents = by_score(left)[0]
        values, made = [], []
        for boards in (right, other):
            pairs = inside(event, boards, residents, wholly=False)
            up = [p for pair in pairs for p in pair if p not in residents]
            rest = [p for p in left if all(p not in pair for pair in pairs)]
            assert all(may_meet(a, b) for a, b in pairs) and can_pair(rest)
            clashes = sum((a.due or "b") == (b.due or "b") for a, b in pairs)
            values.append((len(up), [-score for score in sorted(p.score for p in up)], clashes))
            made.append({frozenset((a.number, b.number)) for a, b in pairs})
        if made[0] != made[1]:
            return first_worse(("C5", "C6", "C7"), *values)
        left = [p for p in left if all(p.number not in pair for pair in made[0])]
    return None
