"""From a paper's name to a file: make the blocks, typeset them."""

from __future__ import annotations

from contextvars import copy_context

from arbitro.errors import Refused
from arbitro.i18n import gettext_for, set_language
from arbitro.papers import typeset
from arbitro.papers.blocks import Document, Layout, Made
from arbitro.papers.catalogue import Spec, find
from arbitro.papers.context import Context

PDF = "application/pdf"


def make(ctx: Context, name: str) -> Made:
    """One paper as a file. Raises UnknownPaper, or Refused where it cannot be made yet."""
    return copy_context().run(_make, ctx, find(name))


def draw(ctx: Context, spec: Spec) -> Document | Layout | Made:
    """The paper before typesetting, in the context's language."""
    return copy_context().run(_draw, ctx, spec)


def _draw(ctx: Context, spec: Spec) -> Document | Layout | Made:
    set_language(ctx.lang)  # for the sentences of the rule rooms
    if not spec.when(ctx):
        _ = gettext_for("papers", ctx.lang)
        raise Refused(_("{title} cannot be printed for this tournament now.").format(title=_(spec.title)))
    return spec.make(ctx)


def _make(ctx: Context, spec: Spec) -> Made:
    paper = _draw(ctx, spec)
    if isinstance(paper, Made):
        return paper
    return Made(typeset.pdf(paper, ctx), PDF, f"{ctx.slug}-{spec.name}.pdf")
