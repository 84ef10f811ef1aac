"""Tables of the rules as data.

A table whose first line says `# sentences: DOMAIN (keys)` has the sentences under these keys translated.
"""

from __future__ import annotations

import os
import tomllib
from functools import cache
from typing import Any


@cache
def table(name: str) -> dict[str, Any]:
    """The table `texts/NAME.toml`; whoever reads it leaves it as it is."""
    with open(os.path.join(os.path.dirname(__file__), f"{name}.toml"), "rb") as file:
        return tomllib.load(file)
