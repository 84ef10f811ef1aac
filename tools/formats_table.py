"""The table of forms in docs/files.md, made from `arbitro.files.forms.FORMS`: `python -m tools.formats_table`."""

from __future__ import annotations

from pathlib import Path

from arbitro.files.forms import FORMS

PAGE = Path(__file__).parents[1] / "docs" / "files.md"
BEGIN, END = "<!-- forms -->\n", "<!-- end of the forms -->\n"


def table() -> str:
    rows = ["| form, read and written | name | endings | holds |", "|---|---|---|---|"]
    for form in FORMS.values():
        endings = " ".join(f"`{ending}`" for ending in form.endings)
        rows.append(f"| {form.title} | `{form.name}` | {endings} | {form.holds} |")
    return "\n".join(rows) + "\n"


def page(text: str) -> str:
    """The page with its table made anew."""
    head, _begin, rest = text.partition(BEGIN)
    _old, _end, tail = rest.partition(END)
    return f"{head}{BEGIN}\n{table()}\n{END}{tail}"


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
