"""The lines of the journal: which count, which rest on others, how they keep a player. What they mean is `fold`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from arbitro.model import Player, RatingList, Sex, Title
from arbitro.records import encode

VERSION = 2  # of entries: since 2 their digests cover what they touch and the remark


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the journal."""

    number: int
    kind: str
    payload: Mapping[str, Any]
    who: str = ""
    at: str = ""  # ISO 8601, UTC
    why: str = ""
    version: int = VERSION
    touches: Sequence[str] = ()
    remark: str = ""  # the integrity log's line
    digest: str = ""  # see `chain`
    signature: str = ""


def effective(entries: Iterable[Entry]) -> list[Entry]:
    """The entries that count: those not undone. An undo that is itself undone gives its target back."""
    entries = list(entries)
    undone: set[int] = set()
    for entry in reversed(entries):
        if entry.kind == "undo" and entry.number not in undone:
            undone.add(entry.payload["target"])
    return [entry for entry in entries if entry.kind != "undo" and entry.number not in undone]


def _clash(some: set[str], others: set[str]) -> bool:
    return bool(some & others) or "*" in some or "*" in others


def rests_on(counted: Iterable[Entry], target: Entry, since: int) -> Entry | None:
    """The first decision after a number that touches what this one touched, and stands or falls with it."""
    mine = set(target.touches)
    return next((entry for entry in counted if entry.number > since and _clash(mine, set(entry.touches))), None)


def free_ends(counted: Sequence[Entry]) -> set[int]:
    """The decisions on which no later one rests: these can be undone."""
    free: set[int] = set()
    later: set[str] = set()
    for entry in reversed(counted):
        mine = set(entry.touches)
        if entry is counted[-1] or not _clash(mine, later):
            free.add(entry.number)
        later |= mine
    return free


_NOT_KEPT = ("number", "team", "stated_points", "stated_rank")  # of a player: numbers and teams are the state's


def player_from_json(data: Mapping[str, Any]) -> Player:
    """A player of the journal, field by field: every load of a tournament reads all of them."""
    fields = dict(data)
    fields["sex"] = Sex(fields.get("sex", ""))
    fields["title"] = Title(fields.get("title", ""))
    fields["ratings"] = {RatingList(name): value for name, value in fields.get("ratings", {}).items()}
    return Player(**fields)


def player_to_json(player: Player) -> dict[str, Any]:
    """What the journal keeps of a player: the fields that say something."""
    kept: dict[str, Any] = encode(player, defaults=False, without=_NOT_KEPT)
    return kept
