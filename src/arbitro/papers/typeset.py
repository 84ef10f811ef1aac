"""From blocks to PDF: the data of a paper and a template, set by Typst with our own fonts.

Texts travel as JSON and are never pasted into Typst code, so no name can break a page. No network; fonts of the system
only where a name has letters that ours lack: any other paper looks the same everywhere.
"""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from arbitro.errors import Refused
from arbitro.i18n import current_language, gettext_for
from arbitro.papers.blocks import Block, Column, Document, Heading, Layout, Part, Table, Text
from arbitro.papers.context import Context

_ = gettext_for("papers")

HERE = Path(__file__).parent
TEMPLATES = HERE / "templates"
FONTS = HERE / "fonts"
PAPERS = {"a4": "a4", "letter": "us-letter"}
SHEETS = {"a4": (595.0, 841.0), "letter": (612.0, 792.0)}  # widths in points, upright and turned
MARGINS = 91.0  # left and right together, as in the template
HEIGHT_TAKEN = 175.0  # margins and the head of the paper
GUTTER = 2.0  # ems between columns of lists
ONE_SHEET = 90  # rows that a form on one sheet has at most
READABLE = 0.8  # of the size of the text: smaller than that no list is set for the sake of columns
SIZES = {"normal": 9.5, "large": 13.5}
FIRST_ROWS, FIRST_ITEMS = 80, 8  # of a picture
MOST_LOGO = 2_000_000  # bytes


def pdf(paper: Document | Layout, ctx: Context, provisional: str = "") -> bytes:
    """The finished PDF, archivable and tagged (PDF/A-2a) unless it is laid over a frame of its own, which PDF/A bars;
    `provisional` says why its results are not the last word."""
    data = inputs(paper, ctx, provisional)
    if isinstance(paper, Layout) and paper.framed:
        data["frame"] = list(_compile(paper, ctx, data | {"only": "frame", "sheets": [], "cards": []}))
        return _compile(paper, ctx, data | {"only": ""})
    return _compile(paper, ctx, data, pdf_standards=["a-2a"])


def picture(paper: Document | Layout, ctx: Context, provisional: str = "") -> bytes:
    """The first page as PNG; of long lists only the beginning is set."""
    data = inputs(_beginning(paper), ctx, provisional)
    if isinstance(paper, Layout):
        data |= {key: value[:FIRST_ITEMS] for key, value in paper.data.items() if isinstance(value, list)}
        if paper.framed:
            data["frame"] = list(_compile(paper, ctx, data | {"only": "frame"}))
    made: Any = _compile(paper, ctx, data | {"only": ""}, format="png", ppi=70)
    return made[0] if isinstance(made, list) else bytes(made)


def _beginning(paper: Document | Layout) -> Document | Layout:
    if isinstance(paper, Layout):
        return paper
    blocks: list[Block] = []
    for block in paper.blocks:
        if isinstance(block, Part) and blocks:
            break
        blocks.append(replace(block, rows=block.rows[:FIRST_ROWS]) if isinstance(block, Table) else block)
        if isinstance(block, Table) and len(block.rows) > FIRST_ROWS:
            break
    return replace(paper, blocks=tuple(blocks))


def _compile(paper: Document | Layout, ctx: Context, data: dict[str, Any], **how: Any) -> bytes:
    import typst

    template = "document" if isinstance(paper, Document) else paper.template
    text = json.dumps(data, ensure_ascii=False)
    foreign = _foreign(text)
    ours = not foreign or _has_letters(foreign, system=False)
    if not ours and not _has_letters(foreign, system=True):
        how.pop("pdf_standards", None)  # no font here has them all, and PDF/A bars empty boxes
    try:
        made: bytes = typst.compile(
            str(TEMPLATES / f"{template}.typ"),
            root=str(TEMPLATES),
            font_paths=[str(FONTS)],
            ignore_system_fonts=ours,
            sys_inputs={"data": text},
            **how,
        )
    except typst.TypstError as error:
        if ctx.option("logo"):  # the only thing in a paper that can be malformed
            raise Refused(_bad_logo()) from error
        raise
    return made


# -- letters of the world


def _foreign(text: str) -> str:
    """The letters of a text beyond Latin, each once: those that our own fonts may lack."""
    return "".join(sorted({letter for letter in text if letter > "\u024f" and letter.isprintable()}))


@lru_cache(maxsize=256)
def _has_letters(letters: str, *, system: bool) -> bool:
    """Can these letters be printed, with our own fonts or with those of the system too?"""
    import typst

    try:
        typst.compile(
            str(TEMPLATES / "letters.typ"),
            font_paths=[str(FONTS)],
            ignore_system_fonts=not system,
            sys_inputs={"letters": letters},
            pdf_standards=["a-2b"],
        )
    except typst.TypstError:
        return False
    return True


