"""Events of more than 30 days: every month has its own ratings and titles, and is rated by itself.

    article      function
    B.02 4.1     months        the rounds of each month, which are reported month by month
    B.02 4.1     month_report  the interim report: the rounds of a month with its ratings
    B.02 7.1     Months        who a player was in a round: by the list of its month
    B.02 7.1     rate_periods  the same where the tournament itself says from which round on a rating holds
    B.02 8.3.4   rate_months   each month is a rating period: its own K limit, rounded once; together: their sum
    B.01 1.1.4   Months        opponents' titles and ratings when the games were played (`titles` reads them)

The first month is that of the tournament file; the lists of the others are given.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from itertools import pairwise

from arbitro.dates import read_date
from arbitro.errors import ArbitroError
from arbitro.i18n import gettext_for
from arbitro.model import Player, Points, RatingList, Tournament
from arbitro.ratings.event import PlayerRating, list_of, rate_event, start_of
from arbitro.ratings.initial import initial_rating, performance_of
from arbitro.ratings.lists import list_in_force
from arbitro.ratings.rules import Cap, RatingRules, rules_of

_ = gettext_for("ratings")

LONG_EVENT_DAYS = 30


def is_long(start: date | None, end: date | None) -> bool:
    """4.1: does an event last longer than 30 days? Not as far as is known, if a date is missing."""
    return start is not None and end is not None and (end - start).days + 1 > LONG_EVENT_DAYS


def round_day(text: str) -> date | None:
    """The date of a round as tournament files write it, with or without the century (`23/05/01`)."""
    return read_date(text) or read_date(f"20{text.strip()}")


def months(tournament: Tournament) -> dict[date, tuple[int, ...]]:
    """4.1: the rounds paired so far by the list in force on their day, in the order of the calendar."""
    days = [round_day(text) for text in tournament.info.round_dates[: tournament.rounds_paired]]
    found: dict[date, list[int]] = {}
    for k, day in enumerate(days, 1):
        if day is not None:
            found.setdefault(list_in_force(day), []).append(k)
    if len(days) < tournament.rounds_paired or None in days:
        raise ArbitroError(_("every round needs its date (line 132 of a tournament file) to tell the months apart"))
    return {month: tuple(found[month]) for month in sorted(found)}


def month_named(text: str) -> date:
    """The first day of a month that is written YYYY-MM."""
    try:
        return date.fromisoformat(f"{text}-01")
    except ValueError:
        raise ArbitroError(_("found month “{value}”, expected YYYY-MM").format(value=text[:20])) from None


@dataclass(frozen=True, slots=True)
class Months:
    """The players of a long event month by month: `lists` has, by the date of a list, who is not as in the file."""

    tournament: Tournament
    rounds: Mapping[date, tuple[int, ...]]
    lists: Mapping[date, Mapping[int, Player]]

    def in_month(self, month: date) -> Tournament:
        """The tournament with the players of a month."""
        players = tuple(self.lists.get(month, {}).get(p.number, p) for p in self.tournament.players)
        return replace(self.tournament, players=players)

    def player(self, number: int, round: int) -> Player:
        """Who a player was when a round was played; in rounds to come, who they were last."""
        month = next((m for m, rounds in self.rounds.items() if round in rounds), max(self.rounds, default=None))
        found = self.lists.get(month, {}).get(number) if month is not None else None
        return found or self.tournament.player(number)


def month_report(tournament: Tournament, month: date, listed: Mapping[int, Player] | None = None) -> Tournament:
    """4.1: the interim report of a month: its rounds only, from their first to their last day, with its ratings.

    `listed` are the players as the list of the month has them, by pairing number.
    """
    rounds = months(tournament).get(month)
    if rounds is None:
        sentence = _("no round of the event was played in {month}")
        raise ArbitroError(sentence.format(month=f"{month:%Y-%m}"))
    days = [day for k in rounds if (day := round_day(tournament.info.round_dates[k - 1])) is not None]
    players = tuple((listed or {}).get(p.number) or _in_round(tournament, p, rounds[0]) for p in tournament.players)
    results = tuple(
        tuple(r._replace(round=k) for k, r in enumerate((theirs[n - 1] for n in rounds if n <= len(theirs)), 1))
        for theirs in tournament.results
    )
    info = replace(
        tournament.info,
        start=f"{min(days):%Y/%m/%d}",
        end=f"{max(days):%Y/%m/%d}",
        round_dates=tuple(tournament.info.round_dates[k - 1] for k in rounds),
    )
    unranked = tuple(replace(p, stated_points=None, stated_rank=None) for p in players)
    kept = tuple(line for line in tournament.unknown_lines if not line.startswith("###"))  # those count other rounds
    return replace(
        tournament, players=unranked, results=results, info=info, planned_rounds=len(rounds), acceleration={},
        later_ratings={}, unknown_lines=kept,
    )  # fmt: skip


def _in_round(tournament: Tournament, player: Player, round: int) -> Player:
    """A player with the rating that holds in a round, by what the tournament says of later ratings."""
    later = tournament.later_ratings.get(player.number, {})
    begun = [first for first in later if first <= round]
    return replace(player, rating=later[max(begun)], ratings={}) if begun else player


def rate_periods(
    tournament: Tournament,
    rating_list: RatingList,
    edition: str,
    ks: Mapping[int, int],
    *,
    cap: Cap | None,
    career_games: Mapping[int, int],
    whole_match: bool,
    numbers: Collection[int] | None,
) -> list[PlayerRating]:
    """8.3 period by period: a period begins where somebody's rating changes (`later_ratings`)."""
    last = tournament.rounds_paired
    starts = sorted({1, *(k for later in tournament.later_ratings.values() for k in later if k <= last)})
    parts = []
    for first, following in pairwise([*starts, last + 1]):
        players = tuple(_in_round(tournament, player, first) for player in tournament.players)
        period = replace(tournament, players=players, later_ratings={})
        rounds = range(first, following)
        part = rate_event(
            period, rating_list, edition, ks, cap=cap, career_games=career_games, rounds=rounds,
            whole_match=whole_match, numbers=numbers,
        )  # fmt: skip
        parts.append(part)
    return _together(parts, rating_list, edition)


