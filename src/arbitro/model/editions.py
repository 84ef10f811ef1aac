"""Editions: which text of the rules a tournament follows.

The defaults are the documents that Arbitro implements. `in_force` gives the texts of a date, for new tournaments; the
days from which they are in force stand in `SINCE`, and nowhere else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from enum import Enum
from types import MappingProxyType


class System(Enum):
    """How a tournament makes its rounds; the value is the name on the command line."""

    DUTCH = "dutch"
    DUBOV = "dubov"
    BURSTEIN = "burstein"
    LIM = "lim"
    TEAM = "team"
    DOUBLE = "double"
    CLUB = "club"
    ROUND_ROBIN = "round-robin"
    DOUBLE_ROUND_ROBIN = "double-round-robin"
    KNOCKOUT = "knockout"
    MATCH = "match"
    SCHEVENINGEN = "scheveningen"
    SEMI_SCHEVENINGEN = "semi-scheveningen"
    SCHILLER = "schiller"
    SKALITZKA = "skalitzka"
    HILTON = "hilton"
    OTHER = "other"

    @property
    def is_swiss(self) -> bool:
        return self in _SWISS

    __hash__ = object.__hash__


_SWISS = frozenset({System.DUTCH, System.DUBOV, System.BURSTEIN, System.LIM, System.TEAM, System.DOUBLE, System.CLUB})


# Per area, the texts by their name with the day from which each is in force, the oldest first.
SINCE: Mapping[str, Mapping[str, date]] = MappingProxyType(
    {
        "swiss": {"2017": date(2017, 7, 1), "2026": date(2026, 2, 1)},
        "tiebreaks": {
            "2009": date(2009, 7, 1),
            "2023": date(2023, 7, 1),
            "2023-09": date(2023, 9, 1),
            "2024": date(2024, 8, 1),
            "2026": date(2026, 3, 1),
        },
        "ratings": {"2022": date(2022, 1, 1), "2024": date(2024, 3, 1), "2025": date(2025, 10, 1)},
        "titles": {"2023": date(2023, 1, 1), "2024": date(2024, 1, 1)},
        "laws": {"2009": date(2009, 7, 1), "2023": date(2023, 1, 1)},
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Editions:
    """The texts that a tournament follows, by area."""

    swiss: str = "2017"  # C.04: 2017, 2026
    tiebreaks: str = "2023"  # C.07: 2009, 2023, 2023-09, 2024, 2026; club
    ratings: str = "2022"  # B.02: 2022, 2024, 2025; club
    titles: str = "2023"  # B.01: 2023, 2024
    laws: str = "2023"  # E.01: 2009, 2023

    @classmethod
    def in_force(cls, day: str) -> Editions:
        """The texts in force on a date (`YYYY-MM-DD` or `YYYY/MM/DD`).

        >>> Editions.in_force("2026-05-01").swiss
        '2026'
        """
        return cls(**{area: edition_on(area, day.replace("/", "-")) for area in SINCE})


def edition_on(area: str, day: date | str) -> str:
    """The text of an area in force on a day; before the first one, the oldest that there is.

    >>> edition_on("ratings", "2024-02-29"), edition_on("ratings", date(2024, 3, 1)), edition_on("laws", "1990-01-01")
    ('2022', '2024', '2009')
    """
    texts = SINCE[area]
    begun = [name for name, since in texts.items() if since.isoformat() <= str(day)]
    return begun[-1] if begun else next(iter(texts))


def edition_named(area: str, name: str) -> str | None:
    """The text of an area by its name, or by the month from which it is in force; None where there is none.

    >>> edition_named("ratings", "2024"), edition_named("ratings", "2024-03"), edition_named("ratings", "2023")
    ('2024', '2024', None)
    """
    return next((text for text, since in SINCE[area].items() if name in (text, f"{since:%Y-%m}")), None)
