"""Every rule has a door: no function of four rule rooms is out of reach of desk, site, papers, commands and library."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from chess.pgn import BaseVisitor

SOURCE = Path(__file__).parents[2] / "src" / "arbitro"
ROOMS = ("laws", "officials", "fairplay", "formats")
DOORS = ("desk", "web", "papers", "cli", "exam", "library.py", "__init__.py")
REGISTERS = {"reads", "writes"}  # decorators that put a function into a table
Definition = ast.FunctionDef | ast.AsyncFunctionDef


def words_of(node: ast.AST) -> set[str]:
    """Every name that a piece of code mentions, strings of one word included (tables name functions)."""
    found = set()
    for one in ast.walk(node):
        if isinstance(one, ast.Name):
            found.add(one.id)
        elif isinstance(one, ast.Attribute):
            found.add(one.attr)
        elif isinstance(one, ast.ImportFrom):
            found |= {alias.name for alias in one.names}
        elif isinstance(one, ast.Constant) and isinstance(one.value, str) and one.value.isidentifier():
            found.add(one.value)
    return found


def definitions(tree: ast.Module) -> Iterator[Definition]:
    """The functions of a module and the methods of its classes."""
    for node in tree.body:
        if isinstance(node, Definition):
            yield node
        elif isinstance(node, ast.ClassDef):
            yield from (one for one in node.body if isinstance(one, Definition))


def trees(*folders: str) -> dict[Path, ast.Module]:
    paths = (path for name in folders for path in ([SOURCE / name] if "." in name else (SOURCE / name).rglob("*.py")))
    return {path: ast.parse(path.read_text(encoding="utf-8")) for path in paths}


def unreached() -> set[str]:
    """`room/module.py:name` of every function that no door leads to, followed by names from the doors inwards."""
    reached = set().union(*map(words_of, trees(*DOORS).values()))
    for path in [*(SOURCE / "texts").glob("*.toml"), *(SOURCE / "web" / "templates").rglob("*.html")]:
        reached |= set(re.findall(r"[a-z_]\w+", path.read_text(encoding="utf-8")))
    inside: dict[str, set[str]] = {}
    rooms = trees(*(path.name for path in SOURCE.iterdir() if path.is_dir() and path.name not in DOORS))
    for tree in rooms.values():
        for node in definitions(tree):
            inside.setdefault(node.name, set()).update(words_of(node) - {node.name})
            if node.name.startswith("__") or any(words_of(mark) & REGISTERS for mark in node.decorator_list):
                reached.add(node.name)
        for told in tree.body:
            names = words_of(told) if not isinstance(told, Definition | ast.ClassDef | ast.ImportFrom) else set()
            reached |= names if "__all__" not in names else set()
    waiting = list(reached)
    while waiting:
        new = inside.get(waiting.pop(), set()) - reached
        reached |= new
        waiting += new
    return {
        f"{path.relative_to(SOURCE).as_posix()}:{node.name}"
        for path, tree in rooms.items()
        if path.relative_to(SOURCE).parts[0] in ROOMS
        for node in definitions(tree)
        if node.name not in reached and not hasattr(BaseVisitor, node.name)  # called while a game is read
    }


def test_every_rule_of_the_four_rooms_has_a_door():
    assert unreached() == set()
