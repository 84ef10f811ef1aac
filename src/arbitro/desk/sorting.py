"""A heap of files from outside, sorted: what each is, what it holds, and where it goes. Nothing is stored."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from zipfile import ZipFile

from arbitro import words
from arbitro.errors import ArbitroError
from arbitro.files import boards, trf
from arbitro.files.forms import FORMS, broken_archive, content, form_of
from arbitro.i18n import gettext_for

_ = gettext_for("desk")

MOST_FILES = 200
MOST_BYTES = 64 << 20  # of all files, unpacked
COPY = ".arbitro"


class Kind(Enum):
    """Where a file goes, in the order in which they are shown."""

    TOURNAMENT = "tournament"
    COPY = "copy"
    PLAYERS = "players"
    RATINGS = "ratings"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Sorted:
    """One file: its kind, its form, what was found in one line, everything that is doubtful; a tournament as TRF26."""

    name: str
    kind: Kind
    form: str
    found: str
    notes: tuple[str, ...] = ()
    text: str = ""


def is_copy(data: bytes) -> bool:
    """Is this an archive that `arbitro.desk.backup` wrote?"""
    try:
        with ZipFile(io.BytesIO(data)) as packed:
            return {"event.json", "SHA256SUMS"} <= set(packed.namelist())
    except broken_archive():
        return False


def unpacked(files: Iterable[tuple[str, bytes]]) -> Iterator[tuple[str, bytes]]:
    """The files, with what is inside archives in their place; a workbook and a copy of an event stay whole."""
    left, count = MOST_BYTES, 0
    for name, data in files:
        inside = [(name, data)]
        if (
            name.lower().endswith(".zip")
            and not is_copy(data)
            and form_of(data, name) == "boards"
            and not boards.is_folder(data)
        ):
            try:
                with ZipFile(io.BytesIO(data)) as packed:
                    entries = [one for one in packed.infolist() if not one.is_dir()][:MOST_FILES]
                    if sum(one.file_size for one in entries) > left:
                        raise ArbitroError(
                            _("{name} unpacks to more than {n} MB.").format(name=name, n=MOST_BYTES >> 20)
                        )
                    inside = [(one.filename, packed.read(one)) for one in entries]
            except broken_archive():
                inside = [(name, data)]
        for one in inside:
            left, count = left - len(one[1]), count + 1
            if left < 0 or count > MOST_FILES:
                text = _("At most {n} files and {m} MB are sorted at once.")
                raise ArbitroError(text.format(n=MOST_FILES, m=MOST_BYTES >> 20))
            yield one


def sort_files(files: Iterable[tuple[str, bytes]]) -> list[Sorted]:
    """Every file with what it is, tournaments first."""
    found = [_sorted(name, data) for name, data in unpacked(files)]
    order = list(Kind)
    return sorted(found, key=lambda one: (order.index(one.kind), one.name.casefold()))


def _sorted(name: str, data: bytes) -> Sorted:
    if name.lower().endswith((COPY, ".zip")) and is_copy(data):
        return Sorted(name, Kind.COPY, COPY, _("a copy of an event of Arbitro"))
    begin = data[:400]
    if begin.lstrip().startswith(b"ID Number") or b"<playerslist" in begin:
        return Sorted(name, Kind.RATINGS, "FIDE", _("a rating list"))
    form = form_of(data, name)
    title = FORMS[form].title
    try:
        held = content(data, name, form)
        event = held.tournament
        players = words.count(len(event.players), "player")
        if not event.players:
            return Sorted(name, Kind.UNKNOWN, title, _("no player was found in it"))
        if not event.rounds_paired and form in ("csv", "xlsx"):
            return Sorted(name, Kind.PLAYERS, title, players)
        rounds = words.count(event.rounds_paired, "round")
        notes = (*map(str, held.warnings), *held.assumptions)
        return Sorted(name, Kind.TOURNAMENT, title, f"{players}, {rounds}", notes, trf.write(event, 26))
    except ArbitroError as error:
        return Sorted(name, Kind.UNKNOWN, title, str(error))
