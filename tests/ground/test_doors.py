"""Every rule has a door: nothing in the rule rooms is out of reach of desk, site, papers, commands and library."""

from __future__ import annotations

from pathlib import Path

from tools.dead_code import main
from tools.doors import without_door

HOUSE = {
    "cli/ask.py": "from arbitro.laws import boards, claim\nclaim()\nboards.Board().turn\n",
    "laws/__init__.py": "from arbitro.laws.draws import claim\n",
    "laws/draws.py": "def claim(): return _count()\ndef _count(): ...\n",
    "laws/boards.py": "class Board:\n    def turn(self): ...\n    def flip(self): return mirror()\ndef mirror(): ...\n",
    "officials/online.py": "def claim(): return limit()\ndef limit(): ...\ndef cards(): ...\n",
}


def test_every_rule_has_a_door() -> None:
    assert main([]) == 0


def test_a_rule_does_not_hide_behind_another_of_its_name(tmp_path: Path) -> None:
    for name, text in HOUSE.items():
        path = tmp_path / "arbitro" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    dead = {"officials/online.py:claim", "officials/online.py:limit", "laws/boards.py:flip", "laws/boards.py:mirror"}
    assert without_door(tmp_path / "arbitro", {"officials/online.py:cards"}) == dead
