"""The chapters for those who come from another program: each way “page → button” that they name leads there."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest
from django.test import Client

ROOT = Path(__file__).resolve().parents[2]
LINK = re.compile(r'<a\b[^>]*\bhref="([^"#]+)"[^>]*>(.*?)</a>', re.S)


def words(part: str) -> str:
    return " ".join(html.unescape(re.sub(r"<svg.*?</svg>|<[^>]*>", " ", part, flags=re.S)).split())


def ways(language: str) -> list[tuple[str, list[str]]]:
    folder = ROOT / ("docs/from" if language == "en" else "docs/es/from")
    return [
        (path.name, [" ".join(part.split()) for part in bold.split("→")])
        for path in sorted(folder.glob("*.md"))
        for bold in re.findall(r"\*\*([^*]+→[^*]+)\*\*", path.read_text(encoding="utf-8"))
    ]


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_way_that_is_named_leads_there(hall, language):
    hall.start()
    client = Client(headers={"accept-language": language})
    client.force_login(hall.owner_user)
    found = ways(language)
    assert len(found) > 5
    for chapter, way in found:
        page = client.get(hall.url("desk-section")).content.decode()
        for part in way:
            links = {words(text): html.unescape(url) for url, text in LINK.findall(page)}
            target = next((url for name, url in links.items() if re.fullmatch(rf"{re.escape(part)}( \d+)?", name)), "")
            if target:
                page = client.get(target, follow=True).content.decode()
            else:
                texts = {words(text) for text in re.findall(r">([^<>]+)<", page)}
                assert part in texts, f"{chapter}: {' → '.join(way)}: {part} is not on that page"
