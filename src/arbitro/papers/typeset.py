"""From blocks to PDF: the data of a paper and a template, set by Typst with our own fonts and nothing else.

Texts travel as JSON and are never pasted into Typst code, so no name can break a page. No network, no system fonts:
the same paper looks the same everywhere.
"""

from __future__ import annotations

import base64
import binascii
import json
from functools import lru_cache
from pathlib import Path
from typing import Any

from arbitro.errors import Refused
from arbitro.i18n import current_language, gettext_for
from arbitro.papers.blocks import Document, Layout, Table
from arbitro.papers.context import Context

_ = gettext_for("papers")

HERE = Path(__file__).parent
TEMPLATES = HERE / "templates"
FONTS = HERE / "fonts"
PAPERS = {"a4": "a4", "letter": "us-letter"}
SHEETS = {"a4": (595.0, 841.0), "letter": (612.0, 792.0)}  # widths in points, upright and turned
MARGINS = 91.0  # left and right together, as in the template
SIZES = {"normal": 9.5, "large": 13.5}
MOST_LOGO = 2_000_000  # bytes


def pdf(paper: Document | Layout, ctx: Context) -> bytes:
    """The finished PDF."""
    made: bytes = typeset(paper, ctx)
    return made


def typeset(paper: Document | Layout, ctx: Context, **form: Any) -> Any:
    """What Typst makes of it: a PDF, or pictures of its pages (`format="png"`)."""
    import typst

    template = "document" if isinstance(paper, Document) else paper.template
    try:
        return typst.compile(
            str(TEMPLATES / f"{template}.typ"),
            root=str(TEMPLATES),
            font_paths=[str(FONTS)],
            ignore_system_fonts=True,
            sys_inputs={"data": json.dumps(inputs(paper, ctx), ensure_ascii=False)},
            **form,
        )
    except typst.TypstError as error:
        if ctx.option("logo"):  # the only thing in a paper that can be malformed
            raise Refused(_bad_logo()) from error
        raise


def _bad_logo() -> str:
    return _("The logo must be a PNG, JPEG, GIF or SVG picture of at most 2 MB.")


def inputs(paper: Document | Layout, ctx: Context) -> dict[str, Any]:
    """Everything that a template reads."""
    orientation = ctx.option("orientation").lower()
    landscape = paper.landscape if not orientation else orientation == "landscape"
    size = SIZES[ctx.option("size", "normal").lower()]
    kind = ctx.option("paper", "a4").lower()
    content: dict[str, Any]
    if isinstance(paper, Document):
        room = (SHEETS[kind][landscape] - MARGINS) / size
        content = {"blocks": [b.to_json(room) if isinstance(b, Table) else b.to_json() for b in paper.blocks]}
    else:
        content = dict(paper.data)
    return {
        "title": paper.title,
        "subtitle": paper.subtitle,
        "event": ctx.settings.name,
        "sponsor": ctx.option("sponsor"),
        "logo": logo(ctx.option("logo")),
        "lang": current_language(),
        "words": {"page": _("Page")},
        "page": {
            "paper": PAPERS[kind],
            "landscape": landscape,
            "numbers": ctx.option("pages", "yes").lower() == "yes",
            "size": size,
        },
        **content,
    }


@lru_cache(maxsize=8)
def logo(uri: str) -> str | list[int] | None:
    """The picture of a data URI: text for SVG, bytes for PNG, JPEG and GIF; files and addresses are never read."""
    if not uri:
        return None
    head, comma, body = uri.partition(",")
    kind = head.removeprefix("data:image/").removesuffix(";base64")
    known = kind in ("png", "jpeg", "gif", "svg+xml")
    if not comma or not known or not head.endswith(";base64") or len(body) > MOST_LOGO * 4 // 3:
        raise Refused(_bad_logo())
    try:
        data = base64.b64decode(body, validate=True)
        return data.decode() if kind == "svg+xml" else list(data)
    except (binascii.Error, ValueError) as error:
        raise Refused(_bad_logo()) from error


def logo_uri(path: Path) -> str:
    """A picture file as the `logo` option wants it."""
    kinds = {".png": "png", ".jpg": "jpeg", ".jpeg": "jpeg", ".gif": "gif", ".svg": "svg+xml"}
    kind = kinds.get(path.suffix.lower(), "unknown")
    return f"data:image/{kind};base64,{base64.b64encode(path.read_bytes()).decode()}"
