"""Are the arguments of a command of the kind that its function declares? What comes from forms and JSON is checked here
once, so that the commands can trust their types."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from inspect import Parameter, signature
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from arbitro.errors import Refused
from arbitro.i18n import gettext_for


@cache
def _hints(function: Callable[..., Any]) -> dict[str, Any]:
    return get_type_hints(function)


def check(name: str, function: Callable[..., Any], args: Mapping[str, Any]) -> None:
    """Refuse arguments that are unknown, missing or of another kind, saying which."""
    _ = gettext_for("desk")
    known = {p.name: p for p in signature(function).parameters.values() if p.kind is Parameter.KEYWORD_ONLY}
    for key in args:
        if key not in known:
            raise Refused(
                _("{name}: there is no argument {key}; known: {known}.").format(
                    name=name, key=key, known=", ".join(known) or "–"
                )
            )
    for key, parameter in known.items():
        if key not in args:
            if parameter.default is Parameter.empty:
                raise Refused(_("{name}: the argument {key} is missing.").format(name=name, key=key))
        elif not fits(args[key], _hints(function)[key]):
            raise Refused(
                _("{name}: {value} cannot be the argument {key}.").format(
                    name=name, value=repr(args[key])[:60], key=key
                )
            )


def fits(value: Any, hint: Any) -> bool:
    """Is a value, as JSON has it, of a declared kind?"""
    if hint is Any:
        return True
    origin, parts = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return any(fits(value, part) for part in parts)
    if hint is NoneType:
        return value is None
    if origin is Sequence:
        return isinstance(value, list | tuple) and all(fits(item, parts[0]) for item in value)
    if origin is Mapping or origin is dict:
        return isinstance(value, Mapping) and all(fits(k, parts[0]) and fits(v, parts[1]) for k, v in value.items())
    if hint is int:
        return isinstance(value, int) and not isinstance(value, bool)
    return isinstance(value, hint)
