"""What every reader of files from outside needs: their text, their titles, their archives.

decode, lines      UTF-8 with or without BOM, else Latin-1; lines that end with LF, CR or CRLF
TITLES             titles as files write them
members            the names in an archive
broken_archive     what reading a broken zip archive may raise
"""

from __future__ import annotations

from arbitro.model import Title

# Titles as files write them: FIDE's codes, the letters of older lists, Spanish codes.
TITLES = {title.value: title for title in Title} | {
    "G": Title.GM, "M": Title.IM, "F": Title.FM, "C": Title.CM, "MI": Title.IM, "MF": Title.FM, "-": Title.NONE,
    "WG": Title.WGM, "WM": Title.WIM, "WF": Title.WFM, "WC": Title.WCM,
    "GMF": Title.WGM, "MIF": Title.WIM, "MFF": Title.WFM, "CMF": Title.WCM,
}  # fmt: skip


def decode(data: bytes) -> str:
    """The text of a file whose encoding nobody recorded. Latin-1 reads any bytes, so this never fails."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def lines(text: str) -> list[str]:
    """Lines without their ends. Only CR and LF end a line: a form feed or U+2028 inside a name does not."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def members(data: bytes) -> list[str]:
    """The names in a zip archive, one that is empty for an archive of nothing; none of a broken one."""
    import io
    from zipfile import ZipFile

    try:
        with ZipFile(io.BytesIO(data)) as packed:
            return packed.namelist() or [""]
    except broken_archive():
        return []


def broken_archive() -> tuple[type[Exception], ...]:
    """What reading a broken zip archive raises; its modules are loaded only then.

    RuntimeError: an archive with a password; its NotImplementedError: a way of packing that Python does not know;
    ValueError: a name that says it is UTF-8 and is not, a place before the beginning.
    """
    import zipfile
    import zlib

    return (zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error, EOFError, RuntimeError, ValueError)
