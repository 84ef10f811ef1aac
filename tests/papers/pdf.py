"""What a PDF says, as poppler reads it: text, pages, fonts, and where the words stand."""

from __future__ import annotations

import html
import re
import subprocess
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple


def _run(*command: str, data: bytes) -> str:
    return subprocess.run([*command], input=data, capture_output=True, check=True).stdout.decode()


def text(data: bytes) -> str:
    """All text, line by line as it is laid out."""
    return unicodedata.normalize("NFC", _run("pdftotext", "-layout", "-", "-", data=data))


@lru_cache(maxsize=16)
def squeezed(data: bytes) -> str:
    """All text without blanks, so that a line break inside a cell does not matter."""
    raw = unicodedata.normalize("NFC", _run("pdftotext", "-raw", "-", "-", data=data))
    return re.sub(r"[\s\u200b]", "", raw)


def has(data: bytes, words: str) -> bool:
    return re.sub(r"\s", "", words) in squeezed(data)


def info(data: bytes) -> dict[str, str]:
    lines = _run("pdfinfo", "-", data=data).splitlines()
    return {key.strip(): value.strip() for key, _colon, value in (line.partition(":") for line in lines)}


def pages(data: bytes) -> int:
    return int(info(data)["Pages"])


def fonts(data: bytes) -> set[str]:
    """The families that are embedded."""
    lines = _run("pdffonts", "-", data=data).splitlines()[2:]
    assert all(" yes " in line for line in lines), "a font is not embedded"
    return {line.split()[0].partition("+")[2].partition("-")[0] for line in lines}


class Word(NamedTuple):
    page: int
    left: float
    top: float
    right: float
    bottom: float
    text: str


@lru_cache(maxsize=4)
def words(data: bytes) -> tuple[list[tuple[float, float]], list[Word]]:
    """The sizes of the pages, and every word with its box."""
    xml = _run("pdftotext", "-bbox", "-", "-", data=data)
    sizes: list[tuple[float, float]] = []
    found: list[Word] = []
    for line in xml.splitlines():
        if page := re.search(r'<page width="([\d.]+)" height="([\d.]+)"', line):
            sizes.append((float(page[1]), float(page[2])))
        elif word := re.search(r'<word xMin="(\S+)" yMin="(\S+)" xMax="(\S+)" yMax="(\S+)">(.*)</word>', line):
            box = [float(word[i]) for i in range(1, 5)]
            found.append(Word(len(sizes), *box, word[5]))
    return sizes, found


def cut_or_overlapping(data: bytes) -> list[str]:
    """Words that leave the page or lie on another word: what must never happen."""
    sizes, found = words(data)
    bad = []
    rows: dict[tuple[int, int], list[Word]] = {}
    for word in found:
        width, height = sizes[word.page - 1]
        if word.left < -1 or word.top < -1 or word.right > width + 1 or word.bottom > height + 1:
            bad.append(f"page {word.page}: {word.text} leaves the page")
        rows.setdefault((word.page, round((word.top + word.bottom) / 4)), []).append(word)
    for row in rows.values():
        row.sort(key=lambda word: word.left)
        for one, other in pairwise(row):
            if other.left < one.right - 1.5 and min(one.bottom, other.bottom) - max(one.top, other.top) > 3:
                bad.append(f"page {one.page}: {one.text} | {other.text}")
    return bad


def broken_words(data: bytes, texts: Iterable[str]) -> list[str]:
    """Words of these texts that no page has in one piece: cut, or broken where no hyphen stands."""
    printed = {word.text for word in words(data)[1]}
    whole = {unicodedata.normalize("NFC", html.unescape(text)) for text in printed}
    asked = {word for text in texts for word in re.split(r"[\s\u200b]+", unicodedata.normalize("NFC", text))}
    return sorted(
        word
        for word in asked - whole
        if word and "-" not in word and len(word) < 25 and not any(word in other for other in whole)
    )


def without(data: bytes, *texts: str) -> list[int]:
    """The pages on which one of these texts is missing."""
    found = []
    for number, page in enumerate(_run("pdftotext", "-raw", "-", "-", data=data).rstrip("\f").split("\f"), 1):
        squeezed_page = re.sub(r"[\s\u200b]", "", unicodedata.normalize("NFC", page))
        if any(re.sub(r"\s", "", text) not in squeezed_page for text in texts):
            found.append(number)
    return found
