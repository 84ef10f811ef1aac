"""Who judges which vector: adaptors by file and kind, and enumerators for files with a shape of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Vector:
    """One case of a vector file."""

    file: str
    kind: str
    id: str
    data: Any  # the case itself, as the JSON has it
    document: dict[str, Any]  # the whole file, for shared tables and events

    def __getitem__(self, key: str) -> Any:
        return self.data[key]

    def get(self, key: str, default: Any = None) -> Any:
        return self.data.get(key, default)


Adaptor = Callable[[Vector], None]
Enumerator = Callable[[str, dict[str, Any]], Iterator[Vector]]

ADAPTORS: dict[tuple[str, str], Adaptor] = {}
ENUMERATORS: dict[str, Enumerator] = {}


def adaptor(file: str, *kinds: str) -> Callable[[Adaptor], Adaptor]:
    """Register the function that judges these kinds of vectors of a file: it asserts, or returns."""

    def register(function: Adaptor) -> Adaptor:
        for kind in kinds:
            assert (file, kind) not in ADAPTORS, f"two adaptors for {file}: {kind}"
            ADAPTORS[file, kind] = function
        return function

    return register


def enumerator(file: str) -> Callable[[Enumerator], Enumerator]:
    """Register how the vectors of a file are found, where the general way (`catalogue.walk`) does not fit."""

    def register(function: Enumerator) -> Enumerator:
        ENUMERATORS[file] = function
        return function

    return register
