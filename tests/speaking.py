"""A function's answer in a language, for tests."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from arbitro.i18n import speaking

P = ParamSpec("P")
T = TypeVar("T")


def speak(lang: str, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What the function says when the reader's language is `lang`."""
    with speaking(lang):
        return function(*args, **kwargs)
