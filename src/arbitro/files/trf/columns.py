"""Where every field of a tournament report file stands: columns count from 1, both ends included.

TRF16 (C.04 annex 2) has 001, 012-132 and 013; TRF26 adds the rest. Lines not listed are free text from column 5.
Columns are written down in `texts/trf.toml` alone; reader and writer take their slices from `RECORDS`.
"""

from __future__ import annotations

from typing import NamedTuple

from arbitro.texts import table

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


def _fields(rows: list[tuple[str, int, int]]) -> tuple[Field, ...]:
    return tuple(Field(*row) for row in rows)


RECORDS: dict[str, Record] = {
    key: Record(_fields(row.get("fields", [])), _fields(row.get("repeated", [])), row.get("stride", 0))
    for key, row in table("trf")["records"].items()
}
PLAYER = RECORDS["001"]