def unprintable(names: Iterable[str]) -> list[str]:
    """The names with letters that neither our fonts nor those of this system have: they would be empty boxes."""
    return [name for name in names if (letters := _foreign(name)) and not _has_letters(letters, system=True)]


# -- lists on their sheets


def _parts(paper: Document) -> Iterator[tuple[Part, list[Block]]]:
    """The document as the papers that it consists of, each with its title and its own blocks."""
    part, blocks = Part(paper.title, paper.subtitle), list[Block]()
    for block in paper.blocks:
        if isinstance(block, Part):
            if blocks:
                yield part, blocks
            part, blocks = block, []
        else:
            blocks.append(block)
    yield part, blocks


def _set(part: Part, blocks: list[Block], asked: int, width: float, height: float, grows: bool) -> dict[str, Any]:
    """A part as the template reads it: lists in as many columns as asked for, as large as their sheet takes them.

    `width` and `height` are what the sheet has in ems. Fewer columns where the lists would become too small to read;
    columns of a list that one sheet holds are equally long.
    """
    tables = [block for block in blocks if isinstance(block, Table)]
    is_list = tables and all(isinstance(block, Table | Heading | Text) for block in blocks)
    columns, room = _columns(tables, asked, width) if is_list and asked > 1 else (1, width)
    used = 2.6 * (len(blocks) - len(tables))
    lines = sum(table.height(room, columns) * table.scale for table in tables)
    growth = (height - used) / lines if is_list else 1.0
    grown = max(1.0, growth) if columns == 1 else 1.0
    common = _common(tables)
    few = columns == 1 and sum(len(table.rows) for table in tables) <= ONE_SHEET
    larger = min((table.growth(room) for table in tables), default=2.0) if grows and not is_list else 1.0
    return {
        "title": part.title, "subtitle": part.subtitle, "columns": columns, "balanced": growth > 1,
        "form": few, "growth": larger,
        "blocks": [
            b.to_json(room, grown, common.get(b.columns, ())) if isinstance(b, Table) else b.to_json() for b in blocks
        ],
    }  # fmt: skip


def _common(tables: list[Table]) -> dict[tuple[Column, ...], list[float]]:
    """The widths that the columns of lists with the same heads like to have, where there are several such lists."""
    found: dict[tuple[Column, ...], list[list[float]]] = {}
    for table in tables:
        found.setdefault(table.columns, []).append(table.natural([[str(cell) for cell in row] for row in table.rows]))
    return {columns: [max(all) for all in zip(*each, strict=True)] for columns, each in found.items() if len(each) > 1}


def _columns(tables: list[Table], asked: int, width: float) -> tuple[int, float]:
    """How many columns, and the ems that each has."""
    needed = max(t.needs(t.natural([[str(cell) for cell in row] for row in t.rows])) for t in tables)
    for columns in range(asked, 1, -1):
        room = (width - GUTTER * (columns - 1)) / columns
        if needed * READABLE <= room:
            return columns, room
    return 1, width


def _bad_logo() -> str:
    return _("The logo must be a PNG, JPEG, GIF or SVG picture of at most 2 MB.")


def inputs(paper: Document | Layout, ctx: Context, provisional: str = "") -> dict[str, Any]:
    """Everything that a template reads."""
    orientation = ctx.option("orientation").lower()
    landscape = paper.landscape if not orientation else orientation == "landscape"
    size = SIZES[ctx.option("size", "normal").lower()]
    kind = ctx.paper
    content: dict[str, Any]
    if isinstance(paper, Document):
        width, height = SHEETS[kind][landscape] - MARGINS, SHEETS[kind][not landscape] - HEIGHT_TAKEN
        asked = int(ctx.option("columns", "1"))
        grows = size == SIZES["normal"]
        content = {"parts": [_set(*part, asked, width / size, height / size, grows) for part in _parts(paper)]}
    else:
        content = dict(paper.data)
    return {
        "title": paper.title,
        "subtitle": paper.subtitle,
        "event": ctx.settings.name,
        "author": ctx.settings.organiser or "Arbitro",
        "about": " · ".join(filter(None, (ctx.settings.name, ctx.subtitle))),
        "keywords": [word for word in (ctx.settings.name, ctx.settings.city, ctx.settings.federation) if word],
        "printed": _("printed {when}").format(when=ctx.printed) if ctx.printed else "",
        "provisional": provisional,
        "fonts": [],
        "sponsor": ctx.option("sponsor"),
        "logo": logo(ctx.option("logo")),
        "lang": current_language(),
        "words": {"page": _("Page"), "logo": _("Logo"), "qr": _("QR code")},
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
