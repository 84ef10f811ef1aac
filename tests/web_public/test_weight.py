"""A first visit loads under 100 KB, packed: scripts, styles, icons and a Latin page's fonts, all from this site."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

from django.contrib.staticfiles import finders

from tests.web_public.test_pages import addresses

BUDGET = 100 * 1024
SEMIBOLD = "web/fonts/sans-600-latin.woff2"  # asked for by the styles


def test_what_every_page_loads_is_under_100_kb(hall, visitor):
    heaviest = 0
    for address in addresses(hall):
        text = visitor.get(address, follow=True).content.decode()
        files = set(re.findall(r'(?:src|href)="/static/([^"?]+\.(?:js|css|svg|woff2))(?=["?])', text)) | {SEMIBOLD}
        paths = [finders.find(name) for name in files]
        assert all(paths), files
        heaviest = max(heaviest, sum(len(gzip.compress(Path(path).read_bytes())) for path in paths))
    assert 0 < heaviest < BUDGET
