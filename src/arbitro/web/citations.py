"""Numbers of articles as links: wherever a page cites a rule, a tap opens it in our own words (`laws.reference`)."""

from __future__ import annotations

import re

from django.urls import reverse
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe

from arbitro.errors import cite

# B.02 1, C.04.2 D.8, C.05 annex 1, C.04.1 a before a bracket; of the Laws three numbers or more: 2.1 may be a score
CITATION = re.compile(
    r"(?<![\w.])(?:[B-E]\.0\d(?:\.\d+)?(?: annex \d| [A-E]?\.?\d+(?:\.\d+)*| [a-i](?=[),;]))?"
    r"|(?:\d\d?|[AD]|I{1,3})\.\d\d?\.\d(?:\.\d)?)(?![\w])"
)


def article(text: str) -> SafeString:
    """A citation that opens its article; plain where the program has no words for it."""
    from arbitro.laws import reference  # with all of the Laws: only pages that cite need them

    found = reference.cited(str(text)) if text else None
    if found is None:
        return format_html('<span class="article">{}</span>', cite(str(text))) if text else SafeString()
    return format_html('<a class="article" href="{}">{}</a>', reverse("article", args=(found.number,)), cite(str(text)))


def cited(text: object) -> SafeString:
    """A sentence in which the numbers of articles open them."""
    told, parts, last = str(text), [], 0
    for found in CITATION.finditer(told):
        parts += [escape(told[last : found.start()]), article(found[0])]
        last = found.end()
    return mark_safe("".join((*parts, escape(told[last:]))))
