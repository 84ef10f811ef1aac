"""Who may enter by the public form, what it costs, and who waits: pure functions of what the organiser has stated.

open, closes, places      the form; its last day; how many may play (0: any number), beyond them one waits
rating_from, rating_to    the band of ratings; unrated: may those without a rating enter?
born_from, born_to        years of birth: 2010 and later for an under-16 in 2026
women                     for women only
fee, fees, currency       what an entry costs; less for titled players (GM, IM, WGM, WIM), juniors (under 18 at the
                          end of the year), seniors (60 and more) and women; the lowest that applies
consents                  the lines that whoever enters agrees to
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Annotated, Literal

from arbitro.i18n import gettext_for
from arbitro.model import Player, Sex, Title
from arbitro.records import Between

_ = gettext_for("desk")

Group = Literal["titled", "junior", "senior", "women"]
Year = Annotated[int, Between(0, 2200)]
FREE_TITLES = {Title.GM, Title.IM, Title.WGM, Title.WIM}


@dataclass(frozen=True, kw_only=True)
class Admission:
    """See the table above."""

    open: bool = False
    closes: str = ""
    places: Annotated[int, Between(0, 100_000)] = 0
    rating_from: Annotated[int, Between(0, 4000)] = 0
    rating_to: Annotated[int, Between(0, 4000)] = 0
    unrated: bool = True
    born_from: Year = 0
    born_to: Year = 0
    women: bool = False
    fee: str = ""
    fees: Mapping[Group, str] = field(default_factory=dict)
    currency: str = ""
    consents: tuple[str, ...] = ()


def birth_year(player: Player) -> int | None:
    return int(player.birth[:4]) if player.birth[:4].isdecimal() else None


def objections(admission: Admission, player: Player, today: str) -> list[str]:
    """Why this player cannot enter, a sentence for each reason; an ISO date says which day it is."""
    against = []
    if not admission.open or (admission.closes and today > admission.closes):
        against.append(_("The entry form is closed."))
    if player.rating:
        if admission.rating_from and player.rating < admission.rating_from:
            against.append(_("This tournament is for ratings from {n} on.").format(n=admission.rating_from))
        if admission.rating_to and player.rating > admission.rating_to:
            against.append(_("This tournament is for ratings up to {n}.").format(n=admission.rating_to))
    elif not admission.unrated:
        against.append(_("This tournament is for rated players."))
    born = birth_year(player)
    if (admission.born_from or admission.born_to) and born is None:
        against.append(_("State the year of birth: this tournament has a limit of age."))
    elif born is not None:
        if admission.born_from and born < admission.born_from:
            against.append(_("This tournament is for those born in {year} or later.").format(year=admission.born_from))
        if admission.born_to and born > admission.born_to:
            against.append(_("This tournament is for those born in {year} or earlier.").format(year=admission.born_to))
    if admission.women and player.sex is not Sex.FEMALE:
        against.append(_("This tournament is for women."))
    return against


def fee_of(admission: Admission, player: Player, year: int) -> Decimal | None:
    """What the entry costs in the year of the event; None where no fee is stated."""
    if amount_of(admission.fee) is None:
        return None
    born = birth_year(player)
    groups = {
        "titled": player.title in FREE_TITLES,
        "junior": born is not None and year - born < 18,
        "senior": born is not None and year - born >= 60,
        "women": player.sex is Sex.FEMALE,
    }
    asked = [admission.fee, *(fee for group, fee in admission.fees.items() if groups[group])]
    return min(amount for fee in asked if (amount := amount_of(fee)) is not None)


def amount_of(text: str) -> Decimal | None:
    """An amount as people write it: 25, 12.50, 12,50; None where it is none."""
    plain = text.strip().replace(",", ".")
    return Decimal(plain) if plain.replace(".", "", 1).isdecimal() and len(plain) <= 10 else None
