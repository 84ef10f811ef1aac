"""What the site says in the terminal it was started in."""

from __future__ import annotations

import logging
import os

from django.db import InterfaceError, OperationalError

from arbitro.desk import unusable
from arbitro.i18n import language_of_locale, speaking


class Brief(logging.Filter):
    """A database that went away is one sentence for each page that wanted it; `ARBITRO_TRACEBACK=1` shows where."""

    def __init__(self) -> None:
        super().__init__()
        self.language = os.environ.get("LANGUAGE", "")[:2] or language_of_locale()  # of the command, not of a reader

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, OperationalError | InterfaceError) and not os.environ.get("ARBITRO_TRACEBACK"):
            with speaking(self.language):
                record.msg, record.args = str(unusable(error)), ()
            record.exc_info = record.exc_text = None
        return True
