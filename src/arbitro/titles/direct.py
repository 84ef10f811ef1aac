"""Direct titles and norms by place or score in a named event (tables 1.24a and 1.24b, in force from 1 July 2017).

    article     function
    0.6.2       rating_condition     the rating, and since 2024 the games, that make a direct title final
    1.2.2       awards               35 % at least
    1.2.3       association_event    federations, players and rounds of continental and similar events
    1.2.3a      merged_group         groups played together
    tables      awards               what a place or a score brings (`direct_table` has the tables)

"First equal" are those who tie on points for first place, the best three after tie-break. A higher title swallows the
lower one, and a title the norms for it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from arbitro.errors import ArbitroError
from arbitro.i18n import gettext_for
from arbitro.model import Title
from arbitro.titles.direct_table import ROWS, Award, Kind, Result, Row, Table
from arbitro.titles.rules import MIN_SCORE, TitleRules

_ = gettext_for("titles")

MIN_RATING = {
    Title.GM: 2300, Title.IM: 2200, Title.FM: 2100, Title.CM: 2000,
    Title.WGM: 2100, Title.WIM: 2000, Title.WFM: 1900, Title.WCM: 1800,
}  # 0.6.2  # fmt: skip
NORM_GAMES = 9  # a norm of these tables


def event_names(event: str) -> set[str]:
    """What an event of the tables may be called: in full, without the explanation in brackets, by one of two areas."""
    short = event.partition(" (")[0]
    areas = {short.replace("Continental and Regional", area) for area in ("Continental", "Regional")}
    return {name.casefold() for name in (event, short, short.removesuffix(" Championship"), *areas)}


_BY_EVENT = {(row.table, name): row for row in ROWS for event in row.events for name in event_names(event)}


def row_of(event: str, table: Table) -> Row:
    """The row of an event in a table."""
    row = _BY_EVENT.get((table, event.casefold()))
    if row is None:
        events = sorted({event for row in ROWS if row.table is table for event in row.events})
        sentence = _('found event "{event}", expected one of: {events}')
        raise ArbitroError(sentence.format(event=event, events="; ".join(events)))
    return row


@dataclass(frozen=True, slots=True, kw_only=True)
class Achievement:
    """What a player did in an event."""

    event: str
    table: Table
    place: str = ""  # gold, silver, bronze, or a Result such as champion or reach_last_16
    tied_for_first: bool = False
    percent: Fraction | None = None  # of the points
    games: int = 0

    @property
    def results(self) -> frozenset[Result]:
        """The results of the tables that this achievement is."""
        found = set()
        if self.place in ("silver", "bronze"):
            found.add(Result.SILVER_OR_BRONZE)
        elif self.place:
            found.add(Result(self.place))
        if self.place == "gold" or (self.tied_for_first and self.place in ("silver", "bronze")):
            found.add(Result.FIRST_EQUAL)
        return frozenset(found)


@dataclass(frozen=True, slots=True)
class Awarded:
    """What a player gets. A title may be conditional on a rating (0.6.2), or since 2024 on games."""

    title: Title
    kind: Kind
    condition: Condition | None = None

    @property
    def final(self) -> bool:
        return self.condition is None


@dataclass(frozen=True, slots=True)
class Condition:
    """What makes a conditional title final: a rating, a number of rated games, or both; 0 is nothing to wait for."""

    min_rating: int = 0
    min_games: int = 0


def rating_condition(
    title: Title,
    highest_rating: int,
    rules: TitleRules,
    *,
    reached: date | None = None,
    rated_games: int | None = None,
    event: str = "",
) -> Condition | None:
    """0.6.2: what a direct title still waits for, or None if it is final."""
    if title in (Title.CM, Title.WCM) and event.casefold() == "olympiad" and not rules.olympiad_cm_needs_rating:
        return None
    if highest_rating < MIN_RATING[title]:
        return Condition(min_rating=MIN_RATING[title])
    since = rules.direct_games_since
    if (
        since is not None
        and reached is not None
        and reached > since
        and rated_games is not None
        and rated_games < rules.direct_games
    ):
        return Condition(min_games=rules.direct_games)
    return None


def available_now(title: Title, highest_rating: int) -> Title | None:
    """0.6.2: the highest lower title that the holder of a conditional one may take at once, or None."""
    womens = title.value.startswith("W")
    ladder = [t for t in MIN_RATING if t.value.startswith("W") == womens]
    lower = ladder[ladder.index(title) + 1 :]
    return next((t for t in lower if highest_rating >= MIN_RATING[t]), None)


def awards(
    achievement: Achievement,
    highest_rating: int,
    rules: TitleRules,
    *,
    reached: date | None = None,
    rated_games: int | None = None,
) -> list[Awarded]:
    """The titles and norms of an achievement, the highest first: norms above the title, and the best title."""
    if achievement.percent is not None and achievement.percent < MIN_SCORE * 100:
        return []
    row = row_of(achievement.event, achievement.table)
    found: list[Awarded] = []
    for title, entries in row.awards.items():  # the highest title first
        earned = [entry.kind for entry in entries if _earned(entry, achievement)]
        if Kind.TITLE in earned:
            condition = rating_condition(
                title, highest_rating, rules, reached=reached, rated_games=rated_games, event=achievement.event
            )
            return [*found, Awarded(title, Kind.TITLE, condition)]
        if Kind.NORM in earned:
            found.append(Awarded(title, Kind.NORM))
    return found


def _earned(entry: Award, achievement: Achievement) -> bool:
    if entry.only and not any(achievement.event.casefold() in event_names(event) for event in entry.only):
        return False
    if entry.result is Result.SCORE:
        enough = achievement.percent is not None and achievement.percent >= entry.min_percent
        return enough and achievement.games >= entry.min_games
    return entry.result in achievement.results


def association_event(member_federations: int, represented: int, players: int, rounds: int) -> bool:
    """1.2.3: a third of the member federations or five, ten players, nine rounds (IBCA, ICSC, IPCA Worlds exempt)."""
    needed = min(-(-member_federations // 3), 5)
    return represented >= needed and players >= 10 and rounds >= 9


@dataclass(frozen=True, slots=True)
class Group:
    """Players and federations of a group."""

    players: int
    federations: int


def merged_group(merged: Group, subgroup: Group, score: Fraction, rounds: int) -> bool:
    """1.2.3a: may the best of a subgroup that was merged into a larger one have the title?"""
    return (
        merged.players >= 10
        and merged.federations >= 5
        and subgroup.players >= 6
        and subgroup.federations >= 3
        and score * 2 >= rounds
    )
