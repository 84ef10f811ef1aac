"""Terminals that lack some of our letters (ASCII, cp1252) show the nearest they have: ½ as 1/2, 1½ as 1.5, ✗ as x."""

from __future__ import annotations

import codecs
from io import TextIOWrapper

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO

_PLAIN = "plain-ascii"  # ASCII by another name: click writes UTF-8 to a stream that calls itself ASCII
_LETTERS = dict(zip("✗✓▼▲→←·–—“”«»‘’−×⁄│─", 'xov^><---""""\'\'-x/|-', strict=True))
_NEAREST = str.maketrans(_LETTERS | {"…": "...", "¿": "", "¡": "", "€": "EUR"})


def suit(*streams: TextIO) -> None:
    """Let each stream write what its encoding has, and the nearest to what it has not."""
    for stream in streams:
        if isinstance(stream, TextIOWrapper) and (name := codecs.lookup(stream.encoding).name) != "utf-8":
            stream.reconfigure(encoding=_PLAIN if name == "ascii" else name, errors="nearest")


def shows(letters: str, stream: TextIO) -> bool:
    """Whether a stream has these letters themselves."""
    try:
        letters.encode(stream.encoding or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


def suited(text: str, encoding: str) -> str:
    """The text as a stream of that encoding will show it: what a column must have room for."""
    return text.encode(encoding, "nearest").decode(encoding)


def _nearest(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    said = error.object
    places = range(error.start, error.end)
    return "".join(_letter(said[at], said[at - 1] if at else "") for at in places), error.end


def _letter(letter: str, before: str) -> str:
    """One letter in ASCII; a fraction after a digit is a decimal, for 1½ is not 11/2."""
    import unicodedata  # few terminals need it

    if before.isdecimal() and unicodedata.category(letter) == "No":
        return f"{unicodedata.numeric(letter):g}".removeprefix("0")
    plain = unicodedata.normalize("NFKD", letter.translate(_NEAREST)).translate(_NEAREST)
    return "".join(c if c.isascii() else "" if unicodedata.combining(c) else "?" for c in plain)


def _plain(name: str) -> codecs.CodecInfo | None:
    if name.replace("_", "-") != _PLAIN:
        return None
    ascii = codecs.lookup("ascii")
    return codecs.CodecInfo(
        ascii.encode, ascii.decode, ascii.streamreader, ascii.streamwriter,
        ascii.incrementalencoder, ascii.incrementaldecoder, _PLAIN,
    )  # fmt: skip


codecs.register(_plain)
codecs.register_error("nearest", _nearest)
