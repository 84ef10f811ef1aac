"""Frozen dataclasses that are made quickly mean what the standard library's mean."""

from __future__ import annotations

import dataclasses
import inspect
import pickle
from dataclasses import KW_ONLY, FrozenInstanceError, dataclass, field, fields, is_dataclass, replace
from typing import NamedTuple, get_type_hints

import pytest

from arbitro.frozen import NamedTuple as QuickTuple
from arbitro.frozen import dataclass as quick
from arbitro.model import Game, Pairings


def classes(make, **options):
    """The same three classes, by the one decorator or the other."""

    @make(frozen=True, **options)
    class Plain:
        """Fields of every kind."""

        number: int = field(default=0, kw_only=True)
        name: str
        marks: tuple[int, ...] = ()
        _: KW_ONLY
        tags: list[str] = field(default_factory=list, compare=False)
        secret: str = field(default="", repr=False)
        own: int = field(default=1, hash=False)

    @make(frozen=True, kw_only=True, **options)
    class Checked:
        """With a check after it is made, and words of its own."""

        value: int = 3

        def __post_init__(self) -> None:
            if self.value < 0:
                raise ValueError(self.value)

        def __str__(self) -> str:
            return f"<{self.value}>"

        def __repr__(self) -> str:
            return "own words"

    @make(frozen=True, **options)
    class Empty:
        """No field."""

    return Plain, Checked, Empty


@pytest.mark.parametrize("options", [{}, {"slots": True}], ids=["dict", "slots"])
def test_they_answer_as_the_standard_librarys_do(options):
    for ours, theirs in zip(classes(quick, **options), classes(dataclass, **options), strict=True):
        assert is_dataclass(ours) and ours.__match_args__ == theirs.__match_args__
        assert [(f.name, f.type, f.kw_only) for f in fields(ours)] == [
            (f.name, f.type, f.kw_only) for f in fields(theirs)
        ]
        assert hasattr(ours, "__slots__") == hasattr(theirs, "__slots__") == bool(options)
        mine, others = inspect.signature(ours).parameters, inspect.signature(theirs).parameters
        assert [(p.name, p.kind, p.annotation) for p in mine.values()] == [
            (p.name, p.kind, p.annotation) for p in others.values()
        ]


@pytest.mark.parametrize("make", [quick, dataclass])
@pytest.mark.parametrize("options", [{}, {"slots": True}], ids=["dict", "slots"])
def test_values_are_compared_hashed_shown_and_kept(make, options):
    plain, checked, empty = classes(make, **options)
    ana = plain("Ana", (1, 2), number=4, tags=["x"], secret="s")
    assert repr(ana).endswith("Plain(number=4, name='Ana', marks=(1, 2), tags=['x'], own=1)")
    same = replace(ana, tags=["y"])
    assert ana == same and hash(ana) == hash(same) and ana != replace(ana, secret="t") and ana != "Ana"
    assert hash(ana) == hash(replace(ana, own=2)) and ana != replace(ana, own=2)
    assert plain("Ana").tags == [] and plain("Ana").tags is not plain("Ana").tags
    for change in (lambda: setattr(ana, "name", "Eva"), lambda: setattr(ana, "new", 1), lambda: delattr(ana, "name")):
        with pytest.raises((FrozenInstanceError, TypeError)):
            change()
    with pytest.raises(TypeError):
        plain()
    with pytest.raises(TypeError):
        checked(3)
    with pytest.raises(ValueError, match="-1"):
        checked(value=-1)
    assert (repr(checked()), str(checked())) == ("own words", "<3>")
    assert empty() == empty() and hash(empty()) == hash(empty()) and repr(empty()).endswith("Empty()")


@quick(frozen=True, slots=True)
class Kept:
    """One that pickle can find."""

    a: int
    b: tuple[int, ...] = ()


def test_they_are_pickled_and_copied():
    assert pickle.loads(pickle.dumps(Kept(1, (2,)))) == Kept(1, (2,))
    assert dataclasses.asdict(Kept(1, (2,))) == {"a": 1, "b": (2,)}


def test_a_class_below_keeps_what_it_has_of_its_own():
    class Below(Kept):
        pass

    below = Below(1)
    below.more = 5
    assert (below.a, below.more, below == Kept(1)) == (1, 5, False)
    with pytest.raises(FrozenInstanceError):
        below.a = 2

    @quick(frozen=True, slots=True)
    class Wider(Kept):
        """With a field more."""

        c: int = 0

    assert Wider(1, c=3) == Wider(1, (), 3) and repr(Wider(1)).endswith("Wider(a=1, b=(), c=0)")


def tuples(base):
    """The same class below the one `NamedTuple` or the other."""

    class Board(base):
        """A board of a round."""

        number: int
        white: str = "Ana"
        black: str | None = None

        @property
        def names(self) -> str:
            return f"{self.white} - {self.black}"

        def __str__(self) -> str:
            return self.names

    return Board


@pytest.mark.parametrize("base", [NamedTuple, QuickTuple], ids=["typing", "frozen"])
def test_named_tuples_mean_what_those_of_typing_mean(base):
    made = tuples(base)
    board = made(3, black="Blas")
    assert board == (3, "Ana", "Blas") and isinstance(board, tuple)
    assert made._fields == ("number", "white", "black")
    assert made._field_defaults == {"white": "Ana", "black": None}
    assert repr(board) == "Board(number=3, white='Ana', black='Blas')"
    assert str(board) == board.names == "Ana - Blas"
    assert board._replace(white="Eva").white == "Eva"
    assert made.__doc__ == "A board of a round." and made.__module__ == __name__
    assert made.__qualname__ == "tuples.<locals>.Board"
    assert get_type_hints(made) == {"number": int, "white": str, "black": str | None}
    with pytest.raises(TypeError):
        made()
    with pytest.raises(AttributeError):
        board.number = 4


def test_named_tuples_are_pickled():
    for one in (Pairings(1, (), 3), Game(1, 2, 3, None, None)):
        assert pickle.loads(pickle.dumps(one)) == one
