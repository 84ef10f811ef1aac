"""From JSON to the frozen records of this room: one decoder for the command line and for stored files.

Dates are ISO strings, enumerations their values, missing keys the record's defaults. A wrong key or value is an error
that names the place and what would be right. Not here: rules.
"""

from __future__ import annotations

import json
import math
import types
import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from datetime import date, datetime
from enum import Enum
from fractions import Fraction
from functools import cache
from typing import Any, TypeVar, Union, get_args, get_origin

from arbitro.errors import ArbitroError
from arbitro.i18n import gettext_for

T = TypeVar("T")
Reader = Callable[[object, str], object]
_READERS: dict[Any, Reader] = {}  # nouns of the model that a file writes in another way than their fields


_ = gettext_for("officials")


class RecordError(ArbitroError):
    """A value that does not fit: where it stands, what was found, what would be right."""

    def __init__(self, where: str, found: object, expected: str) -> None:
        what = _("nothing") if found is None else json.dumps(found, ensure_ascii=False, default=str)[:60]
        super().__init__(_("{where}: found {found}, expected {expected}").format(
            where=where, found=what, expected=expected
        ))  # fmt: skip


def reads(kind: type) -> Callable[[Reader], Reader]:
    """Register how values of a class are read: from what stands in the file, and where it stands."""

    def register(reader: Reader) -> Reader:
        _READERS[kind] = reader
        return reader

    return register


@cache
def _hints(cls: Any) -> dict[str, Any]:
    return typing.get_type_hints(cls)


def decode(cls: type[T], data: object, where: str = "", *, ignore_unknown: bool = False) -> T:
    """A record of the class from a JSON object."""
    name = where or cls.__name__
    if not isinstance(data, Mapping):
        raise RecordError(name, data, _("an object"))
    hints = _hints(cls)  # type: ignore[arg-type]
    known = {f.name: f for f in fields(cls)}  # type: ignore[arg-type]
    unknown = sorted(str(key) for key in data if key not in known)
    if unknown and not ignore_unknown:
        raise RecordError(name, unknown[0], _("one of the keys {keys}").format(keys=", ".join(known)))
    values = {}
    for key, field in known.items():
        if key in data:
            values[key] = _value(hints[key], data[key], f"{where}.{key}" if where else key, ignore_unknown)
        elif field.default is MISSING and field.default_factory is MISSING:
            raise RecordError(name, None, _("the key {key}").format(key=key))
    return cls(**values)


def _value(kind: Any, data: Any, where: str, loose: bool) -> Any:
    origin = get_origin(kind)
    if origin in (Union, types.UnionType):
        options = get_args(kind)
        if data is None and type(None) in options:
            return None
        return _value(next(o for o in options if o is not type(None)), data, where, loose)
    if origin is tuple:
        if not isinstance(data, Sequence) or isinstance(data, str):
            raise RecordError(where, data, _("a list"))
        item = get_args(kind)[0]
        return tuple(_value(item, one, f"{where}[{n}]", loose) for n, one in enumerate(data))
    if origin is dict:
        if not isinstance(data, Mapping):
            raise RecordError(where, data, _("an object"))
        item = get_args(kind)[1]
        return {str(key): _value(item, one, f"{where}.{key}", loose) for key, one in data.items()}
    if kind in _READERS:
        return _READERS[kind](data, where)
    if is_dataclass(kind) and isinstance(kind, type):
        return decode(kind, data, where, ignore_unknown=loose)
    return _scalar(kind, data, where)


def _scalar(kind: Any, data: Any, where: str) -> Any:
    if isinstance(kind, type) and issubclass(kind, Enum):
        for member in kind:
            if data == member.value:
                return member
        raise RecordError(where, data, _(" or ").join(f'"{m.value}"' for m in kind))
    if kind in (date, datetime):
        try:
            if kind is date:
                return date.fromisoformat(data)
            moment = datetime.fromisoformat(data)
        except (TypeError, ValueError):
            raise RecordError(where, data, _("an ISO date such as 2023-06-15")) from None
        if moment.tzinfo is not None:
            raise RecordError(where, data, _("local time without a zone"))
        return moment
    if kind is bool and isinstance(data, bool):
        return data
    if kind is int and isinstance(data, int) and not isinstance(data, bool):
        return data
    if kind is Fraction and isinstance(data, int | float) and not isinstance(data, bool) and math.isfinite(data):
        return Fraction(str(data))
    if kind is str and isinstance(data, str):
        return data
    if kind is Any:
        return data
    names = {bool: _("true or false"), int: _("a whole number"), Fraction: _("a number"), str: _("a text")}
    raise RecordError(where, data, names.get(kind, _("another value")))
