"""Copies of an event: one file with every journal, checksummed; restore; what differs between two copies.

The file is a zip with `event.json` (the event and its tournaments), one `journal-….jsonl` per tournament (one entry a
line, in order, with its chained digest) and `SHA256SUMS`. A copy is read only if its sums and chains are right. Two
copies that went different ways are shown as a difference: the last common entry and what each did after it; nothing is
merged.

Copies are made by themselves: before a risky act (`commands.base.Command.risky`), and while an event is written to
whenever its last copy is older than ARBITRO_BACKUP_MINUTES (default 10; 0: never). They go to ARBITRO_BACKUPS, by
default the folder `backups` of the data folder; a second disk or a memory stick is a good place.
"""

from __future__ import annotations

import json
import logging
import os
import threading
import time
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from io import BytesIO
from pathlib import Path

from django.db import DatabaseError, connections, transaction

from arbitro import __version__
from arbitro.desk.fold import Entry, replay
from arbitro.desk.models import Event, JournalEntry, Section
from arbitro.desk.store import digest, forget
from arbitro.errors import ArbitroError, FileError
from arbitro.files.forms import broken_archive
from arbitro.i18n import gettext_for

FORMAT = 1
log = logging.getLogger(__name__)
_event_of: dict[int, int] = {}  # by tournament
_last_copy: dict[int, float] = {}  # by event, on the monotonic clock
_copying = threading.Lock()


@dataclass(frozen=True, slots=True)
class CopiedSection:
    """A tournament in a copy: its names and its journal rows, as JSON has them."""

    slug: str
    name: str
    place: int
    rows: tuple[dict[str, object], ...]


@dataclass(frozen=True, slots=True)
class Copy:
    """A whole event as a copy holds it."""

    slug: str
    name: str
    sections: tuple[CopiedSection, ...]


def _row(entry: JournalEntry) -> dict[str, object]:
    names = ("number", "kind", "payload", "version", "touches", "who", "at", "why", "remark", "digest")
    return {name: getattr(entry, name) for name in names}


def _lines(rows: Iterator[dict[str, object]]) -> bytes:
    return b"".join(json.dumps(row, ensure_ascii=False, sort_keys=True).encode() + b"\n" for row in rows)


def export(event: Event) -> bytes:
    """The event as one file."""
    parts: dict[str, bytes] = {}
    head = {
        "format": FORMAT,
        "program": f"arbitro {__version__}",
        "slug": event.slug,
        "name": event.name,
        "sections": [{"slug": s.slug, "name": s.name, "place": s.place} for s in event.sections.all()],
    }
    with transaction.atomic():
        parts["event.json"] = json.dumps(head, ensure_ascii=False, indent=1).encode()
        for section in event.sections.all():
            journal = section.journal.order_by("number")
            parts[f"journal-{section.slug}.jsonl"] = _lines(_row(entry) for entry in journal.iterator())
    sums = "".join(f"{sha256(data).hexdigest()}  {name}\n" for name, data in parts.items())
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in (*parts.items(), ("SHA256SUMS", sums.encode())):
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def read(path: Path) -> Copy:
    """Read a copy; refuses one whose sums or chains are wrong."""
    _ = gettext_for("desk")
    try:
        with zipfile.ZipFile(path) as archive:
            parts = {name: archive.read(name) for name in archive.namelist()}
    except (*broken_archive(), OSError) as error:
        raise FileError(path, expected=_("a backup made by arbitro ({error})").format(error=error)) from error
    _check_sums(path, parts)
    try:
        head = json.loads(parts["event.json"])
        if head["format"] != FORMAT:
            expected = _("format {n}: update arbitro").format(n=FORMAT)
            raise FileError(path, found=f"format {head['format']}", expected=expected)
        sections = tuple(
            CopiedSection(
                s["slug"],
                s["name"],
                s["place"],
                tuple(json.loads(line) for line in parts[f"journal-{s['slug']}.jsonl"].splitlines()),
            )
            for s in head["sections"]
        )
        for section in sections:
            check_chain(path, section)
        return Copy(head["slug"], head["name"], sections)
    except (KeyError, ValueError, TypeError, AttributeError) as error:
        expected = _("a backup made by arbitro (missing or broken part: {error})").format(error=error)
        raise FileError(path, expected=expected) from error


def _check_sums(path: Path, parts: Mapping[str, bytes]) -> None:
    """Every part has the checksum that the copy states."""
    _ = gettext_for("desk")
    lines = (line.partition("  ") for line in parts.get("SHA256SUMS", b"").decode("utf-8", "replace").splitlines())
    stated = {name: wanted for wanted, _two, name in lines}
    if not stated:
        raise FileError(path, expected=_("a part with the checksums: {name}").format(name="SHA256SUMS"))
    for name in {*stated, *parts} - {"SHA256SUMS"}:
        if sha256(parts.get(name, b"")).hexdigest() != stated.get(name):
            expected = _("a part with the checksum that SHA256SUMS states: use another copy")
            raise FileError(path, found=name, expected=expected)


def _entry(row: dict[str, object]) -> Entry:
    return Entry(*(row[name] for name in ("number", "kind", "payload", "who", "at", "why", "version")))  # type: ignore[arg-type]


