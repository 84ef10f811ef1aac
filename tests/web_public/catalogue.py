"""The sentences of the site's templates and Python files, and the catalogues that hold their Spanish.

    python -m tests.web_public.catalogue        add new sentences to web/locale and web/public/locale, drop old ones

Then fill in the Spanish and run `python tools/messages.py compile`.
"""

from __future__ import annotations

import io
from collections.abc import Iterable
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract

WEB = Path(__file__).parents[2] / "src" / "arbitro" / "web"
KEYWORDS = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
}
Sentence = str | tuple[str, ...]


def files_of(app: str) -> list[Path]:
    """The files whose sentences belong to a catalogue: `web` is the site's frame, the others are folders in it."""
    if app == "web":
        folders = [WEB.glob("*.py"), WEB.glob("templatetags/*.py"), WEB.glob("templates/**/*.html")]
    else:
        folders = [WEB.glob(f"{app}/**/*.py"), WEB.glob(f"{app}/templates/**/*.html")]
    return sorted(path for folder in folders for path in folder)


def catalogue_of(app: str) -> Path:
    folder = WEB if app == "web" else WEB / app
    return folder / "locale" / "es" / "LC_MESSAGES" / "django.po"


def sentences(files: Iterable[Path]) -> dict[Sentence, set[str]]:
    """Every sentence with the files where it stands."""
    from django.utils.translation.template import templatize

    found: dict[Sentence, set[str]] = {}
    for path in files:
        text = path.read_text(encoding="utf-8")
        if path.suffix == ".html":
            text = templatize(text)
        for _line, message, _comments, _context in extract("python", io.BytesIO(text.encode()), keywords=KEYWORDS):
            if message and message != "":
                key = message if isinstance(message, str) else tuple(message)
                found.setdefault(key, set()).add(path.relative_to(WEB.parents[1]).as_posix())
    return found


def update(app: str) -> int:
    """Write the catalogue anew: what is translated stays. Returns how many sentences have no Spanish."""
    from babel.messages.pofile import write_po
    from tools.messages import empty, load

    path = catalogue_of(app)
    template: Catalog = empty()
    for sentence, places in sentences(files_of(app)).items():
        template.add(
            sentence,
            locations=[(place, 0) for place in sorted(places)],
            flags=["python-format"] if "%(" in str(sentence) else [],
        )
    catalog = load(path)
    catalog.update(template, no_fuzzy_matching=True)
    catalog.obsolete.clear()
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as stream:
        write_po(stream, catalog, width=110, sort_output=True, include_lineno=False)
    return sum(not message.string or not any(message.string) for message in catalog if message.id)


if __name__ == "__main__":
    from django.conf import settings

    settings.configure(USE_I18N=True)
    for name in ("web", "public"):
        print(f"{name}: {update(name)} without Spanish")
