"""The editions of the rating regulations (B.02) as data: what changed stands here, and nowhere else.

    parameter         2022 (1 Jan 2022)            2024 (1 Mar 2024)            2025 (1 Oct 2025)
    floor             1000                         1400                         1400
    400-point rule    once per event, if it helps  every game                   every game, not for 2650 and more
    initial rating    bonus per half point over    two draws against 1800       as 2024
                      50 %, table below            added, table, at most 2200
    half a point of   rounds up                    rounds away from zero        as 2024
    change
    junior K          while under 2300             until 2300 is reached        as 2024

A text applies to events that start on or after its date (B.02 0.1; the dates are in `arbitro.editions`). The national
system of 1974 is another system, not an edition of this one: `ratings.club`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from enum import Enum
from types import MappingProxyType

from arbitro.editions import Texts
from arbitro.errors import ArbitroError
from arbitro.model import RatingList
from arbitro.records import RecordError, reads


class Cap(Enum):
    """Readings of the 400-point rule (8.3.1)."""

    ONCE_FAVOURABLE = "once_favourable"  # always for the lower rated; for the higher rated the greatest difference only
    ONCE_ANY = "once_any"  # the single greatest difference, in whichever direction
    ALL = "all"  # every difference above 400
    NONE = "none"  # real differences


class Half(Enum):
    """Where half a point of rating change goes (8.3.4)."""

    UP = "up"
    AWAY_FROM_ZERO = "away from zero"


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingRules:
    """Every number of the rating regulations that has changed, or may."""

    edition: str
    floor: int  # 7.1.4, 7.2.1: published from here on
    cap: Cap  # 8.3.1
    cap_exempt_from: int | None  # 8.3.1: own rating from which the real difference counts, standard list only
    half: Half  # 8.3.4
    bonus: Mapping[RatingList, int] | None  # 8.2.3: per half point over 50 %; None: the table for every percentage
    virtual_draws: tuple[int, ...]  # 8.2.2: fictitious opponents, each drawn with
    max_initial: int | None  # 8.2.3
    junior_limit_is_permanent: bool  # 8.3.3: a junior who once had 2300 has lost K = 40
    largest_difference: int = 400  # 8.3.1
    initial_games: int = 5  # 7.1.4
    initial_months: int = 26  # 7.1.4
    new_player_games: int = 30  # 8.3.3
    new_player_k: int = 40
    junior_age: int = 18  # K = 40 until the end of the year of this birthday
    junior_limit: int = 2300
    junior_k: int = 40
    normal_k: int = 20
    strong_rating: int = 2400  # published once: K = 10 for good
    strong_k: int = 10
    k_games_limit: int = 700  # 8.3.3: K x games in a period


_2022 = RatingRules(
    edition="2022",
    floor=1000,
    cap=Cap.ONCE_FAVOURABLE,
    cap_exempt_from=None,
    half=Half.UP,
    bonus=MappingProxyType({RatingList.STANDARD: 20, RatingList.RAPID: 10, RatingList.BLITZ: 10}),
    virtual_draws=(),
    max_initial=None,
    junior_limit_is_permanent=False,
)
_2024 = replace(
    _2022,
    edition="2024",
    floor=1400,
    cap=Cap.ALL,
    half=Half.AWAY_FROM_ZERO,
    bonus=None,
    virtual_draws=(1800, 1800),
    max_initial=2200,
    junior_limit_is_permanent=True,
)
_2025 = replace(_2024, edition="2025", cap_exempt_from=2650)

RULES = Texts("ratings", {rules.edition: rules for rules in (_2022, _2024, _2025)})


def rules_of(edition: str) -> RatingRules:
    """The rules of an edition: `2022`, or with its month `2022-01`.

    >>> rules_of("2024-03").floor
    1400
    """
    return RULES.of(edition)


def rules_on(start: date) -> RatingRules:
    """The rules for an event that starts on a day (0.1); before 2022, the oldest that we have."""
    return RULES.on(start)


@reads(RatingRules)
def _read(value: object, where: str) -> RatingRules:
    """In documents and questions a text is its name."""
    try:
        return rules_of(str(value))
    except ArbitroError:
        raise RecordError(where, value, " | ".join(f'"{name}"' for name in RULES)) from None
