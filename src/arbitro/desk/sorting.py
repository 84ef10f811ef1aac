"""A heap of files from outside, sorted: what each is, what it holds, and where it goes. Nothing is stored."""

from __future__ import annotations

import io
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import PurePath
from typing import NamedTuple
from zipfile import ZipFile

from arbitro import words
from arbitro.errors import ArbitroError
from arbitro.files import pairing_table, spreadsheet, trf
from arbitro.files.above import title_of
from arbitro.files.forms import FORMS, content, form_of, is_heap
from arbitro.files.gathered import gathered
from arbitro.files.strangers import way_out, what_is
from arbitro.files.text import broken_archive, members
from arbitro.formats.length import length_of
from arbitro.i18n import gettext_for
from arbitro.model import Tournament

_ = gettext_for("desk")

MOST_FILES = 200
MOST_BYTES = 64 << 20  # of all files, unpacked
COPY = ".arbitro"
LITTER = ("thumbs.db", "desktop.ini", ".ds_store")  # what systems leave in folders, with everything in __MACOSX
_RICHEST = {FORMS[form].title: n for n, form in enumerate(("papi", "chess-results", "trf16", "trf26", "json"), 1)}
TABLES = (".csv", ".tsv", ".txt", ".xlsx", ".xlsm")
TOGETHER = (".ini", ".trn", ".sco")  # the files of SwissPerfect, which make one tournament


class Kind(Enum):
    """Where a file goes, in the order in which they are shown."""

    TOURNAMENT = "tournament"
    COPY = "copy"
    PLAYERS = "players"
    RATINGS = "ratings"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Course:
    """How far a tournament has come: who plays, who met whom round by round, rounds and games that are over."""

    players: frozenset[str]
    rounds: tuple[frozenset[frozenset[str]], ...]
    over: int
    finished: int

    def begins(self, other: Course) -> bool:
        """Is this the beginning of the other: nobody else, the same pairs, fewer games over?"""
        here, there = len(self.rounds), len(other.rounds)
        return (
            0 < here <= there
            and self.rounds == other.rounds[:here]
            and self.players <= other.players
            and (here, self.finished) < (there, other.finished)
        )


@dataclass(frozen=True, slots=True)
class Sorted:
    """One file: its kind, its form, what was found in one line, everything that is doubtful; a tournament as TRF26.

    `same`: the file before it that holds the same players with the same points; `later`: one that holds the same
    tournament after later rounds. `parts`: the files that make it up.
    """

    name: str
    kind: Kind
    form: str
    found: str
    notes: tuple[str, ...] = ()
    text: str = ""
    points: frozenset[tuple[str, int]] = frozenset()
    same: str = ""
    parts: tuple[str, ...] = ()
    course: Course | None = None
    later: str = ""

    @property
    def earlier(self) -> str:
        """That a later file holds the same tournament; nothing where none does."""
        if not self.later or self.course is None:
            return ""
        if not self.course.over:
            return _("the same tournament before its first results; take the later one: {name}").format(name=self.later)
        sentence = _("the same tournament after round {n}; take the later one: {name}")
        return sentence.format(n=self.course.over, name=self.later)


class Joined(NamedTuple):
    """A file, or several that make one tournament only together, as the bytes of one."""

    name: str
    data: bytes
    parts: tuple[str, ...] = ()
    form: str = ""  # where the name and the first bytes do not tell


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
        if name.lower().endswith(".zip") and is_heap(data, name) and not is_copy(data):
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
            if PurePath(one[0]).name.lower() in LITTER or "__MACOSX" in PurePath(one[0]).parts:
                continue
            left, count = left - len(one[1]), count + 1
            if left < 0 or count > MOST_FILES:
                text = _("At most {n} files and {m} MB are sorted at once.")
                raise ArbitroError(text.format(n=MOST_FILES, m=MOST_BYTES >> 20))
            yield one


def joined(files: Iterable[tuple[str, bytes]]) -> Iterator[Joined]:
    """The files, with those that make one tournament only together as one."""
    parts: dict[str, list[tuple[str, bytes]]] = defaultdict(list)
    for name, data in files:
        stem, ending = PurePath(name).with_suffix(""), PurePath(name).suffix.lower()
        parts[str(stem).lower() if ending in TOGETHER else name].append((name, data))
    alone: list[tuple[str, bytes]] = []
    for group in parts.values():
        if sorted(PurePath(name).suffix.lower() for name, _data in group) != sorted(TOGETHER):
            alone += group
            continue
        packed = io.BytesIO()
        with ZipFile(packed, "w") as archive:
            for name, data in group:
                archive.writestr(PurePath(name).name, data)
        whole = f"{PurePath(group[0][0]).with_suffix('')} ({', '.join(TOGETHER)})"
        yield Joined(whole, packed.getvalue(), tuple(name for name, _data in group))
    taken: set[str] = set()
    for one in _lists_of_rounds(alone):
        taken.update(one.parts)
        yield one
    yield from (Joined(name, data) for name, data in alone if name not in taken)


