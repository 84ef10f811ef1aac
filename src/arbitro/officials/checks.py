"""What every check of this room answers with: requirements, each with what was found and what is needed.

A requirement has a rule id (stable, for programs), an article (for people), a level (must, should, could) and an
answer: met, not met, or not stated in the input. A report is a list of them; its answer is no when a "must" fails.
Not here: the rules themselves.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from types import EllipsisType
from typing import Any

from arbitro.i18n import gettext_for
from arbitro.records import encode
from arbitro.texts import table

_ = gettext_for("officials")


class Binding(StrEnum):
    """How binding a requirement is."""

    MUST = "must"
    SHOULD = "should"
    COULD = "could"


@dataclass(frozen=True, slots=True)
class Requirement:
    """One line of a report. `met` is None where the input does not say."""

    rule: str
    article: str
    text: str
    found: str
    needed: str
    met: bool | None
    level: Binding = Binding.MUST
    topic: str = ""


@dataclass(frozen=True, slots=True)
class Report:
    """The requirements of one check, in the order of the text."""

    title: str
    requirements: tuple[Requirement, ...]

    def __iter__(self) -> Iterator[Requirement]:
        return iter(self.requirements)

    @property
    def ok(self) -> bool:
        """No "must" fails; what is not stated does not fail."""
        return not self.fails

    @property
    def fails(self) -> tuple[str, ...]:
        """Rule ids of the "must" requirements that are not met: sorted, each once."""
        return tuple(sorted({r.rule for r in self if r.met is False and r.level is Binding.MUST}))

    def open(self, level: Binding | None = None) -> tuple[Requirement, ...]:
        """What is not met or not stated, of one level or of all."""
        return tuple(r for r in self if r.met is not True and level in (None, r.level))

    def as_json(self) -> dict[str, Any]:
        return {
            "title": self.title,
            "ok": self.ok,
            "fails": list(self.fails),
            "requirements": encode(self.requirements),
        }


def said(value: object) -> str:
    """What was found, for people: yes, no, not stated, or the value itself."""
    if value is None or isinstance(value, bool):
        return _("not stated") if value is None else _("yes") if value else _("no")
    return str(value)


def need(
    key: str,
    found: object,
    needed: object = True,
    met: bool | EllipsisType | None = ...,
    *,
    level: Binding | None = None,
    article: str = "",
    who: str = "",
    **words: object,
) -> Requirement:
    """A requirement of `texts/requirements.toml` with what was found; `met` may be left out where that is yes or no.

    `words` fill the text, `who` stands before it; `level` and `article` are given where the table cannot know them.
    """
    row = table("requirements")[key]
    text = row["text"]
    answer = found if met is ... else met
    assert answer is None or isinstance(answer, bool)
    return Requirement(
        row.get("rule", key),
        article or row["article"],
        (f"{who}: " if who else "") + _(text).format(**words),
        said(found),
        said(needed),
        answer,
        level or Binding(row.get("level", "must")),
        row.get("topic", ""),
    )
