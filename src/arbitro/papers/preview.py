"""The picture of a tournament for link previews: 1200 by 630 points, one pixel each."""

from __future__ import annotations

import json

from arbitro.i18n import current_language
from arbitro.papers.typeset import FONTS, TEMPLATES


def preview(name: str, where: str, what: str, round: str) -> bytes:
    """A PNG with the name, place and days, the system, the round."""
    import typst

    texts = {"name": name[:90], "where": where[:90], "what": what[:60], "round": round, "lang": current_language()}
    made: bytes = typst.compile(
        str(TEMPLATES / "preview.typ"),
        root=str(TEMPLATES),
        font_paths=[str(FONTS)],
        ignore_system_fonts=True,
        format="png",
        ppi=72,
        sys_inputs={"data": json.dumps(texts, ensure_ascii=False)},
    )
    return made
