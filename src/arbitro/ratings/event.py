"""A tournament snapshot rated: every player's change, first rating and performance, with the sheet behind it.

`rate_event` follows an edition of B.02, or the national system of 1974 (edition `club`). The event is taken as the
whole rating period; where a player has more events in it, add the deltas up with `change.period_change`.

Not here: events of more than 30 days (`ratings.long_event`), periods of a whole federation (`ratings.period`), the
formulas (`ratings.change`, `.initial`, `.club`).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from functools import cached_property
from typing import Any

from arbitro.dates import read_date
from arbitro.editions import is_club
from arbitro.model import HALF, ONE, ZERO, Outcome, Player, PlayerRound, Points, RatingList, System, Tournament, Worth
from arbitro.model.match import leg_of, legs_played
from arbitro.model.time_control import TimeControl
from arbitro.model.time_text import parse, parse_encoded
from arbitro.ratings import club
from arbitro.ratings.change import Development, GameLine, KReason, RatedGame, development, event_change
from arbitro.ratings.games import NotRated, gap_too_wide, why_not_rated
from arbitro.ratings.initial import InitialRating, Performance, initial_rating, performance, rating_used
from arbitro.ratings.rules import Cap, RatingRules, rules_of
from arbitro.ratings.time_control import enough_time, time_class

_SCORE = {Worth.WIN: ONE, Worth.DRAW: HALF, Worth.LOSS: ZERO}
_MATCH_SCORE = _SCORE | {Worth.FORFEIT_WIN: ONE}  # a forfeited game counts for the match


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A game that does not count for a player, and why."""

    round: int
    opponent: int | None
    reason: NotRated


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerRating:
    """What an event does to one player's rating."""

    number: int
    name: str
    rating: int  # at the start; 0 is unrated
    games: int  # rated games against rated opponents
    score: Points  # in those games
    performance: Performance | None
    expected: int | None = None  # hundredths; None for an unrated player
    k: int | None = None  # as used, after the 700 limit
    k_reason: KReason | None = None
    change_exact: Fraction | None = None
    change: int | None = None
    new_rating: int | None = None  # None: no rating after the event either
    sheet: tuple[GameLine, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    initial: InitialRating | None = None


def list_of(tournament: Tournament) -> RatingList:
    """The list an event belongs to by its time control; standard where the file does not tell."""
    control = control_of(tournament)
    return (time_class(control.minutes) if control else None) or RatingList.STANDARD


def control_of(tournament: Tournament) -> TimeControl | None:
    info = tournament.info
    return parse_encoded(info.encoded_time_control) or parse(info.time_control)


def start_of(tournament: Tournament) -> date | None:
    """The first day of an event, as its file has it (`2023/05/01`, `2023-05-01`)."""
    return read_date(tournament.info.start)


def entry_rating(player: Player, rating_list: RatingList) -> int:
    """A player's rating on a list at the start; a file with one rating per player speaks of the event's own list."""
    return rating_used(player.ratings, rating_list) or player.rating


def rate_event(
    tournament: Tournament,
    rating_list: RatingList | None = None,
    edition: str | None = None,
    ks: Mapping[int, int] | None = None,
    *,
    cap: Cap | None = None,
    career_games: Mapping[int, int] | None = None,
    rounds: Collection[int] | None = None,
    whole_match: bool = False,
    numbers: Collection[int] | None = None,
) -> list[PlayerRating]:
    """Every player's rating after the event, in the order of the pairing numbers; of `numbers` alone if given.

    `ks` (by pairing number) goes before the K of the file and the K by rule. Without `career_games` a player is taken
    to have completed 30 games. Where players have other ratings from a round on (long events), each game counts with
    those of its round. `rounds` are those to be rated, all if not given. `whole_match`: it was asked beforehand
    that games after the decision of a match be rated (6.2).
    """
    rating_list = rating_list or list_of(tournament)
    edition = edition or tournament.editions.ratings
    ks, career = ks or {}, career_games or {}
    if is_club("ratings", edition):
        everybody = _rate_club_event(tournament, rating_list, ks, career)
        return [player for player in everybody if numbers is None or player.number in numbers]
    if tournament.later_ratings and rounds is None:
        from arbitro.ratings.long_event import rate_periods

        return rate_periods(
            tournament, rating_list, edition, ks, cap=cap, career_games=career, whole_match=whole_match, numbers=numbers
        )
    rules = rules_of(edition)
    event = _Event(tournament, rating_list, rules, rounds, whole_match=whole_match)
    rated = tournament.players if numbers is None else [tournament.player(n) for n in sorted(numbers)]
    return [_rate_player(event, player, ks.get(player.number), cap, career) for player in rated]


class _Ratings(dict[int, int]):
    """The ratings at the start by pairing number, looked up when first asked for: one player's card needs a dozen."""

    def __init__(self, tournament: Tournament, rating_list: RatingList) -> None:
        super().__init__()
        self.tournament, self.rating_list = tournament, rating_list

    def __missing__(self, number: int) -> int:
        self[number] = entry_rating(self.tournament.player(number), self.rating_list)
        return self[number]


class _Event:
    """What all players of a tournament share while it is rated."""

    def __init__(
        self,
        tournament: Tournament,
        rating_list: RatingList,
        rules: RatingRules,
        rounds: Collection[int] | None,
        *,
        whole_match: bool,
    ) -> None:
        self.tournament = tournament
        self.rating_list = rating_list
        self.rules = rules
        self.rounds = rounds
        self.start = start_of(tournament)
        self.control = control_of(tournament)
        self.own_list = list_of(tournament) if self.control else rating_list  # of the event, tie-break games apart
        self.is_match = tournament.system is System.MATCH
        self.decided = match_decided(tournament) if self.is_match and not whole_match else None
        self.ratings = _Ratings(tournament, rating_list)

    def left_out(self, player: Player, r: PlayerRound) -> NotRated | None:
        """Why a round with an opponent does not count for a player, or None."""
        own, theirs = self.ratings[player.number], self.ratings[r.opponent or 0]
        leg = leg_of(self.tournament, player.number, r.round)
        control = leg.control if leg else self.control
        reason = why_not_rated(
            **_facts(r.outcome),
            unequal_time=control is not None and bool(control.black),
            match=self.is_match,
            white_rated=own > 0,
            black_rated=theirs > 0,
            match_decided=leg is None and self.decided is not None and r.round > self.decided,
        )
        if reason is not None:
            return reason
        if self.has_legs and (leg.rated_in if leg else self.own_list) is not self.rating_list:
            return NotRated.OTHER_TIME
        if not theirs:
            return NotRated.UNRATED_OPPONENT
        if gap_too_wide(self.rating_list, self.start, own, theirs):
            return NotRated.RATING_GAP
        return NotRated.TOO_FAST if self._too_fast(control, own, theirs) else None

    @cached_property
    def has_legs(self) -> bool:
        """Was a game played in a tie-break leg of a match?"""
        return bool(legs_played(self.tournament))

    def _too_fast(self, control: TimeControl | None, own: int, theirs: int) -> bool:
        """1.1: too fast for any list, or for these two players on the standard list."""
        if control is None:
            return False
        by_time = time_class(control.minutes)
        if by_time is RatingList.STANDARD and self.rating_list is RatingList.STANDARD:
            return not enough_time(control.minutes, own, theirs)
        return by_time is None

    def games(self, player: Player) -> tuple[list[RatedGame], list[LeftOut]]:
        counted, others = [], []
        for r in self.tournament.rounds_of(player.number):
            if not r.outcome.has_opponent or r.opponent is None or r.opponent not in self.tournament.index:
                continue
            if self.rounds is not None and r.round not in self.rounds:
                continue
            reason = self.left_out(player, r)
            if reason is None:
                game = RatedGame(self.ratings[r.opponent], _SCORE[r.outcome.worth], r.round, r.opponent)
                counted.append(game)
            else:
                others.append(LeftOut(r.round, r.opponent, reason))
        return counted, others


def match_length(tournament: Tournament) -> int | None:
    """How many games a match was to have; None: not stated."""
    return tournament.plan.games or tournament.planned_rounds


def match_decided(tournament: Tournament) -> int | None:
    """6.2: the round after which a match of two players is decided; None if it is open, or its length not known."""
    length = match_length(tournament)
    if len(tournament.players) != 2 or not length:
        return None
    for player in tournament.players:
        score = 0
        for r in tournament.rounds_of(player.number):
            score += _MATCH_SCORE.get(r.outcome.worth, ZERO)
            if 2 * score > length * ONE:
                return r.round
    return None


def _facts(outcome: Outcome) -> dict[str, Any]:
    """5.1: what an outcome says of a game."""
    return {
        "finished": outcome.finished,
        "forfeit": not outcome.played,
        "white_moves": None if outcome.rated else 0,
    }


def _development(event: _Event, player: Player, given: int | None, career: Mapping[int, int]) -> Development:
    if given is not None or player.k:
        return Development(given if given is not None else player.k or 0, KReason.GIVEN)
    stands_in = player.ratings.get(RatingList.STANDARD, 0) and not player.ratings.get(event.rating_list, 0)
    return development(
        event.rules,
        event.ratings[player.number],
        games=career.get(player.number, 0 if stands_in else None),  # a standard rating stands in: no games here yet
        birth_year=player.birth_year,
        year=event.start.year if event.start else None,
    )


def _rate_player(
    event: _Event, player: Player, given_k: int | None, cap: Cap | None, career: Mapping[int, int]
) -> PlayerRating:
    rating = event.ratings[player.number]
    games, left_out = event.games(player)
    score = Points(sum(game.score for game in games))
    common = PlayerRating(
        number=player.number,
        name=player.name,
        rating=rating,
        games=len(games),
        score=score,
        performance=performance([game.opponent for game in games], score),
        left_out=tuple(left_out),
    )
    if not rating:
        first = initial_rating(event.rules, len(games), sum(game.opponent for game in games), score, event.rating_list)
        published = first is not None and first.published and score > 0  # 8.2.1: a first event without a point
        return replace(common, initial=first, new_rating=first.rating if first and published else None)
    k = _development(event, player, given_k, career)
    change, lines = event_change(event.rules, rating, k.k, games, rating_list=event.rating_list, cap=cap)
    return replace(
        common,
        expected=sum(line.expected for line in lines),
        k=change.k,
        k_reason=k.reason,
        change_exact=change.exact,
        change=change.rounded,
        new_rating=change.new_rating if change.listed else None,
        sheet=lines,
    )


def _rate_club_event(
    tournament: Tournament, rating_list: RatingList, ks: Mapping[int, int], career: Mapping[int, int]
) -> list[PlayerRating]:
    """The order of RAT-9: the unrated first, against the rated (RAT-6); then juniors, whose gain the others meet."""
    ratings = {player.number: entry_rating(player, rating_list) for player in tournament.players}
    start = start_of(tournament)

    def is_junior(player: Player) -> bool:
        return start is not None and player.birth_year is not None and start.year - player.birth_year <= 18

    def order(player: Player) -> int:
        return 0 if not ratings[player.number] else 1 if is_junior(player) else 2

    met = dict(ratings)  # what an opponent counts, as far as it is known yet
    done: dict[int, PlayerRating] = {}
    for stage in (0, 1, 2):
        rated = [
            _rate_club_player(tournament, player, ratings[player.number], met, ks, career)
            for player in tournament.players
            if order(player) == stage
        ]
        for result in rated:
            done[result.number] = result
            if result.new_rating and (stage == 0 or (stage == 1 and result.new_rating > result.rating)):
                met[result.number] = result.new_rating
    return [done[player.number] for player in tournament.players]


def _rate_club_player(
    tournament: Tournament,
    player: Player,
    rating: int,
    met: Mapping[int, int],
    ks: Mapping[int, int],
    career: Mapping[int, int],
) -> PlayerRating:
    games, left_out = [], []
    for r in tournament.rounds_of(player.number):
        if not r.outcome.has_opponent or r.opponent is None or r.opponent not in met:
            continue
        if (reason := why_not_rated(**_facts(r.outcome))) is not None:
            left_out.append(LeftOut(r.round, r.opponent, reason))
        elif not met[r.opponent]:
            left_out.append(LeftOut(r.round, r.opponent, NotRated.UNRATED_OPPONENT))
        else:
            games.append(RatedGame(met[r.opponent], _SCORE[r.outcome.worth], r.round, r.opponent))
    opponents = [game.opponent for game in games]
    score = Points(sum(game.score for game in games))
    common = PlayerRating(
        number=player.number,
        name=player.name,
        rating=rating,
        games=len(games),
        score=score,
        new_rating=rating or None,
        performance=_club_performance(opponents, score),
        left_out=tuple(left_out),
    )
    if not rating or career.get(player.number, club.FIRST_RATING_GAMES) < club.FIRST_RATING_GAMES:  # RAT-1
        return replace(common, new_rating=common.performance.rating if common.performance else rating or None)
    k = ks.get(player.number) or club.k_fenamac(career.get(player.number, 300) + 1, rating)
    result = club.change_per_game(rating, k, opponents, score)
    lines = tuple(
        GameLine(game, rating - game.opponent, rating - game.opponent, whole)
        for game, whole in zip(games, result.percentages, strict=True)
    )
    return replace(
        common,
        expected=sum(result.percentages),
        k=k,
        k_reason=KReason.GIVEN if player.number in ks else KReason.NATIONAL,
        change_exact=result.exact,
        change=result.change,
        new_rating=result.new_rating,
        sheet=lines,
    )


def _club_performance(opponents: list[int], score: Points) -> Performance | None:
    """RAT-1; None where Table I has no difference: without a game, with all points or none."""
    games = len(opponents)
    if not games or club.table_1(club.percent(score, games)) is None:
        return None
    mean = Fraction(sum(opponents), games)
    found = club.performance(mean, score, games)
    return Performance(games, score, mean, found.percent, found.d)


@dataclass(frozen=True, slots=True)
class WhatIf:
    """A live change for the results that the next game may have."""

    win: Fraction
    draw: Fraction
    loss: Fraction


def what_if(
    result: PlayerRating,
    opponent_rating: int,
    edition: str = "2022",
    rating_list: RatingList = RatingList.STANDARD,
    *,
    cap: Cap | None = None,
) -> WhatIf | None:
    """How the change of the event moves with a game to come, exactly; None if either is unrated.

    The 400-point rule and the 700 limit may touch the games already played, so the whole event is rated again.
    """
    if not result.rating or not opponent_rating or result.k is None or result.change_exact is None:
        return None
    played = [line.game for line in result.sheet]

    def with_score(score: Points) -> Fraction:
        games = [*played, RatedGame(opponent_rating, score)]
        k = result.k or 0
        return event_change(rules_of(edition), result.rating, k, games, rating_list=rating_list, cap=cap)[0].exact

    return WhatIf(*(with_score(score) - result.change_exact for score in (ONE, HALF, ZERO)))
