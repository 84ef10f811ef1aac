"""Rules without a door: what the rule rooms define and nothing that a user calls leads to.

vulture goes by names alone, so a function hides behind another room's function of the same name. Here every name is
followed through its imports, from the site, the commands, the papers, the desk's commands and the library.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

DOORS = ("__init__", "__main__", "library", "cli", "papers", "web")  # vulture alone looks after these
BY_SYSTEM = (
    "made_round",
    "pair",
    "field_of",
    "listed",
    "allocate",
    "rises",
    "seeding_rounds",
)  # a system's module, by its name
TEMPLATES = (".html", ".typ", ".toml")  # what they say may be called
Name = tuple[str, str]  # a module, and a name that its first level defines


class House:
    """The modules of the package: what each defines, and what its names stand for."""

    def __init__(self, source: Path) -> None:
        self.trees: dict[str, ast.Module] = {}
        self.paths: dict[str, str] = {}
        for path in source.rglob("*.py"):
            module = ".".join(path.relative_to(source.parent).with_suffix("").parts).removesuffix(".__init__")
            self.trees[module] = ast.parse(path.read_text(encoding="utf-8"))
            self.paths[module] = path.relative_to(source).as_posix()
        self.defined = {(m, name): node for m, tree in self.trees.items() for name, node in _definitions(tree)}
        self.imported = {m: dict(self._imports(tree)) for m, tree in self.trees.items()}

    def _imports(self, tree: ast.Module) -> Iterator[tuple[str, Name]]:
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                for alias in node.names:
                    yield (
                        (alias.asname or alias.name.partition(".")[0]),
                        (alias.name if alias.asname else "arbitro", ""),
                    )
            elif isinstance(node, ast.ImportFrom) and node.module in self.trees:
                for alias in node.names:
                    yield alias.asname or alias.name, (node.module, alias.name)

    def meaning(self, module: str, name: str, depth: int = 9) -> Name | None:
        """The definition that a name of a module stands for; (module, "") where it is a module."""
        if (module, name) in self.defined:
            return module, name
        if depth and (known := self.imported.get(module, {}).get(name)):
            return known if not known[1] else self.meaning(*known, depth - 1)
        return (f"{module}.{name}", "") if f"{module}.{name}" in self.trees else None

    def _dotted(self, module: str, node: ast.expr) -> Name | None:
        if isinstance(node, ast.Name):
            return self.meaning(module, node.id)
        if isinstance(node, ast.Attribute):
            known = self._dotted(module, node.value)
            return self.meaning(known[0], node.attr) if known and not known[1] else None
        return None

    def used(self, module: str, node: ast.AST) -> set[Name]:
        """What a piece of code names, written out or as `room.module:name`."""
        dotted = {self._dotted(module, n) for n in ast.walk(node) if isinstance(n, ast.Name | ast.Attribute)}
        return {name for name in dotted if name is not None}


def _definitions(tree: ast.Module) -> Iterator[tuple[str, ast.stmt]]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name, node
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            for part in ast.walk(node):
                if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
                    yield part.id, node


def without_door(source: Path, asked: set[str]) -> set[str]:
    """`room/module.py:name` of the functions, classes and methods of the rule rooms that no door leads to."""
    house = House(source)
    rooms = {m: [*m.split("."), "__init__"][1] for m in house.trees}
    doors = {name for name in house.defined if rooms[name[0]] in DOORS or ".migrations." in name[0]}
    doors |= {name for name in house.defined if rooms[name[0]] == "swiss" and name[1] in BY_SYSTEM}
    doors |= {name for name in house.defined if f"{house.paths[name[0]]}:{name[1]}" in asked}
    said = {word for path in source.rglob("*.*") if path.suffix in TEMPLATES for word in _words(path)}
    walk = Walk(house, said)
    for module, tree in house.trees.items():
        for node in tree.body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                doors |= {(module, node.name)} if any(map(_registers, node.decorator_list)) else set()
                for mark in node.decorator_list:
                    walk.through(module, mark)
            elif not isinstance(node, ast.Assign | ast.AnnAssign | ast.Import | ast.ImportFrom):
                walk.through(module, node)
    walk.reach(doors)
    return {
        f"{house.paths[m]}:{name}"
        for (m, name), node in house.defined.items()
        if (m, name) not in walk.reached and isinstance(node, ast.FunctionDef | ast.ClassDef)
    } | {f"{house.paths[m]}:{method.name}" for m, method in walk.waiting if rooms[m] not in DOORS}


class Walk:
    """From the doors inwards: a method is reached once its class is and something that is reached says its name."""

    def __init__(self, house: House, said: set[str]) -> None:
        self.house = house
        self.said = said
        self.reached: set[Name] = set()
        self.waiting: list[tuple[str, ast.FunctionDef]] = []
        self.ahead: list[Name] = []

    def reach(self, names: set[Name]) -> None:
        self.ahead += names
        while self.ahead or (called := [one for one in self.waiting if self._is_called(one[1])]):
            if self.ahead:
                name = self.ahead.pop()
                if name in self.house.defined and name not in self.reached:
                    self.reached.add(name)
                    self._enter(name)
                continue
            self.waiting = [one for one in self.waiting if one not in called]
            for module, method in called:
                self.through(module, method)

    def _enter(self, name: Name) -> None:
        node = self.house.defined[name]
        parts = node.body if isinstance(node, ast.ClassDef) else [node]
        for part in parts:
            if isinstance(node, ast.ClassDef) and isinstance(part, ast.FunctionDef):
                self.waiting.append((name[0], part))
            else:
                self.through(name[0], part)
        if isinstance(node, ast.ClassDef):
            for part in (*node.bases, *node.keywords, *node.decorator_list):
                self.through(name[0], part)

    def through(self, module: str, node: ast.AST) -> None:
        """All that a piece of code names is reached, or may be called."""
        self.ahead += self.house.used(module, node)
        for part in ast.walk(node):
            if isinstance(part, ast.Attribute):
                self.said.add(part.attr)
            elif isinstance(part, ast.Constant) and isinstance(part.value, str) and part.value.isidentifier():
                self.said.add(part.value)

    def _is_called(self, method: ast.FunctionDef) -> bool:
        return method.name in self.said or method.name.startswith("__")


def _words(path: Path) -> list[str]:
    return re.findall(r"[A-Za-z_]\w+", path.read_text(encoding="utf-8"))


def _registers(mark: ast.expr) -> bool:
    """Does a decorator put what it decorates into a table (a codec, a command of the desk)?"""
    return (
        isinstance(mark, ast.Call)
        and isinstance(mark.func, ast.Name)
        and mark.func.id in ("reads", "writes", "command", "_fold")
    )
