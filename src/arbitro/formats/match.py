"""Matches: two players (or teams) over a number of games, and the ladder of shorter games that breaks a tie.

    rule (Arbiters' manual, matches and knock-outs)                  here
    a match of n games ends when it is decided                       state, Progress.over
    two rapid games, two or four blitz games, one sudden death       LADDER, a tuple of Leg: data, to be changed freely
    sudden death: White must win, a draw sends Black through         Leg.draw_is_black

A match is decided as soon as the lead is larger than all that the other can still win. In a leg of two games 1½-½ is
the end, 1-0 is not.

Not here: which games are rated (`ratings`), who meets whom (`knockout`), the first colours (by lot: `lots`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from arbitro.model import ONE, ZERO, Colour, Points, RatingList, Scoring, Tournament


@dataclass(frozen=True, slots=True)
class TimeLimit:
    """Minutes for all moves and an increment in seconds, which may begin at a later move."""

    minutes: int
    increment: int = 0
    increment_from: int = 1

    def __str__(self) -> str:
        if not self.increment:
            return f"{self.minutes}"
        later = f" from move {self.increment_from}" if self.increment_from > 1 else ""
        return f"{self.minutes}+{self.increment}{later}"


@dataclass(frozen=True, slots=True)
class Leg:
    """Games of one kind inside a match: if the leg is level, the next one is played."""

    name: str
    games: int
    white: TimeLimit
    black: TimeLimit | None = None  # None: as White
    rating: RatingList | None = None  # the list in which its games are rated
    draw_is_black: bool = False  # sudden death: a draw counts as a win of Black


RAPID = Leg("rapid", 2, TimeLimit(25, 10), rating=RatingList.RAPID)
BLITZ = Leg("blitz", 2, TimeLimit(3, 2), rating=RatingList.BLITZ)
SUDDEN_DEATH = Leg("sudden death", 1, TimeLimit(5, 2, 61), TimeLimit(4, 2, 61), draw_is_black=True)
LADDER: tuple[Leg, ...] = (RAPID, BLITZ, SUDDEN_DEATH)


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
    found = []
    for r in tournament.rounds_of(first)[since - 1 :]:
        if r.opponent != second:
            continue
        other = tournament.round_of(second, r.round)
        mine, theirs = tournament.points_of(r), tournament.points_of(other)
        finished = r.outcome.finished and other.outcome.finished
        drawn = finished and r.outcome.opposite is r.outcome
        if r.colour is Colour.BLACK:
            found.append(Played(r.round, second, first, theirs, mine, finished, drawn))
        else:
            found.append(Played(r.round, first, second, mine, theirs, finished, drawn))
    return tuple(found)


def next_colours(first: int, second: int, games: Sequence[Played], first_has_white: bool) -> tuple[int, int]:
    """White and Black of the next game: colours alternate through the whole match, whatever the leg."""
    if games:
        return games[-1].black, games[-1].white
    return (first, second) if first_has_white else (second, first)


def most_per_game(scoring: Scoring) -> Points:
    """The most that a player can gain on the other in one game."""
    return Points(scoring.win - scoring.loss)
