"""The rating lists kept here, months and kinds side by side, and what they say of the players of a tournament.

    fide@2026-11.zip         FIDE's list of a month as it is published: standard, rapid and blitz together
    fide-rapid@2026-11.txt   FIDE's list of one kind of chess
    mexico@2026-10.csv       a list of the user's own: id (FIDE or national), name, rating, perhaps title, federation, K

They lie in the folder `lists` of the data folder; the newest of FIDE is also the register (`register`), which is
searched while names are typed. A list comes from a file or from ARBITRO_FIDE_LIST (an address; `off`: never), with a
look once a day whether there is a newer one. Nothing of a tournament changes by itself: `differences` tells what a list
says otherwise, and the arbiter chooses (verification 117 to 144).
"""

from __future__ import annotations

import json
import logging
import os
import re
import shutil
import threading
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from contextvars import copy_context
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from email.utils import parsedate_to_datetime
from functools import lru_cache
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from django.db import connections

from arbitro.desk.django_settings import data_dir
from arbitro.desk.models import RegisteredPlayer
from arbitro.desk.register import as_entry, replace_all, rows_of
from arbitro.desk.settings import Settings, is_long
from arbitro.desk.state import Entrant, State
from arbitro.errors import ArbitroError, FileError, Refused, meant
from arbitro.files import rating_list
from arbitro.files.spreadsheet import read_players
from arbitro.i18n import gettext_for
from arbitro.model import Player, RatingList, Title
from arbitro.outputs import private_folder, write_whole

_ = gettext_for("desk")
log = logging.getLogger(__name__)

FIDE = "fide"
ADDRESS = "https://ratings.fide.com/download/players_list.zip"
DAY = 24 * 3600
PATIENCE = 30  # seconds without an answer
MOST_BYTES = 1 << 30  # of a list as it comes
SHEETS = (".csv", ".xlsx", ".xlsm")
OFFICIAL = tuple(kind.value for kind in RatingList)
PROPOSED = {  # a rapid or blitz list is "effective": who is not on it is looked up on the standard one
    RatingList.STANDARD: ("standard", "rapid", "blitz"),
    RatingList.RAPID: ("rapid", "standard", "blitz"),
    RatingList.BLITZ: ("blitz", "standard", "rapid"),
}
FIELDS = ("rating", "national_rating", "title", "name", "federation", "k")  # what a newer list may change
Progress = Callable[[int], None]
_working = threading.Lock()


@dataclass(frozen=True, slots=True)
class Kept:
    """A list that is kept here."""

    name: str
    month: str  # YYYY-MM
    path: Path

    def __str__(self) -> str:
        return f"{self.name} {self.month}"


def folder() -> Path:
    return private_folder(data_dir() / "lists")


def kept() -> list[Kept]:
    """All lists, by name, the newest first."""
    found = [
        Kept(match[1], match[2], path)
        for path in folder().iterdir()
        if (match := re.fullmatch(r"([a-z0-9-]+)@(\d{4}-\d\d)\.\w+", path.name))
    ]
    return sorted(sorted(found, key=lambda one: one.month, reverse=True), key=lambda one: one.name)


def in_force(name: str, day: date) -> Kept | None:
    """The list of a name in force on a day: the last one up to its month, or the first one after it.

    A kind of chess is looked up in FIDE's whole list and in the one of that kind alone.
    """
    names = (FIDE, f"{FIDE}-{name}") if name in OFFICIAL else (name,)
    lists = sorted((one for one in kept() if one.name in names), key=lambda one: one.month, reverse=True)
    return next((one for one in lists if one.month <= f"{day:%Y-%m}"), lists[-1] if lists else None)


