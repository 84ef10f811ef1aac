"""Where every field of a tournament report file stands: columns count from 1, both ends included.

TRF16 (C.04 annex 2) has 001, 012-132 and 013; TRF26 adds the rest. Lines not listed are free text from column 5.
Columns are written down here alone; reader and writer take their slices from `RECORDS`.
"""

from __future__ import annotations

from collections.abc import Iterable

from arbitro.frozen import NamedTuple

VALUE = 5  # free text begins here


class Field(NamedTuple):
    """A field by its first and last column."""

    name: str
    first: int
    last: int

    @property
    def columns(self) -> tuple[int, int]:
        return (self.first, self.last)

    @property
    def width(self) -> int:
        return self.last - self.first + 1

    @property
    def slice(self) -> slice:
        return slice(self.first - 1, self.last)

    def of(self, line: str) -> str:
        """The field's text in a line, without its padding."""
        return line[self.first - 1 : self.last].strip()

    def shifted(self, columns: int) -> Field:
        return Field(self.name, self.first + columns, self.last + columns)


class Record(NamedTuple):
    """A kind of line: fields that stand once, then fields that repeat every `stride` columns."""

    fields: tuple[Field, ...] = ()
    repeated: tuple[Field, ...] = ()
    stride: int = 0

    def field(self, name: str) -> Field:
        return next(field for field in self.fields if field.name == name)

    def repetition(self, k: int) -> tuple[Field, ...]:
        """The repeated fields for the k-th time, from 1."""
        return tuple(field.shifted(self.stride * (k - 1)) for field in self.repeated)

    def repetitions(self, line: str) -> int:
        """How many repetitions a line (without trailing blanks) has room for."""
        if not self.repeated:
            return 0
        beyond = len(line.rstrip()) - self.repeated[0].first
        return beyond // self.stride + 1 if beyond >= 0 else 0


Row = tuple[str, int, int]


def _record(fields: list[Row], repeated: Iterable[Row] = (), stride: int = 0) -> Record:
    return Record(tuple(Field(*row) for row in fields), tuple(Field(*row) for row in repeated), stride)


# The fields that stand once, by first and last column, and those that repeat every so many columns. NRS: the line
# begins with a federation's code.
RECORDS: dict[str, Record] = {
    "001": _record(
        [("number", 5, 8), ("sex", 10, 10), ("title", 11, 13), ("name", 15, 47), ("rating", 49, 52),
         ("federation", 54, 56), ("fide_id", 58, 68), ("birth", 70, 79), ("points", 81, 84), ("rank", 86, 89)],
        [("opponent", 92, 95), ("colour", 97, 97), ("result", 99, 99)], 10,
    ),
    "NRS": _record(
        [("number", 5, 8), ("sex", 10, 10), ("title", 11, 13), ("name", 15, 47), ("rating", 49, 52),
         ("federation", 54, 56), ("fide_id", 58, 68), ("birth", 70, 79)],
    ),
    "132": _record([], [("date", 92, 99)], 10),
    "162": _record([], [("symbol", 6, 6), ("points", 7, 10)], 9),
    "172": _record([("federation", 5, 7), ("method", 9, 13)]),
    "362": _record([], [("symbol", 5, 6), ("points", 7, 10)], 9),
    "013": _record([("name", 5, 36)], [("player", 37, 40)], 5),
    "310": _record(
        [("number", 5, 7), ("name", 9, 40), ("nickname", 42, 46), ("strength", 48, 53), ("match_points", 55, 60),
         ("game_points", 62, 67), ("rank", 69, 71)],
        [("player", 74, 77)], 5,
    ),
    "240": _record([("type", 5, 5), ("round", 7, 9)], [("id", 11, 14)], 5),
    "250": _record(
        [("match_points", 5, 8), ("points", 10, 13), ("first_round", 15, 17), ("last_round", 19, 21),
         ("first_id", 23, 26), ("last_id", 28, 31)],
    ),
    "260": _record([("first_round", 5, 7), ("last_round", 9, 11)], [("id", 13, 16)], 5),
    "299": _record(
        [("type", 5, 5), ("match_points", 8, 11), ("points", 14, 17), ("round", 20, 22)],
        [("id", 24, 27)], 5,
    ),
    "300": _record([("round", 5, 7), ("team", 9, 11), ("opponent", 13, 15)], [("player", 17, 20)], 5),
    "320": _record([("match_points", 5, 8), ("game_points", 10, 13)], [("team", 15, 17)], 4),
    "330": _record([("result", 5, 6), ("round", 8, 10), ("white", 12, 14), ("black", 16, 18)]),
    "802": _record(
        [("number", 5, 7), ("nickname", 9, 13), ("match_points", 15, 20), ("game_points", 22, 27)],
        [("opponent", 29, 31), ("colour", 33, 33), ("points", 35, 38), ("forfeit", 39, 39)], 13,
    ),
    "XXA": _record([("number", 5, 8)], [("points", 10, 13)], 5),
}  # fmt: skip
PLAYER = RECORDS["001"]
