"""How a tournament is printed: the choices of the Papers page, kept beside the database for everybody at the desk.

Not in the journal: language, paper and logo of a sheet decide nothing in the tournament.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from arbitro.desk.django_settings import data_dir
from arbitro.outputs import private_folder, write_whole

KEPT = (
    "lang", "paper", "size", "orientation", "columns", "layout", "per_page", "stack", "categories", "best",
    "sponsor", "logo",
)  # fmt: skip


def _path(section: int) -> Path:
    return private_folder(data_dir() / "printing") / f"{section}.json"


def remembered(section: int) -> dict[str, str]:
    """The choices made last; nothing where nobody has chosen or the file cannot be read."""
    try:
        found = json.loads(_path(section).read_text())
    except (OSError, ValueError):
        return {}
    return {name: value for name, value in found.items() if name in KEPT and isinstance(value, str)}


def remember(section: int, choices: Mapping[str, str]) -> None:
    write_whole(_path(section), json.dumps({name: choices[name] for name in KEPT if choices.get(name)}))
