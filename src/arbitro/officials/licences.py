"""Registration of arbiters (licences) and the fees that the texts name, as data (B.06.1 6).

Every arbiter of a rated event must be registered, otherwise the event is not rated and its norms are refused. The
manual leaves the amounts to FIDE's financial regulations; the schedule here is the one published with the licence in
2013 (B.05 6.3) and can be replaced by passing another. Not here: who may be appointed (`appointments`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from arbitro.errors import ArbitroError
from arbitro.i18n import gettext_for
from arbitro.records import decode
from arbitro.texts import table

_ = gettext_for("officials")

Rank = tuple[str, str | None]  # title, category

LICENCES_2013: Mapping[Rank, int] = {
    ("IA", "A"): 300, ("IA", "B"): 200, ("IA", "C"): 160, ("IA", "D"): 100,
    ("FA", "C"): 120, ("FA", "D"): 80, ("NA", None): 20,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Fee:
    """An amount in euros, who pays it and the article that names it."""

    name: str
    eur: int
    payer: str
    article: str
    refunded: str = ""


def fees() -> tuple[Fee, ...]:
    """The fees in the reader's language."""
    return tuple(
        Fee(_(f.name), f.eur, _(f.payer), f.article, f.refunded and _(f.refunded))
        for f in decode(tuple[Fee, ...], table("officials")["fees"])
    )


def licence_fee(title: str, category: str | None = None, schedule: Mapping[Rank, int] = LICENCES_2013) -> int:
    """The fee of a title and category; every FIDE Arbiter is category D now."""
    rank = (title, None) if title == "NA" else (title, category or "D")
    if rank not in schedule:
        raise ArbitroError(_("no licence fee for {rank}").format(rank=f"{title} {category or ''}".rstrip()))
    return schedule[rank]


def upgrade_fee(title: str, old: str, new: str, schedule: Mapping[Rank, int] = LICENCES_2013) -> int:
    """Within a title only the difference is paid; a new title pays its whole fee."""
    return max(0, licence_fee(title, new, schedule) - licence_fee(title, old, schedule))


def licensed(paid_on: date | None, day: date) -> bool:
    """In effect from the day after the fee was received, for life."""
    return paid_on is not None and paid_on < day
