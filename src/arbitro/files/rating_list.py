"""FIDE rating lists, streamed: one entry at a time, whatever the size of the list.

    text   the fixed-width files: the combined list with its three ratings, and the lists of one kind of chess. Their
           heading says which columns they have, and it is believed: a field runs from its heading to the next one.
    XML    the same lists with an element for each field.

A zip archive is read without unpacking. The lists hold about 1.6 million players; nothing is kept but the entry at
hand. `pick` looks up the players of a tournament.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from itertools import zip_longest
from os import PathLike
from pathlib import Path
from typing import BinaryIO, NamedTuple
from xml.etree import ElementTree

from arbitro.errors import FileError
from arbitro.files.text import TITLES, broken_archive
from arbitro.i18n import gettext_for
from arbitro.model import Player, RatingList, Sex, Title
from arbitro.texts import table

_ = gettext_for("files")


class Listed(NamedTuple):
    """One player of a list. A rating of 0 means unrated in that kind of chess; games and K belong to the ratings."""

    fide_id: str
    name: str
    federation: str
    sex: Sex
    title: Title
    women_title: Title
    other_titles: str
    standard: int
    standard_games: int
    standard_k: int
    rapid: int
    rapid_games: int
    rapid_k: int
    blitz: int
    blitz_games: int
    blitz_k: int
    birth: str  # the year
    flags: str  # i inactive, w woman

    def rating(self, kind: RatingList) -> int:
        value: int = getattr(self, kind.value)
        return value

    def k(self, kind: RatingList) -> int:
        value: int = getattr(self, f"{kind.value}_k")
        return value

    def player(self, kind: RatingList = RatingList.STANDARD, number: int = 0) -> Player:
        """An entrant: rating and K of one kind of chess, the best title; number 0 until there is a start list."""
        return Player(
            number=number,
            name=self.name,
            sex=self.sex,
            title=min(self.title, self.women_title, key=lambda title: title.order),
            rating=self.rating(kind),
            federation=self.federation,
            fide_id=self.fide_id,
            birth=self.birth,
            ratings={each: self.rating(each) for each in RatingList if self.rating(each)},
            k=self.k(kind) or None,
        )


def read(path: str | PathLike[str], *, kind: RatingList = RatingList.STANDARD) -> Iterator[Listed]:
    """The entries of a list, text or XML, plain or zipped. `kind` says what a list of one kind of chess holds."""
    with _opened(path) as stream:
        first = stream.read(4096)
        xml = first.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"<"
        whole = _Joined(first, stream, path, lines=not xml)
        yield from (_xml if xml else _text)(whole, path, kind)


def pick(
    path: str | PathLike[str],
    fide_ids: Collection[str],
    *,
    kind: RatingList = RatingList.STANDARD,
) -> dict[str, Listed]:
    """The entries of these players, by FIDE ID; stops when all are found."""
    wanted = {identity.strip() for identity in fide_ids} - {""}
    entries: dict[str, Listed] = {}
    if not wanted:
        return entries
    for entry in read(path, kind=kind):
        if entry.fide_id in wanted:
            entries[entry.fide_id] = entry
            if len(entries) == len(wanted):
                break
    return entries


class Stated(NamedTuple):
    """What a list says of itself, in its heading or in its name (`blitz_oct26frl.txt`)."""

    single: bool  # of one kind of chess
    kind: RatingList | None
    month: str  # YYYY-MM


def stated(path: str | PathLike[str], name: str = "") -> Stated:
    """Does a list hold one kind of chess, which one, and of which month is it? `name`: what its user calls the file."""
    with _opened(path) as stream:
        first = stream.read(4096).decode("latin-1").lower()
        names = f"{name or Path(path).name} {getattr(stream, 'name', '') if zipfile.is_zipfile(path) else ''}".lower()
    heading = first.partition("\n")[0]
    months = [match for text in (heading, names) if (match := _DATED.search(text))]
    if first.lstrip("\xef\xbb\xbf \r\n").startswith("<"):
        single = "<rating>" in first and "<rapid_rating>" not in first
    else:
        single = any(_MONTH.fullmatch(word) or word in ("rtng", "rating") for word in heading.split())
    kind = next((kind for kind in RatingList if re.search(rf"(?<![a-z]){kind.value}(?![a-z])", names)), None)
    month = f"20{months[0][2]}-{_MONTHS.index(months[0][1][:3]) + 1:02}" if months else ""
    return Stated(single, kind if single else None, month)


# -- streams


@contextmanager
def _opened(path: str | PathLike[str]) -> Iterator[BinaryIO]:
    """The list as bytes: the file itself, or the largest member of a zip archive."""
    file = Path(path)
    with file.open("rb") as plain:
        if plain.read(4) != b"PK\x03\x04":
            plain.seek(0)
            yield plain
            return
    try:
        with zipfile.ZipFile(file) as archive:
            member = max(archive.infolist(), key=lambda info: info.file_size)
            with archive.open(member) as stream:
                yield stream  # type: ignore[misc]
    except broken_archive():
        raise FileError(path, expected=_("a whole zip archive")) from None


LONGEST_LINE = 1 << 16  # bytes of a line of text
MOST_BYTES = 8 << 30  # of a list, unpacked


class _Joined(io.RawIOBase):
    """A stream whose first bytes were already read; endless lines and endless lists are refused as they come."""

    def __init__(self, first: bytes, rest: BinaryIO, path: str | PathLike[str], *, lines: bool) -> None:
        self.first = first
        self.rest = rest
        self.path = path
        self.lines = lines
        self.line = self.total = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray) -> int:  # type: ignore[override]
        data = self.first[: len(buffer)] if self.first else self.rest.read(len(buffer))
        self.first = self.first[len(data) :] if self.first else b""
        buffer[: len(data)] = data
        end = data.rfind(b"\n")
        self.line = self.line + len(data) if end < 0 else len(data) - end
        self.total += len(data)
        if (self.lines and self.line > LONGEST_LINE) or self.total > MOST_BYTES:
            expected = _("lines of at most {n} letters, and {m} GB in all")
            raise FileError(self.path, expected=expected.format(n=LONGEST_LINE, m=MOST_BYTES >> 30))
        return len(data)


# -- text

_HEADINGS: dict[str, str] = table("rating_list")["text"]
_SINGLE = {"gms": "games", "gm": "games", "games": "games", "gam": "games", "k": "k", "rtng": "", "rating": ""}
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = re.compile(rf"({'|'.join(_MONTHS)}|sept)\d\d", re.I)
_DATED = re.compile(rf"(?<![a-z])({'|'.join(_MONTHS)}|sept)(\d\d)(?!\d)")
_INTEGERS = frozenset(name for name in Listed._fields if name.split("_")[0] in ("standard", "rapid", "blitz"))


def layout(heading: str, kind: RatingList = RatingList.STANDARD) -> dict[str, slice]:
    """Where each field stands, read from the heading line of a text list.

    >>> layout("ID Number      Name          Fed Sex Tit NOV26 Gms K  B-day Flag")["standard"]
    slice(41, 47, None)
    """
    words = list(re.finditer(r"ID Number|\S+", heading, re.I))
    found: dict[str, slice] = {}
    for word, following in zip_longest(words, words[1:]):
        name = word[0].lower()
        field = _HEADINGS.get(name)
        if field is None and (name in _SINGLE or _MONTH.fullmatch(name)):
            part = _SINGLE.get(name, "")
            field = f"{kind.value}_{part}" if part else kind.value
        if field and field not in found:
            found[field] = slice(word.start(), following.start() if following else None)
    return found


def _text(stream: io.RawIOBase, path: str | PathLike[str], kind: RatingList) -> Iterator[Listed]:
    # The lists are Latin-1; decoding byte by byte also keeps the columns where they are.
    rows = io.TextIOWrapper(io.BufferedReader(stream, 1 << 20), encoding="latin-1", newline=None)
    heading = rows.readline().rstrip("\n")
    places = layout(heading, kind)
    if not {"fide_id", "name"} <= places.keys():
        expected = _("the heading of a FIDE rating list (ID Number, Name, Fed, …)")
        raise FileError(path, line=1, found=heading.strip(), expected=expected)
    make = _row_reader(places)
    for n, row in enumerate(rows, 2):
        try:
            entry = make(row)
        except ValueError:
            for name in _INTEGERS & places.keys():
                field = places[name]
                text = row[field].strip()
                if text and not (text.isdecimal() and len(text) < 10):
                    columns = (field.start + 1, field.start + max(len(row[field].rstrip()), 1))
                    raise FileError(path, line=n, columns=columns, found=text, expected=_("a whole number")) from None
            raise FileError(path, line=n, found=row.strip(), expected=_("a row of the list")) from None
        if entry.fide_id.isdigit():
            yield entry
        elif row.strip():
            columns = (places["fide_id"].start + 1, places["fide_id"].stop)
            raise FileError(path, line=n, columns=columns, found=entry.fide_id, expected=_("a FIDE ID"))


# Fields that stand side by side and whose texts repeat from row to row: each distinct run is understood once.
_GROUPS = (
    ("federation", "sex", "title", "women_title", "other_titles"),
    ("standard",),
    ("standard_games", "standard_k"),
    ("rapid",),
    ("rapid_games", "rapid_k"),
    ("blitz",),
    ("blitz_games", "blitz_k"),
    ("birth", "flags"),
)


def _row_reader(places: dict[str, slice]) -> Callable[[str], Listed]:
    """A function from a row to its entry."""
    makers = _makers()
    identity, name = places["fide_id"], places["name"]
    groups = [_Group(fields, places, makers) for fields in _GROUPS]
    spans = [(group.span, group) for group in groups]

    def make(row: str) -> Listed:
        values: list[object] = [row[identity].strip(), row[name].strip()]
        for span, group in spans:
            values += group[row[span]]
        return Listed._make(values)

    return make


class _Group(dict[str, tuple[object, ...]]):
    """The values of some fields by the run of text that holds them."""

    def __init__(
        self, fields: tuple[str, ...], places: dict[str, slice], makers: dict[str, Callable[[str], object]]
    ) -> None:
        super().__init__()
        there = [places[name] for name in fields if name in places]
        start = min((place.start for place in there), default=0)
        stops = [place.stop for place in there]
        self.span = slice(start, None if None in stops else max(stops, default=0))
        nothing = slice(0, 0)
        self.steps = [
            (
                slice(place.start - start, None if place.stop is None else place.stop - start) if place else nothing,
                makers[name],
            )
            for name in fields
            for place in (places.get(name),)
        ]

    def __missing__(self, text: str) -> tuple[object, ...]:
        values = tuple(maker(text[place]) for place, maker in self.steps)
        if len(self) < 20_000:
            self[text] = values
        return values


def _makers() -> dict[str, Callable[[str], object]]:
    """How each field of an entry is made from its text, in the order of the fields."""
    number, title, sex = _Numbers().__getitem__, _Titles().__getitem__, _Sexes().__getitem__
    special: dict[str, Callable[[str], object]] = {
        "sex": sex,
        "title": title,
        "women_title": title,
        **dict.fromkeys(_INTEGERS, number),
    }
    return {name: special.get(name, str.strip) for name in Listed._fields}


class _Numbers(dict[str, int]):
    """Numbers by their text, blanks included; a list has few distinct ones."""

    def __missing__(self, text: str) -> int:
        words = text.strip()
        if words and not (words.isdecimal() and len(words) < 10):
            raise ValueError(words)
        value = int(words or 0)
        if len(self) < 100_000:
            self[text] = value
        return value


class _Titles(dict[str, Title]):
    """Titles by their text; older lists write g, m, f, c, wg, wm, wf, wc."""

    def __missing__(self, text: str) -> Title:
        value = TITLES.get(text.strip().upper(), Title.NONE)
        if len(self) < 1000:
            self[text] = value
        return value


class _Sexes(dict[str, Sex]):
    def __missing__(self, text: str) -> Sex:
        value = {"M": Sex.MALE, "F": Sex.FEMALE, "W": Sex.FEMALE}.get(text.strip().upper(), Sex.UNKNOWN)
        if len(self) < 1000:
            self[text] = value
        return value


# -- XML

_TAGS: dict[str, str] = table("rating_list")["xml"]
_END = b"</player>"
_CHUNK = 1 << 19


def _xml(stream: io.RawIOBase, path: str | PathLike[str], kind: RatingList) -> Iterator[Listed]:
    """Players by the thousand: each run of whole `player` elements is read as a document of its own."""
    expected = _("the players of a FIDE rating list in XML")
    tags = _TAGS | {"rating": kind.value, "games": f"{kind.value}_games", "k": f"{kind.value}_k"}
    reader: _Elements | None = None
    buffer = b""
    line = 1
    while chunk := stream.read(_CHUNK):
        buffer += chunk
        if reader is None:
            start = buffer.find(b"<player>")
            if start < 0:
                if len(buffer) > 4 * _CHUNK:
                    break
                continue
            encoding = re.search(rb"<\?xml[^>]*encoding\s*=\s*[\"']([\w.-]+)", buffer[:start])
            reader = _Elements(tags, encoding[1].decode() if encoding else "utf-8")
            line += buffer.count(b"\n", 0, start)
            buffer = buffer[start:]
        cut = buffer.rfind(_END) + len(_END)
        if cut < len(_END):
            if len(buffer) > 4 * _CHUNK:
                break
            continue
        body, buffer = buffer[:cut], buffer[cut:]
        try:
            yield from reader.entries(body)
        except ElementTree.ParseError as error:
            raise FileError(path, line=line + error.position[0] - 1, found=str(error), expected=expected) from None
        except (ValueError, LookupError) as error:
            raise FileError(path, line=line, found=str(error), expected=expected) from None
        line += body.count(b"\n")
    if reader is None or b"<player>" in buffer:
        raise FileError(path, line=line, found=buffer[:60].decode("latin-1").strip(), expected=expected)


class _Elements:
    """Entries from `player` elements.

    The players of a list all have the same elements in the same order. The first one is read by the XML parser and
    gives a pattern for the others; a run that the pattern does not match through and through (entities, CDATA,
    comments, other elements) goes to the XML parser again, which is slower and always right.
    """

    def __init__(self, tags: dict[str, str], encoding: str) -> None:
        self.tags = tags
        self.encoding = encoding
        self.makers = _makers()
        self.pattern: re.Pattern[str] | None = None
        self.steps: list[tuple[int, Callable[[str], object]]] = []

    def entries(self, body: bytes) -> Iterator[Listed]:
        text = body.decode(self.encoding)
        if self.pattern is not None and "&" not in text:
            parts = self.pattern.split(text)
            stride = self.pattern.groups + 1
            if not any(gap.strip() for gap in parts[::stride]):
                steps = self.steps
                for i in range(1, len(parts) - 1, stride):
                    values = parts[i : i + stride - 1]
                    values.append("")
                    yield Listed._make([maker(values[place] or "") for place, maker in steps])
                return
        for element in ElementTree.fromstring(f"<players>{text}</players>"):
            if self.pattern is None:
                self._learn([child.tag for child in element])
            texts = {self.tags.get(child.tag): child.text or "" for child in element}
            yield Listed._make([maker(texts.get(name, "")) for name, maker in self.makers.items()])

    def _learn(self, tags: list[str]) -> None:
        fields = "".join(rf"<{re.escape(tag)}(?:>([^<]*)</{re.escape(tag)}>|\s*/>)\s*" for tag in tags)
        self.pattern = re.compile(rf"<player>\s*{fields}</player>")
        places = {self.tags[tag]: i for i, tag in enumerate(tags) if tag in self.tags}
        self.steps = [(places.get(name, len(tags)), maker) for name, maker in self.makers.items()]
