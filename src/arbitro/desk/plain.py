"""Text that shows as what it is: no control or direction characters, no half letters, not nested without end."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import Any

from arbitro.errors import Refused
from arbitro.i18n import gettext_for

_ = gettext_for("desk")

MAX_DEPTH = 20  # lists within lists
_HIDDEN = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff")


def _is_hidden(letter: str) -> bool:
    """Control and direction characters and half letters: text with them shows as something else than it is."""
    kind = unicodedata.category(letter)
    return letter in _HIDDEN or kind == "Cs" or (kind == "Cc" and letter not in "\n\r\t")


def shown(text: str) -> str:
    """A text from a file with a sign in place of each character that cannot be shown."""
    return text if text.isascii() and text.isprintable() else "".join("�" if _is_hidden(c) else c for c in text)


def require_plain(data: Any, depth: int = 0) -> None:
    """Refuse text, anywhere in the data, that has characters that cannot be shown."""
    if isinstance(data, str):
        if hidden := next((c for c in data if _is_hidden(c)), ""):
            sentence = _("The text has a character that cannot be shown: {code}. Write it without.")
            raise Refused(sentence.format(code=f"U+{ord(hidden):04X}"))
    elif isinstance(data, Mapping | list | tuple):
        if depth == MAX_DEPTH:
            raise Refused(_("At most {n} lists within lists.").format(n=MAX_DEPTH))
        for part in (*data.keys(), *data.values()) if isinstance(data, Mapping) else data:
            require_plain(part, depth + 1)
