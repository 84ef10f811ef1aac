"""Groups of equal strength from one order (the 2009 "Belgrade" system).

    rule                                                      function
    order of strength: rating, title, name                    seeding_order
    rows alternately left to right and right to left           snake

Not here: what follows the groups (`stages`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from arbitro.errors import Refused
from arbitro.i18n import gettext_for
from arbitro.model import Player, Title

T = TypeVar("T")

TITLE_ORDER = (  # the 2009 text: a woman international master stands before a FIDE master
    Title.GM, Title.IM, Title.WGM, Title.WIM, Title.FM, Title.CM, Title.WFM, Title.WCM, Title.NONE,
)  # fmt: skip


def snake(order: Sequence[T], groups: int) -> tuple[tuple[T, ...], ...]:
    """Belgrade: first row left to right, second row right to left, and so on.

    >>> snake(range(1, 9), 4)
    ((1, 8), (2, 7), (3, 6), (4, 5))
    """
    if not 1 <= groups <= len(order):
        _ = gettext_for("formats")
        raise Refused(
            _("{n} players cannot form {g} groups.").format(n=len(order), g=groups), article=_("Belgrade system")
        )
    found: list[list[T]] = [[] for _ in range(groups)]
    for i, entry in enumerate(order):
        row, place = divmod(i, groups)
        found[place if row % 2 == 0 else groups - 1 - place].append(entry)
    return tuple(tuple(group) for group in found)


def seeding_order(players: Sequence[Player]) -> tuple[Player, ...]:
    """By rating, then title, then name; unrated players last."""
    return tuple(sorted(players, key=lambda p: (-p.rating, TITLE_ORDER.index(p.title), p.name.casefold(), p.number)))
