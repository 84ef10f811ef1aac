"""The codes of TRF26: tournament types of line 192, which some programs also write into line 092; awards of line 299.

A code is a row of words: FIDE_DUTCH_2026_BAKU, FIDE_TEAM_TYPEB_MP_GP, BERGER_ROUNDROBIN. The details of a team code
(colour preferences, primary score) stay in the code itself, `Tournament.info.system_code`.
"""

from __future__ import annotations

import re

from arbitro.editions import Editions, read_day
from arbitro.frozen import NamedTuple
from arbitro.model import System, Tournament


class Meaning(NamedTuple):
    """What a code says: the system, the edition of C.04 where it names one, and Baku acceleration (C.04.5.1)."""

    system: System
    edition: str | None
    baku: bool


_FIRST_WORDS = frozenset({"FIDE", "BERGER", "CUSTOM"})
_EDITIONS = {"2017": "2017", "2024": "2024", "2025": "2026", "2026": "2026"}  # 2025: an early name of the 2026 text
_DETAILS = frozenset({"TYPEA", "TYPEB", "MP", "GP"})
# the words of a code (line 192), first word, edition, details and BAKU apart: the system
_SYSTEMS = {
    "DUTCH": System.DUTCH,
    "DUBOV": System.DUBOV,
    "BURSTEIN": System.BURSTEIN,
    "SWISS": System.OTHER,
    "SWISS_LIM": System.LIM,
    "SWISS_CLUB": System.CLUB,
    "SWISS_KEIZER": System.KEIZER,
    "DOUBLESWISS": System.DOUBLE,
    "TEAM": System.TEAM,
    "TEAM_SWISS": System.TEAM,
    "ROUNDROBIN": System.ROUND_ROBIN,
    "TEAM_ROUNDROBIN": System.ROUND_ROBIN,
    "DOUBLEROUNDROBIN": System.DOUBLE_ROUND_ROBIN,
    "TEAM_DOUBLEROUNDROBIN": System.DOUBLE_ROUND_ROBIN,
    "KNOCKOUT": System.KNOCKOUT,
    "TEAM_KNOCKOUT": System.KNOCKOUT,
    "MATCH": System.MATCH,
    "SCHILLER": System.SCHILLER,
    "SEMISCHEVENINGEN": System.SEMI_SCHEVENINGEN,
    "SKALITZKA": System.SKALITZKA,
    "HILTON": System.HILTON,
    "MOLTER": System.MOLTER,
    "LADDER": System.LADDER,
    "SCHEVENINGEN": System.SCHEVENINGEN,
    "DOUBLESCHEVENINGEN": System.SCHEVENINGEN,
}


def meaning(code: str) -> Meaning | None:
    """What a code says; None where it is no code.

    >>> meaning("FIDE_DUTCH_2026_BAKU")
    Meaning(system=<System.DUTCH: 'dutch'>, edition='2026', baku=True)
    """
    words = code.strip().upper().split("_")
    if len(words) < 2 or words[0] not in _FIRST_WORDS:
        return None
    edition = next((_EDITIONS[word] for word in words if word in _EDITIONS), None)
    named = (word for word in words[1:] if word not in _EDITIONS and word not in _DETAILS and word != "BAKU")
    system = _SYSTEMS.get("_".join(named))
    return Meaning(system, edition, "BAKU" in words) if system else None


_SAID = {  # what the free text of line 092 matches, the first that does
    System.DOUBLE_ROUND_ROBIN: r"double.?round.?robin|doble vuelta",
    System.ROUND_ROBIN: r"round.?robin|\bberger\b|\bliga\b|todos contra todos",
    System.DUBOV: r"dubov",
    System.BURSTEIN: r"burstein",
    System.LIM: r"\blim\b",
    System.SEMI_SCHEVENINGEN: r"semi.?scheveningen",
    System.SCHEVENINGEN: r"scheveningen",
    System.SCHILLER: r"schiller",
    System.SKALITZKA: r"skalit[zs]ka",
    System.HILTON: r"\bhilton\b|jamboree",
    System.MOLTER: r"\bmolter\b",
    System.KEIZER: r"\bkeizer\b",
    System.KNOCKOUT: r"knock.?out|eliminatori|eliminaci[oó]n directa|single.?elimination|\bk\.o\b|^ko$",
    System.MATCH: r"^match\W*((of|over|a|de)\W+)?\d+\W+(games|partidas)",
    System.DOUBLE: r"double.?swiss|suizo doble|doble suizo",
}


def in_words(text: str, *, teams: bool = False) -> System:
    """The system that the free text of line 092 names; the Dutch one where it names none."""
    plain = text.strip().lower()
    known = {system.value: system for system in System if system is not System.OTHER}
    if not plain:
        return System.DUTCH
    if plain in known:
        return known[plain]
    if teams and re.search(r"team|equipo", plain) and re.search(r"swiss|suizo", plain):
        return System.TEAM
    return next((system for system, words in _SAID.items() if re.search(words, plain)), System.DUTCH)


def type_of(tournament: Tournament) -> str:
    """Line 092: the text that the tournament came with, unless a reader would take it for another system."""
    text = tournament.info.type
    read = meaning(text)
    system = read.system if read else in_words(text, teams=bool(tournament.teams))
    return text if tournament.system in (system, System.OTHER) else tournament.system.value


def bare_edition(start: str) -> str:
    """The text that a code without a year means: the one in force on the first day; codes came with TRF26."""
    return "2026" if read_day(start) is None else Editions.by_default(start).swiss


_DATED = frozenset({System.DUBOV, System.BURSTEIN, System.DOUBLE, System.TEAM})  # a year is said where it matters
# the code of a system; TRF26 has none for some: a custom one says the rest in its last word
_CODES = {
    System.DUTCH: "FIDE_DUTCH",
    System.DUBOV: "FIDE_DUBOV",
    System.BURSTEIN: "FIDE_BURSTEIN",
    System.DOUBLE: "FIDE_DOUBLESWISS",
    System.TEAM: "FIDE_TEAM",
    System.LIM: "CUSTOM_SWISS_LIM",
    System.CLUB: "CUSTOM_SWISS_CLUB",
    System.KEIZER: "CUSTOM_SWISS_KEIZER",
    System.ROUND_ROBIN: "FIDE_ROUNDROBIN",
    System.DOUBLE_ROUND_ROBIN: "FIDE_DOUBLEROUNDROBIN",
    System.KNOCKOUT: "CUSTOM_KNOCKOUT",
    System.SCHEVENINGEN: "FIDE_SCHEVENINGEN",
    System.SCHILLER: "FIDE_SCHILLER",
    System.MATCH: "CUSTOM_MATCH",
    System.SEMI_SCHEVENINGEN: "CUSTOM_SEMISCHEVENINGEN",
    System.SKALITZKA: "CUSTOM_SKALITZKA",
    System.HILTON: "CUSTOM_HILTON",
    System.MOLTER: "CUSTOM_MOLTER",
    System.LADDER: "CUSTOM_LADDER",
}


def code(tournament: Tournament) -> str:
    """The code of a tournament: the one it came with, or the one that says its system, edition and acceleration."""
    if tournament.info.system_code:
        return tournament.info.system_code
    system = tournament.system
    words = _CODES.get(system, "CUSTOM_SWISS")
    edition = tournament.editions.swiss
    if system is System.DUTCH or (system in _DATED and edition != bare_edition(tournament.info.start)):
        words += f"_{edition}"
    return words + ("_BAKU" if tournament.baku else "")
