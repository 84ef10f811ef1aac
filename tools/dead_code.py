"""Code that nobody calls: what vulture and `tools.doors` find in `src`, less what `dead_code.toml` explains.

`python -m tools.dead_code` fails on a name that is neither called nor explained. With the word `prune` it writes the
part "still to go" of the list anew: what was called or deleted since leaves it.
"""

from __future__ import annotations

import ast
import sys
import tomllib
from collections import defaultdict
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

from vulture import Vulture

from tools.doors import without_door

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "arbitro"
LIST = Path(__file__).with_suffix(".toml")
HEADING = "# Still to go: give each a caller or delete it, and its line here."


@cache
def _enum_members(path: Path) -> frozenset[int]:
    """The lines of a file on which an enumeration has a member: documents name them by value."""
    return frozenset(
        line.lineno
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef) and any("Enum" in ast.unparse(base) for base in node.bases)
        for line in node.body
    )


def asked() -> set[str]:
    """`room/module.py:name` of what tables name: rules that `arbitro ask` calls, papers that are printed."""
    questions, papers = (
        tomllib.loads((SOURCE / "texts" / f"{name}.toml").read_text(encoding="utf-8"))
        for name in ("questions", "papers")
    )
    rules = {question["function"].replace(".", "/").replace(":", ".py:") for question in questions.values()}
    made = [paper["make"] for group in papers["groups"] for paper in group["papers"]]
    return rules | {f"papers/{name.replace('.', '.py:')}" for name in made}


def findings(decorators: list[str]) -> set[str]:
    """`room/module.py:name` of everything that seems unused."""
    search = Vulture(ignore_decorators=decorators)
    search.scavenge([str(SOURCE)])
    unused = {
        f"{path.relative_to(SOURCE).as_posix()}:{item.name}"
        for item in search.get_unused_code(min_confidence=60)
        for path in [Path(item.filename).resolve()]
        if item.first_lineno not in _enum_members(path)
    }
    return (unused | without_door(SOURCE, asked())) - asked()


def prune(listed: dict[str, list[str]], found: set[str], explained: set[str]) -> None:
    """Rewrite the part "still to go": what is found and not explained, room by room."""
    rooms: dict[str, list[str]] = defaultdict(list)
    for name in sorted(found - explained):
        rooms[name.partition("/")[0] if "/" in name else "house"].append(name)
    head = LIST.read_text(encoding="utf-8").partition(HEADING)[0].rstrip("\n") + "\n"
    if rooms:
        head += f"\n{HEADING}\n[still-to-go]\n"
        for room, names in sorted(rooms.items()):
            head += f"{room} = [\n" + "".join(f'    "{name}",\n' for name in names) + "]\n"
    LIST.write_text(head, encoding="utf-8")
    print(f"{sum(map(len, rooms.values()))} still to go (before: {sum(map(len, listed.values()))})")


def main(words: list[str]) -> int:
    rules = tomllib.loads(LIST.read_text(encoding="utf-8"))
    found = findings([mark for reason in rules["reason"] for mark in reason.get("decorators", [])])
    patterns = [pattern for reason in rules["reason"] for pattern in reason.get("names", [])]
    explained = {name for name in found if any(fnmatch(name, pattern) for pattern in patterns)}
    listed: dict[str, list[str]] = rules.get("still-to-go", {})
    if words == ["prune"]:
        prune(listed, found, explained)
        return 0
    dead = found - explained - {name for names in listed.values() for name in names}
    idle = [pattern for pattern in patterns if not any(fnmatch(name, pattern) for name in found)]
    for name in sorted(dead):
        print(f"src/arbitro/{name}: nobody calls it; delete it, or say in tools/dead_code.toml who does")
    for pattern in idle:
        print(f"tools/dead_code.toml: {pattern} explains nothing any more; delete it")
    return 1 if dead or idle else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
