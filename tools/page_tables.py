"""Tables of the manual that are made from the code: each stands between two marks of its page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path


def renewed(text: str, name: str, table: str) -> str:
    """The page with the table between `<!-- name -->` and `<!-- end of the name -->` made anew."""
    begin, end = f"<!-- {name} -->\n", f"<!-- end of the {name} -->\n"
    head, _begin, rest = text.partition(begin)
    _old, _end, tail = rest.partition(end)
    return f"{head}{begin}\n{table}\n{end}{tail}"


def renew(pages: Mapping[str, Path], page: Callable[[str, str], str]) -> None:
    """Write the pages of every language with what `page` makes of them."""
    for lang, path in pages.items():
        path.write_text(page(path.read_text(encoding="utf-8"), lang), encoding="utf-8")