def _lists_of_rounds(files: Iterable[tuple[str, bytes]]) -> Iterator[Joined]:
    """Events of which the pairing lists of all rounds are there, with their lists of players: each as one table.

    Those of one event have the same title. Of several lists of players the one with most columns is taken, of several
    of a round the one with most results.
    """
    rounds: dict[str, dict[int, tuple[int, str, list[list[str]]]]] = defaultdict(dict)
    players: dict[str, tuple[int, str, list[list[str]]]] = {}
    for name, data in files:
        if PurePath(name).suffix.lower() not in TABLES:
            continue
        try:
            rows = spreadsheet.cells(data, name)
        except ArbitroError:
            continue
        title = title_of(rows)
        found = pairing_table.parts_of(rows)
        if len(found) == 1 and found[0].round:
            k, worth = found[0].round, (found[0].finished, name, rows)
            rounds[title][k] = max(rounds[title].get(k, worth), worth, key=lambda one: one[0])
        elif title and not found and (width := pairing_table.players_in(rows)):
            players[title] = max(players.get(title, (width, name, rows)), (width, name, rows), key=lambda one: one[0])
    for title, lists in rounds.items():
        start = players.get(title)
        if sorted(lists) == list(range(1, len(lists) + 1)) and (start or len(lists) > 1):
            parts = tuple(filter(None, (start and start[1], *(lists[k][1] for k in sorted(lists)))))
            table = pairing_table.stacked(title, start[2] if start else (), {k: one[2] for k, one in lists.items()})
            names = [PurePath(part).name for part in parts]
            yield Joined(f"{title} ({names[0]} … {names[-1]})".strip(), table, parts, "pairing-list")


def sort_files(files: Iterable[tuple[str, bytes]]) -> list[Sorted]:
    """Every file with what it is, tournaments first; which of them are the same one is told."""
    order = list(Kind)
    found = sorted(
        (replace(_sorted(one.name, one.data, one.form), parts=one.parts) for one in joined(unpacked(files))),
        key=lambda one: (order.index(one.kind), one.name.casefold()),
    )
    first: dict[frozenset[tuple[str, int]], str] = {}
    for one in sorted(found, key=lambda one: -_RICHEST.get(one.form, 0)):
        if one.kind is Kind.TOURNAMENT:
            first.setdefault(one.points, one.name)
    told = [replace(one, same=name) if (name := first.get(one.points, one.name)) != one.name else one for one in found]
    return [replace(one, later=_later(one, told)) for one in told]


def _later(one: Sorted, found: Iterable[Sorted]) -> str:
    """The file that holds most of the tournament of which this one holds the beginning; nothing where none does."""
    here = one.course
    longer = [
        (two.course, two.name) for two in found if here and two.course and not two.same and here.begins(two.course)
    ]
    return max(longer, key=lambda two: (len(two[0].rounds), two[0].finished))[1] if longer else ""


def _course(event: Tournament) -> Course:
    names = {player.number: player.name.casefold() for player in event.players}
    games = [event.games(k) for k in range(1, event.rounds_paired + 1)]
    return Course(
        frozenset(names.values()),
        tuple(frozenset(frozenset((names[game.white], names[game.black])) for game in played) for played in games),
        event.rounds_finished,
        sum(game.white_outcome.finished for played in games for game in played),
    )


def _points(event: Tournament) -> frozenset[tuple[str, int]]:
    return frozenset((p.name.casefold(), event.score(p.number)) for p in event.players)


def _sorted(name: str, data: bytes, form: str = "") -> Sorted:
    if name.lower().endswith((COPY, ".zip")) and is_copy(data):
        return Sorted(name, Kind.COPY, COPY, _("a copy of an event of Arbitro"))
    begin = data[:400]
    if begin.lstrip().startswith(b"ID Number") or b"<playerslist" in begin:
        return Sorted(name, Kind.RATINGS, "FIDE", _("a rating list"))
    form = form or form_of(data, name)
    title = FORMS[form].title
    try:
        held = content(data, name, form)
        event = held.tournament
        if not event.info.name:  # a table without a title has that of its file
            event = replace(event, info=replace(event.info, name=PurePath(name).stem))
        players = words.count(len(event.players), "player")
        if not event.players:
            return Sorted(name, Kind.UNKNOWN, title, _("no player was found in it"))
        if not event.rounds_paired and form in ("csv", "xlsx"):
            notes = tuple(held.warnings)
            if length := length_of(event.system, len(event.players)):
                event = replace(event, planned_rounds=length.sensible)
                sentence = _("the list states no number of rounds: {n} are proposed, the settings change them")
                notes += (sentence.format(n=length.sensible),)
            return Sorted(name, Kind.PLAYERS, title, players, notes, trf.write(event, 26))
        rounds = words.count(event.rounds_paired, "round")
        notes = tuple(gathered((*map(str, held.warnings), *held.assumptions)))
        try:
            text = trf.write(event, 26)
        except ArbitroError as error:  # cut off, or damaged: what reading doubted says more
            return Sorted(name, Kind.UNKNOWN, title, notes[0] if held.warnings else str(error), notes)
        found = f"{players}, {rounds}"
        return Sorted(name, Kind.TOURNAMENT, title, found, notes, text, _points(event), course=_course(event))
    except ArbitroError as error:
        return _stranger(name, data, title, str(error))


def _stranger(name: str, data: bytes, title: str, refusal: str) -> Sorted:
    """A file that could not be read: what it is and what to do with it, else why it was refused."""
    if told := stranger(name, data):
        return Sorted(name, Kind.UNKNOWN, "", told)
    if not any(name.lower().endswith(ending) for form in FORMS.values() for ending in form.endings if ending != ".txt"):
        return Sorted(name, Kind.UNKNOWN, "", _("a text, but no tournament and no list of players"))
    return Sorted(name, Kind.UNKNOWN, title, refusal)


def stranger(name: str, data: bytes) -> str:
    """What a file is that was refused, and the way out; nothing where the refusal says more."""
    return way_out(name) or str(what_is(data[:4096], members(data)))
