"""The codes of TRF26: tournament types of line 192, which some programs also write into line 092; awards of line 299.

A code is a row of words: FIDE_DUTCH_2026_BAKU, FIDE_TEAM_TYPEB_MP_GP, BERGER_ROUNDROBIN. The details of a team code
(colour preferences, primary score) stay in the code itself, `Tournament.info.system_code`.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from arbitro.model import System, Tournament


class Meaning(NamedTuple):
    """What a code says: the system, the edition of C.04 where it names one, and Baku acceleration (C.04.5.1)."""

    system: System
    edition: str | None
    baku: bool


_FIRST_WORDS = frozenset({"FIDE", "BERGER", "CUSTOM"})
_EDITIONS = {"2017": "2017", "2025": "2026", "2026": "2026"}  # 2025: an early name of the 2026 text
_DETAILS = frozenset({"TYPEA", "TYPEB", "MP", "GP"})
_SYSTEMS: dict[tuple[str, ...], System] = {
    ("DUTCH",): System.DUTCH,
    ("DUBOV",): System.DUBOV,
    ("BURSTEIN",): System.BURSTEIN,
    ("SWISS",): System.OTHER,
    ("SWISS", "LIM"): System.LIM,
    ("SWISS", "CLUB"): System.CLUB,
    ("SWISS", "KEIZER"): System.KEIZER,
    ("DOUBLESWISS",): System.DOUBLE,
    ("TEAM",): System.TEAM,
    ("TEAM", "SWISS"): System.TEAM,
    ("ROUNDROBIN",): System.ROUND_ROBIN,
    ("TEAM", "ROUNDROBIN"): System.ROUND_ROBIN,
    ("DOUBLEROUNDROBIN",): System.DOUBLE_ROUND_ROBIN,
    ("TEAM", "DOUBLEROUNDROBIN"): System.DOUBLE_ROUND_ROBIN,
    ("KNOCKOUT",): System.KNOCKOUT,
    ("TEAM", "KNOCKOUT"): System.KNOCKOUT,
    ("MATCH",): System.MATCH,
    ("SCHILLER",): System.SCHILLER,
    ("SEMISCHEVENINGEN",): System.SEMI_SCHEVENINGEN,
    ("SKALITZKA",): System.SKALITZKA,
    ("HILTON",): System.HILTON,
    ("MOLTER",): System.MOLTER,
    ("SCHEVENINGEN",): System.SCHEVENINGEN,
    ("DOUBLESCHEVENINGEN",): System.SCHEVENINGEN,
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
    named = tuple(word for word in words[1:] if word not in _EDITIONS and word not in _DETAILS and word != "BAKU")
    system = _SYSTEMS.get(named)
    return Meaning(system, edition, "BAKU" in words) if system else None


_WORDS = (  # free text of line 092
    (re.compile(r"double.?round.?robin|doble vuelta", re.I), System.DOUBLE_ROUND_ROBIN),
    (re.compile(r"round.?robin|\bberger\b|\bliga\b|todos contra todos", re.I), System.ROUND_ROBIN),
    (re.compile(r"dubov", re.I), System.DUBOV),
    (re.compile(r"burstein", re.I), System.BURSTEIN),
    (re.compile(r"\blim\b", re.I), System.LIM),
    (re.compile(r"semi.?scheveningen", re.I), System.SEMI_SCHEVENINGEN),
    (re.compile(r"scheveningen", re.I), System.SCHEVENINGEN),
    (re.compile(r"schiller", re.I), System.SCHILLER),
    (re.compile(r"skalit[zs]ka", re.I), System.SKALITZKA),
    (re.compile(r"\bhilton\b|jamboree", re.I), System.HILTON),
    (re.compile(r"\bmolter\b", re.I), System.MOLTER),
    (re.compile(r"\bkeizer\b", re.I), System.KEIZER),
    (re.compile(r"knock.?out|eliminatori", re.I), System.KNOCKOUT),
)


def in_words(text: str, *, teams: bool = False) -> System:
    """The system that the free text of line 092 names; the Dutch one where it names none."""
    plain = text.strip().lower()
    known = {system.value: system for system in System if system is not System.OTHER}
    if plain in known:
        return known[plain]
    if teams and re.search(r"team|equipo", plain) and re.search(r"swiss|suizo", plain):
        return System.TEAM
    return next((system for words, system in _WORDS if words.search(plain)), System.DUTCH)


def type_of(tournament: Tournament) -> str:
    """Line 092: the text that the tournament came with, unless a reader would take it for another system."""
    text = tournament.info.type
    read = meaning(text)
    system = read.system if read else in_words(text, teams=bool(tournament.teams))
    return text if tournament.system in (system, System.OTHER) else tournament.system.value


_CODES = {
    System.DUTCH: "FIDE_DUTCH",
    System.DUBOV: "FIDE_DUBOV",
    System.BURSTEIN: "FIDE_BURSTEIN",
    System.DOUBLE: "FIDE_DOUBLESWISS",
    System.TEAM: "FIDE_TEAM",
    System.LIM: "CUSTOM_SWISS_LIM",  # TRF26 has no code for these: a custom one says the rest in its last word
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
}


def code(tournament: Tournament) -> str:
    """The code of a tournament: the one it came with, or the one that says its system, edition and acceleration."""
    if tournament.info.system_code:
        return tournament.info.system_code
    system = tournament.system
    words = _CODES.get(system, "CUSTOM_SWISS")
    if system is System.DUTCH:
        words += f"_{tournament.editions.swiss}"
    return words + ("_BAKU" if tournament.baku else "")
