"""Names for searching; dates and decimals as the visitor's language writes them."""

from __future__ import annotations

import re
import unicodedata
from datetime import date, datetime
from functools import cache, lru_cache

from django.contrib.staticfiles.storage import staticfiles_storage
from django.utils.formats import date_format, get_format
from django.utils.translation import gettext as _


@lru_cache(16_384)  # the names of a large field, asked for again by every page that sorts or searches them
def folded(text: str) -> str:
    """For searching and sorting: no capitals, no accents."""
    if text.isascii():
        return text.lower()
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in plain if not unicodedata.combining(c))


def day_words(text: str) -> str:
    """An ISO date, or date and time, as the language writes it; anything else as it stands."""
    try:
        when = datetime.fromisoformat(text) if len(text) > 10 else date.fromisoformat(text)
    except ValueError:
        return text
    day = date_format(when, "DATE_FORMAT")
    return f"{day}, {when:%H:%M}" if isinstance(when, datetime) else day


def period_words(start: str, end: str) -> str:
    """From a first to a last day, what they share said once: `4–12 de mayo de 2026`; no line ends inside a date."""
    try:
        first, last = date.fromisoformat(start), date.fromisoformat(end or start)
    except ValueError:
        return " – ".join(day_words(day) for day in dict.fromkeys((start, end)) if day)
    days = [day_words(start), day_words(end)]
    if first == last:
        days = days[:1]
    elif (first.year, first.month) == (last.year, last.month):
        days = [re.sub(rf"\b{first.day}\b", f"{first.day}–{last.day}", days[0], count=1)]
    elif first.year == last.year:
        days[0] = date_format(first, "MONTH_DAY_FORMAT")
    return " – ".join(day.replace(" ", "\u00a0") for day in days)


def seat_words(round: int, board: str, white: bool, opponent: str) -> str:
    """Where somebody plays, in a line."""
    if white:
        return _("Round {n}, board {b}: White against {name}").format(n=round, b=board, name=opponent)
    return _("Round {n}, board {b}: Black against {name}").format(n=round, b=board, name=opponent)


def decimals(text: str) -> str:
    """A number's text with the language's decimal mark and a true minus: `-4.3` is `−4,3` in Spanish."""
    return text.replace(".", str(get_format("DECIMAL_SEPARATOR"))).replace("-", "−")


@cache
def icon(name: str) -> str:
    """A picture of the sprite; its address is that of this start of the site."""
    return f'<svg class="i" aria-hidden="true"><use href="{staticfiles_storage.url("web/icons.svg")}#i-{name}"/></svg>'
