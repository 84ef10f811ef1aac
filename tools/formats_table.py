"""The table of forms in docs/files.md and its Spanish twin, made from `arbitro.files.forms.FORMS`:
`python -m tools.formats_table`."""

from __future__ import annotations

from pathlib import Path

from arbitro.files.forms import FORMS
from arbitro.i18n import gettext_for, speaking
from tools.page_tables import renew, renewed

_ = gettext_for("files")
DOCS = Path(__file__).parents[1] / "docs"
PAGES = {"en": DOCS / "files.md", "es": DOCS / "es" / "files.md"}
HEADS = {
    "en": "| form | name | endings | holds | |",
    "es": "| forma | nombre | terminaciones | contiene | |",
}
WAYS = {  # by whether it is read and written
    "en": {(True, False): "read", (True, True): "read, written", (False, True): "written"},
    "es": {(True, False): "se lee", (True, True): "se lee y se escribe", (False, True): "se escribe"},
}


def table(lang: str) -> str:
    rows = [HEADS[lang], "|---|---|---|---|---|"]
    for form in FORMS.values():
        endings = " ".join(f"`{ending}`" for ending in form.endings)
        with speaking(lang):
            cells = [_(form.title), f"`{form.name}`", endings, _(form.holds), WAYS[lang][form.read, form.written]]
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows) + "\n"


def page(text: str, lang: str) -> str:
    """The page with its table made anew."""
    return renewed(text, "forms", table(lang))


if __name__ == "__main__":
    renew(PAGES, page)