def months_of(tournament: Tournament, lists: Mapping[date, Mapping[int, Player]]) -> Months:
    """The months of a long event with their lists; a month without one is an error, but for the first."""
    if not is_long(start_of(tournament), read_date(tournament.info.end)):
        raise ArbitroError(_("the event does not last longer than 30 days: the ratings of its start count throughout"))
    rounds = months(tournament)
    for month in list(rounds)[1:]:
        if month not in lists:
            raise ArbitroError(
                _("the rating list of {month} is needed: --ratings-of {month}=FILE").format(month=f"{month:%Y-%m}")
            )
    return Months(tournament, rounds, lists)


@dataclass(frozen=True, slots=True)
class MonthRating:
    """One month of a long event."""

    list_date: date
    rounds: tuple[int, ...]
    players: tuple[PlayerRating, ...]


def rate_months(
    months: Months,
    rating_list: RatingList | None = None,
    edition: str | None = None,
    ks: Mapping[int, int] | None = None,
    *,
    cap: Cap | None = None,
    career_games: Mapping[int, int] | None = None,
) -> list[MonthRating]:
    """8.3 month by month: the games of a month with the ratings and the K of its list.

    The 30 games of a new player are those of completed events, so this one does not add to them.
    """
    chosen = rating_list or list_of(months.tournament)
    return [
        MonthRating(
            month,
            rounds,
            tuple(
                rate_event(
                    months.in_month(month), chosen, edition, ks, cap=cap, career_games=career_games, rounds=rounds
                )
            ),
        )
        for month, rounds in months.rounds.items()
    ]


def together(months: Sequence[MonthRating], rating_list: RatingList, edition: str) -> list[PlayerRating]:
    """The whole event from its months: games, expectations and changes added up, the new rating that of the last.

    A player without a rating throughout has an initial rating from all months (7.1.4).
    """
    return _together([month.players for month in months], rating_list, edition)


def _together(parts: Iterable[Sequence[PlayerRating]], rating_list: RatingList, edition: str) -> list[PlayerRating]:
    rules = rules_of(edition)
    return [_added(results, rating_list, rules) for results in zip(*parts, strict=True)]


def _added(results: Sequence[PlayerRating], rating_list: RatingList, rules: RatingRules) -> PlayerRating:
    rated = [r for r in results if r.change_exact is not None]
    games, score = sum(r.games for r in results), Points(sum(r.score for r in results))
    rating_sum = sum(int(r.performance.average * r.games) for r in results if r.performance)
    whole = replace(
        results[-1],
        rating=results[0].rating,
        games=games,
        score=score,
        performance=performance_of(games, rating_sum, score),
        left_out=tuple(game for r in results for game in r.left_out),
    )
    if not rated:
        first = initial_rating(rules, games, rating_sum, score, rating_list)
        published = first is not None and first.published and score > 0
        return replace(whole, initial=first, new_rating=first.rating if first and published else None)
    return replace(
        whole,
        expected=sum(r.expected or 0 for r in rated),
        change_exact=sum((r.change_exact or Fraction(0) for r in rated), Fraction(0)),
        change=sum(r.change or 0 for r in rated),
        sheet=tuple(line for r in rated for line in r.sheet),
    )
