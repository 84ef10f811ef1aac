"""Text from bytes: UTF-8 with or without BOM, else Latin-1; lines that end with LF, CR or CRLF."""

from __future__ import annotations


def decode(data: bytes) -> str:
    """The text of a file whose encoding nobody recorded. Latin-1 reads any bytes, so this never fails."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def lines(text: str) -> list[str]:
    """Lines without their ends. Only CR and LF end a line: a form feed or U+2028 inside a name does not."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
