"""Coming from another program: every page, button and paper that these chapters name is called so on the site."""

from __future__ import annotations

import re
from gettext import GNUTranslations
from itertools import chain
from pathlib import Path

import pytest

import arbitro

ROOT = Path(__file__).resolve().parents[2]
HOUSE = Path(arbitro.__file__).parent
NAMED = re.compile(r"(?<![*\w])(?:\*\*([^*]+)\*\*|\*([^*]+)\*)(?![*\w])")
CODE = re.compile(r"```.*?```|`[^`]*`", re.S)
PLAIN = {  # names that a user gives, of other sites, of forms
    "en": {"Club open (switched over)", "Export to Excel", "TRF16", "TRF26"},
    "es": {"Abierto del club (continuado aquí)", "Exportar a Excel", "TRF16", "TRF26"},
}


def said(language: str) -> set[str]:
    """Every sentence of the program, in a language."""
    found: set[str] = set()
    for path in chain(HOUSE.glob("locale/es/LC_MESSAGES/*.mo"), HOUSE.glob("web/locale/es/LC_MESSAGES/*.mo")):
        with path.open("rb") as file:
            catalogue = GNUTranslations(file)._catalog  # type: ignore[attr-defined]
        for key, text in catalogue.items():
            found.add((key if isinstance(key, str) else key[0]) if language == "en" else text)
    return {text.partition("\x04")[2] or text for text in found}


@pytest.mark.parametrize("language", ["en", "es"])
def test_what_is_named_is_on_the_site(language):
    known = {text.casefold().rstrip(".:…") for text in said(language)}
    folder = ROOT / ("docs/from" if language == "en" else "docs/es/from")

    def is_said(part: str) -> bool:
        word = " ".join(part.split())
        return word in PLAIN[language] or any(
            text.startswith(word.casefold()) or text.endswith(word.casefold()) for text in known
        )

    unknown = [
        f"{path.name}: {part}"
        for path in sorted(folder.glob("*.md"))
        for bold, leaning in NAMED.findall(CODE.sub("`", path.read_text(encoding="utf-8")))
        for part in (bold or leaning).split("→")
        if not is_said(part)
    ]
    assert not unknown, "\n".join(unknown)