def add(source: Path, name: str = FIDE, month: str = "", progress: Progress | None = None, called: str = "") -> Kept:
    """Keep a list: read through once, laid beside the others; FIDE's newest becomes the register too.

    `called` is what its user calls the file. A list of one kind of chess is kept as fide-standard, fide-rapid or
    fide-blitz; it is the register only as long as there is no whole list.
    """
    called = called or source.name
    try:
        return _add(source, name.strip().lower() or FIDE, month, progress, called)
    except FileError as error:
        error.path = called
        raise


def require_known(names: Sequence[str]) -> None:
    """Refuse the name of a list that is not here, with the nearest that is."""
    known = (*OFFICIAL, *names_here())
    if unknown := [name for name in names if name not in known]:
        raise Refused(_("There is no list called {name} here.").format(name=unknown[0]) + meant(unknown[0], known))


def names_here() -> list[str]:
    """What lists are called here: FIDE's, and those that are kept."""
    return sorted({FIDE, *(f"{FIDE}-{kind}" for kind in OFFICIAL), *(one.name for one in kept())})


def _add(source: Path, name: str, month: str, progress: Progress | None, called: str) -> Kept:
    if source.suffix.lower() not in SHEETS:
        said = rating_list.stated(source, called)
        if name == FIDE and said.single:
            if said.kind is None:
                text = _("{file} holds one kind of chess: name the list fide-standard, fide-rapid or fide-blitz.")
                raise Refused(text.format(file=called))
            name = f"{FIDE}-{said.kind.value}"
        if month and said.month and said.month != month:
            text = _("{file} is the list of {stated}, not of {month}: give that month, or none.")
            raise Refused(text.format(file=called, stated=said.month, month=month))
        month = month or said.month
    month = month or f"{date.today():%Y-%m}"
    if not re.fullmatch(r"[a-z0-9-]{1,40}", name) or name in OFFICIAL:
        raise Refused(_("A list is named by small letters, digits and hyphens, not {name}.").format(name=name))
    alike = [other for other in names_here() if re.sub(r"\d", "", other) != re.sub(r"\d", "", name)]
    if name not in names_here() and (nearest := meant(name, alike)):
        text = _("There is no list called {name} yet.{nearest} A new list needs a name less alike.")
        raise Refused(text.format(name=name, nearest=nearest))
    if not re.fullmatch(r"\d{4}-(0[1-9]|1[0-2])", month):
        raise Refused(_("A list belongs to a month such as 2026-11, not {month}.").format(month=month))
    newest = in_force(name, date.max)
    ending = source.suffix.lower() or ".txt"
    better = {FIDE: (), f"{FIDE}-standard": (FIDE,)}.get(name, (FIDE, "standard"))
    registers = (name == FIDE or kind_of(name)) and not any(in_force(other, date.max) for other in better)
    if registers and (newest is None or newest.month <= month):
        replace_all(rows_of(rating_list.read(source, kind=kind_of(name) or RatingList.STANDARD)), progress)
    elif not _entries(source):
        raise Refused(_("{file} holds no players with an id and a rating.").format(file=called))
    for old in folder().glob(f"{name}@{month}.*"):
        old.unlink()
    target = folder() / f"{name}@{month}{ending}"
    beside = target.with_suffix(".part")
    shutil.copyfile(source, beside)
    beside.replace(target)
    _listed.cache_clear()
    return Kept(name, month, target)


def kind_of(name: str) -> RatingList | None:
    """The kind of chess of a list of FIDE that holds only one."""
    return next((kind for kind in RatingList if name == f"{FIDE}-{kind.value}"), None)


def _entries(path: Path) -> bool:
    if path.suffix.lower() in SHEETS:
        return any(player.fide_id or player.national_id for player in read_players(path))
    return next(iter(rating_list.read(path)), None) is not None


# -- from the internet


def address() -> str:
    """Where FIDE's list is fetched; nothing where this is switched off."""
    said = os.environ.get("ARBITRO_FIDE_LIST", ADDRESS)
    return "" if said == "off" else said


