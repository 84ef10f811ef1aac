"""From norms to a title, and titles that a rating alone brings.

    article   check
    1.5.1     27 games
    1.5.3     the rating reached at some time
    1.4.1c    at most one norm of eight games counted as nine
    1.4.3e    at least one norm with the normal federation rules
    1.1.3a    GM, WGM: at least one norm from an event with single-round days
    1.5.6     any norm after 30 June 2022: at least one from a listed event
    1.5.5     norms before 1 July 2005 had to be registered by 31 July 2013
    1.3       by rating: FM, CM, WFM, WCM; after 1 July 2017 with 30 games

Direct titles are in `titles.direct`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from arbitro.model import Title
from arbitro.titles.rules import APPLICATION_GAMES, NORM_TITLES, level_of
from arbitro.titles.verdict import Requirement

STRONG_EVENT_AFTER = date(2022, 6, 30)  # 1.5.6
EXPIRED_BEFORE = date(2005, 7, 1)  # 1.5.5
REGISTERED_BY = date(2013, 7, 31)
RATING_TITLES = {Title.FM: 2300, Title.CM: 2200, Title.WFM: 2100, Title.WCM: 2000}  # 1.3
WOMENS = frozenset({Title.WGM, Title.WIM, Title.WFM, Title.WCM})
RATING_TITLE_GAMES = 30
RATING_TITLE_GAMES_AFTER = date(2017, 7, 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class NormRecord:
    """A norm as an application lists it."""

    title: Title
    games: int
    counts_as: int
    ended: date  # the last day of the event
    normal_foreigners: bool = True  # 1.4.3 and 1.4.4 met without exemption
    strong_event: str | None = None  # the letter of 1.5.6
    one_round_days: bool = True  # 1.1.3a
    missing_game: bool = False  # 1.4.1c
    registered: date | None = None  # with FIDE


@dataclass(frozen=True, slots=True)
class Application:
    """The whole check of an application by norms."""

    title: Title
    games: int
    requirements: tuple[Requirement, ...]
    unused: tuple[int, ...]  # places of norms that do not count

    @property
    def eligible(self) -> bool:
        return all(requirement.met for requirement in self.requirements)

    @property
    def missing(self) -> tuple[str, ...]:
        return tuple(requirement.id for requirement in self.requirements if not requirement.met)


def serves(norm: Title, title: Title) -> bool:
    """1.5.2: a norm serves its own title and, as it asks for more in everything, the lower ones."""
    return norm in NORM_TITLES and NORM_TITLES.index(norm) <= NORM_TITLES.index(title)


def check_application(title: Title, highest_rating: int, norms: Sequence[NormRecord]) -> Application:
    """1.5: is the title due? Every requirement, found and needed."""
    level = level_of(title)
    expired = {
        i
        for i, norm in enumerate(norms)
        if norm.ended < EXPIRED_BEFORE and not (norm.registered is not None and norm.registered <= REGISTERED_BY)
    }
    other_title = {i for i, norm in enumerate(norms) if not serves(norm.title, title)}
    valid = [i for i in range(len(norms)) if i not in expired | other_title]
    eights = [i for i in valid if norms[i].missing_game]
    surplus = set(sorted(eights, key=lambda i: -norms[i].counts_as)[1:])
    counted = [norms[i] for i in valid if i not in surplus]
    games = sum(norm.counts_as for norm in counted)
    requirements = [
        Requirement("1.4.1c", "1.4.1c", len(eights), 1, at_least=False),
        Requirement("1.4.3e", "1.4.3e", sum(norm.normal_foreigners for norm in counted), 1),
        Requirement("1.5.1", "1.5.1", games, APPLICATION_GAMES),
        Requirement("1.5.3", "1.5.3", highest_rating, level.rating),
    ]
    if title in (Title.GM, Title.WGM):
        requirements.insert(0, Requirement("1.1.3a", "1.1.3a", sum(norm.one_round_days for norm in counted), 1))
    if any(norm.ended > STRONG_EVENT_AFTER for norm in counted):
        strong = sum(norm.strong_event is not None for norm in counted)
        requirements.append(Requirement("1.5.6", "1.5.6", strong, 1))
    return Application(title, games, tuple(requirements), tuple(sorted(expired | other_title | surplus)))


def titles_by_rating(highest_rating: int, games: int, reached: date, *, woman: bool = False) -> list[Title]:
    """1.3: the titles that a rating reached on a day brings, the highest first."""
    if reached > RATING_TITLE_GAMES_AFTER and games < RATING_TITLE_GAMES:
        return []
    return [
        title for title, rating in RATING_TITLES.items() if highest_rating >= rating and (woman or title not in WOMENS)
    ]
