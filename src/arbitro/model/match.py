"""Matches: two players (or teams) over a number of games, and the ladder of shorter games that breaks a tie.

    rule (Arbiters' manual, matches and knock-outs)                  here
    a match of n games ends when it is decided                       state, Progress.over
    two rapid games, two or four blitz games, one sudden death       plan.LADDER: data, to be changed freely
    sudden death: White must win, a draw sends Black through         plan.Leg.draw_is_black

A match is decided as soon as the lead is larger than all that the other can still win. In a leg of two games 1½-½ is
the end, 1-0 is not.

Not here: which games are rated (`ratings`), who meets whom (`knockout`), the first colours (by lot: `lots`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from arbitro.model.outcome import Colour, Scoring
from arbitro.model.plan import LADDER, Leg, TimeLimit
from arbitro.model.player import RatingList
from arbitro.model.points import ONE, ZERO, Points
from arbitro.model.system import System
from arbitro.model.tournament import Tournament

_OF_TEAMS = (System.ROUND_ROBIN, System.DOUBLE_ROUND_ROBIN, System.KNOCKOUT)


class Played(NamedTuple):
    """A game (or a team match) of a match, with the points of both sides; not finished: its points may still change."""

    round: int
    white: int
    black: int
    white_points: Points
    black_points: Points
    finished: bool = True
    drawn: bool = False


@dataclass(frozen=True, slots=True)
class Progress:
    """How a match stands."""

    first: int
    second: int
    first_points: Points  # of the current leg
    second_points: Points
    leg: int  # 0 is the match proper, then the ladder
    games_in_leg: int
    winner: int | None
    decided_in: int | None  # the round in which it was decided
    exhausted: bool  # level, and no leg is left
    waiting: bool  # a game is not finished

    @property
    def over(self) -> bool:
        return self.winner is not None or self.exhausted

    @property
    def loser(self) -> int | None:
        if self.winner is None:
            return None
        return self.second if self.winner == self.first else self.first


def main_leg(games: int) -> Leg:
    """The match proper: so many games at the time limit of the event."""
    return Leg("standard", games, TimeLimit(90, 30), rating=RatingList.STANDARD)


def state(
    first: int,
    second: int,
    games: Sequence[Played],
    legs: Sequence[Leg],
    *,
    win: Points = ONE,
    play_on: bool = False,
) -> Progress:
    """How a match stands after these games, in order.

    `win` is the most that one side can gain on the other in a game (for teams: the boards). With `play_on` the match
    proper is played to its last game although it is decided; the winner is the same.
    """
    remaining = list(games)
    points = {first: ZERO, second: ZERO}
    played = 0
    index = 0
    decided_in = None
    waiting = False
    for index, leg in enumerate(legs):
        points = {first: ZERO, second: ZERO}
        played = 0
        winner = None
        decided_in = None
        while remaining and played < leg.games and (winner is None or (play_on and index == 0)):
            game = remaining.pop(0)
            played += 1
            waiting = waiting or not game.finished
            gained = {game.white: game.white_points, game.black: game.black_points}
            if leg.draw_is_black and game.drawn:
                gained = {game.white: ZERO, game.black: win}
            for side in points:
                points[side] = Points(points[side] + gained[side])
            lead = points[first] - points[second]
            if winner is None and game.finished and abs(lead) > (leg.games - played) * win:
                winner = first if lead > 0 else second
                decided_in = game.round
        if winner is not None:
            over = not (play_on and index == 0 and played < leg.games)
            return Progress(
                first, second, points[first], points[second], index, played,
                winner if over else None, decided_in, False, waiting,
            )  # fmt: skip
        if played < leg.games or waiting:
            break
    else:
        return Progress(first, second, points[first], points[second], index, played, None, None, bool(legs), waiting)
    return Progress(first, second, points[first], points[second], index, played, None, decided_in, False, waiting)


def games_between(tournament: Tournament, first: int, second: int, since: int = 1) -> tuple[Played, ...]:
    """The games that two players have had against each other from a round on, in order."""
    games = []
    for r in tournament.rounds_of(first)[since - 1 :]:
        if r.opponent != second:
            continue
        other = tournament.round_of(second, r.round)
        mine, theirs = tournament.points_of(r), tournament.points_of(other)
        finished = r.outcome.finished and other.outcome.finished
        drawn = finished and r.outcome.opposite is r.outcome
        if r.colour is Colour.BLACK:
            games.append(Played(r.round, second, first, theirs, mine, finished, drawn))
        else:
            games.append(Played(r.round, first, second, mine, theirs, finished, drawn))
    return tuple(games)


def next_colours(first: int, second: int, games: Sequence[Played], first_has_white: bool) -> tuple[int, int]:
    """White and Black of the next game: colours alternate through the whole match, whatever the leg."""
    if games:
        return games[-1].black, games[-1].white
    return (first, second) if first_has_white else (second, first)


def most_per_game(scoring: Scoring) -> Points:
    """The most that a player can gain on the other in one game."""
    return Points(scoring.win - scoring.loss)


def meets_by_teams(tournament: Tournament) -> bool:
    """Are the entries of the event teams? Said by the plan, else where a round robin or knock-out has teams."""
    if tournament.plan.by_team is not None:
        return tournament.plan.by_team
    return bool(tournament.teams) and tournament.system in _OF_TEAMS


def legs_of(tournament: Tournament) -> tuple[Leg, ...]:
    """The match proper and the ladder, which knock-outs of players have unless the plan says otherwise.

    Teams have no sudden death, so theirs is empty unless it is given, and so is that of a single match.
    """
    plan = tournament.plan
    if tournament.system is System.MATCH:
        return (main_leg(plan.games or tournament.planned_rounds or 1), *(plan.ladder or ()))
    ladder = LADDER if plan.ladder is None and not meets_by_teams(tournament) else plan.ladder or ()
    return (main_leg(plan.games or 1), *ladder)


def legs_played(tournament: Tournament) -> tuple[Leg, ...]:
    """The tie-break legs in which a game was played, in their order."""
    if tournament.system not in (System.MATCH, System.KNOCKOUT):
        return ()
    rounds = range(1, tournament.rounds_paired + 1)
    seen = {leg_of(tournament, game.white, r) for r in rounds for game in tournament.games(r)}
    return tuple(leg for leg in legs_of(tournament)[1:] if leg in seen)


def leg_of(tournament: Tournament, number: int, r: int) -> Leg | None:
    """The leg that a player's game of a round belonged to; None: the match proper, or no match or knock-out at all."""
    opponent = tournament.round_of(number, r).opponent
    if tournament.system not in (System.MATCH, System.KNOCKOUT) or opponent is None or meets_by_teams(tournament):
        return None
    first, second = sorted((number, opponent))
    before = [game for game in games_between(tournament, first, second, tournament.plan.first_round) if game.round < r]
    legs = legs_of(tournament)
    win, play_on = most_per_game(tournament.scoring), tournament.plan.play_on
    now = state(first, second, before, legs, win=win, play_on=play_on)
    return legs[now.leg] if now.leg and now.winner is None else None
