"""`python -m tests.verification`: write the table of questions into docs/verification.md."""

from tests.verification.table import PAGE, page, questions

PAGE.write_text(page(questions()), encoding="utf-8")
