"""The questions as a table: read, added up, and written into docs/verification.md."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
TESTS = HERE.parent
PAGE = TESTS.parent / "docs" / "verification.md"
STATES = {"met": "met", "partly": "partly", "not": "no", "off": "other way", "paper": "FIDE's papers"}
SECTIONS = {
    "deployment": "Deployment, language, manual", "engine": "Engine, checker, generator", "fide-mode": "FIDE mode",
    "import": "Import", "locks": "Locks and setting up", "manual": "Pairing by hand", "scoring": "Scoring",
    "systems": "Systems and round robins", "acceleration": "Acceleration", "integrity": "Integrity log",
    "lists": "Rating lists", "numbers": "Start order and numbers", "adjournments": "Adjourned games",
    "results": "Withdrawals, byes, results, boards", "corrections": "Corrections, forbidden pairs",
    "standings": "Standings, tie-breaks, lots", "long": "Long events", "others": "Report, warnings, others",
}  # fmt: skip
START, END = "<!-- questions -->\n", "<!-- end of the questions -->\n"


@dataclass(frozen=True, slots=True)
class Question:
    """One question: `cost` is a percentage, or H for a hard one."""

    section: str
    number: int
    cost: int | str
    state: str
    must: str
    test: str = ""
    note: str = ""

    @property
    def hard(self) -> bool:
        return self.cost == "H"

    @property
    def open(self) -> bool:
        """On our path and not met."""
        return self.state in ("partly", "not")


def questions() -> list[Question]:
    data = tomllib.loads((HERE / "questions.toml").read_text(encoding="utf-8"))
    return [Question(section, int(n), *row) for section, rows in data.items() for n, row in rows.items()]


def penalty(rows: list[Question]) -> int:
    """What the open questions cost together."""
    return sum(int(q.cost) for q in rows if q.open and not q.hard)


def exists(test: str) -> bool:
    """Is there a test of this name? `folder/file.py::function`"""
    file, _colons, name = test.partition("::")
    path = TESTS / file
    return path.is_file() and re.search(rf"^\s*(async )?def {name}\(", path.read_text("utf-8"), re.M) is not None


def written(rows: list[Question]) -> str:
    """The generated part of the page."""
    count = Counter(q.state for q in rows)
    hard = ", ".join(str(q.number) for q in rows if q.hard and q.open) or "none"
    lines = [
        "| met | partly | not | another way | FIDE's papers | hard ones open | penalties |",
        "|---|---|---|---|---|---|---|",
        f"| {count['met']} | {count['partly']} | {count['not']} | {count['off']} | {count['paper']} | {hard} |"
        f" {penalty(rows)} % |",
    ]
    for section, title in SECTIONS.items():
        lines += ["", f"## {title}", "", "| Q | the program must | cost | | shown by |", "|---|---|---|---|---|"]
        for q in (q for q in rows if q.section == section):
            shown = f"`{q.test}`" if q.test else ""
            cell = "; ".join(part for part in (shown, q.note) if part)
            lines.append(f"| {q.number} | {q.must} | {q.cost or '–'} | {STATES[q.state]} | {cell} |")
    return "\n".join(lines) + "\n"


def page(rows: list[Question]) -> str:
    """The page with its generated part made anew."""
    before, _start, rest = PAGE.read_text(encoding="utf-8").partition(START)
    return before + START + "\n" + written(rows) + "\n" + END + rest.partition(END)[2]
