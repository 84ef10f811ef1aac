"""A page loads under 100 KB of scripts and styles, all from this site."""

from __future__ import annotations

import re
from pathlib import Path

from django.contrib.staticfiles import finders

from tests.web_public.test_pages import addresses

BUDGET = 100 * 1024


def test_scripts_and_styles_of_every_page_are_under_100_kb(hall, visitor):
    heaviest = 0
    for address in addresses(hall):
        text = visitor.get(address, follow=True).content.decode()
        files = set(re.findall(r'(?:src|href)="/static/([^"?]+\.(?:js|css))', text))
        paths = [finders.find(name) for name in files]
        assert all(paths), files
        heaviest = max(heaviest, sum(Path(path).stat().st_size for path in paths))
    assert 0 < heaviest < BUDGET
