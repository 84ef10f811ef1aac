"""Editions: which text of the rules a tournament follows.

The defaults are the documents that Arbitro implements. `in_force` gives the texts of a date, for new tournaments.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from enum import Enum
from typing import Protocol, TypeVar


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
    def in_force(cls, day: str) -> Editions:
        """The texts in force on a date (`YYYY-MM-DD` or `YYYY/MM/DD`).

        >>> Editions.in_force("2026-05-01").swiss
        '2026'
        """
        day = day.replace("/", "-")
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


class Text(Protocol):
    """One edition of a regulation: its year, and the day from which it is in force."""

    @property
    def edition(self) -> str: ...

    @property
    def since(self) -> date: ...


T = TypeVar("T", bound=Text)


def text_named(texts: Mapping[str, T], edition: str) -> T | None:
    """The text of an edition by its year, or by year and month (`2022`, `2022-01`); None where there is none."""
    text = texts.get(edition[:4])
    return text if text is not None and edition in (text.edition, f"{text.since:%Y-%m}") else None


def text_on(texts: Mapping[str, T], day: date) -> T:
    """The text in force on a day; before the first one, the oldest that there is."""
    oldest = min(texts.values(), key=lambda text: text.since)
    return max((text for text in texts.values() if text.since <= day), key=lambda text: text.since, default=oldest)
