"""The table of lists of tie-breaks in docs/standings.md and its Spanish twin, made from `texts/tiebreaks.toml`:
`python -m tools.tiebreak_lists`."""

from __future__ import annotations

from pathlib import Path

from arbitro.i18n import speaking
from arbitro.standings.tiebreak import offered_lists
from tools.page_tables import renew, renewed

DOCS = Path(__file__).parents[1] / "docs"
PAGES = {"en": DOCS / "standings.md", "es": DOCS / "es" / "standings.md"}
HEADS = {
    "en": "| list | whose | tie-breaks | read in |",
    "es": "| lista | de quién | desempates | leída en |",
}


def table(lang: str) -> str:
    rows = [HEADS[lang], "|---|---|---|---|"]
    with speaking(lang):
        for one in offered_lists():
            codes = " ".join(f"`{code}`" for code in one.codes)
            rows.append(f"| `{one.name}` | {one.title} | {codes} | {one.source} |")
    return "\n".join(rows) + "\n"


def page(text: str, lang: str) -> str:
    """The page with its table made anew."""
    return renewed(text, "lists", table(lang))


if __name__ == "__main__":
    renew(PAGES, page)
