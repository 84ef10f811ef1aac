"""Direct titles and norms by place or score in a named event (tables 1.24a and 1.24b, in force from 1 July 2017).

    article     function
    0.6.2       rating_condition     the rating, and since 2024 the games, that make a direct title final
    1.2.2       awards               35 % at least
    1.2.3, a    event_requirements   federations, players and rounds of continental and similar events; merged groups
    tables      awards               what a place or a score brings (`direct.toml` has the tables)

"First equal" are those who tie on points for first place, the best three after tie-break. A higher title swallows the
lower one, and a title the norms for it.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Annotated, Literal

from arbitro.errors import ArbitroError
from arbitro.i18n import gettext_for
from arbitro.model import Title
from arbitro.records import Between, decode, loads
from arbitro.titles.rules import MIN_SCORE, TitleRules
from arbitro.titles.verdict import Requirement

_ = gettext_for("titles")

MIN_RATING = {
    Title.GM: 2300, Title.IM: 2200, Title.FM: 2100, Title.CM: 2000,
    Title.WGM: 2100, Title.WIM: 2000, Title.WFM: 1900, Title.WCM: 1800,
}  # 0.6.2  # fmt: skip
NORM_GAMES = 9  # a norm of these tables


class Table(Enum):
    """1.24a for women's events, 1.24b for open ones."""

    WOMEN = "women"
    OPEN = "open"


class Result(Enum):
    """What a player must have done."""

    GOLD = "gold"
    FIRST_EQUAL = "first_equal"
    SILVER_OR_BRONZE = "silver_or_bronze"
    CHAMPION = "champion"
    RUNNER_UP = "runner_up"
    LAST_8 = "reach_last_8"
    LAST_16 = "reach_last_16"
    QUALIFIED = "qualified_by_playing"
    SCORE = "score_pct"


class Honour(Enum):
    """What the table gives."""

    TITLE = "title"
    NORM = "norm"


