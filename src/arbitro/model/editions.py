"""Editions: which text of the rules a tournament follows.

The defaults are the documents that Arbitro implements. `in_force` gives the texts of a date, for new tournaments.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Editions:
    """The texts that a tournament follows, by area."""

    swiss: str = "2017"  # C.04: 2017, 2026
    tiebreaks: str = "2023"  # C.07: 2009, 2023, 2023-09, 2024, 2026; club
    ratings: str = "2022"  # B.02: 2022, 2024, 2025; club
    titles: str = "2023"  # B.01: 2023, 2024
    laws: str = "2023"  # E.01: 2009, 2023

    @classmethod
    def in_force(cls, date: str) -> Editions:
        """The texts in force on a date (`YYYY-MM-DD` or `YYYY/MM/DD`).

        >>> Editions.in_force("2026-05-01").swiss
        '2026'
        """
        day = date.replace("/", "-")
        return cls(
            swiss=_at(day, ("2017", ""), ("2026", "2026-02-01")),
            tiebreaks=_at(
                day,
                ("2009", ""),
                ("2023", "2023-07-01"),
                ("2023-09", "2023-09-01"),
                ("2024", "2024-08-01"),
                ("2026", "2026-03-01"),
            ),
            ratings=_at(day, ("2022", ""), ("2024", "2024-03-01"), ("2025", "2025-10-01")),
            titles=_at(day, ("2023", ""), ("2024", "2024-01-01")),
            laws=_at(day, ("2009", ""), ("2023", "2023-01-01")),
        )


def _at(day: str, *texts: tuple[str, str]) -> str:
    return [name for name, since in texts if day >= since][-1]
