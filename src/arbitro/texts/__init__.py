"""Tables of the rules as data.

A table whose first line says `# sentences: DOMAIN (keys)` has the sentences under these keys translated.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any


@cache
def table(name: str) -> dict[str, Any]:
    """The table `texts/NAME.toml`; whoever reads it leaves it as it is."""
    return tomllib.loads(Path(__file__).with_name(f"{name}.toml").read_text(encoding="utf-8"))
