"""From norms to a title, and titles that a rating alone brings.

    article   check
    1.5.1     27 games
    1.5.3     the rating reached at some time
    1.4.1c    at most one norm of eight games counted as nine
    1.4.3e    at least one norm with the normal federation rules
    1.1.3a    GM, WGM: at least one norm from an event with single-round days
    1.5.6     any norm after 30 June 2022: at least one from a listed event
    1.5.5     norms before 1 July 2005 had to be registered by 31 July 2013
    2.3       asked for late: half the fee more
    1.3       by rating: FM, CM, WFM, WCM; after 1 July 2017 with 30 games

Direct titles are in `titles.direct`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from arbitro.model import Title
from arbitro.titles.rules import APPLICATION_GAMES, NORM_TITLES, TitleRules, level_of
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
    """1.5: is the title due? Every requirement, found and needed.

    Norms that would only do harm are left out: the second one of eight games, and those after 30 June 2022 if the
    others suffice without an event of list 1.5.6.
    """
    everything = range(len(norms))
    found = _check(title, highest_rating, norms, everything)
    if not found.eligible:
        early = [i for i in everything if norms[i].ended <= STRONG_EVENT_AFTER]
        without_late = _check(title, highest_rating, norms, early)
        if without_late.eligible:
            return without_late
    return found


def _check(title: Title, highest_rating: int, norms: Sequence[NormRecord], chosen: Sequence[int]) -> Application:
    valid = [i for i in chosen if _counts(norms[i], title)]
    eights = [i for i in valid if norms[i].missing_game]
    surplus = set(sorted(eights, key=lambda i: -norms[i].counts_as)[1:])
    used = [i for i in valid if i not in surplus]
    counted = [norms[i] for i in used]
    games = sum(norm.counts_as for norm in counted)
    eights_needed = len(eights) if games < APPLICATION_GAMES else min(len(eights), 1)
    requirements = [
        Requirement("1.4.1c", "1.4.1c", eights_needed, 1, at_least=False),
        Requirement("1.4.3e", "1.4.3e", sum(norm.normal_foreigners for norm in counted), 1),
        Requirement("1.5.1", "1.5.1", games, APPLICATION_GAMES),
        Requirement("1.5.3", "1.5.3", highest_rating, level_of(title).rating),
    ]
    if title in (Title.GM, Title.WGM):
        requirements.insert(0, Requirement("1.1.3a", "1.1.3a", sum(norm.one_round_days for norm in counted), 1))
    if any(norm.ended > STRONG_EVENT_AFTER for norm in counted):
        strong = sum(norm.strong_event is not None for norm in counted)
        requirements.append(Requirement("1.5.6", "1.5.6", strong, 1))
    return Application(title, games, tuple(requirements), tuple(i for i in range(len(norms)) if i not in used))


def _counts(norm: NormRecord, title: Title) -> bool:
    """1.5.2, 1.5.5: does a norm serve the title, and is it still valid?"""
    registered = norm.registered is not None and norm.registered <= REGISTERED_BY
    return serves(norm.title, title) and (norm.ended >= EXPIRED_BEFORE or registered)


def is_late(rules: TitleRules, applied: date, meeting: date) -> bool:
    """2.3: an application less than 30 (since 2024: 45) days before the meeting costs half the fee more."""
    return (meeting - applied).days < rules.application_days


def titles_by_rating(highest_rating: int, games: int, reached: date, *, woman: bool = False) -> list[Title]:
    """1.3: the titles that a rating reached on a day brings, the highest first."""
    if reached > RATING_TITLE_GAMES_AFTER and games < RATING_TITLE_GAMES:
        return []
    return [
        title for title, rating in RATING_TITLES.items() if highest_rating >= rating and (woman or title not in WOMENS)
    ]
