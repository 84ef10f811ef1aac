"""The Laws as a book: every article in our own words, both editions side by side, its neighbours, the terms.

articles(edition)            every article, in the order of the book
article(number, edition)     what it says, the article of the other edition, related articles, cases of the hall
cited(text)                  the article that a citation opens, of the Laws or of another regulation
comments(edition)            what the Arbiters' Manual adds, by article
glossary()                   terms with what they mean, in the reader's language, and the word in the other one
search(text)                 articles in which every word stands
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from arbitro.errors import ArbitroError
from arbitro.i18n import LANGUAGES, current_language, gettext_for, speaking
from arbitro.laws.edition import LawsEdition
from arbitro.laws.hall import Case, case_named, cases, decide, folded
from arbitro.laws.rulings.base import Conditions, Ruling, Say, Side, row_of, rows
from arbitro.records import decode, load

_ = gettext_for("laws")

REGULATION = re.compile(r"[B-E]\.\d\d(\.\d+)?")  # B.02, C.04.3: not a part of an appendix of the Laws


@dataclass(frozen=True, slots=True)
class Worked:
    """A position that is ruled on: the case, whom it concerns, what was touched or claimed."""

    case: str
    fen: str
    side: str = ""
    touched: tuple[str, ...] = ()

    @property
    def told(self) -> Case:
        return case_named(self.case)

    @property
    def ruling(self) -> Ruling:
        side = Side(self.side) if self.side else None
        return decide(self.told, Conditions(), {}, {}, side, {"fen": self.fen, "touched": list(self.touched)})


@dataclass(frozen=True, slots=True)
class Article:
    """An article of an edition of the Laws with the matters that it rules, or of another regulation."""

    number: str
    edition: LawsEdition
    matters: tuple[str, ...]

    @property
    def chapter(self) -> str:
        return chapter_of(self.number)

    @property
    def sentences(self) -> list[str]:
        """What it says: what no ruling repeats first, then the rulings under it."""
        said = [_data()["rule"][self.number]["say"]] if self.number in _data()["rule"] else []
        said += [_data()["matter"][m]["say"] for m in self.matters if m in _data()["matter"]]
        said += [row_of(name, self.edition).say for name in self.rulings]
        return list(dict.fromkeys(Say(text).text() for text in said if "{" not in text))

    @property
    def rulings(self) -> list[str]:
        return [name for name, row in rows().items() if {*row.get("matters", ())} & {*self.matters}]

    @property
    def of_the_laws(self) -> bool:
        return bool(self.matters)

    @property
    def comment(self) -> str:
        """What the Arbiters' Manual adds to it; nothing where it says nothing."""
        return comments(self.edition).get(self.number, "")

    @property
    def worked(self) -> list[Worked]:
        """Positions of the test set with what this room rules on them."""
        rows = _data()["worked"].get(self.number, ()) if self.edition is LawsEdition.E2023 else ()
        return [decode(Worked, row, f"reference.toml {self.number}") for row in rows]

    @property
    def elsewhere(self) -> tuple[str, ...]:
        """The articles of the other edition on the same matters."""
        other = next(e for e in LawsEdition if e is not self.edition)
        return _numbers(self.matters, other)

    @property
    def related(self) -> tuple[str, ...]:
        """Articles that the same rulings cite."""
        matters = (m for name in self.rulings for m in rows()[name].get("matters", ()) if m not in self.matters)
        return _numbers(dict.fromkeys(matters), self.edition)

    @property
    def hall(self) -> list[Case]:
        """Cases of the hall whose kind the rulings belong to, and that fix this very situation."""
        wanted = {name.split(".")[1] for name in self.rulings}
        return [c for c in cases().values() if any(str(value) in wanted for value in c.facts.values())]


@cache
def _data() -> dict[str, Any]:
    data: dict[str, Any] = load(Path(__file__).with_name("reference.toml"))
    return data


def _numbers(matters: Iterable[str], edition: LawsEdition) -> tuple[str, ...]:
    found = (edition.text.articles[matter] for matter in matters)
    return tuple(dict.fromkeys(number for number in found if number))


