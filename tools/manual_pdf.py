"""The manual as one PDF per language, with the fonts of the papers: python -m tools.manual_pdf FOLDER.

Markdown becomes HTML as in the program, and HTML becomes Typst; chapters and their order are those of the navigation.
"""

from __future__ import annotations

import json
import posixpath
import re
import sys
from html.parser import HTMLParser
from pathlib import Path

import markdown
import typst

from tools.docs_site import chapters

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
FONTS = ROOT / "src/arbitro/papers/fonts"
WORDS = {"en": ("Manual", "Contents"), "es": ("Manual", "Índice")}
PRELUDE = """
#set document(title: "Arbitro")
#set page(paper: "a4", margin: 2cm, numbering: "1")
#set text(font: ("Source Sans Pro", "Arbitro Symbols"), size: 10pt, lang: "%(lang)s")
#set par(justify: false)
#set table(stroke: 0.5pt + gray, inset: 4pt, align: left)
#show heading.where(level: 1): it => { pagebreak(weak: true); it }
#show heading.where(level: 2): it => { v(0.6em); it }
#show link: underline
#show raw.where(block: true): block.with(width: 100%%, fill: luma(245), inset: 6pt, radius: 3pt)
#show raw: set text(font: ("DejaVu Sans Mono", "Source Sans Pro", "Arbitro Symbols"), size: 8.5pt)
#align(center + horizon)[#text(40pt, weight: "bold")[Arbitro] #linebreak() #text(18pt)[%(title)s]]
#pagebreak()
#outline(title: [%(contents)s], depth: 1)
"""
PLACES = {"p": ("", "\n\n"), "strong": ("#strong[", "]"), "em": ("#emph[", "]"), "ul": ("#list(", ")\n\n"),
          "ol": ("#enum(", ")\n\n"), "li": ("[", "],\n"), "br": ("#linebreak()", ""), "td": ("[", "],"),
          "th": ("[#strong[", "]],"), "blockquote": ("#quote(block: true)[", "]\n\n"), "small": ("", "")}  # fmt: skip


def label(page: str) -> str:
    return page.removesuffix(".md").replace("/", "-")


def escaped(text: str) -> str:
    return re.sub(r"([\\#$*_@<>\[\]~=+/`\"'-])", r"\\\1", re.sub(r"\s+", " ", text))


class Typeset(HTMLParser):
    """The body of one page as Typst."""

    def __init__(self, page: str, known: set[str], folder: Path) -> None:
        super().__init__()
        self.page, self.known, self.folder = page, known, folder
        self.out: list[str] = []
        self.closing: list[str] = []
        self.code: list[str] | None = None
        self.cells: list[int] = []  # where the table began, and its columns

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        if re.fullmatch("h[1-6]", tag):
            self.out.append("=" * int(tag[1]) + " ")
            self.closing.append(f" <{label(self.page)}>\n\n" if tag == "h1" else "\n\n")
        elif tag == "a":
            target = posixpath.normpath(posixpath.join(posixpath.dirname(self.page), said["href"].split("#")[0]))
            if target in self.known:
                self.out.append(f"#link(<{label(target)}>)[")
            else:
                self.out.append(f"#link({json.dumps(said['href'])})[" if said["href"].startswith("http") else "#box[")
            self.closing.append("]")
        elif tag == "img":
            self._picture(posixpath.normpath(posixpath.join(posixpath.dirname(self.page), said["src"])))
        elif tag in ("code", "pre"):
            self.code = [] if self.code is None else self.code
        elif tag == "table":
            self.cells = [len(self.out), 0]
        elif tag == "th":
            self.cells[1] += 1
            self.out.append(PLACES[tag][0])
        elif tag in PLACES:
            self.out.append(PLACES[tag][0])

    def handle_endtag(self, tag: str) -> None:
        if re.fullmatch("h[1-6]", tag) or tag == "a":
            self.out.append(self.closing.pop())
        elif tag == "pre" or (tag == "code" and self.code is not None and "\n" not in "".join(self.code)):
            block = "true" if tag == "pre" else "false"
            if self.code is not None and (tag == "pre" or not self._in_pre()):
                self.out.append(f"#raw(block: {block}, {json.dumps(''.join(self.code).rstrip(), ensure_ascii=False)})")
                self.out.append("\n\n" if tag == "pre" else "")
                self.code = None
        elif tag == "table":
            start, columns = self.cells
            self.out[start:start] = [f"#table(columns: {columns},"]
            self.out.append(")\n\n")
        elif tag in PLACES and tag != "br":
            self.out.append(PLACES[tag][1])

    def _in_pre(self) -> bool:
        return (self.get_starttag_text() or "").startswith("<code class=")

    def handle_data(self, data: str) -> None:
        if self.code is not None:
            self.code.append(data)
        elif data.strip() or (self.out and not self.out[-1].endswith(("\n", ",", "("))):
            self.out.append(escaped(data))

    def _picture(self, name: str) -> None:
        file = self.folder / name
        width = "4.2cm" if "phone" in name else "80%"
        self.out.append(f"#image({json.dumps('/' + str(file.relative_to(ROOT)))}, width: {width})")


def source(lang: str) -> str:
    """The whole manual of a language as Typst."""
    folder = DOCS if lang == "en" else DOCS / lang
    nav = chapters(folder)
    names = [page for part in nav for pages in part.values() if isinstance(pages, list) for one in pages
             for page in one.values()]  # fmt: skip
    title, contents = WORDS[lang]
    made = [PRELUDE % {"lang": lang, "title": title, "contents": contents}]
    for name in names:
        text = (folder / name).read_text(encoding="utf-8")
        reader = Typeset(name, set(names), folder)
        reader.feed(markdown.markdown(text, extensions=["tables", "fenced_code", "sane_lists"]))
        made.append("".join(reader.out))
    return "\n".join(made)


def main() -> None:
    target = Path(sys.argv[1])
    target.mkdir(parents=True, exist_ok=True)
    for lang in WORDS:
        typ = target / f"manual-{lang}.typ"
        typ.write_text(source(lang), encoding="utf-8")
        typst.compile(str(typ), output=str(target / f"arbitro-{lang}.pdf"), root=str(ROOT), font_paths=[str(FONTS)])
        typ.unlink()


if __name__ == "__main__":
    main()