@dataclass(frozen=True, slots=True)
class Award:
    """One award of a table: a result and what it brings; `only` where it holds for some events of the row."""

    title: Title
    result: Result
    kind: Honour
    min_percent: int = 0
    min_games: int = 0
    only: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table: events that give the same awards, those of the highest title first."""

    id: str
    table: Table
    events: tuple[str, ...]
    awards: tuple[Award, ...]
    association: bool = False  # 1.2.3
    exempt: tuple[str, ...] = ()  # from 1.2.3

    def asks_for_size(self, event: str) -> bool:
        """1.2.3: must this event of the row be large enough?"""
        exempt = {name for each in self.exempt for name in event_names(each)}
        return self.association and event.casefold() not in exempt


@cache
def rows() -> tuple[Row, ...]:
    """The tables."""
    text = files(__package__).joinpath("direct.toml").read_text(encoding="utf-8")
    return decode(tuple[Row, ...], loads(text, "direct.toml", toml=True)["rows"], "rows")


def event_names(event: str) -> set[str]:
    """What an event of the tables may be called: in full, without the explanation in brackets, by one of two areas."""
    short = event.partition(" (")[0]
    areas = {short.replace("Continental and Regional", area) for area in ("Continental", "Regional")}
    return {name.casefold() for name in (event, short, short.removesuffix(" Championship"), *areas)}


@cache
def _by_event() -> dict[tuple[Table, str], Row]:
    return {(row.table, name): row for row in rows() for event in row.events for name in event_names(event)}


def row_of(event: str, table: Table) -> Row:
    """The row of an event in a table."""
    row = _by_event().get((table, event.casefold()))
    if row is None:
        events = sorted({event for row in rows() if row.table is table for event in row.events})
        sentence = _("found event “{event}”, expected one of: {events}")
        raise ArbitroError(sentence.format(event=event, events="; ".join(events)))
    return row


Whole = Annotated[int, Between(0, 9999)]
Place = Literal[
    "", "gold", "silver", "bronze", "first_equal", "silver_or_bronze", "champion", "runner_up", "reach_last_8",
    "reach_last_16", "qualified_by_playing",
]  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class EventSize:
    """1.2.3: what an event of a continent, region or affiliate must show; None is what nobody said."""

    players: Whole | None = None
    rounds: Whole | None = None
    federations: Whole | None = None  # represented
    member_federations: Whole | None = None  # of the association; unknown: five are asked for
    subgroup_players: Whole | None = None  # of a group that was merged into a larger one (1.2.3a)
    subgroup_federations: Whole | None = None

    @property
    def merged(self) -> bool:
        return self.subgroup_players is not None or self.subgroup_federations is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Achievement(EventSize):
    """What a player did in an event, and how large it was."""

    event: str
    table: Table = Table.OPEN
    place: Place = ""
    tied_for_first: bool = False
    score_pct: Fraction | None = None  # of the points
    games: Whole = 0

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


@dataclass(frozen=True, slots=True, kw_only=True)
class DirectApplication(Achievement):
    """A direct title asked for."""

    max_rating: Whole  # the highest ever reached
    rated_games: Annotated[int, Between(0)] | None = None
    date: dt.date | None = None  # on which the rating was reached


@dataclass(frozen=True, slots=True)
class Awarded:
    """What a player gets. A title may be conditional on a rating (0.6.2), or since 2024 on games."""

    title: Title
    kind: Honour
    condition: Condition | None = None
    games: int = 0  # what a norm counts towards a title by norms

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
    reached: dt.date | None = None,
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
    reached: dt.date | None = None,
    rated_games: int | None = None,
) -> list[Awarded]:
    """The titles and norms of an achievement, the highest first: norms above the title, and the best title."""
    if achievement.score_pct is not None and achievement.score_pct < MIN_SCORE * 100:
        return []
    norms: list[Awarded] = []
    for award in row_of(achievement.event, achievement.table).awards:  # the highest title first
        if not _earned(award, achievement):
            continue
        if award.kind is Honour.TITLE:
            condition = rating_condition(
                award.title, highest_rating, rules, reached=reached, rated_games=rated_games, event=achievement.event
            )
            return [
                *(norm for norm in norms if norm.title is not award.title),
                Awarded(award.title, Honour.TITLE, condition),
            ]
        if (norm := Awarded(award.title, Honour.NORM, games=NORM_GAMES)) not in norms:
            norms.append(norm)
    return norms


def _earned(award: Award, achievement: Achievement) -> bool:
    if award.only and not any(achievement.event.casefold() in event_names(event) for event in award.only):
        return False
    if award.result is Result.SCORE:
        enough = achievement.score_pct is not None and achievement.score_pct >= award.min_percent
        return enough and achievement.games >= award.min_games
    return award.result in achievement.results


def event_requirements(size: Achievement) -> tuple[Requirement, ...]:
    """What the event must show for a title in it; nothing but for those of continents, regions and affiliates.

    1.2.3: a third of the member federations or five, ten players, nine rounds.

    1.2.3a: the best of a merged subgroup may have the title if the whole has ten players of five federations, the
    subgroup six of three, and they scored half of all rounds.
    """
    if not row_of(size.event, size.table).asks_for_size(size.event):
        return ()
    members = size.member_federations
    federations = 5 if size.merged or members is None else min(-(-members // 3), 5)
    wanted: list[tuple[str, str, Fraction | int | None, Fraction | int]] = [
        ("1.2.3-federations", "1.2.3", size.federations, federations),
        ("1.2.3-players", "1.2.3", size.players, 10),
        ("1.2.3-rounds", "1.2.3", size.rounds, 9),
    ]
    if size.merged:
        wanted += [
            ("1.2.3a-players", "1.2.3a", size.subgroup_players, 6),
            ("1.2.3a-federations", "1.2.3a", size.subgroup_federations, 3),
            ("1.2.3a-score", "1.2.3a", None if size.score_pct is None else size.score_pct / 100, Fraction(1, 2)),
        ]
    return tuple(
        Requirement(id, article, found or 0, needed, unknown=int(found is None))
        for id, article, found, needed in wanted
    )
