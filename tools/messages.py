"""Collect and compile the sentences of every room.

    python tools/messages.py update     scan the sources, add new sentences to the .po files
    python tools/messages.py compile    write the .mo files that the program reads
    python tools/messages.py check      fail if a sentence has no Spanish or a .mo file is older than its .po, if one
                                        is fuzzy or loses a placeholder, if one sentence has two translations, or if
                                        it uses a word that tools/terms.toml forbids (docs/terms.md)

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
TERMS = Path(__file__).parent / "terms.toml"
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


# ---------------------------------------------------------------- one voice


def entries(path: Path) -> list[tuple[tuple[str, ...], tuple[str, ...], bool, str]]:
    """English, Spanish, fuzzy and context of every entry; one form, or one for each number."""
    with path.open("rb") as stream:
        catalog = read_po(stream, locale="es")
    return [(_forms(m.id), _forms(m.string), m.fuzzy, m.context or "") for m in catalog if m.id]


def _forms(text: str | tuple[str, ...] | list[str]) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)


PLACEHOLDER = re.compile(r"\{[^{}]*\}|%\(\w+\)[sd]|%[sd]")


def voice() -> list[str]:
    """Fuzzy entries, placeholders that differ, forbidden words, and one sentence with two translations."""
    with TERMS.open("rb") as stream:
        terms = tomllib.load(stream)
    rules = {lang: [_rule(word) for word in terms[lang]] for lang in ("en", "es")}
    faults, spoken = [], {}
    for path in catalogues():
        for english, spanish, fuzzy, context in entries(path):
            where = f"{path.name}: {english[0][:60]!r}"
            if fuzzy:
                faults.append(f"{where} is fuzzy: read the translation and drop the mark")
            if all(spanish) and _named(english) != _named(spanish):
                faults.append(f"{where}: the placeholders differ")
            for lang, forms in (("en", english), ("es", spanish)):
                for pattern, allowed, say in rules[lang]:
                    wrong = next((m for m in map(pattern.search, map(_bare, forms)) if m), None)
                    if wrong and not any(allowed.search(form) for form in forms):
                        faults.append(f"{where}: {lang} says “{wrong[0]}”; say “{say}” (docs/terms.md)")
            spoken.setdefault((english[0], context), {}).setdefault(spanish[0], path.name)
    for (english, _context), translations in spoken.items():
        if len(translations) > 1:
            shown = "; ".join(f"{file}: {spanish}" for spanish, file in translations.items())
            faults.append(f"{english[:60]!r} has {len(translations)} translations: {shown}")
    return faults


def _rule(word: dict[str, Any]) -> tuple[re.Pattern[str], re.Pattern[str], str]:
    flags = 0 if word.get("case") else re.IGNORECASE
    never = "(?!)"
    pattern = re.compile(rf"(?<![\w-])(?:{word['not']})(?!\w)", flags)
    return pattern, re.compile("|".join(word.get("except", [never]))), word["say"]


def _bare(text: str) -> str:
    return PLACEHOLDER.sub("…", text)


def _named(forms: tuple[str, ...]) -> set[str]:
    """The placeholders of a sentence; the form for one may leave out the number."""
    return set(PLACEHOLDER.findall(forms[-1]))


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["update"]:
            update()
        case ["compile"]:
            compile_all()
        case ["check"]:
            problems = check() + voice()
            print("\n".join(problems))
            sys.exit(bool(problems))
        case _:
            sys.exit(__doc__)
