"""How a tournament makes its rounds."""

from __future__ import annotations

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
    KEIZER = "keizer"
    ROUND_ROBIN = "round-robin"
    DOUBLE_ROUND_ROBIN = "double-round-robin"
    KNOCKOUT = "knockout"
    MATCH = "match"
    SCHEVENINGEN = "scheveningen"
    SEMI_SCHEVENINGEN = "semi-scheveningen"
    SCHILLER = "schiller"
    SKALITZKA = "skalitzka"
    HILTON = "hilton"
    MOLTER = "molter"
    LADDER = "ladder"
    OTHER = "other"

    @property
    def is_swiss(self) -> bool:
        """Are its rounds paired from the results, for whoever is there? (Keizer is no Swiss system, but does this.)"""
        return self in _SWISS

    @property
    def has_table(self) -> bool:
        """Do its rounds come from a table or a bracket? A ladder has none: its players challenge each other."""
        return not self.is_swiss and self not in (System.LADDER, System.OTHER)

    __hash__ = object.__hash__


_SWISS = frozenset(
    {
        System.DUTCH,
        System.DUBOV,
        System.BURSTEIN,
        System.LIM,
        System.TEAM,
        System.DOUBLE,
        System.CLUB,
        System.KEIZER,
    }
)
