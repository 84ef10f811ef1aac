"""Editions: which texts of the rules there are, since when, and which ones a tournament follows.

    edition_on(area, day)       the text in force on a day (or the nearest one that is known)
    edition_named(area, name)   the text of a name, an alias, a year or a month; None where there is none
    Texts                       what a rule room knows of each text of its area, chosen once by edition
    Editions                    the texts of one tournament: `Editions.by_default(start)`, `.warnings(start)`
    applies(change, day)        single changes that came between two editions

A tournament with a start date gets the texts in force on that day, one without a date those of the 2023 Manual; what is
stated explicitly wins. This is the only place that compares a day or a year with the life of a text: everyone else asks
for a text once and then asks the text. A bare year or month that is no text's name means its first day, so that
"2015" is the same text whether it is called a name or a day.

Not here: what the texts say (each rule room has its own `Texts`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields
from datetime import date
from types import MappingProxyType

from arbitro.errors import ArbitroError
from arbitro.frozen import dataclass
from arbitro.i18n import N_, gettext_for

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeVar

    T = TypeVar("T")
else:
    T = object

_ = gettext_for("words")


@dataclass(frozen=True, slots=True)
class Edition:
    """One text of an area: without `since` it is chosen by name only; after `until` another, unknown here, followed."""

    name: str
    since: date | None = None
    until: date | None = None
    aliases: tuple[str, ...] = ()


# The texts of each area, the oldest first: since when each is in force (without: chosen by name only), until when
# (where another one, unknown here, followed), and its other names. C.04 as a whole comes first, then the systems, each
# with the text that it is paired by in an event that follows it.
EDITIONS: Mapping[str, tuple[Edition, ...]] = MappingProxyType(
    {
        "swiss": (
            Edition("2017", date(2017, 7, 1)),
            Edition("2026", date(2026, 2, 1)),
        ),
        "dutch": (
            Edition("2017", date(2017, 7, 1)),
            Edition("2026", date(2026, 2, 1)),
        ),
        "dubov": (
            Edition("2017", date(2017, 7, 1), aliases=("1997",)),
            Edition("2026", date(2026, 2, 1)),
        ),
        "burstein": (
            Edition("2017", date(2017, 7, 1)),
            Edition("2026", date(2026, 2, 1)),
        ),
        "lim": (
            Edition("2017", date(2017, 7, 1), aliases=("1999",)),
            Edition("2026", date(2026, 2, 1)),
        ),
        "double": (Edition("2026", date(2026, 2, 1), aliases=("2017",)),),
        "team": (
            Edition("2024", date(2024, 8, 1)),
            Edition("2026", date(2026, 2, 1), aliases=("2017",)),
            Edition("olympiad"),
            Edition("burstein"),
            Edition("club"),
        ),
        "club": (Edition("1974", date(1974, 1, 1), aliases=("2017", "2026")),),
        "keizer": (Edition("keizer", aliases=("2017", "2026")),),
        "tiebreaks": (
            Edition("2009", date(2009, 7, 1)),
            Edition("virtual", date(2012, 1, 1)),
            Edition("2023", date(2023, 7, 1)),
            Edition("2023-09", date(2023, 9, 1)),
            Edition("2024", date(2024, 8, 1)),
            Edition("2026", date(2026, 3, 1)),
            Edition("club", aliases=("1974", "club-1974")),
        ),
        "ratings": (
            Edition("2022", date(2022, 1, 1)),
            Edition("2024", date(2024, 3, 1)),
            Edition("2025", date(2025, 10, 1)),
            Edition("club", aliases=("1974", "club-1974")),
        ),
        "titles": (
            Edition("2023", date(2023, 1, 1)),
            Edition("2024", date(2024, 1, 1)),
        ),
        "laws": (
            Edition("2009", date(2009, 7, 1), until=date(2014, 6, 30)),
            Edition("2023", date(2023, 1, 1)),
        ),
    }
)
AREA_NAMES: Mapping[str, str] = MappingProxyType(
    {
        "swiss": N_("Swiss rules (C.04)"),
        "dutch": N_("Dutch system (C.04.3)"),
        "dubov": N_("Dubov system (C.04.4.1)"),
        "burstein": N_("Burstein system (C.04.4.2)"),
        "lim": N_("Lim system (C.04.4.3)"),
        "double": N_("Double-Swiss system (C.04.5)"),
        "team": N_("Swiss system for teams (C.04.6)"),
        "club": N_("Club Swiss system"),
        "keizer": N_("Keizer system"),
        "tiebreaks": N_("Tie-break rules (C.07)"),
        "ratings": N_("Rating rules (B.02)"),
        "titles": N_("Title rules (B.01)"),
        "laws": N_("Laws of Chess (E.01)"),
    }
)

# Single changes that came into force on a day of their own.
CHANGES: Mapping[str, date] = MappingProxyType(
    {
        "registration of strong events": date(2023, 12, 1),  # B.02 6.1: 30 days before, above 2700 (women 2500)
        "rating gap in rapid and blitz": date(2024, 12, 1),  # B.02: 600 points and one player above 2600
    }
)


def names(area: str) -> tuple[str, ...]:
    """The names of an area's texts, the oldest first."""
    return tuple(edition.name for edition in EDITIONS[area])


