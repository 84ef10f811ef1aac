"""The table of lists of tie-breaks in docs/standings.md and its Spanish twin, made from `texts/tiebreaks.toml`:
`python -m tools.tiebreak_lists`."""

from __future__ import annotations

from pathlib import Path

from arbitro.i18n import speaking
from arbitro.standings.tiebreak import offered_lists

DOCS = Path(__file__).parents[1] / "docs"
PAGES = {"en": DOCS / "standings.md", "es": DOCS / "es" / "standings.md"}
HEADS = {
    "en": "| list | whose | tie-breaks | read in |",
    "es": "| lista | de quién | desempates | leída en |",
}
BEGIN, END = "<!-- lists -->\n", "<!-- end of the lists -->\n"


def table(lang: str) -> str:
    rows = [HEADS[lang], "|---|---|---|---|"]
    with speaking(lang):
        for one in offered_lists():
            codes = " ".join(f"`{code}`" for code in one.codes)
            rows.append(f"| `{one.name}` | {one.title} | {codes} | {one.source} |")
    return "\n".join(rows) + "\n"


def page(text: str, lang: str) -> str:
    """The page with its table made anew."""
    head, _begin, rest = text.partition(BEGIN)
    _old, _end, tail = rest.partition(END)
    return f"{head}{BEGIN}\n{table(lang)}\n{END}{tail}"


if __name__ == "__main__":
    for lang, path in PAGES.items():
        path.write_text(page(path.read_text(encoding="utf-8"), lang), encoding="utf-8")
