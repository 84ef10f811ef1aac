"""Terminals that lack some of our letters (ASCII, cp1252) show the nearest they have: ½ as 1/2, ✗ as x."""

from __future__ import annotations

import codecs
import unicodedata
from io import TextIOWrapper
from typing import TextIO

_NEAREST = str.maketrans(dict(zip("✗✓▼▲→←·–—“”‘’−×⁄│─", "xov^><---\"\"''-x/|-", strict=True)) | {"…": "..."})


def suit(*streams: TextIO) -> None:
    """Let each stream write what its encoding has, and the nearest to what it has not."""
    for stream in streams:
        if isinstance(stream, TextIOWrapper) and stream.encoding.lower().replace("-", "") != "utf8":
            codecs.register_error("nearest", _nearest)
            stream.reconfigure(errors="nearest")


def _nearest(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    rest = error.object[error.start : error.end]
    plain = unicodedata.normalize("NFKD", rest.translate(_NEAREST)).translate(_NEAREST)
    return "".join(c if c.isascii() else "" if unicodedata.combining(c) else "?" for c in plain), error.end
