"""Between JSON (or TOML) and frozen dataclasses: the one codec of the house.

    loads       outside text to plain data, within limits of size, depth and digits; load does it for a file
    is_whole    whether a word from outside is a whole number within the same limit
    decode      plain data to a record: decode(Player, {"name": "Ana"}, "players[3]")
    arguments   plain data to the keyword-only arguments that a function declares
    encode      a record to plain data, field by field; `defaults=False` leaves out what is the default
    @reads(kind), @writes(kind)     how values of a class are read and written where not by their fields

What a field's type says decides, both ways:

    str, bool, int, float, None, Any    themselves; Annotated[int, Between(0, 99)] has bounds
    Fraction                            4, 4.5, "2/3" (and "4.5"); Points and other nouns by @reads and @writes
    date, datetime, time                ISO strings, local time without a zone
    Enum, Literal                       the member's value, the value
    tuple, list, frozenset, Sequence    lists; tuple[int, str] has exactly two places
    dict, Mapping                       objects; keys may be texts, whole numbers or enumerations
    A | B, A | None                     the first that fits
    a dataclass                         an object of its fields; missing keys are the record's defaults

A wrong key or value is a `RecordError`: one sentence that names the place, what was found and what would be right.
Not here: rules.
"""

from arbitro.records.nouns import (
    MAX_DEPTH,
    MAX_DIGITS,
    MAX_INTEGER,
    MAX_TEXT,
    Between,
    RecordError,
    is_whole,
    reads,
    writes,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from arbitro.records.codec import arguments, decode, encode, load, loads

__all__ = [
    "MAX_DEPTH", "MAX_DIGITS", "MAX_INTEGER", "MAX_TEXT", "Between", "RecordError", "arguments", "decode", "encode",
    "is_whole", "load", "loads", "reads", "writes",
]  # fmt: skip


def __getattr__(name: str) -> object:
    """The codec is loaded when it is first used."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from arbitro.records import codec

    found: object = getattr(codec, name)
    globals()[name] = found
    return found