def check_chain(path: Path, section: CopiedSection) -> None:
    """Numbers without gaps, each digest following from the one before, and a journal that folds."""
    previous = ""
    for i, row in enumerate(section.rows, 1):
        entry = _entry(row)
        if entry.number != i or digest(previous, entry) != row["digest"]:
            _ = gettext_for("desk")
            expected = _("an unbroken chain of entries: use another copy")
            raise FileError(path, line=i, found=f"journal-{section.slug}", expected=expected)
        previous = str(row["digest"])
    replay([_entry(row) for row in section.rows])


@dataclass(frozen=True, slots=True)
class Divergence:
    """Two journals of one tournament: the last common number and how many entries each has after it."""

    section: str
    common: int
    here: tuple[Entry, ...]
    there: tuple[Entry, ...]

    @property
    def diverged(self) -> bool:
        return bool(self.here) and bool(self.there)


def compare(event: Event, copy: Copy) -> list[Divergence]:
    """How an event here and a copy differ, tournament by tournament."""
    found = []
    ours = {s.slug: s for s in event.sections.all()}
    for section in copy.sections:
        mine = list(ours[section.slug].journal.order_by("number")) if section.slug in ours else []
        common = 0
        for row, theirs in zip(mine, section.rows, strict=False):
            if row.digest != theirs["digest"]:
                break
            common = row.number
        found.append(
            Divergence(
                section.slug,
                common,
                tuple(_entry(_row(row)) for row in mine[common:]),
                tuple(_entry(row) for row in section.rows[common:]),
            )
        )
    return found


def restore(copy: Copy) -> Event:
    """Bring a copy in: a new event, or the entries that this one lacks. Diverged journals are refused."""
    _ = gettext_for("desk")
    with transaction.atomic():
        event, _created = Event.objects.get_or_create(slug=copy.slug, defaults={"name": copy.name})
        for divergence in compare(event, copy):
            if divergence.diverged:
                raise ArbitroError(
                    _(
                        "{event}/{section}: the copies went different ways after entry {n} ({here} entries here, "
                        "{there} in the copy); nothing was changed. Compare them and keep the right one."
                    ).format(
                        event=copy.slug,
                        section=divergence.section,
                        n=divergence.common,
                        here=len(divergence.here),
                        there=len(divergence.there),
                    )
                )
        for part in copy.sections:
            section, _new = Section.objects.get_or_create(
                event=event, slug=part.slug, defaults={"name": part.name, "place": part.place}
            )
            have = section.journal.count()
            JournalEntry.objects.bulk_create(
                [JournalEntry(section=section, **row) for row in part.rows[have:]],
                batch_size=500,
            )
            forget(section.pk)
    return event


def save(event: Event, folder: Path, *, keep: int = 50) -> Path:
    """Write a dated copy into a folder, safely (first beside, then renamed); older ones beyond `keep` go."""
    folder.mkdir(parents=True, exist_ok=True)
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%f")
    path = folder / f"{event.slug}-{stamp}.arbitro"
    beside = path.with_suffix(".part")
    beside.write_bytes(export(event))
    beside.replace(path)
    for old in sorted(folder.glob(f"{event.slug}-????????T*.arbitro"))[:-keep]:
        old.unlink()
    return path


def backup_folder() -> Path:
    """Where copies are kept that the program makes by itself."""
    from arbitro.desk.django_settings import data_dir

    given = os.environ.get("ARBITRO_BACKUPS")
    return Path(given).expanduser() if given else data_dir() / "backups"


def minutes_between_copies() -> float:
    """The schedule; 0 switches it off. What cannot be read as a number counts as the default."""
    try:
        return max(float(os.environ.get("ARBITRO_BACKUP_MINUTES", "10")), 0.0)
    except ValueError:
        return 10.0


def copy_if_due(section: int) -> threading.Thread | None:
    """After a write: copy the event in the background if its last copy is older than the schedule says.

    The thread is no daemon, so a command that ends waits for its copy. A copy that cannot be made is logged; the next
    one is tried after the same time.
    """
    minutes = minutes_between_copies()
    if not minutes:
        return None
    if section not in _event_of:
        _event_of[section] = Section.objects.values_list("event_id", flat=True).get(pk=section)
    event_id = _event_of[section]
    now = time.monotonic()
    with _copying:
        if event_id not in _last_copy:
            _last_copy[event_id] = now - _age_of_newest(event_id)
        if now - _last_copy[event_id] < 60 * minutes:
            return None
        _last_copy[event_id] = now
    thread = threading.Thread(target=_copy, args=(event_id,), name=f"backup-{event_id}")
    thread.start()
    return thread


def _age_of_newest(event_id: int) -> float:
    """Seconds since the newest copy of an event in the folder was made; very many without one."""
    slug = Event.objects.values_list("slug", flat=True).get(pk=event_id)
    copies = list(backup_folder().glob(f"{slug}-????????T*.arbitro"))
    return max(time.time() - max(copy.stat().st_mtime for copy in copies), 0.0) if copies else 1e9


def _copy(event_id: int) -> None:
    try:
        save(Event.objects.get(pk=event_id), backup_folder())
    except (OSError, DatabaseError, Event.DoesNotExist) as error:
        log.warning("the scheduled backup failed: %s", error)
    finally:
        connections.close_all()