def published() -> str:
    """The month of the list that FIDE offers now, by the day on which it was put there."""
    with urlopen(Request(address(), method="HEAD"), timeout=PATIENCE) as answer:
        return _month_of(answer.headers.get("Last-Modified"))


def _month_of(stamp: str | None) -> str:
    """FIDE puts a month's list there on its first day, or on the last ones of the month before."""
    day = parsedate_to_datetime(stamp) if stamp else datetime.now(UTC)
    early = day.day >= 28
    return f"{day.year + (early and day.month == 12):04}-{day.month % 12 + 1 if early else day.month:02}"


def _problem(error: Exception) -> str:
    """Why a list did not come, and what to do, in words of ours."""
    match error:
        case HTTPError():
            text = _("the server answered with {code}, not with the list. Try again later, or bring the file in.")
            return text.format(code=error.code)
        case OSError():
            return _("no answer. Is there internet? The list can also be brought in as a file.")
    return _("what came is not a rating list. Try again later, or bring the file in.")


def fetch(progress: Progress | None = None) -> Kept:
    """Fetch FIDE's list and keep it; `progress` is told megabytes, then players."""
    if not address():
        raise Refused(_("Fetching rating lists is switched off (ARBITRO_FIDE_LIST)."))
    part = folder() / "fetched.zip"
    try:
        with urlopen(address(), timeout=PATIENCE) as answer, part.open("wb") as stream:
            month = _month_of(answer.headers.get("Last-Modified"))
            while chunk := answer.read(1 << 20):
                stream.write(chunk)
                if stream.tell() > MOST_BYTES:
                    raise Refused(_("The list that came is too large."))
                if progress:
                    progress(stream.tell() >> 20)
        called = Path(address()).name
        return add(part, FIDE, rating_list.stated(part, called).month or month, progress, called)
    except (OSError, HTTPException, ValueError) as error:
        raise Refused(_("{url}: {problem}").format(url=address(), problem=_problem(error))) from error
    finally:
        part.unlink(missing_ok=True)


# -- in the background: one work at a time, its state in a file that every process can read


@dataclass(frozen=True, slots=True)
class Work:
    """What is being done, or was done last."""

    state: str = ""  # "", running, done, failed
    what: str = ""
    count: int = 0
    at: float = 0.0


def work() -> Work:
    """The state of the last import or fetch; one that has said nothing for ten minutes has broken off."""
    with suppress(OSError, ValueError, TypeError):
        found = Work(**json.loads((folder() / "work.json").read_text(encoding="utf-8")))
        return replace(found, state="failed") if found.state == "running" and time.time() - found.at > 600 else found
    return Work()


def _say(state: str, what: str, count: int = 0) -> None:
    said = {"state": state, "what": what, "count": count, "at": time.time()}
    write_whole(folder() / "work.json", json.dumps(said))


def begin(what: str, make: Callable[[Progress], Kept], then: Callable[[], None] | None = None) -> threading.Thread:
    """Do something with a list in the background; `then` follows (the checks of running tournaments)."""
    if not _working.acquire(blocking=False) or work().state == "running":
        with suppress(RuntimeError):
            _working.release()
        raise Refused(_("A list is coming in already; wait for it."))
    _say("running", what)

    def run() -> None:
        try:
            found = make(lambda count: _say("running", what, count))
            if then:
                then()
            _say("done", str(found))
        except ArbitroError as error:
            _say("failed", str(error))
        except Exception as error:  # the page says it; the server goes on
            log.exception("a rating list could not be brought in")
            _say("failed", str(error))
        finally:
            _working.release()
            connections.close_all()

    # it speaks the language of whoever began it
    thread = threading.Thread(target=copy_context().run, args=(run,), name="rating-list")
    thread.start()
    return thread


