"""The style sheets say nothing of what no page has: every class and every name in a selector is used somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import arbitro.web

WEB = Path(arbitro.web.__file__).parent
NAME = re.compile(r"[.#]([A-Za-z][\w-]*)")
WORD = re.compile(r"[A-Za-z][\w-]*")


def selectors(sheet: str) -> list[str]:
    """What stands before each block, without comments, strings and the conditions of @-rules."""
    sheet = re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL)
    return [each.split("}")[-1].strip() for each in re.findall(r"[^{]*(?=\{)", sheet) if "@" not in each.split("}")[-1]]


def test_every_class_and_name_of_a_selector_is_used():
    pages = [
        path.read_text(encoding="utf-8") for kind in ("html", "js", "py", "svg") for path in WEB.rglob(f"*.{kind}")
    ]
    used = {word for page in pages for word in WORD.findall(page)}
    made = {
        stem for page in pages for stem in re.findall(r"[A-Za-z-]+(?=\{)|(?<=\})-[a-z]+", page)
    }  # k{n}, {colour}-side
    unused = {
        f"{path.name}: {name}"
        for path in WEB.rglob("*.css")
        for selector in selectors(path.read_text(encoding="utf-8"))
        for name in NAME.findall(re.sub(r'"[^"]*"', "", selector))
        if name not in used and not made & {name.rstrip("0123456789"), "-" + name.rpartition("-")[2]}
    }
    assert unused == set()


def test_no_sheet_says_the_same_of_the_same_twice():
    twice = []
    for path in WEB.rglob("*.css"):
        sheet = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        rules = re.findall(r"([^{}]+)\{([^{}]*)\}", re.sub(r"@[^{;]+\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", "", sheet))
        seen: dict[tuple[str, str], int] = {}
        for selector, block in rules:
            for said in filter(None, map(str.strip, block.split(";"))):
                key = (" ".join(selector.split()), said)
                seen[key] = seen.get(key, 0) + 1
        twice += [f"{path.name}: {key}" for key, count in seen.items() if count > 1]
    assert twice == []
