"""Stages: how strength, or the order of one stage, becomes the entries of the next.

    rule                                                              function
    order of strength: rating, title, name (2009)                     seeding_order
    groups feeding a round robin                                      qualifiers
    groups feeding a knock-out                                        knockout_entries: members of a group far apart

A stage is played by `formats.next_round` with a `Plan` that names its entries and its first round; the games of the
stages before stay in the same tournament.

Not here: forming the groups (`table.snake`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from arbitro.errors import Refused
from arbitro.formats.knockout import meeting_stage
from arbitro.i18n import gettext_for, ngettext_for
from arbitro.model import Player, Title

_ = gettext_for("formats")
ngettext_ = ngettext_for("formats")

T = TypeVar("T")

TITLE_ORDER = (  # the 2009 text: a woman international master stands before a FIDE master
    Title.GM, Title.IM, Title.WGM, Title.WIM, Title.FM, Title.CM, Title.WFM, Title.WCM, Title.NONE,
)  # fmt: skip


def qualifiers(groups: Sequence[Sequence[T]], places: int) -> tuple[T, ...]:
    """The first of each group, then the second of each, and so on; groups are given in their final order."""
    short = [i for i, group in enumerate(groups, 1) if len(group) < places]
    if places < 1 or short:
        raise Refused(
            ngettext_(
                "Not every group has {n} player to qualify.", "Not every group has {n} players to qualify.", places
            ).format(n=places),
            article=_("regulations of the event"),
        )
    return tuple(group[place] for place in range(places) for group in groups)


def knockout_entries(groups: Sequence[Sequence[T]], places: int) -> tuple[T, ...]:
    """The seeds of a knock-out between the best of several groups, seed 1 first.

    Winners have the best seeds, then the seconds, and so on. Inside each row the players are placed so that members
    of one group meet as late as possible: with two qualifiers from each of 2, 4 or 8 groups, only in the final.
    """
    entries = qualifiers(groups, places)
    count = len(groups)
    seeds = {i: i + 1 for i in range(count)}  # place in `entries` -> seed; entry i comes from group i % count
    for place in range(1, places):
        row = range(place * count, (place + 1) * count)
        earliest = {
            (i, seed): min(meeting_stage(seed, seeds[mate], len(entries)) for mate in range(i % count, i, count))
            for i in row
            for seed in range(row.start + 1, row.stop + 1)
        }
        for limit in sorted(set(earliest.values()), reverse=True):
            placed = _assign({i: [s for (j, s), stage in earliest.items() if j == i and stage >= limit] for i in row})
            if placed is not None:
                seeds |= placed
                break
    return tuple(entries[i] for i in sorted(seeds, key=lambda i: seeds[i]))


def _assign(options: dict[int, list[int]]) -> dict[int, int] | None:
    """Give everyone one of their options, each to one only (augmenting paths), or None."""
    holder: dict[int, int] = {}

    def place(i: int, tried: set[int]) -> bool:
        for option in options[i]:
            if option in tried:
                continue
            tried.add(option)
            if option not in holder or place(holder[option], tried):
                holder[option] = i
                return True
        return False

    if all(place(i, set()) for i in options):
        return {i: option for option, i in holder.items()}
    return None


def seeding_order(players: Sequence[Player]) -> tuple[Player, ...]:
    """By rating, then title, then name; unrated players last."""
    return tuple(sorted(players, key=lambda p: (-p.rating, TITLE_ORDER.index(p.title), p.name.casefold(), p.number)))
