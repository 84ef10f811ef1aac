"""From norms to a title, and titles that a rating alone brings.

    article   check
    1.4.1     every norm: nine games; seven in a team championship, eight where 1.4.1b or c count them as nine
    1.4.1d    whole points above the requirement are games more
    1.7       a norm of more than thirteen games counts thirteen
    1.5.1     27 games
    1.5.3     the rating reached at some time
    1.4.1c    at most one norm of eight games counted as nine
    1.4.3e    at least one norm with the normal federation rules
    1.1.3a    GM, WGM: at least one norm from an event with single-round days
    1.5.4     each norm by the text in force on its day
    1.5.6     any norm after 30 June 2022: at least one from a listed event
    1.5.5     norms before 1 July 2005 had to be registered by 31 July 2013
    2.3       asked for late: half the fee more
    1.3       by rating: FM, CM, WFM, WCM; after 1 July 2017 with 30 games

What an application leaves out is not known, and so not fulfilled. Direct titles are in `titles.direct`.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Annotated, Literal

from arbitro.model import HALF, ONE, Points, Title
from arbitro.records import Between
from arbitro.titles.rules import (
    APPLICATION_GAMES,
    MAX_COUNTED_GAMES,
    MIN_GAMES,
    MIN_SCORE,
    NORM_TITLES,
    TitleRules,
    games_toward_title,
    level_of,
    minimum_score,
    rules_on,
)
from arbitro.titles.verdict import Requirement

STRONG_EVENT_AFTER = dt.date(2022, 6, 30)  # 1.5.6
EXPIRED_BEFORE = dt.date(2005, 7, 1)  # 1.5.5
REGISTERED_BY = dt.date(2013, 7, 31)
RATING_TITLES = {Title.FM: 2300, Title.CM: 2200, Title.WFM: 2100, Title.WCM: 2000}  # 1.3
WOMENS = frozenset({Title.WGM, Title.WIM, Title.WFM, Title.WCM})
RATING_TITLE_GAMES = 30
RATING_TITLE_GAMES_AFTER = dt.date(2017, 7, 1)

Whole = Annotated[int, Between(0, 9999)]


class ShortEvent(Enum):
    """1.4.1b: events in which fewer than nine games make a norm."""

    TEAM = "team"  # world or continental team championship of seven to nine rounds: seven games
    WORLD_CUP = "world_cup"  # World Cup or Women's World Championship: eight games count as nine


@dataclass(frozen=True, slots=True, kw_only=True)
class NormRecord:
    """A norm as an application lists it; None is what it does not say."""

    games: Whole
    date: dt.date  # the last day of the event
    title: Title | None = None  # None: the title applied for
    counts_as: Whole | None = None  # toward the 27, as claimed
    event: ShortEvent | None = None
    type_1_4_1c: bool = False  # eight games of nine rounds, the ninth lost to a forfeit or a bye
    score: Annotated[Points, Between(0)] | None = None  # with `average`: what 1.4.1d adds
    average: Whole | None = None  # Ra
    normal_foreigners: bool | None = None  # 1.4.3 and 1.4.4 met without exemption
    one_round_a_day_3_days: bool | None = None  # 1.1.3a
    kind_1_5_6: Literal["", "a", "b", "c", "d", "e", "f"] | None = None  # the letter of the list
    registered: dt.date | None = None  # with FIDE


@dataclass(frozen=True, slots=True, kw_only=True)
class NormApplication:
    """An application by norms."""

    title: Title
    max_rating: Whole
    norms: tuple[NormRecord, ...]
    applied: dt.date | None = None
    meeting: dt.date | None = None


@dataclass(frozen=True, slots=True)
class CountedNorm:
    """What a norm is worth: games toward the 27, or the article by which it is none; and the text of its day."""

    games: int
    edition: str
    refused: str = ""
    cut_by: str = ""  # the article by which it counts less than it claims


@dataclass(frozen=True, slots=True)
class Application:
    """The whole check of an application by norms."""

    title: Title
    games: int
    requirements: tuple[Requirement, ...]
    norms: tuple[CountedNorm, ...]
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


def counted(norm: NormRecord, sought: Title) -> CountedNorm:
    """1.4.1, 1.5.2, 1.5.4, 1.5.5, 1.7: what a norm counts toward the 27 games of a title."""
    edition = rules_on(norm.date).edition
    title = norm.title or sought
    as_nine = norm.games == MIN_GAMES - 1 and (norm.type_1_4_1c or norm.event is ShortEvent.WORLD_CUP)
    least = 7 if norm.event is ShortEvent.TEAM else MIN_GAMES - 1 if as_nine else MIN_GAMES
    if not serves(title, sought):
        return CountedNorm(0, edition, refused="1.5.2")
    if norm.games < least:
        return CountedNorm(0, edition, refused="1.4.1b" if norm.event else "1.4.1a")
    if norm.date < EXPIRED_BEFORE and (norm.registered is None or norm.registered > REGISTERED_BY):
        return CountedNorm(0, edition, refused="1.5.5")
    base = MIN_GAMES if as_nine else norm.games
    if norm.score is not None and norm.average is not None:
        needed = minimum_score(title, norm.games, norm.average)
        if needed is None or norm.score < needed or norm.score > norm.games * ONE:
            return CountedNorm(0, edition, refused="1.4.8")
        most = games_toward_title(norm.games, norm.score, needed, base=base)
    else:  # a claim of points above the requirement is taken if there can be so many: all won, where 35 % are enough
        most = games_toward_title(norm.games, Points(norm.games * ONE), _least(norm.games), base=base)
    claimed = base if norm.counts_as is None else norm.counts_as
    if norm.counts_as is None and norm.score is not None:
        claimed = most
    cut = "" if claimed <= most else "1.7" if norm.games > MAX_COUNTED_GAMES else "1.4.1d"
    return CountedNorm(min(claimed, most), edition, cut_by=cut)


def _least(games: int) -> Points:
    """1.4.8b: the least score that may be enough."""
    return Points(next(score for score in range(0, games * ONE + 1, HALF) if score >= MIN_SCORE * games * ONE))


def check_application(title: Title, highest_rating: int, norms: Sequence[NormRecord]) -> Application:
    """1.5: is the title due? Every requirement, found and needed.

    Norms that would only do harm are left out: all of eight games but one, whichever serves best, and those after
    30 June 2022 if the others suffice without an event of list 1.5.6.
    """
    worth = tuple(counted(norm, title) for norm in norms)
    valid = [i for i in range(len(norms)) if not worth[i].refused]
    eights = [i for i in valid if norms[i].type_1_4_1c]
    ways = [
        _check(title, highest_rating, norms, worth, [i for i in valid if i not in eights or i == kept], len(eights))
        for kept in [*eights, None]
    ]
    early = [i for i in valid if i not in eights and norms[i].date <= STRONG_EVENT_AFTER]
    for kept in [i for i in eights if norms[i].date <= STRONG_EVENT_AFTER] + [None]:
        chosen = early if kept is None else sorted([*early, kept])
        ways.append(_check(title, highest_rating, norms, worth, chosen, len(eights)))
    return min(ways, key=lambda way: (not way.eligible, -way.games, len(way.missing), len(way.unused)))


def _check(
    title: Title,
    highest_rating: int,
    norms: Sequence[NormRecord],
    worth: tuple[CountedNorm, ...],
    used: Sequence[int],
    eights: int,
) -> Application:
    chosen = [norms[i] for i in used]
    games = sum(worth[i].games for i in used)
    eights_needed = eights if games < APPLICATION_GAMES else min(eights, 1)
    requirements = [
        Requirement("1.4.1c", "1.4.1c", eights_needed, 1, at_least=False),
        _stated("1.4.3e", (norm.normal_foreigners for norm in chosen)),
        Requirement("1.5.1", "1.5.1", games, APPLICATION_GAMES),
        Requirement("1.5.3", "1.5.3", highest_rating, level_of(title).rating),
    ]
    if title in (Title.GM, Title.WGM):
        requirements.insert(0, _stated("1.1.3a", (norm.one_round_a_day_3_days for norm in chosen)))
    if any(norm.date > STRONG_EVENT_AFTER for norm in chosen):
        listed = (None if norm.kind_1_5_6 is None else bool(norm.kind_1_5_6) for norm in chosen)
        requirements.append(_stated("1.5.6", listed))
    unused = tuple(i for i in range(len(norms)) if i not in used)
    return Application(title, games, tuple(requirements), worth, unused)


def _stated(article: str, facts: Iterable[bool | None]) -> Requirement:
    """At least one norm of which something is stated to be so."""
    known = list(facts)
    return Requirement(article, article, known.count(True), 1, unknown=known.count(None))


def is_late(rules: TitleRules, applied: dt.date, meeting: dt.date) -> bool:
    """2.3: an application less than 30 (since 2024: 45) days before the meeting costs half the fee more."""
    return (meeting - applied).days < rules.application_days


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingApplication:
    """A title asked for by rating."""

    max_rating: Whole
    rated_games: Annotated[int, Between(0)]
    date: dt.date  # on which the rating was reached
    sex: Literal["", "m", "f", "w", "M", "F", "W"] = ""


def titles_by_rating(highest_rating: int, games: int, reached: dt.date, *, woman: bool = False) -> list[Title]:
    """1.3: the titles that a rating reached on a day brings, the highest first."""
    if reached > RATING_TITLE_GAMES_AFTER and games < RATING_TITLE_GAMES:
        return []
    return [
        title for title, rating in RATING_TITLES.items() if highest_rating >= rating and (woman or title not in WOMENS)
    ]
