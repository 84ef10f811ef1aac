"""The plan of the house names every room, and in the order that import-linter keeps."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROOMS = {
    path.stem
    for path in (ROOT / "src/arbitro").iterdir()
    if (path.suffix == ".py" or (path / "__init__.py").exists()) and path.stem not in ("__main__", "__pycache__")
}


def rows() -> list[list[str]]:
    """The rooms of each row of the table, in the order of the page."""
    text = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    table = text.partition("## Rooms")[2].partition("## ")[0]
    cells = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    return [[name.rstrip("/") for name in re.findall(r"`([\w/]+)`", cell)] for cell in cells]


def layers() -> list[list[str]]:
    linter = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    return [
        [name.strip().removeprefix("arbitro.") for name in layer.split("|")]
        for layer in linter["contracts"][0]["layers"]
    ]


def test_every_room_stands_in_the_plan_once():
    named = [name for row in rows() for name in row]
    assert sorted(named) == sorted(ROOMS)


def test_every_room_has_its_layer():
    assert sorted(name for layer in layers() for name in layer) == sorted(ROOMS - {"__init__"})


def test_the_plan_and_the_layers_have_one_order():
    place = {name: i for i, layer in enumerate(reversed(layers())) for name in layer}
    order = [[place[name] for name in row if name in place] for row in rows()[1:]]
    flat = [min(row) for row in order]
    assert flat == sorted(flat)


def test_no_module_is_longer_than_six_hundred_lines():
    long = {
        str(path.relative_to(ROOT)): count
        for path in (ROOT / "src").rglob("*.py")
        if (count := len(path.read_text(encoding="utf-8").splitlines())) > 600
    }
    assert long == {}
