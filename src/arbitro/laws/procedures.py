"""Procedures at a board, step by step: adjourned games (Guideline I), games without increment (III), Appendix D.

procedures()             every procedure with its steps, in the reader's language
item(round, board, …)    the name under which a step of a board is ticked

Steps are data (`procedures.toml`). Not here: who ticked what (the desk's journal).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from arbitro.laws.rulings.base import Say
from arbitro.records import decode, load


@dataclass(frozen=True, slots=True)
class Step:
    """One step: what is done, its article, what is written beside the tick, the case of the hall that rules on it."""

    id: str
    say: str
    article: str
    note: str = ""
    case: str = ""
    paper: str = ""

    @property
    def text(self) -> str:
        return Say(self.say).text()

    @property
    def noted(self) -> str:
        return Say(self.note).text() if self.note else ""


@dataclass(frozen=True, slots=True)
class Procedure:
    """A procedure with its steps in order."""

    say: str
    steps: tuple[Step, ...]

    @property
    def text(self) -> str:
        return Say(self.say).text()


@cache
def procedures() -> dict[str, Procedure]:
    """Every procedure by its name."""
    table = load(Path(__file__).with_name("procedures.toml"))
    return {name: decode(Procedure, row, f"procedures.toml {name}") for name, row in table.items()}


def item(round: int, board: int, procedure: str, step: str) -> str:
    """`board:3:7:adjournment:custody`"""
    return f"board:{round}:{board}:{procedure}:{step}"
