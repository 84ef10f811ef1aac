"""What a norm asks for (B.01 1.4), as data and as functions of the number of games.

    article   function or field
    0.5       NormLevel.performance, .average    Rp and Ra of each title
    1.4.4     limits                             opponents of one's own, and of any one federation
    1.4.5     limits, NormLevel.holders          title holders, and holders of the title sought or a higher one
    1.4.6     NormLevel.floor                    to which the lowest opponent is raised
    1.4.8b    MIN_SCORE                          35 %, exact
    1.4.9     minimum_score                      the annex's tables, computed
    1.4.1d    games_toward_title                 whole points above the requirement (1.7: 13 for long events)
    1.5.3     NormLevel.rating                   that an application needs

The annex prints what `score_table` computes; where the two differ (6 points in 17 games) the articles prevail.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import cache
from types import MappingProxyType

from arbitro.editions import Texts
from arbitro.errors import ArbitroError
from arbitro.i18n import gettext_for
from arbitro.model import ONE, Points, Title
from arbitro.ratings.initial import percent, table_dp

_ = gettext_for("titles")

MIN_SCORE = Fraction(35, 100)
MIN_GAMES = 9
MIN_OTHER_FEDERATIONS = 2
MAX_COUNTED_GAMES = 13  # 1.7
APPLICATION_GAMES = 27  # 1.5.1

TITLE_HOLDERS = frozenset({Title.GM, Title.IM, Title.FM, Title.WGM, Title.WIM, Title.WFM})  # 1.4.5a: no CM, WCM
NORM_TITLES = (Title.GM, Title.IM, Title.WGM, Title.WIM)


@dataclass(frozen=True, slots=True)
class NormLevel:
    """The numbers of one title."""

    performance: int  # Rp at least (1.4.8)
    average: int  # Ra at least (1.4.8a)
    floor: int  # 1.4.6b
    holders: frozenset[Title]  # 1.4.5b-e: the title sought or a higher one
    holders_article: str
    rating: int  # 1.5.3


LEVELS: Mapping[Title, NormLevel] = MappingProxyType(
    {
        title: NormLevel(performance, average, floor, frozenset(NORM_TITLES[: i + 1]), article, rating)
        for i, (title, performance, average, floor, article, rating) in enumerate(
            (
                (Title.GM, 2600, 2380, 2200, "1.4.5b", 2500),
                (Title.IM, 2450, 2230, 2050, "1.4.5c", 2400),
                (Title.WGM, 2400, 2180, 2000, "1.4.5d", 2300),
                (Title.WIM, 2250, 2030, 1850, "1.4.5e", 2200),
            )
        )
    }
)


def level_of(title: Title) -> NormLevel:
    """The numbers of a title that can be had by norms."""
    if title not in LEVELS:
        sentence = _("found title “{title}”, expected one of {titles}")
        raise ArbitroError(sentence.format(title=title.value, titles=", ".join(t.value for t in NORM_TITLES)))
    return LEVELS[title]


@dataclass(frozen=True, slots=True, kw_only=True)
class TitleRules:
    """An edition of B.01: what has changed."""

    edition: str
    unrated: int  # 1.4.6d: what an unrated opponent counts, if not the one raised
    formats: frozenset[str]  # 1.4.2e: without prior approval (values of `verdict.Format`)
    direct_games_since: date | None  # 0.6.2: a rating reached after this day needs 30 games for a direct title
    olympiad_cm_needs_rating: bool  # 0.6.2
    application_days: int  # 2.3: before the meeting
    direct_games: int = 30


_COMMON_FORMATS = frozenset({"swiss", "round_robin", "double_round_robin", "knockout"})

RULES = Texts(
    "titles",
    {
        "2023": TitleRules(
            edition="2023",
            unrated=1000,
            formats=_COMMON_FORMATS | {"scheveningen", "schiller"},
            direct_games_since=None,
            olympiad_cm_needs_rating=True,
            application_days=30,
        ),
        "2024": TitleRules(
            edition="2024",
            unrated=1400,
            formats=_COMMON_FORMATS,
            direct_games_since=date(2024, 1, 1),
            olympiad_cm_needs_rating=False,
            application_days=45,
        ),
    },
)


def rules_of(edition: str) -> TitleRules:
    """The rules of an edition: `2023`, or with its month `2023-01`."""
    return RULES.of(edition)


def rules_on(start: date) -> TitleRules:
    """1.5.4: a norm is judged by the text in force when its event began; before 2023, by the oldest that we have."""
    return RULES.on(start)


@dataclass(frozen=True, slots=True)
class Limits:
    """What the mix of opponents must be, for a number of different opponents (1.4.3 to 1.4.5)."""

    title_holders: int  # at least
    holders_sought: int  # at least
    own_federation: int  # at most
    one_federation: int  # at most
    other_federations: int = MIN_OTHER_FEDERATIONS  # at least


def limits(opponents: int) -> Limits:
    """1.4.4, 1.4.5: minimums are rounded up, maximums down.

    >>> limits(9)
    Limits(title_holders=5, holders_sought=3, own_federation=5, one_federation=6, other_federations=2)
    """
    return Limits(-(-opponents // 2), max(3, -(-opponents // 3)), 3 * opponents // 5, 2 * opponents // 3)


@cache
def lowest_average(title: Title, games: int, score: Points) -> int | None:
    """The lowest Ra with which a score is a title performance; None where the score is under 35 %."""
    if Fraction(score, games * ONE) < MIN_SCORE:
        return None
    level = level_of(title)
    return max(level.average, level.performance - table_dp(percent(score, games)))


def minimum_score(title: Title, games: int, average: int) -> Points | None:
    """The annex: the least score that is a title performance against an average; None if the average is too low."""
    if average < level_of(title).average:
        return None
    for score in range(0, games * ONE + 1, 5):
        lowest = lowest_average(title, games, Points(score))
        if lowest is not None and lowest <= average:
            return Points(score)
    return None


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """A row of the annex: the averages for which a score is the least that will do; `high` None is open-ended."""

    score: Points
    low: int
    high: int | None


def score_table(title: Title, games: int) -> tuple[ScoreRow, ...]:
    """The annex's table for a title and a number of games, highest score first."""
    rows: list[ScoreRow] = []
    high: int | None = None
    for score in range(0, games * ONE + 1, 5):
        low = lowest_average(title, games, Points(score))
        if low is None or (rows and low >= rows[-1].low):
            continue
        rows.append(ScoreRow(Points(score), low, high))
        high = low - 1
        if low == level_of(title).average:
            break
    return tuple(reversed(rows))


def games_toward_title(games: int, score: Points, needed: Points, *, base: int | None = None) -> int:
    """1.4.1d, 1.7: what a norm counts toward the 27 games.

    Whole points above the requirement are extra games; a norm of more than 13 games counts as 13. `base` is what the
    games count as (1.4.1b, c: 8 may count as 9).
    """
    if games > MAX_COUNTED_GAMES:
        return MAX_COUNTED_GAMES
    return (base if base is not None else games) + max(0, score - needed) // ONE
