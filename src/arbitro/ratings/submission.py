"""Before a report goes to the rating officer: what would make FIDE refuse the event, or rate it otherwise.

    article          objection
    B.02 0.2         LATE_REGISTRATION, HYBRID_APPROVAL, HYBRID_WEEK
    B.02 1.1         TOO_FAST, OTHER_LIST
    B.02 1.2         SHORT_FIRST_CONTROL
    B.02 3.1         LONG_DAY, MANY_ROUNDS
    B.02 4.1         LONG_EVENT            interim results every month
    B.02 9.2         NOT_ANNOUNCED         the regulations must say that the event will be rated
    B.02 9.4         HYBRID_GAMES          all games in PGN
    B.02 10.1        NOT_IN_FIDE           players of a federation outside FIDE are not listed
    comment to 9     NO_FIDE_ID            the event is not rated at all

What the tournament file does not tell is asked in `Facts`; what nobody knows is not complained about.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import date
from enum import Enum

from arbitro.dates import read_date
from arbitro.model import RatingList, System, Tournament
from arbitro.ratings.event import control_of, entry_rating, list_of, match_length, start_of
from arbitro.ratings.lists import (
    LastChance,
    Registration,
    last_list,
    list_for_event,
    list_in_force,
    registered_in_time,
    registration_days,
)
from arbitro.ratings.long_event import is_long, months, round_day
from arbitro.ratings.time_control import MAX_DAY, daily_play, first_control_ok, rounds_per_day_ok, time_class

NOT_IN_FIDE = frozenset({"NON"})  # codes of players whose federation is no member


class ObjectionKind(Enum):
    """Something to put right, with its article."""

    LATE_REGISTRATION = "0.2"
    HYBRID_APPROVAL = "0.2 hybrid"
    HYBRID_WEEK = "0.2 week"
    TOO_FAST = "1.1"
    OTHER_LIST = "1.1 list"
    SHORT_FIRST_CONTROL = "1.2"
    LONG_DAY = "3.1"
    MANY_ROUNDS = "3.1 rapid"
    LONG_EVENT = "4.1"
    MATCH_LENGTH = "6.2"
    NOT_ANNOUNCED = "9.2"
    HYBRID_GAMES = "9.4"
    NO_FIDE_ID = "9"
    NOT_IN_FIDE = "10.1"

    @property
    def article(self) -> str:
        return self.value.split()[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What only the arbiter knows."""

    registered: date | None = None
    hybrid: bool = False
    hybrid_approved: bool = False
    games_kept: bool = False  # all games as PGN
    announced: bool | None = None  # the regulations say that the event will be rated
    norms: bool = False


_NOTHING_SAID = Facts()


@dataclass(frozen=True, slots=True)
class Objection:
    """Why FIDE would send the event back, with the players it is about."""

    kind: ObjectionKind
    players: tuple[int, ...] = ()


def objections(tournament: Tournament, rating_list: RatingList, facts: Facts = _NOTHING_SAID) -> list[Objection]:
    """Everything that stands between an event and its rating."""
    raised = [*_players(tournament), *_times(tournament, rating_list), *_dates(tournament, rating_list, facts)]
    if tournament.system is System.MATCH and match_length(tournament) is None:
        raised.append(Objection(ObjectionKind.MATCH_LENGTH))
    if facts.hybrid and not facts.hybrid_approved:
        raised.append(Objection(ObjectionKind.HYBRID_APPROVAL))
    if facts.hybrid and not facts.games_kept:
        raised.append(Objection(ObjectionKind.HYBRID_GAMES))
    if facts.announced is False:
        raised.append(Objection(ObjectionKind.NOT_ANNOUNCED))
    return raised


def _players(tournament: Tournament) -> list[Objection]:
    """FIDE IDs and federations. A file in which nobody has a FIDE ID is not meant for FIDE."""
    raised = []
    without = tuple(player.number for player in tournament.players if not player.fide_id)
    if without and len(without) < len(tournament.players):
        raised.append(Objection(ObjectionKind.NO_FIDE_ID, without))
    outside = tuple(player.number for player in tournament.players if player.federation in NOT_IN_FIDE)
    if outside:
        raised.append(Objection(ObjectionKind.NOT_IN_FIDE, outside))
    return raised


def _times(tournament: Tournament, rating_list: RatingList) -> list[Objection]:
    control = control_of(tournament)
    if control is None:
        return []
    raised = []
    by_time = time_class(control.minutes)
    if by_time is None:
        raised.append(Objection(ObjectionKind.TOO_FAST))
    elif by_time is not rating_list:
        raised.append(Objection(ObjectionKind.OTHER_LIST))
    if not first_control_ok(control):
        raised.append(Objection(ObjectionKind.SHORT_FIRST_CONTROL))
    rounds = Counter(day for day in tournament.info.round_dates if day)
    busiest = max(rounds.values(), default=1)
    if rating_list is RatingList.STANDARD:
        if daily_play(control, busiest).minutes_per_day > MAX_DAY:
            raised.append(Objection(ObjectionKind.LONG_DAY))
    elif not rounds_per_day_ok(rating_list, busiest):
        raised.append(Objection(ObjectionKind.MANY_ROUNDS))
    return raised


def _dates(tournament: Tournament, rating_list: RatingList, facts: Facts) -> list[Objection]:
    start, end = start_of(tournament), end_of(tournament)
    raised = []
    if is_long(start, end) and rating_list is RatingList.STANDARD:
        raised.append(Objection(ObjectionKind.LONG_EVENT))
    if start and facts.registered:
        women = [entry_rating(p, rating_list) for p in tournament.players if p.sex.value == "w"]
        days = registration_days(
            norms=facts.norms,
            highest=max((entry_rating(p, rating_list) for p in tournament.players), default=0),
            highest_woman=max(women, default=0),
            start=start,
        )
        late = {
            Registration.NEEDS_APPROVAL: ObjectionKind.LATE_REGISTRATION,
            Registration.SOON_FOR_HYBRID: ObjectionKind.HYBRID_WEEK,
        }.get(registered_in_time(start, facts.registered, days, hybrid=facts.hybrid))
        if late is not None:
            raised.append(Objection(late))
    return raised


def end_of(tournament: Tournament) -> date | None:
    """The last day of an event, as its file has it."""
    return read_date(tournament.info.end)


@dataclass(frozen=True, slots=True)
class Deadlines:
    """Which lists an event, or a month of a long one, has to do with (7.1, 7.1.3, 9.1)."""

    in_force: date  # whose ratings count
    rated_in: date  # in which its changes will appear
    last: LastChance
    rounds: tuple[int, ...] = ()  # those of the month; empty: the whole event


def deadlines(tournament: Tournament, *, official: bool = False) -> tuple[Deadlines, ...]:
    """The lists of an event: one line, or one for each month of an event that is reported monthly (4.1).

    Nothing where the file has no dates, or a long event not the date of every round.
    """
    start, end = start_of(tournament), end_of(tournament)
    if start is None or end is None:
        return ()
    if not is_long(start, end) or list_of(tournament) is not RatingList.STANDARD:
        return (Deadlines(list_in_force(start), list_for_event(end, official=official), last_list(end)),)
    days = [round_day(text) for text in tournament.info.round_dates[: tournament.rounds_paired]]
    if None in days or len(days) < tournament.rounds_paired:
        return ()
    due = []
    for month, rounds in months(tournament).items():
        last = max(day for k in rounds if (day := days[k - 1]) is not None)
        due.append(Deadlines(month, list_for_event(last, official=official), last_list(last), rounds))
    return tuple(due)