def edition_named(area: str, name: str) -> str | None:
    """The text of a name, an alias, or of a year, month or day in its reign; None where there is none.

    >>> edition_named("ratings", "2024"), edition_named("ratings", "2024-03"), edition_named("ratings", "2023")
    ('2024', '2024', '2022')
    >>> edition_named("tiebreaks", "2015"), edition_named("club", "2017"), edition_named("titles", "blue")
    ('virtual', '1974', None)
    """
    wanted = name.strip().lower()
    for edition in EDITIONS[area]:
        if wanted == edition.name or wanted in edition.aliases:
            return edition.name
    day = _first_day(wanted)
    known = day and in_force(area, day)
    return known.name if known else None


def is_club(area: str, name: str) -> bool:
    """Is it the text of the 1974 manual?

    >>> is_club("ratings", "1974"), is_club("ratings", "2024")
    (True, False)
    """
    return edition_named(area, name) == "club"


def system_edition(system: str, swiss: str) -> str | None:
    """The text that a system is paired by in an event that follows a text of C.04; None for what is no Swiss system.

    >>> system_edition("dutch", "2026"), system_edition("club", "2026"), system_edition("round-robin", "2026")
    ('2026', '1974', None)
    """
    return edition_named(system, swiss) if system in EDITIONS else None


def edition_on(area: str, day: date | str | int) -> str:
    """The text in force on a day; before the first one, and where it is not known, the next that is.

    >>> edition_on("ratings", "2024-02-29"), edition_on("ratings", date(2024, 3, 1)), edition_on("laws", "1990-01-01")
    ('2022', '2024', '2009')
    >>> edition_on("tiebreaks", 2015), edition_on("laws", "2018-05-01")
    ('virtual', '2023')
    """
    if not isinstance(day, date):
        named = edition_named(area, str(day))
        if named is not None:
            return named
    when = day if isinstance(day, date) else _first_day(str(day))
    if when is None:
        raise unknown(area, str(day))
    current = in_force(area, when)
    if current is not None:
        return current.name
    dated = [edition for edition in EDITIONS[area] if edition.since] or list(EDITIONS[area])
    return next((edition.name for edition in dated if edition.since and edition.since > when), dated[-1].name)


def in_force(area: str, day: date) -> Edition | None:
    """The text in force on a day; None before the first one and where its text is not known here."""
    begun = [edition for edition in EDITIONS[area] if edition.since and edition.since <= day]
    return begun[-1] if begun and (begun[-1].until is None or day <= begun[-1].until) else None


def is_older(area: str, name: str, than: str) -> bool:
    """Is a text of an area older than another? Texts that are chosen by name only are neither older nor newer."""
    dated = [edition.name for edition in EDITIONS[area] if edition.since]
    return name in dated and than in dated and dated.index(name) < dated.index(than)


def applies(change: str, day: date | None) -> bool:
    """Is a change of `CHANGES` in force on a day (unknown: yes)?"""
    return day is None or day >= CHANGES[change]


def unknown(area: str, name: str) -> ArbitroError:
    """The error for a text that there is not: it names those that there are."""
    sentence = _("{area}: “{name}” is not an edition; there are {names}.")
    return ArbitroError(sentence.format(area=_(AREA_NAMES[area]), name=name[:30], names=", ".join(names(area))))


