"""From a paper's name to a file: make the blocks, typeset them."""

from __future__ import annotations

from arbitro.errors import Refused
from arbitro.i18n import gettext_for, speaking
from arbitro.papers import typeset
from arbitro.papers.blocks import Document, Layout, Made
from arbitro.papers.catalogue import Spec, find
from arbitro.papers.context import Context

PDF = "application/pdf"


def make(ctx: Context, name: str) -> Made:
    """One paper as a file. Raises UnknownPaper, or Refused where it cannot be made yet."""
    spec = find(name)
    paper = draw(ctx, spec)
    if isinstance(paper, Made):
        return paper
    return Made(typeset.pdf(paper, ctx), PDF, f"{ctx.slug}-{spec.name}.pdf")


def draw(ctx: Context, spec: Spec) -> Document | Layout | Made:
    """The paper before typesetting, in the context's language."""
    with speaking(ctx.lang):  # for the sentences of the rule rooms
        if not spec.when(ctx):
            _ = gettext_for("papers", ctx.lang)
            sentence = _("{title} cannot be printed: {reason}.")
            raise Refused(sentence.format(title=_(spec.title), reason=_(spec.when.reason)))
        return spec.make(ctx)
