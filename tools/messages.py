"""Collect and compile the sentences of every room.

    python tools/messages.py update     scan the sources, add new sentences to the .po files
    python tools/messages.py compile    write the .mo files that the program reads
    python tools/messages.py check      fail if a sentence has no Spanish or a .mo file is older than its .po

A file belongs to the domain that it names in `gettext_for("…")` or as DOMAIN. A table in TOML names its domain and the
keys whose values are sentences in its first line: `# sentences: laws (say, ask, options)`. The site has Django's own
catalogue (`django`): its templates are collected by `manage.py makemessages`, its .mo is compiled here too.
"""

from __future__ import annotations

import io
import re
import sys
import tomllib
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

SOURCE = Path(__file__).parents[1] / "src" / "arbitro"
LOCALE = SOURCE / "locale"
KEYWORDS = {"_": None, "N_": None, "ngettext_": (1, 2)}


def sentences() -> dict[str, dict[str | tuple[str, ...], list[tuple[str, int]]]]:
    """Every sentence by domain, with the places where it stands."""
    found: dict[str, dict[str | tuple[str, ...], list[tuple[str, int]]]] = {}
    for path in sorted(SOURCE.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        domain = re.search(r'(?:gettext_for\(\s*|^DOMAIN = )"(\w+)"', text, re.MULTILINE)
        if not domain or path.name == "i18n.py":
            continue
        messages = found.setdefault(domain[1], {})
        for line, message, _comments, _context in extract_from_file("python", path, keywords=KEYWORDS):
            key = message if isinstance(message, str) else tuple(message)
            if key and key != "":
                messages.setdefault(key, []).append((path.relative_to(SOURCE.parent).as_posix(), line))
    for path in sorted(SOURCE.rglob("*.toml")):
        text = path.read_text(encoding="utf-8")
        if head := re.match(r"# sentences: (\w+) \(([\w, ]+)\)", text):
            messages = found.setdefault(head[1], {})
            for sentence in in_table(tomllib.loads(text), frozenset(re.findall(r"\w+", head[2]))):
                messages.setdefault(sentence, []).append((path.relative_to(SOURCE.parent).as_posix(), 0))
    return found


def in_table(data: Any, keys: frozenset[str], sentence: bool = False) -> Iterator[str]:
    """The texts that stand under these keys, however deep."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield from in_table(value, keys, sentence or key in keys)
    elif isinstance(data, list):
        for value in data:
            yield from in_table(value, keys, sentence)
    elif sentence and isinstance(data, str):
        yield data


def empty() -> Catalog:
    """A catalogue whose head never changes, so that an update of nothing changes nothing."""
    day = datetime(2026, 1, 1, tzinfo=UTC)
    return Catalog(
        locale="es",
        project="Arbitro",
        version="1",
        copyright_holder="The Arbitro maintainers",
        msgid_bugs_address="The Arbitro maintainers",
        creation_date=day,
        revision_date=day,
        last_translator="The Arbitro maintainers",
        language_team="es",
        charset="utf-8",
        fuzzy=False,
        header_comment="# The Spanish of Arbitro. Same licence as Arbitro.",
    )


def load(path: Path) -> Catalog:
    catalog = empty()
    if path.exists():
        with path.open("rb") as stream:
            for message in read_po(stream, locale="es"):
                if message.id:
                    catalog[message.id] = message
    return catalog


def update() -> None:
    for domain, messages in sentences().items():
        path = LOCALE / "es" / "LC_MESSAGES" / f"{domain}.po"
        template = empty()
        for message, places in messages.items():
            template.add(message, locations=[(file, 0) for file in sorted({file for file, _ in places})])
        catalog = load(path)
        catalog.update(template, no_fuzzy_matching=True)
        catalog.obsolete.clear()
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as stream:
            write_po(stream, catalog, width=110, omit_header=False, sort_output=True, include_lineno=False)


def catalogues() -> list[Path]:
    return sorted(SOURCE.rglob("LC_MESSAGES/*.po"))


def compiled(path: Path) -> bytes:
    with path.open("rb") as stream:
        catalog = read_po(stream, locale=path.parts[-3])
    out = io.BytesIO()
    write_mo(out, catalog)
    return out.getvalue()


def compile_all() -> None:
    for path in catalogues():
        path.with_suffix(".mo").write_bytes(compiled(path))


def check() -> list[str]:
    faults = []
    for domain, messages in sentences().items():
        path = LOCALE / "es" / "LC_MESSAGES" / f"{domain}.po"
        catalog = load(path)
        for message, places in messages.items():
            entry = catalog.get(message if isinstance(message, str) else message[0])
            filled = entry is not None and (all(entry.string) if isinstance(entry.string, tuple) else entry.string)
            if not filled:
                faults.append(f"{places[0][0]}: no Spanish in {path.name} for {message!r}")
    for path in catalogues():
        mo = path.with_suffix(".mo")
        if not mo.exists() or mo.read_bytes() != compiled(path):
            faults.append(f"{mo.name} is out of date: run python tools/messages.py compile")
    return faults


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["update"]:
            update()
        case ["compile"]:
            compile_all()
        case ["check"]:
            problems = check()
            print("\n".join(problems))
            sys.exit(bool(problems))
        case _:
            sys.exit(__doc__)
