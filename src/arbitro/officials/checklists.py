"""The arbiter's checklists by phase: before the event, before a round, during it, after it, after the event.

Items are data (`texts/checklists.toml`) that the desk can tick; `checklist` picks those that fit the event.
Not here: who ticked what (the desk's journal).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from arbitro.i18n import gettext_for
from arbitro.officials.checks import Binding
from arbitro.records import decode
from arbitro.texts import table

_ = gettext_for("officials")


class Phase(StrEnum):
    BEFORE_EVENT = "before_event"
    BEFORE_ROUND = "before_round"
    DURING_ROUND = "during_round"
    AFTER_ROUND = "after_round"
    AFTER_EVENT = "after_event"


@dataclass(frozen=True, slots=True)
class Item:
    """One line of a checklist; `only` names a feature that the event must have (team, school, disabled, ...)."""

    key: str
    phase: Phase
    text: str
    article: str
    level: Binding = Binding.MUST
    only: str = ""


@cache
def items() -> tuple[Item, ...]:
    """Every item, phase by phase, in English."""
    return tuple(
        decode(Item, row | {"phase": phase}, phase) for phase, rows in table("checklists").items() for row in rows
    )


def checklist(phase: Phase | None = None, features: Collection[str] = ()) -> tuple[Item, ...]:
    """The items of a phase (or of all) for an event with these features, in the reader's language."""
    return tuple(
        Item(item.key, item.phase, _(item.text), item.article, item.level, item.only)
        for item in items()
        if phase in (None, item.phase) and (not item.only or item.only in features)
    )
