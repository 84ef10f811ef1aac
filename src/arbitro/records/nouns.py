"""What a noun says about itself to the codec: how it is read and written, its bounds; the error; the limits.

Apart from the codec, so that a process that reads no records starts without it.
"""

from __future__ import annotations

from collections.abc import Callable

from arbitro.errors import ArbitroError
from arbitro.frozen import dataclass
from arbitro.i18n import gettext_for

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Reader = Callable[[Any, str], Any]
    Writer = Callable[[Any], Any]
else:
    Reader = Writer = Callable

MAX_TEXT = 64 * 1024 * 1024  # characters of a text from outside
MAX_DEPTH = 100  # lists within lists
MAX_DIGITS = 18  # of a number
MAX_INTEGER = 10**12  # in a record

READERS: dict[Any, Reader] = {}
WRITERS: dict[Any, Writer] = {}

_ = gettext_for("records")


class RecordError(ArbitroError):
    """A value that does not fit: where it stands, what was found, what would be right."""

    def __init__(self, where: str, found: object, expected: str) -> None:
        self.where, self.found, self.expected = where, found, expected
        super().__init__(where)

    def __str__(self) -> str:
        shown = _("nothing") if self.found is None else _cut(as_json(self.found))
        sentence = (
            _("{where}: found {found}, expected {expected}") if self.where else _("found {found}, expected {expected}")
        )
        return sentence.format(where=self.where, found=shown, expected=self.expected)


def _cut(text: str) -> str:
    return text if len(text) <= 60 else text[:59] + "…"


@dataclass(frozen=True, slots=True)
class Between:
    """Bounds of a number: `Annotated[int, Between(0)]` is a whole number from 0."""

    lowest: int = -MAX_INTEGER
    highest: int = MAX_INTEGER


def reads(kind: Any) -> Callable[[Reader], Reader]:
    """Register how values of a class are read: from what stands in the file, and where it stands."""

    def register(reader: Reader) -> Reader:
        READERS[kind] = reader
        return reader

    return register


def writes(kind: Any) -> Callable[[Writer], Writer]:
    """Register how values of a class are written, as plain data."""

    def register(writer: Writer) -> Writer:
        WRITERS[kind] = writer
        return writer

    return register


def is_whole(text: str) -> bool:
    """Is it a whole number in digits, within the limit? Then `int` reads it, and nothing overflows."""
    return text.isdecimal() and len(text) <= MAX_DIGITS


def as_json(value: object) -> str:
    """A value as it is shown in a sentence."""
    import json  # what is wrong is shown in it; most processes find nothing wrong

    return json.dumps(value, ensure_ascii=False, default=str)
