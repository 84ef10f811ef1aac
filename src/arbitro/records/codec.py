"""The codec itself: text to plain data, plain data to records and back. `arbitro.records` says how it is used."""

from __future__ import annotations

import inspect
import math
import re
import types
import typing
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import MISSING, fields, is_dataclass
from datetime import date, datetime, time
from enum import Enum
from fractions import Fraction
from functools import cache
from os import PathLike
from typing import Any, TypeVar, Union, get_args, get_origin

from arbitro.errors import FileError
from arbitro.i18n import gettext_for
from arbitro.records.nouns import (
    MAX_DEPTH,
    MAX_DIGITS,
    MAX_TEXT,
    READERS,
    WRITERS,
    Between,
    RecordError,
    Writer,
    as_json,
)

T = TypeVar("T")
_ = gettext_for("records")


# ---------------------------------------------------------------- text to plain data


def loads(text: str | bytes, where: str | PathLike[str] | None = None, *, toml: bool = False) -> Any:
    """Plain data from text that comes from outside; FileError names the line, or the limit that it breaks.

    >>> loads('{"a": 1}')
    {'a': 1}
    >>> loads("[1, 2", "event.json")
    Traceback (most recent call last):
    arbitro.errors.FileError: event.json, line 1, column 6: expected JSON (Expecting ',' delimiter)
    """
    if len(text) > MAX_TEXT:
        raise FileError(where, expected=_("at most {n} million characters").format(n=MAX_TEXT // 10**6))
    if isinstance(text, bytes):
        try:
            text = text.decode("utf-8-sig")
        except UnicodeDecodeError:
            raise FileError(where, expected=_("a text in UTF-8")) from None
    try:
        data = _parse_toml(text) if toml else _parse_json(text)
    except _BadNumber as error:
        raise FileError(
            where, found=error.text[:20], expected=_("a number of at most {n} digits").format(n=MAX_DIGITS)
        ) from None
    except RecursionError:
        raise _too_deep(where) from None
    except ValueError as error:
        line, column = getattr(error, "lineno", 1), getattr(error, "colno", 1)
        reason = getattr(error, "msg", str(error))
        expected = _("TOML ({reason})") if toml else _("JSON ({reason})")
        raise FileError(where, line=line, columns=(column, column), expected=expected.format(reason=reason)) from None
    if text.count("[") + text.count("{") > MAX_DEPTH and _depth_exceeds(data, MAX_DEPTH):
        raise _too_deep(where)
    return data


def load(path: str | PathLike[str]) -> Any:
    """Plain data from a JSON or (by its name) TOML file."""
    with open(path, "rb") as file:
        data = file.read()
    return loads(data, path, toml=str(path).endswith(".toml"))


class _BadNumber(ValueError):
    def __init__(self, text: str) -> None:
        self.text = text
        super().__init__(text)


def _integer(digits: str) -> int:
    if len(digits.removeprefix("-")) > MAX_DIGITS:
        raise _BadNumber(digits)
    return int(digits)


def _decimal(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise _BadNumber(digits)
    return value


def _parse_json(text: str) -> Any:
    import json

    return json.loads(text.removeprefix("\ufeff"), parse_int=_integer, parse_float=_decimal, parse_constant=_not_finite)


def _not_finite(name: str) -> Any:
    raise _BadNumber(name)


_DOTTED = re.compile(rf"[\[\s]*[\w\-\"' ]*(?:\.[\w\-\"' ]*){{{MAX_DEPTH},}}[\]\s]*(?:=|$)")


def _parse_toml(text: str) -> Any:
    import tomllib

    if any(line.count(".") > MAX_DEPTH and _DOTTED.match(line) for line in text.splitlines()):
        raise RecursionError  # keys of keys of keys: the parser itself would take memory by the square of their number
    try:
        data = tomllib.loads(text.removeprefix("\ufeff"), parse_float=_decimal)
    except tomllib.TOMLDecodeError as error:
        place = str(error)
        start = place.rfind("(at line ")
        if start >= 0:
            line, column = place[start + len("(at line ") : -1].split(", column ")
            error.lineno, error.colno, error.msg = int(line), int(column), place[:start].strip()  # type: ignore[attr-defined]
        raise
    except _BadNumber:
        raise
    except ValueError:  # more digits than the language itself reads
        raise _BadNumber(max(re.findall(r"[\d_]+", text), key=len)) from None
    _check_integers(data)
    return data


def _check_integers(data: Any) -> None:
    """TOML has no hook for whole numbers: they are looked at afterwards."""
    if isinstance(data, dict | list):
        for one in data.values() if isinstance(data, dict) else data:
            _check_integers(one)
    elif isinstance(data, int) and abs(data) >= 10**MAX_DIGITS:
        raise _BadNumber(hex(data) if data.bit_length() > 4096 else str(data))


def _too_deep(where: str | PathLike[str] | None) -> FileError:
    return FileError(where, expected=_("at most {n} lists within lists").format(n=MAX_DEPTH))


def _depth_exceeds(data: Any, limit: int) -> bool:
    level = [data]
    for _depth in range(limit):
        inner: list[Any] = []
        for one in level:
            if isinstance(one, dict):
                inner.extend(v for v in one.values() if isinstance(v, dict | list))
            elif isinstance(one, list):
                inner.extend(v for v in one if isinstance(v, dict | list))
        if not inner:
            return False
        level = inner
    return True


# ---------------------------------------------------------------- plain data to records


@cache
def _hints(owner: Any) -> dict[str, Any]:
    return typing.get_type_hints(owner, include_extras=True)


def decode(
    cls: type[T],
    data: object,
    where: str = "",
    *,
    ignore_unknown: bool = False,
    given: Mapping[str, Any] = types.MappingProxyType({}),
) -> T:
    """A record of the class from a JSON object; fields in `given` come from elsewhere."""
    if not (isinstance(cls, type) and is_dataclass(cls)):
        value: T = _value(cls, data, where, ignore_unknown)
        return value
    known = [
        (f.name, f.default is MISSING and f.default_factory is MISSING)
        for f in fields(cls)
        if f.init and f.name not in given
    ]
    values = _members(known, _hints(cls), data, where, ignore_unknown)
    return cls(**values, **given)


def arguments(
    function: Callable[..., Any], data: object, where: str = "", *, positional: bool = False
) -> dict[str, Any]:
    """The keyword-only arguments of a function (or all that it names) from a JSON object; unknown, missing and wrong
    ones are refused."""
    parameters = inspect.signature(function).parameters.values()
    known = [(p.name, p.default is p.empty) for p in parameters if positional or p.kind is p.KEYWORD_ONLY]
    return _members(known, _hints(function), data, where, False)


def _members(
    known: Sequence[tuple[str, bool]], hints: Mapping[str, Any], data: object, where: str, loose: bool
) -> dict[str, Any]:
    if not isinstance(data, Mapping):
        raise RecordError(where, data, _("an object"))
    unknown = sorted(str(key) for key in data.keys() - {key for key, _needed in known})
    if unknown and not loose:
        keys = ", ".join(key for key, _needed in known) or "–"
        raise RecordError(where, unknown[0], _("one of the keys {keys}").format(keys=keys))
    values = {}
    for key, needed in known:
        if key in data:
            values[key] = _value(hints[key], data[key], f"{where}.{key}" if where else key, loose)
        elif needed:
            raise RecordError(where, None, _("the key {key}").format(key=key))
    return values


def _value(kind: Any, data: Any, where: str, loose: bool) -> Any:
    if kind in READERS:
        return READERS[kind](data, where)
    origin = get_origin(kind)
    if origin is not None:
        return _generic(kind, origin, data, where, loose)
    if is_dataclass(kind) and isinstance(kind, type):
        return decode(kind, data, where, ignore_unknown=loose)
    return _scalar(getattr(kind, "__supertype__", kind), data, where)


def _generic(kind: Any, origin: Any, data: Any, where: str, loose: bool) -> Any:
    parts = get_args(kind)
    if origin is typing.Annotated:
        value = _value(parts[0], data, where, loose)
        for bound in parts[1:]:
            if isinstance(bound, Between) and value is not None:
                _within(bound, value, where)
        return value
    if origin in (Union, types.UnionType):
        return _union(parts, data, where, loose)
    if origin is typing.Literal:
        for value in parts:
            if type(value) is type(data) and value == data:
                return value
        raise RecordError(where, data, _one_of(parts))
    if issubclass(origin, Mapping):
        return _mapping(parts, data, where, loose)
    if issubclass(origin, Iterable):
        return _items(origin, parts, data, where, loose)
    raise TypeError(f"records cannot read {kind}")


def _union(options: Sequence[Any], data: Any, where: str, loose: bool) -> Any:
    if data is None and type(None) in options:
        return None
    options = [option for option in options if option is not type(None)]
    if len(options) == 1:
        return _value(options[0], data, where, loose)
    expected = []
    for option in options:
        try:
            return _value(option, data, where, loose)
        except RecordError as error:
            expected.append(error.expected)
    raise RecordError(where, data, _(" or ").join(dict.fromkeys(expected)))


def _mapping(parts: Sequence[Any], data: Any, where: str, loose: bool) -> dict[Any, Any]:
    if not isinstance(data, Mapping):
        raise RecordError(where, data, _("an object"))
    return {_key(parts[0], key, where): _value(parts[1], one, f"{where}.{key}", loose) for key, one in data.items()}


def _key(kind: Any, key: Any, where: str) -> Any:
    if getattr(kind, "__supertype__", kind) is int and isinstance(key, str):
        if not (key.isascii() and key.removeprefix("-").isdigit() and len(key) <= MAX_DIGITS):
            raise RecordError(where, key, _("a whole number"))
        return int(key)
    return _value(kind, key, where, False)


def _items(origin: Any, parts: Sequence[Any], data: Any, where: str, loose: bool) -> Any:
    if not isinstance(data, list | tuple):
        raise RecordError(where, data, _("a list"))
    if origin is tuple and not (len(parts) == 2 and parts[1] is Ellipsis):
        if len(data) != len(parts):
            raise RecordError(where, data, _("a list of {n}").format(n=len(parts)))
        return tuple(
            _value(kind, one, f"{where}[{n}]", loose) for n, (kind, one) in enumerate(zip(parts, data, strict=True))
        )
    made = [_value(parts[0], one, f"{where}[{n}]", loose) for n, one in enumerate(data)]
    return made if origin is list else (frozenset(made) if issubclass(origin, Set) else tuple(made))


def _scalar(kind: Any, data: Any, where: str) -> Any:
    if kind is Any or kind is object:
        return data
    if isinstance(kind, type) and issubclass(kind, Enum):
        for member in kind:
            if type(data) is type(member.value) and data == member.value:
                return member
        raise RecordError(where, data, _one_of([member.value for member in kind]))
    if kind in _MOMENTS:
        return _moment(kind, data, where)
    if kind is Fraction:
        return _fraction(data, where)
    if kind is float and isinstance(data, int | float) and not isinstance(data, bool) and math.isfinite(data):
        return float(data)
    if kind is int and isinstance(data, int) and not isinstance(data, bool):
        return _within(Between(), data, where)
    if (kind is bool and isinstance(data, bool)) or (kind is str and isinstance(data, str)):
        return data
    if kind is type(None) and data is None:
        return None
    names = {bool: _("true or false"), int: _("a whole number"), float: _("a number"), str: _("a text")}
    raise RecordError(where, data, names.get(kind, _("another value")))


def _within(bounds: Between, value: Any, where: str) -> Any:
    if bounds.lowest <= value <= bounds.highest:
        return value
    if value < bounds.lowest:
        raise RecordError(where, value, _("a number from {lowest}").format(lowest=bounds.lowest))
    raise RecordError(where, str(value)[:20], _("a number up to {highest}").format(highest=bounds.highest))


def _fraction(data: Any, where: str) -> Fraction:
    if isinstance(data, int | float | str) and not isinstance(data, bool) and len(str(data)) <= 2 * MAX_DIGITS:
        text = str(data).strip()
        if "e" not in text.lower() or isinstance(data, float):
            try:
                return Fraction(text)
            except (ValueError, ZeroDivisionError):
                pass
    raise RecordError(where, data, _("a number"))


_MOMENTS: Mapping[Any, Callable[[str], Any]] = {
    date: date.fromisoformat, datetime: datetime.fromisoformat, time: time.fromisoformat
}  # fmt: skip


def _moment(kind: Any, data: Any, where: str) -> Any:
    try:
        moment = _MOMENTS[kind](data)
    except (TypeError, ValueError):
        expected = _("a time such as 16:30") if kind is time else _("an ISO date such as 2023-06-15")
        raise RecordError(where, data, expected) from None
    if getattr(moment, "tzinfo", None) is not None:
        raise RecordError(where, data, _("local time without a zone"))
    return moment


def _one_of(values: Iterable[object]) -> str:
    return _(" or ").join(map(as_json, values))


# ---------------------------------------------------------------- records to plain data


def encode(value: Any, kind: Any = None, *, defaults: bool = True, without: Iterable[str] = ()) -> Any:
    """Plain data of a record, or of any value; `kind` says what it is where the value alone does not (Points).

    >>> encode((Fraction(9, 2), Fraction(2, 3), date(2023, 6, 15), None))
    [4.5, '2/3', '2023-06-15', None]
    """
    cls: Any = type(value)
    if without:
        return _fields_out(cls, defaults, frozenset(without))(value)
    return _writer(cls if kind is None else kind, defaults)(value)


@cache
def _writer(kind: Any, defaults: bool) -> Writer:
    """How values of a type are written; made once for each type."""
    if kind in WRITERS:
        return WRITERS[kind]
    origin, parts = get_origin(kind), get_args(kind)
    if origin is typing.Annotated:
        return _writer(parts[0], defaults)
    if origin in (Union, types.UnionType):
        rest = [part for part in parts if part is not type(None)]
        if len(rest) == 1:
            inner = _writer(rest[0], defaults)
            return lambda value: None if value is None else inner(value)
        return lambda value: encode(value, defaults=defaults)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return _mapping_writer(_key_writer(parts[0]), _writer(parts[1], defaults))
    if isinstance(origin, type) and issubclass(origin, Iterable):
        if origin is tuple and not (len(parts) == 2 and parts[1] is Ellipsis):
            inners = [_writer(part, defaults) for part in parts]
            return lambda value: [write(one) for write, one in zip(inners, value, strict=True)]
        return _list_writer(_writer(parts[0], defaults), sort=issubclass(origin, Set))
    return _plain_writer(kind, defaults)


def _plain_writer(kind: Any, defaults: bool) -> Writer:
    """For classes without parameters."""
    if hasattr(kind, "__supertype__"):
        return _writer(kind.__supertype__, defaults)
    if not isinstance(kind, type) or kind is object:  # Any, Literal: the value itself tells
        return lambda value: encode(value, defaults=defaults)
    if is_dataclass(kind):
        return _subclass_aware(kind, defaults)
    if kind in (str, bool, int, float, type(None)):
        return lambda value: value
    if issubclass(kind, Enum):
        return lambda value: value.value
    if issubclass(kind, date | time):
        return lambda value: value.isoformat()
    if kind is Fraction:
        return _number
    anything: Writer = lambda value: encode(value, defaults=defaults)  # noqa: E731
    if issubclass(kind, Mapping):
        return _mapping_writer(_key_writer(None), anything)
    if issubclass(kind, list | tuple | Set):
        return _list_writer(anything, sort=issubclass(kind, Set))
    raise TypeError(f"records cannot write {kind}")


def _subclass_aware(kind: type, defaults: bool) -> Writer:
    """A field declared as a base class holds records of its subclasses: each is written by its own fields."""
    own = _fields_out(kind, defaults, frozenset())
    return lambda value: own(value) if type(value) is kind else encode(value, defaults=defaults)


@cache
def _fields_out(kind: Any, defaults: bool, without: frozenset[str]) -> Writer:
    hints = _hints(kind)
    plan = [
        (
            f.name,
            f.default_factory() if f.default_factory is not MISSING else f.default,
            _writer(hints[f.name], defaults),
        )
        for f in fields(kind)
        if f.name not in without
    ]

    def write(value: Any) -> dict[str, Any]:
        out = {}
        for name, default, inner in plan:
            member = getattr(value, name)
            if defaults or default is MISSING or member != default:
                out[name] = inner(member)
        return out

    return write


def _number(value: Fraction) -> int | float | str:
    """A fraction as people read it: a whole number, a decimal that is exact, or "2/3"."""
    if value.denominator == 1:
        return value.numerator
    rest = value.denominator
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    decimal = float(value)
    return decimal if rest == 1 and Fraction(str(decimal)) == value else f"{value.numerator}/{value.denominator}"


def _key_writer(kind: Any) -> Callable[[Any], str]:
    writer = WRITERS.get(kind)
    return lambda key: str(writer(key) if writer else key.value if isinstance(key, Enum) else encode(key))


def _mapping_writer(key: Callable[[Any], str], inner: Writer) -> Writer:
    return lambda value: {key(name): inner(one) for name, one in value.items()}


def _list_writer(inner: Writer, *, sort: bool) -> Writer:
    if sort:
        return lambda value: sorted((inner(one) for one in value), key=lambda one: (str(type(one)), one))
    return lambda value: [inner(one) for one in value]
