"""Where every field of a tournament report file stands: columns count from 1, both ends included.

TRF16 (C.04 annex 2) has 001, 012-132 and 013; TRF26 adds the rest. Lines not listed are free text from column 5.
`RECORDS` is the only place where columns are written down; reader and writer take their slices from it.
"""

from __future__ import annotations

from typing import NamedTuple

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


_PERSON = (
    Field("number", 5, 8),
    Field("sex", 10, 10),
    Field("title", 11, 13),
    Field("name", 15, 47),
    Field("rating", 49, 52),
    Field("federation", 54, 56),
    Field("fide_id", 58, 68),
    Field("birth", 70, 79),
)

PLAYER = Record(
    (*_PERSON, Field("points", 81, 84), Field("rank", 86, 89)),
    (Field("opponent", 92, 95), Field("colour", 97, 97), Field("result", 99, 99)),
    10,
)

RECORDS: dict[str, Record] = {
    "001": PLAYER,
    "NRS": Record(_PERSON),  # the line begins with a federation's code
    "132": Record((), (Field("date", 92, 99),), 10),
    "162": Record((), (Field("symbol", 6, 6), Field("points", 7, 10)), 9),
    "172": Record((Field("federation", 5, 7), Field("method", 9, 13))),
    "362": Record((), (Field("symbol", 5, 6), Field("points", 7, 10)), 9),
    "013": Record((Field("name", 5, 36),), (Field("player", 37, 40),), 5),
    "310": Record(
        (
            Field("number", 5, 7),
            Field("name", 9, 40),
            Field("nickname", 42, 46),
            Field("strength", 48, 53),
            Field("match_points", 55, 60),
            Field("game_points", 62, 67),
            Field("rank", 69, 71),
        ),
        (Field("player", 74, 77),),
        5,
    ),
    "240": Record((Field("type", 5, 5), Field("round", 7, 9)), (Field("id", 11, 14),), 5),
    "250": Record(
        (
            Field("match_points", 5, 8),
            Field("points", 10, 13),
            Field("first_round", 15, 17),
            Field("last_round", 19, 21),
            Field("first_id", 23, 26),
            Field("last_id", 28, 31),
        )
    ),
    "260": Record((Field("first_round", 5, 7), Field("last_round", 9, 11)), (Field("id", 13, 16),), 5),
    "299": Record(
        (
            Field("type", 5, 5),
            Field("match_points", 8, 11),
            Field("points", 14, 17),
            Field("round", 20, 22),
        ),
        (Field("id", 24, 27),),
        5,
    ),
    "300": Record(
        (Field("round", 5, 7), Field("team", 9, 11), Field("opponent", 13, 15)), (Field("player", 17, 20),), 5
    ),
    "320": Record((Field("match_points", 5, 8), Field("game_points", 10, 13)), (Field("team", 15, 17),), 4),
    "330": Record((Field("result", 5, 6), Field("round", 8, 10), Field("white", 12, 14), Field("black", 16, 18))),
    "802": Record(
        (Field("number", 5, 7), Field("nickname", 9, 13), Field("match_points", 15, 20), Field("game_points", 22, 27)),
        (Field("opponent", 29, 31), Field("colour", 33, 33), Field("points", 35, 38), Field("forfeit", 39, 39)),
        13,
    ),
    "XXA": Record((Field("number", 5, 8),), (Field("points", 10, 13),), 5),
}
