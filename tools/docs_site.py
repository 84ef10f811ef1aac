"""What `make docs` adds to MkDocs: the chapters of `index.md` as navigation, a link to the other language, and tables
and blocks that scroll by themselves on a phone.

MkDocs calls the functions by their names (`hooks` in mkdocs.yml).
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page

ENGLISH = Path(__file__).parents[1] / "docs"
STYLE = """<style>
article table, .col-md-9 table { display: block; overflow-x: auto; max-width: 100%; }
pre { overflow-x: auto; } img { max-width: 100%; height: auto; } img[src*=phone] { max-width: 15rem; }
p, li, h1, h2, h3, td code { overflow-wrap: anywhere; }
</style>"""


def chapters(docs: Path) -> list[dict[str, Any]]:
    """The navigation, from the list of the first page: `- *Part*: [Title](page.md), …`."""
    text = (docs / "index.md").read_text(encoding="utf-8")
    nav: list[dict[str, Any]] = [{"Arbitro": "index.md"}]
    for item in re.split(r"^- ", text, flags=re.M)[1:]:
        part = re.sub(r"[*:]", "", re.split(r"\[", item)[0].split(",")[0]).strip()
        pages = re.findall(r"\[([^]]+)\]\(([\w/-]+\.md)\)", " ".join(item.split()))
        nav.append({part: [{title[:1].upper() + title[1:]: page} for title, page in pages]})
    return nav


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    config.nav = chapters(Path(config.docs_dir))
    named = {page for part in config.nav for pages in part.values() if isinstance(pages, list)
             for one in pages for page in one.values()}  # fmt: skip
    more = sorted(page.name for page in ENGLISH.glob("*.md") if page.name not in named | {"index.md"})
    config.nav.append({"More" if config.theme["locale"].language == "en" else "Más": more})
    return config


def on_page_content(html: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """A way to the same page in the other language, and what a phone needs."""
    spanish = Path(config.docs_dir) != ENGLISH
    up = "../" * (page.url.count("/") + spanish)
    there = f"{up}{'' if spanish else 'es/'}{page.url}"
    name = "English" if spanish else "Español"
    return f'{STYLE}<p style="text-align:end"><a href="{there}">{name}</a></p>{html}'
