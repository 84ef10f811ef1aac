"""Many remarks of one kind as one: a table that is cut off would otherwise fill a page with the same sentence."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable

from arbitro.i18n import gettext_for

_ = gettext_for("files")

MOST = 8  # of a kind that are said one by one
SHOWN = 3


def gathered(remarks: Iterable[str]) -> list[str]:
    """The remarks, those of a kind as one where they are many, in the place of the first."""
    kinds: dict[str, list[str]] = defaultdict(list)
    for remark in dict.fromkeys(remarks):
        kinds[_kind(remark)].append(remark)
    told = []
    for alike in kinds.values():
        if len(alike) <= MOST:
            told += alike
        else:
            first = "; ".join(alike[:SHOWN])
            told.append(_("{n} remarks of one kind: {first} …").format(n=len(alike), first=first))
    return told


def _kind(remark: str) -> str:
    """What a remark says, without the place that it speaks of, numbers and what was found."""
    said = re.sub(r"“[^”]*”|\"[^\"]*\"", "“”", remark)
    return re.sub(r"[\d.,½]+", "#", said.partition(": ")[2] or said)