def chapter_of(number: str) -> str:
    """`7` of 7.5.5, `A` of A.5.2, `C.05` of C.05 9.2, `I` of the 2009 guidelines on adjourned games."""
    if number.startswith("Guidelines, adjourned"):
        return "I"
    regulation = REGULATION.match(number)
    return regulation[0] if regulation else re.split(r"[.,]", number)[0]


def chapter_name(chapter: str, edition: LawsEdition = LawsEdition.E2023) -> str:
    """A chapter of the 2023 edition by its name; of other editions, its number alone."""
    row = _data()["chapter"].get(chapter) if edition is LawsEdition.E2023 or chapter == "I" else None
    return Say(row["say"]).text() if row else ""


def _order(number: str) -> tuple[int, tuple[Any, ...]]:
    order = [*_data()["chapter"]]
    chapter = chapter_of(number)
    place = order.index(chapter) if chapter in order else len(order)
    return place, tuple((0, int(p), "") if p.isdecimal() else (1, 0, p) for p in re.findall(r"\d+|[^\d.\s]+", number))


@cache
def articles(edition: LawsEdition) -> tuple[Article, ...]:
    """Every article that this room knows, in the order of the book."""
    by_number: dict[str, list[str]] = {}
    for matter, number in edition.text.articles.items():
        if number:
            by_number.setdefault(number, []).append(matter)
    return tuple(Article(n, edition, tuple(by_number[n])) for n in sorted(by_number, key=_order))


@cache
def _known(edition: LawsEdition) -> dict[str, Article]:
    return {n: Article(n, edition, ()) for n in _data()["rule"]} | {a.number: a for a in articles(edition)}


def article(number: str, edition: LawsEdition) -> Article:
    """An article by its number; a part of one (9.2.2.1) is its nearest whole, a whole (7.5) all its parts."""
    known, wanted = _known(edition), number.strip()
    regulation = REGULATION.match(wanted)
    while wanted and wanted not in known:
        if parts := [a for n, a in known.items() if n.startswith(f"{wanted}.") and a.matters]:
            return Article(wanted, edition, tuple(dict.fromkeys(m for a in parts for m in a.matters)))
        wanted = re.sub(r"(^|[. ])[^. ]*$", "", wanted)
        if regulation and len(wanted) < 4:  # C.08 is no part of appendix C
            wanted = ""
    if not wanted:
        raise ArbitroError(
            _("the Laws of {year} have no article {number}").format(year=edition.value, number=number[:40])
        )
    return known[wanted]


@cache
def cited(text: str, edition: LawsEdition = LawsEdition.E2023) -> Article | None:
    """The article that a citation opens: `7.5.5`, `Laws 11.3.2.1`, `C.04.2 D.8`, `C.02.04, 65`; None: no such one."""
    number = text.strip() if text in _known(edition) else re.sub(r"^(Laws|Art\.) |[,;].*$", "", text.strip())
    try:
        return article(number, edition)
    except ArbitroError:
        return None


def comments(edition: LawsEdition) -> dict[str, str]:
    """What the Arbiters' Manual of 2023 adds to the articles, in our own words, as advice."""
    return {n: Say(row["say"]).text() for n, row in _data()["comment"].items()} if edition is LawsEdition.E2023 else {}


@cache
def _words(article: Article) -> str:
    said = [article.number]
    for lang in LANGUAGES:
        with speaking(lang):
            said += article.sentences
    return f" {folded(' '.join(said))}"


def search(text: str, edition: LawsEdition) -> list[Article]:
    """Articles in which every word of the text begins some word, in either language."""
    wanted = folded(text).split()
    return [a for a in articles(edition) if all(f" {word}" in _words(a) for word in wanted)]


def glossary() -> list[tuple[str, str, str]]:
    """The terms in the order of the reader's language: the word, the word in the other language, what it means."""
    other = next(lang for lang in LANGUAGES if lang != current_language())
    rows = []
    for entry in _data()["glossary"]:
        with speaking(other):
            elsewhere = Say(entry["term"]).text()
        rows.append((Say(entry["term"]).text(), elsewhere, Say(entry["means"]).text()))
    return sorted(rows, key=lambda row: folded(row[0]))
