"""Spanish and English: gettext catalogues, one domain per room.

A module that speaks to people says once which domain it uses and marks its sentences with `_`:

    _ = gettext_for("swiss")            # the language in use when a sentence is said: `speaking("es")`

English sentences are the keys; `locale/es/LC_MESSAGES/swiss.po` holds the Spanish. `tools/messages.py` collects
new sentences and compiles the catalogues; a test fails on a sentence without a translation.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from gettext import NullTranslations

LANGUAGES = ("en", "es")
LOCALE_DIR = os.path.join(os.path.dirname(__file__), "locale")

_current: ContextVar[str] = ContextVar("language", default="en")


def current_language() -> str:
    """The language in use here: of the command line, or of the web request being answered."""
    return _current.get()


@contextmanager
def speaking(lang: str) -> Iterator[None]:
    """Speak a language for a while: of a command, of a web request, of a paper. The one before comes back."""
    before = _current.set(lang if lang in LANGUAGES else "en")
    try:
        yield
    finally:
        _current.reset(before)


def language_of_locale() -> str:
    """`es` or `en`, from the environment's locale; English where it says neither."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name) or ""
        if value:
            return value[:2] if value[:2] in LANGUAGES else "en"
    import locale

    value = locale.getlocale()[0] or ""
    return value[:2] if value[:2] in LANGUAGES else "en"


def N_(sentence: str) -> str:  # noqa: N802 - gettext's own name
    """Mark a sentence that is translated later, where it is said."""
    return sentence


@cache
def _translation(domain: str, lang: str) -> NullTranslations:
    import gettext  # a process that speaks English only starts without it

    return gettext.translation(domain, LOCALE_DIR, languages=[lang], fallback=True)


def gettext_for(domain: str) -> Callable[[str], str]:
    """The function that translates sentences of one room into the language in use at each call."""

    def translate(sentence: str) -> str:
        current = _current.get()
        return sentence if current == "en" else _translation(domain, current).gettext(sentence)

    return translate


def ngettext_for(domain: str) -> Callable[[str, str, int], str]:
    """As `gettext_for`, for sentences that depend on a count."""

    def translate(singular: str, plural: str, n: int) -> str:
        current = _current.get()
        if current == "en":
            return singular if n == 1 else plural
        return _translation(domain, current).ngettext(singular, plural, n)

    return translate
