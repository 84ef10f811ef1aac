"""The words of the procedures: states, persons and acts as people read them.

A procedure is a table of acts (`arbitro.workflow`); its states and persons are English words, its acts short names that
are typed (`texts/procedures.toml`). `said` gives each of them in the reader's language; `person_named` takes a person
back in either language.
Not here: the procedures (`appeals`, `cases`, `incidents`, `fairplay.investigation`).
"""

from __future__ import annotations

from collections.abc import Iterable

from arbitro.i18n import gettext_for
from arbitro.texts import table

_ = gettext_for("officials")


def said(word: str) -> str:
    """A procedure, a state or a person in the reader's language."""
    return _(word)


def act_said(act: str) -> str:
    """What an act is, in the reader's language."""
    return said(table("procedures")["acts"].get(act, act))


def person_named(text: str, persons: Iterable[str]) -> str:
    """The person of a procedure that a user names in English or in the language in use; unknown words stay."""
    wanted = text.strip().casefold()
    return next((p for p in persons if wanted in (p.casefold(), said(p).casefold())), text)
