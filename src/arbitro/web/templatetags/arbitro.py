"""Template filters for points, colours and results; loaded into every template."""

from __future__ import annotations

import re

from django import template
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from arbitro.model import Colour, Outcome, show

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


@register.filter
def outcome(value: Outcome | None) -> str:
    """An outcome that is not a game, in words: half-point bye, absent."""
    if value is None:
        return ""
    names = {
        Outcome.PAIRING_BYE: gettext("pairing-allocated bye"),
        Outcome.FULL_BYE: gettext("full-point bye"),
        Outcome.HALF_BYE: gettext("half-point bye"),
        Outcome.ZERO_BYE: gettext("zero-point bye"),
        Outcome.ABSENT: gettext("absent"),
        Outcome.FORFEIT_WIN: gettext("win by forfeit"),
        Outcome.FORFEIT_LOSS: gettext("loss by forfeit"),
        Outcome.ADJOURNED: gettext("adjourned"),
        Outcome.PENDING: gettext("to be played"),
    }
    return names.get(value, value.label)
