"""Every example in a docstring of `src` gives what it says."""

from __future__ import annotations

import doctest
import importlib
from pathlib import Path

import pytest

import arbitro

SOURCE = Path(arbitro.__file__).parent
MODULES = sorted(
    ".".join(["arbitro", *path.relative_to(SOURCE).with_suffix("").parts]).removesuffix(".__init__")
    for path in SOURCE.rglob("*.py")
    if ">>> " in path.read_text(encoding="utf-8")
)


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module(name: str) -> None:
    done = doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS)
    assert done.failed == 0
