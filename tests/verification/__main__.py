"""`python -m tests.verification`: write the table of questions into docs/verification.md, in both languages."""

from tests.verification.table import PAGES, page, questions

for lang, path in PAGES.items():
    path.write_text(page(questions(), lang), encoding="utf-8")
