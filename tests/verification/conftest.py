"""The desk of `tests/desk`, and the lines of the report that it writes."""

from __future__ import annotations

from arbitro.desk.integrity import report
from arbitro.files.trf import write
from tests.desk.conftest import Desk, desk
from tests.web_desk.conftest import Hall, hall

__all__ = ["desk", "hall", "lines"]


def lines(event: Desk | Hall, code: str = "###") -> list[str]:
    """The lines of an event's report that begin so."""
    text = write(report(event.section.pk, event.state), version=26)
    return [line for line in text.splitlines() if line.startswith(code)]