def look_daily(now: float | None = None, then: Callable[[], None] | None = None) -> threading.Thread | None:
    """Once a day: is there a newer list of FIDE? Then it is fetched. Without internet nothing is said."""
    now = time.time() if now is None else now
    stamp = folder() / "looked"
    if not address() or (stamp.exists() and now - stamp.stat().st_mtime < DAY) or work().state == "running":
        return None
    stamp.touch()
    os.utime(stamp, (now, now))

    def look() -> None:
        with suppress(OSError, HTTPException, ValueError, ArbitroError):
            newest, there = in_force(FIDE, date.max), published()  # asked first: without internet nothing begins
            if newest is None or there > newest.month:
                begin(address(), fetch, then).join()

    thread = threading.Thread(target=look, name="rating-list-daily", daemon=True)
    thread.start()
    return thread


# -- what the lists say of players


@dataclass(frozen=True, slots=True)
class Listed:
    """A player as a list has them: the rating on each of its lists."""

    player: Player
    ratings: Mapping[str, int]
    k: Mapping[str, int | None]
    official: bool = False  # FIDE's: an empty title means that there is none


@lru_cache(maxsize=64)
def _listed(path: Path, changed: float, ids: frozenset[str]) -> Mapping[str, Listed]:
    """The players with these ids in a list, read through once (`changed`: when the file was written)."""
    name = path.name.partition("@")[0]
    if path.suffix.lower() in SHEETS:
        rows = [Listed(p, {name: p.national_rating or p.rating}, {name: p.k}) for p in read_players(path)]
        by_national = {row.player.national_id: row for row in rows if row.player.national_id in ids}
        return by_national | {row.player.fide_id: row for row in rows if row.player.fide_id in ids}
    only = kind_of(name)
    kinds = (only,) if only else tuple(RatingList)
    return {
        id: Listed(
            entry.player(),
            {kind.value: entry.rating(kind) for kind in kinds if entry.rating(kind)},
            {kind.value: entry.k(kind) or None for kind in kinds},
            official=True,
        )
        for id, entry in rating_list.pick(path, ids, kind=kinds[0]).items()
    }


def listed(one: Kept, ids: Collection[str]) -> Mapping[str, Listed]:
    return _listed(one.path, one.path.stat().st_mtime, frozenset(ids) - {""})


def row_of(found: RegisteredPlayer, kind: str) -> dict[str, Any]:
    """A player of the register as `enter` takes one, with the list that the rating is from."""
    name = kind if getattr(found, kind) else RatingList.STANDARD.value
    newest = in_force(FIDE, date.max) or in_force(name, date.max)
    month = f" {newest.month}" if newest else ""
    entry = as_entry(found, kind)
    return {"player": entry, "source": f"{name}{month}" if entry["rating"] else ""}


def sequence(settings: Settings) -> tuple[str, ...]:
    """Which lists are looked up, in order: those of the settings, or as proposed for the kind of chess."""
    return settings.rating_lists or PROPOSED[settings.rating_list]


def day_of(settings: Settings, today: date) -> date:
    """The day whose lists count: the first day of the event, in long ones today (verification 137)."""
    return today if is_long(settings) or not settings.start else date.fromisoformat(settings.start)


@dataclass(frozen=True, slots=True)
class ListedOtherwise:
    """What a list says of a player, and what was entered: `changes` by field, old and new."""

    entrant: Entrant
    source: str  # the list and month, as an entry keeps it
    changes: Mapping[str, tuple[Any, Any]]
    offers: tuple[tuple[str, int], ...]  # of one who is not on the first list: what the others say
    national: str = ""  # the list that the national rating is from: the first that is not FIDE's


def differences(state: State, today: date) -> list[ListedOtherwise]:
    """Every player of whom the lists say something else than was entered, or who is only on a later list."""
    day = day_of(state.settings, today)
    lists = {name: in_force(name, day) for name in sequence(state.settings)}
    ids = [id for e in state.entrants.values() for id in (e.player.fide_id, e.player.national_id) if id]
    found = {one: listed(one, ids) for one in dict.fromkeys(lists.values()) if one is not None}
    return [one for e in state.entrants.values() if (one := _difference(state.settings, e, lists, found)) is not None]


