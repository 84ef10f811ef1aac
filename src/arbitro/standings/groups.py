"""Rankings inside a category: women, seniors, age groups, rating bands, federation, club, team.

    women  men  unrated  S50  S65  U8 … U20  R1800-1999  R-1999  R2000-  fed:ESP  club:Torre  team:3  title:GM
    mujeres  hombres  sin elo  +50  Sub8 …                                                    equipo:3  título:GM

Ages count in calendar years: who is U12 has not had a 12th birthday on 1 January of the event's year; who is S50
has a 50th in that year or had it before. A ranking inside a category keeps the order of the whole one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from arbitro.errors import ArbitroError
from arbitro.i18n import gettext_for
from arbitro.model import Player, Sex, Title, Tournament
from arbitro.standings.ranking import Row, Standings

_ = gettext_for("standings")

_SPANISH = {
    "mujeres": "women", "femenino": "women", "hombres": "men", "masculino": "men", "sin elo": "unrated",
    "equipo": "team", "título": "title", "titulo": "title",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class PlayerGroup:
    """A category with its test."""

    name: str
    has: Callable[[Player], bool]


def event_year(tournament: Tournament) -> int | None:
    """The year that ages are counted in: the one the event starts in."""
    found = re.search(r"\b(?:19|20)\d\d\b", tournament.info.start or tournament.info.end)
    return int(found[0]) if found else None


def age_category(player: Player, year: int | None) -> str:
    """The youngest age group that a player belongs to, or the oldest of seniors: U12, S65; "" for the others.

    >>> age_category(Player(number=1, name="Ana", birth="2015"), 2026)
    'U12'
    """
    if year is None or player.birth_year is None:
        return ""
    age = year - player.birth_year
    young = next((f"U{limit}" for limit in range(8, 21, 2) if age <= limit), "")
    return young or next((f"S{limit}" for limit in (65, 50) if age >= limit), "")


def player_group(name: str, year: int | None = None) -> PlayerGroup:
    """The category of that name; age groups need the year of the event.

    >>> player_group("R1800-1999").has(Player(number=1, name="Ana", rating=1850))
    True
    """
    text = name.strip()
    key = text.lower()
    simple: dict[str, Callable[[Player], bool]] = {
        "women": lambda p: p.sex is Sex.FEMALE,
        "men": lambda p: p.sex is Sex.MALE,
        "unrated": lambda p: not p.rating,
    }
    key = _SPANISH.get(key, key)
    if key in simple:
        return PlayerGroup(key, simple[key])
    if match := re.fullmatch(r"(u|sub ?-?|s|\+)(\d{1,2})", key):
        if year is None:
            raise ArbitroError(_("{name}: the event has no date, so ages are unknown").format(name=text))
        age = int(match[2])
        if match[1].startswith(("u", "sub")):
            return PlayerGroup(text, lambda p: p.birth_year is not None and p.birth_year >= year - age)
        return PlayerGroup(text, lambda p: p.birth_year is not None and p.birth_year <= year - age)
    if (match := re.fullmatch(r"r(\d{0,4})-(\d{0,4})", key)) and (match[1] or match[2]):
        low, high = int(match[1] or 1), int(match[2] or 9999)
        return PlayerGroup(text, lambda p: low <= p.rating <= high)
    kind, colon, value = text.partition(":")
    wanted = value.strip().casefold()
    if colon and wanted:
        tests: dict[str, Callable[[Player], bool]] = {
            "fed": lambda p: p.federation.casefold() == wanted,
            "club": lambda p: p.club.casefold() == wanted,
            "team": lambda p: str(p.team) == wanted,
            "title": lambda p: p.title is not Title.NONE and p.title.value.casefold() == wanted,
        }
        kind = _SPANISH.get(kind.lower(), kind.lower())
        if kind in tests:
            return PlayerGroup(text, tests[kind])
    raise ArbitroError(
        _("“{name}” is not a category; there are {examples}").format(
            name=text, examples="women, men, unrated, S50, U12, R1800-1999, fed:ESP, club:…, team:3, title:GM"
        )
    )


def within(standings: Standings, tournament: Tournament, group: PlayerGroup) -> Standings:
    """The ranking of one category: the order of all, with places of its own; who is level inside it shares a place."""
    members = [row for row in standings.rows if group.has(tournament.player(row.number))]
    return replace(standings, rows=tuple(_places(members)))


def _places(rows: Sequence[Row]) -> Iterable[Row]:
    level = Counter(row.rank for row in rows)
    place, before = 0, None
    for k, row in enumerate(rows, 1):
        if row.rank != before:
            place, before = k, row.rank
        yield replace(row, rank=place, shared=level[row.rank] > 1)
