"""Screen a round from its stored games, in the background: one at a time, with progress, for the chiefs' eyes only.

The engines run here, or on a Dask cluster (ARBITRO_SCHEDULER, or --scheduler in the terminal). What was found is kept
beside the database, in a folder that only this installation reads; evaluations are kept too and never asked twice.
"""

from __future__ import annotations

import json
import logging
import os
import threading
import time
from collections.abc import Callable
from contextvars import copy_context
from dataclasses import dataclass, field, replace
from io import StringIO
from pathlib import Path
from typing import Any

from arbitro.desk.django_settings import data_dir
from arbitro.desk.games import of_round
from arbitro.errors import ArbitroError, Refused
from arbitro.fairplay.screening import report
from arbitro.fairplay.screening.cache import FileCache
from arbitro.fairplay.screening.engine import Settings
from arbitro.fairplay.screening.turns import read
from arbitro.fairplay.statistics import Mode
from arbitro.games import write_pgn
from arbitro.i18n import gettext_for
from arbitro.outputs import PRIVATE, private_folder, write_whole

_ = gettext_for("desk")
log = logging.getLogger(__name__)
_working = threading.Lock()
BEAT = 2.0  # seconds between two words of one that runs
BROKEN_OFF = 30  # seconds without a word


@dataclass(frozen=True, slots=True)
class Screened:
    """A screening as it stands: `running` with its progress, `done` with its lines, `failed` with the reason."""

    state: str = ""
    done: int = 0
    total: int = 0
    at: float = 0.0
    text: str = ""
    players: list[dict[str, Any]] = field(default_factory=list)
    calibration: str = ""
    missing: dict[str, int] = field(default_factory=dict)  # reason: positions
    problems: list[str] = field(default_factory=list)
    settings: str = ""  # of the engine
    calibrated_with: str = ""

    def lines(self, mode: Mode = Mode.OTB) -> list[dict[str, Any]]:
        """The players with the advice, in the language of who reads it."""
        return [line | {"advice": report.advise(line["compared"], line["z"], mode)} for line in self.players]

    def notes(self) -> tuple[str, ...]:
        """What every reader must be told, in their language."""
        return report.notes(
            self.calibration,
            self.missing,
            self.problems,
            settings=self.settings,
            calibrated_with=self.calibrated_with,
        )


def screen_round(
    section: int,
    round: int,
    *,
    settings: Settings | None = None,
    scheduler: str = "",
    progress: Callable[[int, int], None] | None = None,
) -> Screened:
    """The players of a round with their figures."""
    return _screen(_text_of(section, round), settings or Settings(), scheduler, progress)


def _text_of(section: int, round: int) -> str:
    games = [game for game in of_round(section, round).values() if game.line]
    if not games:
        raise Refused(_("Round {round} has no games with moves.").format(round=round))
    return write_pgn(games)


def _screen(text: str, settings: Settings, scheduler: str, progress: Callable[[int, int], None] | None) -> Screened:
    found = report.screen(
        read(StringIO(text)),
        settings,
        cache=FileCache(str(_folder() / "evaluations.sqlite")),
        scheduler=scheduler,
        progress=progress,
    )
    if found.positions and sum(found.missing.values()) == found.positions:
        raise ArbitroError(next(iter(found.missing)))
    lines = [line.as_json() for line in found.players]
    return Screened(
        "done", at=time.time(), players=lines, calibration=found.calibration, missing=found.missing,
        problems=list(found.problems), settings=found.settings, calibrated_with=found.calibrated_with,
    )  # fmt: skip


def begin(section: int, round: int, settings: Settings | None = None) -> threading.Thread:
    """Screen in the background; refused while another screening runs."""
    text = _text_of(section, round)
    if not _working.acquire(blocking=False):
        raise Refused(_("A screening is running already; wait for it."))
    so_far, over = Screened("running", at=time.time()), threading.Event()
    _say(section, round, so_far)

    def show(done: int, total: int) -> None:
        nonlocal so_far
        so_far = Screened("running", done, total)

    def beat() -> None:
        while not over.wait(BEAT):
            _say(section, round, replace(so_far, at=time.time()))

    def run() -> None:
        beating = threading.Thread(target=beat, name="screening lives")
        beating.start()
        try:
            end = _ended(text, settings or Settings(), show)
            over.set()
            beating.join()
            _say(section, round, end)
        finally:
            over.set()
            _working.release()

    thread = threading.Thread(target=copy_context().run, args=(run,), name="screening")
    thread.start()
    return thread


def _ended(text: str, settings: Settings, show: Callable[[int, int], None]) -> Screened:
    """A screening, or why there is none."""
    try:
        return _screen(text, settings, os.environ.get("ARBITRO_SCHEDULER", ""), show)
    except ArbitroError as error:
        return Screened("failed", at=time.time(), text=str(error))
    except Exception as error:  # the page says it; the server goes on
        log.exception("a screening failed")
        return Screened("failed", at=time.time(), text=str(error))


def screened(section: int, round: int) -> Screened:
    """The last screening of a round; one that has said nothing for long has broken off."""
    try:
        found = Screened(**json.loads(_file(section, round).read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return Screened()
    if found.state == "running" and time.time() - found.at > BROKEN_OFF:
        return Screened("failed", at=found.at, text=_("It broke off."))
    return found


def _folder() -> Path:
    folder = data_dir() / "screening"
    private_folder(folder)
    return folder


def _file(section: int, round: int) -> Path:
    return _folder() / f"{section}-{round}.json"


def _say(section: int, round: int, what: Screened) -> None:
    text = json.dumps({name: getattr(what, name) for name in Screened.__slots__})
    write_whole(_file(section, round), text, mode=PRIVATE)
