"""Find every vector in a folder of vector files."""

from __future__ import annotations

import importlib
import json
import os
import pkgutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.vectors import adaptors
from tests.vectors.registry import ENUMERATORS, Vector

OWN = Path(__file__).parents[1] / "data" / "vectors"


def folder() -> Path:
    """The vectors in use: ours, or the folder that ARBITRO_VECTORS names."""
    return Path(os.environ.get("ARBITRO_VECTORS") or OWN)


def walk(file: str, document: dict[str, Any]) -> Iterator[Vector]:
    """The general way: every dict with an `id` inside a list is a vector.

    Its kind is what it calls itself (`kind`, `fn`, `topic`), else the name of the list it stands in.
    """

    def visit(node: Any, name: str) -> Iterator[Vector]:
        if isinstance(node, dict):
            for key, value in node.items():
                yield from visit(value, key)
        elif isinstance(node, list):
            for item in node:
                if isinstance(item, dict) and isinstance(item.get("id"), str):
                    kind = item.get("kind") or item.get("fn") or item.get("topic") or name
                    yield Vector(file, kind, item["id"], item, document)
                elif isinstance(item, dict | list):
                    yield from visit(item, name)

    yield from visit(document, "")


def load_adaptors() -> None:
    """Import every module of `adaptors/`; each registers what it judges."""
    for module in pkgutil.iter_modules(adaptors.__path__):
        importlib.import_module(f"{adaptors.__name__}.{module.name}")


def vectors() -> list[Vector]:
    """All vectors of the folder, in file order. `X-more.json` holds cases of our own, judged as those of `X.json`."""
    load_adaptors()
    found: list[Vector] = []
    for path in sorted(folder().glob("*.json")):
        document = json.loads(path.read_text(encoding="utf-8"))
        name = path.name.replace("-more.json", ".json")
        found.extend(ENUMERATORS.get(name, walk)(name, document))
    return found
