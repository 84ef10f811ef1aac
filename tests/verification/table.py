"""The questions as a table: read, added up, and written into docs/verification.md, and into the Spanish page."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
TESTS = HERE.parent
PAGES = {"en": TESTS.parent / "docs" / "verification.md", "es": TESTS.parent / "docs" / "es" / "verification.md"}
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


def spanish() -> dict[str, dict[str, str]]:
    """What each question asks, by number, and the words of the table, by the English one."""
    return tomllib.loads((HERE / "questions.es.toml").read_text(encoding="utf-8"))


def written(rows: list[Question], lang: str = "en") -> str:
    """The generated part of the page."""
    must, word = spanish().values() if lang == "es" else ({}, {})

    def row(*cells: object) -> str:
        return "| " + " | ".join(word.get(str(cell), str(cell)) for cell in cells) + " |"

    count = Counter(q.state for q in rows)
    hard = ", ".join(str(q.number) for q in rows if q.hard and q.open) or "none"
    lines = [
        row("met", "partly", "not", "another way", "FIDE's papers", "hard ones open", "penalties"),
        "|---|---|---|---|---|---|---|",
        row(*(count[state] for state in STATES), hard, f"{penalty(rows)} %"),
    ]
    for section, title in SECTIONS.items():
        lines += ["", f"## {word.get(title, title)}", ""]
        lines += [row("Q", "the program must", "cost", "", "shown by").replace("|  |", "| |"), "|---|---|---|---|---|"]
        for q in (q for q in rows if q.section == section):
            cell = "; ".join(part for part in (f"`{q.test}`" if q.test else "", word.get(q.note, q.note)) if part)
            asked = must.get(str(q.number), q.must)
            lines.append(row(q.number, asked, q.cost or "–", STATES[q.state], cell))
    return "\n".join(lines) + "\n"


def page(rows: list[Question], lang: str = "en") -> str:
    """The page with its generated part made anew."""
    before, _start, rest = PAGES[lang].read_text(encoding="utf-8").partition(START)
    return before + START + "\n" + written(rows, lang) + "\n" + END + rest.partition(END)[2]
