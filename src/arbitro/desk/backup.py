"""Copies of an event: one file with every journal, checksummed; restore; what differs between two copies.

The file is a zip with `event.json` (the event and its tournaments), one `journal-….jsonl` per tournament (one entry a
line, in order, with its chained digest and its signature) and `SHA256SUMS`. A copy is read only if its sums and chains
are right and the signatures that claim to be of this installation are. Two copies that went different ways are shown as
a difference: the last common entry, what each did after it, which boards, players and scores differ; `merge` writes
what concerns other boards and players, and names the rest.

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
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any

from django.db import DatabaseError, connections, transaction

from arbitro import __version__, words
from arbitro.desk.chain import Passing, fingerprint, sign
from arbitro.desk.entry import Entry, player_to_json
from arbitro.desk.fold import replay
from arbitro.desk.importing import Discrepancy
from arbitro.desk.importing import compare as differences
from arbitro.desk.models import Event, JournalEntry, Section
from arbitro.desk.snapshot import snapshot
from arbitro.desk.state import State
from arbitro.desk.store import COLUMNS, Damaged, adopt, entries, forget, journal
from arbitro.desk.words import describe
from arbitro.errors import ArbitroError, FileError
from arbitro.files.text import broken_archive
from arbitro.i18n import gettext_for
from arbitro.outputs import PRIVATE, private_folder, write_whole
from arbitro.records import loads

_ = gettext_for("desk")

FORMAT = 2  # 2: entries are signed
READABLE = (1, FORMAT)
MOST_IN_A_COPY = 2 * 1024**3  # bytes unpacked
log = logging.getLogger(__name__)
_event_of: dict[int, int] = {}  # by tournament
_last_copy: dict[int, float] = {}  # by event, on the monotonic clock
_copying = threading.Lock()


@dataclass(frozen=True, slots=True)
class CopiedSection:
    """A tournament in a copy: its names and its journal."""

    slug: str
    name: str
    place: int
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Copy:
    """A whole event as a copy holds it; `key` is the fingerprint of the key that signed it, if any."""

    slug: str
    name: str
    sections: tuple[CopiedSection, ...]
    key: str = ""


def _line(entry: Entry) -> bytes:
    row = {name: getattr(entry, name) for name in COLUMNS}
    return json.dumps(row, ensure_ascii=False, sort_keys=True).encode("utf-8", "surrogatepass") + b"\n"


def _entry(line: bytes, path: Path) -> Entry:
    try:
        return Entry(**loads(line.decode("utf-8", "surrogatepass"), path))
    except FileError as error:
        raise ValueError(error.expected) from error


def export(event: Event, *, damaged: bool = False) -> bytes:
    """The event as one file. One whose journals are not as they were written is refused, unless `damaged` is wanted."""
    out, sums = BytesIO(), dict[str, str]()
    sections: list[dict[str, object]] = []
    with zipfile.ZipFile(out, "w") as archive:

        def put(name: str, lines: Iterable[bytes]) -> None:
            """One more part, a line at a time: a long journal is never in memory as a whole."""
            info, sum = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), sha256()
            info.compress_type = zipfile.ZIP_DEFLATED
            with archive.open(info, "w") as part:
                for line in lines:
                    sum.update(line)
                    part.write(line)
            sums[name] = sum.hexdigest()

        with transaction.atomic():
            for section in event.sections.all():
                passing = Passing(journal(section.pk))
                put(f"journal-{section.slug}.jsonl", map(_line, passing))
                if passing.broken is not None:
                    forget(section.pk)  # whoever looks next reads all of it, and is told
                    if not damaged:
                        text = _("{section}: {what}; no backup was made. Restore the last good one.")
                        raise Damaged(text.format(section=section, what=passing.broken))
                named = {"slug": section.slug, "name": section.name, "place": section.place}
                sections.append({**named, "number": passing.count, "digest": passing.digest})
        head = {
            "format": FORMAT,
            "program": f"arbitro {__version__}",
            "slug": event.slug,
            "name": event.name,
            "key": fingerprint(),
            "sections": sections,
        }
        put("event.json", [json.dumps(head, ensure_ascii=False, indent=1).encode()])
        put("SHA256SUMS", [f"{sum}  {name}\n".encode() for name, sum in sums.items()])
    return out.getvalue()


@contextmanager
def _opened(path: Path) -> Iterator[tuple[zipfile.ZipFile, Any]]:
    """A copy whose sums are right, and its head; what is wrong within is said of the file."""
    unreadable: tuple[type[Exception], ...] = (*broken_archive(), OSError)
    try:
        with zipfile.ZipFile(path) as archive:
            if sum(part.file_size for part in archive.infolist()) > MOST_IN_A_COPY:
                raise FileError(path, expected=_("a backup of at most {n} GB").format(n=MOST_IN_A_COPY // 1024**3))
            _check_sums(path, archive)
            head = loads(archive.read("event.json"), path)
            if head["format"] not in READABLE:
                expected = _("format {n}: update arbitro").format(n=FORMAT)
                raise FileError(path, found=f"format {head['format']}", expected=expected)
            yield archive, head
    except (KeyError, ValueError, TypeError, AttributeError) as error:
        expected = _("a backup made by arbitro (missing or broken part: {error})").format(error=error)
        raise FileError(path, expected=expected) from error
    except unreadable as error:
        raise FileError(path, expected=_("a backup made by arbitro ({error})").format(error=error)) from error


def read(path: Path) -> Copy:
    """Read a copy; refuses one whose sums, chains or signatures are wrong, or whose journals do not fold."""
    with _opened(path) as (archive, head):
        sections = tuple(
            CopiedSection(s["slug"], s["name"], s["place"], tuple(_journal_of(archive, s["slug"], path)))
            for s in head["sections"]
        )
        for section in sections:
            replay(section.entries)
        return Copy(head["slug"], head["name"], sections, head.get("key", ""))


def verify(path: Path) -> None:
    """As `read`, of a copy of what folds here: look at each entry once, and keep none."""
    with _opened(path) as (archive, head):
        for section in head["sections"]:
            for _entry in _journal_of(archive, section["slug"], path):
                pass


def _journal_of(archive: zipfile.ZipFile, slug: str, path: Path) -> Iterator[Entry]:
    """The entries of a tournament in a copy: each digest follows, signatures that claim to be ours are."""
    with archive.open(f"journal-{slug}.jsonl") as lines:
        passing = Passing((_entry(line, path) for line in lines), ours=False)
        yield from passing
    if passing.broken is not None:
        expected = _("an unbroken chain of entries: use another copy")
        found = f"journal-{slug}: {passing.broken}"
        raise FileError(path, line=passing.broken.number, found=found, expected=expected)


def _check_sums(path: Path, archive: zipfile.ZipFile) -> None:
    """Every part has the checksum that the copy states."""
    parts = set(archive.namelist())
    stated_in = archive.read("SHA256SUMS") if "SHA256SUMS" in parts else b""
    lines = (line.partition("  ") for line in stated_in.decode("utf-8", "replace").splitlines())
    stated = {name: wanted for wanted, _two, name in lines}
    if not stated:
        raise FileError(path, expected=_("a part with the checksums: {name}").format(name="SHA256SUMS"))
    for name in {*stated, *parts} - {"SHA256SUMS"}:
        with archive.open(name) if name in parts else BytesIO() as part:
            found = sha256()
            while some := part.read(64 * 1024):
                found.update(some)
            if found.hexdigest() != stated.get(name):
                expected = _("a part with the checksum that SHA256SUMS states: use another copy")
                raise FileError(path, found=name, expected=expected)


@dataclass(frozen=True, slots=True)
class Divergence:
    """Two journals of one tournament: the last common number and what each has after it."""

    section: str
    common: int
    here: tuple[Entry, ...]
    there: tuple[Entry, ...]
    states: tuple[State, State]  # of this side and of the copy

    @property
    def diverged(self) -> bool:
        return bool(self.here) and bool(self.there)

    def said(self) -> list[tuple[Entry, str, bool]]:
        """Every entry after the common ones, in words; True: it stands in the copy."""
        return [(e, self.words(e), False) for e in self.here] + [
            (e, self.words(e, copy=True), True) for e in self.there
        ]

    def words(self, entry: Entry, *, copy: bool = False) -> str:
        """One entry in words, with the data of a player that the other side has otherwise."""
        own, other = reversed(self.states) if copy else self.states
        text = describe(entry, own)
        entrant = other.entrants.get(entry.payload.get("id", 0)) if entry.kind == "edit-player" else None
        if entrant is None or "player" not in entry.payload:
            return text
        there = player_to_json(entrant.player)
        changed = [str(value) for name, value in entry.payload["player"].items() if value and value != there.get(name)]
        return f"{text}: {', '.join(changed)}" if changed else text

    def differences(self) -> list[Discrepancy]:
        """What is true here and not there: players, boards, results, scores."""
        here, there = (snapshot(state) for state in self.states)
        return differences(here, there)


def compare(event: Event, copy: Copy) -> list[Divergence]:
    """How an event here and a copy differ, tournament by tournament."""
    ours = {s.slug: entries(s.pk) for s in event.sections.all()}
    divergences = []
    for section in copy.sections:
        mine = ours.get(section.slug, [])
        common = 0
        for row, theirs in zip(mine, section.entries, strict=False):
            if row.digest != theirs.digest:
                break
            common = row.number
        states = (replay(mine), replay(section.entries))
        divergences.append(Divergence(section.slug, common, tuple(mine[common:]), section.entries[common:], states))
    return divergences


def restore(copy: Copy) -> Event:
    """Bring a copy in: a new event, or the entries that this one lacks. Diverged journals are refused.

    The entries keep their digests; they are signed by this installation, which answers for them from here on.
    """
    with transaction.atomic():
        event, _created = Event.objects.get_or_create(slug=copy.slug, defaults={"name": copy.name})
        for divergence in compare(event, copy):
            if divergence.diverged:
                raise ArbitroError(
                    _(
                        "{event}/{section}: the copies went different ways after entry {n} ({here} here, {there} in "
                        "the copy); nothing was changed. Compare them, then merge."
                    ).format(
                        event=copy.slug,
                        section=divergence.section,
                        n=divergence.common,
                        here=words.count(len(divergence.here), "entry"),
                        there=len(divergence.there),
                    )
                )
        for part in copy.sections:
            section, _new = Section.objects.get_or_create(
                event=event, slug=part.slug, defaults={"name": part.name, "place": part.place}
            )
            have = section.journal.count()
            JournalEntry.objects.bulk_create(
                [_signed_row(section, entry) for entry in part.entries[have:]], batch_size=500
            )
            forget(section.pk)
    return event


def _signed_row(section: Section, entry: Entry) -> JournalEntry:
    signed = replace(entry, signature=sign(entry.digest))
    return JournalEntry(section=section, **{name: getattr(signed, name) for name in COLUMNS})


# -- two copies that went different ways


@dataclass(frozen=True, slots=True)
class Merged:
    """What a merge did: entries of the copy written here, and those that were not, with the reason."""

    written: tuple[tuple[Entry, str], ...]
    left: tuple[tuple[Entry, str, str], ...]  # entry, in words, why not


Ask = Callable[[str, str], bool]  # what this side decided and what the copy did: shall the copy's stand?


def _touch_the_same(one: Entry, other: Entry) -> bool:
    """Do two entries concern the same board, player or team? New entries do if they name the same player."""
    first, second = ({t for t in e.touches if e.kind != "enter" or not t.startswith("entrant:")} for e in (one, other))
    return "*" in first | second or bool(first & second)


def merge(event: Event, copy: Copy, *, who: str, ask: Ask) -> Merged:
    """Write what the copy decided after the two went different ways: at once where it concerns other boards and
    players, after asking where both decided about the same. All as new entries with a remark, in one transaction."""
    written: list[tuple[Entry, str]] = []
    left: list[tuple[Entry, str, str]] = []
    with transaction.atomic():
        for divergence in compare(event, copy):
            section = event.sections.filter(slug=divergence.section).first()
            if section is None:
                continue
            ids: dict[int, int] = {}
            for entry in divergence.there:
                words = divergence.words(entry, copy=True)
                clash = [e for e in divergence.here if _touch_the_same(e, entry)]
                mine = "; ".join(f"#{e.number} {divergence.words(e)}" for e in clash)
                if clash and not ask(mine, f"#{entry.number} {words}"):
                    left.append((entry, words, _("both sides decided about it; this side stays")))
                    continue
                why = _("merged from a copy: #{n} of {who}, {at}").format(n=entry.number, who=entry.who, at=entry.at)
                try:
                    written.append((adopt(section.pk, entry, ids, who=who, why=why), words))
                except ArbitroError as error:
                    left.append((entry, words, str(error)))
    return Merged(tuple(written), tuple(left))


# -- copies that are made by themselves


def save(event: Event, folder: Path, *, damaged: bool = False) -> Path:
    """Write a dated copy into a folder, whole, and read it back; then older ones go, by age.

    A damaged event is refused; with `damaged` it is kept as evidence under a name of its own, and nothing goes.
    """
    private_folder(folder)
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%f")
    path = folder / f"{event.slug}-{stamp}{'.damaged' if damaged else '.arbitro'}"
    save_as(event, path, damaged=damaged)
    if damaged:
        return path
    now = datetime.now(UTC)
    dated = {copy: moment for copy in copies_of(event.slug, folder) if (moment := _made(copy)) is not None}
    for old in outdated(dated, now):
        old.unlink(missing_ok=True)
    return path


def save_as(event: Event, path: Path, *, damaged: bool = False) -> None:
    """Write a copy, whole, and read it back; one that does not read as it should does not stay."""
    write_whole(path, export(event, damaged=damaged), mode=PRIVATE)
    if damaged:
        return
    try:
        verify(path)
    except ArbitroError:
        path.unlink()
        raise


def copies_of(slug: str, folder: Path) -> list[Path]:
    """The dated copies of an event in a folder, oldest first."""
    return sorted(folder.glob(f"{slug}-????????T*.arbitro"))


def _made(copy: Path) -> datetime | None:
    """When a copy was made, by its name."""
    try:
        return datetime.strptime(copy.stem.rpartition("-")[2], "%Y%m%dT%H%M%S%f").replace(tzinfo=UTC)
    except ValueError:
        return None


def outdated(copies: Mapping[Path, datetime], now: datetime) -> list[Path]:
    """The copies that may go: kept are all of the last day, the last of each day for a month, the last of each week."""
    newest: dict[tuple[int, ...], Path] = {}
    for path, moment in sorted(copies.items(), key=lambda item: item[1]):
        age = now - moment
        if age <= timedelta(days=1):
            period: tuple[int, ...] = (0, id(path))
        elif age <= timedelta(days=31):
            period = (1, moment.toordinal())
        else:
            period = (2, *moment.isocalendar()[:2])
        newest[period] = path
    kept = set(newest.values())
    return [path for path in copies if path not in kept]


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
    copies = copies_of(slug, backup_folder())
    return max(time.time() - max(copy.stat().st_mtime for copy in copies), 0.0) if copies else 1e9


def _copy(event_id: int) -> None:
    try:
        save(Event.objects.get(pk=event_id), backup_folder())
    except (OSError, DatabaseError, ArbitroError, Event.DoesNotExist) as error:
        log.warning("the scheduled backup failed: %s", error)
    finally:
        connections.close_all()
