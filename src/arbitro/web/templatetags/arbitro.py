"""Template filters for points, colours, results, dates and numbers in words; loaded into every template."""

from __future__ import annotations

import re

from django import template
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from arbitro import words as vocabulary
from arbitro.model import Colour, show
from arbitro.model.time_text import in_words
from arbitro.web.public import words

register = template.Library()


@register.filter
def points(value: int | None) -> str:
    """Tenths as arbiters write them: 4½."""
    return "" if value is None else show(value)


@register.filter
def disc(colour: Colour | str | None) -> SafeString | str:
    """A hollow disc for White, a filled one for Black, with a word for screen readers."""
    if colour in (Colour.WHITE, "w"):
        return format_html('<span class="disc white" role="img" aria-label="{}"></span>', gettext("White"))
    if colour in (Colour.BLACK, "b"):
        return format_html('<span class="disc black" role="img" aria-label="{}"></span>', gettext("Black"))
    return ""


SIGN = re.compile(r"(?<![\w½-])([0-9½]+-[0-9½]+|[+-]/[+-])(?![\w½-])")


@register.filter
def unbroken(text: str) -> SafeString:
    """A sentence in which no result is broken at the end of a line."""
    return mark_safe(SIGN.sub(r'<span class="nowrap">\1</span>', escape(text)))


@register.filter
def get(mapping: dict[object, object], key: object) -> object:
    """A dictionary's value in a template."""
    return mapping.get(key)


register.filter("outcome", vocabulary.outcome)
register.filter("system", vocabulary.system)
register.filter("result_words", vocabulary.result_sign)
register.filter("time_control", in_words)
register.filter("day", words.day_words)
register.filter("decimals", words.decimals)
