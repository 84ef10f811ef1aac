"""Collect the sentences of the site's templates and views, and say which have no Spanish.

    python tools/site_messages.py update    add new sentences to the .po files of the site
    python tools/site_messages.py check     fail if a sentence has no Spanish

The site has one catalogue, `web/locale/es/LC_MESSAGES/django.po`.
`python tools/messages.py compile` writes the .mo files.
"""

from __future__ import annotations

import ast
import io
import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages.extract import extract
from babel.messages.pofile import write_po
from django.conf import settings
from django.utils.translation.template import templatize

from tools.messages import SOURCE, empty, load

WEB = SOURCE / "web"
APPLICATIONS = (WEB,)
KEYWORDS = {
    "_": None,
    "N_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
}
Sentence = str | tuple[str, ...]


def catalogue(application: Path) -> Path:
    return application / "locale" / "es" / "LC_MESSAGES" / "django.po"


def files(application: Path) -> Iterator[Path]:
    """The sources of one application, without those of the applications inside it."""
    inner = [other for other in APPLICATIONS if other != application and application in other.parents]
    for path in sorted(application.rglob("*")):
        if path.suffix in (".py", ".html", ".txt", ".xml") and not any(other in path.parents for other in inner):
            yield path


def sentences(application: Path) -> dict[Sentence, list[str]]:
    """Every sentence of an application with the files in which it stands."""
    if not settings.configured:
        settings.configure()
    found: dict[Sentence, list[str]] = {}
    for path in files(application):
        text = path.read_text(encoding="utf-8")
        flush = "\n".join(line.lstrip() for line in text.splitlines())  # indented templates are not indented Python
        code = text if path.suffix == ".py" else templatize(flush, origin=str(path))
        for _line, message, _comments, _context in extract("python", io.BytesIO(code.encode()), keywords=KEYWORDS):
            key = message if isinstance(message, str) else tuple(message)
            if key:
                found.setdefault(key, []).append(path.relative_to(SOURCE.parent).as_posix())
        for inside in _in_f_strings(text) if path.suffix == ".py" else ():
            found.setdefault(inside, []).append(path.relative_to(SOURCE.parent).as_posix())
    return found


def _in_f_strings(code: str) -> Iterator[str]:
    """Sentences within an f-string: before Python 3.12 a tokenizer, and so Babel, does not see them."""
    for joined in (node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.JoinedStr)):
        for call in (node for node in ast.walk(joined) if isinstance(node, ast.Call)):
            match call:
                case ast.Call(func=ast.Name(id="_" | "gettext"), args=[ast.Constant(value=str(text)), *_more]):
                    yield text


def update() -> None:
    for application in APPLICATIONS:
        path = catalogue(application)
        template = empty()
        for message, places in sentences(application).items():
            template.add(message, locations=[(file, 0) for file in sorted(set(places))])
        catalog = load(path)
        catalog.update(template, no_fuzzy_matching=True)
        catalog.obsolete.clear()
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as stream:
            write_po(stream, catalog, width=110, sort_output=True, include_lineno=False)


def check() -> list[str]:
    faults = []
    for application in APPLICATIONS:
        catalog = load(catalogue(application))
        for message, places in sentences(application).items():
            entry = catalog.get(message if isinstance(message, str) else message[0])
            filled = entry is not None and (all(entry.string) if isinstance(entry.string, tuple) else entry.string)
            if not filled:
                faults.append(f"{places[0]}: no Spanish for {message!r}")
    return faults


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["update"]:
            update()
        case ["check"]:
            problems = check()
            print("\n".join(problems))
            sys.exit(bool(problems))
        case _:
            sys.exit(__doc__)
