"""What `make docs` adds to MkDocs: the chapters of `index.md` as navigation, a link to the other language, tables and
blocks that scroll by themselves on a phone, and a search that also answers when the pages are opened from a folder.

MkDocs calls the functions by their names (`hooks` in mkdocs.yml).
"""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

from markdown.extensions.toc import slugify
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.pages import Page

ENGLISH = Path(__file__).parents[1] / "docs"
STYLE = """<style>
article table, .col-md-9 table { display: block; overflow-x: auto; max-width: 100%; }
pre { overflow-x: auto; } img { max-width: 100%; height: auto; } img[src*=phone] { max-width: 15rem; }
p, li, h1, h2, h3, td code { overflow-wrap: anywhere; }
</style>"""
SEARCH = Path(__file__).with_name("docs_search.js")


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
    config.mdx_configs.setdefault("toc", {})["slugify"] = anchor
    config.extra_javascript.append("search/main.js")
    return config


def anchor(title: str, separator: str) -> str:
    """The name of a heading in its page; `1. Start` is `step-1-start`, for the theme fails on a figure."""
    name = slugify(title, separator)
    return f"step{separator}{name}" if name[:1].isdigit() else name


def on_post_build(config: MkDocsConfig) -> None:
    """Our search instead of the theme's: a script may be read from a folder, data may not."""
    folder = Path(config.site_dir) / "search"
    index = json.loads((folder / "search_index.json").read_text(encoding="utf-8"))["docs"]
    made = f"window.manualIndex = {json.dumps(index, ensure_ascii=False)};\n"
    (folder / "index.js").write_text(made, encoding="utf-8")
    (folder / "search_index.json").unlink()
    shutil.copyfile(SEARCH, folder / "main.js")


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    """A way to the same page in the other language, and what a phone needs; neither is part of what is searched."""
    spanish = Path(config.docs_dir) != ENGLISH
    up = "../" * (page.url.count("/") + spanish)
    there = f"{up}{'' if spanish else 'es/'}{page.url}"
    link = f'<p style="text-align:end"><a href="{there}">{"English" if spanish else "Español"}</a></p>'
    return output.replace("</head>", f"{STYLE}</head>", 1).replace('role="main">', f'role="main">{link}', 1)
