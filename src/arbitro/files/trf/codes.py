"""The codes of TRF26: tournament types of line 192, which some programs also write into line 092; awards of line 299.

A code is a row of words: FIDE_DUTCH_2026_BAKU, FIDE_TEAM_TYPEB_MP_GP, BERGER_ROUNDROBIN. The details of a team code
(colour preferences, primary score) stay in the code itself, `Tournament.info.system_code`.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from arbitro.editions import Editions, read_day
from arbitro.model import System, Tournament
from arbitro.texts import table


class Meaning(NamedTuple):
    """What a code says: the system, the edition of C.04 where it names one, and Baku acceleration (C.04.5.1)."""

    system: System
    edition: str | None
    baku: bool


_FIRST_WORDS = frozenset({"FIDE", "BERGER", "CUSTOM"})
_EDITIONS = {"2017": "2017", "2024": "2024", "2025": "2026", "2026": "2026"}  # 2025: an early name of the 2026 text
_DETAILS = frozenset({"TYPEA", "TYPEB", "MP", "GP"})
_SYSTEMS = {tuple(code.split("_")): System(value) for code, value in table("trf")["read"].items()}


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


_WORDS = [(re.compile(pattern, re.I), System(value)) for value, pattern in table("trf")["said"].items()]  # line 092


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


def bare_edition(start: str) -> str:
    """The text that a code without a year means: the one in force on the first day; codes came with TRF26."""
    return "2026" if read_day(start) is None else Editions.by_default(start).swiss


_DATED = frozenset({System.DUBOV, System.BURSTEIN, System.DOUBLE, System.TEAM})  # a year is said where it matters
_CODES: dict[System, str] = {System(value): code for value, code in table("trf")["written"].items()}


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
