"""`dataclass(frozen=True)` as the standard library has it, made in a third of the time.

The standard library runs the compiler for each of six methods of a class, which is half of what a start of the program
takes. Here one method is compiled, `__init__`; the others are the same functions for every class. Classes mean what
they say there: `fields`, `replace`, `is_dataclass` and pickling see no difference, and type checkers are told that it
is the standard library's. What is asked for besides `frozen`, `slots` and `kw_only`, and a class with a dataclass
above it, is handed to the standard library.

`NamedTuple` is the one of `typing`, without importing `typing`, which costs a start as much as the model does.
"""

from __future__ import annotations

import dataclasses
from collections import namedtuple
from collections.abc import Callable
from operator import attrgetter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
    from typing import NamedTuple as NamedTuple
else:

    class _Tuples(type):
        """Makes a named tuple of a class below `NamedTuple`: its annotated names, their defaults, its methods."""

        def __new__(cls, name, bases, body):
            names = tuple(body.get("__annotations__", ()))
            made = namedtuple(name, names, defaults=[body[n] for n in names if n in body], module=body["__module__"])
            for key, value in body.items():
                if key not in names:
                    setattr(made, key, value)
            return made

    NamedTuple = type.__new__(_Tuples, "NamedTuple", (), {})

    def dataclass(*, frozen=False, slots=False, kw_only=False, **more):
        if not frozen or more:
            return dataclasses.dataclass(frozen=frozen, slots=slots, kw_only=kw_only, **more)

        def made(cls):
            if any(map(dataclasses.is_dataclass, cls.__mro__)):
                return dataclasses.dataclass(cls, frozen=True, slots=slots, kw_only=kw_only)
            own_hash = cls.__dict__.get("__hash__") is not None
            cls = dataclasses.dataclass(cls, init=False, repr=False, eq=False, slots=slots, kw_only=kw_only)
            cls.__dataclass_params__.frozen = True  # what a class below it is asked to be as well
            methods = _methods(cls) | (_PICKLED if slots else {})
            for name, method in methods.items():
                if name not in cls.__dict__ or (name == "__hash__" and not own_hash):
                    setattr(cls, name, method)
            return cls

        return made


def _methods(cls: type) -> dict[str, object]:
    """What every frozen dataclass can do."""
    fields = dataclasses.fields(cls)
    compared = _values(tuple(f.name for f in fields if f.compare))
    hashed = _values(tuple(f.name for f in fields if (f.compare if f.hash is None else f.hash)))
    shown = tuple(f.name for f in fields if f.repr)

    def eq_(self: object, other: object) -> bool:
        return compared(self) == compared(other) if other.__class__ is self.__class__ else NotImplemented

    def hash_(self: object) -> int:
        return hash(hashed(self))

    def repr_(self: object) -> str:
        return f"{self.__class__.__qualname__}({', '.join(f'{name}={getattr(self, name)!r}' for name in shown)})"

    return {
        "__init__": _init(cls, fields),
        "__eq__": eq_,
        "__hash__": hash_,
        "__repr__": repr_,
        "__setattr__": _refusing(cls, object.__setattr__, "assign to"),
        "__delattr__": _refusing(cls, object.__delattr__, "delete"),
    }


def _values(names: tuple[str, ...]) -> Callable[[object], object]:
    """What reads these attributes of an object, all at once."""
    return attrgetter(*names) if names else lambda _self: ()


def _init(cls: type, fields: tuple[dataclasses.Field[object], ...]) -> object:
    """`__init__`, compiled: the parameters by their order, those by keyword only at the end."""
    known: dict[str, object] = {"_set": object.__setattr__, "_none": _NONE}
    parameters: list[str] = []
    lines: list[str] = []
    for f in sorted((f for f in fields if f.init), key=lambda f: bool(f.kw_only)):
        if f.kw_only and "*" not in parameters:
            parameters.append("*")
        default, value = "", f.name
        if f.default_factory is not dataclasses.MISSING:
            known[f"_make_{f.name}"] = f.default_factory
            default, value = "=_none", f"_make_{f.name}() if {f.name} is _none else {f.name}"
        elif f.default is not dataclasses.MISSING:
            known[f"_default_{f.name}"] = f.default
            default = f"=_default_{f.name}"
        parameters.append(f.name + default)
        lines.append(f" _set(self, {f.name!r}, {value})")
    if hasattr(cls, "__post_init__"):
        lines.append(" self.__post_init__()")
    exec(f"def __init__(self, {', '.join(parameters)}):\n" + "\n".join(lines or [" pass"]), known)
    init = known["__init__"]
    init.__qualname__ = f"{cls.__qualname__}.__init__"  # type: ignore[attr-defined]
    init.__annotations__ = {f.name: f.type for f in fields if f.init} | {"return": None}
    return init


_NONE = object()


def _refusing(cls: type, otherwise: Callable[..., None], verb: str) -> object:
    """What changes an attribute: refused for the class's own, and for all of them in objects of the class itself."""
    names = frozenset(f.name for f in dataclasses.fields(cls))

    def refused(self: object, name: str, *value: object) -> None:
        if type(self) is cls or name in names:
            raise dataclasses.FrozenInstanceError(f"cannot {verb} field {name!r}")
        otherwise(self, name, *value)

    return refused


def _state(self: object) -> list[object]:
    return [getattr(self, f.name) for f in dataclasses.fields(self)]  # type: ignore[arg-type]


def _restore(self: object, state: list[object]) -> None:
    for f, value in zip(dataclasses.fields(self), state, strict=True):  # type: ignore[arg-type]
        object.__setattr__(self, f.name, value)


_PICKLED = {"__getstate__": _state, "__setstate__": _restore}
