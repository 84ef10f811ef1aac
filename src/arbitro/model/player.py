"""Players: who they are, as entry lists and rating lists know them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, field
from enum import Enum
from types import MappingProxyType

from arbitro.frozen import dataclass
from arbitro.model.points import Points


class Sex(Enum):
    MALE = "m"
    FEMALE = "w"
    UNKNOWN = ""

    __hash__ = object.__hash__


class Title(Enum):
    """FIDE titles in the order of the start list (C.04.2 B.2): GM first."""

    GM = "GM"
    IM = "IM"
    WGM = "WGM"
    FM = "FM"
    WIM = "WIM"
    CM = "CM"
    WFM = "WFM"
    WCM = "WCM"
    NONE = ""

    @property
    def order(self) -> int:
        """0 for GM … 8 for no title."""
        return _TITLE_ORDER[self]

    __hash__ = object.__hash__


_TITLE_ORDER = {title: i for i, title in enumerate(Title)}


class RatingList(Enum):
    """The three FIDE lists."""

    STANDARD = "standard"
    RAPID = "rapid"
    BLITZ = "blitz"

    __hash__ = object.__hash__


HIGHEST_RATING = 4000  # more is no rating


@dataclass(frozen=True, slots=True)
class Player:
    """One entrant: `Player("Ana", 2100, federation="MEX")`. `rating` is the strength used in this event; 0: unrated."""

    number: int = field(default=0, kw_only=True)  # pairing number: 1 is the strongest; 0 before the start list
    name: str
    sex: Sex = field(default=Sex.UNKNOWN, kw_only=True)
    title: Title = field(default=Title.NONE, kw_only=True)
    rating: int = 0
    _: KW_ONLY
    federation: str = ""
    fide_id: str = ""
    birth: str = ""  # YYYY/MM/DD, or as much of it as is known
    club: str = ""
    ratings: Mapping[RatingList, int] = field(default_factory=lambda: MappingProxyType({}))
    k: int | None = None  # the rating list's development coefficient
    national_rating: int = 0
    national_id: str = ""
    team: int | None = None
    stated_points: Points | None = None  # what a file says; the truth is Tournament.score
    stated_rank: int | None = None

    def strength(self, method: str) -> int:
        """The rating that counts by a method of record 172: of FIDE's and the national one, 0 where there is neither.

        >>> ana = Player("Ana", 2100, national_rating=2150)
        >>> ana.strength("FIDE"), ana.strength("HBFN"), ana.strength("LBFN")
        (2100, 2150, 2100)
        """
        fide, national = self.rating, self.national_rating
        match method:
            case "NRO":
                return national
            case "FIDON":
                return fide or national
            case "NIDOF":
                return national or fide
            case "HBFN":
                return max(fide, national)
            case "LBFN":
                return min(fide or national, national or fide)
            case _:  # FIDE, OTHER
                return fide

    @property
    def birth_year(self) -> int | None:
        year = self.birth[:4]
        return int(year) if len(year) == 4 and year.isdecimal() and year != "0000" else None