def _on(found: Mapping[str, Listed], player: Player) -> Listed | None:
    """The row of a player, by FIDE ID or else by national ID; never one with both whose FIDE ID is another."""
    for id in (player.fide_id, player.national_id):
        row = found.get(id)
        if row and not (
            row.player.national_id and row.player.fide_id and player.fide_id not in ("", row.player.fide_id)
        ):
            return row
    return None


def _difference(
    settings: Settings, e: Entrant, lists: Mapping[str, Kept | None], found: Mapping[Kept, Mapping[str, Listed]]
) -> ListedOtherwise | None:
    offers: dict[str, int] = {}
    first: Listed | None = None
    national, national_rating = "", e.player.national_rating
    for name, one in lists.items():
        here = _on(found[one], e.player) if one else None
        if one is not None and here is not None:
            first = first or here
            rating = here.ratings.get(name, 0)
            if rating and name in OFFICIAL:
                offers[f"{name} {one.month}"] = rating
            elif rating and not national:
                national, national_rating = f"{name} {one.month}", rating
    if first is None:
        return None
    own = next((name for name in lists if name in OFFICIAL), settings.rating_list.value)
    effective = (own, "standard") if own in ("rapid", "blitz") else (own,)
    source = next((offer for offer in offers if offer.split()[0] in effective), "")
    source = source or (e.source if e.source in offers else "")
    new = replace(
        first.player,
        k=first.k.get(own),
        rating=offers.get(source, e.player.rating),
        national_rating=national_rating,
        title=first.player.title if first.official or first.player.title is not Title.NONE else e.player.title,
    )
    changes = {
        name: (getattr(e.player, name), getattr(new, name))
        for name in FIELDS
        if getattr(new, name) not in ("", None) and getattr(e.player, name) != getattr(new, name)
    }
    picks = () if source else tuple(offers.items())
    return ListedOtherwise(e, source, changes, picks, national) if changes or (picks and not e.player.rating) else None


def update(difference: ListedOtherwise, fields: Collection[str], offer: str = "") -> dict[str, Any]:
    """The arguments of `edit-player` that take over these fields, or the rating of another list (`offer`)."""
    taken = {name: difference.changes[name][1] for name in fields if name in difference.changes}
    source = difference.source
    if offer:
        taken["rating"], source = dict(difference.offers)[offer], offer
    said = {name: getattr(value, "value", value) for name, value in taken.items()}
    args: dict[str, Any] = {"id": difference.entrant.id, "player": said}
    return args | ({"entrant_fields": {"source": source}} if "rating" in said else {})


# -- checks that are made by themselves


def check_all(today: date | None = None) -> None:
    """After a list came in: count the differences of every tournament that is not closed (verification 139)."""
    from arbitro.desk.models import Section
    from arbitro.desk.store import state_of

    found: dict[str, int] = {}
    for section in Section.objects.values_list("pk", flat=True):
        state = state_of(section)
        if not state.closed and state.settings.check_ratings and state.entrants:
            found[str(section)] = len(differences(state, today or date.today()))
    write_whole(folder() / "checked.json", json.dumps(found))


def found_by_itself(section: int, state: State) -> int:
    """How many players differed when the last list came in; nothing where checks are switched off."""
    if not state.settings.check_ratings or state.closed:
        return 0
    with suppress(OSError, ValueError, TypeError):
        return int(json.loads((folder() / "checked.json").read_text(encoding="utf-8")).get(str(section), 0))
    return 0


def outdated(today: date) -> bool:
    """Is FIDE's newest list here of an earlier month than this one, or is there none?"""
    newest = max((one.month for one in kept() if one.name == FIDE or kind_of(one.name)), default="")
    return newest < f"{today:%Y-%m}"
