"""Template filters for points, colours, results, dates and numbers in words, and the tag of kept parts; loaded into
every template."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING

from django import template
from django.contrib.staticfiles.storage import staticfiles_storage
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from arbitro import words as vocabulary
from arbitro.model import Colour, show
from arbitro.model.time_text import in_words
from arbitro.web import diagrams
from arbitro.web.addresses import answers_here_only
from arbitro.web.citations import article, cited
from arbitro.web.kept import keep, text_of
from arbitro.web.public import words

if TYPE_CHECKING:
    from arbitro.desk.state import Round

register = template.Library()


@register.filter
def points(value: int | None) -> str:
    """Tenths as arbiters write them: 4½."""
    return "" if value is None else show(value)


@register.filter
def later(rounds: int, planned: int) -> range:
    """The numbers of the rounds to come."""
    return range(rounds + 1, planned + 1)


@register.filter
def clock(seconds: int) -> str:
    """What a chess clock shows."""
    from arbitro.laws.duties import clock_text

    return clock_text(seconds)


@register.filter
def fraction(value: Fraction) -> str:
    """A number of points in a series: 12, 4.5, 3.33."""
    return words.decimals(f"{float(value):.2f}".rstrip("0").rstrip("."))


@register.filter
def span(seconds: int) -> str:
    """A difference of times with its sign: −2:14:20."""
    return f"{'−' if seconds < 0 else '+' if seconds else ''}{clock(abs(seconds))}"


@register.filter
def disc(colour: Colour | str | None) -> SafeString | str:
    """A hollow disc for White, a filled one for Black, with a word for screen readers."""
    if colour in (Colour.WHITE, "w"):
        return format_html('<span class="disc white" role="img" aria-label="{}"></span>', gettext("White"))
    if colour in (Colour.BLACK, "b"):
        return format_html('<span class="disc black" role="img" aria-label="{}"></span>', gettext("Black"))
    return ""


@register.simple_tag
def icon(name: str) -> SafeString:
    """A picture of the sprite; a word stands beside it."""
    return mark_safe(words.icon(name))


@register.simple_tag
def reach() -> SafeString | str:
    """Beside a link for other people's phones: a warning where no phone can open it."""
    if not answers_here_only():
        return ""
    said = gettext("Now only this computer can open it: start the site with --host 0.0.0.0 to let phones in.")
    return format_html("<br><strong>{}</strong>", said)


@register.simple_tag
def drawing() -> SafeString:
    """The set table, for a page that has nothing to show yet."""
    address = staticfiles_storage.url("web/icons.svg")
    return format_html(
        '<svg class="i" viewBox="0 0 360 200" aria-hidden="true"><use href="{}#drawing"/></svg>', address
    )


MOST_SQUARES = 60  # boards; beyond, the squares become one bar


@register.simple_tag
def squares(round: Round) -> SafeString:
    """A round as a rank of squares, one a board: filled when its game is finished."""
    done = [board.finished for board in round.boards.values()]
    if len(done) > MOST_SQUARES:
        share = 60 * sum(done) // len(done)
        done = [i < share for i in range(60)]
    paths = {
        flag: "".join(f"M{10 * i} 0h8v10h-8z" for i, finished in enumerate(done) if finished is flag)
        for flag in (True, False)
    }
    return format_html(
        '<svg class="squares" viewBox="0 0 {} 10" preserveAspectRatio="none" aria-hidden="true">'
        '<path d="{}"/><path class="d" d="{}"/></svg>',
        10 * len(done) - 2,
        paths[False],
        paths[True],
    )


SIGN = re.compile(r"(?<![\w½-])([0-9½]+-[0-9½]+|[+-]/[+-])(?![\w½-])")


BROWSERS = {"Firefox": "Firefox", "Edg": "Edge", "OPR": "Opera", "Chrome": "Chrome", "Safari": "Safari"}
SYSTEMS = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Windows": "Windows",
    "Mac OS": "macOS",
    "Linux": "Linux",
}


@register.filter
def browser(agent: str) -> str:
    """A browser and its system from what it calls itself, the most special name first: Firefox, Windows."""
    found = (next((name for sign, name in names.items() if sign in agent), "") for names in (BROWSERS, SYSTEMS))
    return ", ".join(filter(None, found)) or agent[:40]


@register.filter
def unbroken(text: str) -> SafeString:
    """A sentence in which no result is broken at the end of a line."""
    return mark_safe(SIGN.sub(r'<span class="nowrap">\1</span>', conditional_escape(text)))


@register.filter
def sides(sign: str) -> list[str]:
    """A result as what each side has: 1 and 0; a forfeit as + and -."""
    result = vocabulary.result_sign(sign).partition(" ")[0]
    return result.split("/" if "/" in result else "-", 1)


@register.filter
def get(mapping: dict[object, object], key: object) -> object:
    """A dictionary's value in a template."""
    return mapping.get(key)


@register.filter
def field_name(name: str) -> str:
    """A field of a list of players, in words."""
    from arbitro.web.desk.sheets import FIELDS

    return gettext(FIELDS.get(name, name))


register.filter("article", article)
register.filter("cited", cited)
register.filter("outcome", vocabulary.outcome)
register.filter("system", vocabulary.system)
register.filter("rating_list", vocabulary.rating_list)
register.filter("result_words", vocabulary.result_sign)
register.filter("time_control", in_words)
register.filter("day", words.day_words)
register.filter("period", words.period_words)
register.filter("decimals", words.decimals)


class KeptNode(template.Node):
    """A part of a page that is rendered when what it is made of has changed (`web.kept`)."""

    def __init__(self, name: str, nodelist: template.NodeList) -> None:
        self.name = name
        self.nodelist = nodelist

    def render(self, context: template.Context) -> SafeString:
        part = context.get(f"kept_{self.name}")
        text = text_of(part) if part else None
        if text is None:
            text = self.nodelist.render(context)
            if part:
                keep(part, text)
        return text


@register.tag
def kept(parser: template.base.Parser, token: template.base.Token) -> KeptNode:
    """`{% kept card %}…{% endkept %}`"""
    name = token.split_contents()[1]
    nodelist = parser.parse(("endkept",))
    parser.delete_first_token()
    return KeptNode(name, nodelist)


register.simple_tag(diagrams.pieces)
register.simple_tag(diagrams.diagram)