def read_day(text: str) -> date | None:
    """The day that a tournament begins, from what its file says: a whole date, or the year or month that it starts
    with; None where there is none.

    >>> read_day("2026/02/14") == read_day("2026-02-14") == date(2026, 2, 14), read_day("2026"), read_day("soon")
    (True, datetime.date(2026, 1, 1), None)
    """
    return _first_day(text.strip().replace("/", "-").replace(".", "-"))


def _first_day(text: str) -> date | None:
    match = re.fullmatch(r"(\d{4})(?:-(\d\d?)(?:-(\d\d?))?)?", text)
    if match is None:
        return None
    try:
        return date(*(int(part or 1) for part in match.groups()))
    except ValueError:
        return None


class Texts(Mapping[str, T]):
    """What a rule room knows of each text of its area: a mapping by edition name that can also be asked by any name
    or day.

    >>> floors = Texts("ratings", {"2022": 1000, "2024": 1400, "2025": 1400})
    >>> floors["2022"], floors.of("2024-03"), floors.on(date(2023, 5, 1))
    (1000, 1400, 1000)
    """

    def __init__(self, area: str, texts: Mapping[str, T]) -> None:
        self.area = area
        self._texts = texts

    def __getitem__(self, name: str) -> T:
        return self._texts[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def __len__(self) -> int:
        return len(self._texts)

    def of(self, edition: str) -> T:
        """The text of a name, alias, year or month; ArbitroError names the known ones."""
        name = edition_named(self.area, edition)
        if name is None or name not in self._texts:
            raise unknown(self.area, edition)
        return self._texts[name]

    def on(self, day: date | str) -> T:
        """The text in force on a day."""
        return self._texts[edition_on(self.area, day)]


@dataclass(frozen=True, slots=True)
class Outdated:
    """A text that a tournament follows although a later one was in force on its first day; `str` says it."""

    area: str
    carried: str
    current: str
    day: date

    def __str__(self) -> str:
        sentence = _("{area}: on {day} the edition {current} was in force; this tournament follows {carried}.")
        return sentence.format(area=_(AREA_NAMES[self.area]), day=self.day, current=self.current, carried=self.carried)


@dataclass(frozen=True, slots=True, kw_only=True)
class Editions:
    """The texts that a tournament follows, by area; the defaults are those of the 2023 Manual."""

    swiss: str = "2017"
    tiebreaks: str = "2023"
    ratings: str = "2022"
    titles: str = "2023"
    laws: str = "2023"

    @classmethod
    def in_force(cls, day: str | date) -> Editions:
        """The texts in force on a date (`YYYY-MM-DD` or `YYYY/MM/DD`).

        >>> Editions.in_force("2026-05-01").swiss
        '2026'
        """
        when = day if isinstance(day, date) else read_day(day)
        if when is None:
            raise ArbitroError(_("found “{text}”, expected a date such as 2026-11-15").format(text=str(day)[:30]))
        return cls(**{field.name: edition_on(field.name, when) for field in fields(cls)})

    @classmethod
    def by_default(cls, start: str | date | None, **stated: str) -> Editions:
        """The texts of a tournament that states only some of them: by its first day, or without one the Manual's.

        >>> Editions.by_default("2026/05/01", tiebreaks="2024")
        Editions(swiss='2026', tiebreaks='2024', ratings='2025', titles='2024', laws='2023')
        >>> Editions.by_default("")
        Editions(swiss='2017', tiebreaks='2023', ratings='2022', titles='2023', laws='2023')
        """
        day = read_day(start) if isinstance(start, str) else start
        chosen = {} if day is None else {field.name: edition_on(field.name, day) for field in fields(cls)}
        return cls(**chosen | stated)

    def outdated(self, start: str | date | None) -> tuple[Outdated, ...]:
        """The texts older than those in force on the first day."""
        day = read_day(start) if isinstance(start, str) else start
        if day is None:
            return ()
        carried = {field.name: getattr(self, field.name) for field in fields(self)}
        current = {area: edition_on(area, day) for area in carried}
        return tuple(
            Outdated(area, name, current[area], day)
            for area, name in carried.items()
            if is_older(area, name, current[area])
        )
