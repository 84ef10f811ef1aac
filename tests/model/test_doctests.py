"""The examples in the docstrings of the model, the texts below it and the files room are true."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import arbitro.files
import arbitro.model

MODULES = ["arbitro.dates", "arbitro.errors", "arbitro.i18n", "arbitro.workflow"] + [
    module.name
    for package in (arbitro.model, arbitro.files)
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str):
    assert doctest.testmod(importlib.import_module(name)).failed == 0
