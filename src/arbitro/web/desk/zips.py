"""All papers of a tournament, or its public pages, in one zip made in the background: begun, told of, cancelled,
fetched.

What stands there is kept in files, so that any process of the site can answer; a zip belongs to a journal number and a
language, and those of older numbers are thrown away when another is begun.
"""

from __future__ import annotations

import io
import json
import logging
import threading
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

from django.db import connections

from arbitro.desk.django_settings import data_dir
from arbitro.errors import ArbitroError
from arbitro.i18n import speaking
from arbitro.outputs import private_folder, write_whole

SILENT = 120  # seconds without a sign: whoever made it is gone
log = logging.getLogger(__name__)


class Cancelled(Exception):
    """Nobody wants it any more."""


@dataclass(frozen=True, slots=True)
class Work:
    """How far it is: `running`, `done`, `failed` (and why), or nothing yet."""

    state: str = ""
    done: int = 0
    all: int = 1
    said: str = ""


@dataclass(frozen=True, slots=True)
class Zip:
    """The papers of a tournament (or its public pages: `website`) at a journal number, in a language."""

    section: int
    number: int
    language: str
    what: str = "papers"

    @property
    def path(self) -> Path:
        return private_folder(data_dir() / "zips") / f"{self.section}-{self.number}-{self.language}-{self.what}.zip"

    @property
    def _told(self) -> Path:
        return self.path.with_suffix(".json")

    def work(self) -> Work:
        if self.path.exists():
            return Work("done", 1)
        try:
            found = Work(**json.loads(self._told.read_text()))
            silent = time.time() - self._told.stat().st_mtime > SILENT
        except (OSError, ValueError, TypeError):
            return Work()
        return Work() if found.state == "running" and silent else found

    def _say(self, work: Work) -> None:
        write_whole(self._told, json.dumps(asdict(work)))

    def cancel(self) -> None:
        """The next paper is not made any more."""
        self._told.unlink(missing_ok=True)

    def begin(self, options: Mapping[str, str]) -> None:
        """Make it, unless it is there or on its way."""
        if self.work().state in ("running", "done"):
            return
        for old in self.path.parent.glob(f"{self.section}-*-{self.what}.*"):
            old.unlink(missing_ok=True)
        self._say(Work("running"))
        threading.Thread(target=self._make, args=(dict(options),), name="everything.zip", daemon=True).start()

    def _tell(self, done: int, all: int) -> None:
        if not self._told.exists():
            raise Cancelled
        self._say(Work("running", done, all))

    def _papers(self, options: dict[str, str]) -> bytes:
        from arbitro.papers.bundle import everything
        from arbitro.papers.context import of_section

        return everything(of_section(self.section, options), self._tell).data

    def _website(self, options: dict[str, str]) -> bytes:
        from arbitro.web.website import website

        packed = io.BytesIO()
        with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
            for name, data in website(options["base"], self.language, self._tell):
                archive.writestr(name, data)
        return packed.getvalue()

    def _make(self, options: dict[str, str]) -> None:
        try:
            with speaking(self.language):
                made = self._website(options) if self.what == "website" else self._papers(options)
            write_whole(self.path, made)
        except Cancelled:
            pass
        except ArbitroError as error:
            self._say(Work("failed", said=str(error)))
        except Exception as error:  # the page says it; the server goes on
            log.exception("the papers could not be made")
            self._say(Work("failed", said=str(error)))
        finally:
            connections.close_all()
